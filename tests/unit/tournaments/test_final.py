"""The seats of a final, and the cross table."""

from collections import Counter
from itertools import combinations

import pytest
from evenings import tournaments
from hypothesis import given

from scorekeeper.tournaments.final import SIZES, final_tables, one_deal_rounds
from scorekeeper.tournaments.meetings import meetings


@pytest.mark.parametrize(
    ("size", "first", "last"),
    [
        (12, (1, 4, 7, 10), (3, 6, 9, 12)),
        (16, (1, 5, 9, 13), (4, 8, 12, 16)),
        (20, (1, 6, 11, 16), (5, 10, 15, 20)),
    ],
)
def test_table_k_of_a_final_has_ranks_k_and_k_plus_the_tables(size, first, last):
    tables = final_tables(range(1, size + 1))
    assert size in SIZES and (tables[0], tables[-1]) == (first, last)


def test_five_positions_of_one_deal_seat_all_twenty_each_time():
    for tables in one_deal_rounds(range(1, 21)):
        assert sorted(player for table in tables for player in table) == [*range(1, 21)]


def test_in_five_positions_of_one_deal_nobody_meets_anybody_twice():
    met = Counter(
        pair
        for tables in one_deal_rounds(range(1, 21))
        for table in tables
        for pair in combinations(sorted(table), 2)
    )
    assert max(met.values()) == 1 and len(met) == 5 * 5 * 6


@given(tournaments())
def test_the_cross_table_has_each_meeting_once(tournament):
    found = [
        (pair, *meeting) for pair, them in meetings(tournament).items() for meeting in them
    ]
    assert sorted(found) == sorted(
        ((min(one, other), max(one, other)), played.number, number)
        for played in tournament.rounds
        for number, table in enumerate(played.tables, 1)
        for one, other in combinations(table, 2)
    )
