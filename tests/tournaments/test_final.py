"""The seats of a final, and of its consolante."""

import re
from contextlib import nullcontext

import pytest
from check_tournament import check
from decided import Decided, decided, play, seat
from long_cases import one_in
from random_evenings import Evening, any_draw, comparable

from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.tournaments.formats.restart_code import read_restart_codes, restart_codes
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.formats.tournament_reader import folded, read
from scorekeeper.tournaments.next_round import FINAL_SIZES, best_here, final_tables
from scorekeeper.tournaments.rounds import publish_final


@pytest.mark.parametrize(
    ("size", "first", "last"),
    [
        (12, (1, 4, 7, 10), (3, 6, 9, 12)),
        (16, (1, 5, 9, 13), (4, 8, 12, 16)),
        (8, (1, 3, 5, 7), (2, 4, 6, 8)),
        (20, (1, 6, 11, 16), (5, 10, 15, 20)),
    ],
)
def test_table_k_of_a_final_has_ranks_k_and_k_plus_the_tables(size, first, last):
    tables = final_tables(range(1, size + 1))
    assert size in FINAL_SIZES and (tables[0], tables[-1]) == (first, last)


def test_nobody_sits_in_a_final_of_whom_no_table_of_four_can_be_made():
    assert final_tables(range(1, 19)) == final_tables(range(1, 17))


class WithConsolation(Evening):
    """An evening whose last round is a final with a consolante, drawn by the search."""

    draw = (any_draw,)

    def publish(self, number):
        if number < self.last:
            return super().publish(number)
        most = min(len(best_here(self.tournament)), len(self.tournament.here) - 3)
        size = self.later.choice([size for size in FINAL_SIZES if size <= most])
        self.desk.record("published", publish_final, number, size, self.later.randrange(2**31))


@pytest.mark.parametrize("seed", one_in(30, range(60)))
def test_a_final_with_its_consolante_is_right_by_the_file_alone(seed):
    evening = WithConsolation(seed, decided, ("tarot_libre",), 26, 3)
    while evening.number < 18:
        evening.number += 5
    tournament = evening.play()
    text = write(tournament)
    at = text.partition("final=1")[0].count("\n")
    assert "\tconsolation=1" in text
    assert [found for found in check(text.encode()) if found.line > at] == []
    again = folded(read(text.encode()))
    assert write(again) == text and comparable(again) == comparable(tournament)
    codes = "\n".join(restart_codes(tournament))
    assert comparable(folded(read_restart_codes(codes))) == comparable(tournament)


@pytest.fixture(scope="module")
def consolante():
    """The file of two positions of 16: the second one a final of eight with its consolante."""
    desk = Decided("tarot_libre", 16, rounds="2")
    seat(desk)
    play(desk, 1)
    desk.record("published", publish_final, 2, 8, 4711)
    play(desk, 2)
    return write(desk.tournament)


@pytest.mark.parametrize(
    ("edit", "codes", "is_read"),
    [
        (lambda text: text, set(), True),
        (lambda text: text.replace("\tfinal=1", ""), {"consolation"}, False),
        (
            lambda text: text.replace("first\tyes", "first\tno"),
            {"consolation", "place"},
            False,
        ),
        (lambda text: text.replace("\tconsolation=1", ""), {"order"}, False),
        (
            lambda text: re.sub(
                r"(round\t2.*?consolation.*?)table\t2\t3", r"\1table\t2\t1", text, flags=re.S
            ).replace("result\t2\t3", "result\t2\t1", 1),
            {"consolation"},
            False,
        ),
        (lambda text: re.sub(r"\nabsent\t2\t\d+", "", text, count=1), {"missing"}, False),
    ],
)
def test_a_consolante_that_is_none_is_found_and_refused(consolante, edit, codes, is_read):
    text = edit(consolante)
    assert {found.code for found in check(text.encode())} == codes
    with nullcontext() if is_read else pytest.raises(DocumentError):
        read(text.encode())
