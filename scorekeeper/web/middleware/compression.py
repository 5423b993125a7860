"""Fewer bytes on the wire: gzip for text, and templates without their indentation."""

import gzip
import re

from flask import Flask, Response, request
from jinja2.ext import Extension

MIN_SIZE = 500
"""Bytes from which compression makes an answer noticeably smaller."""

TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
"""Beginnings of the media types that are compressed."""


class StripIndentation(Extension):
    """Templates without the white space at the beginning of their lines."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source of a template as it is compiled."""
        return re.sub(r"(?m)^[ \t]+", "", source)


def install(app: Flask) -> None:
    """Compress the answers of an application."""
    app.jinja_env.add_extension(StripIndentation)
    app.after_request(compress)


def accepts_gzip() -> bool:
    """True if the client of this request takes gzip."""
    return request.accept_encodings["gzip"] > 0


def compress(response: Response) -> Response:
    """A text answer gzipped, if that is worth it and the client takes it."""
    if response.direct_passthrough or "Content-Encoding" in response.headers:
        return response
    if not (response.mimetype or "").startswith(TEXT):
        return response
    body = response.get_data()
    if len(body) < MIN_SIZE:
        return response
    response.vary.add("Accept-Encoding")
    if accepts_gzip():
        response.set_data(gzip.compress(body, 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response
