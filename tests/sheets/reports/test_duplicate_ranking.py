"""The ranking of a duplicate event: notes, averages and places, in exact arithmetic.

What a printed board and three boards of two tables give is on the pages
(``tests/sheets/web/test_ranking.py``).
"""

import itertools
import random
from fractions import Fraction

import pytest
from night import sheet_of

from scorekeeper.games.duplicate.options import TriplettesLine, event_of
from scorekeeper.games.duplicate.scoring import notes
from scorekeeper.rules.game import SEATS, BoardResults
from scorekeeper.sheets.reports import duplicate
from scorekeeper.sheets.reports.duplicate import percent, ranking

NORTH, SOUTH, EAST, WEST = SEATS
INDIVIDUAL = event_of({"event": "individual", "ranking": "alternate"})
PLAIN = INDIVIDUAL._replace(is_alternate=False)


def tables(count):
    return [f"Table {n}" for n in range(1, count + 1)]


def by_player(players):
    return {(player.table, player.line): player for player in players}


def random_boards(tables, boards=12, seed=0, played=1.0):
    chance = random.Random(f"{tables} {seed}")
    results = (50, 52, 56, 62, -52, -54, -56, 88)
    return [
        BoardResults(
            SEATS[number % 4],
            tuple(
                chance.choice(results) if chance.random() < played else None
                for _ in range(tables)
            ),
        )
        for number in range(boards)
    ]


def test_equal_results_share_the_mean_of_their_notes():
    for results in itertools.product((-52, 50, 56), repeat=5):
        ranked = sorted(results, reverse=True)
        steps = [Fraction(100 * n, 4) for n in (4, 3, 2, 1, 0)]
        for result, note in zip(results, notes(results), strict=True):
            shared = [s for own, s in zip(ranked, steps, strict=True) if own == result]
            assert note == sum(shared) / len(shared)


@pytest.mark.parametrize("results", [(56, None), (None, None), (None, 56, None)])
def test_a_board_without_a_second_result_has_no_note(results):
    assert set(notes(results)) == {None}
    players = ranking([BoardResults(NORTH, results)], tables(len(results)), INDIVIDUAL)
    assert {(player.percentage, player.place) for player in players} == {(None, None)}


def test_a_table_that_tells_its_triplettes_or_players_has_both_lines_in_the_ranking():
    hands = [{"taker": "south", "scores": [62, 50, 56]}]
    names = ("Les As / Les Rois", "Anne / Bruno / Chloé / David", "Table 3")
    sheet = sheet_of("tarot_duplicate", hands, names, event="triplettes")
    found = by_player(duplicate.sheet_ranking(sheet))
    assert [tuple(found[n, line].name for line in TriplettesLine) for n in range(3)] == [
        ("Les As", "Les Rois"),
        ("Anne / Bruno", "Chloé / David"),
        ("Table 3", "Table 3"),
    ]


def slow_average(boards, table, seat):
    """The averages of one player from the notes themselves, board by board."""
    attack, defence = [], []
    for board in boards:
        note = notes(board.results)[table]
        if note is not None:
            (attack if board.taker is seat else defence).append(
                note if board.taker is seat else 100 - note
            )
    return [sum(side, Fraction(0)) / len(side) if side else None for side in (attack, defence)]


@pytest.mark.parametrize("count", [*range(2, 12), 25, 50])
def test_averages_are_those_of_the_notes_also_of_boards_that_some_have_not_played(count):
    boards = random_boards(count, 10, played=0.7)
    for player in ranking(boards, tables(count), INDIVIDUAL):
        expected = slow_average(boards, player.table, player.line)
        assert [player.attack, player.defence] == expected


@pytest.mark.parametrize("alternate", [True, False])
@pytest.mark.parametrize("count", [2, 5, 50])
def test_the_ranking_does_not_depend_on_the_names_of_the_tables(count, alternate):
    boards, order = random_boards(count), list(range(count))
    random.Random(count).shuffle(order)
    moved = [BoardResults(b.taker, tuple(b.results[n] for n in order)) for b in boards]
    one, other = (
        by_player(ranking(played, tables(count), INDIVIDUAL._replace(is_alternate=alternate)))
        for played in (boards, moved)
    )
    for place, table in enumerate(order):
        for seat in SEATS:
            before, after = one[table, seat], other[place, seat]
            assert (before.place, before.percentage) == (after.place, after.percentage)


def test_the_winners_of_the_four_lines_take_the_first_four_places():
    for seed in range(30):
        players = ranking(random_boards(6, 12, seed), tables(6), INDIVIDUAL)
        by_line = {seat: [p for p in players if p.line is seat] for seat in SEATS}
        for line in by_line.values():
            assert line == sorted(line, key=lambda player: -player.percentage)
        if any(len({p.percentage for p in line}) < 6 for line in by_line.values()):
            continue
        for rank in range(6):
            group = players[4 * rank : 4 * rank + 4]
            assert {player.line for player in group} == set(SEATS)
            assert group == sorted(group, key=lambda player: -player.percentage)


def test_the_plain_ranking_is_by_percentage_alone():
    players = ranking(random_boards(6), tables(6), PLAIN)
    percentages = [player.percentage for player in players]
    assert percentages == sorted(percentages, reverse=True)
    for player in players:
        assert player.place == 1 + sum(own > player.percentage for own in percentages)


def test_equal_players_of_a_line_share_their_place_and_the_next_ones_wait():
    boards = [BoardResults(NORTH, (62, 62, 50))]
    players = ranking(boards, tables(3), INDIVIDUAL)
    assert [(p.table, p.line) for p in players[:5]] == [
        *((2, seat) for seat in (SOUTH, EAST, WEST)),
        (0, NORTH),
        (1, NORTH),
    ]
    assert [player.place for player in players] == [1, 1, 1, 4, 4, 6, 6, 6, 6, 6, 6, 12]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(200, 3), "66,67"),
        (Fraction(1, 200), "0,01"),
        (Fraction(1, 201), "0,00"),
        (Fraction(100), "100,00"),
        (Fraction(5005, 1000), "5,01"),
    ],
)
def test_a_percentage_has_two_decimals_rounded_once(value, shown):
    assert str(percent(value)) == shown


def test_a_sheet_is_ranked_by_its_own_options():
    hands = [
        {"taker": "north", "scores": [62, 50, 56]},
        {"taker": "east", "scores": [50, None, 62]},
        {"passed": True},
    ]
    found = {}
    for event, order in itertools.product(
        ("individual", "triplettes"), ("alternate", "plain")
    ):
        sheet = sheet_of("tarot_duplicate", hands, tables(3), event=event, ranking=order)
        players = duplicate.sheet_ranking(sheet)
        found[event, order] = [player.place for player in players]
        line = NORTH if event == "individual" else TriplettesLine.NORTH_SOUTH
        assert by_player(players)[0, line].percentage == 100
    assert found["individual", "alternate"] != found["individual", "plain"]


def test_a_grid_has_every_result_with_its_note():
    hands = [{"taker": SEATS[n % 4].value, "scores": [62, None, 50]} for n in range(10)]
    first, second = duplicate.grids(sheet_of("tarot_duplicate", hands, tables(3)))
    assert [number for number, _ in first.heads + second.heads] == [*range(1, 11)]
    assert first.heads[1] == (2, SOUTH)
    name, cells = first.rows[2]
    assert (name, len(cells)) == ("Table 3", duplicate.GRID_BOARDS)
    assert (cells[0].result, cells[0].attack, cells[0].defence) == (50, 0, 100)
    assert first.rows[1][1] == (None,) * duplicate.GRID_BOARDS


def test_other_games_have_no_board():
    row = sheet_of("libre", [{"scores": [1, -1]}], ("A", "B")).rows[0]
    assert row.board is None


def test_quadrettes_add_the_roots_of_both_tables_of_a_match():
    boards = [
        BoardResults(NORTH, (62, 46, 50, 194, 50)),
        BoardResults(EAST, (50, 60, None, 50, 50)),
    ]
    teams = {team.name: team for team in duplicate.teams(boards, ("A", "B", "C", "D", "E"))}
    assert {name: team.points for name, team in teams.items()} == {
        "A": 838,
        "B": -838,
        "C": -12000,
        "D": 12000,
        "E": 0,
    }
    assert (teams["A"].opponent, teams["D"].opponent, teams["E"].opponent) == ("B", "C", "")
    assert [teams[name].boards for name in "ACE"] == [2, 1, 0]
    assert [teams[name].place for name in "DAEBC"] == [1, 2, 3, 4, 5]
    assert str(teams["B"].shown) == "−0,838"
