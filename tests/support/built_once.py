"""Parts of an application that are built once a test run and shared by all applications.

Each test has an application of its own, and building one takes longer than most tests.
"""

from flask import Flask
from jinja2 import FileSystemBytecodeCache


def share_parts(patch, folder):
    """Compile templates and routes once.

    :param patch: the monkeypatch that ends the sharing.
    :param folder: where the templates are compiled; the workers of a run share it.
    """
    folder.mkdir(exist_ok=True)
    patch.setitem(Flask.jinja_options, "bytecode_cache", CompiledOnce(str(folder)))
    patch.setattr(Flask, "add_url_rule", _added_once(Flask.add_url_rule))


class CompiledOnce(FileSystemBytecodeCache):
    """Compiled templates, read from their file once a process."""

    def __init__(self, directory):
        super().__init__(directory)
        self._codes = {}

    def load_bytecode(self, bucket):
        known = self.pattern, bucket.key, bucket.checksum  # the pattern names the language
        if known not in self._codes:
            super().load_bytecode(bucket)
            if bucket.code is None:
                return
            self._codes[known] = bucket.code
        bucket.code = self._codes[known]


def _added_once(add_url_rule):
    """Flask's ``add_url_rule`` for the first application with some features; those after it
    have its map of routes, to which none can be added, and view functions of their own."""
    first = {}

    def add(app, rule, endpoint=None, view_func=None, *args, **options):
        features = tuple(app.config.get("FEATURES", ()))
        if not features or first.setdefault(features, app) is app:
            return add_url_rule(app, rule, endpoint, view_func, *args, **options)
        app.url_map = first[features].url_map
        app.url_map.is_endpoint_expecting(endpoint)  # fails where it has no such route
        app.view_functions[endpoint] = view_func

    return add
