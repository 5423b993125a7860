"""The rounds of a tournament: seats published, slips, penalties, the ranking published.

What was published is never drawn again: seats are mended by hand (:func:`reseat`), and a round
is drawn from what stands (:mod:`scorekeeper.tournaments.next_round`).
"""

from collections.abc import Collection, Sequence

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.names import NAME_LENGTH, clean
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.streams.events import Body
from scorekeeper.tournaments.errors import SheetAccepted, SlipDiffers, TournamentRefused
from scorekeeper.tournaments.next_round import (
    draw_request,
    drawn,
    fingerprint,
    require_slips,
    seated_order,
)
from scorekeeper.tournaments.ranking import ranking
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.tournament import Result, Round, Slip, Table, Tournament

TEAM_OF_TWO = msg("Une équipe a deux joueurs.")

CORRECTED = msg("Des résultats ou des pénalités ont changé depuis : vérifiez, puis publiez.")

RESEATED = msg("Les places de cette table ont changé : vérifiez les noms.")

CHANGED = msg("Les présents ou les résultats ont changé depuis cet aperçu : voici le nouveau.")


def publish(
    access: TournamentAccess, seed: int, kind: str, seen: str, *, key: str = ""
) -> None:
    """Publish the seats of the next round as they were shown.

    :param seen: the :func:`fingerprint` of the preview.
    :raises TournamentRefused: if what the draw depends on has changed since.
    """

    def check(tournament: Tournament) -> None:
        if fingerprint(draw_request(tournament, seed, kind)) != seen:
            raise TournamentRefused(CHANGED)

    def body(tournament: Tournament) -> Body:
        asked = draw_request(tournament, seed, kind)
        seats = drawn(asked)
        return {
            "round": asked.round,
            "draw": seats.kind,
            "seed": seed,
            "basis": asked.round - 1 if seats.kind == "ranking" else 0,
            "tables": seats.tables,
            "exempt": seats.exempt,
            "repeats": seats.repeats,
            "forced": seats.forced,
        }

    access.record("published", body, key=key, check=check)
    access.keep_copy()


def publish_by_hand(
    access: TournamentAccess,
    number: int,
    tables: Sequence[Table],
    exempt: Sequence[int] = (),
    *,
    is_final: bool = False,
    seen: str = "",
    key: str = "",
) -> None:
    """Publish seats that the organizer chose, as those of a final.

    :param number: of the round: the next one.
    :param seen: the ETag of the tournament that the organizer saw.
    :raises TournamentRefused: if it is published already, somebody sits twice, or others came
        or left since; at a final also if the ranking changed.
    """

    def check(tournament: Tournament) -> None:
        if number != len(tournament.rounds) + 1:
            raise TournamentRefused(msg("Ces places sont déjà publiées."))
        then = access.as_seen(seen)
        if seen and (
            then is None
            or then.entrants != tournament.entrants
            or (is_final and seated_order(then) != seated_order(tournament))
        ):
            raise TournamentRefused(CHANGED)
        require_seats(tournament, tables, exempt)

    def body(tournament: Tournament) -> Body:
        seats = _seats(tournament, number, tables, exempt)
        return {**seats, "draw": "manual", "final": is_final}

    access.record("published", body, key=key, check=check)
    access.keep_copy()


def reseat(
    access: TournamentAccess,
    number: int,
    tables: Sequence[Table],
    exempt: Sequence[int],
    seen: str,
    *,
    key: str = "",
) -> None:
    """Change the seats of a published round by hand: a late player, a wrong seat. The slip of
    a table stays with the table, as long as it has as many seats.

    :param seen: the ETag of the tournament that the organizer saw.
    :raises TournamentRefused: if somebody sits twice or is unknown, or if others changed the
        seats since, or the slip of a table that changes.
    """

    def check(tournament: Tournament) -> None:
        require_seats(tournament, tables, exempt)
        now, then = existing_round(tournament, number), access.round_as_seen(number, seen)
        if (
            then is None
            or (then.tables, then.exempt) != (now.tables, now.exempt)
            or any(then.slips.get(n) != now.slips.get(n) for n in now.changed_by(tables))
        ):
            raise TournamentRefused(CHANGED)

    def body(tournament: Tournament) -> Body:
        return _seats(tournament, number, tables, exempt)

    access.record("reseated", body, key=key, check=check)
    access.keep_copy()


def _seats(
    tournament: Tournament, number: int, tables: Sequence[Table], exempt: Sequence[int]
) -> Body:
    repeats = tournament.repeats_at(number, tables)
    return {"round": number, "tables": tables, "exempt": exempt, "repeats": repeats}


def require_seats(
    tournament: Tournament, tables: Collection[Table], exempt: Collection[int]
) -> None:
    """Refuse seats that are none.

    :raises TournamentRefused: if nobody sits, somebody sits twice or is unknown, a team is
        not of two, or a table has too few or too many seats.
    """
    if not tables:
        raise TournamentRefused(msg("Personne n'est assis."))
    regulations, seats_teams = tournament.regulations, tournament.regulations.seats_teams
    sizes = (regulations.seats,) if regulations.has_sides else (3, 4, 5)
    known = (
        set(tournament.teams) if seats_teams else set(range(1, len(tournament.team_of) + 1))
    )
    seated = [one for table in tables for one in table] + list(exempt)
    if len(set(seated)) < len(seated):
        twice = next(one for one in seated if seated.count(one) > 1)
        name = tournament.name_of(twice, is_team=seats_teams) if twice in known else twice
        raise TournamentRefused(msg("%(name)s est assis deux fois.", name=name))
    if not set(seated) <= known:
        raise TournamentRefused(msg("Ce numéro n'est celui de personne."))
    if seats_teams and any(len(tournament.members(n)) != 2 for table in tables for n in table):
        raise TournamentRefused(TEAM_OF_TWO)
    for number, table in enumerate(tables, 1):
        if len(table) not in sizes:
            raise TournamentRefused(
                msg("La table %(table)s a %(n)s places occupées.", table=number, n=len(table))
            )


def existing_round(tournament: Tournament, number: int) -> Round:
    """Return a round that was published.

    :raises UnknownEntry: if it was not.
    """
    round = tournament.round(number)
    if round is None:
        raise UnknownEntry
    return round


def record_slip(
    access: TournamentAccess,
    number: int,
    table: int,
    result: Result,
    *,
    seen: int = 0,
    page: str = "",
    by: int = 0,
    sheet: str = "",
    key: str = "",
) -> None:
    """Record the slip of a table, checked already. The same result again says that two people
    typed the same; between paper and sheet the points do, whatever else each counts.

    :param seen: the ``seq`` of the result that this one replaces; 0 where none was seen.
    :param page: the ETag of the tournament where its seats were shown; empty for a sheet.
    :param by: who accepted the result of the table's sheet, and ``sheet``, its ETag.
    :raises SlipDiffers: if the table has another result than that.
    :raises SheetAccepted: if the sheet was accepted before, with this result.
    :raises UnknownEntry: if there is no such table.
    :raises TournamentRefused: if the result has not one number a seat, corrects a round that
        is closed without a reason, or others sit there now.
    """

    def as_known(known: Slip | None) -> Result:
        if known and bool(known.sheet) is not bool(sheet) and result.how == "played":
            return known.result if known.result.points == result.points else result
        return result

    def check(tournament: Tournament) -> None:
        round = existing_round(tournament, number)
        if not 0 < table <= len(round.tables):
            raise UnknownEntry
        if len(result.points) != len(tournament.sides(round.tables[table - 1])):
            raise TournamentRefused(msg("Il faut un nombre par place."))
        then = access.round_as_seen(number, page) if page else round
        if then is None or then.tables[table - 1 : table] != round.tables[table - 1 : table]:
            raise TournamentRefused(RESEATED)
        known = round.slips.get(table)
        if sheet and known and known.sheet and known.result.is_same(result):
            raise SheetAccepted
        if known and not known.result.is_same(as_known(known)):
            if known.seq != seen:
                raise SlipDiffers(known.result, known.seq)
            if round.is_closed and not result.reason:
                raise TournamentRefused(
                    msg("Le classement est publié : dites pourquoi ce résultat change.")
                )

    def body(tournament: Tournament) -> Body:
        told = as_known(existing_round(tournament, number).slips.get(table))
        accepted = {"by": by, "sheet": sheet} if sheet else {}
        return {"round": number, "table": table, **told._asdict(), **accepted}

    access.record("slip", body, key=key, check=check)


def fine(
    access: TournamentAccess,
    number: int,
    who: int,
    points: int,
    reason: str,
    *,
    seen: str = "",
    key: str = "",
) -> None:
    """Add points apart from the deals, negative for a fault.

    :param who: a player or a team, as they are ranked.
    :param seen: the ETag of the tournament that the referee saw.
    :raises TournamentRefused: without points or a reason, or if he has another penalty in this
        round since.
    """
    reason = clean(reason, NAME_LENGTH)

    def check(tournament: Tournament) -> None:
        round = existing_round(tournament, number)
        if who not in tournament.ranked:
            raise UnknownEntry
        if not points:
            raise TournamentRefused(msg("Cette valeur ne va pas."))
        if not reason:
            raise TournamentRefused(msg("Dites pourquoi."))
        seq = (access.holds(seen) or 0) if seen else tournament.version
        for one in round.penalties:
            if one.who == who and one.entry > seq:
                raise TournamentRefused(
                    msg(
                        "Quelqu'un vient de noter %(points)s (%(reason)s). Touchez encore si "
                        "c'est une autre faute.",
                        points=one.points,
                        reason=one.reason,
                    )
                )

    body = {"round": number, "who": who, "points": points, "reason": reason}
    access.record("fined", body, key=key, check=check)


def unfine(access: TournamentAccess, entry: int, *, key: str = "") -> None:
    """Take a penalty back: nothing if it is not there any more."""
    rounds = access.tournament.rounds
    if any(one.entry == entry for round in rounds for one in round.penalties):
        access.record("unfined", {"entry": entry}, key=key)


def close(access: TournamentAccess, number: int, *, seen: str = "", key: str = "") -> None:
    """Let the results of a round count, publish the ranking after it, and keep a copy of the
    tournament; again once it was corrected.

    :param seen: the ETag of the tournament that the organizer saw.
    :raises TournamentRefused: if a table has no result, the round before is not closed, or
        the ranking is another one since.
    """
    then = access.as_seen(seen)

    def check(tournament: Tournament) -> None:
        require_slips(tournament, existing_round(tournament, number))
        if number > 1 and not tournament.rounds[number - 2].is_closed:
            title = tournament.round_title(number - 1)
            raise TournamentRefused(msg("Fermez d'abord %(round)s.", round=title))
        if seen and (
            not then or not then.round(number) or lines_of(then) != lines_of(tournament)
        ):
            raise TournamentRefused(CORRECTED)

    def lines_of(tournament: Tournament) -> list[list[int]]:
        closed = tournament.with_round(number, is_closed=True)
        return [list(line) for line in ranking(closed, number)]

    def body(tournament: Tournament) -> Body:
        return {"round": number, "ranking": lines_of(tournament)}

    access.record("closed", body, key=key, check=check)
    access.keep_copy()
