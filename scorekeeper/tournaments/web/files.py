"""A tournament as a file: saved here; brought from another machine, or from printed codes."""

import json
import re
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.service.access import new_key
from scorekeeper.sheets.web.exchange import TAKERS
from scorekeeper.streams.errors import ImportRefused
from scorekeeper.tournaments.formats import ranking_table
from scorekeeper.tournaments.formats.restart_code import read_restart
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.formats.tournament_reader import Kinds, folded
from scorekeeper.tournaments.service.access import TournamentAccess, open_tournament
from scorekeeper.tournaments.service.tables import reopen_tables
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.tournament import Tournament
from scorekeeper.tournaments.web._tournament_page import tournament_page
from scorekeeper.tournaments.web.access import (
    TOURNAMENT,
    device_tournaments,
    posted_key,
    remember_tournament,
    tournament_code,
    tournaments,
)
from scorekeeper.web.access import reads
from scorekeeper.web.files import file_answer, file_name, form_size
from scorekeeper.web.rate_limits import limit_imports, limit_opened, take_room
from scorekeeper.web.worker import in_worker

bp = Blueprint("tournament_files", __name__, url_prefix="/tournaments")

MAX_FORM = 2 * 1024 * 1024
"""Most bytes of a form with a file; the proxies of the documentation take no more."""

MAX_CODES = 400_000
"""Most characters of the codes of an evening, with what is copied beside them."""

MAX_LINK = 500
"""Most characters of a pasted link."""


NO_LINK = msg(
    "Ce lien n'est pas celui de l'organisateur : copiez-le en entier, ou laissez vide."
)

HERE_ALREADY = msg("Ce tournoi est déjà sur cet ordinateur : rien n'a été changé.")


@bp.get("/<token>/tournament.txt")
@reads(TOURNAMENT, Role.ORGANIZER)
def document(access: TournamentAccess) -> ResponseReturnValue:
    """Save the file of a tournament."""
    return _saved(access.tournament, write(access.tournament), "plain", "txt")


@bp.get("/<token>/ranking.csv")
@reads(TOURNAMENT, Role.ORGANIZER)
def ranking_csv(access: TournamentAccess) -> ResponseReturnValue:
    """Save the ranking with the numbers of licences, for a spreadsheet."""
    return _saved(access.tournament, ranking_table.write(access.tournament), "csv", "csv")


@bp.get("/<token>/circles")
@reads(TOURNAMENT, Role.ORGANIZER)
def evening(access: TournamentAccess) -> ResponseReturnValue:
    """Show what can take in the ranking of the evening."""
    return tournament_page(
        "evening", access, takers=TAKERS(), code=tournament_code(access.token)
    )


def evening_streams(code: str) -> list[int]:
    """Return the stream of a tournament that the device organizes; none of another.

    :param code: its :func:`scorekeeper.tournaments.web.access.tournament_code`.
    """
    return [
        access.stream
        for access in device_tournaments()
        if access.may_organize and tournament_code(access.token) == code
    ]


def _saved(tournament: Tournament, content: str, type: str, suffix: str) -> Response:
    """Return the answer that is saved under the name and the day of a tournament."""
    name = f"{file_name(tournament.title, 'tournoi')}-{tournament.date}.{suffix}"
    return file_answer(content, f"text/{type}; charset=utf-8", name)


@bp.get("/restart")
def choose() -> ResponseReturnValue:
    """Ask for a file, or for the codes of a printed ranking; for the organizer's link too."""
    return _restart_page()


@bp.post("/restart")
@limit_imports
@limit_opened
@form_size(MAX_FORM)
def restart() -> ResponseReturnValue:
    """Show the evening that was read, or what is missing; open it once that is confirmed: by
    the organizer's link from before all links of the evening are the same."""
    file, codes = request.files.get("file"), request.form.get("codes", "")[:MAX_CODES]
    link = request.form.get("link", "").strip()[:MAX_LINK]
    content = b""
    if file:
        with file.stream:
            content = file.stream.read()
    try:
        read = in_worker(read_restart, content if file else codes)
    except DocumentError as error:
        return _restart_page(error=error.message, codes=codes, link=link), 422
    shown = {"codes": "\n".join(read.codes), "link": link}
    former = organizer_of(link)
    if link and not former:
        return _restart_page(error=NO_LINK, **shown), 422
    if "confirmed" not in request.form:
        if former and tournaments().is_known(former):
            return _restart_page(error=HERE_ALREADY, known=former, **shown), 409
        host = link.partition("://")[2].partition("/")[0]
        moved = host if host != request.host else ""
        evening = folded(read.events)
        return _restart_page(tournament=evening, key=new_key(), moved=moved, **shown)
    try:
        take_room(_size(read.events))
    except ImportRefused as refused:
        return _restart_page(error=refused.message, **shown), 422
    token = open_tournament(tournaments(), read.events, key=posted_key(), token=former)
    if former:
        reopen_tables(tournaments().access(token, [Role.ORGANIZER]))
    remember_tournament(token)
    return redirect(url_for("tournaments.show", token=token), 303)


EVENT_BYTES = 500
"""Bytes in the database of an event besides its JSON, at most: row, indexes, names."""


def _size(events: Kinds) -> int:
    """Return the bytes that an evening adds to the database, at most."""
    return sum(EVENT_BYTES + 2 * len(json.dumps(body)) for _, body in events)


def organizer_of(link: str) -> str:
    """Return the organizer's token in an address, or alone; empty if it is none.

    >>> organizer_of("http://192.168.1.10:8080/tournaments/o123456789012345678901_/draw?x=1")
    'o123456789012345678901_'
    """
    found = re.search(r"(?:^|/tournaments/)(o[A-Za-z0-9_-]{22})(?=$|[/?#])", link)
    return found[1] if found else ""


def _restart_page(**context: Any) -> str:
    return render_template("tournaments/restart.html", **context)
