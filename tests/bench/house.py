"""Prints how fast and how large the house is: ``.venv/bin/python tests/bench/house.py``.

Nothing here passes or fails; figures that are compared are taken in turns in one run, so
that a machine that slows down slows both.
"""

import itertools
import os
import random
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
from scorekeeper.games import GAMES
from scorekeeper.games.belote_hand import Suit
from scorekeeper.games.mouche_hand import Contract as MoucheContract
from scorekeeper.games.tarot_hand import Contract, Hand, Poignee, Size
from scorekeeper.hand import questions
from scorekeeper.question import Side

GARDE = {"taker": "0", "contract": "garde", "bouts": "2", "points": "49"}
NAMES = ("Anne", "Bruno", "Chloé", "David")


def tarot_hands():
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


def belote_hands(game):
    """One hand in three with a belote, one in ten a capot; bids near what is made, one in
    five doubled."""
    chance = random.Random(1)
    hands = []
    for _ in range(1000):
        made = chance.choice((*range(60, 131), 40, 162))
        told = {"taker": chance.randrange(4), "suit": chance.choice(list(Suit)[:4])}
        told["belote"] = chance.choice((None, None, None, None, (1, 0), (0, 1)))
        told |= {"capot": Side.ATTACK} if chance.random() < 0.1 else {"points": made}
        if game.name != "belote":
            told["contract"] = max(80, made // 10 * 10 + chance.choice((-20, -10, 0, 10)))
            doubled = list(questions(game.hand)["coinche"].choices)
            told["coinche"] = chance.choice((*[None] * 8, *doubled))
        hands.append(game.hand(**told))
    return hands


def mouche_hands(game):
    """A third of the hands failed."""
    kinds = itertools.product(list(MoucheContract)[:4], range(4), (30, 41, 49, 56, 60))
    return [game.hand(taker=0, contract=c, bouts=b, points=2 * p) for c, b, p in kinds]


def evenings():
    """Every game with the hands of an evening."""
    for name, game in GAMES.items():
        if name == "tarot":
            yield game, tarot_hands()
        elif game.teams:
            yield game, belote_hands(game)
        elif name == "tarot_mouche":
            yield game, mouche_hands(game)
        else:
            yield game, [game.hand(scores=(n, -n, 3, -3)) for n in range(500)]


def scoring(rounds=5, seconds=0.4):
    """Hands scored a second in each game, lines and working included; in turns, the median."""
    found = {}
    for _ in range(rounds):
        for game, played in evenings():
            columns = (0,) * len(game.columns(NAMES))
            table = Table(NAMES, game.read_options({}), standing=columns)
            done, began = 0, time.perf_counter()
            while time.perf_counter() - began < seconds:
                for hand in played:
                    game.score(hand, table)
                done += len(played)
            found.setdefault(game.name, []).append(done / (time.perf_counter() - began))
    return {name: statistics.median(speeds) for name, speeds in found.items()}


def adding(folder, rounds=40):
    """Milliseconds to post the 10th hand of a sheet and the 1000th and later, in turns."""
    client = app.create_app(
        {"INSTANCE": folder, "WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False}
    ).test_client()

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
    for name, speed in scoring().items():
        print(f"scoring {name:14}{speed:>10,.0f} hands a second")
    with tempfile.TemporaryDirectory() as folder:
        tenth, later = adding(Path(folder) / "adding")
        print(f"adding the 10th hand  {tenth:>10.2f} ms")
        print(f"adding the 1000th     {later:>10.2f} ms  × {later / tenth:.2f}")
        print(f"start to first page   {starting(Path(folder)):>10.2f} s")
        print(f"memory, 1060 requests {memory(Path(folder)):>10.0f} MB")


if __name__ == "__main__":
    main()
