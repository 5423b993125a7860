"""The forecast of a round: when each of its tables will be done.

A deal takes each table its pace; a single one varies by a third of that, paces of tables by a
tenth (at Tarot 6 ± 2.1 minutes, ± 10 %). What a table has shown weighs as many deals as it has
played; the pace of the room weighs :data:`ALONE` deals. A table that keeps its score on paper
says nothing before its slip. What its players took in earlier rounds is not asked: it brings
the forecast of paper nearer by one part in fifty at most. How near all come:
``tests/bench/forecasts.py``. All times in seconds from the beginning of the round.
"""

import math
from collections.abc import Iterable, Mapping
from statistics import NormalDist, median
from typing import NamedTuple

from scorekeeper.tournaments.clock import seconds_from
from scorekeeper.tournaments.tournament import Round, Tournament

DEAL = {"tarot": 360.0}
"""Seconds of a deal before the room has shown its own; :data:`OTHER_DEAL` at other games."""

OTHER_DEAL = 210.0

SHORTEST = 60.0
"""Seconds of a deal below which a clock was started late, or slips came before it."""

SPREAD, TABLES = 0.35, 0.1
"""Standard deviations of a deal, and of the paces of tables, in paces."""

ALONE = (SPREAD / TABLES) ** 2
"""Deals after which a table's own pace counts as much as what was expected of it."""

ROOM = 3
"""Deals after which the room's own pace counts as much as the usual one."""


class ForecastEnd(NamedTuple):
    """A forecast end."""

    at: float
    spread: float
    """The standard deviation."""


class Progress(NamedTuple):
    """The progress of a table."""

    played: int = 0
    """Its deals, as far as they are known; 0 on paper."""
    at: float = 0
    """The time at which the last one of them ended; 0 without any."""
    is_done: bool = False
    is_on_paper: bool = False


def forecast(
    tables: Mapping[int, Progress],
    deals: int,
    until: float,
    now: float,
    usual: float,
) -> dict[int, ForecastEnd]:
    """Return when each table will be done; nothing where neither deals nor time end the round.

    :param deals: of the round; 0 where only its time ends it.
    :param until: when the last deal is announced; infinite where only deals end the round.
    :param usual: seconds of a deal in this room, by earlier rounds or in general.
    """
    told = {n: _shown(one, now) for n, one in tables.items() if one.played}
    seconds, played = map(sum, zip((ROOM * usual, ROOM), *told.values(), strict=True))
    ends: dict[int, ForecastEnd] = {}
    if not deals and until == math.inf:
        return ends
    for number, one in tables.items():
        taken, counted = told.get(number, (0, 0))
        pace = (taken + ALONE * seconds / played) / (counted + ALONE)
        ends[number] = _end(one, pace, deals, until, now)
    return ends


def _shown(one: Progress, now: float) -> tuple[float, float]:
    """Return the seconds that a table has played, and its deals in them: the one under way
    counts as far as it has come on average."""
    return (one.at, one.played) if one.is_done else (now, one.played + (1 - SPREAD**2) / 2)


def _end(one: Progress, pace: float, deals: int, until: float, now: float) -> ForecastEnd:
    """Return when a table is done that goes on at this pace."""
    if one.is_done:
        return ForecastEnd(one.at, 1)
    left, ends = max(deals - one.played, 1), []
    under_way = one.at + beyond(pace, pace * SPREAD, now - one.at)
    if deals:
        spread = pace * math.hypot(math.sqrt(left) * SPREAD, left * TABLES)
        on_paper = beyond(deals * pace, spread, now)
        at = on_paper if one.is_on_paper else under_way + (left - 1) * pace
        ends.append(ForecastEnd(at, spread))
    if until < math.inf:
        half = pace * (1 + SPREAD**2) / 2  # what is left of a deal at any moment
        at = until + beyond(half, pace * SPREAD, max(now - until, 0))
        is_seen = now > until and not one.is_on_paper
        ends.append(ForecastEnd(under_way if is_seen else at, pace * SPREAD))
    return min(ends)


def last(ends: Iterable[ForecastEnd]) -> float:
    """Return when the last one of these tables is done, as often later as earlier: later than
    each of them alone, since one of many is late.

    >>> end = ForecastEnd(3600, 180)
    >>> round(last([end]) / 60), round(last([end] * 10) / 60)
    (60, 64)
    """
    found = list(ends)
    low = max(end.at for end in found)
    high = low + 6 * max(end.spread for end in found)
    while high - low > 1:
        middle = (low + high) / 2
        done = math.prod(NormalDist(*end).cdf(middle) for end in found)
        low, high = (middle, high) if done < 0.5 else (low, middle)
    return low


def beyond(mean: float, spread: float, past: float) -> float:
    """Return how long something normally distributed takes on the whole that is not over
    after ``past``.

    >>> beyond(6, 2, 0) < 6.01, round(beyond(6, 2, 6), 1), round(beyond(6, 2, 60), 1)
    (True, 7.6, 60.1)
    """
    z = (past - mean) / spread
    if z > 8:
        return past + spread / z
    hazard = math.exp(-z * z / 2) / (math.erfc(z / 2**0.5) * math.sqrt(math.pi / 2))
    return mean + spread * hazard


def usual_pace(tournament: Tournament, round: Round) -> float:
    """Return the seconds of a deal before a round has shown its own: the median of the tables
    of the latest one before it whose clock was started, else that of the game."""
    for earlier in reversed(tournament.rounds[: round.number - 1]):
        started, deals = earlier.clock.started, tournament.deals_of(earlier)
        paces = [
            seconds_from(started, slip.at) / deals
            for slip in earlier.slips.values()
            if started and slip.at and deals and slip.result.how == "played"
        ]
        if paces and median(paces) > SHORTEST:
            return median(paces)
    return DEAL.get(tournament.game, OTHER_DEAL)
