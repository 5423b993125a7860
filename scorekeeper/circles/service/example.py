"""The example circle, which anybody may read: a season of made-up evenings, in no database.

Its journal is in memory and nothing is ever appended to it.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import cast

from scorekeeper.circles.formats.circle_reader import read_circle
from scorekeeper.circles.formats.examples import example_circle
from scorekeeper.circles.service.access import CircleAccess, CircleRepository
from scorekeeper.circles.service.tokens import CircleRole
from scorekeeper.rules.typed_numbers import number_of
from scorekeeper.sheets.service.access import SheetAccess, SheetRepository, SheetRole
from scorekeeper.streams.base import Grant, Head, StoredSummary, encode
from scorekeeper.streams.chain import START, chained_hash
from scorekeeper.streams.errors import UnknownToken
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.events import Body, Event

TOKEN = "exemple"
"""The token of the circle; those of its sheets are it with the number of the sheet."""

CIRCLE_ID = 0
"""The id of the circle; its sheets have their numbers, from 1."""


def example_access() -> CircleAccess:
    """Return the access of everybody to the example circle: to read it."""
    return ExampleCircle(_repository(), TOKEN, CIRCLE_ID, CircleRole.READING)


def example_sheet(token: str) -> SheetAccess | None:
    """Return the access of everybody to a sheet of the example circle: to read it; nothing if
    the token is of another sheet.

    :raises UnknownToken: if the circle has no such sheet.
    """
    if not token.startswith(f"{TOKEN}-"):
        return None
    number = number_of(token.removeprefix(f"{TOKEN}-")) or 0
    if number not in example_access().circle.links or token != _sheet_token(number):
        raise UnknownToken
    return SheetAccess(_repository().sheets, token, int(number), SheetRole.READING)


class ExampleCircle(CircleAccess):
    """The example circle: its sheets have tokens that say so."""

    def sheet_token(self, sheet_id: int) -> str:
        """See :meth:`scorekeeper.circles.service.access.CircleAccess.sheet_token`."""
        return _sheet_token(sheet_id)

    def opens_sheet(self, sheet_id: int) -> bool:
        """See :meth:`scorekeeper.circles.service.access.CircleAccess.opens_sheet`."""
        return True


def _sheet_token(number: int) -> str:
    return f"{TOKEN}-{number}"


@cache
def _repository() -> CircleRepository:
    """Return the repository of the example circle and its sheets, made when somebody asks for
    it."""
    journal = cast(EventStore, ExampleJournal(_streams()))
    return CircleRepository(SheetRepository(lambda: journal, lambda: bytes(32)))


def _streams() -> dict[int, list[Event]]:
    document = read_circle(example_circle())
    kinds, streams = [*document.events], dict[int, list[Event]]()
    for number, sheet in enumerate(document.sheets, 1):
        kinds.append(("linked", {"sheet": number, "players": list(sheet.players)}))
        streams[number] = _chained((one.kind, one.body) for one in sheet.events)
    return {CIRCLE_ID: _chained(kinds), **streams}


class ExampleJournal:
    """A journal in memory of a circle and its sheets, which is only read.

    :param streams: their events, by id.
    """

    is_shared = False

    def __init__(self, streams: dict[int, list[Event]]) -> None:
        self.streams = streams
        self._summaries: dict[int, StoredSummary] = {}

    def events(self, sheet_id: int, after: int = 0, previous: bytes = b"") -> list[Event]:
        """See :meth:`scorekeeper.streams.event_store.EventStore.events`."""
        return self.streams.get(sheet_id, [])[after:]

    def outline(self, sheet_id: int) -> list[Event]:
        """See :meth:`scorekeeper.streams.event_store.EventStore.outline`."""
        return self.events(sheet_id)[:1]

    def heads(self, sheet_ids: Collection[int]) -> dict[int, Head]:
        """See :meth:`scorekeeper.streams.event_store.EventStore.heads`."""
        last = {id: self.streams[id][-1] for id in sheet_ids if id in self.streams}
        return {id: Head(event.seq, event.hash) for id, event in last.items()}

    def read_summaries(
        self, sheet_ids: Collection[int], program: str
    ) -> dict[int, StoredSummary]:
        """See :meth:`scorekeeper.streams.event_store.EventStore.read_summaries`."""
        return {id: self._summaries[id] for id in sheet_ids if id in self._summaries}

    def write_summaries(self, summaries: Mapping[int, StoredSummary], program: str) -> None:
        """See :meth:`scorekeeper.streams.event_store.EventStore.write_summaries`."""
        self._summaries.update(summaries)

    def grant(self, token: str) -> Grant | None:
        """See :meth:`scorekeeper.streams.event_store.EventStore.grant`: nobody writes."""
        return None

    def known_tokens(self, tokens: Collection[str]) -> set[str]:
        """See :meth:`scorekeeper.streams.event_store.EventStore.known_tokens`."""
        return set()


def _chained(kinds: Iterable[tuple[str, Body]]) -> list[Event]:
    """Events with the hash chain of a database."""
    events: list[Event] = []
    previous = START
    for seq, (kind, body) in enumerate(kinds, 1):
        previous = chained_hash(previous, seq, kind, encode(body), "")
        events.append(Event(seq, kind, body, "", previous))
    return events
