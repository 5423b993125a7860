"""The movement of the FFT beside its printed tables."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from scorekeeper.tournaments.draw.movement import fft_rounds, full_rounds, meetings

VECTORS = Path(__file__).resolve().parents[2] / "vectors" / "fft_movement.txt"

PRINTED = [line for line in VECTORS.read_text("utf-8").splitlines() if line[0] != "#"]

LIMITS = {5: 5, 6: 5, 8: 6, 10: 6, 24: 6}
"""Rounds until an opponent comes back, if fewer than seven; of 10 and 24 seven are printed."""


@pytest.mark.parametrize("line", PRINTED, ids=lambda line: line.split(":")[0])
def test_a_round_is_the_printed_one(line):
    at, printed = line.split(": ")
    tables, round = map(int, at.split())
    found = [" ".join(str(n + 1) for n in t) for t in full_rounds(tables, round)[round - 1]]
    if "…" in printed:
        found = [found[0], "…", *found[-2:]]
    assert " | ".join(found) == printed


def test_no_opponent_comes_back_before_the_limit():
    for tables in range(5, 201):
        limit = LIMITS.get(tables, 7)
        assert max(meetings(full_rounds(tables, limit)).values()) == 1, tables


@pytest.mark.parametrize("tables", LIMITS)
def test_an_opponent_comes_back_after_the_limit(tables):
    assert max(meetings(full_rounds(tables, LIMITS[tables] + 1)).values()) > 1


def test_sixteen_players_meet_each_other_once():
    assert Counter(meetings(full_rounds(4, 5)).values()) == {1: 120}


def test_twelve_players_repeat_54_meetings():
    met = meetings(full_rounds(3, 6))
    pairs = Counter(met[pair] for pair in combinations(range(12), 2))
    assert pairs == {1: 35, 2: 21, 3: 9, 4: 1}


def test_tables_of_three_stay_three():
    for players in range(20, 200):
        sizes = {tuple(sorted(map(len, round))) for round in fft_rounds(players, 5)}
        threes = -players % 4
        assert sizes == {(3,) * threes + (4,) * ((players - 3 * threes) // 4)}, players


def test_nobody_is_twice_at_two_tables_of_three_five_rounds_long():
    for players in range(66, 200, 4):
        rounds = fft_rounds(players, 5)
        visits = Counter(n for round in rounds for t in round if len(t) == 3 for n in t)
        assert max(visits.values()) == 1, players


@pytest.mark.parametrize("players", [66, 82, 198])
def test_the_second_table_of_three_is_five_below_the_highest(players):
    lengths = [len(table) for table in fft_rounds(players, 5)[0]]
    assert [i - len(lengths) for i, n in enumerate(lengths) if n == 3] == [-6, -1]


@pytest.mark.parametrize("players, rounds", [(8, 3), (10, 5), (12, 7), (16, 6), (14, 5)])
def test_what_the_fft_does_not_print_has_no_movement(players, rounds):
    assert fft_rounds(players, rounds) is None
