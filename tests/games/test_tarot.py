import pytest
from conftest import table

from scorekeeper.games import GAMES
from scorekeeper.games.tarot import GAME
from scorekeeper.games.tarot.hand import DECK
from scorekeeper.games.tarot.point_values import THRESHOLD
from scorekeeper.games.tarot.scoring import score
from scorekeeper.rules.answers import HandError
from scorekeeper.rules.game import Table

GARDE = {"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49}
GARDE_CONTRE = {"contract": "garde_contre"}


def recorded(seats=4, options=None, **changes):
    return GAME.read(GARDE | changes, table(seats, **(options or {})))


def shown(**sizes):
    """The poignées that these players showed, as they are recorded."""
    return {"poignees": [{"player": name, "size": size} for name, size in sizes.items()]}


ANNE_TWICE = {"poignees": [{"player": "Anne", "size": size} for size in ("simple", "double")]}


def names_of(errors):
    return sorted(error.name for error in errors)


@pytest.mark.parametrize(
    ("seats", "changes", "name"),
    [
        (4, {"partner": "Bruno"}, "partner"),
        (5, {"partner": "Anne"}, "partner"),
        (5, {"taker": "Eve", "sitting_out": ["Eve"]}, "taker"),
        (4, {"sitting_out": ["Bruno", "Chloé"]}, "sitting_out"),
        (5, {"sitting_out": ["Eve"]} | shown(Eve="simple"), "poignees"),
        (4, {"miseres": [{"player": "Anne", "kind": "tete"}]}, "miseres"),
        (4, {"points": 91.5}, "points"),
        (4, {"bouts": 4}, "bouts"),
        (4, {"contract": "Garde"}, "contract"),
        (4, {"taker": "Zoé"}, "taker"),
        (4, {"poignees": [{"player": "Anne"}]}, "poignees"),
        (4, {"poignees": {"player": "Anne", "size": "simple"}}, "poignees"),
        (5, {"sitting_out": ["Eve", "Eve"]}, "sitting_out"),
        (4, {"oudlers": 2}, "oudlers"),
    ],
)
def test_impossible_answers_are_refused(seats, changes, name):
    with pytest.raises(HandError) as refused:
        recorded(seats, **changes)
    assert refused.value.name == name


@pytest.mark.parametrize(
    ("seats", "changes", "name"),
    [
        (4, {"bouts": 0, "points": 79}, "points"),
        (4, {"bouts": 1, "points": 3}, "points"),
        (4, {"bouts": 1, "points": 83}, "points"),
        (4, {"bouts": 2, "points": 8}, "points"),
        (4, {"bouts": 2, "points": 88}, "points"),
        (4, {"bouts": 3, "points": 12}, "points"),
        (4, {"points": 49.5}, "points"),
        (4, {"bouts": 0, "petit_au_bout": "attack"}, "petit_au_bout"),
        (4, {"bouts": 3, "petit_au_bout": "defence"}, "petit_au_bout"),
        (3, shown(Anne="simple", Bruno="simple"), "poignees"),
        (4, shown(Anne="simple", Bruno="double"), "poignees"),
        (5, ANNE_TWICE, "poignees"),
        (4, {"chelem": "made"}, "chelem"),
        (4, {"bouts": 3, "points": 91}, "chelem"),
        (4, {"points": 88, "bouts": 3, "chelem": "made"}, "chelem"),
        (4, GARDE_CONTRE | {"points": 20, "bouts": 0, "chelem": "made"}, "chelem"),
        (4, {"points": 24, "bouts": 1, "chelem": "defence"}, "chelem"),
        (4, {"points": 60.5, "chelem": "announced_failed"}, "points"),
        (4, {"points": 87, "chelem": "made", "petit_au_bout": "defence"}, "chelem"),
        (4, {"bouts": 3, "points": 91, "chelem": "announced_failed"}, "chelem"),
        (4, {"chelem": "defence"}, "chelem"),
        (4, {"points": 9, "chelem": "defence", "petit_au_bout": "attack"}, "chelem"),
    ],
)
def test_improbable_answers_are_warned_of(seats, changes, name):
    hand = recorded(seats, **changes)
    assert set(names_of(GAME.warnings(hand, table(seats)))) == {name}
    assert sum(score(hand, table(seats)).scores) == 0


@pytest.mark.parametrize(
    ("seats", "changes"),
    [
        (4, {}),
        (4, {"bouts": 0, "points": 78}),
        (4, {"bouts": 3, "points": 13}),
        (3, {"points": 40.5}),
        (4, {"points": 87, "chelem": "made"}),
        (4, {"points": 86.5, "chelem": "made"}),
        (4, {"bouts": 3, "points": 91, "chelem": "made"}),
        (4, GARDE_CONTRE | {"bouts": 3, "points": 88, "chelem": "announced_made"}),
        (4, {"bouts": 0, "points": 4, "chelem": "defence"}),
        (5, shown(Anne="simple", Eve="triple")),
        (4, shown(Anne="simple", David="simple")),
    ],
)
def test_what_a_pack_can_do_is_not_doubted(seats, changes):
    assert names_of(GAME.warnings(recorded(seats, **changes), table(seats))) == []


def test_working_has_threshold_and_margin():
    line = score(recorded(), table()).lines[0]
    assert line.working == "(25 + 8) × 2"
    assert str(line.because) == (
        "Garde. Bouts : 2, il faut donc 41 points ; l'attaque en a 49 : faite de 8"
    )


@pytest.mark.parametrize("bouts", range(4))
def test_one_of_two_players_reaches_his_points(bouts):
    for points in range(DECK + 1):
        winners = [points >= THRESHOLD[bouts], DECK - points >= THRESHOLD[3 - bouts]]
        assert sum(winners) == 1, points


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ({"bouts": 2, "points": [40, 51]}, "winner"),
        ({"bouts": 2, "points": [49, 43]}, "points"),
        ({"bouts": 2}, "points"),
        ({"bouts": 4, "points": [49, 42]}, "bouts"),
        ({"points": [49, 42]}, "bouts"),
    ],
)
def test_impossible_hand_for_two_is_refused(answers, field):
    two = GAMES["tarot_two"]
    at = Table(("Anne", "Bruno"), two.read_options({}))
    with pytest.raises(HandError) as refused:
        two.read({"winner": "Anne"} | answers, at)
    assert refused.value.name == field
