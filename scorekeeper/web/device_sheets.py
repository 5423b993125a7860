"""The sheets of a device: the tokens in its session cookie, the latest first."""

from hashlib import sha256

from flask import current_app, g, session

from scorekeeper.service.access import SheetAccess, SheetRepository

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
    """The sheets of the device that still exist and can be read, the latest first; asked of
    the database once in a request."""
    tokens = session.get("sheets", [])
    if not tokens:
        return []
    if g.get("device_tokens") != tokens:
        sheets: SheetRepository = current_app.extensions["sheets"]
        g.device_tokens, g.device_sheets = list(tokens), sheets.outlined(tokens)
    found: list[SheetAccess] = g.device_sheets
    return found


def sheet_code(access: SheetAccess) -> str:
    """The name of a sheet of the device in a form: neither its token nor its id."""
    return sha256(f"sheet {access.token}".encode()).hexdigest()[:12]


def known_names() -> list[str]:
    """The latest players of the device's sheets, those of the last one first; tables are no
    players."""
    outlines = [access.outline for access in device_sheets()]
    names = [name for sheet in outlines if not sheet.game.board for name in sheet.names]
    return list(dict.fromkeys(names))[:MAX_NAMES]
