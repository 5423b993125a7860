"""What many tables need: ``capacity.py [TABLES]`` prints docs/scaling.md's tables.

The costs are those that ``python3 app.py bench`` has measured on one core of a small machine;
the simulation draws which process each phone asks while a watcher watches its sheet.
"""

import math
import random
import sys
from typing import NamedTuple

PHONES = 4
"""Phones with the page of a table open and visible."""

POLL = 2.0
"""Seconds between two polls of a phone."""

HAND = 240.0
"""Seconds between two hands of a table."""

OPEN = 3 * 3600.0
"""Seconds of an evening: each phone loads the page of the sheet once, and once more."""

WATCHED = 20.0
"""Seconds for which a process watches a sheet after it was asked for it."""

BUSY = 0.6
"""The share of a core that a process may need, for the moments when more is asked."""

RACK, ZONE = 0.5, 2.0
"""Milliseconds of a round trip to the database in one rack, and between two zones."""


class Costs(NamedTuple):
    """Milliseconds of processor time, in the program and in PostgreSQL."""

    poll: float = 0.24
    hand: float = 4.7
    news: float = 1.0
    page: float = 3.3
    append: float = 0.5
    read: float = 0.25
    heads: float = 0.004
    """For each watched sheet, once a second and process, in PostgreSQL."""
    watch: float = 0.005
    """The same in the program."""


class Load(NamedTuple):
    """Requests a second."""

    polls: float
    hands: float
    news: float
    pages: float


def load_of(tables):
    """What so many tables ask a second."""
    hands = tables / HAND
    return Load(
        polls=tables * PHONES / POLL,
        hands=hands,
        news=hands * (PHONES - 1),
        pages=tables * PHONES * 2 / OPEN,
    )


def watched_by_one(tables, processes, by_sheet, chance):
    """Sheets that one process watches, drawn for a hundredth of the tables.

    :param by_sheet: whether the proxy sends all requests about a sheet to one process.
    """
    drawn = max(1, tables // 100)
    asked = PHONES * round(WATCHED / POLL)
    if by_sheet:
        found = sum(chance.randrange(processes) == 0 for _ in range(drawn))
    else:
        found = sum(
            any(chance.randrange(processes) == 0 for _ in range(asked)) for _ in range(drawn)
        )
    return found * tables / drawn


def needed(tables, by_sheet, costs, chance):
    """Processes, sheets that each watches, and cores of PostgreSQL."""
    load = load_of(tables)
    requests = (
        load.polls * costs.poll
        + load.hands * costs.hand
        + load.news * costs.news
        + load.pages * costs.page
    ) / 1000
    processes = max(1, math.ceil(requests / BUSY))
    for _ in range(20):
        watched = watched_by_one(tables, processes, by_sheet, chance)
        enough = math.ceil(requests / max(0.05, BUSY - watched * costs.watch / 1000))
        if enough <= processes:
            break
        processes = enough
    reads = load.hands * (1 if by_sheet else processes) + load.pages
    database = (
        load.hands * costs.append + reads * costs.read + processes * watched * costs.heads
    ) / 1000
    return processes, watched, database


def main(tables):
    """Print what is asked, and what it needs."""
    chance = random.Random(18)
    load = load_of(tables)
    print(
        f"{tables:,} tables: {tables * PHONES:,} phones; a second: {load.polls:,.0f} polls, "
    )
    print(f"{load.hands:,.0f} hands, {load.news:,.0f} news, {load.pages:,.0f} pages\n")
    print(
        "| tables | proxy | processes | watched by each | connections | cores of PostgreSQL |"
    )
    print("|--:|---|--:|--:|--:|--:|")
    for count in (tables // 100, tables // 10, tables):
        for by_sheet in (False, True):
            processes, watched, database = needed(count, by_sheet, Costs(), chance)
            name = "by sheet" if by_sheet else "any process"
            print(
                f"| {count:,} | {name} | {processes} | {watched:,.0f} | {2 * processes}–"
                f"{6 * processes} | {database:.1f} |"
            )
    ms = Costs().hand + Costs().append
    print(
        f"\nA hand takes {ms:.1f} ms; in a rack {ms + RACK:.1f}, between zones {ms + ZONE:.1f}"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
