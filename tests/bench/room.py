"""A club evening under load: so many tables of four phones, helpers, screens, a network that
loses one request in ten and whole phones for a while, two kills, one change of machine.

    .venv/bin/python tests/bench/room.py --tables 100 --rounds 5

Time is pressed: a deal every few seconds in the place of six minutes. In the end the results
of all tables are compared with what they played, and the hands on their sheets are counted.
"""

import argparse
import asyncio
import contextlib
import re
import resource
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from process import ROOT, Program

TESTS = ROOT / "tests"
sys.path[:0] = [
    *(str(ROOT), str(ROOT / "tools"), str(TESTS)),
    *(str(TESTS / name) for name in ("support", "simulation", "tournaments/support")),
    str(TESTS / "tournaments" / "simulation"),
]

from desk import field, hidden
from simulated_room import DEALS, drawn_deals

from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.installation import Installation
from scorekeeper.tournaments.formats.restart_code import restart_codes
from scorekeeper.tournaments.formats.tournament_reader import folded, read
from scorekeeper.tournaments.service import tokens
from scorekeeper.tournaments.service.access import TournamentRepository
from scorekeeper.tournaments.service.tokens import Role

LOST, CUT = 0.1, 30
"""The share of requests or answers that are lost; seconds that a phone is without network."""


class Room:
    """The evening, and everybody in it."""

    def __init__(self, options, folder):
        self.random, self.options, self.folder = Random(options.seed), options, Path(folder)
        self.counts, self.waits, self.changes, self.expected = Counter(), [], [], {}
        self.machines, self.is_over = 0, False
        self.change_machine()

    def change_machine(self):
        self.machines += 1
        self.place = self.folder / str(self.machines)
        self.restart()

    def restart(self):
        self.program = Program(ROOT, self.place)

    def kill(self):
        self.counts["kills"] += 1
        self.program.__exit__()

    # Requests.

    async def ask(self, path, form=None, *, lossy=True, waits=None):
        """The status, location and text of an answer, asked for until one arrives."""
        while True:
            if lossy and self.random.random() < LOST / 2:
                self.counts["lost"] += 1
                await asyncio.sleep(1)
                continue
            began = time.monotonic()
            try:
                async with asyncio.timeout(30):
                    answer = await self.exchange(path, form)
            except (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError, IndexError):
                self.counts["unanswered"] += 1
                await asyncio.sleep(1)
                continue
            if waits is not None:
                waits.append(time.monotonic() - began)
            if (
                answer[0] >= 500
                or answer[0] == 429
                or (lossy and self.random.random() < LOST / 2)
            ):
                self.counts[f"again {answer[0]}" if answer[0] > 400 else "lost"] += 1
                await asyncio.sleep(1)
                continue
            return answer

    async def exchange(self, path, form):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.program.port)
        with contextlib.closing(writer):
            body = urlencode(form, doseq=True).encode() if form is not None else b""
            method = "GET" if form is None else "POST"
            kind = "Content-Type: application/x-www-form-urlencoded\r\n" if body else ""
            head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{kind}"
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            head, _, content = (await reader.read()).partition(b"\r\n\r\n")
        location = re.search(rb"(?i)\r\nlocation: (\S+)", head)
        length = re.search(rb"(?i)content-length: (\d+)", head)
        if length and len(content) < int(length[1]):
            raise EOFError
        text = content.decode("utf-8", "replace")
        return int(head.split()[1]), location[1].decode() if location else "", text

    def key(self):
        return f"{self.random.getrandbits(128):032x}"

    async def post(self, path, form, **how):
        return await self.ask(path, {"key": self.key()} | form, **how)

    # People.

    async def open(self):
        fields = {"title": "Soirée", "date": "2026-11-23", "preset": "tarot_libre"}
        fields |= {"game": "tarot", "rounds": self.options.rounds, "deals": DEALS}
        _, self.home, _ = await self.post("/tournaments", fields | {"draw": "random"})
        self.organizer = self.home.rpartition("/")[2]
        self.room = tokens.room_key(self.organizer)
        self.link = {r: f"/tournaments/{tokens.token_of(self.room, r)}" for r in Role}
        names = "\n".join(f"J{n}" for n in range(1, 4 * self.options.tables + 1))
        await self.post(f"{self.home}/people", {"people": names, "here": "1"})

    async def round(self, number):
        _, _, page = await self.ask(f"{self.home}/draw")
        status, _, text = await self.ask(f"{self.home}/rounds", hidden(page, "/rounds"))
        assert status == 303, text
        tables = range(1, self.options.tables + 1)
        drawn = {table: drawn_deals(self.random, 4, False) for table in tables}
        self.expected |= {(number, table): drawn[table][1] for table in tables}
        accident = asyncio.create_task(self.accident(number))
        await asyncio.gather(*(self.table(number, n, drawn[n][0]) for n in tables))
        await accident
        _, _, page = await self.ask(f"{self.home}/ranking/{number}")
        status, _, text = await self.ask(
            f"{self.home}/rounds/{number}/close", hidden(page, "/close")
        )
        assert status == 303, text

    async def accident(self, number):
        if number in self.options.kills:
            await asyncio.sleep(self.options.seconds * self.random.uniform(0.3, 0.9))
            await asyncio.to_thread(self.kill)
            await asyncio.to_thread(self.restart)

    async def next_machine(self):
        """Another machine takes over from the copy and the organizer's link."""
        self.kill()
        (copy,) = (self.place / "tournaments").glob("*.txt")
        self.change_machine()
        codes = "\n".join(restart_codes(folded(read(copy.read_bytes()))))
        _, _, page = await self.ask(
            "/tournaments/restart", {"codes": codes, "link": self.organizer}
        )
        form = hidden(page, "/restart") | {"confirmed": "1"}
        status, _, text = await self.ask("/tournaments/restart", form)
        assert status == 303, text

    async def table(self, number, table, deals):
        code = tokens.card_code(self.room, table)
        card = f"{self.link[Role.READING]}/tables/{table}/{code}"
        await asyncio.sleep(self.random.uniform(0, self.options.seconds / 4))
        status, sheet, text = await self.post(card, {"round": number})
        assert status == 303, text
        ended = asyncio.Event()
        others = [asyncio.create_task(self.watch(sheet, ended)) for _ in range(3)]
        for deal in deals:
            await asyncio.sleep(
                self.random.uniform(0.3, 1) * self.options.seconds / len(deals)
            )
            if self.random.random() < 0.05:
                self.counts["cuts"] += 1
                await asyncio.sleep(min(CUT, self.options.seconds))
            await self.record(sheet, deal)
        _, _, page = await self.ask(f"{sheet}/result")
        form = {name: field(page, name) for name in ("key", "base")}
        form["by"] = re.search(r'<button[^>]*name="by" value="(\d+)"', page)[1]
        status, _, text = await self.ask(f"{sheet}/result", form, waits=self.changes)
        assert status == 303, text
        ended.set()
        await asyncio.gather(*others)

    async def record(self, sheet, deal):
        _, _, page = await self.ask(sheet)
        form = {**deal, "key": self.key(), "confirm": "", "base": field(page, "base")}
        status, _, text = await self.ask(f"{sheet}/hands", form, waits=self.changes)
        if status == 422:
            form["confirm"] = field(text, "confirm")
            status, _, text = await self.ask(f"{sheet}/hands", form, waits=self.changes)
        assert status == 303, text

    async def watch(self, sheet, ended):
        """Another phone of the table: it polls."""
        _, _, page = await self.ask(sheet)
        etag = re.search(r"live\?v=(\w+)", page)
        while not ended.is_set():
            await asyncio.sleep(2)
            path = f"{sheet}/live?v={etag[1]}" if etag else sheet
            _, _, text = await self.ask(path, waits=self.waits)
            etag = re.search(r"live\?v=(\w+)", text) or etag

    async def helper(self, path, every):
        while not self.is_over:
            await self.ask(path, lossy=False, waits=self.waits)
            await asyncio.sleep(every)

    async def evening(self):
        await self.open()
        beside = [
            asyncio.create_task(self.helper(self.link[role] + path, every))
            for role, path, every in (
                (Role.DESK, "/progress", 5),
                (Role.REFEREE, "/progress", 5),
                (Role.CHECK_IN, "/check-in", 5),
                (Role.READING, "/screen", 10),
                (Role.READING, "/screen", 10),
            )
        ]
        for number in range(1, self.options.rounds + 1):
            if number == self.options.rounds:
                await self.next_machine()
            began = time.monotonic()
            await self.round(number)
            print(f"round {number}: {time.monotonic() - began:.0f} s", flush=True)
        self.is_over = True
        await asyncio.gather(*beside)

    def faults(self):
        """Return what is on the last machine and not as it was played."""
        self.program.__exit__()
        installation = Installation(self.place)
        installation.open()
        sheets = SheetRepository(lambda: installation.journal, lambda: installation.secret_key)
        tournament = TournamentRepository(sheets).access(self.organizer).state
        found, totals = [], Counter()
        for (number, table), points in self.expected.items():
            round = tournament.rounds[number - 1]
            if round.slips[table].result.points != points:
                found.append(("result", number, table))
            for one, more in zip(round.tables[table - 1], points, strict=True):
                totals[one] += more
            token = tokens.sheet_token(self.room, number, table, 4)
            is_here = number == self.options.rounds  # others stay on the machine before
            if is_here and len(sheets.access(token).sheet.hands) != DEALS:
                found.append(("hands", number, table))
        ranking = {line.who: line.total for line in tournament.rounds[-1].ranking}
        return found + [("ranking", who) for who in totals if ranking[who] != totals[who]]


def row(name, seconds):
    p50, p99 = (statistics.quantiles(seconds, n=100)[at] * 1000 for at in (49, 98))
    return f"{name}: {len(seconds)}, p50 {p50:.0f} ms, p99 {p99:.0f} ms"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=30, help="of a round")
    parser.add_argument("--kills", type=int, nargs="*", default=[2, 4], help="in these rounds")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        room = Room(options, folder)
        asyncio.run(room.evening())
        print(row("polls, helpers, screens", room.waits))
        print(row("hands and results", room.changes))
        faults = room.faults()
        print(dict(room.counts), "faults:", faults[:5], len(faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
