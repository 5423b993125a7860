"""The scripts, styles and icons of the pages, as ``static/build.mjs`` has built them.

The name of a file holds a hash of its content, so that browsers cache it for a year; another
version has another name. Building needs Node, see ``static/build.mjs``; serving does not.
"""

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app

from scorekeeper.web.middleware.compression import TEXT, accepts_gzip
from scorekeeper.web.templating import address

bp = Blueprint("assets", __name__, url_prefix="/assets")

CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}

CACHE_CONTROL = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Asset:
    """One file as it is sent."""

    name: str
    content_type: str
    body: bytes
    gzipped: bytes


class Assets:
    """The built files of an application, by the names of their sources.

    :param folder: where they were built, with their ``manifest.json``.
    """

    def __init__(self, folder: Path) -> None:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        self.by_source = {
            source: _read(folder / name) for source, name in manifest["files"].items()
        }
        self.by_name = {asset.name: asset for asset in self.by_source.values()}


def _read(path: Path) -> Asset:
    body = path.read_bytes()
    gzipped = gzip.compress(body, 9, mtime=0)
    return Asset(path.name, CONTENT_TYPES[path.suffix], body, gzipped)


def install(app: Flask) -> None:
    """Serve the assets of an application, and give their addresses to its templates."""
    app.extensions["assets"] = Assets(Path(app.static_folder or "") / "dist")
    app.register_blueprint(bp)
    app.jinja_env.globals["asset"] = asset


def asset(source: str) -> str:
    """The address of an asset.

    :param source: the name of its source, like ``style.css``.
    """
    assets: Assets = current_app.extensions["assets"]
    return address("assets.send", name=assets.by_source[source].name)


@bp.get("/<name>")
def send(name: str) -> Response:
    """One asset; 404 for the name of another version."""
    assets: Assets = current_app.extensions["assets"]
    found = assets.by_name.get(name) or abort(404)
    gzipped = accepts_gzip() and found.content_type.startswith(TEXT)
    body = found.gzipped if gzipped else found.body
    response = Response(body, content_type=found.content_type)
    if gzipped:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = CACHE_CONTROL
    response.vary.add("Accept-Encoding")
    return response
