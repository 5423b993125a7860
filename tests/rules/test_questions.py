import pytest
from conftest import CAST

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.choice import Side
from scorekeeper.rules.question import (
    Bid,
    CardPoints,
    Count,
    OneOf,
    OnePlayer,
    PerSide,
    SomePlayers,
    YesNo,
)

LABEL = msg("Question")
COUNT = Count(LABEL, 10, 30, 10)
POINTS = CardPoints(LABEL, 0, 91)
PLAYERS = SomePlayers(LABEL)
SIDES = PerSide(LABEL, 4)
BID = Bid(LABEL, 80, 160, 10, words={"capot": LABEL})
ONE = OneOf(LABEL, Side)


@pytest.mark.parametrize(
    ("question", "value", "answer"),
    [
        (COUNT, 10, 10),
        (COUNT, 30, 30),
        (POINTS, 40.5, 81),
        (POINTS, 91, 182),
        (OnePlayer(LABEL), CAST[2], 2),
        (PLAYERS, [CAST[3], CAST[0]], (0, 3)),
        (SIDES, "defence", (0, 1)),
        (BID, 90, 90),
        (BID, "capot", "capot"),
        (ONE, "attack", Side.ATTACK),
        (SIDES, {"attack": 4}, (4, 0)),
    ],
)
def test_answer_is_read_and_written(question, value, answer):
    assert question.read(value, CAST) == answer
    assert question.read(question.write(answer, CAST), CAST) == answer


@pytest.mark.parametrize(
    ("question", "value"),
    [
        (COUNT, 0),
        (COUNT, 40),
        (COUNT, 15),
        (COUNT, 10.0),
        (Count(LABEL, 0, 3), True),
        (POINTS, -0.5),
        (POINTS, 91.5),
        (POINTS, 40.25),
        (POINTS, True),
        (POINTS, "49"),
        (BID, "80"),
        (BID, "all"),
        (ONE, []),
        (YesNo(LABEL, LABEL, LABEL), 1),
        (ONE, "Attack"),
        (OnePlayer(LABEL), "Zoé"),
        (OnePlayer(LABEL), 0),
        (PLAYERS, [CAST[0], CAST[0]]),
        (PLAYERS, CAST[0]),
        (SIDES, "both"),
        (SIDES, {"attack": 5}),
        (SIDES, {"attack": -1}),
        (SIDES, {"attack": True}),
        (SIDES, {"nobody": 1}),
    ],
)
def test_answer_out_of_bounds_is_refused(question, value):
    with pytest.raises(ValueError):
        question.read(value, CAST)
