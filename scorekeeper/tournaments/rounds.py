"""The rounds of a tournament: seats published, slips, penalties, clock, the ranking published.

Each decision returns what its event says; it raises a
:class:`~scorekeeper.streams.errors.ServiceError` where the tournament does not take the event,
and returns None where nothing is left to do.

What was played is never drawn again: seats are mended by hand (:func:`reseat`), or taken back
while nothing was (:func:`withdraw`), and a round is drawn from what stands
(:mod:`scorekeeper.tournaments.next_round`).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import xor

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.names import NAME_LENGTH, clean
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.streams.events import Body
from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.draw import DrawRequest, DrawResult
from scorekeeper.tournaments.errors import AlreadyPublished, SlipDiffers, TournamentRefused
from scorekeeper.tournaments.next_round import (
    draw_request,
    drawn,
    final_draws,
    fingerprint,
    require_slips,
)
from scorekeeper.tournaments.people import TEAM_OF_TWO
from scorekeeper.tournaments.ranking import ranking
from scorekeeper.tournaments.regulations import FIELDS, as_fields, from_fields
from scorekeeper.tournaments.round import NOTHING, Round, Table, TableResult
from scorekeeper.tournaments.tournament import Tournament

MAX_CALLS = 30
"""Most calls of a table for the referee in a round."""

CORRECTED = msg("Des résultats ou des pénalités ont changé depuis : vérifiez, puis publiez.")

NO_FINAL = msg("Une finale ne se joue qu'au tarot, et sans équipes.")

NO_REASON = msg("Le classement est publié : dites pourquoi ce résultat change.")

APART = msg("Les finalistes restent entre eux.")

RESEATED = msg("Les places de cette table ont changé : vérifiez les noms.")

CHANGED = msg("Les présents ou les résultats ont changé depuis cet aperçu : voici le nouveau.")


def regulate(
    tournament: Tournament, fields: Mapping[str, str], shown: Mapping[str, str] | None = None
) -> Body | None:
    """Change the regulations, once a round is published only the entry and the prizes; None
    if they are these already.

    :param fields: as text; others stay as they are.
    :param shown: the fields that were shown: those that are the same there stay as they are
        now; any without.
    :raises InvalidField: if a field has a value that it cannot have.
    :raises TournamentRefused: if a round has been published and the game would change, or
        somebody changed the same field since.
    """
    known, before = as_fields(tournament.regulations), shown or {}
    typed = {name: text for name, text in fields.items() if before.get(name) != text}
    for field in FIELDS if shown is not None else ():
        name, now = field.name, known.get(field.name)
        if name in typed and now not in (before.get(name), typed[name]):
            raise TournamentRefused(
                msg(
                    "Quelqu'un a changé le règlement depuis : le voici. « %(question)s » "
                    "est à revoir.",
                    question=field.at(tournament.regulations.preset).question,
                )
            )
    changed = from_fields(tournament.regulations.preset, {**known, **typed})
    if changed == tournament.regulations:
        return None
    fields = as_fields(changed)
    if tournament.rounds and any(
        fields[field.name] != known[field.name]
        for field in FIELDS
        if field.name in known and not field.unit
    ):
        raise TournamentRefused(
            msg("Le jeu est fixé depuis que les premières places sont publiées.")
        )
    return {"fields": fields}


def require_next(tournament: Tournament, number: int) -> None:
    """Return if a round is the next one.

    :raises AlreadyPublished: if it is published, naming it and those after it.
    :raises TournamentRefused: if it is not its turn.
    """
    later = range(number, len(tournament.rounds) + 1)
    if number and later:
        titles = tuple(map(tournament.round_title, later))
        raise AlreadyPublished(
            msg("Publié depuis que cette page est ouverte : %(rounds)s.", rounds=titles)
        )
    if number != len(tournament.rounds) + 1:
        raise TournamentRefused(CHANGED)


def publish(
    tournament: Tournament,
    number: int,
    seed: int,
    kind: str,
    seen: str,
    draw: Callable[[DrawRequest], DrawResult] = drawn,
) -> Body:
    """Publish the seats of the next round as they were shown.

    :param number: of the round: the next one.
    :param seen: the fingerprint of the request whose preview was shown.
    :param draw: makes the draw, as :func:`~scorekeeper.tournaments.next_round.drawn` does.
    :raises AlreadyPublished: if that round is published.
    :raises TournamentRefused: if what the draw depends on has changed since.
    """
    require_next(tournament, number)
    request = draw_request(tournament, seed, kind)
    if fingerprint(request) != seen:
        raise TournamentRefused(CHANGED)
    seats = draw(request)
    return {
        "round": request.round,
        "draw": seats.kind,
        "seed": seed,
        "basis": request.round - 1 if seats.kind == "ranking" else 0,
        "tables": seats.tables,
        "exempt": seats.exempt,
        "repeats": seats.repeats,
        "forced": seats.forced,
    }


def publish_by_hand(
    tournament: Tournament,
    number: int,
    tables: Sequence[Table],
    exempt: Sequence[int] = (),
    shown: Tournament | None = None,
) -> Body:
    """Publish seats that the organizer chose.

    :param number: of the round: the next one.
    :param shown: the tournament that the organizer saw; any without.
    :raises AlreadyPublished: if that round is published.
    :raises TournamentRefused: if somebody sits twice, or others came or left since.
    """
    require_next(tournament, number)
    if shown and shown.entrants != tournament.entrants:
        raise TournamentRefused(CHANGED)
    return {**_seats(tournament, number, tables, exempt), "draw": "manual"}


def publish_final(
    tournament: Tournament,
    number: int,
    size: int,
    seed: int | None = None,
    shown: Tournament | None = None,
    draw: Callable[[DrawRequest], DrawResult] = drawn,
) -> Body:
    """Publish a final of so many; with a seed also a consolante, see
    :func:`~scorekeeper.tournaments.next_round.final_draws`.

    :param number: of the round: the next one.
    :param shown: the tournament that the organizer saw; any without.
    :raises AlreadyPublished: if that round is published.
    :raises TournamentRefused: if the regulations have no final, or the seats would be others
        since.
    """
    require_next(tournament, number)
    if not tournament.regulations.has_final:
        raise TournamentRefused(NO_FINAL)
    _, *others = draws = final_draws(tournament, size, seed, draw)
    if shown and final_draws(shown, size, seed, draw) != draws:
        raise TournamentRefused(CHANGED)
    seats = _seats(tournament, number, [t for one in draws for t in one.tables], ())
    body = {**seats, "draw": "manual", "final": True}
    for drawn_apart in others:
        tables, forced = len(drawn_apart.tables), drawn_apart.forced
        body |= {"consolation": tables, "seed": seed, "forced": forced}
    return body


def reseat(
    tournament: Tournament,
    number: int,
    tables: Sequence[Table],
    exempt: Sequence[int],
    shown: Tournament | None,
) -> Body:
    """Change the seats of a published round by hand: a late player, a wrong seat. The slip of
    a table stays with the table, as long as it has as many seats.

    :param shown: the tournament that the organizer saw.
    :raises TournamentRefused: if somebody sits twice or is unknown, or if others changed the
        seats since, or the slip of a table that changes; also if a finalist and another would
        be at one table, or at one before those of the final.
    """
    seats = _seats(tournament, number, tables, exempt)
    now = tournament.round(number)
    then = shown.round(number) if shown and number <= len(shown.rounds) else None
    if (
        then is None
        or (then.tables, then.exempt) != (now.tables, now.exempt)
        or any(then.slips.get(n) != now.slips.get(n) for n in now.changed_by(tables))
    ):
        raise TournamentRefused(CHANGED)
    final = [now.finalists.issuperset(table) for table in tables]
    apart = [now.finalists.isdisjoint(table) for table in tables]
    if now.is_final and (apart != sorted(apart) or not all(map(xor, final, apart))):
        raise TournamentRefused(APART)
    return seats


def withdraw(
    tournament: Tournament,
    number: int,
    played: Collection[int] = (),
    shown: Tournament | None = None,
) -> Body:
    """Take the seats of the last round back.

    :param played: the tables with a deal on their sheet.
    :param shown: the tournament that the organizer saw; any without.
    :raises UnknownEntry: if there is no such round.
    :raises TournamentRefused: if something of it was played, noted or fined, the next one is
        published, or its seats were changed since.
    """
    now = tournament.round(number)
    values = {
        "round": tournament.round_title(number),
        "later": tournament.round_title(len(tournament.rounds)),
        "tables": tuple(played),
    }
    for is_so, why in (
        (
            number < len(tournament.rounds),
            msg("%(later)s est publiée : %(round)s ne se retire plus."),
        ),
        (now.slips, msg("%(round)s a un résultat : ses places ne se retirent plus.")),
        (
            played,
            msg("Une donne est jouée (tables : %(tables)s) : les places ne se retirent plus."),
        ),
        (now.penalties, msg("%(round)s a une pénalité : retirez-la d'abord.")),
    ):
        if is_so:
            raise TournamentRefused(Message(why.text, values))
    before = shown or tournament
    then = [(one.tables, one.exempt) for one in before.rounds[number - 1 : number]]
    if before.withdrawn != tournament.withdrawn or then != [(now.tables, now.exempt)]:
        raise TournamentRefused(CHANGED)
    return {"round": number}


def _seats(
    tournament: Tournament, number: int, tables: Sequence[Table], exempt: Sequence[int]
) -> dict[str, object]:
    _require_seats(tournament, tables, exempt)
    repeats = tournament.repeats_at(number, tables)
    return {"round": number, "tables": tables, "exempt": exempt, "repeats": repeats}


def _require_seats(
    tournament: Tournament, tables: Collection[Table], exempt: Collection[int]
) -> None:
    """Return if these seats can be published.

    :raises TournamentRefused: if nobody sits, somebody sits twice or is unknown, a team is
        not of two, or a table has too few or too many seats.
    """
    if not tables:
        raise TournamentRefused(msg("Personne n'est assis."))
    regulations, seats_teams = tournament.regulations, tournament.regulations.seats_teams
    known = (
        set(tournament.teams) if seats_teams else set(range(1, len(tournament.team_of) + 1))
    )
    seated = [n for table in tables for n in table] + list(exempt)
    if len(set(seated)) < len(seated):
        twice = next(n for n in seated if seated.count(n) > 1)
        name = tournament.name_of(twice, is_team=seats_teams) if twice in known else twice
        raise TournamentRefused(msg("%(name)s est assis deux fois.", name=name))
    if not set(seated) <= known:
        raise TournamentRefused(msg("Ce numéro n'est celui de personne."))
    if seats_teams and any(len(tournament.members(n)) != 2 for table in tables for n in table):
        raise TournamentRefused(TEAM_OF_TWO)
    for number, table in enumerate(tables, 1):
        if len(table) not in regulations.table_sizes:
            raise TournamentRefused(
                msg("La table %(table)s a %(n)s places occupées.", table=number, n=len(table))
            )


def record_slip(
    tournament: Tournament,
    number: int,
    table: int,
    result: TableResult,
    seen: int = 0,
    shown: Tournament | None = None,
    of_sheet: Mapping[str, object] = NOTHING,
) -> Body | None:
    """Record the slip of a table, checked already. Typing the same result again confirms it;
    between paper and phone, equal points are enough. None if the sheet was accepted before,
    with this result.

    :param seen: the ``seq`` of the result that this one replaces; 0 where none was seen.
    :param shown: the tournament whose seats were shown; any without, as for a sheet.
    :param of_sheet: ``by`` and ``sheet``, or ``beside`` and ``stopped``, of :class:`Slip`, if
        the table has a sheet.
    :raises SlipDiffers: if the table has another result than that.
    :raises UnknownEntry: if there is no such table.
    :raises TournamentRefused: if the result has not one number a seat, corrects a round that
        is closed without a reason, or others sit there now.
    """
    now = tournament.round(number)
    if not 0 < table <= len(now.tables):
        raise UnknownEntry
    if len(result.points) != len(tournament.sides(now.tables[table - 1])):
        raise TournamentRefused(msg("Il faut un nombre par place."))
    if shown:
        _require_same_seats(now, table, shown)
    known, is_of_sheet = now.slips.get(table), "sheet" in of_sheet
    if is_of_sheet and known and known.sheet and known.result.is_same(result):
        return None
    if known and bool(known.sheet) is not is_of_sheet and result.how == "played":
        result = known.result if known.result.points == result.points else result
    if known and not known.result.is_same(result):
        if known.seq != seen:
            raise SlipDiffers(known.result, known.seq)
        if now.is_closed and not result.reason:
            raise TournamentRefused(NO_REASON)
    return {"round": number, "table": table, **result._asdict(), **of_sheet}


def _require_same_seats(round: Round, table: int, shown: Tournament) -> None:
    """Return if those sit at a table who were shown there.

    :raises TournamentRefused: if others do.
    """
    then = shown.rounds[round.number - 1 : round.number]
    seats = [one for known in then for one in known.tables[table - 1 : table]]
    if seats != [round.tables[table - 1]]:
        raise TournamentRefused(RESEATED)


def call_referee(tournament: Tournament, number: int, table: int) -> Body | None:
    """Call the referee to a table; None if he is called already.

    :raises UnknownEntry: if there is no such table.
    :raises TournamentRefused: if it has called too often.
    """
    current = tournament.round(number)
    if not 0 < table <= len(current.tables):
        raise UnknownEntry
    known = current.calls.get(table)
    if known and known.is_open:
        return None
    if known and known.times >= MAX_CALLS:
        raise TournamentRefused(msg("Cette table a beaucoup appelé : allez voir l'arbitre."))
    return {"round": number, "table": table}


def answer_call(
    tournament: Tournament, number: int, table: int, comes: bool = False
) -> Body | None:
    """Say that the call of a table is answered; None if nobody calls there.

    :param comes: the referee says so; else the table needs him no longer, or he was there.
    """
    known = tournament.round(number).calls.get(table)
    if not known or not (known.is_open or (known.comes and not comes)):
        return None
    return {"round": number, "table": table, **({"comes": True} if comes else {})}


def add_penalty(
    tournament: Tournament,
    number: int,
    who: int,
    points: int,
    reason: str,
    since: int | None = None,
) -> Body:
    """Add points apart from the deals, negative for a fault.

    :param who: a player or a team, as they are ranked.
    :param since: the ``seq`` of the last event that the referee saw; any without.
    :raises TournamentRefused: without points or a reason, or if he has another penalty in this
        round since.
    """
    current, reason = tournament.round(number), clean(reason, NAME_LENGTH)
    if who not in tournament.ranked:
        raise UnknownEntry
    if not points:
        raise TournamentRefused(msg("Cette valeur ne va pas."))
    if not reason:
        raise TournamentRefused(msg("Dites pourquoi."))
    for penalty in current.penalties:
        if penalty.who == who and since is not None and penalty.entry > since:
            raise TournamentRefused(
                msg(
                    "Quelqu'un vient de noter %(points)s (%(reason)s). Touchez encore si "
                    "c'est une autre faute.",
                    points=penalty.points,
                    reason=penalty.reason,
                )
            )
    return {"round": number, "who": who, "points": points, "reason": reason}


def remove_penalty(tournament: Tournament, entry: int) -> Body | None:
    """Take a penalty back; None if it is not there any more."""
    entries = {penalty.entry for played in tournament.rounds for penalty in played.penalties}
    return {"entry": entry} if entry in entries else None


def close(tournament: Tournament, number: int, shown: Tournament | None = None) -> Body:
    """Let the results of a round count, and publish the ranking after it; again once it was
    corrected.

    :param shown: the tournament that the organizer saw; any without.
    :raises TournamentRefused: if a table has no result, the round before is not closed, or
        the ranking is another one since.
    """
    require_slips(tournament, tournament.round(number))
    if number > 1 and not tournament.rounds[number - 2].is_closed:
        title = tournament.round_title(number - 1)
        raise TournamentRefused(msg("Fermez d'abord %(round)s.", round=title))
    lines = _ranking_after(tournament, number)
    if shown and (number > len(shown.rounds) or _ranking_after(shown, number) != lines):
        raise TournamentRefused(CORRECTED)
    return {"round": number, "ranking": lines}


def _ranking_after(tournament: Tournament, number: int) -> list[list[int]]:
    closed = tournament.with_round(number, is_closed=True)
    return [list(line) for line in ranking(closed, number)]


def set_clock(
    tournament: Tournament,
    number: int,
    change: Callable[[Clock], Clock],
    seen: str,
    played: Collection[int] = (),
) -> Body:
    """Change the clock of a round.

    :param change: from the clock as it was seen.
    :param seen: its :attr:`~scorekeeper.tournaments.clock.Clock.stamp` on the page.
    :param played: deals on the sheets of the tables, where the round is shortened.
    :raises TournamentRefused: if the round is closed, its clock has been changed since, or a
        table has played more deals than the round would have.
    """
    current = tournament.round(number)
    if current.is_closed:
        raise TournamentRefused(msg("Cette position est terminée."))
    if current.clock.stamp != seen:
        raise TournamentRefused(msg("La pendule a changé depuis : la voici."))
    clock = change(current.clock)
    if clock.deals not in (0, current.clock.deals):
        least = most_played(tournament, current, played)
        if not least <= clock.deals < tournament.regulations.deals:
            raise TournamentRefused(msg("Une table a déjà joué plus de donnes."))
    return {"round": number, **clock._asdict()}


def most_played(tournament: Tournament, current: Round, played: Iterable[int]) -> int:
    """Return the most deals that a table has played, as far as sheets and slips tell; at least
    one.

    :param played: deals on the sheets of the tables.
    """
    deals, results = tournament.deals_of(current), [s.result for s in current.slips.values()]
    noted = [result.deals or deals for result in results if result.how == "played"]
    return max([1, *noted, *played])
