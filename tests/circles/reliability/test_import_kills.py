"""Circles that are brought as files while the server is killed: whole, or nothing of them."""

import contextlib
import http.client
import json
import random
import re
import time

import pytest
from server import Phone, Server

from scorekeeper.circles.formats.examples import example_circle
from scorekeeper.streams.sqlite.driver import open_sqlite

pytestmark = pytest.mark.long

KILLS = 30
DOCUMENT = example_circle()
DOCUMENT |= {"sheets": DOCUMENT["sheets"] * 3}
CONTENT = json.dumps(DOCUMENT).encode()


@pytest.fixture
def server(tmp_path):
    running = Server(tmp_path / "instance")
    yield running
    running.stop()


def bring(server):
    """Post the file; the address of the page of its import."""
    phone = Phone(server.url)
    fields = re.findall(r'name="(csrf_token|key)" value="(.*?)"', phone.get("/circles/import"))
    (cookie,) = (one for handler in phone.opener.handlers for one in _cookies(handler))
    parts = [
        f'Content-Disposition: form-data; name="{k}"\r\n\r\n{v}'.encode() for k, v in fields
    ]
    kind = b'Content-Disposition: form-data; name="file"; filename="c.json"\r\n\r\n'
    body = b"".join(b"--x\r\n" + part + b"\r\n" for part in [*parts, kind + CONTENT])
    headers = {"Cookie": cookie, "Content-Type": "multipart/form-data; boundary=x"}
    return ask(server, "POST", "/circles/import", body + b"--x--\r\n", headers).headers[
        "Location"
    ]


def _cookies(handler):
    return [f"{one.name}={one.value}" for one in getattr(handler, "cookiejar", ())]


def ask(server, *request):
    connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
    with contextlib.closing(connection):
        connection.request(*request)
        answer = connection.getresponse()
        answer.read()
        return answer


def until_removed(server):
    """The ids of all streams, and those of circles, once no import is noted any more."""
    path = server.instance / "la_marque.sqlite3"
    with contextlib.closing(open_sqlite(path)) as journal:
        until = time.monotonic() + 60
        while journal.notes("import ") and time.monotonic() < until:
            time.sleep(0.1)
        assert journal.notes("import ") == {}
        ids = journal.stream_ids()
        return ids, [id for id in ids if journal.events(id)[0].kind == "founded"]


def test_a_killed_import_is_there_whole_or_leaves_nothing(server, sampled):
    whole = len(DOCUMENT["sheets"]) + 1
    for kill in sampled(range(KILLS)):
        page = bring(server)
        time.sleep(random.Random(kill).uniform(0, 3))
        server.kill()
        server.start()
        stored, circles = until_removed(server)
        assert len(stored) == len(circles) * whole
        assert ask(server, "GET", page).status in (303, 404)
