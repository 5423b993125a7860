"""The stylesheets of a page: inline until the browser has the files, then linked.

A linked file holds back the first paint by two round trips. A page with inline styles names
the files, ``static/js/stylesheets.js`` fetches them when nobody waits, and its cookie then
asks for links. Guarded by ``tests/web/test_stylesheets.py``.
"""

from base64 import b64encode
from hashlib import sha256

from flask import Flask, current_app, request
from markupsafe import Markup

from scorekeeper.web.assets import Asset, Assets, asset
from scorekeeper.web.middleware.headers import allow_inline_style

COOKIE = "marque_styles"
"""The cookie of a browser that has fetched the stylesheets: their version."""

SOURCES = ("style.css", "pages.css")


class Stylesheets:
    """The built stylesheets of an application.

    ``version`` differs between builds; it is made of the hashes in the names of the files.
    """

    def __init__(self, assets: Assets) -> None:
        files = {source: assets.by_source[source] for source in SOURCES}
        self.version = ".".join(_content_hash(file) for file in files.values())
        self.inline = {source: _inline(file) for source, file in files.items()}
        self.digests = {source: _digest(file) for source, file in files.items()}


def install(app: Flask) -> None:
    """Give the templates of an application their stylesheets."""
    app.extensions["stylesheets"] = Stylesheets(app.extensions["assets"])
    app.jinja_env.globals |= {"stylesheet": stylesheet, "missing_styles": missing_styles}


def stylesheet(source: str) -> Markup:
    """The element that gives a page one of its stylesheets."""
    stylesheets: Stylesheets = current_app.extensions["stylesheets"]
    if _links_styles(stylesheets):
        return Markup('<link rel="stylesheet" href="{}">').format(asset(source))
    allow_inline_style(request.environ, stylesheets.digests[source])
    return stylesheets.inline[source]


def missing_styles() -> str:
    """The version and the addresses of the stylesheets; empty if the browser has them."""
    stylesheets: Stylesheets = current_app.extensions["stylesheets"]
    if _links_styles(stylesheets):
        return ""
    return " ".join([stylesheets.version, *(asset(source) for source in SOURCES)])


def _links_styles(stylesheets: Stylesheets) -> bool:
    """True if the browser has the files, or shows this page inside another one."""
    is_cached = request.cookies.get(COOKIE) == stylesheets.version
    return is_cached or "X-Outbox" in request.headers


def _content_hash(file: Asset) -> str:
    return file.name.rpartition("-")[2].partition(".")[0]


def _inline(file: Asset) -> Markup:
    return Markup(f"<style>{file.body.decode()}</style>")


def _digest(file: Asset) -> str:
    return b64encode(sha256(file.body).digest()).decode()
