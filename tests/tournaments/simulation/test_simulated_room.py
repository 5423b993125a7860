"""Random evenings of tournaments through the pages: phones, paper, losses, kills, machines."""

import pytest
from simulated_room import Room
from simulated_tournaments import judged_on_pages

QUICK = ("belote_points", "belote_melee", "tarot_libre")
"""Presets whose draws take little."""


@pytest.mark.parametrize("seed", [3, 4, 6])
def test_nothing_is_lost_or_doubled_in_an_evening_of_the_room(seed):
    assert judged_on_pages(seed, QUICK)[0] == []


def test_a_result_that_is_not_what_was_played_is_found(monkeypatch, tmp_path):
    room = Room(3, tmp_path, QUICK)
    type_slip = room.desk.record_slip

    def reversed_points(number, table, result, seen=0):
        type_slip(number, table, result._replace(points=result.points[::-1]), seen)

    monkeypatch.setattr(room.desk, "record_slip", reversed_points)
    try:
        room.play()
        assert "result" in {fault[0] for fault in room.faults()}
    finally:
        room.network.close()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_nothing_is_lost_or_doubled_in_any_evening_of_the_room(seed):
    assert judged_on_pages(seed)[0] == []
