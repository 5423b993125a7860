"""The papers of a tournament: which there are, and each as pages to be printed."""

import re
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.sheets.reports.paper import MARGIN, PAPERS, Paper
from scorekeeper.sheets.web._paper import asked_paper
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.tournaments.formats.restart_code import restart_codes
from scorekeeper.tournaments.papers.documents import (
    BEFORE,
    DOCUMENTS,
    MOST_DEALS,
    ROUND,
    TO_TARGET,
    Document,
    Papers,
)
from scorekeeper.tournaments.papers.lists import set_list, stacked
from scorekeeper.tournaments.person import MAX_PEOPLE
from scorekeeper.tournaments.prizes import is_settled
from scorekeeper.tournaments.round import Round
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.tokens import Role, card_code
from scorekeeper.tournaments.tournament import Tournament
from scorekeeper.tournaments.web._tournament_page import number_in, tournament_page
from scorekeeper.tournaments.web.access import TOURNAMENT
from scorekeeper.web.access import reads
from scorekeeper.web.language import current_language
from scorekeeper.web.qr_code import qr_code, qr_codes, server_address
from scorekeeper.web.worker import in_worker

RESTART_CODE, RESTART_WORDS, RESTART_SPACE = 60, 24, 8
"""Millimeters of a restart code with its space, of the words over them, and of what they need
besides where the words stand beside them."""

RESTARTS = ("ranking", "seats-by-table")
"""The papers that carry the restart codes: what is printed when something was published."""

GIVEN = ("winners", "receipts")
"""The papers with who receives what."""

QR_AT_ONCE = 6000
"""Characters of QR codes that are drawn in the request: two restart codes, or the cards of
sixty tables, take a fifth of a second."""

HALF_A_PAGE = 12
"""Most lines of a score sheet on half of a page."""

bp = Blueprint("tournament_paper", __name__, url_prefix="/tournaments/<token>/paper")


@bp.get("")
@reads(TOURNAMENT, Role.ORGANIZER)
def index(access: TournamentAccess) -> ResponseReturnValue:
    """Show what there is to print: before, at each round, at the end."""
    rounds = {name: _round_of(access.tournament, DOCUMENTS[name]) for name in DOCUMENTS}
    return tournament_page(
        "paper/index",
        access,
        documents=[
            DOCUMENTS[name] for name in DOCUMENTS if _is_offered(access.tournament, name)
        ],
        rounds=rounds,
        paper=asked_paper(),
        papers=PAPERS,
    )


@bp.route("/<document>", methods=["GET", "POST"])
@reads(TOURNAMENT, Role.ORGANIZER)
def show(access: TournamentAccess, document: str) -> ResponseReturnValue:
    """Show one paper, page by page. Only the form of the Wi-Fi is posted: its password stays
    out of addresses and is kept nowhere."""
    number = number_in(request.args, "round")
    if not _is_offered(access.tournament, document, number):
        raise UnknownEntry
    asked, paper = DOCUMENTS[document], asked_paper()
    round = _round_of(access.tournament, asked, number)
    papers = Papers(access.tournament, current_language().translate, round)
    parts = [DOCUMENTS[name] for name in asked.of or (document,)]
    return tournament_page(
        "paper/show",
        access,
        document=asked,
        parts=[{"document": part, **_part(access, papers, part, paper)} for part in parts],
        of=papers,
        is_provisional=document in GIVEN and not is_settled(access.tournament),
        paper=paper,
        papers=PAPERS,
        page_style=f"on-{paper.name}",
    )


def _is_offered(tournament: Tournament, name: str, number: int = 0) -> bool:
    """Return True if there is such a paper, and something to print on it."""
    regulations = tournament.regulations
    lacks = {"prizes": not regulations.has_prizes, "till": not regulations.entry}
    lacks |= dict.fromkeys(GIVEN, lacks["prizes"])
    if name not in DOCUMENTS or lacks.get(name):
        return False
    is_of_round = DOCUMENTS[name].when != BEFORE
    return not is_of_round or _round_of(tournament, DOCUMENTS[name], number) is not None


def _round_of(tournament: Tournament, document: Document, number: int = 0) -> Round | None:
    """Return the round that a paper is about: the one that is asked for, else the last one;
    rankings need one whose results count."""
    is_early = document.when in (BEFORE, ROUND)
    rounds = [one for one in tournament.rounds if one.is_closed or is_early]
    return next((one for one in reversed(rounds) if number in (0, one.number)), None)


def _part(
    access: TournamentAccess, papers: Papers, document: Document, paper: Paper
) -> dict[str, Any]:
    """Return what the macro of a paper needs."""
    is_small, regulations = paper.name == "a5", papers.regulations
    if document.listing:
        listing = document.listing(papers)
        published = access.tournament.as_published  # these papers hang on the wall
        codes = restart_codes(published) if document.name in RESTARTS else ()
        in_row = (paper.width - 2 * MARGIN) // RESTART_CODE
        above = RESTART_SPACE if len(codes) < in_row else RESTART_WORDS
        foot = above + -(-len(codes) // in_row) * RESTART_CODE if codes else 0
        options: Any = {"least": document.least, "foot": foot}
        setting = set_list(*listing, paper, **options)
        if document.whole:
            whole = document.whole(papers)
            layout = set_list(*whole, paper, **options)
            sheets = [len(one.pages) + one.is_foot_apart for one in (layout, setting)]
            if layout.size >= document.least and sheets[0] <= sheets[1]:
                listing, setting = whole, layout
        return {"listing": listing, "setting": setting, "codes": _qr_codes(codes)}
    if document.name == "wall":
        return _wall(access)
    if document.name == "cards":
        asked = min(number_in(request.args, "tables"), MAX_PEOPLE // 2)
        count = asked or papers.table_count()
        addresses = [_card(access, n) for n in range(1, count + 1)]
        codes = _qr_codes(addresses)
        cards = zip(range(1, count + 1), addresses, codes, strict=True)
        return {**_cut([*cards], 4), "count": count}
    if document.name == "table-sheets":
        lines = min(regulations.deals or TO_TARGET, MOST_DEALS)
        up = 1 if is_small or lines > HALF_A_PAGE else 2
        return {**_cut(papers.table_sheets(), up), "lines": lines}
    up = 2 if document.name == "numbers" else 4
    return _cut(range(1, papers.table_count() + 1), up)


def _cut(pieces: Sequence[object], most: int) -> dict[str, Any]:
    """Return pieces on as few pages as can be, each as high as the others allow."""
    pages = stacked(pieces, most)
    return {"pages": pages, "up": max(map(len, pages))}


def _qr_codes(texts: Sequence[str]) -> tuple[Markup, ...]:
    if sum(map(len, texts)) <= QR_AT_ONCE:
        return qr_codes(tuple(texts))
    return in_worker(qr_codes, tuple(texts))


def _card(access: TournamentAccess, table: int) -> str:
    """Return the address that opens the sheet of a table in every round."""
    code = card_code(access.tournament.room, table)
    path = url_for("tournament_tables.card", token=access.read_token, table=table, code=code)
    return server_address(path)


def _wall(access: TournamentAccess) -> dict[str, Any]:
    address = server_address(url_for("tournaments.show", token=access.read_token))
    shown: dict[str, Any] = {"address": address, "code": qr_code(address)}
    if network := request.form.get("network", "")[:32]:  # all that a network takes
        password = request.form.get("password", "")[:63]
        name, word = (re.sub(r'([\\;,":])', r"\\\1", text) for text in (network, password))
        wifi = qr_code(f"WIFI:T:{'WPA' if word else 'nopass'};S:{name};P:{word};;")
        shown |= {"network": network, "password": password, "wifi": wifi}
    return shown
