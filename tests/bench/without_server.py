"""La Marque in a phone's browser: hands that survive kills, and score as on a server.

    .venv/bin/python tests/bench/without_server.py --kills 200 --hands 5000 --seed 1
    .venv/bin/python tests/bench/without_server.py --evenings 20 --browser firefox

Builds the folder of ``app.py site`` and opens it without a network, in Chromium.

--kills: hands are posted one after the other; at a random moment the tab's process is killed,
or its worker ended. Once La Marque has started again its sheet must hold every hand that was
answered, each once; the one that was not answered is posted again under its key.

--hands: random evenings of every game are imported on the phone (CPython in WebAssembly) and
on a server (CPython); the page of each hand and the table of each evening must be the same.

--evenings: random evenings are entered by taps, corrected, closed and printed in one of three
browsers; every page must say what the program says of the same answers.
"""

import argparse
import contextlib
import json
import re
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
sys.path[:0] = [str(folder) for folder in (ROOT, TESTS, TESTS / "support", TESTS / "bench")]

from engines import PROGRAMS
from independent import deals
from independent.evenings import evening_of
from phone import CHROMIUM, OPTIONS
from phone_evenings import TwoTables, phone_without_server, program
from phone_site import application, kill, served
from playwright.sync_api import Error, sync_playwright
from process import Program

from scorekeeper.cli import site
from scorekeeper.games import GAMES
from scorekeeper.sheets.formats.night_document import read_sheet
from scorekeeper.sheets.formats.strict_json import DocumentError

VECTORS = TESTS / "vectors"
KILLS_OF_A_SHEET = 20
LONGEST = 1200
"""Milliseconds after the first post within which a kill comes."""

POST = """async ({ sheet, first, prefix }) => {
  for (let n = first; ; n++) {
    const page = await (await fetch(sheet)).text();
    const form = new DOMParser().parseFromString(page, "text/html").querySelector("#entry");
    const fields = new URLSearchParams(new FormData(form));
    fields.set("key", prefix + n.toString(16).padStart(16, "0"));
    const hand = { taker: n % 4, contract: "garde", bouts: 2, points: 9 + (n % 78) };
    for (const [name, value] of Object.entries(hand)) fields.set(name, value);
    const posted = { method: "POST", body: fields, redirect: "manual" };
    const answer = await fetch(form.action, posted);
    if (answer.type === "opaqueredirect") await acknowledged(n);
    else throw new Error(`hand ${n}: ${answer.status}`);
  }
}"""
"""Post hands until the end; each is acknowledged once it is answered."""

READ = """async ({ base, documents }) => {
  const get = async (...given) => {
    const answer = await fetch(...given);
    const text = await answer.text();
    const { pathname } = new URL(answer.url);
    return { status: answer.status, text, path: pathname.slice(pathname.indexOf("/sheets")) };
  };
  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
  const words = (text) => {
    const { textContent } = parsed(text).querySelector("main") || { textContent: text };
    return textContent.replace(/\\s+/g, " ");
  };
  const form = parsed((await get(`${base}/import`)).text);
  const csrf_token = form.querySelector("[name=csrf_token]").value;
  const found = [];
  for (const [key, document, hands] of documents) {
    const body = new URLSearchParams({ csrf_token, key, document });
    const { path: sheet, text } = await get(`${base}/import`, { method: "POST", body });
    if (!sheet.startsWith("/sheets/")) throw new Error(words(text));
    const pages = [(await get(`${base}${sheet}/hands.csv`)).text];
    for (let id = 2; id < hands + 2; id++) {
      const page = await get(`${base}${sheet}/hands/${id}`);
      pages.push(page.status === 200 ? words(page.text) : `${page.status}`);
    }
    found.push(pages);
  }
  return found;
}"""
"""The table of each evening, once it is imported, and the words of the page of each hand."""


# Kills


class Killed:
    """One browser, whose tab and worker are killed again and again."""

    def __init__(self, browser, address, random):
        self.random, self.address = random, address
        self.context = browser.new_context(locale="fr-FR")
        self.context.set_default_timeout(120_000)
        self.context.expose_function("acknowledged", self._acknowledge)
        self.counts = dict.fromkeys(
            ("kills", "hands", "lost", "doubled", "stored unanswered"), 0
        )
        self.tab = self._open("")
        self.context.set_offline(True)
        self._begin()

    def _open(self, path):
        tab = self.context.new_page()
        tab.goto(f"{self.address}#{path}")
        application(tab)
        return tab

    def _begin(self):
        """Open a sheet."""
        self.tab.close()
        self.tab = self._open("")
        frame = application(self.tab)
        frame.goto(f"{self.address}app/sheets/new")
        for place, name in enumerate(deals.CAST[:4]):
            frame.locator("[name=name]").nth(place).fill(name)
        frame.locator(".buttons .save").click()
        frame.locator("#entry").wait_for()
        self.sheet = frame.url.split("?")[0].split("#")[0]
        self.answered, self.prefix = 0, f"{self.random.getrandbits(64):016x}"

    def _acknowledge(self, n):
        assert n == self.answered
        self.answered += 1

    def round(self):
        """Post hands, kill, start again, look."""
        frame, delay = application(self.tab), self.random.uniform(0, LONGEST)
        frame.evaluate(
            f"(given) => {{ ({POST})(given); }}",
            {"sheet": self.sheet, "first": self.answered, "prefix": self.prefix},
        )
        before = self.answered
        self.tab.wait_for_timeout(delay)
        path = self.sheet.partition("/app/")[2]
        if self.random.random() < 0.5:
            kill(self.tab)
            self.tab = self._open(path)
        else:
            with contextlib.suppress(Error):
                self.tab.workers[0].evaluate("self.close()")
            self.tab.reload()
        self._look(before)
        self.counts["kills"] += 1
        if self.counts["kills"] % KILLS_OF_A_SHEET == 0:
            self._begin()

    def _look(self, before):
        document = application(self.tab).evaluate(
            "async (sheet) => (await fetch(`${sheet}/night.json`)).json()", self.sheet
        )
        stored = [hand["points"] for hand in document["hands"]]
        expected = [9 + n % 78 for n in range(self.answered + 1)]
        self.counts["hands"] += self.answered - before
        self.counts["lost"] += max(0, self.answered - len(stored))
        self.counts["stored unanswered"] += len(stored) == self.answered + 1
        self.counts["doubled"] += stored != expected[: len(stored)]


def kill_often(browser, address, random, count):
    """Kill so many times; what was found."""
    killed = Killed(browser, address, random)
    for n in range(1, count + 1):
        killed.round()
        if n % 10 == 0:
            print(killed.counts, flush=True)
    killed.context.close()
    return killed.counts


# Hands


def varied(random, game):
    """An evening of a game from its printed hands, their answers exchanged and changed."""
    text = (VECTORS / f"{game}.toml").read_text(encoding="utf-8")
    printed = tomllib.loads(text)["hand"]
    first = random.choice(printed)
    players = list(deals.CAST[: first.get("seats", GAMES[game].seats[0])])
    if GAMES[game].board:
        players = [f"Table {n + 1}" for n in range(first.get("seats", 4))]
    alike = [one["answers"] for one in printed if one.get("seats") == first.get("seats")]
    night = {
        "format": "scorekeeper/1",
        "game": game,
        "options": first.get("options", {}),
        "players": players,
        "first_dealer": players[0],
        "hands": [],
    }
    for _ in range(200):
        hand = _changed(random, random.choice(alike), alike, players)
        with contextlib.suppress(DocumentError):
            read_sheet({**night, "hands": [*night["hands"], hand]})
            night["hands"].append(hand)
        if len(night["hands"]) == 20:
            break
    return night


def _changed(random, hand, others, players):
    changed = dict(hand)
    for name, value in hand.items():
        other = random.choice(others)
        if random.random() < 0.3 and name in other:
            changed[name] = other[name]
        elif value in players:
            changed[name] = random.choice(players)
        elif isinstance(value, list) and all(type(one) is int for one in value):
            changed[name] = _moved(random, value)
    return changed


def _moved(random, numbers):
    """Numbers with the same sum."""
    moved, points = list(numbers), random.randint(-40, 40)
    moved[0] += points
    moved[random.randrange(len(moved))] -= points
    return moved


def evening(random, game):
    return evening_of(random, game) if game in deals.HANDS else varied(random, game)


def compare(browser, address, random, count):
    """Compare so many hands of all games in turn; how many of each, and what differs."""
    by_game, differing = dict.fromkeys(GAMES, 0), []
    with tempfile.TemporaryDirectory() as folder, Program(ROOT, folder) as server:
        here, there = browser.new_page(locale="fr-FR"), browser.new_page(locale="fr-FR")
        here.goto(address)
        at = f"http://127.0.0.1:{server.port}"
        there.goto(at)
        frame = application(here)
        while sum(by_game.values()) < count:
            nights = [(game, evening(random, game)) for game in GAMES]
            documents = [
                (f"{random.getrandbits(128):032x}", json.dumps(night), len(night["hands"]))
                for _, night in nights
            ]
            answers = [
                page.evaluate(READ, {"base": base, "documents": documents})
                for page, base in ((frame, f"{address}app"), (there, at))
            ]
            for (game, night), phone, computer in zip(nights, *answers, strict=True):
                by_game[game] += len(night["hands"])
                pairs = zip(map(plain, phone), map(plain, computer), strict=True)
                differing += [(night, *pair) for pair in pairs if pair[0] != pair[1]]
            print(f"{sum(by_game.values())} hands, {len(differing)} differ", flush=True)
    return by_game, differing


def plain(text):
    """A page without the secret words of its sheet."""
    return re.sub(r"[\w-]{22,}", "", text)


# Evenings


def play_evenings(engine, folder, chromium, seed, count):
    """Play so many evenings; their hands, and what differs."""
    hands, differing = 0, []
    with (
        tempfile.TemporaryDirectory() as instance,
        phone_without_server(engine, folder, chromium, "site/") as shell,
    ):
        person = program(instance)
        for n in range(count):
            tables = TwoTables(person, shell, Random(f"{seed} {n}"))
            found = tables.play()
            hands, differing = hands + tables.count, differing + found
            print(
                f"{n}: {tables.rules}, {tables.count} hands, {len(found)} differ", flush=True
            )
    return hands, differing


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--hands", type=int, default=0)
    parser.add_argument("--evenings", type=int, default=0)
    parser.add_argument("--browser", choices=PROGRAMS, default="chromium")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site.write(Path(folder) / "site")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        with served(folder) as address:
            at, began, faults = f"{address}site/", time.monotonic(), 0
            if given.hands:
                by_game, differing = compare(browser, at, Random(given.seed), given.hands)
                print(by_game, f"{len(differing)} differ, {time.monotonic() - began:.0f} s")
                for difference in differing[:3]:
                    print(*difference, sep="\n  ")
                faults += len(differing)
            if given.evenings:
                played = given.browser, folder, browser, given.seed, given.evenings
                hands, differing = play_evenings(*played)
                print(f"{hands} hands of {given.evenings} evenings, {len(differing)} differ")
                for difference in differing[:3]:
                    print(*difference, sep="\n  ")
                faults += len(differing)
            if given.kills:
                began = time.monotonic()
                counts = kill_often(browser, at, Random(given.seed), given.kills)
                print(counts, f"{time.monotonic() - began:.0f} s")
                faults += counts["lost"] + counts["doubled"]
        browser.close()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
