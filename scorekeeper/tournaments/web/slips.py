"""The desk of a round: slips typed from paper, checked, typed twice."""

from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.names import NAME_LENGTH, clean
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.tournaments import rounds
from scorekeeper.tournaments.errors import SlipDiffers, TournamentRefused
from scorekeeper.tournaments.regulations import BELOTE, DECK, Regulations
from scorekeeper.tournaments.round import Round, TableResult
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.tables import (
    AtTable,
    accept,
    notify_table,
    reopen_table,
    slip_beside,
    table_sheets,
    token_of_table,
)
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.slips import HOWS, SlipCheck, averaged, check_slip, knows_sums
from scorekeeper.tournaments.table_sheet import stopped
from scorekeeper.tournaments.tournament import Tournament
from scorekeeper.tournaments.web._tournament_page import (
    number_in,
    signed_number,
    tournament_page,
)
from scorekeeper.tournaments.web.access import TOURNAMENT, posted_key
from scorekeeper.web.access import reads, writes

bp = Blueprint(
    "tournament_slips", __name__, url_prefix="/tournaments/<token>/rounds/<int:number>"
)

COUNTED = ("belotes", "capots", "extra", "deals")
"""The fields of a slip beside the points."""

HOW_MANY = msg("Combien de donnes cette table a-t-elle jouées ?")

NO_NUMBER = msg("Il manque un nombre, ou ce qui est écrit n'en est pas un.")


def read_slip(form: Any, seats: int, regulations: Regulations) -> TableResult | None:
    """Return the result of a form; nothing if a number is missing or is none."""
    how, _, loser = form.get("how", "played").partition(" ")
    counted = [signed_number(form.get(name, "") or "0") for name in COUNTED]
    points = [signed_number(text) for text in form.getlist("points")]
    if how == "forfeit" and loser and seats == 2:
        won = regulations.forfeit_points
        points = [0, won] if loser == "1" else [won, 0]
    elif how == "half" or (how == "average" and not regulations.has_sides):
        half = (counted[-1] or 0) * DECK // 2 or regulations.half
        points = [half if regulations.has_sides else 0] * seats
    numbers = [number for number in (*points, *counted) if number is not None]
    is_whole = len(points) == seats and len(numbers) == seats + len(counted)
    if (
        not is_whole
        or min(numbers[-1], *numbers[seats:-2]) < 0
        or how not in ("played", "rest", *HOWS)
    ):
        return None
    belotes, capots, extra, deals = numbers[seats:]
    reason = clean(form.get("reason", ""), NAME_LENGTH)
    return TableResult(tuple(numbers[:seats]), belotes, capots, extra, deals, how, reason)


@bp.get("/slips")
@reads(TOURNAMENT, Role.DESK, Role.REFEREE)
def show(access: TournamentAccess, number: int) -> ResponseReturnValue:
    """Show the slip to be typed next, or that of a table, and which are missing."""
    return _slips_page(access, access.tournament.round(number))


@bp.post("/slips")
@writes(TOURNAMENT, Role.DESK, Role.REFEREE)
def add(access: TournamentAccess, number: int) -> ResponseReturnValue:
    """Record the slip of a table once its sum is right; what is wrong or in doubt is shown
    with its likely causes, and a cause fills the form; what was typed otherwise before is
    shown beside it. Or accept the sheet that the table keeps on a phone."""
    form = request.form
    tournament, table = access.tournament, number_in(form, "table")
    round = tournament.round(number)
    if not 0 < table <= len(round.tables):
        raise UnknownEntry
    if "accept" in form:
        return _accept(access, round, table)
    if "reopen" in form:
        sheet = reopen_table(access, number, table, key=posted_key())
        return redirect(url_for("sheets.show", token=sheet), 303)
    seats = len(tournament.sides(round.tables[table - 1]))
    result = read_slip(form, seats, _regulations_of(tournament, round))
    if result is None:
        return _slips_page(access, round, table=table, refused=NO_NUMBER), 422
    if result.how == "rest":
        missing = tournament.deals_of(round) - result.deals
        if not result.deals or missing < 0:
            return _slips_page(access, round, table=table, refused=HOW_MANY), 422
        result = averaged(result.points, missing)
    if result.how in ("played", "half") and not result.deals:
        result = result._replace(deals=round.clock.deals)
    check = check_slip(tournament, number, table, result)
    if asked := _asked_first(access, round, table, check):
        return asked
    try:
        shown = access.state_shown(form.get("page", ""), rounds.RESEATED)
        key, seen = posted_key(), form.get("beside", "")
        beside = slip_beside(access, round, table, seen, check.result, key)
        slip = number, table, check.result, number_in(form, "seen"), shown, beside
        access.record("slip", rounds.record_slip, *slip, key=key)
    except SlipDiffers as differs:
        both = differs.known, check.result
        return _slips_page(access, round, table=table, both=both, seen=differs.seq), 409
    except TournamentRefused as refused:
        place = "must_say" if refused.message == rounds.NO_REASON else "refused"
        return _slips_page(access, round, table=table, **{place: refused.message}), 409
    notify_table(access, number, table)
    address = url_for("tournament_slips.show", number=number, done=table)
    return redirect(address, 303)


def _asked_first(
    access: TournamentAccess, round: Round, table: int, check: SlipCheck
) -> ResponseReturnValue | None:
    """Return the page of a slip that is not to be recorded yet, if so: a cause fills it, its
    sum is wrong, its table still plays, or it is in doubt."""
    form = request.form
    if "fill" in form:
        return _slips_page(access, round, table=table, check=check)
    if not check.ok:
        return _slips_page(access, round, table=table, check=check), 422
    if form.get("anyway"):
        return None
    if _is_early(access, round, table, check.result):
        return _slips_page(access, round, table=table, early=check.result), 409
    known = round.slips.get(table)
    if check.is_doubtful and not (known and known.result.is_same(check.result)):
        return _slips_page(access, round, table=table, check=check), 409
    return None


def _is_early(access: TournamentAccess, round: Round, table: int, result: TableResult) -> bool:
    """Return True if the table plays on a phone and is not there yet: the slip of another one,
    unless the form says how many deals it has played."""
    sheet = table_sheets(access, round).get(table)
    if sheet is None or table in round.slips or result.how != "played":
        return False
    place = AtTable(access, round, table, sheet.sheet)
    is_other = result.points != place.result.points
    said = number_in(request.form, "deals")
    return place.is_playing and is_other and said in (0, round.clock.deals)


def _regulations_of(tournament: Tournament, round: Round) -> Regulations:
    """Return the regulations as they hold for a round, which may have been shortened."""
    return tournament.regulations._replace(deals=tournament.deals_of(round))


def _accept(access: TournamentAccess, round: Round, table: int) -> ResponseReturnValue:
    """Accept the result of the sheet of a table, as it was shown."""
    sheet = access.repository.sheets.access(token_of_table(access.tournament, round, table))
    try:
        accept(sheet, access, seen=request.form["accept"] or "-", key=posted_key())
    except TournamentRefused as refused:
        return _slips_page(access, round, table=table, refused=refused.message), 409
    return redirect(url_for(".show", number=round.number, done=table), 303)


def _slips_page(access: TournamentAccess, round: Round, **context: Any) -> str:
    tournament, missing = access.tournament, round.missing
    regulations = tournament.regulations
    done = number_in(request.args, "done")
    asked = context.pop("table", 0) or number_in(request.args, "table")
    table = asked if 0 < asked <= len(round.tables) else 0
    typed = request.args.get("table", "") if not table else ""
    if typed:
        context["refused"] = msg("Il n'y a pas de table %(n)s.", n=typed)
    next_missing = next((n for n in missing if n > done), missing[0] if missing else 0)
    checks = regulations.has_sides and knows_sums(tournament)
    last, at = round.slips.get(done), table or next_missing
    check: SlipCheck | None = context.get("check")
    filled = check.mended(number_in(request.form, "fill")) if check else None
    form = _as_typed(filled) if filled else request.form
    slip = round.slips.get(at)
    sheets = table_sheets(access, round)
    phones = {n: AtTable(access, round, n, sheet.sheet) for n, sheet in sheets.items()}
    late = {n: place.late for n, place in phones.items() if place.is_changed and place.late}
    if slip and at in phones and phones[at].is_changed and not context.get("both"):
        context |= {"both": (slip.result, phones[at].now), "seen": slip.seq}
    if request.form:  # what was typed did not see what has come since
        seen = number_in(request.form, "seen")
    else:  # of a closed round the page shows this result
        seen = slip.seq if slip and round.is_closed else 0
    return tournament_page(
        "slips",
        access,
        round=round,
        table=at,
        focus=_focus(form.getlist("points"), check.result.points if check and filled else ())
        if table or ("table" in request.args and not typed)
        else -1,
        slip=slip,
        done=last and done,
        names={n: tournament.side_names(round.tables[n - 1]) for n in missing},
        hows=HOWS,
        counts=("belotes", "capots") if checks else (),
        is_free=regulations.has_sides and not checks,
        phones=phones,
        late={n: sheets[n].event(seq).at for n, seq in late.items()},
        phone=token_of_table(tournament, round, at) if at in phones else "",
        stopped=stopped(tournament, round, phones[at].sheet) if at in phones else None,
        deck=(DECK, BELOTE, regulations.capot - DECK),
        half=_regulations_of(tournament, round).half,
        typed=form,
        filled=filled,
        **{"check": None, "both": (), "early": None, "refused": None, "must_say": None}
        | {"seen": seen, **context},
    )


def _as_typed(result: TableResult) -> MultiDict[str, str]:
    """Return the form that says a result, with the reason that was typed."""
    counted = ((name, str(getattr(result, name) or "")) for name in COUNTED)
    points = (("points", str(number)) for number in result.points)
    return MultiDict([*points, *counted, ("reason", request.form.get("reason", ""))])


def _focus(texts: list[str], before: tuple[int, ...]) -> int:
    """Return the place of the number to look at: the first one that was filled in, or the
    first that is missing."""
    numbers = [signed_number(text) for text in texts]
    waits = (
        number is None or (before and number != before[place])
        for place, number in enumerate(numbers)
    )
    return next((place for place, is_so in enumerate(waits) if is_so), 0)
