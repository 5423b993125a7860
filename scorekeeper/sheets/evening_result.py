"""The ranking of an evening that another package holds, as a circle counts it."""

from collections.abc import Callable, Sequence
from pathlib import Path
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


class EveningStreams(NamedTuple):
    """The streams of a package whose ranking a circle counts as one evening."""

    result: Callable[[Sequence[Event]], EveningResult]
    """Returns the ranking of a stream from its events."""
    of_device: Callable[[str], list[int]]
    """Returns the stream that the device organizes by its name in a form; none by that of
    another."""
    package: Path
    """The folder of the code that decides what the ranking says."""


EVENING_STREAMS: dict[str, EveningStreams] = {}
"""Such streams by the kind of their first event; the package that has them registers them."""


def result_of(events: Sequence[Event]) -> EveningResult | None:
    """Return the ranking of a stream; nothing of a sheet."""
    found = EVENING_STREAMS.get(events[0].kind)
    return found.result(events) if found else None
