"""The next round: what its draw depends on, and its seats.

A round is drawn from what stands (:func:`draw_request`), the same arguments giving the same
seats.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache

from scorekeeper.i18n.messages import msg
from scorekeeper.tournaments.draw import (
    DrawImpossible,
    DrawRequest,
    DrawResult,
    PlayedRound,
    draw,
)
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.ranking import ranking, unranked
from scorekeeper.tournaments.round import Published, Round, Table
from scorekeeper.tournaments.tournament import Tournament


def kind_of_draw(tournament: Tournament) -> str:
    """Return how the next round is drawn by the regulations: where the ranking decides, the
    first round is random."""
    kind = tournament.regulations.draw
    return "random" if kind == "ranking" and not tournament.rounds else kind


def draw_request(tournament: Tournament, seed: int, kind: str = "") -> DrawRequest:
    """Return all that the draw of the next round depends on.

    :param seed: 0 to 2³¹ − 1.
    :param kind: ``fft``, ``random`` or ``ranking``; that of the regulations without.
    :raises TournamentRefused: if the ranking decides and a round is not closed.
    """
    regulations, kind = tournament.regulations, kind or kind_of_draw(tournament)
    entrants, rounds = tournament.entrants, tournament.rounds
    if kind == "ranking" and rounds:
        for under_way in (played for played in rounds if not played.is_closed):
            require_slips(tournament, under_way)
            title = tournament.round_title(under_way.number)
            raise TournamentRefused(
                msg("Le classement décide : fermez d'abord %(round)s.", round=title)
            )
        order = seated_order(tournament)
        entrants = tuple(sorted(entrants, key=lambda n: (order.get(n, len(order)), n)))
    return DrawRequest(
        kind,
        entrants,
        regulations.seats,
        regulations.odd,
        len(rounds) + 1,
        max(regulations.rounds, len(rounds) + 1),
        tuple(PlayedRound(played.tables, played.exempt, played.seed) for played in rounds),
        tournament.forbidden,
        _clubs(tournament),
        seed,
        _partners(tournament) if kind == "fft" else (),
    )


def _partners(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return the partners who are here, at Tarot by teams."""
    present = (tuple(tournament.here.intersection(m)) for m in tournament.teams.values())
    return tuple(tuple(sorted(team)) for team in present if len(team) > 1)


def require_slips(tournament: Tournament, under_way: Round) -> None:
    """Return if all tables of a round have a result.

    :raises TournamentRefused: otherwise, naming the tables.
    """
    if missing := under_way.missing:
        title = tournament.round_title(under_way.number)
        raise TournamentRefused(
            msg(
                "Il manque des feuilles. %(round)s : tables %(tables)s.",
                round=title,
                tables=missing,
            )
        )


def seated_order(tournament: Tournament) -> dict[int, int]:
    """Return the place of each player or team that can be seated, by the ranking after the
    last closed round, after them those who are not ranked: partners at Tarot have that of
    their team."""
    after = len(tournament.rounds)
    lines = ranking(tournament, after) + unranked(tournament, after)
    places = {line.who: n for n, line in enumerate(lines)}
    if tournament.regulations.seats_teams or not tournament.regulations.ranks_teams:
        return places
    return {
        number: places[team]
        for number, team in enumerate(tournament.team_of, 1)
        if team in places
    }


def _clubs(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return who is of the same club, as the draw seats them; a team has the club of both."""
    clubs: dict[str, list[int]] = {}
    for number in tournament.entrants:
        people = tournament.teams[number] if tournament.regulations.seats_teams else (number,)
        names = {tournament.person(member).club.casefold() for member in people}
        if len(names) == 1 and (club := names.pop()):
            clubs.setdefault(club, []).append(number)
    return tuple(sorted(tuple(sorted(club)) for club in clubs.values() if len(club) > 1))


@lru_cache(maxsize=4)
def drawn(request: DrawRequest) -> DrawResult:
    """Return the seats of a round; cached, since publishing draws what its preview has shown.

    :raises TournamentRefused: of too few players or teams.
    """
    try:
        return draw(request)
    except DrawImpossible as impossible:
        raise TournamentRefused(impossible.message) from None


def fingerprint(request: DrawRequest) -> str:
    """Return a text that two draws share only if they depend on the same."""
    bare = request._replace(apart=frozenset()), sorted(request.apart)
    return hashlib.sha256(repr(bare).encode()).hexdigest()[:32]


NOT_BEHIND = msg("Consolante : seulement si les finalistes sont classés devant les autres.")

TOO_FEW = msg("Il n'y a pas assez de joueurs classés ici pour cette finale.")

FINAL_SIZES = (12, 16, 20, 8, 4)
"""Players of a final, as the FFT has them, or a table or two (a choice), the usual number
first: the best of the ranking play one more round."""


def final_tables(best: Sequence[int]) -> tuple[Table, ...]:
    """Return the tables of a final: of T tables, table k has ranks k, k+T, k+2T and k+3T
    (FFT, *Manuel de l'organisateur de tournois*, p. 5).

    :param best: the players of a final, the best first.

    >>> final_tables(range(1, 13))
    ((1, 4, 7, 10), (2, 5, 8, 11), (3, 6, 9, 12))
    """
    count = len(best) // 4
    return tuple(tuple(best[first : 4 * count : count]) for first in range(count))


def _ranked_here(tournament: Tournament) -> list[Published]:
    lines = ranking(tournament, len(tournament.rounds))
    return [line for line in lines if line.who in tournament.here]


def best_here(tournament: Tournament) -> list[int]:
    """Return who is here of the ranking after the last closed round, the best first."""
    return [line.who for line in _ranked_here(tournament)]


def parted_by_final(tournament: Tournament, size: int) -> tuple[int, list[int]]:
    """Return the place that a final of so many parts, and who shares it; nobody if it parts
    none: of equals the first numbers play."""
    lines = _ranked_here(tournament)
    places = [line.place for line in lines[size - 1 : size + 1]]
    place = places[0] if places and [*places[1:]] == places[:1] else 0
    return place, [line.who for line in lines if line.place == place]


def final_sizes(tournament: Tournament) -> list[int]:
    """Return how many can play a final, the usual number first: fewer than are here."""
    count = min(len(best_here(tournament)), len(tournament.here) - 1)
    return [size for size in FINAL_SIZES if size <= count]


def final_draws(
    tournament: Tournament,
    size: int,
    seed: int | None = None,
    draw: Callable[[DrawRequest], DrawResult] = drawn,
) -> tuple[DrawResult, ...]:
    """Return the seats of a final of the best who are here and, with a seed, those of its
    consolante: of all others who are here, at random.

    :param draw: makes the draw, as :func:`drawn` does.
    :raises TournamentRefused: if too few are ranked, or if others would not be ranked after
        the finalists, or are too few for a table.
    """
    if size not in final_sizes(tournament):
        raise TournamentRefused(TOO_FEW)
    tables = final_tables(best_here(tournament)[:size])
    repeats = tournament.repeats_at(len(tournament.rounds) + 1, tables)
    final = DrawResult(tables, repeats=repeats)
    if seed is None:
        return (final,)
    if tournament.regulations.final_first != "yes":
        raise TournamentRefused(NOT_BEHIND)
    wanted, seated = draw_request(tournament, seed, "random"), {n for t in tables for n in t}
    others = tuple(n for n in wanted.entrants if n not in seated)
    return final, draw(wanted._replace(entrants=others))
