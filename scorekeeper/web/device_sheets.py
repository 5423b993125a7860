"""The sheets of a device: the tokens in its session cookie, the latest first."""

from flask import current_app, session

from scorekeeper.service.access import SheetAccess, SheetRepository
from scorekeeper.service.errors import UnknownToken
from scorekeeper.storage.base import DatabaseStopped, SheetDeleted

MAX_SHEETS = 12
"""Most sheets that a device remembers."""

MAX_NAMES = 16
"""Most players that a device offers for a seat."""


def remember_sheet(token: str) -> None:
    """Put this sheet first among those of the device."""
    tokens = session.get("sheets", [])
    if tokens[:1] != [token]:
        others = [other for other in tokens if other != token]
        session["sheets"] = [token, *others][:MAX_SHEETS]
        session.permanent = True


def forget_sheet(token: str) -> None:
    """Take this sheet off those of the device; the sheet itself stays."""
    session["sheets"] = [other for other in session.get("sheets", []) if other != token]


def device_sheets() -> list[SheetAccess]:
    """The sheets of the device that still exist and can be read, the latest first."""
    found = (_readable(token) for token in session.get("sheets", []))
    return [access for access in found if access]


def _readable(token: str) -> SheetAccess | None:
    sheets: SheetRepository = current_app.extensions["sheets"]
    try:
        access = sheets.access(token)
        _ = access.outline
    except (UnknownToken, SheetDeleted, DatabaseStopped):
        return None
    return access


def known_names() -> list[str]:
    """The latest players of the device's sheets, those of the last one first; tables are no
    players."""
    outlines = [access.outline for access in device_sheets()]
    names = [name for sheet in outlines if not sheet.game.board for name in sheet.names]
    return list(dict.fromkeys(names))[:MAX_NAMES]
