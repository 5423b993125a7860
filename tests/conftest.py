"""The cast, and an application of its own for each test."""

import re

import pytest

from app import create_app
from scorekeeper.game import Table
from scorekeeper.games import GAMES

CAST = ("Anne", "Bruno", "Chloé", "David", "Eve")
GARDE = {"taker": "0", "contract": "garde", "bouts": "2", "points": "49"}


@pytest.fixture
def instance(tmp_path):
    return tmp_path / "instance"


@pytest.fixture
def app(instance):
    return create_app({"INSTANCE": instance, "TESTING": True, "WTF_CSRF_ENABLED": False})


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def open_sheet(client):
    def opened(seats=4, **changes):
        form = {"name": list(CAST[:seats]), "number": [""] * seats, "dealer": "0"}
        return client.post("/sheets", data=form | changes).location

    return opened


@pytest.fixture
def sheet(open_sheet):
    return open_sheet()


@pytest.fixture
def post_hand(client):
    def post(sheet, **changes):
        return client.post(f"{sheet}/hands", data=GARDE | changes)

    return post


@pytest.fixture
def totals(client):
    """The totals shown at the head of a sheet."""

    def read(sheet):
        head = re.search(r'class="totals">(.*?)</tr>', client.get(sheet).text, re.S)[1]
        return [int(n.replace("−", "-")) for n in re.findall(r"<td>(.*?)</td>", head)]

    return read


def table(seats=4, **options):
    tarot = GAMES["tarot"]
    return Table(CAST[:seats], tarot.read_options(options))
