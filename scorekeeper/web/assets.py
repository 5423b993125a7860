"""The files beside the pages: read once, named by what is in them, kept for a year."""

import gzip
import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, url_for
from jinja2.ext import Extension

from scorekeeper.web.middleware.compression import accepts_gzip

bp = Blueprint("assets", __name__, url_prefix="/assets")

SCRIPTS = {
    "script": ("htmx-2.0.11.min.js", "marque.js", "live.js", "outbox.js"),
    "pages_script": ("pages.js",),
}
"""The scripts of every page, sent as one: htmx as it was published, then the browser's own
part; and what the pages beside the sheet need too."""

STYLES = {
    "style": (("style.css", "{}"),),
    "pages_style": (("pages.css", "{}"), ("print.css", "@media print {{{}}}")),
}
"""The styles of every page, and those of the pages beside the sheet. Apart from the page:
the next page is half as heavy."""

MANIFEST = {
    "name": "La Marque",
    "short_name": "La Marque",
    "lang": "fr",
    "start_url": "/",
    "display": "standalone",
    "background_color": "#fdfbf4",
    "theme_color": "#1d2b48",
}
"""What a phone that keeps the page on its first screen wants to know."""

MANIFEST_TYPE = "application/manifest+json"

ICON = {"sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}

YEAR = "public, max-age=31536000, immutable"
"""How long a file named by its content is kept."""

WORTH_PACKING = 500
"""Fewest bytes of an answer that compressing makes noticeably smaller."""


@dataclass(frozen=True)
class File:
    """One file as it is sent."""

    name: str
    type: str
    body: bytes
    packed: bytes


class Assets:
    """Every file of one application."""

    def __init__(self, folder: Path) -> None:
        icon = _file("icon", "svg", "image/svg+xml", _text(folder / "icon.svg"))
        manifest = json.dumps(MANIFEST | {"icons": [{"src": icon.name, **ICON}]})
        self.files = {
            **{key: _script(folder, key) for key in SCRIPTS},
            **{key: _style(folder, key) for key in STYLES},
            "icon": icon,
            "manifest": _file("marque", "webmanifest", MANIFEST_TYPE, manifest),
        }


def _script(folder: Path, key: str) -> File:
    text = "\n".join(_lean(_text(folder / name)) for name in SCRIPTS[key])
    return _file(key, "js", "text/javascript; charset=utf-8", text)


def _style(folder: Path, key: str) -> File:
    plain = (
        frame.format(_without_comments(_text(folder / name))) for name, frame in STYLES[key]
    )
    return _file(key, "css", "text/css; charset=utf-8", "".join(plain))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _without_comments(style: str) -> str:
    """A style without its comments and its line breaks, which no browser needs."""
    plain = re.sub(r"/\*.*?\*/", "", style, flags=re.S)
    return re.sub(r"\s*([{};,])\s*", r"\1", plain)


def _lean(script: str) -> str:
    """A script without the lines that are only a comment, and without what stands before
    a line; htmx is one line, and stays as it was published."""
    return re.sub(r"(?m)^[ ]*(//.*\n)?[ ]*", "", script)


def _file(stem: str, ending: str, type: str, text: str) -> File:
    body = text.encode()
    name = f"{stem}-{hashlib.sha256(body).hexdigest()[:12]}.{ending}"
    return File(name, type, body, gzip.compress(body, 9))


class Lean(Extension):
    """Templates without what stands before a line: no reader sees it, and it weighs."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source of a template, before it is compiled."""
        return re.sub(r"(?m)^[ \t]+", "", source)


def install(app: Flask) -> None:
    """Give the application its files, and its answers their packing."""
    assets = Assets(Path(app.static_folder or ""))
    app.extensions["assets"] = assets
    app.register_blueprint(bp)
    app.jinja_env.globals["asset"] = asset
    app.jinja_env.add_extension(Lean)


def asset(key: str) -> str:
    """The address of a file."""
    assets: Assets = current_app.extensions["assets"]
    return url_for("assets.send", name=assets.files[key].name)


@bp.get("/<name>")
def send(name: str) -> Response:
    """One file, for a year; 404 where this version has none of that name."""
    assets: Assets = current_app.extensions["assets"]
    file = next((file for file in assets.files.values() if file.name == name), None)
    if file is None:
        abort(404)
    packed = accepts_gzip()
    response = Response(file.packed if packed else file.body, content_type=file.type)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = YEAR
    response.vary.add("Accept-Encoding")
    return response
