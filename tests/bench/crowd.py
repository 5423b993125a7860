"""Phones that poll every two seconds: are they answered, and who comes meanwhile?

    .venv/bin/python tests/bench/crowd.py --phones 1200 [--beside CHECKOUT]

Prints a row for each program: polls that were answered, their p50 and p99, newcomers of 16
that got a page, and the memory of the server. Rate limits are on.
"""

import argparse
import asyncio
import contextlib
import resource
import statistics
import tempfile
import time
from pathlib import Path

from phones import Phone
from process import ROOT, Program

POLL_INTERVAL = 2.0
NEWCOMERS = 16
UNANSWERED = (OSError, EOFError, TimeoutError, AssertionError)


async def keep_polling(phone, until, offset, results):
    """Poll, also on a connection that was closed; the seconds of each answer, or None."""
    await asyncio.sleep(offset)
    while time.monotonic() < until:
        began = time.monotonic()
        try:
            results.append((await phone.poll()).seconds)
        except UNANSWERED:
            phone.close()
            results.append(None)
        await asyncio.sleep(max(0, began + POLL_INTERVAL - time.monotonic()))
    phone.close()


async def is_served(newcomer):
    """True if somebody who comes now gets a page."""
    with contextlib.suppress(*UNANSWERED):
        await newcomer.open()
        newcomer.close()
        return True
    return False


async def run(program, sheets, options):
    """One row of figures."""
    results, until, polls = [], time.monotonic() + options.seconds, []
    for n in range(options.phones):
        sheet, etag = sheets[n % len(sheets)]
        phone, offset = Phone(program.port, sheet, etag), n * POLL_INTERVAL / options.phones
        polls.append(asyncio.create_task(keep_polling(phone, until, offset, results)))
    came, most = 0, program.megabytes
    for n in range(NEWCOMERS):
        await asyncio.sleep(options.seconds / (NEWCOMERS + 4))
        came += await is_served(Phone(program.port, sheets[n % len(sheets)][0]))
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
