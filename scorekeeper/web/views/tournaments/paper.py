"""The papers of a tournament: which there are, and each as pages to be printed."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from segno.helpers import make_wifi_data

from scorekeeper.formats.restart_code import restart_codes
from scorekeeper.reports.print_layout.lists import set_list, stacked
from scorekeeper.reports.print_layout.paper import MARGIN, PAPERS, Paper
from scorekeeper.reports.tournament_papers import (
    DOCUMENTS,
    HALF_A_PAGE,
    TO_TARGET,
    Document,
    Papers,
)
from scorekeeper.service.errors import UnknownEntry
from scorekeeper.service.tournaments.access import TournamentAccess
from scorekeeper.service.tournaments.rounds import drawn, wanted
from scorekeeper.tournaments.draw import DrawImpossible, Seating
from scorekeeper.tournaments.tournament import Round, Tournament
from scorekeeper.web.language import current_language
from scorekeeper.web.qr_code import qr_code, server_address
from scorekeeper.web.tournament_access import organizer_access
from scorekeeper.web.views._paper import asked_paper

RESTART_CODE, RESTART_WORDS = 60, 24
"""Millimeters of a restart code with its space, and of the words beside them."""

bp = Blueprint("tournament_paper", __name__, url_prefix="/tournaments/<token>/paper")


@bp.get("")
def index(token: str) -> ResponseReturnValue:
    """Show what there is to print: before, at each round, at the end."""
    desk = organizer_access(token)
    return render_template(
        "tournaments/paper/index.html",
        desk=desk,
        documents=[one for one in DOCUMENTS.values() if _is_offered(desk.tournament, one)],
        round_of=lambda document: _round_of(desk.tournament, document),
        paper=asked_paper(),
        papers=PAPERS,
    )


@bp.route("/<document>", methods=["GET", "POST"])
def show(token: str, document: str) -> ResponseReturnValue:
    """Show one paper, page by page. Only the form of the Wi-Fi is posted: its password stays
    out of addresses and is kept nowhere."""
    desk = organizer_access(token)
    if document not in DOCUMENTS or not _is_offered(desk.tournament, DOCUMENTS[document]):
        raise UnknownEntry
    asked, paper = DOCUMENTS[document], asked_paper()
    round = _round_of(desk.tournament, asked, request.args.get("round", type=int))
    papers = Papers(desk.tournament, current_language().translate, round)
    parts = [DOCUMENTS[name] for name in asked.of] or [asked]
    side = "-landscape" if asked.is_landscape else ""
    return render_template(
        "tournaments/paper/show.html",
        desk=desk,
        document=asked,
        parts=[{"document": part, **_part(desk, papers, part, paper)} for part in parts],
        of=papers,
        paper=paper,
        papers=PAPERS,
        page_style=f"on-{paper.name}{side}",
    )


def _is_offered(tournament: Tournament, document: Document) -> bool:
    """Return True if there is something to print."""
    regulations = tournament.regulations
    has_prizes = any((regulations.grid, regulations.last_two, regulations.everyone))
    return (has_prizes or not document.is_of_prizes) and (
        not document.needs_round or _round_of(tournament, document) is not None
    )


def _round_of(
    tournament: Tournament, document: Document, number: int | None = None
) -> Round | None:
    """Return the round that a paper is about: the one that is asked for, else the last one."""
    rounds = [one for one in tournament.rounds if one.is_closed or not document.needs_results]
    return next((one for one in reversed(rounds) if number in (None, one.number)), None)


def _part(
    desk: TournamentAccess, papers: Papers, document: Document, paper: Paper
) -> dict[str, Any]:
    """Return what the template of a paper needs besides."""
    if document.listing:
        listing = document.listing(papers)
        codes = restart_codes(desk.tournament) if document.name == "ranking" else ()
        rows = -(-len(codes) // ((paper.width - 2 * MARGIN) // RESTART_CODE))
        setting = set_list(
            listing.groups,
            listing.heads,
            paper,
            least=document.least,
            is_landscape=document.is_landscape,
            foot=RESTART_WORDS + rows * RESTART_CODE if codes else 0,
        )
        return {"listing": listing, "setting": setting, "codes": list(map(qr_code, codes))}
    return (
        PARTS[document.template](desk, papers, paper.name == "a5")
        if document.template in PARTS
        else {}
    )


def _table_sheets(desk: TournamentAccess, papers: Papers, is_small: bool) -> dict[str, Any]:
    regulations = papers.regulations
    lines = regulations.deals or TO_TARGET
    return {
        **_cut(papers.table_sheets(), 1 if is_small or lines > HALF_A_PAGE else 2),
        "deck": regulations.deck(regulations.deals, 0, 0),
        "capot": regulations.deck(0, 0, 1),
    }


def _itineraries(desk: TournamentAccess, papers: Papers, is_small: bool) -> dict[str, Any]:
    rounds = _planned(desk.tournament, papers.round) if papers.round else []
    return {**_cut(papers.itineraries(rounds), 4 if is_small else 10), "rounds": rounds}


def _planned(tournament: Tournament, first: Round) -> list[Round]:
    """Return a round and those that follow from it: in the FFT's movement all of them."""
    planned = [first]
    if first.draw == "fft" and first is tournament.last_round:
        asked = wanted(tournament, 0, "fft")
        with suppress(DrawImpossible):
            while asked.round <= asked.rounds and (seats := drawn(asked)).kind == "fft":
                planned.append(Round(asked.round, "fft", seats.tables, seats.exempt))
                earlier = (*asked.earlier, Seating(seats.tables, seats.exempt))
                asked = asked._replace(round=asked.round + 1, earlier=earlier)
    return planned


def _slips(desk: TournamentAccess, papers: Papers, is_small: bool) -> dict[str, Any]:
    return _cut(range(1, papers.table_count() + 1), 4)


def _numbers(desk: TournamentAccess, papers: Papers, is_small: bool) -> dict[str, Any]:
    return _cut(range(1, papers.table_count() + 1), 2)


def _wall(desk: TournamentAccess, papers: Papers, is_small: bool) -> dict[str, Any]:
    address = server_address(url_for("tournaments.show", token=desk.read_token))
    shown: dict[str, Any] = {"address": address, "code": qr_code(address)}
    if network := request.form.get("network", "")[:32]:  # all that a network takes
        password = request.form.get("password", "")[:63]
        wifi = make_wifi_data(network, password or None, "WPA" if password else None)
        shown |= {"network": network, "password": password, "wifi": qr_code(wifi)}
    return shown


def _cut(pieces: Sequence[object], up: int) -> dict[str, Any]:
    return {"pages": stacked(pieces, up), "up": up}


PARTS = {
    "table_sheets": _table_sheets,
    "itineraries": _itineraries,
    "slips": _slips,
    "numbers": _numbers,
    "wall": _wall,
}
"""What each template needs, by its name."""
