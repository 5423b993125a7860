"""A tournament as a file: saved here; brought from another machine, or from printed codes."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.formats.restart_code import read_restart_codes, restart_codes
from scorekeeper.formats.strict_json import DocumentError
from scorekeeper.formats.tournament_file import write
from scorekeeper.formats.tournament_reader import folded, read
from scorekeeper.service.access import new_key
from scorekeeper.service.tournaments.access import open_tournament
from scorekeeper.web.files import file_answer, file_name, form_size
from scorekeeper.web.rate_limits import limit_imports, limit_opened
from scorekeeper.web.tournament_access import (
    organizer_access,
    posted_key,
    remember_tournament,
    tournaments,
)

bp = Blueprint("tournament_files", __name__, url_prefix="/tournaments")

MAX_FORM = 2 * 1024 * 1024
"""Most bytes of a form with a file; the proxies of the documentation take no more."""


@bp.get("/<token>/tournament.txt")
def document(token: str) -> ResponseReturnValue:
    """Save the file of a tournament."""
    tournament = organizer_access(token).tournament
    name = f"{file_name(tournament.title, 'tournoi')}-{tournament.date}.txt"
    return file_answer(write(tournament), "text/plain; charset=utf-8", name)


@bp.get("/restart")
def choose() -> ResponseReturnValue:
    """Ask for a file, or for the codes of a printed ranking."""
    return _restart_page()


@bp.post("/restart")
@limit_imports
@limit_opened
@form_size(MAX_FORM)
def restart() -> ResponseReturnValue:
    """Show the evening that was read, or what is missing; open it once that is confirmed."""
    file, codes = request.files.get("file"), request.form.get("codes", "")
    content = b""
    if file:
        with file.stream:
            content = file.stream.read()
    try:
        events = read(content) if file else read_restart_codes(codes)
    except DocumentError as error:
        return _restart_page(error=error.message, codes=codes), 422
    if "confirmed" not in request.form:
        tournament = folded(events)
        codes = "\n".join(restart_codes(tournament))
        return _restart_page(tournament=tournament, codes=codes, key=new_key())
    token = open_tournament(tournaments(), events, key=posted_key())
    remember_tournament(token)
    return redirect(url_for("tournaments.show", token=token), 303)


def _restart_page(**context: Any) -> str:
    return render_template("tournaments/restart.html", **context)
