"""Phones that poll every two seconds while others attack the server: are they answered?

    .venv/bin/python tests/bench/crowd.py --phones 1200 [--attack NAME] [--beside CHECKOUT]

Prints a row for each program: polls that were answered, their p50 and p99, newcomers of 16
that got a page, and the memory of the server and what its database has grown by. Rate limits
are on, and attackers have addresses of their own.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import multiprocessing
import re
import resource
import statistics
import tempfile
import time
from pathlib import Path

from process import ROOT, Program

POLL_INTERVAL = 2.0
NEWCOMERS = 16
PATIENCE = 10
"""Seconds for an answer."""


async def answer(reader):
    """The status and the body of one answer."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    body = await reader.readexactly(int(length[1])) if length else b""
    return int(head.split()[1]), body


def request(path):
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


class Phone:
    """Polls on one connection, which it opens again once it is closed."""

    def __init__(self, port, path, results):
        self.port, self.path, self.results, self.writer = port, path, results, None

    async def poll(self, until, offset):
        await asyncio.sleep(offset)
        while time.monotonic() < until:
            began = time.monotonic()
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._ask()
                self.results.append(time.monotonic() - began)
            except (OSError, EOFError, TimeoutError):
                self._close()
                self.results.append(None)
            await asyncio.sleep(max(0, began + POLL_INTERVAL - time.monotonic()))
        self._close()

    async def _ask(self):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(request(self.path))
        head = await self.reader.readuntil(b"\r\n\r\n")
        assert b" 204 " in head.partition(b"\r\n")[0] + b" ", head
        if b"\r\nConnection: close" in head:
            self._close()

    def _close(self):
        if self.writer is not None:
            self.writer.close()
            self.writer = None


async def newcomer(port, path):
    """True if somebody who comes now gets a page."""
    with contextlib.suppress(OSError, EOFError, TimeoutError):
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request(path))
            status, _ = await answer(reader)
            writer.close()
            return status == 200
    return False


# Attacks: each is an endless coroutine on one connection.


async def ask_again(port, path):
    """Ask for a page, read it, and ask again."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while True:
        writer.write(request(path))
        await answer(reader)


async def pipeline_unread(port, path, count=100):
    """Ask many times at once, and read nothing."""
    _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
    writer.transport.pause_reading()
    writer.write(request(path) * count)
    await asyncio.sleep(3600)


async def half_open(port, _):
    """Send a header byte by byte."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET / HTTP/1.1\r\nX: ")
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(1)


async def large_body(port, _):
    """Send a body of 7 MiB but for its end."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    size = 7 * 2**20
    writer.write(b"POST /import HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % size)
    for _ in range(size // 2**16 - 1):
        writer.write(bytes(2**16))
        await writer.drain()
    await asyncio.sleep(3600)


def circle_file(sheets, entries):
    """A circle with so many sheets of so many entries each, in as few bytes as that takes."""
    sheet = {"format": "scorekeeper/1", "game": "tarot", "players": ["A", "B", "C"]}
    sheet |= {"player_ids": [None] * 3, "hands": [{"passed": True}] * entries}
    circle = {"format": "scorekeeper-circle/1", "title": "X", "players": []}
    circle["sheets"] = [sheet] * sheets
    return json.dumps(circle, separators=(",", ":")).encode()


addresses = itertools.count(2)


async def import_circles(port, file):
    """Bring a circle as a file, as somebody without a cookie, until it is there or refused."""
    address = f"127.0.0.{next(addresses) % 250 + 2}"
    while True:
        page = await answer_from(address, port, "GET", "/circles/import")
        if not (cookie := re.search(rb"(?i)set-cookie: (\S+);", page[1])):
            await asyncio.sleep(1)
            continue
        fields = dict(re.findall(rb'name="(csrf_token|key)" value="(.*?)"', page[2]))
        parts = [
            b'Content-Disposition: form-data; name="%s"\r\n\r\n%s' % field
            for field in fields.items()
        ]
        kind = b'Content-Disposition: form-data; name="file"; filename="c.json"\r\n\r\n'
        body = b"".join(b"--x\r\n%s\r\n" % part for part in [*parts, kind + file])
        form = "multipart/form-data; boundary=x"
        headers = {"Cookie": cookie[1].decode(), "Content-Type": form}
        posted = await answer_from(
            address, port, "POST", "/circles/import", headers, body + b"--x--\r\n"
        )
        if posted[0] == 429:
            await asyncio.sleep(1)


async def answer_from(address, port, method, path, headers=(), body=b""):
    """The status, the head and the body of the answer to a client at this address."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, local_addr=(address, 0), limit=2**22
    )
    lines = {"Host": "x", "Connection": "close", "Content-Length": len(body), **dict(headers)}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
    with contextlib.closing(writer):
        head, _, content = (await reader.read()).partition(b"\r\n\r\n")
    return int(head.split()[1]), head, content


ATTACKS = {
    "none": (0, None, ""),
    "print-8": (8, ask_again, "/print"),
    "print-100": (100, ask_again, "/print"),
    "end-100": (100, ask_again, "/end"),
    "unread-100": (100, pipeline_unread, "/print"),
    "unread-500": (500, pipeline_unread, "/print"),
    "unread-files": (1000, pipeline_unread, "/static/dist/main-43CVVZQH.js"),
    "half-open": (1500, half_open, ""),
    "bodies": (200, large_body, ""),
    "circles-large": (4, import_circles, circle_file(456, 999)),
    "circles-small": (4, import_circles, circle_file(600, 0)),
}
"""Connections, what each does, and the page of a sheet that it asks for, or the file that it
brings."""


async def again(attack, port, path):
    """Attack again whenever the connection is lost."""
    while True:
        with contextlib.suppress(OSError, EOFError):
            await attack(port, path)
        await asyncio.sleep(0.1)


async def attack_from(count, attack, port, paths):
    """Attack on so many connections until the process ends."""
    await asyncio.gather(*(again(attack, port, paths[n % len(paths)]) for n in range(count)))


def attack_beside(*how):
    """Attack in this process, which is not the one of the phones that are measured."""
    asyncio.run(attack_from(*how))


async def run(program, sheets, options):
    """One row of figures."""
    count, attack, _ = ATTACKS[options.attack]
    how = (count, attack, program.port, options.attacked)
    attackers = multiprocessing.Process(target=attack_beside, args=how)
    attackers.start()
    results, until = [], time.monotonic() + options.seconds
    phones = [
        Phone(program.port, f"{sheet}/live?v={etag}", results)
        for sheet, etag in (sheets[n % len(sheets)] for n in range(options.phones))
    ]
    polls = [
        asyncio.create_task(phone.poll(until, n * POLL_INTERVAL / len(phones)))
        for n, phone in enumerate(phones)
    ]
    came, most, before = 0, program.megabytes, program.database_megabytes
    for n in range(NEWCOMERS):
        await asyncio.sleep(options.seconds / (NEWCOMERS + 4))
        came += await newcomer(program.port, sheets[n % len(sheets)][0])
        most = max(most, program.megabytes)
    await asyncio.gather(*polls)
    attackers.kill()
    answered = [seconds for seconds in results if seconds is not None]
    share = len(answered) / len(results)
    p50, p99 = (statistics.quantiles(answered, n=100)[at] * 1000 for at in (49, 98))
    grown = program.database_megabytes - before
    return (
        f"{share:8.1%} {p50:7.0f} {p99:7.0f} {came:6} of {NEWCOMERS} {most:8.0f} MB"
        f" {grown:5.0f} MB"
    )


def main():
    """Measure each program in turn."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--phones", type=int, default=100)
    parser.add_argument("--attack", choices=ATTACKS, default="none")
    parser.add_argument("--hands", type=int, default=60, help="of the attacked sheet")
    parser.add_argument("--sheets", type=int, default=1, help="that are attacked")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--beside", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"{options.phones} phones, attack: {options.attack}")
    print(f"{'':24} answered  p50 ms  p99 ms   newcomers   memory  database")
    for _ in range(options.rounds):
        for checkout in (ROOT, *options.beside):
            with tempfile.TemporaryDirectory() as folder:
                with Program(checkout, folder) as program:
                    attacked = [
                        program.open_sheet(options.hands)[0] for _ in range(options.sheets)
                    ]
                    sheets = [program.open_sheet() for _ in range(max(1, options.phones // 4))]
                page = ATTACKS[options.attack][2]
                whole = isinstance(page, bytes) or page.startswith("/static")
                options.attacked = [page] if whole else [sheet + page for sheet in attacked]
                with Program(checkout, folder, guarded=True) as program:
                    row = asyncio.run(run(program, sheets, options))
                print(f"{checkout!s:24}", row, flush=True)


if __name__ == "__main__":
    main()
