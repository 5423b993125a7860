"""A phone's browser on a slow line: what a person waits for, and what the network is asked."""

import contextlib
import statistics
import time
from pathlib import Path
from typing import NamedTuple

from phone import CHROMIUM, MISSING, NAME, OPTIONS
from slow_line import SlowLine

WATCH = Path(__file__).with_name("watch.js")
"""Notes in which frame of which page something was shown that was not shown before."""

FIRST_PAINT = 'performance.getEntriesByName("first-contentful-paint")[0].startTime'

BETWEEN_TAPS = 300
"""Milliseconds between two taps of a person."""

CALM = 3000
"""Milliseconds after which nothing is on its way but polls."""

IDLE = 35
"""Seconds that a sheet is open before a hand is written: until then the program has closed
the connections that nothing was asked on."""

SCREEN = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}


class Visit(NamedTuple):
    """What one visit of a new phone took, in seconds, requests and kilobytes."""

    painted: float
    last_row: float
    requests: int
    kilobytes: float
    preview: float
    save: float
    there: int
    """Requests from the sheet to a hand's page."""
    back: int
    """Requests from there to the sheet."""


ROWS = {
    "painted": ("first visit: first contentful paint, s", "≤ 1.0"),
    "last_row": ("first visit: last row painted, s", "≤ 1.1"),
    "requests": ("first visit: requests", ""),
    "kilobytes": ("first visit: kilobytes, with headers", ""),
    "preview": ("last digit tapped → preview, s", "≤ 0.55"),
    "save": ("saved → new totals and an empty form, s", "≤ 0.55"),
    "there": ("requests from the sheet to a hand's page", ""),
    "back": ("requests from there to the sheet", ""),
}
"""The name of each figure, and its goal."""


def slow(stage, rounds):
    """Chromium on a line of 400 kbit/s with a round trip of 400 ms, each time on a new phone.

    The hand is written when the sheet has been open for a while, as at a table.
    """
    if not CHROMIUM:
        print(f"\nNot measured: {MISSING}.")
        return
    from playwright.sync_api import sync_playwright

    process, (tokens,) = stage.marque("slow", (rounds.rounds, 40))
    with sync_playwright() as playwright, contextlib.ExitStack() as held:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        visits = visited(browser, process.port, [f"/sheets/{token}" for token in tokens], held)
        browser.close()
    print("\n| | median | least | most | goal |\n|---|--:|--:|--:|---|")
    for figure, (name, goal) in ROWS.items():
        found = [getattr(visit, figure) for visit in visits]
        cells = (f"{of(found):.4g}" for of in (statistics.median, min, max))
        print(f"| {name} | {' | '.join(cells)} | {goal} |")


def visited(browser, port, sheets, held, idle=IDLE):
    """What new phones find that look at these sheets and, when all have, write a hand each.

    :param held: what closes their lines in the end, an ``ExitStack``.
    """
    phones = []
    for sheet in sheets:
        line = held.enter_context(SlowLine(port))
        context = browser.new_context(**SCREEN, base_url=f"http://{NAME}:{line.port}")
        context.add_init_script(path=WATCH)
        page = context.new_page()
        phones.append((page, line, sheet, time.monotonic(), _arrive(page, line, sheet)))
    visits = []
    for page, line, sheet, came, first in phones:
        page.wait_for_timeout(1000 * max(0, came + idle - time.monotonic()))
        visits.append(Visit(*first, *_play(page, line, sheet)))
        page.context.close()
    return visits


def _play(page, line, sheet):
    preview = _enter(page)
    page.locator("#entry .save").tap()
    save = _waited(page, "saved")
    there = _asked(page, line, lambda: page.locator("#marks a").first.tap())
    page.locator(".menu summary").tap()
    back = _asked(page, line, lambda: page.locator(f".menu a[href='{sheet}']").tap())
    return preview, save, len(there), len(back)


def _arrive(page, line, sheet):
    asked = _asked(page, line, lambda: page.goto(sheet))
    origin = page.evaluate("performance.timeOrigin")
    rows = max(at for what, at in _noted(page) if what == "rows")
    painted = page.evaluate(FIRST_PAINT)
    size = sum(one.size for one in asked)
    return painted / 1000, max(painted, rows - origin) / 1000, len(asked), size / 1000


def _enter(page):
    """Tap a hand as a person does; the seconds from the last digit to its preview."""
    for question, code in (("taker", "0"), ("contract", "garde"), ("bouts", "2")):
        page.locator(f".ask-{question} label:has([value='{code}'])").tap()
        page.wait_for_timeout(BETWEEN_TAPS)
    page.locator("[data-key='4']").tap()
    page.wait_for_timeout(BETWEEN_TAPS)
    page.locator("[data-key='9']").tap()
    return _waited(page, "preview")


def _waited(page, what):
    """Seconds from the last tap until this was shown as it stays."""
    page.wait_for_timeout(CALM)
    noted = _noted(page)
    tapped = max(at for kind, at in noted if kind == "tap")
    return max(at - tapped for kind, at in noted if kind == what) / 1000


def _asked(page, line, act):
    """What is asked from the network while a page is opened, polls left out."""
    before = len(line.asked)
    act()
    page.wait_for_load_state()
    page.wait_for_timeout(CALM)
    return [one for one in line.asked[before:] if "/live?" not in one.path]


def _noted(page):
    return page.evaluate("JSON.parse(sessionStorage.noted)")
