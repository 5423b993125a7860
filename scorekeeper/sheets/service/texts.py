"""What players wrote into the events of a stream, searched for names, and removed.

Names are outside of the events; a title, a place, a note or a reason may have one too.
"""

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

from scorekeeper.rules.option import EVENT
from scorekeeper.sheets.names import unaccented
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.events import Body, Event
from scorekeeper.streams.repository import Repository

REMOVED = "…"
"""The text in the place of one that was removed."""

WITH_REASON = ("points", "unranked")
"""Fields of the events whose reason somebody wrote."""


class Mentions:
    """A search for some names as words, whatever their case and accents."""

    def __init__(self, names: Iterable[str]) -> None:
        words = "|".join(re.escape(unaccented(name)) for name in names)
        self._pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None

    def found_in(self, text: str) -> bool:
        """Return True if the text has one of the names."""
        return self._pattern is not None and bool(self._pattern.search(unaccented(text)))


def texts_with(journal: EventStore, stream: int, mentions: Mentions) -> list[str]:
    """Return what players wrote into the events of a stream with one of the names, each text
    once."""
    found = set()

    def note(text: str) -> str:
        if mentions.found_in(text):
            found.add(text)
        return text

    for event in journal.events(stream):
        _rewritten(event.body, note)
    return sorted(found)


def remove_texts(repository: Repository[Any], stream: int, texts: Collection[str]) -> None:
    """Put :data:`REMOVED` in the place of these texts, in every event that has one."""

    def without_texts(event: Event) -> Body:
        return _rewritten(event.body, lambda text: REMOVED if text in texts else text)

    if repository.journal.redact(stream, without_texts):
        repository.cache.invalidate(stream)


def _rewritten(body: Body, replace: Callable[[str], str]) -> Body:
    """Return the body of an event with each text replaced that a player wrote: the title of a
    sheet or a season, the place of a tournament, what is said of it on a sheet, the note of a
    hand or a sheet, the reason of a penalty, of a correction, of being *hors classement*.
    Names are in no event, and the reason of an annulled deal is a code."""
    rewritten = dict(body)
    if "body" in body:  # of a corrected entry
        rewritten["body"] = _rewritten(body["body"], replace)
    if "options" in body:
        rewritten["options"] = {
            name: replace(value) if name in EVENT else value
            for name, value in body["options"].items()
        }
    for field in ("title", "place", "note", "reason"):
        if field in body and (field != "reason" or not {*body}.isdisjoint(WITH_REASON)):
            rewritten[field] = replace(body[field])
    return rewritten
