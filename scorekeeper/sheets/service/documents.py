"""Importing and exporting night documents."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.streams.event_store import EventStore


def preview_import(document: Any) -> Sheet:
    """Return the sheet that a night document would become; nothing is stored.

    :raises DocumentError: if the document is refused.
    """
    return night_document.read_sheet(document)


def import_document(journal: EventStore, document: Any, token: str = "") -> str:
    """Store the sheet of a night document; the token that may write it.

    :param token: 128 secret bits; the same token imports once.
    :raises DocumentError: if the document is refused; nothing is stored.
    """
    events = night_document.read(document)
    return journal.open_stream([(event.kind, event.body) for event in events], token)


def export_night(access: SheetAccess) -> Mapping[str, Any]:
    """Return the night document of a sheet for another La Marque, which knows the night again
    by its name.

    :raises DocumentError: if the document cannot hold what decides the scores.
    """
    document = export_document(access.sheet)
    named = {"night": access.night} if access.night else {}
    return {"format": document["format"], **named, **document}


def export_document(sheet: Sheet) -> Mapping[str, Any]:
    """Return the night document of a sheet.

    :raises DocumentError: if the document cannot hold what decides the scores.
    """
    return night_document.write(sheet)
