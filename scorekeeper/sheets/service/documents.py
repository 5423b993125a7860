"""Importing and exporting night documents."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.streams.event_store import EventStore


def import_document(journal: EventStore, document: Any, token: str = "") -> str:
    """Store the sheet of a night document; the token that may write it.

    :param token: 128 secret bits; the same token imports once.
    :raises DocumentError: if the document is refused; nothing is stored.
    """
    events = night_document.read(document)
    return journal.open_stream([(event.kind, event.body) for event in events], token)


Hands = Sequence[Mapping[str, Any]]


def hands_of(sheet: Sheet) -> Hands:
    """Return the hands and penalties of a sheet as a document has them; none of a sheet that
    has no document."""
    try:
        return night_document.hands_of(night_document.write_and_read(sheet)[0])
    except DocumentError:
        return ()


def add_hands(access: SheetAccess, document: Any, key: str) -> None:
    """Record those hands of a document that a sheet does not have, whose others are the same.

    :param key: the idempotency key, to which the place of each hand is added.
    :raises DocumentError: if the document is refused.
    """
    events = [event for event in night_document.read(document) if event.kind in RECORDED]
    for place in range(len(access.sheet.rows), len(events)):
        access.record(events[place].kind, events[place].body, key=f"{key}-{place}")


RECORDED = ("hand", "penalty")
"""The kinds of the events that are hands and penalties."""


def export_night(access: SheetAccess) -> Mapping[str, Any]:
    """Return the night document of a sheet for another La Marque, which knows the night again
    by its name.

    :raises DocumentError: if the document cannot hold what decides the scores.
    """
    document = night_document.write(access.sheet)
    named = {"night": access.night} if access.night else {}
    return {"format": document["format"], **named, **document}
