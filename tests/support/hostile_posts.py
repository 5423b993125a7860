"""Posts that no browser sends, to a server of its own."""

import collections
import contextlib
import http.client
import random
import re
import sqlite3
import urllib.parse

from conftest import GARDE
from hostile_values import BODIES
from routes import FORMS, PENALTY, SEATS, address
from server import Server

from scorekeeper.sheets.sheet import fold
from scorekeeper.streams.installation import DATABASE_NAME
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.driver import open_sqlite


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

    def status(self, path, body, kind):
        """The status of a post; 0 if the connection was closed instead."""
        try:
            return self.send("POST", path, body, kind).status
        except (http.client.HTTPException, OSError):
            self.connection.close()
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


def malformed(chance, form):
    """A valid form with random changes, encoded."""
    pairs = [
        (k, v) for k, many in form.items() for v in (many if type(many) is list else [many])
    ]
    for _ in range(chance.choice((1, 1, 2, 4))):
        names = [*(name for name, _ in pairs), *form, "key", "before", "entry", "confirm"]
        change = chance.choice(("drop", "repeat", "rename", "replace", "replace", "add"))
        at = chance.randrange(len(pairs)) if pairs else None
        if change == "add" or at is None:
            pairs.append((chance.choice(names), chance.choice(NASTY)))
        elif change == "drop":
            del pairs[at]
        elif change == "repeat":
            pairs.insert(at, pairs[at])
        elif change == "rename":
            pairs[at] = (
                pairs[at][0] + chance.choice(("[]", "[0]", "\0", "é", ".")),
                "1",
            )
        else:
            pairs[at] = (pairs[at][0], chance.choice(NASTY))
    return urllib.parse.urlencode(pairs, errors="surrogatepass").encode()


def random_post(chance, form):
    """The body and the content type of one malformed post."""
    kind = chance.choice(KINDS)
    odds = chance.random()
    if odds < 0.05:
        return chance.randbytes(chance.randrange(3000)), kind
    if odds < 0.10:
        return chance.choice(BODIES), chance.choice(KINDS)
    if odds < 0.12:
        return b"n=" + b"1" * 70_000, kind
    if odds < 0.16:
        return malformed(chance, form) + chance.choice(
            (b"&%FF%FE=%C3", b"&\xff\xfe=\x80", b"&&=")
        ), kind
    return malformed(chance, form), kind


def send_malformed(server, times, seed, forms=FORMS):
    """Send so many malformed posts, to each address in turn; count their statuses.

    :param forms: a valid form of each address.
    """
    chance, statuses = random.Random(seed), collections.Counter()
    with contextlib.closing(HostileClient(server)) as client:
        for n in range(times):
            if n % len(forms) == 0:
                token = client.sheet()
            path = list(forms)[n % len(forms)]
            body, kind = random_post(chance, forms[path])
            status = client.status(address(path, token), body, kind)
            statuses[status] += 1
            assert 200 <= status < 500 or not status, (path, status, body[:500], kind)
    return statuses


def assert_all_readable(server, **folds):
    """Assert that the database is intact and every stream of it can be folded.

    :param folds: of streams other than sheets, by the kind of their first event.
    """
    folds["opened"] = fold
    path = server.instance / DATABASE_NAME
    backup.check(path)
    journal = open_sqlite(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        sheet_ids = [sheet_id for (sheet_id,) in db.execute("SELECT id FROM sheet")]
    journals = [journal.events(sheet_id) for sheet_id in sheet_ids]
    versions = [folds[events[0].kind](events).version for events in journals]
    journal.close()
    assert versions and all(versions)


def assert_posts_stop_nothing(tmp_path, tables, **folds):
    """Send malformed posts to the addresses of a table that need no token.

    :param folds: of the streams, by their first event.
    """
    server = Server(tmp_path / "instance")
    forms = {path: tables.FORMS[path] for method, path in tables.OPEN if method == "POST"}
    try:
        statuses = send_malformed(server, 150, seed=20261121, forms=forms)
        assert statuses[0] < 10 and statuses[422] > 10
        assert server.process.poll() is None
        assert_all_readable(server, **folds)
    finally:
        server.kill()
