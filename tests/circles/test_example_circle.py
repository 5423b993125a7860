import json

from scorekeeper.circles.formats.circle_reader import read_circle
from scorekeeper.circles.formats.examples import CIRCLE, example_circle
from scorekeeper.sheets.sheet import fold

MOST_BYTES = 200_000


def test_the_example_circle_is_small_and_says_that_it_is_invented():
    assert CIRCLE.stat().st_size < MOST_BYTES
    document = example_circle()
    assert "Exemple" in document["title"]
    assert all(sheet["title"] == "Soirée inventée" for sheet in document["sheets"])


def test_the_example_circle_has_a_season_of_two_games():
    sheets = [fold(sheet.events) for sheet in read_circle(example_circle()).sheets]
    games = [sheet.game.name for sheet in sheets]
    assert (games.count("tarot"), games.count("coinche")) == (26, 6)
    hands = [hand for sheet in sheets for hand in sheet.hands if hand.hand is not None]
    contracts = {json.dumps(hand.entry.body["answers"].get("contract")) for hand in hands}
    assert {'"petite"', '"garde"', '"garde_sans"', '"garde_contre"', "80"} <= contracts
    assert all(len(sheet.hands) >= 8 for sheet in sheets if sheet.game.name == "tarot")
