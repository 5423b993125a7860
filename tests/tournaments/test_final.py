"""The seats of a final."""

from collections import Counter
from itertools import combinations

import pytest
from decided import Decided, play, publish_next

from scorekeeper.tournaments.final import SIZES, final_tables, next_of_one_deal
from scorekeeper.tournaments.next_round import next_of_final
from scorekeeper.tournaments.rounds import publish_by_hand
from scorekeeper.tournaments.service.next_steps import may_have_final
from scorekeeper.tournaments.tournament import TableResult


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


def test_nobody_sits_in_a_final_of_whom_no_table_of_four_can_be_made():
    assert final_tables(range(1, 19)) == final_tables(range(1, 17))


def five_rounds():
    """The rounds of one deal of players 1 to 20, the best first."""
    rounds = [final_tables(range(1, 21))]
    while len(rounds) < 5:
        rounds.append(next_of_one_deal(rounds[-1]))
    return rounds


def test_in_five_positions_of_one_deal_all_twenty_sit_and_nobody_meets_anybody_twice():
    rounds = five_rounds()
    for tables in rounds:
        assert sorted(player for table in tables for player in table) == [*range(1, 21)]
    tables = [table for tables in rounds for table in tables]
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    assert max(met.values()) == 1 and len(met) == 5 * 5 * 6


TWENTY = final_tables(range(1, 21))


@pytest.mark.parametrize(
    ("rounds", "go_on"),
    [
        ([TWENTY], True),
        ([final_tables(range(1, 13))], False),
        ([TWENTY, final_tables(range(5, 25))], False),
        ([(TWENTY[0][:3], *TWENTY[1:])], False),
    ],
    ids=["twenty", "twelve", "others", "nineteen"],
)
def test_only_the_twenty_of_a_final_go_on_in_positions_of_one_deal(rounds, go_on):
    desk = Decided(people=24)
    for number, tables in enumerate(rounds, 1):
        desk.record("published", publish_by_hand, number, tables, (), number == 1)
    assert bool(next_of_final(desk.tournament)) is go_on


def test_no_final_is_proposed_at_belote():
    desk = Decided("belote_melee", people=16, rounds="2")
    publish_next(desk)
    play(desk, 1, TableResult((1000, 944)))
    assert not may_have_final(desk.tournament)
