import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import CAST
from night import sheet_of

from scorekeeper.rules.score import End
from scorekeeper.sheets.played import played_hands
from scorekeeper.sheets.reports.evening_statistics import podium, ranking
from scorekeeper.sheets.reports.headline import headline, lead
from scorekeeper.sheets.sheet import Sheet

EVENINGS = tomllib.loads(Path(__file__).with_name("headlines.toml").read_text("utf-8"))


def headline_of(sheet):
    return str(headline(sheet, played_hands(sheet)))


@pytest.mark.parametrize("case", EVENINGS["evening"], ids=lambda case: case["says"])
def test_the_headline_of_an_evening(case):
    players = CAST[: case.get("players", 3)]
    sheet = sheet_of(case["game"], case["hands"], players, **case.get("options", {}))
    assert headline_of(sheet) == case["headline"] and str(lead(sheet)) == case["lead"]


def test_a_game_that_is_closed_is_won_and_without_hands_has_no_headline():
    sheet = sheet_of("libre", [{"scores": [5, 0, 0]}], CAST[:3], target=100)
    assert headline_of(sheet._replace(closed=sheet.state.standing)) == "Anne l'emporte"
    assert headline(sheet_of("libre", [], CAST[:3]), ()) is None


def won_with_fewer_points():
    """A game of belote at 501 that the first team does not win: it fails, and has the target
    only by its belote."""
    made = {"taker": "Anne", "points": 98}
    failed = {"taker": "Anne", "points": 30, "belote": "attack"}
    hands = [made | {"belote": "defence"}, *[made] * 4, failed]
    return sheet_of("belote", hands, target=501, finish="capot_or_chute")


def test_the_winner_with_fewer_points_is_first_and_ahead_of_nobody():
    sheet = won_with_fewer_points()
    winner, standing = sheet.state.end.winner, sheet.state.standing
    assert winner == 1 and standing[1] < standing[0]
    assert headline_of(sheet) == "Bruno & David l'emportent" and lead(sheet) is None
    best = podium(ranking(sheet, played_hands(sheet)))
    assert [(one.column, one.rank) for one in best] == [(1, 1), (0, 2)]
    assert sheet.final_order == ((1, 1), (2, 0))


@pytest.mark.parametrize(
    ("points", "winner", "expected"),
    [
        ((9, 5, 2, 7), 2, (2, 4, 1, 3)),
        ((9, 9, 5, 5), 2, (2, 2, 1, 4)),
        ((9, 5, 5, 2), 2, (2, 3, 1, 4)),
        ((9, 5, 2, 7), 0, (1, 3, 4, 2)),
        ((9, 9, 2, 7), None, (1, 1, 4, 3)),
    ],
)
def test_the_final_ranks_begin_with_the_winner(points, winner, expected):
    state = SimpleNamespace(end=End(winner), standing=points)
    sheet = SimpleNamespace(fewest_win=False, state=state)
    sheet.ranks = Sheet.ranks_of(sheet, points)
    assert Sheet.final_ranks.fget(sheet) == expected
