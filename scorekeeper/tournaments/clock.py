"""The clock of a round: when it began, what ends it, and what it shows at a moment."""

import math
from datetime import datetime, timedelta
from typing import NamedTuple


class ClockFace(NamedTuple):
    """The face of a clock at a moment."""

    minutes: int = 0
    """Until the last deal is announced, a begun one counted; 0 once it is, and where only
    deals end the round."""
    is_last: bool = False
    """True once the last deal was announced, or its time has come."""


class Clock(NamedTuple):
    """The start of a round, and what ends it beside its deals."""

    started: str = ""
    """ISO 8601 in UTC, to the second; empty before."""
    ends: str = ""
    """The time of its last deal, as above; empty where only deals end the round."""
    deals: int = 0
    """Deals of this round, if it was shortened; 0 for those of the regulations."""
    is_last: bool = False
    """True once the last deal was announced: the deal under way is played to its end."""

    @property
    def stamp(self) -> str:
        """The clock as a text, for the forms of a page that shows it."""
        return " ".join(map(str, self))

    def at(self, now: str) -> ClockFace:
        """Return what the clock shows at a moment, ISO 8601 in UTC.

        >>> Clock(ends="2026-11-23T21:30:00+00:00").at("2026-11-23T21:18:30+00:00")
        ClockFace(minutes=12, is_last=False)
        """
        left = seconds_from(now, self.ends) if self.ends else 0.0
        if self.is_last or (self.ends and left <= 0):
            return ClockFace(is_last=True)
        return ClockFace(math.ceil(left / 60))

    def moved(self, minutes: int, now: str) -> "Clock":
        """Return the clock of the round extended or shortened; its end is never moved into the
        past."""
        since = max(self.ends, now) if minutes > 0 else self.ends or now
        return self._replace(ends=max(later(since, 60 * minutes), now), is_last=False)

    def announced(self, now: str) -> "Clock":
        """Return the clock as the last deal is announced."""
        return self._replace(ends=now, is_last=True)


def seconds_from(moment: str, other: str) -> float:
    """Return the seconds from one moment to another, both ISO 8601 in UTC."""
    return (datetime.fromisoformat(other) - datetime.fromisoformat(moment)).total_seconds()


def later(moment: str, seconds: float) -> str:
    """Return the moment so many seconds after another, to the second."""
    return (datetime.fromisoformat(moment) + timedelta(seconds=round(seconds))).isoformat()
