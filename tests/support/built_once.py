"""Parts of an application that are built once a test run and shared by all applications.

Each test has an application of its own, and building one takes longer than most tests.
"""

from flask import Flask
from jinja2 import BytecodeCache
from werkzeug.routing import Rule


def share_parts(patch):
    """Compile templates and routes once.

    :param patch: the monkeypatch that ends the sharing.
    """
    patch.setitem(Flask.jinja_options, "bytecode_cache", CompiledTemplates())

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
    """A bytecode cache in memory."""

    def __init__(self):
        self.codes = {}

    def load_bytecode(self, bucket):
        bucket.code = self.codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket):
        self.codes[bucket.key, bucket.checksum] = bucket.code
