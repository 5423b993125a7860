"""Requests that no browser sends: refused, while the server goes on and no sheet changes."""

import contextlib
import csv
import http.client
import io
import json
import re
import socket
import urllib.parse
from html.parser import HTMLParser

import pytest
from conftest import GARDE
from routes import PENALTY, SEATS, address
from server import Phone, Server

pytestmark = pytest.mark.long


class HostileClient:
    """A client that sends any request, with the cookie and the CSRF token that forms need."""

    def __init__(self, server):
        self.server = server
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
        page = self.send("GET", "/sheets/new")
        self.cookie = page.headers["Set-Cookie"].split(";")[0]
        self.csrf = re.search(r'name="csrf_token" value="(.*?)"', page.text)[1]

    def close(self):
        self.connection.close()

    def sheet(self):
        """Open a sheet with a hand and a penalty; return its token."""
        path = self.post("/sheets", SEATS).headers["Location"]
        self.post(f"{path}/hands", GARDE)
        self.post(f"{path}/penalties", PENALTY)
        return path.split("/")[-1]

    def post(self, path, form):
        body = urllib.parse.urlencode(form, doseq=True).encode()
        kind = "application/x-www-form-urlencoded"
        return self.send("POST", path, body, kind)

    def send(self, method, path, body=None, kind=None):
        headers = {"Content-Type": kind} if kind is not None else {}
        if method != "GET":
            headers |= {"Cookie": self.cookie, "X-CSRFToken": self.csrf}
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        answer.text = answer.read().decode("utf-8", "replace")
        return answer


NASTY = [
    *("", "0", "-1", "−5", "+5", " 5 ", "1_000", "0x10", "1e999", "NaN", "Infinity", "½"),
    *("٣", "９", "١٢", str(2**31), str(2**63), str(-(2**63) - 1), "9" * 5000, "4" * 40),
    *("\0", "a\0b", "\r\nX: y", "\x1b[2J", "\u202eabc", "\ud800", "\udfff\ud800", "é" * 3000),
    *("%", "%zz", "%00", "<script>", "{{7*7}}", "' OR 1=1--", "../../etc/passwd", "[]", "{}"),
    *(
        "true",
        "null",
        "none",
        "__proto__",
        "x" * 60_000,
        "2026-02-30",
        "99999-01-01",
        "🃏" * 50,
    ),
]
"""Values that mean nothing where a number or a choice is expected."""


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


QUERIES = {
    "/sheets/<token>": ("recorded", 200),
    "/sheets/<token>/live": ("v", 200),
    "/sheets/<token>/hands/new": ("before", 404),
    "/sheets/new": ("rules", 200),
}
"""Addresses with a parameter, and the status of a value that means nothing."""


@pytest.mark.parametrize("path", QUERIES)
def test_a_meaningless_parameter_is_harmless(server, alive, path):
    name, expected = QUERIES[path]
    with contextlib.closing(HostileClient(server)) as client:
        path = address(path, client.sheet()).split("?")[0]
        for value in NASTY:
            query = urllib.parse.urlencode({name: value}, errors="surrogatepass")
            status = client.send("GET", f"{path}?{query}").status
            assert status == (431 if len(query) > 16_000 else expected), value[:50]


PATHS = {
    "/sheets/%ff%fe/print": 404,
    "/sheets/%ed%a0%80": 404,
    "/games/%ff": 404,
    "/assets/%00": 404,
    "/static/%00": 404,
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
"""Odd addresses, and their status."""

HEADERS = [
    f"Host: {host}" for host in ("localhost:" + "9" * 5000, "localhost:\xb2", "[", "a:b", "")
]
HEADERS += ["Cookie: marque=.eJw.x.y", "Cookie: marque=\xff", "Cookie: " + "a=b;" * 1000]
HEADERS += [
    "Accept-Language: xx;q=nan,fr;q=-1",
    "Accept-Encoding: gzip;q=abc",
    "Referer: http://[",
]
HEADERS += ['If-None-Match: "', "If-Modified-Since: x", "Range: bytes=-99999999999999999999"]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path[:30])
def test_an_odd_address_is_answered(server, alive, path):
    sent = raw(f"GET {path} HTTP/1.1", "Host: x", "Connection: close")
    assert statuses_of(server, sent) == [PATHS[path]]


@pytest.mark.parametrize("path", ["/", "/sheets/exemple/share", "/static/icon.svg"])
def test_odd_headers_are_answered(server, alive, path):
    for header in HEADERS:
        lines = [header] if header.startswith("Host") else ["Host: x", header]
        sent = raw(f"GET {path} HTTP/1.1", *lines, "Connection: close")
        expected = 416 if header.startswith("Range") and path.startswith("/static") else 200
        assert statuses_of(server, sent) == [expected], header


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
            with contextlib.closing(HostileClient(server)) as client:
                assert client.post("/language", {"language": "en"}).status == 303
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

REFUSED = {
    "two lengths": ([400], raw(*POST, "Content-Length: 0", "Content-Length: 33", body=HIDDEN)),
    "a list of lengths": ([400], raw(*POST, "Content-Length: 0, 33", body=HIDDEN)),
    "a length with a sign": ([400], raw(*POST, "Content-Length: +33", body=HIDDEN)),
    "a length below zero": ([400], raw(*POST, "Content-Length: -1", body=HIDDEN)),
    "a length in Arabic": ([400], raw(*POST, "Content-Length: \xd9\xa3", body=HIDDEN)),
    "a length without end": ([], raw(*POST, f"Content-Length: {'9' * 5000}", body=HIDDEN)),
    "ten gigabytes": ([413], raw(*POST, "Content-Length: 10737418240", body=b"x")),
    "chunked, identity": ([501], raw(*POST, f"{CHUNKED}, identity", body=LAST_CHUNK)),
    "another coding": ([501], raw(*POST, "Transfer-Encoding: xchunked", body=HIDDEN)),
    "a space before a colon": ([400], raw(*POST, "Content-Length : 0", body=LAST_CHUNK)),
    "a folded header": ([400], raw(*POST, "X: a", " b", "Content-Length: 0")),
    "a length and chunks": (
        [400],
        raw(
            *POST,
            f"Content-Length: {len(LAST_CHUNK + HIDDEN)}",
            CHUNKED,
            body=LAST_CHUNK + HIDDEN,
        ),
    ),
    "a wrong length and chunks": (
        [400],
        raw(*POST, "Content-Length: 3", CHUNKED, body=LAST_CHUNK + HIDDEN),
    ),
    "chunks and a length": (
        [400],
        raw(*POST, CHUNKED, "Content-Length: 0", body=LAST_CHUNK + HIDDEN),
    ),
    "chunks of HTTP/1.0": (
        [400],
        raw("POST /language HTTP/1.0", "Connection: keep-alive", CHUNKED, body=HIDDEN),
    ),
    "a chunk of no size": ([400], raw(*POST, CHUNKED, body=b"xyz\r\nabc\r\n" + LAST_CHUNK)),
    "a chunk below zero": ([400], raw(*POST, CHUNKED, body=b"-1\r\n\r\n" + LAST_CHUNK)),
    "a hexadecimal chunk": ([400], raw(*POST, CHUNKED, body=b"0x3\r\nabc\r\n" + LAST_CHUNK)),
    "a chunk without end": ([], raw(*POST, CHUNKED, body=b"f" * 40 + b"\r\nabc")),
    "a chunk too long": ([400], raw(*POST, CHUNKED, body=b"1\r\nabcdef\r\n" + LAST_CHUNK)),
    "a long header": ([431], raw("GET / HTTP/1.1", "Host: x", "X: " + "x" * 300_000)),
    "many headers": ([431], raw("GET / HTTP/1.1", *["X: 1"] * 60_000)),
    "a header without end": ([431], b"GET / HTTP/1.1\r\n" + b"X" * 300_000),
    "a header with a null": ([400], raw("GET / HTTP/1.1", "Host: x", "X: a\0b")),
    "a header without colon": ([400], raw("GET / HTTP/1.1", "nothing")),
    "no request": ([400], raw("nothing")),
    "an unknown method": ([400], raw("g\xe9t / HTTP/1.1", "Host: x")),
    "a request to a proxy": ([404], raw("CONNECT x:443 HTTP/1.1", "Host: x")),
    "a TLS greeting": ([], bytes.fromhex("16030100c8010000c40303") + b"\0" * 189),
    "HTTP/2": ([404], b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
}
"""Malformed requests, most with a second one hidden in their body: never two answers."""

TWO_REQUESTS = {
    "a length of zero": raw(*POST, "Content-Length: 0", body=HIDDEN),
    "chunks": raw(*POST, CHUNKED, body=LAST_CHUNK + HIDDEN),
    "chunks twice": raw(*POST, CHUNKED, CHUNKED, body=LAST_CHUNK + HIDDEN),
}
"""Requests that end before the hidden one. The last one is ambiguous: waitress reads it as
chunks, so a proxy that passes it on and reads it otherwise must not be used (README)."""


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


@pytest.mark.parametrize("name", REFUSED)
def test_a_malformed_request_is_not_read_as_two(server, alive, name):
    expected, sent = REFUSED[name]
    assert statuses_of(server, sent) == expected


@pytest.mark.parametrize("name", TWO_REQUESTS)
def test_a_request_after_the_end_of_another_is_answered(server, alive, name):
    assert statuses_of(server, TWO_REQUESTS[name]) == [400, 404]


EXPECTS = "Expect: 100-continue"
FORM = ("Content-Type: application/x-www-form-urlencoded", "Content-Length: 11")

EXPECTING = {
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
"""Requests that expect ``100 Continue``, with all there is of them, and their statuses."""


@pytest.mark.parametrize("name", EXPECTING)
def test_a_whole_request_that_expects_to_continue_is_answered(server, alive, name):
    expected, sent = EXPECTING[name]
    assert statuses_of(server, sent) == expected


def test_a_body_is_asked_for_where_it_is_expected(server, alive):
    with connected(server) as connection:
        connection.settimeout(3)
        connection.sendall(raw(*POST, EXPECTS, *FORM))
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(b"language=en")
        assert connection.recv(12) == b"HTTP/1.1 400"
