"""What every page has: its language, its headers, and its face when something is wrong."""

import secrets
import sqlite3
from functools import cache, lru_cache
from typing import Any

from flask import (
    Flask,
    Request,
    Response,
    current_app,
    g,
    make_response,
    render_template,
    request,
    session,
)
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFError, generate_csrf
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import HTTPException, NotFound, UnprocessableEntity
from werkzeug.http import parse_accept_header

from scorekeeper.i18n.locales import LANGUAGES, Language, language
from scorekeeper.i18n.messages import Message, msg, render, signed
from scorekeeper.rules.game import Game
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.storage.installation import Installation
from scorekeeper.storage.sqlite import KeyReused, SheetDeleted

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""What a page may load and send: what this server gives, and nothing else."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "X-Robots-Tag": "noindex",
}
"""Headers of every answer. ``no-referrer`` would make Flask-WTF refuse forms on https."""

WRONG = {
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
    413: msg("C'est trop long pour une feuille de marque."),
    422: msg("Ce formulaire a déjà servi. Revenez à la feuille et recommencez."),
    429: msg(
        "C'est trop de demandes à la fois. Attendez une minute, puis recommencez ; "
        "ce qui est déjà sur la feuille y reste."
    ),
    503: msg("La base est occupée ou le disque est plein. Rien n'a été écrit ; réessayez."),
    500: msg("Le programme s'est trompé. Rien n'a été changé ; réessayez."),
}
"""What a player reads when an answer is not a page."""

OTHER = msg("Cette demande ne peut pas être servie.")

FILES = ("assets.send", "static")
"""The addresses of files: the same for everybody, and kept by any cache on the way."""


COOKIES = 300
"""Most cookies that are kept as they were read: one for each phone of a club."""


class SessionByScheme(SecureCookieSessionInterface):
    """A cookie that is secure on https, and still comes back on plain http."""

    _signer: tuple[Any, Any] | None = None

    def open_session(self, app: Flask, request: Request) -> Any:
        """The session; before the first one the installation is made, with its key."""
        if not app.secret_key:
            instance: Installation = app.extensions["instance"]
            instance.make()
            app.secret_key = instance.secret_key
        return super().open_session(app, request)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie back where it says something new, but never with a file: a cache
        would give it to others."""
        if session.modified and request.endpoint not in FILES:
            super().save_session(app, session, response)

    def get_signing_serializer(self, app: Flask) -> Any:
        """What signs the session; the key does not change, nor what a cookie says."""
        if self._signer is None or self._signer[0] != app.secret_key:
            signer: Any = super().get_signing_serializer(app)
            signer.loads = lru_cache(COOKIES)(signer.loads)
            self._signer = app.secret_key, signer
        return self._signer[1]

    def get_cookie_name(self, app: Flask) -> str:
        """The name, bound to the host where the scheme allows it."""
        return "__Host-marque" if request.is_secure else "marque"

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the browser keeps it for https: only if it came by https."""
        return request.is_secure


def install(app: Flask) -> None:
    """Give the application the face of the house."""
    logs.install()
    app.session_interface = SessionByScheme()
    app.before_request(allow_files)
    app.before_request(choose_language)
    app.after_request(keep_no_page)
    app.register_error_handler(HTTPException, show_error)
    app.register_error_handler(CSRFError, show_stale)
    app.register_error_handler(SheetDeleted, lambda gone: show_error(NotFound()))
    app.register_error_handler(KeyReused, lambda used: show_error(UnprocessableEntity()))
    app.register_error_handler(sqlite3.OperationalError, show_busy)
    app.register_error_handler(Exception, show_crash)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        say, lambda one, many, n: say(one if n < 2 else many), newstyle=True
    )
    app.jinja_env.filters |= {"tell": shown, "signed": signed, "mark": mark, "euros": euros}
    app.jinja_env.globals |= {
        "languages": LANGUAGES,
        "language": current_language,
        "day": format_day,
        "moment": format_moment,
        "sheet_title": sheet_title,
    }
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


FILE = 2 * 1024 * 1024
"""Most bytes of a file that is brought in; any other form has the application's limit."""


def allow_files() -> None:
    """Let a file be larger than a form, before anybody reads what was sent."""
    if request.endpoint == "files.bring":
        request.max_content_length = FILE
        request.max_form_memory_size = FILE


def choose_language() -> None:
    """The language that was chosen here, or the browser's, or French."""
    code = session.get("language")
    if code not in LANGUAGES:
        code = preferred(request.headers.get("Accept-Language", ""))
    g.language = language(code)


@lru_cache(500)
def preferred(accepted: str) -> str:
    """The language that a browser would rather read."""
    found = parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES, "fr")
    return found or "fr"


def current_language() -> Language:
    """The language of this request."""
    found: Language = g.get("language") or language("fr")
    return found


def say(text: str) -> str:
    """A text of a template, in the language of this request."""
    return current_language().translate(text)


def shown(value: object) -> Markup:
    """Words, a choice or a number in the language of this request, ready for a page."""
    return escape(render(value, current_language().translate))


def format_day(iso: str) -> str:
    """A day in full, in the language of this request."""
    return current_language().date(iso)


def format_moment(iso: str) -> str:
    """A moment of the journal, in the language of this request."""
    return current_language().format_moment(iso)


@cache
def headers(scheme: str) -> tuple[tuple[str, str], ...]:
    """The headers of every answer that comes by this scheme."""
    kept = {"Strict-Transport-Security": "max-age=31536000"} if scheme == "https" else {}
    return tuple((HEADERS | kept).items())


def keep_no_page(response: Response) -> Response:
    """Only a file that is there is kept by who gets it."""
    if request.endpoint not in FILES or response.status_code >= 400:
        response.headers["Cache-Control"] = "no-store"
    return response


def show_error(error: HTTPException) -> tuple[str, int] | HTTPException:
    """An error of the request, in the look of the house."""
    code = error.code or 500
    if code < 400:
        return error
    return _error_page(code, str(code))


def show_stale(error: CSRFError) -> Response:
    """A page too old to be believed: what it needs to be, for the phone's own queue."""
    response = make_response(show_error(error))
    response.headers["X-CSRF-Token"] = generate_csrf()
    return response


def show_busy(error: sqlite3.OperationalError) -> tuple[str, int]:
    """A database that cannot answer now: logged, and nothing was written."""
    current_app.logger.error("Base indisponible : %s", error)
    return _error_page(503, "503")


def show_crash(error: Exception) -> tuple[str, int]:
    """An error of the program: logged whole, shown as the number it has in the log."""
    if current_app.testing:
        raise error
    number = secrets.token_hex(3)
    recorded = (number, request.method, request.path)
    current_app.logger.error("Erreur %s : %s %s", *recorded, exc_info=error)
    return _error_page(500, f"500 · {number}")


def _error_page(code: int, number: str) -> tuple[str, int]:
    """The face of an error; where no page can be made, not even this one, its sentence."""
    message = WRONG.get(code, OTHER)
    try:
        return render_template("error.html", code=number, message=message), code
    except Exception as error:
        current_app.logger.error("Page d'erreur impossible : %s", error)
        return f"<!doctype html><p>{shown(message)} ({number})", code


def mark(points: int, game: Game) -> str:
    """Points as this game writes them: with a sign where some marks are losses."""
    return render(points) if game.plain else signed(points)


def euros(amount: int, sign: bool = True) -> str:
    """An amount as it is written in the language of this request."""
    whole, part = divmod(abs(amount), 100)
    comma = "," if current_language().code == "fr" else "."
    mark = "−" if amount < 0 else "+" if sign and amount else ""
    return f"{mark}{whole}{comma}{part:02}\N{NO-BREAK SPACE}€"


def title_of(sheet: Sheet) -> str:
    """What a sheet is called, as a text."""
    return render(sheet_title(sheet), current_language().translate)


def sheet_title(sheet: Sheet) -> Message | str:
    """What a sheet is called: its title, or its game and its day; and which game of the
    evening it is, from the second on."""
    title: Message | str = sheet.title
    if not title and sheet.date:
        title = msg(
            "%(game)s du %(day)s", game=sheet.game.title, format_day=format_day(sheet.date)
        )
    elif not title:
        title = msg("Feuille de %(game)s", game=sheet.game.title)
    if sheet.part > 1:
        return msg("%(title)s, partie %(part)s", title=title, part=sheet.part)
    return title
