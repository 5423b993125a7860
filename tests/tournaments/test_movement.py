"""The movement of the FFT beside its printed tables."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from long_cases import long, one_in

from scorekeeper.tournaments.draw import DrawRequest, PlayedRound, draw
from scorekeeper.tournaments.draw.movement import fft_rounds, full_rounds, meetings

VECTORS = Path(__file__).resolve().parents[1] / "vectors" / "fft_movement.txt"

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


def partners(size, players):
    """Teams of players numbered from 1; pairs that they make."""
    teams = tuple(tuple(range(n, n + size)) for n in range(1, players + 1, size))
    return teams, frozenset(pair for team in teams for pair in combinations(team, 2))


def evening(size, players, rounds):
    """What the rounds are drawn by, and their tables: partners never meet."""
    teams, apart = partners(size, players)
    entrants, played = tuple(range(1, players + 1)), []
    asked = DrawRequest(
        "fft", entrants, 4, "three", 1, rounds, (), apart, seed=players, teams=teams
    )
    for round in range(1, rounds + 1):
        earlier = tuple(PlayedRound(found.tables) for found in played)
        played.append(draw(asked._replace(round=round, earlier=earlier)))
    tables = [found.tables for found in played]
    assert not apart & meetings(tables).keys()
    return {found.kind for found in played}, tables


def positions(tables, size):
    """How many positions the movement has, from the second one on, until partners meet who
    sit at one table in the first."""
    movement = full_rounds(tables, 8)
    pairs = {(one - 1, other - 1) for one, other in partners(size, 4 * tables)[1]}
    met = (n for n, round in enumerate(movement) if n and pairs & meetings([round]).keys())
    return next(met, len(movement)) - 1


@pytest.mark.parametrize("tables", one_in(5, range(4, 31)))
@pytest.mark.parametrize("size", [2, 4])
def test_partners_begin_at_one_table_and_play_from_the_second_position_on(size, tables):
    printed = full_rounds(tables, positions(tables, size) + 1)[1:]
    kinds, played = evening(size, 4 * tables, len(printed))
    numbers = (n for table in printed[0] for n in table)
    number_of = dict(zip((one for table in played[0] for one in table), numbers, strict=True))
    assert [[[number_of[one] for one in t] for t in round] for round in played] == [
        [[*table] for table in round] for round in printed
    ]
    together = {
        tuple(sorted(number_of[one] // size for one in t))
        for t in partners(size, 4 * tables)[0]
    }
    assert (kinds, together) == ({"fft"}, {(n,) * size for n in range(4 * tables // size)})


@pytest.mark.parametrize("players", one_in(5, range(18, 120, 4)))
def test_an_odd_number_of_teams_of_two_keeps_the_movement(players):
    assert evening(2, players, 4)[0] == {"fft"}


@pytest.mark.parametrize("size, players, rounds", [(2, 20, 5), *long((2, 16, 5), (4, 20, 5))])
def test_where_the_movement_brings_partners_together_seats_are_random(size, players, rounds):
    assert evening(size, players, rounds)[0] == {"random"}
