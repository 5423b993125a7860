"""Schedules: what people tap, what the network does, and when, drawn from a seed.

What happens to a request depends on its hand and on how often that was sent; in Chromium the
clock of the pages is virtual, and the same seed gives the same schedule.

    .venv/bin/python tests/support/schedules.py --count 1000
    .venv/bin/python tests/support/schedules.py --count 50 --engine webkit
"""

import argparse
import json
import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from urllib.error import HTTPError

if __name__ == "__main__":
    ROOT = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "support")]

from engine_phones import Context, Relay
from engines import FirefoxPhone, WebDriverError, WebKitPhone
from phone import CHROMIUM, NAME, OPTIONS, lose_answer
from playwright.sync_api import Error as PageError
from playwright.sync_api import sync_playwright
from server import Phone, Server, open_sheet

from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.sqlite.driver import open_sqlite

Error = (PageError, WebDriverError)
"""What a page raises that is being left."""

TABLES = (("", 4), ("", 5), ("4", 5))
"""How many play a hand, and how many sit at the table: at the last one, one sits out."""

STEPS = {
    **{"enter": 8, "enter_two": 3, "pass_deal": 2, "reload": 2, "another_tab": 1},
    **{"offline": 2, "wait": 6, "take_back": 2, "close_or_open": 1, "let_through": 3},
}
FATES = {"through": 11, "request lost": 3, "answer lost": 3, "held": 2, "busy": 1}

POSTS = re.compile("/(hands|removals)$")
"""The addresses that phones post to."""

FILL = """([taker, partner, points]) => {
  const form = document.querySelector("#entry");
  const shown = form.dataset.outboxReplaces || "";
  const check = (name, value) => {
    const input = form.querySelector(`[name="${name}"][value="${value}"]`);
    if (!input) return;
    input.checked = true;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  check("taker", taker);
  check("partner", partner);
  check("contract", "garde");
  check("bouts", "2");
  const box = form.querySelector("[name=points]");
  form.querySelector("[name=points_defence]").value = box.dataset.typed = "";
  box.value = points;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  form.querySelector(".save").click();
  return shown;
}"""

PASS = """() => {
  const shown = document.querySelector("#entry").dataset.outboxReplaces || "";
  for (let taps = 0; taps < 2; taps += 1) document.querySelector("#entry .passed")?.click();
  return shown;
}"""

TAKE_BACK = """() => {
  const button = document.querySelector("#outbox li button");
  const { takeBack } = document.querySelector("#outbox").dataset;
  if (button?.textContent !== takeBack) return "";
  button.click();
  return button.closest("li").querySelector("b").textContent;
}"""

STORED = """() => new Promise((resolve) => {
  const request = indexedDB.open("marque", 1);
  request.onsuccess = () => {
    const all = request.result.transaction("outbox").objectStore("outbox").getAll();
    all.onsuccess = () => resolve(all.result);
  };
})"""


class Chromium:
    """Opens phones as contexts of one browser."""

    def __init__(self, browser, server):
        self._browser, self._port = browser, server.port

    def phone(self, number, meet):
        """A new phone, of whose posts ``meet`` decides what happens to them."""
        context = self._browser.new_context(
            viewport={"width": 360, "height": 640},
            base_url=f"http://{NAME}:{self._port}",
            service_workers="block",
        )
        context.set_default_timeout(30_000)
        context.clock.install()
        context.route(POSTS, meet)
        return context


class OtherEngine:
    """Has two phones, which are emptied after each schedule.

    :param engine: a class of :mod:`engines`.
    """

    def __init__(self, engine, server):
        self._phones = [engine() for _ in range(2)]
        self._relays = [Relay(server.port, POSTS) for _ in range(2)]

    def phone(self, number, meet):
        """The phone of this number, of whose posts ``meet`` decides what happens to them."""
        relay = self._relays[number]
        relay.meet = meet
        return Context(self._phones[number], relay)

    def close(self):
        for phone in self._phones:
            phone.close()
        for relay in self._relays:
            relay.close()


class Schedule:
    """Two phones, one with two tabs now and then, at one table.

    :param engine: a :class:`Chromium` or an :class:`OtherEngine`.
    """

    def __init__(self, seed, engine, server):
        self.random, self.seed, self.server = Random(seed), seed, server
        self.active, self.players = self.random.choice(TABLES)
        self.http = Phone(server.url)
        names = [f"P{n}" for n in range(self.players)]
        self.sheet, self.csrf = open_sheet(self.http, names, active=self.active)
        self.points = iter(range(10, 90))
        self.wanted, self.perhaps, self.gone = set(), set(), set()
        self.passed, self.attempts, self.held, self.is_offline = set(), Counter(), [], {}
        self.closed = self.was_closed = self.is_good = False
        self.has_tabs = isinstance(engine, Chromium)
        self.contexts = [engine.phone(number, self._meet) for number in range(2)]
        self.pages = [self._tab(context) for context in self.contexts]

    def _tab(self, context):
        page = context.new_page()
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(self.sheet)
        return page

    # The network.

    def _meet(self, route):
        """Decide what happens to a form."""
        sent = route.request.post_data or ""
        if self.is_good or "x-outbox" not in route.request.headers:
            return route.continue_()
        points = re.search(r"points=(\d+)", sent)
        hand = points[1] if points else f"{len(self.passed)} passed deals"
        self.attempts[hand] += 1
        draw = Random(f"{self.seed} {hand} {self.attempts[hand]}")
        fate = draw.choices(list(FATES), FATES.values())[0]
        return getattr(self, f"_{fate.replace(' ', '_')}")(route)

    def _through(self, route):
        route.continue_()

    def _request_lost(self, route):
        route.abort()

    _answer_lost = staticmethod(lose_answer)

    def _held(self, route):
        self.held.append(route)

    def _busy(self, route):
        route.fulfill(status=503, headers={"Retry-After": "2"})

    # The steps.

    def play(self, steps=12):
        """Make so many steps, then heal everything and compare."""
        for _ in range(steps):
            step = self.random.choices(list(STEPS), STEPS.values())[0]
            page = self.random.choice(self.pages)
            getattr(self, f"_step_{step}")(page)
            self._let_time_pass(50)
        self._heal()
        self._compare()

    def _step_enter(self, page):
        self._enter(page, self._new_hand())

    def _step_enter_two(self, page):
        self._enter(page, self._new_hand())
        self._enter(page, self._new_hand())

    def _new_hand(self):
        taker = self.random.randrange(self.players)
        partner = (taker + 1) % self.players
        return [str(taker), str(partner), str(next(self.points))]

    def _enter(self, page, hand):
        """Fill the form and save; what the form showed again is replaced."""
        if not self._has_form(page):
            return
        self.perhaps.add(hand[2])
        before = {one["key"]: one for one in self._stored(page)}
        try:
            shown = before.get(page.evaluate(FILL, hand))
        except Error:
            return  # another page came: the hand is a draft at most
        if self._is_noted(page, hand[2]):
            self.wanted.add(hand[2])
            self._forget(shown)

    def _forget(self, shown):
        """What the form showed again is another hand now."""
        if shown and shown["passed"]:
            self.passed.discard(shown["key"])
        elif shown:
            self.wanted.discard(_points(shown))
            self.perhaps.add(_points(shown))

    def _is_noted(self, page, points):
        """True once a hand is stored on the phone, or on the sheet already. One that was
        submitted while the next page came is still in the form, as its draft."""
        for _ in range(80):
            if any(_points(one) == points for one in self._stored(page)):
                return True
            if points in self._recorded():
                return True
            page.wait_for_timeout(25)
        return False

    def _has_form(self, page):
        try:
            page.wait_for_load_state()
            return bool(page.query_selector("#entry"))
        except Error:
            return False

    def _step_pass_deal(self, page):
        if not self._has_form(page):
            return
        before = self._passed_keys()
        stored = {one["key"]: one for one in self._stored(page)}
        try:
            shown = stored.get(page.evaluate(PASS))
        except Error:
            return  # another page came
        for _ in range(20):
            page.wait_for_timeout(30)
            if self._passed_keys() - before:
                break
        self.passed |= self._passed_keys() - before
        if shown and not shown["passed"]:
            self._forget(shown)  # a hand that was refused has become a passed deal

    def _passed_keys(self):
        """The keys of the passed deals on the phones and in the journal."""
        stored = {one["key"] for one in self._stored() if one["passed"]}
        database = sqlite3.connect(self.server.instance / "la_marque.sqlite3")
        passed = "SELECT key FROM event WHERE kind = 'hand' AND body LIKE '%passed%'"
        found = {key for (key,) in database.execute(passed)}
        database.close()
        return stored | found

    def _step_reload(self, page):
        self._go(page)

    def _go(self, page):
        try:
            page.goto(self.sheet)
        except Error:
            page.wait_for_timeout(20)  # offline: the page of the browser

    def _step_another_tab(self, page):
        if not self.has_tabs:
            return
        if len(self.pages) > 2:
            self.pages.pop().close()
        elif not self.is_offline.get(self.contexts[0]):
            self.pages.append(self._tab(self.contexts[0]))

    def _step_offline(self, page):
        context = page.context
        self.is_offline[context] = not self.is_offline.get(context)
        context.set_offline(self.is_offline[context])

    def _step_wait(self, page):
        self._let_time_pass(self.random.choice([300, 1000, 3000, 9000]))

    def _step_take_back(self, page):
        before = {one["key"]: one for one in self._stored(page)}
        try:
            taken = page.evaluate(TAKE_BACK)
        except Error:
            return  # another page came
        for _ in range(20):
            page.wait_for_timeout(60)
            after = {one["key"]: one["state"] for one in self._stored(page)}
            if not taken or after != {key: one["state"] for key, one in before.items()}:
                break
        for key, one in before.items():
            if one["words"] != taken or one["state"] not in ("noted", "sent"):
                continue
            if after.get(key) == "withdrawn":
                self.gone.add(_points(one))
            if after.get(key) in ("withdrawn", None):  # perhaps recorded, and removed already
                self.wanted.discard(_points(one))
                self.perhaps.add(_points(one))
                self.passed.discard(key)

    def _step_close_or_open(self, page):
        self.closed, self.was_closed = not self.closed, True
        self._post_end("close" if self.closed else "reopen")

    def _post_end(self, act):
        form = {"csrf_token": self.csrf, "act": act, "base": self._sheet().etag}
        with suppress(HTTPError):  # a phone was faster: the sheet stays as it is
            self.http.post(f"{self.sheet}/end", form)

    def _step_let_through(self, page):
        while self.held:
            route = self.held.pop(0)
            try:
                route.continue_()
            except Error:
                continue  # the phone has given up

    def _let_time_pass(self, milliseconds):
        for page in self.pages:
            try:
                page.clock.run_for(milliseconds)
            except Error:
                continue  # it is being replaced by the next one
            page.wait_for_timeout(10)

    # The end.

    def _heal(self):
        for context in self.contexts:
            context.set_offline(False)
        self.is_good = True
        self._step_let_through(None)
        if self.closed:
            self._post_end("reopen")
        for page in self.pages:
            self._go(page)
        for n in range(80):
            if all(one["state"] == "look" for one in self._stored()):
                return
            self._let_time_pass(2500)
            self.pages[0].wait_for_timeout(30 + 20 * n)  # for a machine that is busy

    def _compare(self):
        """Each hand once: on the sheet, or on a phone to be looked at."""
        stored = self._stored()
        assert all(one["state"] == "look" for one in stored), self._story("never sent")
        recorded = self._recorded()
        looked_at = Counter(_points(one) for one in stored if not one["passed"])
        twice = [hand for hand, times in recorded.items() if times > 1]
        lost = [hand for hand in self.wanted if not recorded[hand] and not looked_at[hand]]
        # Refused by a closed sheet once, a copy on its way may count when that is open again.
        kept = [hand for hand in self.gone if recorded[hand] and not self.was_closed]
        unknown = set(recorded) - self.wanted - self.perhaps
        assert not (twice or lost or kept or unknown), self._story(
            {"twice": twice, "lost": lost, "kept": kept, "unknown": sorted(unknown)}
        )
        assert self.passed <= self._passed_keys(), self._story("a passed deal lost")

    def _recorded(self):
        """How often the points of each hand are on the sheet."""
        rows = self._sheet().rows
        return Counter(str(row.entry.body["answers"]["points"]) for row in rows if row.hand)

    def _story(self, fault):
        stored = [(one["state"], one["words"]) for one in self._stored()]
        return json.dumps({"seed": self.seed, "fault": fault, "stored": stored}, default=str)

    def _stored(self, page=None):
        found = {}
        for one in [page] if page else self.pages:
            found |= {each["key"]: each for each in self._evaluate(one, STORED)}
        return list(found.values())

    def _evaluate(self, page, script):
        """The value of a script that changes nothing, on whichever page is shown."""
        for _ in range(20):
            if page.url.startswith("chrome-error:"):
                return []  # the browser's own page, offline
            try:
                return page.evaluate(script)
            except Error:
                page.wait_for_timeout(50)  # the page is being replaced by the next one
        return page.evaluate(script)

    def _repository(self):
        journal = open_sqlite(self.server.instance / "la_marque.sqlite3")
        return SheetRepository(lambda: journal, lambda: b"")

    def _sheet(self):
        repository = self._repository()
        sheet = repository.access(self.sheet.rpartition("/")[2]).sheet
        repository.journal.close()
        return sheet

    def close(self):
        for context in self.contexts:
            context.close()


def _points(submission):
    return dict(map(tuple, submission["fields"])).get("points", "")


def run(engine, server, seeds):
    """Play these schedules; print the faults, and return how many there are."""
    faults, hands, began = 0, 0, time.monotonic()
    for number, seed in enumerate(seeds, 1):
        schedule = Schedule(seed, engine, server)
        try:
            schedule.play()
        except AssertionError as fault:
            faults += 1
            print(fault, flush=True)
        finally:
            schedule.close()
        hands += len(schedule.wanted)
        if number % 10 == 0 or number == len(seeds):
            told = f"{number} schedules, {hands} hands, {faults} faults"
            print(f"{told}, {time.monotonic() - began:.0f} s", flush=True)
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1000, help="of the first schedule")
    parser.add_argument("--engine", choices=["chromium", *OTHERS], default="chromium")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.count)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "instance")
        if options.engine == "chromium":
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
                faults = run(Chromium(browser, server), server, seeds)
                browser.close()
        else:
            engine = OtherEngine(OTHERS[options.engine], server)
            faults = run(engine, server, seeds)
            engine.close()
        server.stop()
    return faults > 0


OTHERS = {"firefox": FirefoxPhone, "webkit": WebKitPhone}

if __name__ == "__main__":
    sys.exit(main())
