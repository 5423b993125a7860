"""Parts of an application that are built once a test run and shared by all applications.

Each test has an application of its own, and building one takes longer than most tests.
"""

import functools

from flask import Flask
from jinja2 import BytecodeCache
from werkzeug.routing import Rule

from scorekeeper.web import assets


def share_parts(patch):
    """Compile templates and routes, and compress assets, once.

    :param patch: the monkeypatch that ends the sharing.
    """
    patch.setitem(Flask.jinja_options, "bytecode_cache", CompiledTemplates())
    patch.setattr(assets, "_read", functools.cache(assets._read))
    patch.setattr(Rule, "_compile_builder", _compiled_routes(Rule._compile_builder))


def _compiled_routes(compile_builder):
    """Werkzeug's compilation of the function that builds the addresses of a route, cached."""
    builders = {}

    def compile_once(rule, append_unknown=True):
        route = (rule.rule, str(rule.defaults), tuple(rule._trace), append_unknown)
        if route not in builders:
            builders[route] = compile_builder(rule, append_unknown)
        return builders[route]

    return compile_once


class CompiledTemplates(BytecodeCache):
    """A bytecode cache in memory. The texts of a template are translated when it is compiled:
    it has a code of its own in each language."""

    def __init__(self):
        self.codes = {}

    def load_bytecode(self, bucket):
        bucket.code = self.codes.get(_identity(bucket))

    def dump_bytecode(self, bucket):
        self.codes[_identity(bucket)] = bucket.code


def _identity(bucket):
    return getattr(bucket.environment, "code", ""), bucket.key, bucket.checksum
