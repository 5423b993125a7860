"""Error pages: every error as a page in a player's words, with its number in the log."""

import secrets
from collections.abc import Mapping
from typing import NamedTuple

from flask import (
    Flask,
    Response,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
)
from flask_wtf.csrf import CSRFError, generate_csrf
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, TooManyRequests

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.base import (
    DatabaseBusy,
    DatabaseStopped,
    KeyReused,
    OutcomeUnknown,
    StorageError,
    StreamDeleted,
)
from scorekeeper.streams.errors import (
    Refused,
    UnknownEntry,
    UnknownToken,
    VersionConflict,
    WriteForbidden,
)
from scorekeeper.web.rate_limits import is_frequent_failure
from scorekeeper.web.templating import render_html
from scorekeeper.web.worker import NotReady, TooLong


class Way(NamedTuple):
    """A link of an error page, besides the one to the first page."""

    endpoint: str
    label: Message


class Text(NamedTuple):
    """The text of an error page."""

    message: Message
    way: Way | None = None


Refusals = Mapping[type[Exception], tuple[int, Text | None]]
"""The status of an error that no view has handled, and its text if not that of the status."""


MESSAGES = {
    400: msg(
        "La page a été ouverte il y a trop longtemps. Revenez en arrière et rechargez-la."
    ),
    404: msg(
        "Il n'y a pas de feuille à cette adresse. Vérifiez le lien que l'on vous a donné."
    ),
    405: msg("Cette adresse ne s'ouvre pas de cette façon."),
    409: msg(
        "Quelqu'un a changé la feuille entre-temps. Revenez-y et vérifiez avant d'écrire."
    ),
    413: msg("C'est trop long pour une feuille de marque ; un fichier a 2 Mo au plus."),
    422: msg("Ce formulaire a déjà servi. Revenez à la feuille et recommencez."),
    429: msg(
        "C'est trop de demandes à la fois. Attendez une minute, puis recommencez ; "
        "ce qui est déjà sur la feuille y reste."
    ),
    503: msg("La base ne répond pas ou le disque est plein. Rien n'a été écrit ; réessayez."),
    500: msg("Le programme s'est trompé. Rien n'a été changé ; réessayez."),
}
"""The text of an error page, by HTTP status; a part of the addresses may have its own."""

STOPPED = msg(
    "La base de cette Marque est abîmée : plus rien n'y est écrit. Ce que les téléphones ont "
    "noté y reste. Prévenez la personne qui s'occupe du programme : son journal dit quoi "
    "faire."
)
"""The text of the error page once damage has been found in the open database."""

UNKNOWN = msg(
    "La base n'a pas répondu à temps. Réessayez : ce qui est déjà écrit ne le sera pas deux "
    "fois."
)
"""The text of the error page where it is not known if something was written."""

TOO_LONG = msg(
    "Ce calcul était trop long : il a été arrêté. Rien n'a été changé ; essayez autrement."
)
"""The text of the error page in the place of what the worker gave up."""

RETRY_AFTER = 2
"""Seconds after which a database that was busy is asked again."""

LOOK_AGAIN = 1
"""Seconds after which the worker is asked again."""

NOT_OPEN = msg("La Marque n'est pas ouverte ici : son journal dit pourquoi.")

OTHER = msg("Cette demande ne peut pas être servie.")

REFUSALS: Refusals = {
    WriteForbidden: (404, None),
    UnknownEntry: (404, None),
    StreamDeleted: (404, None),
    Refused: (409, None),  # it says why itself
    VersionConflict: (409, None),
    KeyReused: (422, None),
    TooLong: (422, Text(TOO_LONG)),
    DatabaseStopped: (503, Text(STOPPED)),
}
"""What every part of the program refuses; the storage has told the operator of damage."""


def install(app: Flask) -> None:
    """Give the application its error pages."""
    app.register_error_handler(HTTPException, show_error)
    app.register_error_handler(CSRFError, show_expired_csrf_token)
    app.register_error_handler(UnknownToken, show_unknown_token)
    app.register_error_handler(DatabaseBusy, show_database_busy)
    app.register_error_handler(StorageError, show_storage_error)
    app.register_error_handler(NotReady, show_not_ready)
    app.register_error_handler(Exception, show_crash)
    app.extensions["refusals"], app.extensions["error_texts"] = {}, {}
    register_refusals(app, REFUSALS)


def register_refusals(app: Flask, refusals: Refusals) -> None:
    """Show what use cases refuse with its status and its text."""
    app.extensions["refusals"] |= refusals
    for kind in refusals:
        app.register_error_handler(kind, show_refusal)


def register_texts(app: Flask, path: str, texts: Mapping[int, Text]) -> None:
    """Give the addresses that begin so their own texts, by HTTP status."""
    app.extensions["error_texts"][path] = texts


def show_error(error: HTTPException) -> Response | HTTPException:
    """Show an HTTP error; a redirect passes as it is. To open an address to which only forms
    are posted leads to the page above it."""
    code = error.code or 500
    if code < 400:
        return error
    if isinstance(error, MethodNotAllowed) and request.method in ("GET", "HEAD"):
        above = request.path.rpartition("/")[0]  # a browser may show where a form was posted
        return make_response(redirect(request.script_root + (above or "/")))
    cause = getattr(error, "original_exception", None)
    if isinstance(cause, StorageError):
        return show_storage_error(cause)
    response = _error_page(code, str(code))
    if isinstance(error, TooManyRequests) and error.retry_after:
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def show_refusal(error: Exception) -> Response:
    """Show what a use case refuses, and no view has shown beside its question."""
    refusals: Refusals = current_app.extensions["refusals"]
    code, text = next(refusals[kind] for kind in type(error).__mro__ if kind in refusals)
    said = Text(error.message) if isinstance(error, Refused) else None
    return _error_page(code, str(code), text or said)


def show_unknown_token(error: UnknownToken) -> Response | HTTPException:
    """Answer 404 to an unknown token; with the message alone after many of them."""
    if is_frequent_failure():
        return make_response(f"<!doctype html><p>{render_html(_text(404).message)}", 404)
    return show_error(NotFound())


def show_expired_csrf_token(error: CSRFError) -> Response | HTTPException:
    """Answer 400 with a fresh CSRF token, so that the outbox can try again."""
    response = show_error(error)
    response.headers["X-CSRF-Token"] = generate_csrf()  # type: ignore[union-attr]
    return response


def show_not_ready(error: NotReady) -> Response:
    """Answer 503 where the worker is not done: a page that was opened asks again by itself."""
    response = make_response(render_template("web/not_ready.html"), 503)
    response.headers["Retry-After"] = str(LOOK_AGAIN)
    if request.method != "POST":
        response.headers["Refresh"] = str(LOOK_AGAIN)
    return response


def show_database_busy(error: DatabaseBusy) -> Response:
    """Answer 503 where the database cannot answer now; nothing was written that is known."""
    _log(msg("Base indisponible : %(why)s", why=str(error)))
    text = Text(UNKNOWN) if isinstance(error, OutcomeUnknown) else None
    response = _error_page(503, "503", text)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def show_storage_error(error: StorageError) -> Response:
    """Answer 503 if the installation cannot be opened: ``flask run`` beside a running program.
    The reason holds a path of this machine: it is for the log only."""
    _log(error.message)
    return make_response(f"<!doctype html><p>{render_html(NOT_OPEN)}", 503)


def show_crash(error: Exception) -> Response:
    """Answer 500 to an error of the program: logged whole, shown as its number in the log."""
    if current_app.testing:
        raise error
    number = secrets.token_hex(3)
    where = f"{request.method} {request.path}"
    _log(msg("Erreur %(number)s : %(where)s", number=number, where=where), error)
    return _error_page(500, f"500 · {number}")


def _error_page(code: int, number: str, text: Text | None = None) -> Response:
    """Return an error page; only its message where not even this page can be made. The text is
    that of the status without another."""
    message, way = text or _text(code)
    if stream := g.get("stream"):
        way = way or Way(f"{stream.kind.name}.show", msg("Revenir"))
    try:
        page = render_template("web/error.html", code=number, message=message, way=way)
    except Exception as error:
        _log(msg("Page d'erreur impossible : %(why)s", why=str(error)))
        page = f"<!doctype html><p>{render_html(message)} ({number})"
    return make_response(page, code)


def _text(code: int) -> Text:
    texts: dict[str, Mapping[int, Text]] = current_app.extensions["error_texts"]
    own = next((texts[path] for path in texts if request.path.startswith(path)), {})
    return own.get(code) or Text(MESSAGES.get(code, OTHER))


def _log(message: Message, error: Exception | None = None) -> None:
    """Log an error in the operator's language, with its traceback where there is one."""
    current_app.logger.error("%s", say(message), exc_info=error)
