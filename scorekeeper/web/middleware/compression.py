"""Compression: answers in text are sent as gzip where the browser takes it."""

import gzip

from flask import Flask, Response, request

MIN_SIZE = 500
"""Fewest bytes of an answer that compression makes noticeably smaller."""

TEXT = ("text/", "application/json", "application/manifest+json", "image/svg")
"""Media types that are compressed, by how they begin."""


def install(app: Flask) -> None:
    """Compress the answers of an application."""
    app.after_request(compress)


def accepts_gzip() -> bool:
    """Whether the browser takes gzip."""
    return request.accept_encodings["gzip"] > 0


def compress(response: Response) -> Response:
    """The answer, compressed where that is worth it."""
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
