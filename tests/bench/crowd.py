"""Phones that poll every two seconds: are they answered, and who comes meanwhile?

    .venv/bin/python tests/bench/crowd.py --phones 1200 [--beside CHECKOUT]

Prints a row for each program: polls that were answered, their p50 and p99, newcomers of 16
that got a page, and the memory of the server. Rate limits are on.
"""

import argparse
import asyncio
import contextlib
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


async def run(program, sheets, options):
    """One row of figures."""
    results, until = [], time.monotonic() + options.seconds
    phones = [
        Phone(program.port, f"{sheet}/live?v={etag}", results)
        for sheet, etag in (sheets[n % len(sheets)] for n in range(options.phones))
    ]
    polls = [
        asyncio.create_task(phone.poll(until, n * POLL_INTERVAL / len(phones)))
        for n, phone in enumerate(phones)
    ]
    came, most = 0, program.megabytes
    for n in range(NEWCOMERS):
        await asyncio.sleep(options.seconds / (NEWCOMERS + 4))
        came += await newcomer(program.port, sheets[n % len(sheets)][0])
        most = max(most, program.megabytes)
    await asyncio.gather(*polls)
    answered = [seconds for seconds in results if seconds is not None]
    share = len(answered) / len(results)
    p50, p99 = (statistics.quantiles(answered, n=100)[at] * 1000 for at in (49, 98))
    return f"{share:8.1%} {p50:7.0f} {p99:7.0f} {came:6} of {NEWCOMERS} {most:8.0f} MB"


def main():
    """Measure each program in turn."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--phones", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--beside", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"{options.phones} phones")
    print(f"{'':24} answered  p50 ms  p99 ms   newcomers   memory")
    for _ in range(options.rounds):
        for checkout in (ROOT, *options.beside):
            with tempfile.TemporaryDirectory() as folder:
                with Program(checkout, folder) as program:
                    sheets = [program.open_sheet() for _ in range(max(1, options.phones // 4))]
                with Program(checkout, folder, guarded=True) as program:
                    row = asyncio.run(run(program, sheets, options))
                print(f"{checkout!s:24}", row, flush=True)


if __name__ == "__main__":
    main()
