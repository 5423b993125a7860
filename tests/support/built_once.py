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
    patch.setattr(Rule, "compile", _compiled_routes(Rule.compile))


COMPILED = ("_parts", "_trace", "_converters", "_build", "_build_unknown")
"""What Werkzeug's ``Rule.compile`` sets; it also completes ``arguments``."""


def _compiled_routes(compile_rule):
    """Werkzeug's compilation of a route, cached; all our maps of routes have one set of
    converters."""
    compiled = {}

    def compile_once(rule):
        key = (rule.rule, str(rule.defaults), rule.subdomain, rule.host, rule.merge_slashes)
        if key not in compiled:
            compile_rule(rule)
            compiled[key] = rule
        first = compiled[key]
        for name in COMPILED:
            part = getattr(first, name)
            setattr(rule, name, part.__func__.__get__(rule) if callable(part) else part)
        rule.arguments = first.arguments

    return compile_once


class CompiledTemplates(BytecodeCache):
    """A bytecode cache in memory."""

    def __init__(self):
        self.codes = {}

    def load_bytecode(self, bucket):
        bucket.code = self.codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket):
        self.codes[bucket.key, bucket.checksum] = bucket.code
