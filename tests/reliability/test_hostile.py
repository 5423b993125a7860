"""Requests that no browser sends: refused, while the server goes on and no sheet changes."""

import contextlib
import csv
import io
import json
import re
import socket
from html.parser import HTMLParser

import pytest
from conftest import GARDE
from routes import PENALTY
from server import Phone, Server

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("hostile") / "instance")
    yield running
    running.kill()


@pytest.fixture
def alive(server):
    """Assert after a test that the server still answers."""
    yield
    assert "La Marque" in Phone(server.url).get("/") and server.process.poll() is None


HOSTILE = [
    '<script src="//x.example">',
    "\"'><img src=x onerror=alert(1)>",
    "🃏👩‍👩‍👧🇫🇷 {{7*7}} &lt;i&gt;",
    "=1+1;عمر שלום</title>",
]
"""The names of four players, to be shown as text."""

PLAIN = ["".join(c if c.isalnum() or c == " " else "x" for c in name) for name in HOSTILE]
"""Names as long, so that pages break at the same hands."""


class Outline(HTMLParser):
    """The tags of a page with the names of their attributes; and separately its text."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, sorted(name for name, _ in attributes)))
        self.text += " ".join(value or "" for _, value in attributes)

    def handle_data(self, data):
        self.text += data


@pytest.fixture
def evening(open_sheet, client):
    """Return a function that opens a sheet of players with a hand, a penalty, a correction."""

    def play(names):
        sheet = open_sheet(4, name=names, title=f"{names[1]}")
        client.post(f"{sheet}/hands", data=GARDE | {"poignees": "1-simple"})
        client.post(f"{sheet}/penalties", data=PENALTY | {"reason": names[1]})
        client.post(f"{sheet}/hands/2", data=GARDE)
        client.post(f"{sheet}/stake", data={"euros": "0,05"})
        return sheet

    return play


PAGES = [
    "",
    "/print",
    "/rules",
    "/journal",
    "/end",
    "/tv",
    "/table",
    "/live",
    "/hands/2",
    "/share",
]
PAGES += ["/hands/2/edit", "/hands/new?before=2", "/penalties/3/edit", "?recorded=4"]


@pytest.mark.parametrize("path", PAGES)
def test_a_name_is_text_on_every_page(evening, client, path):
    sheets = [evening(names) for names in (HOSTILE, PLAIN)]
    hostile, plain = (Outline(client.get(sheet + path).text) for sheet in sheets)
    assert hostile.tags == plain.tags
    shown = [name for name in PLAIN if name in plain.text]
    assert [name for name in HOSTILE if name in hostile.text] == [
        HOSTILE[PLAIN.index(name)] for name in shown
    ]


@pytest.mark.parametrize("path", ["/", "/sheets/new"])
def test_a_name_is_text_in_the_list_of_a_device(app, evening, client, path):
    evening(HOSTILE)
    hostile = Outline(client.get(path).text)
    client.delete_cookie("marque")
    evening(PLAIN)
    assert hostile.tags == Outline(client.get(path).text).tags


def test_a_name_is_unchanged_in_a_document_and_no_formula_in_a_csv_file(evening, client):
    sheet = evening(HOSTILE)
    assert json.loads(client.get(f"{sheet}/night.json").text)["players"] == HOSTILE
    rows = list(csv.reader(io.StringIO(client.get(f"{sheet}/hands.csv").text), delimiter=";"))
    [place] = [place for place, row in enumerate(rows) if row[0] == "donne"]
    assert [name for name in HOSTILE[:3] if name in rows[place]] == HOSTILE[:3]
    assert f"'{HOSTILE[3]}" in rows[place] and len({len(row) for row in rows[place:]}) == 1


def connected(server):
    return socket.create_connection((server.host, server.port), timeout=20)


INCOMPLETE = [
    b"GET / HTTP/1.1\r\nHost: x\r\nX: ",
    b"POST /language HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nlanguage=",
    b"POST /language HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nlang",
    b"G",
    b"",
]
"""The beginnings of requests that never end."""


@contextlib.contextmanager
def incomplete_requests(server, count):
    """Hold so many connections with incomplete requests; assert that others are served."""
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(connected(server)) for _ in range(count)]
        for n, connection in enumerate(connections):
            connection.sendall(INCOMPLETE[n % len(INCOMPLETE)])
        for _ in range(20):
            assert "La Marque" in Phone(server.url).get("/")
        yield connections


def test_two_hundred_incomplete_requests_do_not_stop_the_others(server, alive):
    with incomplete_requests(server, 200) as connections:
        assert len(connections) == 200


def raw(*lines, body=b""):
    return b"\r\n".join([*(line.encode("latin-1") for line in lines), b"", body])


POST = ("POST /language HTTP/1.1", "Host: x")
CHUNKED = "Transfer-Encoding: chunked"
HIDDEN = b"GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n"
LAST_CHUNK = b"0\r\n\r\n"

EXPECTS = "Expect: 100-continue"
FORM = ("Content-Type: application/x-www-form-urlencoded", "Content-Length: 11")

PATHS = {
    f"/sheets/exemple/hands/{'9' * 5000}": 404,
    "/sheets/exemple/hands/%D9%A3": 200,
    "//evil.test/": 404,
    "/\\evil": 404,
    "http://evil.test/": 200,
    "*": 404,
    "/" + "a/" * 4000: 404,
    "/static/..%2f..%2fapp.py": 404,
    "/\xe9": 400,
}
"""Addresses that no page has, and their status."""

SENT = {
    path[:30]: ([status], raw(f"GET {path} HTTP/1.1", "Host: x", "Connection: close"))
    for path, status in PATHS.items()
} | {
    # what waitress alone would read as two, or lets pass: never two answers
    "two lengths": ([400], raw(*POST, "Content-Length: 0", "Content-Length: 33", body=HIDDEN)),
    "a length and chunks": (
        [400],
        raw(*POST, "Content-Length: 38", CHUNKED, body=LAST_CHUNK + HIDDEN),
    ),
    "chunks and a length": (
        [400],
        raw(*POST, CHUNKED, "Content-Length: 0", body=LAST_CHUNK + HIDDEN),
    ),
    "chunks of HTTP/1.0": (
        [400],
        raw("POST /language HTTP/1.0", "Connection: keep-alive", CHUNKED, body=HIDDEN),
    ),
    "chunked, identity": ([501], raw(*POST, f"{CHUNKED}, identity", body=LAST_CHUNK)),
    "ten gigabytes": ([413], raw(*POST, "Content-Length: 10737418240", body=b"x")),
    "a long header": ([431], raw("GET / HTTP/1.1", "Host: x", "X: " + "x" * 300_000)),
    "a request to a proxy": ([404], raw("CONNECT x:443 HTTP/1.1", "Host: x")),
    # what ends before the hidden one; a proxy that reads the last one otherwise than waitress
    # and passes it on must not be used (README)
    "a length of zero": ([400, 404], raw(*POST, "Content-Length: 0", body=HIDDEN)),
    "chunks": ([400, 404], raw(*POST, CHUNKED, body=LAST_CHUNK + HIDDEN)),
    "chunks twice": ([400, 404], raw(*POST, CHUNKED, CHUNKED, body=LAST_CHUNK + HIDDEN)),
    # what expects 100 Continue, with all there is of it
    "a page": ([404], raw("GET /hidden HTTP/1.1", "Host: x", EXPECTS)),
    "two pages": ([404, 404], raw("GET /hidden HTTP/1.1", "Host: x", EXPECTS, body=HIDDEN)),
    "no body": ([400], raw(*POST, EXPECTS, "Content-Length: 0")),
    "no body, in chunks": ([400], raw(*POST, EXPECTS, CHUNKED, body=LAST_CHUNK)),
    "a body": ([400], raw(*POST, EXPECTS, *FORM, body=b"language=en")),
    "a body and a page": (
        [400, 404],
        raw(*POST, EXPECTS, *FORM, body=b"language=en" + HIDDEN),
    ),
    "something else": ([404], raw("GET /hidden HTTP/1.1", "Host: x", "Expect: x")),
}
"""What no browser sends, and the statuses of what it is answered with."""


def statuses_of(server, sent):
    """The statuses on one connection, until the server closes it or is silent for 3 s."""
    received = b""
    with connected(server) as connection:
        connection.settimeout(3)
        with contextlib.suppress(OSError):
            connection.sendall(sent)
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_WR)
        with contextlib.suppress(OSError):
            while part := connection.recv(65536):
                received += part
    assert b"waitress" not in received and b"\nServer:" not in received
    return list(split_responses(received))


def split_responses(received):
    """The status of each response of a connection but « 100 Continue »; one may follow
    another's last byte."""
    while received:
        head, _, rest = received.partition(b"\r\n\r\n")
        status = int(head.split(None, 2)[1])
        if status == 100:
            received = rest
            continue
        yield status
        length = re.search(rb"(?im)^content-length: (\d+)", head)
        received = rest[int(length[1]) :] if length else b""


@pytest.mark.parametrize("name", SENT)
def test_what_is_sent_is_answered_as_often_as_it_holds_requests(server, alive, name):
    expected, sent = SENT[name]
    assert statuses_of(server, sent) == expected


def test_a_body_is_asked_for_where_it_is_expected(server, alive):
    with connected(server) as connection:
        connection.settimeout(3)
        connection.sendall(raw(*POST, EXPECTS, *FORM))
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(b"language=en")
        assert connection.recv(12) == b"HTTP/1.1 400"
