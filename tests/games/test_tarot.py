import pytest
from conftest import table

from scorekeeper.games.tarot import GAME
from scorekeeper.games.tarot.hand import DECK
from scorekeeper.games.tarot.point_values import THRESHOLD
from scorekeeper.games.tarot.scoring import score

GARDE = {"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49}


def recorded(seats=4, options=None, **changes):
    return GAME.read(GARDE | changes, table(seats, **(options or {})))


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
