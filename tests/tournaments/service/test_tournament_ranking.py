"""The ranking of a tournament: totals, wins, penalties, shared places, ties."""

import pytest

from scorekeeper.tournaments.ranking import ranking
from scorekeeper.tournaments.regulations import PRESETS, Regulations
from scorekeeper.tournaments.round import Round, Slip, TableResult
from scorekeeper.tournaments.tournament import Tournament

TAROT = PRESETS["tarot_libre"].regulations
WINS = PRESETS["belote_wins"].regulations


def evening(regulations: Regulations, *rounds, people=8, closed=True, **changes):
    """A tournament of one table a round: who sits there, and what the slip says."""
    played = tuple(
        Round(
            number,
            "random",
            (seats,),
            slips={
                1: Slip(result if isinstance(result, TableResult) else TableResult(result), 1)
            },
            is_closed=closed,
            **changes,
        )
        for number, (seats, result) in enumerate(rounds, 1)
    )
    teams = tuple((n + 1) // 2 for n in range(1, people + 1))
    team_of = teams if regulations.ranks_teams else (0,) * people
    names = ("Coupe", *("x", "", "") * people)
    return Tournament(names, "", "", "tarot", regulations, team_of, rounds=played)


def places(tournament, after=9, **options):
    return [(line.place, line.who) for line in ranking(tournament, after, **options)]


SEATS = (1, 2, 3, 4)


def test_wins_come_before_points():
    rounds = ((1, 2), (982, 962)), ((1, 2), (982, 962)), ((1, 2), (100, 1844))
    tournament = evening(WINS, *rounds)
    assert [tuple(line) for line in ranking(tournament, 3)] == [
        (1, 1, 2064, 2),
        (2, 2, 3768, 1),
    ]


@pytest.mark.parametrize(
    ("result", "wins"),
    [
        (TableResult((972, 972)), [0, 0]),
        (TableResult((1944, 0), how="forfeit"), [1, 0]),
        (TableResult((972, 972), how="half"), [0, 0]),
        (TableResult((1000, 800), how="average"), [0, 0]),
    ],
)
def test_what_counts_as_a_win(result, wins):
    lines = ranking(evening(WINS, ((1, 2), result)), 1)
    assert [line.wins for line in sorted(lines, key=lambda line: line.who)] == wins


def test_an_exempt_team_marks_half_of_a_game_and_a_win():
    tournament = evening(WINS, ((1, 2), (1000, 944)), exempt=(3,))
    assert ranking(tournament, 1)[1] == (2, 3, 972, 1)


@pytest.mark.parametrize(
    ("tie", "order"),
    [
        ("shared", [(1, 1), (1, 2), (1, 3)]),
        ("first_round", [(1, 3), (2, 1), (2, 2)]),
        ("last_round", [(1, 1), (2, 2), (3, 3)]),
        ("best_round", [(1, 3), (2, 1), (3, 2)]),
    ],
)
def test_what_separates_equals(tie, order):
    rounds = [(0, 0, 60, -60), (10, 20, -20, -10), (50, 40, 20, -110)]
    tournament = evening(TAROT._replace(tie=tie), *((SEATS, points) for points in rounds))
    assert places(tournament)[:3] == order


@pytest.mark.parametrize("tie", ["first_round", "best_round"])
def test_equals_that_nothing_separates_share_their_place(tie):
    tournament = evening(TAROT._replace(tie=tie), (SEATS, (10, 10, -5, -15)))
    assert places(tournament)[:2] == [(1, 1), (1, 2)]
