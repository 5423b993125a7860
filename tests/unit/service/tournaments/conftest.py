"""A tournament without HTTP."""

import pytest

from scorekeeper.service.tournaments.access import TournamentRepository, announce
from scorekeeper.service.tournaments.people import NewPerson, enrol
from scorekeeper.tournaments.regulations import PRESETS


@pytest.fixture
def tournaments(repository):
    return TournamentRepository(repository)


@pytest.fixture
def open_desk(tournaments):
    """Open a tournament; the access of its organizer."""

    def opened(preset="tarot_libre", people=0, **fields):
        game = PRESETS[preset].games[0]
        about = {"title": "Coupe d'automne", "date": "2026-11-23", "place": "Salle"}
        token = announce(tournaments, **about, game=game, preset=preset, fields=fields)
        desk = tournaments.access(token)
        if people:
            in_teams = preset != "tarot_libre"
            new = [
                NewPerson(f"J{n}", team=(n + 1) // 2 * in_teams) for n in range(1, people + 1)
            ]
            enrol(desk, new, is_here=True)
        return desk

    return opened


@pytest.fixture
def desk(open_desk):
    return open_desk()
