"""Answers that a browser saves as files."""

import re
import unicodedata
from collections.abc import Iterator

from flask import Response, make_response


def file_name(title: str, otherwise: str) -> str:
    """A file name from a title, in letters that every disk takes.

    :param otherwise: the name if the title has none of them.

    >>> file_name("Chloé & Cie", "feuille"), file_name("♠", "feuille")
    ('chloe-cie', 'feuille')
    """
    decomposed = unicodedata.normalize("NFKD", title)
    plain = decomposed.encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-").lower()[:60] or otherwise


def file_answer(content: str | bytes | Iterator[str], type: str, name: str) -> Response:
    """The answer that is saved under this name.

    :param content: pieces are sent as they are made.
    """
    response = make_response(content)
    response.headers["Content-Type"] = type
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
