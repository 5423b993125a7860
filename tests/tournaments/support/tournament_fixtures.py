"""Fixtures of the tests of tournaments: a tournament without HTTP, a site of its own."""

import contextlib
import threading

import pytest
from decided import ABOUT, new_people
from server import free_port
from werkzeug.serving import make_server

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


class Site:
    """The application on a port that stays its own while it does not answer."""

    def __init__(self, app):
        self.app, self.port = app, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        self.server = make_server("127.0.0.1", self.port, self.app, threaded=True)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def stop(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def site(app):
    site = Site(app)
    yield site
    with contextlib.suppress(OSError):
        site.stop()
