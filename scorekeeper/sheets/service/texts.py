"""What players wrote into the events of a stream, searched for names, and removed.

Names are outside of the events; a title, a place, a note or a reason may have one too: each
kind of stream declares its texts (:attr:`scorekeeper.streams.kind.Kind.texts`).
"""

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

from scorekeeper.sheets.names import unaccented
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.events import Body, Event
from scorekeeper.streams.kind import Kind
from scorekeeper.streams.repository import Repository

REMOVED = "…"
"""The text in the place of one that was removed."""


class Mentions:
    """A search for some names as words, whatever their case and accents."""

    def __init__(self, names: Iterable[str]) -> None:
        words = "|".join(re.escape(unaccented(name)) for name in names)
        self._pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None

    def found_in(self, text: str) -> bool:
        """Return True if the text has one of the names."""
        return self._pattern is not None and bool(self._pattern.search(unaccented(text)))


def texts_with(
    journal: EventStore, kind: Kind[Any], stream: int, mentions: Mentions
) -> list[str]:
    """Return what players wrote into the events of a stream of this kind with one of the
    names, each text once."""
    found = set()

    def note(text: str) -> str:
        if mentions.found_in(text):
            found.add(text)
        return text

    for event in journal.events(stream):
        _rewritten(kind, event, note)
    return sorted(found)


def remove_texts(
    repository: Repository[Any], kind: Kind[Any], stream: int, texts: Collection[str]
) -> None:
    """Put :data:`REMOVED` in the place of these texts, in every event of a stream of this kind
    that has one."""

    def without_texts(event: Event) -> Body:
        return _rewritten(kind, event, lambda text: REMOVED if text in texts else text)

    if repository.journal.redact(stream, without_texts):
        repository.cache.invalidate(stream)


def _rewritten(kind: Kind[Any], event: Event, replace: Callable[[str], str]) -> Body:
    """Return the body of an event with each text replaced that a player wrote."""
    body = event.body
    if event.kind == "corrected":
        entry = body["body"]
        written = Event(event.seq, "penalty" if "points" in entry else "hand", entry)
        body = {**body, "body": _rewritten(kind, written, replace)}
    for path in kind.texts.get(event.kind, ()):
        body = _replaced(body, path, replace)
    return body


def _replaced(body: Body, path: str, replace: Callable[[str], str]) -> Body:
    """Return the body with the text at this path replaced, as ``options.place``, if any."""
    name, _, rest = path.partition(".")
    if name not in body:
        return body
    value = body[name]
    return {**body, name: _replaced(value, rest, replace) if rest else replace(value)}
