"""The seats of a final."""

import pytest
from decided import Decided, play, publish_next

from scorekeeper.tournaments.next_round import FINAL_SIZES, final_tables
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
    assert size in FINAL_SIZES and (tables[0], tables[-1]) == (first, last)


def test_nobody_sits_in_a_final_of_whom_no_table_of_four_can_be_made():
    assert final_tables(range(1, 19)) == final_tables(range(1, 17))


def test_no_final_is_proposed_at_belote():
    desk = Decided("belote_melee", people=16, rounds="2")
    publish_next(desk)
    play(desk, 1, TableResult((1000, 944)))
    assert not may_have_final(desk.tournament)
