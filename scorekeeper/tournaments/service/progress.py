"""The progress of the tables of a round: forecast ends, late tables, sheets still awaited."""

import math
from collections.abc import Mapping
from functools import lru_cache
from statistics import median
from typing import NamedTuple

from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.streams.base import Head
from scorekeeper.streams.event_store import EventStore
from scorekeeper.tournaments.clock import Clock, later, seconds_from
from scorekeeper.tournaments.forecast import Progress, forecast, last, usual_pace
from scorekeeper.tournaments.rounds import most_played
from scorekeeper.tournaments.tournament import Round, Tournament

MAX_SHEETS = 512
"""Sheets of which the times are remembered: two rounds of 250 tables."""


class TableProgress(NamedTuple):
    """The progress of a table in a round."""

    number: int
    sheet: str
    """The token of its sheet; empty where it keeps its score on paper."""
    played: int
    ends: str
    """Its forecast end, ISO 8601 in UTC; empty where that cannot be told."""
    status: str = ""
    """``noted`` once it has a result, ``played`` where its sheet waits to be accepted, ``due``
    where its slip should have come, ``late`` if it will be done a deal after most tables."""


class Outlook(NamedTuple):
    """The forecast of a round."""

    ends: str
    """The forecast end of its last table, as above."""
    tables: tuple[TableProgress, ...]
    """The one that will be done last first."""
    shorter: int
    """The deals that it can be shortened to; 0 if a table has played more."""


def outlook(
    tournament: Tournament,
    round: Round,
    sheets: Mapping[int, SheetAccess],
    clock: Clock,
    now: str,
) -> Outlook:
    """Return how far the tables of a round are, and when they will be done.

    :param sheets: those of its tables that are open.
    :param clock: that of the round, or as it would be.
    """
    deals = clock.deals or tournament.regulations.deals
    times = {table: last_deal(one) for table, one in sheets.items()}
    # A round has begun before its clock where a table has played before that was started.
    early = [
        one for one, at in times.values() if not clock.started or one < at < clock.started
    ]
    started = min(filter(None, (clock.started, *early)), default=now)
    until = seconds_from(started, clock.ends) if clock.ends else math.inf
    usual = usual_pace(tournament, round)

    def progress(table: int) -> Progress:
        if slip := round.slips.get(table):
            played = (slip.result.deals or deals) if slip.result.how == "played" else 0
            at = max(seconds_from(started, slip.at or now), 0)
            return Progress(played, at, is_done=True)
        if table not in sheets:
            return Progress(is_on_paper=True)
        state, at = sheets[table].sheet.state, seconds_from(started, times[table][1])
        is_over = state.end.over or 0 < deals <= state.played or until <= at
        return Progress(state.played, at, is_over) if state.played else Progress()

    tables = {n: progress(n) for n in range(1, len(round.tables) + 1)}
    passed, is_begun = max(seconds_from(started, now), 0), bool(clock.started or sheets)
    ends = forecast(tables, deals, until, passed, usual) if is_begun else {}
    most = median([end.at for end in ends.values()] or [math.inf])

    def status(table: int) -> str:
        if table in round.slips:
            return "noted"
        if tables[table].is_done:
            return "played"
        at = ends[table].at if ends else math.inf
        if tables[table].is_on_paper and at - passed < usual / 2:
            return "due"
        return "late" if at > most + usual else ""

    found = [
        TableProgress(
            table,
            sheets[table].token if table in sheets else "",
            one.played,
            later(started, ends[table].at) if ends else "",
            status(table),
        )
        for table, one in tables.items()
    ]
    played = (sheet.sheet.state.played for sheet in sheets.values())
    most_deals = most_played(tournament, round, played)
    return Outlook(
        later(started, last(ends.values())) if ends else "",
        tuple(sorted(found, key=lambda one: one.ends, reverse=True)),
        deals - 1 if most_deals < deals else 0,
    )


def last_deal(sheet: SheetAccess) -> tuple[str, str]:
    """Return when a sheet was opened and when its last deal was recorded, ISO 8601 in UTC."""
    head = sheet.head or Head(sheet.version, sheet.sheet.hash)
    return _last_deal(sheet.repository.journal, sheet.sheet_id, head)


@lru_cache(maxsize=MAX_SHEETS)
def _last_deal(journal: EventStore, sheet: int, head: Head) -> tuple[str, str]:
    events = journal.events(sheet)
    hands = [event.at for event in events if event.kind == "hand"]
    return events[0].at, max(hands, default=events[0].at)
