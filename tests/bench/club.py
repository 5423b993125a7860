"""A club evening: tables of phones that poll, and a hand a minute from each table.

``python3 tests/bench/club.py`` prints how long the answers took, and what the program took
of a core. The phones are what a browser is: five to a table, two seconds between two polls,
and after each hand the page that follows it. Nothing but the standard library sends them.
"""

import argparse
import asyncio
import collections
import gzip
import random
import re
import secrets
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent), str(HERE.parent / "support")]

from client import get, post
from evening import PLAYED, form_of, sitting, tapped, written
from followers import PERIOD
from process import marque

HANDS = 20
"""Hands on each sheet when the measure begins."""

SEATS = 5
"""Phones at a table."""


GOOD = (200, 204, 303)
"""What an answer may be: a page, nothing new, written."""


class Line:
    """A phone's connection, kept open for as long as the program keeps it."""

    def __init__(self, port):
        self.port = port
        self.writer = None

    async def ask(self, request):
        """The status and the text of the answer."""
        if self.writer is None:
            address = asyncio.open_connection("127.0.0.1", self.port)
            self.reader, self.writer = await address
        self.writer.write(request.encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = re.search(r"content-length: (\d+)", head)
        body = await self.reader.readexactly(int(length[1])) if length else b""
        if "connection: close" in head:
            self.close()
        packed = "content-encoding: gzip" in head
        return int(head.split()[1]), (gzip.decompress(body) if packed else body).decode()

    def close(self):
        """Hang up, if the line is open."""
        if self.writer:
            self.writer.close()
            self.writer = None


class Evening:
    """All the phones of a club, and what they found."""

    def __init__(self, port, seconds):
        self.port = port
        self.ends = time.monotonic() + seconds
        self.took = collections.defaultdict(list)
        self.errors = collections.Counter()

    async def play(self, phones):
        """Every table at once, until the evening ends."""
        async with asyncio.TaskGroup() as club:
            for n, phone in enumerate(phones):
                club.create_task(self._write(phone, 60 * n / len(phones)))
                for _ in range(SEATS):
                    club.create_task(self._follow(phone, random.uniform(0, PERIOD)))

    async def _follow(self, phone, late):
        """One phone that asks every two seconds whether there is anything new."""
        line, version = Line(self.port), phone.version
        while await self._wait(late):
            path = f"{phone.sheet}/live?v={version}"
            news = await self._ask("poll", line, get(path, phone.cookie))
            found = re.search(r'live\?v=(\w+)"', news)
            version = found[1] if found else version
            late = PERIOD
        line.close()

    async def _write(self, phone, late):
        """The phone of a table that writes a hand a minute."""
        line = Line(self.port)
        for hand in PLAYED:
            if not await self._wait(late):
                break
            form = tapped(phone, hand) | {"key": secrets.token_hex(16)}
            await self._ask("hand", line, post(f"{phone.sheet}/hands", form, phone.cookie))
            page = await self._ask("page", line, get(phone.sheet, phone.cookie))
            phone = phone._replace(form=form_of(page) if page else phone.form)
            late = 60
        line.close()

    async def _wait(self, seconds):
        """Whether the evening still goes on after so many seconds."""
        await asyncio.sleep(max(0, min(seconds, self.ends - time.monotonic())))
        return time.monotonic() < self.ends

    async def _ask(self, kind, line, request):
        """The text of an answer; how long it took, or what went wrong, is kept."""
        began = time.perf_counter()
        try:
            status, text = await asyncio.wait_for(line.ask(request), 10)
        except (OSError, EOFError, TimeoutError) as error:
            self.errors[type(error).__name__] += 1
            line.close()
            return ""
        self.took[kind].append(1000 * (time.perf_counter() - began))
        if status not in GOOD:
            self.errors[status] += 1
        return text


def main():
    """Play the evening, and print it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=90)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (tokens,) = written(Path(folder), (options.tables, HANDS))
        with marque(Path(folder)) as process:
            phones = sitting(process, tokens)
            evening = Evening(process.port, options.seconds)
            before = process.seconds
            asyncio.run(evening.play(phones))
            core = (process.seconds - before) / options.seconds
            recorded(evening, options, core, process.megabytes)


def recorded(evening, options, core, megabytes):
    """Print what the phones found."""
    phones = options.tables * SEATS
    print(
        f"{options.tables} tables, {phones} phones, {options.seconds} s, a hand a minute each"
    )
    print("\n| | answers | p50 ms | p99 ms | most ms |\n|---|--:|--:|--:|--:|")
    everything = sorted(ms for took in evening.took.values() for ms in took)
    for kind, took in (*evening.took.items(), ("all", everything)):
        took = sorted(took)
        p50, p99 = took[len(took) // 2], took[len(took) * 99 // 100]
        print(f"| {kind} | {len(took)} | {p50:.1f} | {p99:.1f} | {took[-1]:.1f} |")
    errors = dict(evening.errors) or "none"
    print(f"\nErrors: {errors}. {core:.0%} of a core, {megabytes:.0f} MB.")


if __name__ == "__main__":
    main()
