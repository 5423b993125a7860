"""Prints how fast and how large the house is: ``.venv/bin/python tests/bench/house.py``.

Nothing here passes or fails; figures that are compared are taken in turns in one run, so
that a machine that slows down slows both.
"""

import itertools
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [
    str(Path(__file__).resolve().parents[2]),
    str(Path(__file__).resolve().parents[1]),
]

from server import Phone, Server, open_sheet

import app
from scorekeeper.game import Table
from scorekeeper.games.tarot import score
from scorekeeper.games.tarot_hand import Contract, Hand, Poignee, Side, Size

GARDE = {"taker": "0", "contract": "garde", "bouts": "2", "points": "49"}
NAMES = ("Anne", "Bruno", "Chloé", "David")


def hands():
    """An evening's mix: one hand in four with a petit au bout, one in four with a poignée."""
    kinds = itertools.product(
        Contract,
        range(4),
        (30, 41, 49, 56),
        (None, None, None, Side.ATTACK),
        ((), (), (), (Poignee(1, Size.SIMPLE),)),
    )
    return [
        Hand(taker=0, contract=c, bouts=b, points=2 * p, petit_au_bout=side, poignees=shown)
        for c, b, p, side, shown in kinds
    ]


def scoring(seconds=3):
    """Hands scored a second, lines and working included."""
    played, table, done = hands(), Table(NAMES, {"misere": 0}), 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        for hand in played:
            score(hand, table)
        done += len(played)
    return done / (time.perf_counter() - began)


def adding(folder, rounds=40):
    """Milliseconds to post the 10th hand of a sheet and the 1000th and later, in turns."""
    client = app.create_app({"INSTANCE": folder, "WTF_CSRF_ENABLED": False}).test_client()

    def sheet_of(hands):
        form = {"name": list(NAMES), "number": [""] * 4, "dealer": "0"}
        sheet = client.post("/sheets", data=form).location
        for _ in range(hands):
            client.post(sheet + "/hands", data=GARDE)
        return sheet

    def timed(sheet):
        began = time.perf_counter()
        answer = client.post(sheet + "/hands", data=GARDE)
        assert answer.status_code == 303
        return time.perf_counter() - began

    long = sheet_of(999)
    pairs = [(timed(sheet_of(9)), timed(long)) for _ in range(rounds)]
    return [1000 * statistics.median(times) for times in zip(*pairs, strict=True)]


def starting(folder, times=5):
    """Seconds from the start of the process to its first page."""
    found = []
    for n in range(times):
        began = time.perf_counter()
        server = Server(folder / f"start-{n}")
        Phone(server.url).get("/")
        found.append(time.perf_counter() - began)
        server.kill()
    return statistics.median(found)


def memory(folder):
    """Megabytes the server holds after an evening and a thousand pages."""
    server = Server(folder / "memory")
    phone = Phone(server.url)
    sheet, csrf = open_sheet(phone)
    for _ in range(60):
        phone.post(sheet + "/hands", GARDE | {"csrf_token": csrf})
    for _ in range(1000):
        phone.get(sheet)
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    server.kill()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def main():
    revision = subprocess.run(["git", "describe", "--always"], capture_output=True, text=True)
    version = sys.version.split()[0]
    print(f"La Marque {revision.stdout.strip()}, Python {version}, {os.cpu_count()} cores")
    print(f"scoring               {scoring():>10,.0f} tarot hands a second")
    with tempfile.TemporaryDirectory() as folder:
        tenth, later = adding(Path(folder) / "adding")
        print(f"adding the 10th hand  {tenth:>10.2f} ms")
        print(f"adding the 1000th     {later:>10.2f} ms  × {later / tenth:.2f}")
        print(f"start to first page   {starting(Path(folder)):>10.2f} s")
        print(f"memory, 1060 requests {memory(Path(folder)):>10.0f} MB")


if __name__ == "__main__":
    main()
