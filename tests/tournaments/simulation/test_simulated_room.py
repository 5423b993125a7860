"""Whole club evenings through the pages: phones, paper, helpers, losses, kills, machines."""

import pytest
from simulated_room import Room, played


@pytest.mark.parametrize("seed", [1, 3])
def test_nothing_is_lost_or_doubled_in_an_evening_of_the_room(seed):
    assert played(seed)[0] == []


def test_a_result_that_is_not_what_was_played_is_found(monkeypatch, tmp_path):
    room = Room(1, tmp_path)
    draw = room.type_slip
    monkeypatch.setattr(
        room, "type_slip", lambda number, table, points: draw(number, table, points[::-1])
    )
    try:
        assert "result" in {fault[0] for fault in room.play()}
    finally:
        room.server.close()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_nothing_is_lost_or_doubled_in_any_evening_of_the_room(seed):
    assert played(seed)[0] == []
