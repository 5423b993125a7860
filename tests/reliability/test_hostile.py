"""What no phone sends: the program answers no, goes on, and keeps what it has."""

import collections
import contextlib
import csv
import http.client
import io
import json
import random
import re
import socket
import sqlite3
import time
import urllib.parse
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest
from conftest import GARDE
from server import Phone, Server
from test_access import FORMS, PENALTY, SEATS, address

from scorekeeper.sheets.events import Event
from scorekeeper.sheets.sheet import fold
from scorekeeper.storage import backup
from scorekeeper.storage.sqlite import SqliteJournal

BASE = "la_marque.sqlite3"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("hostile") / "instance")
    yield running
    running.kill()


@pytest.fixture
def alive(server):
    """That the program still serves, once a test is over."""
    yield
    assert "La Marque" in Phone(server.url).get("/") and server.process.poll() is None


class Enemy:
    """A browser that sends what it likes, with the cookie and the token that forms need."""

    def __init__(self, server):
        self.server = server
        self.link = http.client.HTTPConnection(server.host, server.port, timeout=20)
        page = self.send("GET", "/sheets/new")
        self.cookie = page.headers["Set-Cookie"].split(";")[0]
        self.csrf = re.search(r'name="csrf_token" value="(.*?)"', page.text)[1]

    def close(self):
        self.link.close()

    def sheet(self):
        """Open a sheet with a hand and a penalty; its token."""
        place = self.post("/sheets", SEATS).headers["Location"]
        self.post(f"{place}/hands", GARDE)
        self.post(f"{place}/penalties", PENALTY)
        return place.split("/")[-1]

    def post(self, path, form):
        body = urllib.parse.urlencode(form, doseq=True).encode()
        kind = "application/x-www-form-urlencoded"
        return self.send("POST", path, body, kind)

    def send(self, method, path, body=None, kind=None):
        headers = {"Content-Type": kind} if kind is not None else {}
        if method != "GET":
            headers |= {"Cookie": self.cookie, "X-CSRFToken": self.csrf}
        self.link.request(method, path, body, headers)
        answer = self.link.getresponse()
        answer.text = answer.read().decode("utf-8", "replace")
        return answer

    def status(self, path, body, kind):
        """The status of what was sent; where the connection was closed instead, 0."""
        try:
            return self.send("POST", path, body, kind).status
        except (http.client.HTTPException, OSError):
            self.link.close()
            return 0


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
KINDS = [
    *["application/x-www-form-urlencoded"] * 8,
    *(
        "application/x-www-form-urlencoded; charset=bogus",
        "text/plain; charset=utf-7",
        "",
        "x",
    ),
    *("application/json", "multipart/form-data", "multipart/form-data; boundary=x"),
    'multipart/form-data; boundary="' + "b" * 300 + '"',
]
JUNK = [
    b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAnne\r\n',
    b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n{"a"\r\n--x--',
    b'--x\r\nContent-Disposition: form-data; name="\xff\0"\r\nX\r\n\r\n--x--\r\n',
    b"--x\r\n" * 2000,
    b'{"points": ' + b"[" * 5000,
    b"format\0" * 500,
]


def malformed(chance, form):
    """A form that was good, as bytes of some kind."""
    pairs = [
        (k, v) for k, many in form.items() for v in (many if type(many) is list else [many])
    ]
    for _ in range(chance.choice((1, 1, 2, 4))):
        names = [*(name for name, _ in pairs), *form, "key", "before", "entry", "confirm"]
        change = chance.choice(("drop", "repeat", "rename", "replace", "replace", "add"))
        place = chance.randrange(len(pairs)) if pairs else None
        if change == "add" or place is None:
            pairs.append((chance.choice(names), chance.choice(NASTY)))
        elif change == "drop":
            del pairs[place]
        elif change == "repeat":
            pairs.insert(place, pairs[place])
        elif change == "rename":
            pairs[place] = (
                pairs[place][0] + chance.choice(("[]", "[0]", "\0", "é", ".")),
                "1",
            )
        else:
            pairs[place] = (pairs[place][0], chance.choice(NASTY))
    return urllib.parse.urlencode(pairs, errors="surrogatepass").encode()


def attack(chance, form):
    """The body and the content type of one post."""
    kind = chance.choice(KINDS)
    odds = chance.random()
    if odds < 0.05:
        return chance.randbytes(chance.randrange(3000)), kind
    if odds < 0.10:
        return chance.choice(JUNK), chance.choice(KINDS)
    if odds < 0.12:
        return b"n=" + b"1" * 70_000, kind
    if odds < 0.16:
        return malformed(chance, form) + chance.choice(
            (b"&%FF%FE=%C3", b"&\xff\xfe=\x80", b"&&=")
        ), kind
    return malformed(chance, form), kind


def assault(server, times, seed):
    """Send so many malformed posts, to each address in turn; how often each status came."""
    chance, statuses = random.Random(seed), collections.Counter()
    with contextlib.closing(Enemy(server)) as enemy:
        for n in range(times):
            if n % len(FORMS) == 0:
                token = enemy.sheet()
            path = list(FORMS)[n % len(FORMS)]
            body, kind = attack(chance, FORMS[path])
            status = enemy.status(address(path, token), body, kind)
            statuses[status] += 1
            assert 200 <= status < 500 or not status, (path, status, body[:500], kind)
    return statuses


def whole(server):
    """That every sheet of the database can still be read, and none was tampered with."""
    path = server.instance / BASE
    backup.check(path)
    storage = SqliteJournal(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        sheets = [sheet for (sheet,) in db.execute("SELECT DISTINCT sheet FROM event")]
    for sheet in sheets:
        assert fold(Event(*stored) for stored in storage.events(sheet)).version
    storage.close()
    return True


def test_five_hundred_malformed_posts_stop_nothing(server, alive):
    statuses = assault(server, 500, seed=20261121)
    print(dict(statuses))
    assert statuses[0] < 25 and statuses[422] > 50 and whole(server)


@pytest.mark.long
def test_ten_thousand_malformed_posts_stop_nothing(server, alive):
    statuses = assault(server, 10_000, seed=7)
    print(dict(statuses))
    assert statuses[0] < 500 and statuses[422] > 1000 and whole(server)


QUERIES = {
    "/sheets/<token>": "told",
    "/sheets/<token>/live": "v",
    "/sheets/<token>/hands/new": "before",
    "/sheets/new": "rules",
    "/games/<name>/blank": "columns",
}


@pytest.mark.parametrize("path", QUERIES)
def test_no_address_with_nonsense_behind_it_stops_anything(server, alive, path):
    with contextlib.closing(Enemy(server)) as enemy:
        place = address(path, enemy.sheet()).split("?")[0]
        for value in NASTY:
            asked = urllib.parse.urlencode({QUERIES[path]: value}, errors="surrogatepass")
            assert enemy.send("GET", f"{place}?{asked}").status in (200, 204, 404, 414, 431)


PLACES = [
    "/sheets/%ff%fe/print",
    "/sheets/%ed%a0%80",
    "/games/%ff",
    "/assets/%00",
    "/static/%00",
]
PLACES += [
    f"/sheets/exemple/hands/{'9' * 5000}",
    "/sheets/exemple/hands/%D9%A3",
    "//evil.test/",
]
PLACES += [
    "/\\evil",
    "http://evil.test/",
    "*",
    "/" + "a/" * 4000,
    "/static/..%2f..%2fapp.py",
    "/\xe9",
]
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


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place[:30])
def test_an_odd_address_is_answered(server, alive, place):
    (status,) = answers(server, raw(f"GET {place} HTTP/1.1", "Host: x", "Connection: close"))
    assert 200 <= status < 500


@pytest.mark.parametrize("path", ["/", "/sheets/exemple/share", "/static/style.css"])
def test_odd_headers_are_answered(server, alive, path):
    for header in HEADERS:
        lines = [header] if header.startswith("Host") else ["Host: x", header]
        (status,) = answers(server, raw(f"GET {path} HTTP/1.1", *lines, "Connection: close"))
        assert 200 <= status < 500, header


HOSTILE = [
    '<script src="//x.example">',
    "\"'><img src=x onerror=alert(1)>",
    "🃏👩‍👩‍👧🇫🇷 {{7*7}} &lt;i&gt;",
    "=1+1;عمر שלום</title>",
]
"""Four players; what each is called is text, and nothing else."""

PLAIN = ["Anne", "Bruno", "Chloé", "David"]


class Skeleton(HTMLParser):
    """A page's tags and attributes without what they say; and its text."""

    def __init__(self, page):
        super().__init__()
        self.bones, self.text = [], ""
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.bones.append((tag, sorted(name for name, _ in attributes)))
        self.text += " ".join(value or "" for _, value in attributes)

    def handle_data(self, data):
        self.text += data


@pytest.fixture
def evening(open_sheet, client):
    """A sheet of these players, with a hand, a penalty and a correction."""

    def play(names):
        sheet = open_sheet(4, name=names, title=f"{names[1]}")
        client.post(f"{sheet}/hands", data=GARDE | {"poignees": "1-simple"})
        client.post(f"{sheet}/penalties", data=PENALTY | {"reason": names[1]})
        client.post(f"{sheet}/hands/2", data=GARDE)
        client.post(f"{sheet}/stake", data={"euros": "0,05"})
        return sheet

    return play


PAGES = ["", "/print", "/journal", "/end", "/tv", "/table", "/live", "/hands/2", "/share"]
PAGES += ["/hands/2/edit", "/hands/new?before=2", "/penalties/3/edit", "?recorded=4"]


@pytest.mark.parametrize("path", PAGES)
def test_a_name_is_text_on_every_page(evening, client, path):
    hostile = Skeleton(client.get(evening(HOSTILE) + path).text)
    plain = Skeleton(client.get(evening(PLAIN) + path).text)
    assert hostile.bones == plain.bones
    shown = [name for name in PLAIN if name in plain.text]
    assert [name for name in HOSTILE if name in hostile.text] == [
        HOSTILE[PLAIN.index(name)] for name in shown
    ]


@pytest.mark.parametrize("path", ["/", "/sheets/new"])
def test_a_name_is_text_where_a_device_remembers_it(app, evening, client, path):
    evening(HOSTILE)
    hostile = Skeleton(client.get(path).text)
    client.delete_cookie("marque")
    evening(PLAIN)
    assert hostile.bones == Skeleton(client.get(path).text).bones


def test_a_name_is_text_in_a_picture(evening, client):
    hostile, plain = (
        ET.fromstring(client.get(f"{evening(names)}/picture.svg").text)
        for names in (HOSTILE, PLAIN)
    )
    assert [(e.tag, sorted(e.attrib)) for e in hostile.iter()] == [
        (e.tag, sorted(e.attrib)) for e in plain.iter()
    ]
    assert HOSTILE[0][:20] in "".join(hostile.itertext())


def test_a_name_is_itself_in_a_document_and_no_formula_in_a_table(evening, client):
    sheet = evening(HOSTILE)
    assert json.loads(client.get(f"{sheet}/night.json").text)["players"] == HOSTILE
    rows = list(csv.reader(io.StringIO(client.get(f"{sheet}/hands.csv").text), delimiter=";"))
    assert [name for name in HOSTILE[:3] if name in rows[0]] == HOSTILE[:3]
    assert f"'{HOSTILE[3]}" in rows[0] and len({len(row) for row in rows}) == 1


def connected(server):
    return socket.create_connection((server.host, server.port), timeout=20)


HALVES = [
    b"GET / HTTP/1.1\r\nHost: x\r\nX: ",
    b"POST /language HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nlanguage=",
    b"POST /language HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nlang",
    b"G",
    b"",
]
"""The beginnings of requests that never end."""


def besieged(server, count):
    """Serve others while so many connections are half open."""
    with contextlib.ExitStack() as held:
        half_points = [held.enter_context(connected(server)) for _ in range(count)]
        for n, half in enumerate(half_points):
            half.sendall(HALVES[n % len(HALVES)])
        for _ in range(20):
            with contextlib.closing(Enemy(server)) as enemy:
                assert enemy.post("/language", {"language": "en"}).status == 303
        yield half_points


def test_two_hundred_half_requests_do_not_stop_the_others(server, alive):
    for half_points in besieged(server, 200):
        assert len(half_points) == 200


@pytest.mark.long
def test_five_hundred_half_requests_do_not_stop_the_others_and_are_closed(server, alive):
    for half_points in besieged(server, 500):
        until = time.monotonic() + 90
        for half in half_points:
            half.settimeout(max(1, until - time.monotonic()))
            with contextlib.suppress(ConnectionError):
                while half.recv(4096):
                    pass


def raw(*lines, body=b""):
    return b"\r\n".join([*(line.encode("latin-1") for line in lines), b"", body])


POST = ("POST /language HTTP/1.1", "Host: x")
CHUNKED = "Transfer-Encoding: chunked"
HIDDEN = b"GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n"

SMUGGLED = {
    "two lengths": raw(*POST, "Content-Length: 0", "Content-Length: 34", body=HIDDEN),
    "a list of lengths": raw(*POST, "Content-Length: 0, 34", body=HIDDEN),
    "a length with a sign": raw(*POST, "Content-Length: +34", body=HIDDEN),
    "a length below zero": raw(*POST, "Content-Length: -1", body=HIDDEN),
    "a length in Arabic": raw(*POST, "Content-Length: \xd9\xa3", body=HIDDEN),
    "a length without end": raw(*POST, f"Content-Length: {'9' * 5000}", body=HIDDEN),
    "ten gigabytes": raw(*POST, "Content-Length: 10737418240", body=b"x"),
    "chunked twice": raw(*POST, CHUNKED, CHUNKED, body=b"0\r\n\r\n" + HIDDEN),
    "chunked, and what not": raw(*POST, f"{CHUNKED}, identity", body=b"0\r\n\r\n"),
    "another coding": raw(*POST, "Transfer-Encoding: xchunked", body=HIDDEN),
    "a space before the colon": raw(*POST, "Transfer-Encoding : chunked", body=b"0\r\n\r\n"),
    "a folded header": raw(*POST, "X: a", " b", "Content-Length: 0"),
    "a chunk of no size": raw(*POST, CHUNKED, body=b"xyz\r\nabc\r\n0\r\n\r\n"),
    "a chunk below zero": raw(*POST, CHUNKED, body=b"-1\r\n\r\n0\r\n\r\n"),
    "a chunk in hexadecimal": raw(*POST, CHUNKED, body=b"0x3\r\nabc\r\n0\r\n\r\n"),
    "a chunk without end": raw(*POST, CHUNKED, body=b"f" * 40 + b"\r\nabc"),
    "a chunk longer than it says": raw(*POST, CHUNKED, body=b"1\r\nabcdef\r\n0\r\n\r\n"),
    "a long header": raw("GET / HTTP/1.1", "Host: x", "X: " + "x" * 300_000),
    "many headers": raw("GET / HTTP/1.1", *["X: 1"] * 60_000),
    "a header that ends nowhere": b"GET / HTTP/1.1\r\n" + b"X" * 300_000,
    "a header with a null": raw("GET / HTTP/1.1", "Host: x", "X: a\0b"),
    "a header that is none": raw("GET / HTTP/1.1", "nothing"),
    "no request": raw("nothing"),
    "no method of ours": raw("g\xe9t / HTTP/1.1", "Host: x"),
    "a proxy's request": raw("CONNECT x:443 HTTP/1.1", "Host: x"),
    "a TLS greeting": bytes.fromhex("16030100c8010000c40303") + b"\0" * 189,
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
}


def answers(server, sent):
    """The statuses that come back on one connection, until it is closed or idle."""
    received = b""
    with connected(server) as link:
        link.settimeout(3)
        with contextlib.suppress(OSError):
            link.sendall(sent)
        with contextlib.suppress(OSError):
            link.shutdown(socket.SHUT_WR)
        with contextlib.suppress(OSError):
            while part := link.recv(65536):
                received += part
    assert b"waitress" not in received and b"\nServer:" not in received
    return [int(code) for code in re.findall(rb"(?m)^HTTP/1\.[01] (\d{3})", received)]


@pytest.mark.parametrize("name", SMUGGLED)
def test_a_request_that_could_be_two_is_refused(server, alive, name):
    statuses = answers(server, SMUGGLED[name])
    print(name, statuses)
    assert len(statuses) <= 1
    assert all(400 <= status < 600 and status not in (500, 502) for status in statuses)


def test_a_length_and_chunks_at_once_are_read_as_chunks(server, alive):
    """As HTTP has it; a proxy that goes by the length must not stand in front (README)."""
    sent = raw(*POST, "Content-Length: 5", CHUNKED, body=b"0\r\n\r\n" + HIDDEN)
    statuses = answers(server, sent)
    assert statuses in ([400], [400, 404])
