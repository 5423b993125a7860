"""Files: answers that a browser saves, and forms that are large enough for one."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from flask import Request, Response, current_app
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.exceptions import BadRequest
from werkzeug.formparser import FormDataParser

View = TypeVar("View", bound=Callable[..., Any])


def file_name(title: str, otherwise: str) -> str:
    """Make a file name from a title, in letters that every disk takes.

    :param otherwise: the name if the title has none of them.

    >>> file_name("Chloé & Cie", "feuille"), file_name("♠", "feuille")
    ('chloe-cie', 'feuille')
    """
    decomposed = unicodedata.normalize("NFKD", title)
    plain = decomposed.encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-").lower()[:60] or otherwise


def file_answer(content: str | bytes | Iterator[str], type: str, name: str) -> Response:
    """Return the answer that is saved under this name; pieces are sent as they are made."""
    saved = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=saved, content_type=type)


def form_size(most: int) -> Callable[[View], View]:
    """Let the form posted to a view be larger than others: bytes, the file included."""

    def mark(view: View) -> View:
        view.form_size = most  # type: ignore[attr-defined]
        return view

    return mark


class PostedForms(FormDataParser):
    """The parser of posted forms, which refuses what no browser sends."""

    def parse(self, *form: Any, **options: Any) -> Any:
        """Parse a form. Raise BadRequest if a part of it has no name: Werkzeug then calls it
        ``None``, which Flask-WTF does not expect."""
        stream, fields, files = super().parse(*form, **options)
        if None in fields or None in files:
            raise BadRequest
        return stream, fields, files


class Fields(ImmutableMultiDict[str, Any]):
    """The fields of a form or of an address; Werkzeug raises an error for each absent one."""

    def get(self, key: str, default: Any = None, type: Any = None) -> Any:  # type: ignore
        """Return the first value of a field."""
        return super().get(key, default, type) if key in self else default


class FormRequest(Request):
    """A request whose form may be as large as its view says (:func:`form_size`). The limit is
    set when the form is parsed: the CSRF check reads it before the view runs."""

    form_data_parser_class = PostedForms
    parameter_storage_class = Fields

    def make_form_data_parser(self) -> FormDataParser:
        """Return the parser of this form."""
        view = current_app.view_functions.get(self.endpoint or "")
        size = getattr(view, "form_size", None)
        if size is not None:
            self.max_content_length = self.max_form_memory_size = size
        return super().make_form_data_parser()
