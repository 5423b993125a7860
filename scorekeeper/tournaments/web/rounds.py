"""The rounds of a tournament: the next draw as a preview, seats, and how they are mended."""

import re
from functools import partial
from hashlib import sha256
from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.tournaments import rounds
from scorekeeper.tournaments.draw import DrawResult
from scorekeeper.tournaments.draw.mending import Mended, places_for
from scorekeeper.tournaments.errors import AlreadyPublished, TournamentRefused
from scorekeeper.tournaments.next_round import (
    FINAL_SIZES,
    draw_request,
    drawn,
    final_draws,
    final_sizes,
    fingerprint,
    kind_of_draw,
    parted_by_final,
)
from scorekeeper.tournaments.people import alone, attend
from scorekeeper.tournaments.round import Round, Table
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.next_steps import next_steps
from scorekeeper.tournaments.service.tables import (
    follow_names,
    readable_sheets,
    table_sheets,
    withdraw,
)
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.table_sheet import seat_labels
from scorekeeper.tournaments.tournament import Tournament
from scorekeeper.tournaments.web._tournament_page import (
    SEATS,
    SIDES,
    holds,
    number_in,
    tournament_page,
)
from scorekeeper.tournaments.web.access import TOURNAMENT, posted_key
from scorekeeper.web.access import reads, writes
from scorekeeper.web.templating import fragment
from scorekeeper.web.worker import in_worker

bp = Blueprint("tournament_rounds", __name__, url_prefix="/tournaments/<token>")

KINDS = {
    "fft": msg("mouvement de la FFT"),
    "random": msg("tirage au sort"),
    "ranking": msg("ordre du classement"),
    "final": msg("finale"),
    "manual": msg("à la main"),
}
"""Ways to draw a round, in the words of its page."""


def read_seats(text: str) -> tuple[tuple[Table, ...], tuple[int, ...]]:
    """Return tables and who is exempt from lines that begin with a number; tables are apart by
    an empty line, and one who is alone is exempt.

    >>> read_seats("3 Zoé\\n1 Anne\\n\\n2 Max")
    (((3, 1),), (2,))
    """
    blocks = re.split(r"\n\s*\n", text[:40_000].replace("\r", "").strip())
    read = [re.findall(r"^\s*([0-9]{1,4})\b", block, re.M) for block in blocks]
    numbers = [tuple(map(int, block)) for block in read]
    return tuple(n for n in numbers if len(n) > 1), tuple(n[0] for n in numbers if len(n) == 1)


@bp.get("/draw")
@reads(TOURNAMENT, Role.ORGANIZER)
def draw(access: TournamentAccess) -> ResponseReturnValue:
    """Show the next round as it would be drawn; nothing is published. A link of a page
    that was opened before seats were published does not lead to the round after."""
    if number := number_in(request.args, "number"):
        try:
            rounds.require_next(access.tournament, number)
        except AlreadyPublished as stale:
            return _stale_page(access, number, stale.message)
        except TournamentRefused as refused:
            return _draw_page(access, request.args, refused.message)
    return _draw_page(access, request.args)


@bp.post("/rounds")
@writes(TOURNAMENT, Role.ORGANIZER)
def publish(access: TournamentAccess) -> ResponseReturnValue:
    """Publish the next round as its preview has shown it."""
    form, key = request.form, posted_key()
    kind, number = form.get("kind", ""), number_in(form, "number")
    seed, seen = number_in(form, "seed"), form.get("seen", "")
    draws = partial(in_worker, drawn)
    try:
        if kind == "manual":
            shown = access.state_shown(seen, rounds.CHANGED)
            seats = *read_seats(form.get("seats", "")), shown
            access.record("published", rounds.publish_by_hand, number, *seats, key=key)
        elif kind == "final":
            shown = access.state_shown(seen, rounds.CHANGED)
            final = *_final_asked(access.tournament, form, seed), shown, draws
            access.record("published", rounds.publish_final, number, *final, key=key)
        else:
            access.record(
                "published", rounds.publish, number, seed, kind, seen, draws, key=key
            )
    except AlreadyPublished as stale:
        return _stale_page(access, number, stale.message), 409
    except TournamentRefused as refused:
        return _draw_page(access, form, refused.message), 409
    last = len(access.tournament.rounds)
    return redirect(url_for("tournament_rounds.show", number=last), 303)


def _stale_page(access: TournamentAccess, number: int, refused: Message) -> str:
    """Say what was published since, without a form that would publish the next round."""
    since = access.tournament.rounds[max(number, 1) - 1 :]
    return tournament_page("stale_draw", access, since=since, refused=refused)


def _draw_page(access: TournamentAccess, form: Any, refused: Message | None = None) -> str:
    tournament, asked = access.tournament, None
    draws: tuple[DrawResult, ...] = ()
    last, usual = tournament.last_round, kind_of_draw(tournament)
    shown = partial(tournament_page, "draw", access, number=len(tournament.rounds) + 1)
    if last and tournament.is_over and "kind" not in form:
        return shown(steps=next_steps(tournament), kind=usual, refused=refused)
    after = {"ranking"} | ({"final"} if tournament.regulations.has_final else set())
    offered = {usual, "random", "manual"} | (after if last and last.is_closed else set())
    kinds = {code: KINDS[code] for code in (usual, *KINDS) if code in offered}
    kind = form.get("kind") if form.get("kind") in kinds else usual
    seed = number_in(form, "seed") % 2**31 or _usual_seed(access)
    final = _final_asked(tournament, form, seed)
    try:
        if kind == "final":
            draws = final_draws(tournament, *final, partial(in_worker, drawn))
        else:
            asked = draw_request(tournament, seed, usual if kind == "manual" else kind)
            draws = (in_worker(drawn, asked),)
    except TournamentRefused as refusal:
        refused = refused or refusal.message
    return shown(
        kinds=kinds,
        kind=kind,
        seed=seed,
        size=final[0],
        finals=sorted(final_sizes(tournament)),
        parted=parted_by_final(tournament, final[0]),
        others=kind == "final" and final[1] is not None,
        asked=asked,
        draws=draws,
        seen=fingerprint(asked) if asked and kind != "manual" else tournament.etag,
        refused=refused,
        typed=form.get("seats", ""),
        alone=alone(tournament) if tournament.regulations.seats_teams else (),
    )


def _final_asked(tournament: Tournament, form: Any, seed: int) -> tuple[int, int | None]:
    """Return how many play a final, and the seed of its consolante if there is one."""
    asked, possible = number_in(form, "size"), final_sizes(tournament)
    size = asked if asked in FINAL_SIZES else (*possible, *FINAL_SIZES)[0]
    return size, seed if "others" in form else None


def _usual_seed(access: TournamentAccess) -> int:
    """Return the usual seed of the next draw, derived from the organizer's token, so that
    readers cannot predict the draw."""
    return int.from_bytes(sha256(f"{access.token} {access.etag}".encode()).digest()[:4]) >> 1


@bp.get("/rounds/<int:number>")
@reads(TOURNAMENT, seen_by=[Role.ORGANIZER])
def show(access: TournamentAccess, number: int) -> ResponseReturnValue:
    """Show who sits where in a round; to the organizer also what mends it. A page of seats
    that were taken back leads to the tournament."""
    if _is_withdrawn(access.tournament, number):
        return redirect(url_for("tournaments.show"))
    return _seats_page(access, number)


def _is_withdrawn(tournament: Tournament, number: int) -> bool:
    """Return True if the seats of a round were taken back and no others published since."""
    is_known = any(round.number == number for round in tournament.withdrawn)
    return is_known and number > len(tournament.rounds)


def _seats_page(access: TournamentAccess, number: int, refused: Message | None = None) -> str:
    round = access.tournament.round(number)
    is_shared = access.role is Role.READING and not round.is_closed  # then it shows no sheets
    if is_shared and "q" not in request.args:
        key = ("tournament seats", access.token, access.tournament.shown, number)
        content = fragment(key, lambda: _seats(access, round))
    else:
        content = Markup(_seats(access, round, refused))
    return tournament_page("round", access, round=round, content=content)


def _seats(access: TournamentAccess, round: Round, refused: Message | None = None) -> str:
    """Return what a page of seats shows."""
    tournament, one = access.tournament, number_in(request.args, "one")
    words = request.args.get("q", "")
    regulations = tournament.regulations
    is_team = regulations.seats_teams
    seated_name = tournament.naming(is_team=is_team)
    placed = round.seated | {*round.exempt}
    mends = access.may_organize and not round.is_closed
    late = tournament.late_for(round) if mends else ()
    one = one if mends and one in placed.union(late) else 0
    before = _seats_before(access, round) if mends else None
    now, then = (_places(one) if one else {} for one in (round, before))
    return tournament_page(
        "_round",
        access,
        round=round,
        seat_names=SIDES if is_team else SEATS,
        seat_labels=seat_labels(max(regulations.table_sizes)),
        sheets=readable_sheets(access, round),
        phones=table_sheets(access, round) if one or late else {},
        mends=mends,
        one=one,
        late=late,
        moved={n: now.get(n) for n in then | now if before and then.get(n) != now.get(n)},
        before=before,
        sought=[
            (n, table)
            for n, table in enumerate(round.tables, 1)
            if not words or holds("".join(map(seated_name, table)), words)
        ],
        places=_proposals(tournament, round, late) if late and not one else (),
        ways_out=_proposals(tournament, round, (), one) if one in placed else (),
        refused=refused,
    )


def _proposals(
    tournament: Tournament, round: Round, late: tuple[int, ...], gone: int = 0
) -> list[Mended]:
    """Return how those who are late can sit down, or what becomes of the tables once somebody
    is gone; a table that has its slip stays as it is."""
    regulations, found = tournament.regulations, []
    first = len(round.tables) - len(round.consolation)
    final, others = round.tables[:first], round.tables[first:]
    is_of_final = not others or gone in round.finalists
    for mended in places_for(
        late,
        [tuple(n for n in t if n != gone) for t in (final if is_of_final else others)],
        regulations.seats,
        regulations.odd,
        [n for n in round.exempt if n != gone],
        tournament.forbidden,
    ):
        tables = mended.tables + others if is_of_final else final + mended.tables
        changed = round.changed_by(tables)
        if not round.slips.keys() & {*changed}:
            found.append(mended._replace(tables=tables, changed=changed))
    return found


@bp.post("/rounds/<int:number>/seats")
@writes(TOURNAMENT, Role.ORGANIZER)
def mend(access: TournamentAccess, number: int) -> ResponseReturnValue:
    """Change the seats of a round: two people swap, or as a proposal says, of which one may be
    gone for the evening."""
    form, key = request.form, posted_key()
    one, other, gone = (number_in(form, name) for name in ("one", "other", "gone"))
    to = {one: other, other: one}
    try:
        shown = access.state_shown(form.get("seen", ""), rounds.CHANGED)
        seen = (shown or access.tournament).round(number)
        tables = tuple(tuple(to.get(n, n) for n in table) for table in seen.tables)
        seats = tables, tuple(to.get(n, n) for n in seen.exempt)
        if "seats" in form:
            seats = read_seats(form["seats"])
        open_sheets = table_sheets(access, seen)
        access.record("reseated", rounds.reseat, number, *seats, shown, key=key)
        follow_names(access)
        changed = seen.changed_by(access.tournament.round(number).tables)
        moved_away = [sheet.sheet_id for n, sheet in open_sheets.items() if n in changed]
        access.repository.journal.tell(moved_away, "noted")
        if gone in access.tournament.ranked or gone in access.tournament.here:
            teams = (
                access.tournament.teams if access.tournament.regulations.seats_teams else {}
            )
            people = teams.get(gone, (gone,))
            access.record("attending", attend, people, False, key=f"{key}-gone")
    except TournamentRefused as refused:
        return _seats_page(access, number, refused.message), 409
    told: dict[str, Any] = {} if gone else {"before": form.get("seen"), "after": access.etag}
    return redirect(url_for("tournament_rounds.show", number=number, **told), 303)


@bp.post("/rounds/<int:number>/withdrawal")
@writes(TOURNAMENT, Role.ORGANIZER)
def withdraw_seats(access: TournamentAccess, number: int) -> ResponseReturnValue:
    """Take the seats of the last round back; a second tap finds them gone."""
    if not _is_withdrawn(access.tournament, number):
        try:
            shown = access.state_shown(request.form.get("seen", ""), rounds.CHANGED)
            withdraw(access, number, shown, posted_key())
        except TournamentRefused as refused:
            return _seats_page(access, number, refused.message), 409
    return redirect(url_for("tournaments.show"), 303)


def _places(round: Round) -> dict[int, tuple[int, int]]:
    """Return the table of everybody who sits, and the place of his seat at it."""
    tables = enumerate(round.tables, 1)
    return {n: (table, seat) for table, seats in tables for seat, n in enumerate(seats)}


def _seats_before(access: TournamentAccess, round: Round) -> Round | None:
    """Return a round as it was before the change that the page tells of; None without one, or
    once its seats were changed again."""
    try:
        before, after = (
            access.state_shown(request.args.get(name, ""), rounds.CHANGED)
            for name in ("before", "after")
        )
    except TournamentRefused:
        return None
    if before is None or after is None or round.number > len(before.rounds):
        return None
    is_so = after.round(round.number).tables == round.tables
    return before.round(round.number) if is_so else None
