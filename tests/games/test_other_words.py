"""A game whose questions have other names gets everything: nothing else names a question."""

import other_words_game as other
import pytest

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.rules.answers import (
    HandError,
    answers,
    player_with,
    read,
    schema,
    sitting_out,
)
from scorekeeper.rules.choice import HandRole
from scorekeeper.rules.game import Table

CAST = ("Anne", "Bruno", "Chloé", "David")
NUMBERS = range(4)
ANSWERS = {
    "declarer": "Bruno",
    "helper": "Chloé",
    "level": "high",
    "card_score": 50.5,
    "bonus": "last",
    "resting": ["David"],
}
STORED = ANSWERS | {"declarer": 1, "helper": 2, "resting": [3]}


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


@pytest.fixture
def hand(game, table):
    return game.read(ANSWERS, table)


def test_names_of_questions_are_invented():
    ours = set(schema(other.Deal).questions)
    for real in GAMES.values():
        assert not ours & set(schema(real.hand).questions)


@pytest.mark.parametrize(("given", "players"), [(ANSWERS, CAST), (STORED, NUMBERS)])
def test_answers_are_read_and_written(game, table, given, players):
    hand = game.read(given, table, players)
    assert (hand.declarer, hand.helper, hand.card_score) == (1, 2, 101)
    assert answers(hand, players) == given
    assert read(game.hand, answers(hand, players), players) == hand


def test_absent_events_are_not_written(game, table):
    given = {"declarer": "Anne", "level": "low", "card_score": 20}
    hand = game.read(given | {"helper": None, "resting": []}, table)
    assert answers(hand, CAST) == given


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


def test_players_have_roles(hand):
    assert player_with(hand, HandRole.TAKER) == 1
    assert player_with(hand, HandRole.PARTNER) == 2
    assert sitting_out(hand) == (3,)


def test_a_role_that_nobody_has_is_nobody(game, table):
    alone = game.read({"declarer": "Anne", "level": "low", "card_score": 20}, table)
    assert player_with(alone, HandRole.PARTNER) is None
    assert sitting_out(alone) == ()
    freeform = GAMES["libre"].hand(scores=(1, -1))
    assert player_with(freeform, HandRole.TAKER) is None
    assert sitting_out(freeform) == ()


def test_the_hand_is_scored_and_described(game, table, hand):
    found = game.score(hand, table)
    assert [line.scores for line in found.lines] == [(-20, 10, 10, 0), (-4, 2, 2, 0)]
    assert found.scores == (-24, 12, 12, 0)
    assert found.won is True
    assert str(game.headline(hand, table)) == "Bruno : Haute"
    assert [warning.name for warning in game.warnings(hand, table)] == ["card_score"]
    assert game.passed(table).scores == (0, 0, 0, 0)


def test_extra_of_a_line(game, table, hand):
    found = game.score(hand, table)
    assert [line.extra for line in found.lines] == [None, other.Extra.LAST]
