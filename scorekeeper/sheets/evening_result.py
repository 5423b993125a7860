"""The ranking of an evening that another package holds, as a circle counts it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from scorekeeper.streams.events import Event


class ResultLine(NamedTuple):
    """One person in the ranking of an evening."""

    name: str
    """Empty if it was erased."""
    place: int
    """0 for who is not ranked."""
    points: int
    penalties: int
    """Those of the points that are penalties."""


class EveningResult(NamedTuple):
    """The ranking of an evening."""

    title: str
    date: str
    """ISO 8601."""
    game: str
    lines: tuple[ResultLine, ...]
    """By the numbers of the people."""


RESULT_OF: dict[str, Callable[[Sequence[Event]], EveningResult]] = {}
"""What gives the ranking of a stream from its events, by the kind of the first one; a package
with such streams registers it."""


def result_of(events: Sequence[Event]) -> EveningResult | None:
    """Return the ranking of a stream; nothing of a sheet."""
    found = RESULT_OF.get(events[0].kind)
    return found(events) if found else None
