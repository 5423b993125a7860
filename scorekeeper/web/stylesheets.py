"""The stylesheets of a page: inline until the browser has the files, then linked.

A linked file holds back the first paint by two round trips. A page with inline styles names
the files, ``static/js/quiet.js`` fetches them when nobody waits, and its cookie then
asks for links. Guarded by ``tests/web/test_stylesheets.py``.
"""

from base64 import b64encode
from hashlib import sha256

from flask import Flask, current_app, request
from markupsafe import Markup

from scorekeeper.web.assets import Asset, Assets, asset
from scorekeeper.web.device_settings import chosen
from scorekeeper.web.middleware.headers import allow_inline_style

COOKIE = "marque_styles"
"""The cookie of a browser that has fetched the stylesheets: their version."""

SOURCES = ("style.css", "dark.css", "pages.css")

DARK = {"": "(prefers-color-scheme: dark)", "dark": "screen"}
"""The medium of the dark colors, by the theme of the device; paper has none of them."""


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
    app.jinja_env.globals |= {
        "stylesheet": stylesheet,
        "dark_colors": dark_colors,
        "missing_styles": missing_styles,
    }


def stylesheet(source: str, media: str = "") -> Markup:
    """The element that gives a page one of its stylesheets, for a medium."""
    stylesheets: Stylesheets = current_app.extensions["stylesheets"]
    medium = Markup(' media="{}"').format(media) if media else Markup()
    if _links_styles(stylesheets):
        return Markup('<link rel="stylesheet" href="{}"{}>').format(asset(source), medium)
    allow_inline_style(request.environ, stylesheets.digests[source])
    return Markup("<style{}>{}</style>").format(medium, stylesheets.inline[source])


def dark_colors() -> Markup:
    """The element of the dark colors; none on a device that chose the light ones."""
    theme = chosen("theme")
    return stylesheet("dark.css", DARK[theme]) if theme in DARK else Markup()


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
    return Markup(file.body.decode())


def _digest(file: Asset) -> str:
    return b64encode(sha256(file.body).digest()).decode()
