"""Random evenings of tournaments through the pages: phones, paper, losses, kills, machines."""

import pytest
from simulated_room import Room

from scorekeeper.tournaments.regulations import PRESETS

QUICK = ("belote_points", "belote_melee", "tarot_libre")
"""Presets whose draws take little."""


@pytest.fixture
def room(tmp_path):
    """Makes the room of an evening, whose machines are empty."""
    rooms = []

    def made(seed, presets=tuple(PRESETS)):
        rooms.append(Room(seed, tmp_path, presets))
        return rooms[0]

    yield made
    rooms[0].network.close()


@pytest.mark.parametrize("seed", [3, 4, 6])
def test_nothing_is_lost_or_doubled_in_an_evening_of_the_room(room, seed):
    evening = room(seed, QUICK)
    evening.play()
    assert evening.faults() == []


def test_a_result_that_is_not_what_was_played_is_found(monkeypatch, room):
    evening = room(3, QUICK)
    type_slip = evening.desk.record_slip

    def reversed_points(number, table, result, seen=0):
        type_slip(number, table, result._replace(points=result.points[::-1]), seen)

    monkeypatch.setattr(evening.desk, "record_slip", reversed_points)
    evening.play()
    assert "result" in {fault[0] for fault in evening.faults()}


MANY = [pytest.param(seed, marks=pytest.mark.hours) for seed in range(1000, 3000)]


@pytest.mark.long
@pytest.mark.parametrize("seed", [*range(100, 120), *MANY])
def test_nothing_is_lost_or_doubled_in_any_evening_of_the_room(room, seed):
    evening = room(seed)
    evening.play()
    assert evening.faults() == []
