"""Small random tournaments, as hypothesis draws them."""

from hypothesis import settings
from hypothesis import strategies as some

from scorekeeper.tournaments.regulations import PRESETS
from scorekeeper.tournaments.tournament import Penalty, Result, Round, Slip, Tournament

settings.register_profile(
    "the same each time", max_examples=300, deadline=None, derandomize=True, database=None
)
settings.load_profile("the same each time")

HOWS = ("played", "played", "played", "forfeit", "half", "average")
TIES = ("shared", "last_round", "first_round", "best_round")
POINTS = some.sampled_from([-20, -10, 0, 10, 20])


@some.composite
def rounds(draw, number, tournament):
    """A round in which some are absent, exempt, or without a result."""
    seats_teams = tournament.regulations.seats_teams
    known = (
        sorted(tournament.teams)
        if seats_teams
        else list(range(1, len(tournament.team_of) + 1))
    )
    order = draw(some.permutations(known))
    size, has_sides = tournament.regulations.seats, tournament.regulations.has_sides
    count = draw(some.integers(0, len(order) // size))
    tables = tuple(tuple(order[t * size : (t + 1) * size]) for t in range(count))
    exempt = tuple(order[count * size :][: draw(some.integers(0, 1))])
    slips = {
        t: Slip(
            Result(
                tuple(draw(POINTS) for _ in range(2 if has_sides else size)),
                how=draw(some.sampled_from(HOWS)) if has_sides else "played",
            ),
            t,
        )
        for t in range(1, count + 1)
        if draw(some.integers(0, 5))
    }
    fines = draw(
        some.lists(some.tuples(some.sampled_from(tournament.ranked), POINTS), max_size=2)
    )
    penalties = tuple(Penalty(9, who, points, "retard") for who, points in fines)
    closed = len(slips) == count and draw(some.booleans())
    return Round(
        number, "random", tables, exempt, slips=slips, penalties=penalties, is_closed=closed
    )


@some.composite
def tournaments(draw, presets=tuple(PRESETS), **fields):
    """A tournament after up to four rounds."""
    preset = draw(some.sampled_from(presets))
    people = 2 * draw(some.integers(2, 6))
    teams = tuple(n // 2 + 1 for n in range(people))
    regulations = PRESETS[preset].regulations._replace(
        tie=draw(some.sampled_from(TIES)), exempt_points=draw(POINTS), **fields
    )
    names = ["Soirée", *(part for n in range(people) for part in (f"Nom {n + 1}", "", ""))]
    tournament = Tournament(
        tuple(names),
        "2026-11-23",
        "",
        "tarot" if preset.startswith("tarot") else "belote",
        regulations,
        teams if regulations.ranks_teams else (0,) * people,
    )
    played = [draw(rounds(n + 1, tournament)) for n in range(draw(some.integers(0, 4)))]
    return tournament._replace(rounds=tuple(played))
