"""The ranking of a season before and after an evening, against boards of the sheets alone."""

import pytest

from scorekeeper.circles.ranking import board
from scorekeeper.circles.reports.evening import rank_changes
from scorekeeper.circles.season import ALL_TIME, Season
from scorekeeper.circles.service.example import example_access
from scorekeeper.circles.statistics import add_up, evenings_of

SEASONS = (
    ALL_TIME,
    Season(floor=30),
    Season(ranking="per_hand", floor=10),
    Season(ranking="evenings"),
    Season(ranking="best", best=3),
)


@pytest.fixture(scope="module")
def circle():
    return example_access().circle


@pytest.fixture(scope="module")
def evenings(circle):
    """The sheets of each evening of the example circle."""
    sheets = example_access().sheets
    return evenings_of(sheets.played(sheets.counted(ALL_TIME)))


@pytest.fixture(scope="module")
def statistics(evenings):
    return add_up(sheet for evening in evenings for sheet in evening)


def standings(evenings, season):
    """The standings after these evenings alone, by player."""
    counted = add_up(sheet for evening in evenings for sheet in evening)
    return {one.player: one for one in board(counted, season).standings}


@pytest.mark.parametrize("season", SEASONS)
def test_both_rankings_are_those_of_the_sheets_up_to_then(
    circle, evenings, statistics, season
):
    for place in range(1, len(evenings)):
        before, after = (standings(evenings[:n], season) for n in (place, place + 1))
        played = statistics.evenings[place].points
        found = rank_changes(circle, statistics, season, place)
        moved = [
            who
            for who, one in after.items()
            if who in played or one.place != before[who].place
        ]
        assert [one.player.id for one in found] == moved
        assert [one.place for one in found] == [after[who].place for who in moved]
        assert {one.gain for one in found if one.player.id not in played} <= {None}
        assert [one.climb for one in found] == [
            (before[who].place - after[who].place)
            if who in before and before[who].place and after[who].place
            else 0
            for who in moved
        ]


def test_the_first_evening_changes_nothing(circle, statistics):
    assert rank_changes(circle, statistics, ALL_TIME, 0) == []


@pytest.mark.parametrize(
    "season, place, expected",
    [
        (
            *(Season(floor=30), 1),
            """
            Yvette | entre à la 1re place | +778 | +175
            Odile | entre à la 2e place | -41 | +395
            Marcel | entre à la 3e place | -898 | +247
            Gérard | encore 11 donnes avant d'avoir une place | -817 |
            """,
        ),
        (
            *(Season(ranking="per_hand", floor=10), 3),
            """
            Louise | de la 2e à la 1re place, sans jouer | +22,7 |
            Yvette | de la 1re à la 2e place | +22,5 | −5,8
            Odile | reste à la 4e place | −8,7 | +2,4
            Marcel | reste à la 5e place | −14,6 | +3,9
            Gérard | reste à la 6e place | −14,6 | +5,1
            """,
        ),
        (
            *(Season(ranking="evenings"), 11),
            """
            Odile | reste à la 1re place | 4 | +1
            Yvette | de la 1re à la 2e place, sans jouer | 3 |
            Gérard | de la 1re à la 2e place | 3 |
            Sami | reste à la 4e place | 2 |
            Marcel | reste à la 6e place | 1 |
            """,
        ),
    ],
)
def test_the_change_of_each_player_is_told_in_words(
    circle, statistics, season, place, expected
):
    """His name, the change, his value, and its change."""
    told = [
        " | ".join((one.player.name, str(one.what), str(one.value), str(one.gain or "")))
        for one in rank_changes(circle, statistics, season, place)
    ]
    assert [line.strip() for line in told] == [
        line.strip() for line in expected.strip().splitlines()
    ]
