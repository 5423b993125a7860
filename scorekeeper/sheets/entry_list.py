"""The entries of a sheet while events are applied to them; no row is computed here."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise, repeat
from typing import Any

from scorekeeper.sheets.events import Event
from scorekeeper.sheets.rows import Entry


class EntryList:
    """The entries of a sheet in its order, changed in place.

    :param entries: the entries of a sheet whose rows are computed.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries = {entry.id: entry for entry in entries}
        self._order = list(self._entries)
        self._first_changed = len(self._order)
        self._changes: list[tuple[int, int]] = []

    def take(self, event: Event) -> int:
        """Apply an event; return the number of entries from the first that it changes on:
        each of them needs another row. 0 for an event that changes no entry."""
        change = CHANGES.get(event.kind)
        if change is None:
            return 0
        place = change(self, event)
        self._first_changed = min(self._first_changed, place)
        self.change_from(place, event.seq)
        return len(self._order) - place

    def change_from(self, place: int, seq: int) -> None:
        """Note that an event changes the rows of the entries from this place on."""
        while self._changes and self._changes[-1][0] >= place:
            self._changes.pop()
        self._changes.append((place, seq))

    @property
    def versions(self) -> Iterator[int]:
        """The ``seq`` of the last event that changed the row of each entry, from the first
        changed one on."""
        changes = [*self._changes, (len(self._order), 0)]
        for (place, seq), (end, _) in pairwise(changes):
            yield from repeat(seq, end - place)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries in the order of the sheet, removed ones included."""
        return tuple(map(self._entries.__getitem__, self._order))

    @property
    def first_changed(self) -> int:
        """The place of the first entry that an event has changed; their number if none has."""
        return self._first_changed

    def _add(self, event: Event) -> int:
        place = len(self._order)
        if "before" in event.body:
            place = self._order.index(event.body["before"])
        self._order.insert(place, event.seq)
        self._entries[event.seq] = Entry(event.seq, event.kind, event.body)
        return place

    def _correct(self, event: Event) -> int:
        corrections = self._entries[event.body["entry"]].corrections + 1
        return self._update(event, body=event.body["body"], corrections=corrections)

    def _remove(self, event: Event) -> int:
        return self._update(event, removed=True)

    def _restore(self, event: Event) -> int:
        return self._update(event, removed=False)

    def _update(self, event: Event, **fields: Any) -> int:
        entry = self._entries[event.body["entry"]]
        self._entries[entry.id] = entry._replace(changed=event.seq, **fields)
        return self._order.index(entry.id)


CHANGES: Mapping[str, Callable[[EntryList, Event], int]] = {
    "hand": EntryList._add,
    "penalty": EntryList._add,
    "seated": EntryList._add,
    "corrected": EntryList._correct,
    "removed": EntryList._remove,
    "restored": EntryList._restore,
}
"""The method that applies each kind of event about an entry; it returns the place of that
entry."""
