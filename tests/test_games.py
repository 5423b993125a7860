"""What is true of every game: its printed examples, and its answers read and written."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper.game import Table
from scorekeeper.games import GAMES
from scorekeeper.hand import answers, read
from scorekeeper.score import Held

CAST = ("Anne", "Bruno", "Chloé", "David", "Eve", "Félix", "Gaël", "Huguette")
HERE = Path(__file__).parent


def vectors():
    """Every game with each of its hands."""
    for name, game in GAMES.items():
        text = (HERE / "vectors" / f"{name}.toml").read_text(encoding="utf-8")
        for vector in tomllib.loads(text)["hand"]:
            yield pytest.param(game, vector, id=f"{name}: {vector['says']}")


VECTORS = list(vectors())


def table_of(game, vector):
    players = CAST[: vector.get("seats", game.seats[0])]
    options = game.read_options(vector.get("options", {}))
    columns = len(game.columns(players))
    held = Held(tuple(vector.get("before", ())), vector.get("untouched", False))
    standing = tuple(vector.get("standing", (0,) * columns))
    return Table(players, options, 0, held, standing)


@pytest.mark.parametrize(("game", "vector"), VECTORS)
def test_a_printed_hand_has_its_printed_score(game, vector):
    at = table_of(game, vector)
    found = game.score(game.read(vector["answers"], at), at)
    assert list(found.scores) == vector["scores"]
    lines = {str(line.rule.title): list(line.scores) for line in found.lines}
    assert vector.get("lines", lines) == lines
    assert vector.get("pots", list(found.held.pots)) == list(found.held.pots)
    assert vector.get("verdict", str(found.verdict)) == str(found.verdict)
    if found.account:
        kept = found.held.total - at.held.total
        assert sum(found.scores) + kept == found.account.total


@pytest.mark.parametrize(("game", "vector"), VECTORS)
def test_a_hand_read_and_written_is_the_same(game, vector):
    players = table_of(game, vector).players
    hand = read(game.hand, vector["answers"], players)
    assert read(game.hand, answers(hand, players), players) == hand


@pytest.mark.parametrize(("game", "vector"), VECTORS)
def test_a_hand_says_what_it_is(game, vector):
    at = table_of(game, vector)
    hand = game.read(vector["answers"], at)
    assert str(game.headline(hand, at))
    for line in game.score(hand, at).lines:
        assert str(line.because) and str(line.rule.article)
