"""An erasure on a running server: nothing in its log or its files, also if it is killed."""

import contextlib
import http.client
import random
import sqlite3
import threading
import time
import urllib.error
from types import SimpleNamespace

import pytest
from answers import FOUR
from server import Phone, Server, token

from scorekeeper.circles.service import founding
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.circles.service.sheets import link_sheet
from scorekeeper.games import GAMES
from scorekeeper.sheets.service import sheets
from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.driver import open_sqlite

pytestmark = pytest.mark.long

NAMES = ("Philomène", "Bruno", "Chloé", "David")
SHEETS = 250
"""So many that their names are replaced in three transactions."""
KILLS = 30
HAND = {"taker": "0", "contract": "garde", "bouts": "2", "points": "49"}


@pytest.fixture
def server(tmp_path):
    running = Server(tmp_path / "instance")
    yield running
    running.stop()


@pytest.fixture
def circle(server):
    return found_circle(server)


def found_circle(server):
    """A circle with many sheets in the database of the server; its address, and the
    addresses of the first and the last sheet."""
    Phone(server.url).get("/circles/new")
    path = server.instance / "la_marque.sqlite3"
    with contextlib.closing(open_sqlite(path, is_draft=True)) as journal:
        repository = SheetRepository(lambda: journal, lambda: b"any key")
        circles = CircleRepository(repository)
        access = circles.access(founding.found_circle(circles, "Mardi", NAMES))
        table, opened = FOUR._replace(names=NAMES), []
        for _ in range(SHEETS):
            opened.append(sheets.open_sheet(repository, GAMES["tarot"], {}, table))
            link_sheet(access, repository.access(opened[-1]), (1, 2, 3, 4))
        return SimpleNamespace(
            address=f"/circles/{access.token}",
            sheets=[f"/sheets/{one}" for one in (opened[0], opened[-1])],
        )


def files_with_the_name(server):
    files = [path for path in server.instance.rglob("*") if path.is_file()]
    return [path.name for path in files if b"Philom" in path.read_bytes()]


class PatientPhone(Phone):
    """A phone that asks again while statistics are computed."""

    def get(self, path):
        while True:
            try:
                return super().get(path)
            except urllib.error.HTTPError as error:
                if error.code != http.HTTPStatus.SERVICE_UNAVAILABLE:
                    raise
                time.sleep(0.1)


def erase(server, circle):
    phone = PatientPhone(server.url)
    csrf = token(phone.get(f"{circle.address}/players/1/erasure"))
    phone.post(f"{circle.address}/players/1/erasure", {"csrf_token": csrf})
    return phone


def test_neither_the_log_nor_a_file_nor_a_backup_has_the_name(server, circle, tmp_path):
    phone = PatientPhone(server.url)
    csrf = token(phone.get(circle.address))
    for sheet in circle.sheets:
        phone.post(f"{sheet}/hands", HAND | {"csrf_token": csrf})
        assert "Philomène" in phone.get(f"{sheet}/end")
    assert "Philomène" in phone.get(f"{circle.address}/seasons/0")
    assert files_with_the_name(server)
    phone = erase(server, circle)
    for path in (*circle.sheets, f"{circle.address}/seasons/0", f"{circle.address}/players"):
        page = phone.get(path)
        assert "Joueur 1" in page and "Philom" not in page, path
    assert files_with_the_name(server) == []
    copy = tmp_path / "copy.sqlite3"
    backup.backup(server.instance / "la_marque.sqlite3", copy)
    assert b"Philom" not in copy.read_bytes()
    log = server.stop()
    assert "Philom" not in log and circle.address.split("/")[2][:6] not in log


@pytest.mark.hours
def test_an_erasure_that_was_killed_is_finished_by_doing_it_again(server):
    """The steps one by one: tests/circles/service/test_erasure.py."""
    chance, left = random.Random(19), []
    start = time.monotonic()
    erase(server, found_circle(server))
    duration = time.monotonic() - start
    for _ in range(KILLS):
        circle = found_circle(server)
        erasing = threading.Thread(target=begin_to_erase, args=(server, circle))
        erasing.start()
        time.sleep(chance.uniform(0, duration))
        server.kill()
        erasing.join()
        server.start()
        left.append(names_left(server))
        erase(server, circle)
        assert files_with_the_name(server) == [] and names_left(server) == 0
        assert backup.check(server.instance / "la_marque.sqlite3") > SHEETS
    assert any(0 < count < SHEETS for count in left), left


def names_left(server):
    """The number of names in the database that are to be erased."""
    place = f"file:{server.instance / 'la_marque.sqlite3'}"
    with contextlib.closing(sqlite3.connect(place, uri=True)) as db:
        found = db.execute("SELECT count(*) FROM name WHERE name = 'Philomène'").fetchone()
    return found[0]


def begin_to_erase(server, circle):
    """Begin an erasure that may be cut short."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        erase(server, circle)
