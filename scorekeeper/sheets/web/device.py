"""The sheets of a device: its signed session cookie remembers their tokens."""

import hashlib

from flask import current_app, g, session

from scorekeeper.sheets.names import NAME_LENGTH, clean, folded
from scorekeeper.sheets.service.access import SheetAccess, SheetRepository

MAX_SHEETS = 12
"""Most sheets that a device remembers."""

MAX_NAMES = 16
"""Most players that a device offers for a seat."""


def remember_sheet(token: str, written: bool = False) -> None:
    """Put this sheet first among those of the device, and among those that it wrote."""
    for name in ("sheets", "written") if written else ("sheets",):
        tokens = session.get(name, [])
        if tokens[:1] != [token]:
            others = [other for other in tokens if other != token]
            session[name] = [token, *others][:MAX_SHEETS]
            session.permanent = True


def forget_sheet(token: str) -> None:
    """Take this sheet off those of the device; the sheet itself stays."""
    session["sheets"] = [other for other in session.get("sheets", []) if other != token]


def device_sheets() -> list[SheetAccess]:
    """Return the sheets of the device that still exist and can be read, the latest first.

    The database is asked once in a request.
    """
    tokens = session.get("sheets", [])
    if not tokens:
        return []
    if g.get("device_tokens") != tokens:
        sheets: SheetRepository = current_app.extensions["sheets"]
        g.device_tokens, g.device_sheets = list(tokens), sheets.outlined(tokens)
    accesses: list[SheetAccess] = g.device_sheets
    return accesses


def written_sheets() -> list[SheetAccess]:
    """Return the sheets that the device opened or wrote to, the latest first."""
    accesses = {access.token: access for access in device_sheets()}
    return [accesses[token] for token in session.get("written", []) if token in accesses]


def sheet_code(access: SheetAccess) -> str:
    """Return the name of a sheet of the device in a form: neither its token nor its id."""
    return hashlib.sha256(f"sheet {access.token}".encode()).hexdigest()[:12]


def known_names() -> list[str]:
    """Return the latest players of the sheets that the device wrote, those of the last one
    first; tables are no players."""
    outlines = [access.outline for access in written_sheets()]
    known: dict[str, str] = {}
    for sheet in outlines:
        for name in sheet.names if not sheet.game.board else ():
            known.setdefault(folded(name), clean(name, NAME_LENGTH))
    return list(known.values())[:MAX_NAMES]
