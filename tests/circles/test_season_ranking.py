"""Statistics of evenings added up, and the boards that rank players by them."""

from fractions import Fraction
from statistics import median

import pytest
from night import GARDE, sheet_of

from scorekeeper.circles.checks import season_error
from scorekeeper.circles.figures import Tally
from scorekeeper.circles.ranking import (
    RANKINGS,
    TENTHS_OF_POINTS,
    WHOLE_POINTS,
    Ranking,
    board,
)
from scorekeeper.circles.reports.season_board import paper_columns, rule
from scorekeeper.circles.season import Season
from scorekeeper.circles.statistics import Played, add_up
from scorekeeper.circles.summary import summarize
from scorekeeper.i18n.messages import msg

LOST = GARDE | {"points": 30}
ANNE, BRUNO, CHLOE, DAVID = 1, 2, 3, 4


def played(number, date, hands, players=(ANNE, BRUNO, CHLOE, DAVID), game="tarot"):
    sheet = sheet_of(game, hands)._replace(date=date)
    return Played(number, players, summarize(sheet))


def taken_by(player, hand=GARDE):
    return hand | {"taker": player}


EVENINGS = [
    played(1, "2026-01-08", [GARDE]),
    played(2, "2026-01-15", [taken_by("Bruno"), taken_by("Bruno")]),
    played(3, "2026-01-22", [LOST, taken_by("Bruno", LOST)]),
]
"""Anne wins the first evening, Bruno the second, Chloé and David the third."""


def placed(**season):
    rows = board(add_up(EVENINGS), Season(**season))
    return [(row.place, row.player, row.value) for row in rows]


@pytest.mark.parametrize(
    "season, expected",
    [
        ({}, [(1, BRUNO, 186), (2, CHLOE, -54), (2, DAVID, -54), (4, ANNE, -78)]),
        ({"ranking": "per_hand"}, None),
        ({"ranking": "evenings"}, [(1, BRUNO, 1), (1, CHLOE, 1), (1, DAVID, 1), (1, ANNE, 1)]),
        (
            {"ranking": "best", "best": 1},
            [(1, BRUNO, 396), (2, ANNE, 198), (3, CHLOE, 144), (3, DAVID, 144)],
        ),
    ],
)
def test_a_season_ranks_as_it_says(season, expected):
    found = placed(**season)
    if expected is None:
        assert found[0] == (1, BRUNO, Fraction(186, 5))
    else:
        assert sorted(found) == sorted(expected)
    assert [row[2] for row in found] == sorted((row[2] for row in found), reverse=True)


def test_who_played_too_few_hands_is_listed_last_without_a_place():
    sheets = [*EVENINGS, played(9, "2026-02-05", [GARDE], (5, ANNE, BRUNO, CHLOE))]
    rows = board(add_up(sheets), Season(floor=2))
    assert [(row.place, row.player) for row in rows][-1] == (None, 5)
    assert all(row.place for row in rows[:-1])


@pytest.mark.parametrize(
    "tally, expected",
    [
        (Tally(), "0,0"),
        (Tally(1, 1, 0, 7), "+7,0"),
        (Tally(9, 0, 9, -6), "−0,7"),
        (Tally(101, 1, 0, 10), "+0,1"),
    ],
)
def test_points_per_hand_are_rounded_to_a_tenth(tally, expected):
    assert str(TENTHS_OF_POINTS.shown(tally.per_hand)) == expected


def test_another_ranking_is_one_entry(monkeypatch):
    def middle(player, season):
        return Fraction(median(evening.points for evening in player.evenings))

    texts = msg("Médiane"), msg("médiane"), msg("La médiane.")
    by_median = Ranking("median", middle, WHOLE_POINTS, *texts)
    monkeypatch.setitem(RANKINGS, "median", by_median)
    season = Season(title="Jeudi", ranking="median")
    assert season_error(season) is None
    found = board(add_up(EVENINGS), season)
    assert [standing.value for standing in found] == [-66, -66, -66, -132]
    assert [str(sentence) for sentence in rule(season)] == ["La médiane."]
    column = paper_columns(season, True, True)[-1]
    assert (str(column.head), column.value(found[0])) == ("médiane", -66)
