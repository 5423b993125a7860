"""Phones that ask for the page of the next round at once: how long does each wait?

    .venv/bin/python tests/bench/next_round.py --phones 500

Prints p50, p99 and the bytes of an answer, for phones that know whose they are, and for those
that look for a name, or open the seats of all. Rate limits are on.
"""

import argparse
import asyncio
import multiprocessing
import statistics
import sys
import tempfile
import time
from pathlib import Path

from crowd import answer
from process import ROOT, Program

sys.path[:0] = [
    str(ROOT),
    *(str(ROOT / "tests" / name) for name in ("support", "tournaments/support", "")),
]
WITHIN = 2.0
"""Seconds in which all ask."""


def evening(folder, count):
    """The path of the page of readers: so many people, two rounds, the first one closed."""
    from conftest import UNGUARDED, token_of
    from desk import Desk
    from tournament_routes import role_token

    from app import create_app

    app = create_app({"INSTANCE": Path(folder), **UNGUARDED})
    desk = Desk(app, app.test_client(), count)
    desk.publish("?kind=random")
    desk.play()
    desk.publish("?kind=random")
    return f"/tournaments/{role_token(token_of(desk.address))}"


async def ask(port, path, cookie, delay):
    """Seconds until one answer, and its bytes."""
    await asyncio.sleep(delay)
    began = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = (
        f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nCookie: {cookie}\r\n\r\n"
    )
    writer.write(head.encode())
    status, body = await answer(reader)
    writer.close()
    assert status == 200, status
    return time.monotonic() - began, len(body)


async def crowd(port, asked):
    step = WITHIN / len(asked)
    return await asyncio.gather(*(ask(port, *one, n * step) for n, one in enumerate(asked)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--phones", type=int, default=500)
    parser.add_argument("--people", type=int, default=400)
    count = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        with multiprocessing.get_context("spawn").Pool(1) as apart:  # it has the lock
            home = apart.apply(evening, (folder, count.people))
        with Program(ROOT, folder, guarded=True) as program:
            cookies = [
                program.ask("GET", f"{home}?me={n % count.people + 1}").headers["Set-Cookie"]
                for n in range(count.phones)
            ]
            kinds = {
                "own seat": [(home, cookie.partition(";")[0]) for cookie in cookies],
                "a name": [(f"{home}?q=anne+{n}", "") for n in range(count.phones)],
                "seats": [(f"{home}/rounds/2", "")] * count.phones,
                "ranking": [(f"{home}/ranking", "")] * count.phones,
            }
            for kind, asked in kinds.items():
                before = program.seconds
                waits, sizes = zip(*asyncio.run(crowd(program.port, asked)), strict=True)
                cpu = 1000 * (program.seconds - before) / len(asked)
                p99 = statistics.quantiles(waits, n=100)[98]
                print(
                    f"{kind:10} p50 {1000 * statistics.median(waits):5.0f} ms"
                    f"  p99 {1000 * p99:5.0f} ms  {cpu:5.2f} ms of processor each"
                    f"  {max(sizes)} bytes"
                )


if __name__ == "__main__":
    main()
