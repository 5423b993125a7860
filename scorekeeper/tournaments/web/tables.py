"""The card of a table, which opens its sheet in every round, and the result of that sheet."""

import hashlib
import hmac
from typing import Any, NamedTuple

from flask import (
    Blueprint,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.i18n.messages import Message
from scorekeeper.sheets.service.access import SheetAccess, SheetRole, new_key
from scorekeeper.sheets.web.access import SHEET, posted_key
from scorekeeper.sheets.web.device import remember_sheet
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.tournaments.errors import SlipDiffers, TournamentRefused
from scorekeeper.tournaments.round import Round
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.tables import (
    accept,
    at_table,
    is_void,
    open_table,
    token_of_table,
)
from scorekeeper.tournaments.service.tokens import Role, card_code
from scorekeeper.tournaments.table_sheet import is_complete, seat_labels
from scorekeeper.tournaments.tournament import Tournament
from scorekeeper.tournaments.web._tournament_page import number_in, tournament_page
from scorekeeper.tournaments.web.access import TOURNAMENT, tournaments
from scorekeeper.web.access import reads, writes
from scorekeeper.web.device import device_key
from scorekeeper.web.rate_limits import WRITES, current_limits
from scorekeeper.web.templating import render_html, with_sign

bp = Blueprint("tournament_tables", __name__)

CARD = "/tournaments/<token>/tables/<int:table>/<code>"


class Seated(NamedTuple):
    """A player or a team at a table."""

    number: int
    label: Message
    """The seat, or the two seats of a team."""
    name: str


def seated_at(tournament: Tournament, round: Round, table: int) -> list[Seated]:
    """Return who sits at a table of a round, North first; nobody if there is no such table."""
    name = tournament.naming(is_team=tournament.regulations.seats_teams)
    seats = round.tables[table - 1] if 0 < table <= len(round.tables) else ()
    labels = seat_labels(len(seats))
    return [Seated(one, label, name(one)) for one, label in zip(seats, labels, strict=True)]


@bp.get(CARD)
@reads(TOURNAMENT, seen_by=[Role.ORGANIZER])
def card(access: TournamentAccess, table: int, code: str) -> ResponseReturnValue:
    """Show who sits at a table in the last round, and the way to its sheet."""
    _require_card(access, table, code)
    round, now = access.tournament.last_round, access.state.last_round
    seated = seated_at(access.tournament, round, table) if round else []
    token = token_of_table(access.tournament, round, table) if round and seated else ""
    sheets = access.repository.sheets
    sheet = sheets.access(token) if token and sheets.is_known(token) else None
    sheet = None if sheet and is_void(sheet.sheet) else sheet
    return tournament_page(
        "card",
        access,
        table=table,
        round=round,
        sitting=seated,
        sheet=sheet,
        is_complete=round and sheet and is_complete(access.tournament, round, sheet.sheet),
        slip=(round if round.is_closed else now).slips.get(table) if round and now else None,
    )


@bp.post(CARD)
@reads(TOURNAMENT, seen_by=[Role.ORGANIZER])
def open_sheet(access: TournamentAccess, table: int, code: str) -> ResponseReturnValue:
    """Open the sheet of a table, or go on with it; a card that was shown in an earlier round
    shows who sits there now."""
    _require_card(access, table, code)
    asked = number_in(request.form, "round")
    current_limits().hit((WRITES, f"table {access.stream} {table} {device_key()}"))
    last = access.tournament.last_round
    if not last or last.number != asked:
        return redirect(url_for(".card", table=table, code=code), 303)
    sheet = open_table(access, asked, table)
    remember_sheet(sheet)
    return redirect(url_for("sheets.show", token=sheet), 303)


def _require_card(access: TournamentAccess, table: int, code: str) -> None:
    """Raise UnknownEntry, which is answered with 404, unless the code is that of the table."""
    right = card_code(access.tournament.room, table)
    if not hmac.compare_digest(right.encode(), code.encode()):
        raise UnknownEntry


@bp.get("/sheets/<token>/result")
@reads(SHEET)
def result(access: SheetAccess) -> ResponseReturnValue:
    """Show what the sheet of a table counts for, who may accept it, and what comes next; 204
    if that is as it was."""
    return _result_page(access)


@bp.post("/sheets/<token>/result")
@writes(SHEET, SheetRole.WRITING)
def accept_result(access: SheetAccess) -> ResponseReturnValue:
    """Accept the result that was shown, in the name of one who sits there."""
    place = at_table(tournaments(), access)
    if place is None:
        return _result_page(access)
    by, seen = number_in(request.form, "by") or -1, request.form.get("base") or "-"
    try:
        accept(access, place.access, by, seen=seen, key=posted_key())
    except SlipDiffers as differs:
        return _refused(access, theirs=differs.known)
    except TournamentRefused as refused:
        return _refused(access, refused=refused.message)
    return redirect(url_for(".result"), 303)


def _refused(access: SheetAccess, **why: Any) -> ResponseReturnValue:
    access.refresh()
    return make_response(_result_page(access, **why), 409)


def _result_page(access: SheetAccess, **context: Any) -> ResponseReturnValue:
    """Return the page; of any other sheet the end of the evening."""
    place = at_table(tournaments(), access)
    if place is None:
        return redirect(url_for("end.show"), 303)
    tournament, round = place.access.tournament, place.round
    last = tournament.rounds[-1] if round.number < len(tournament.rounds) else None
    seated = seated_at(tournament, round, place.table) if place.is_current else []
    is_team, teams = tournament.regulations.seats_teams, tournament.teams
    in_teams = tournament.regulations.ranks_teams and not is_team
    people = [n for one in seated for n in (teams[one.number] if is_team else one[:1])]
    ranked = [tournament.team_of[n - 1] if in_teams else n for n, *_ in seated]
    faults = [one for one in round.penalties if one.who in ranked]
    counts = (place.slip, faults, round.is_closed) if access.may_write else place.is_accepted
    seen = repr((access.etag, counts, last and (last.tables, last.exempt), tournament.is_over))
    etag = hashlib.sha256(f"{seen}{place.is_complete}".encode()).hexdigest()[:16]
    if request.args.get("v") == etag:
        return "", 204
    return render_template(
        "tournaments/result.html",
        etag=etag,
        access=access,
        place=place,
        tournament=tournament,
        sitting=seated,
        people=sorted(people, key=lambda n: n == _writer(access, place.access)),
        faults=faults,
        next=last,
        seats={
            one.number: (table, one.label)
            for table in ({last.table_of(one.number) for one in seated} if last else ())
            for one in seated_at(tournament, last or round, table)
        },
        figure=render_html if tournament.regulations.has_sides else with_sign,
        key=new_key(),
        **{"theirs": None, "refused": None, **context},
    )


def _writer(access: SheetAccess, tournament: TournamentAccess) -> int:
    """Return whose device this is, if it wrote on the sheet: he accepts last; 0 otherwise."""
    known: dict[str, int] = session.get("me", {})
    wrote = access.token in session.get("written", [])
    return known.get(tournament.read_token, 0) if wrote else 0
