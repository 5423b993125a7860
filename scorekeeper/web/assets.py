"""The scripts, styles and icons of the pages, as ``static/build.mjs`` has built them.

The name of a file holds a hash of its content, so that browsers cache it for a year; another
version has another name. Building needs Node, see ``static/build.mjs``; serving does not.

Stylesheets are inline until the browser has the files, then linked: a linked file holds back
the first paint by two round trips. A page with inline styles names the files,
``static/js/web/quiet.js`` fetches them when nobody waits, and its cookie then asks for links.
"""

import gzip
import json
from base64 import b64encode
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request
from markupsafe import Markup

from scorekeeper.web.device import chosen
from scorekeeper.web.middleware.compression import TEXT, accepts_gzip
from scorekeeper.web.middleware.headers import allow_inline_style

bp = Blueprint("assets", __name__, url_prefix="/assets")

CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}

CACHE_CONTROL = "public, max-age=31536000, immutable"

STYLESHEETS = ("style.css", "dark.css", "pages.css")

EVERYWHERE = ("style.css", "dark.css", "contrast.css")
"""The stylesheets that no page lacks, on a device that shows them."""

STYLES_COOKIE = "marque_styles"
"""The cookie of a browser that has fetched the stylesheets: their version."""

DARK = {"": "screen and (prefers-color-scheme: dark)", "dark": "screen"}
"""The medium of the dark colors, by the theme of the device; paper has none of them."""


class Asset:
    """One built file, read when it is first needed."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self.content_type = CONTENT_TYPES[path.suffix]
        self._path = path

    @cached_property
    def body(self) -> bytes:
        """The content of the file."""
        return self._path.read_bytes()

    @cached_property
    def text(self) -> str:
        """The content as text."""
        return self.body.decode()

    @cached_property
    def gzipped(self) -> bytes:
        """The content, compressed as far as possible."""
        return gzip.compress(self.body, 9, mtime=0)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the content in base64, for the Content-Security-Policy."""
        return b64encode(sha256(self.body).digest()).decode()


class Assets:
    """The built files of an application, in a folder with ``manifest.json``, by source."""

    def __init__(self, folder: Path) -> None:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        self.by_source = {
            source: Asset(folder / name) for source, name in manifest["files"].items()
        }
        self.by_name = {asset.name: asset for asset in self.by_source.values()}
        names = [self.by_source[source].name for source in STYLESHEETS]
        self.styles_version = ".".join(name.split("-")[-1].split(".")[0] for name in names)


def install(app: Flask) -> None:
    """Serve the assets of an application, and give its templates their elements."""
    app.extensions["assets"] = Assets(Path(app.static_folder or "") / "dist")
    app.register_blueprint(bp)
    app.jinja_env.globals |= {
        "asset": asset,
        "stylesheet": stylesheet,
        "page_size": page_size,
        "dark_colors": dark_colors,
        "missing_styles": missing_styles,
    }


@bp.get("/<name>")
def send(name: str) -> Response:
    """Send one asset; 404 for the name of another version."""
    asset = _assets().by_name.get(name) or abort(404)
    is_gzipped = accepts_gzip() and asset.content_type.startswith(TEXT)
    body = asset.gzipped if is_gzipped else asset.body
    response = Response(body, content_type=asset.content_type)
    if is_gzipped:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = CACHE_CONTROL
    response.vary.add("Accept-Encoding")
    return response


def asset(source: str) -> str:
    """Return the address of an asset, by the name of its source, like ``style.css``."""
    return f"{request.script_root}{bp.url_prefix}/{_assets().by_source[source].name}"


def stylesheet(source: str, media: str = "") -> Markup:
    """Return the element that gives a page one of its stylesheets, for a medium; with its
    name, if not every page has it (``showPage`` in ``static/js/web/htmx.js``)."""
    about = f' media="{media}"' if media else ""
    about += "" if source in EVERYWHERE else f' data-css="{source}"'
    if _links_styles():
        return Markup(f'<link rel="stylesheet" href="{asset(source)}"{about}>')
    file = _assets().by_source[source]
    allow_inline_style(request.environ, file.digest)
    return Markup(f"<style{about}>{file.text}</style>")


def page_size(width: int, height: int) -> Markup:
    """Return the element that gives printed pages this size, in millimeters: Firefox takes the
    paper from a rule without a name only."""
    text = f"@page{{size:{width}mm {height}mm}}"
    allow_inline_style(request.environ, b64encode(sha256(text.encode()).digest()).decode())
    return Markup(f"<style>{text}</style>")


def dark_colors() -> Markup:
    """Return the element of the dark colors; none on a device that chose the light ones."""
    theme = chosen("theme")
    return stylesheet("dark.css", DARK[theme]) if theme in DARK else Markup()


def missing_styles() -> str:
    """Return the version and addresses of the stylesheets; nothing if the browser has them."""
    if _links_styles():
        return ""
    return " ".join([_assets().styles_version, *map(asset, STYLESHEETS)])


def _links_styles() -> bool:
    """Return true if the browser has the files, as a phone with the program always has, or
    shows this page inside another one."""
    is_cached = request.cookies.get(STYLES_COOKIE) == _assets().styles_version
    is_here = not current_app.config["OTHER_DEVICES"]
    return is_here or is_cached or "X-Outbox" in request.headers


def _assets() -> Assets:
    assets: Assets = current_app.extensions["assets"]
    return assets
