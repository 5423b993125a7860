"""Fixtures of the tests of tournaments: a tournament without HTTP."""

import pytest
from decided import ABOUT, new_people

from scorekeeper.tournaments.people import register
from scorekeeper.tournaments.regulations import PRESETS
from scorekeeper.tournaments.service.access import TournamentRepository, announce
from scorekeeper.tournaments.service.tokens import Role


@pytest.fixture
def tournaments(repository):
    return TournamentRepository(repository)


@pytest.fixture
def open_desk(tournaments):
    """Open a tournament; the access of its organizer."""

    def opened(preset="tarot_libre", people=0, **fields):
        game = PRESETS[preset].games[0]
        token = announce(tournaments, **ABOUT, game=game, preset=preset, fields=fields)
        desk = tournaments.access(token, Role)
        if people:
            desk.record("enrolled", register, new_people(people, preset), True)
        return desk

    return opened


@pytest.fixture
def desk(open_desk):
    return open_desk()
