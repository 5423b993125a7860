"""What is measured: the programs on files of their own, and the rows of requests to them."""

import contextlib
import functools
import itertools
import sqlite3
from hashlib import sha256
from types import MappingProxyType

import talks
from client import KEY, SEEN, get, post
from costs import Act, Tables, seated
from evening import PLAYED, sitting, tapped, written
from process import marque, reference
from rounds import Row, Turn
from server import token

from scorekeeper.storage.installation import DATABASE_NAME

TABLES = 100
"""The tables that hands are posted to in turns, as many as a club has."""

EVENINGS = 32
"""So often are there fresh tables: where hands are posted all the time, an evening of 40
hands would be one of 200 in the end, and more than the program remembers."""


SETS = 12
"""So often does each round sit down at fresh tables."""


class Stage:
    """The programs under measure: each is started when it is first needed."""

    def __init__(self, folder, held):
        """:param held: what stops them in the end, an ``ExitStack``."""
        self.folder, self.held = folder, held
        self._tables = {}

    def limit(self, name):
        """One of the limits, its page and its first answer."""
        process = self.held.enter_context(reference(name, self.folder / name))
        return process, process.get("/")

    def marque(self, name, *evenings):
        """La Marque with so many sheets of so many hands each: the program, the tokens."""
        tokens = written(self.folder / name, *evenings)
        return self.held.enter_context(marque(self.folder / name)), tokens

    @functools.cached_property
    def limits(self):
        """The rows of L, A and C."""
        page, answer = (
            Row(letter, self.limit(name)[0], always([get("/")]), (200,))
            for letter, name in (("L", "page"), ("A", "answer"))
        )
        process, (_, headers, shown) = self.limit("form")
        none = dict.fromkeys(("petit", "poignee", "chelem"), "none")
        sent = {"csrf_token": token(shown), **PLAYED[0], **none}
        request = post("/", sent, headers["Set-Cookie"].split(";")[0])
        rows = last(self.folder / "form" / "hands.sqlite3", "SELECT count(*) FROM hand")
        return page, answer, Row("C", process, always([request], rows), (303,))

    @functools.cached_property
    def reading(self):
        """La Marque with a sheet of 40 hands: the program, and a phone."""
        process, (tokens,) = self.marque("reading", (1, 40))
        return process, *sitting(process, tokens)

    @functools.cached_property
    def _posted_to(self):
        process, (tokens,) = self.marque("posted", (EVENINGS * TABLES, 40))
        return process, evenings(process, tokens, self.folder / "posted")

    def hands(self, name, **more):
        """The row of hands that are posted to tables of 40 hands in turns."""
        return posting(name, *self._posted_to, **more)

    def tables(self, hands, count):
        """So many tables at a time whose sheets have so many hands each."""
        name = f"{count}-tables-of-{hands}"
        if name not in self._tables:
            process, (tokens,) = self.marque(name, (SETS * count, hands))
            recorded = functools.partial(journals, self.folder / name)
            self._tables[name] = Tables(process, seated(process, tokens, count), recorded)
        return self._tables[name]

    @functools.cached_property
    def bare(self):
        """The acts of L and of C."""
        page, _, form = self.limits
        return [
            Act(row.name, Tables(row.process, itertools.repeat(_nobody)), _only(row))
            for row in (page, form)
        ]


def _nobody():
    """In place of the phones at the tables."""
    return [None] * 10


def _only(row):
    """The talk of a row that is the same in every turn."""
    return talks.bare(next(row.turns).requests[0], row.expected[0])


def always(requests, recorded=dict):
    """The same requests in every turn."""
    return itertools.repeat(Turn(requests, recorded))


def poll(name, process, phone, **more):
    """The row of a phone that asks whether there is anything new; there is not."""
    path = f"{phone.sheet}/live?v={phone.version}"
    return Row(name, process, always([get(path, phone.cookie)]), (204,), **more)


def posting(name, process, turns, **more):
    """The row of hands posted in these turns."""
    return Row(name, process, turns, (303,), **more)


def evenings(process, tokens, folder):
    """The turns in which hands are posted: each after a look at its tables."""
    tables = len(tokens) // EVENINGS
    starts = range(0, EVENINGS * tables, tables)
    for start in itertools.cycle(starts):
        phones = sitting(process, tokens[start : start + tables])
        requests = [hand(phone, n) for n, phone in enumerate(phones)]
        yield Turn(requests, journals(folder, phones), phones[0])


def hand(phone, n):
    """The request that posts the n-th hand, each time with a key of its own."""
    form = tapped(phone, PLAYED[n % len(PLAYED)]) | {"key": KEY, "base": SEEN}
    return post(f"{phone.sheet}/hands", form, phone.cookie)


def journals(folder, phones):
    """What reads the last event of the sheets of these phones, by their tokens."""
    opened = "SELECT sheet FROM access WHERE token_hash = ?"
    query = f"SELECT max(seq) FROM event WHERE sheet = ({opened})"
    locks = {phone.token: (sha256(phone.token.encode()).digest(),) for phone in phones}
    return last(folder / DATABASE_NAME, query, locks)


def last(base, query, asked=MappingProxyType({"": ()})):
    """What reads a number for each of these names."""

    def read():
        with contextlib.closing(sqlite3.connect(base, timeout=30)) as db:
            return {name: db.execute(query, of).fetchone()[0] for name, of in asked.items()}

    return read
