"""A game whose questions have other names gets everything: nothing else names a question."""

import other_words_game as other
import pytest

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.rules.answers import HandError, schema
from scorekeeper.rules.choice import HandRole
from scorekeeper.rules.game import Table

CAST = ("Anne", "Bruno", "Chloé", "David")
ANSWERS = {
    "declarer": "Bruno",
    "helper": "Chloé",
    "level": "high",
    "card_score": 50.5,
    "bonus": "last",
    "resting": ["David"],
}


@pytest.fixture
def game(monkeypatch):
    """The game, in the list of games like any other."""
    monkeypatch.setitem(GAMES, other.GAME.name, other.GAME)
    for preset in other.GAME.presets:
        monkeypatch.setitem(PRESETS, preset.name, (other.GAME, preset))
    return GAMES["other_words"]


@pytest.fixture
def table(game):
    return Table(CAST, game.read_options({}), standing=(0,) * 4)


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"declarer": None}, "declarer"),
        ({"declarer": "David"}, "declarer"),
        ({"helper": "Bruno"}, "helper"),
        ({"level": "garde"}, "level"),
        ({"card_score": 101}, "card_score"),
        ({"resting": ["David", "David"]}, "resting"),
        ({"resting": ["Anne", "David"]}, "resting"),
        ({"taker": "Anne"}, "taker"),
    ],
)
def test_an_error_is_at_its_question(game, table, changes, name):
    with pytest.raises(HandError) as refused:
        game.read(ANSWERS | changes, table)
    assert refused.value.name == name


def test_schema(game):
    found = schema(game.hand)
    assert found.identifying == ("declarer", "level", "card_score")
    assert found.roles == {
        HandRole.TAKER: "declarer",
        HandRole.PARTNER: "helper",
        HandRole.CONTRACT: "level",
        HandRole.SITTING_OUT: "resting",
    }
    repeatable = [name for name, question in found.questions.items() if question.repeatable]
    assert repeatable == ["declarer", "helper", "level"]
    assert found.questions["bonus"].option == "bonuses"
