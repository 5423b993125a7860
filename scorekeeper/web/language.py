"""The language of a request: chosen on this device, or the browser's, or French."""

from contextvars import ContextVar
from functools import lru_cache

from flask import request, session
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.i18n.languages import LANGUAGES, SOURCE
from scorekeeper.i18n.localization import Language, language
from scorekeeper.i18n.messages import render

FRENCH = language(SOURCE)

_current = ContextVar("language", default=FRENCH)

current_language = _current.get
"""Return the language of this request."""


def choose_language() -> None:
    """Set the language of this request, before its view runs."""
    code = session.get("language")
    if code not in LANGUAGES:
        code = preferred(request.headers.get("Accept-Language", ""))
    use_language(language(code))


def use_language(chosen: Language) -> None:
    """Set the language of what is rendered from now on."""
    _current.set(chosen)


def rendered(value: object) -> str:
    """Return a message, a choice or a number as plain text in the language of this request."""
    return render(value, current_language().translate)


@lru_cache(maxsize=256)
def preferred(accepted: str) -> str:
    """Return the best of our languages for an ``Accept-Language`` header."""
    accept = parse_accept_header(accepted, LanguageAccept)
    return accept.best_match(LANGUAGES, SOURCE) or SOURCE
