"""The sheets of a device: its signed session cookie remembers their tokens."""

import hashlib

from flask import current_app, session

from scorekeeper.i18n.languages import LANGUAGES, translator
from scorekeeper.sheets.names import NAME_LENGTH, PLAYER, clean, folded
from scorekeeper.sheets.service.access import SheetAccess, SheetRepository
from scorekeeper.web.access import outlined
from scorekeeper.web.device import forget, remember

MAX_SHEETS = 12
"""Most sheets that a device remembers."""

CLOSED = "closed"
"""The list of the sheets that the device closed."""

MAX_NAMES = 16
"""Most players that a device offers for a seat."""


def remember_sheet(token: str, written: bool = False) -> None:
    """Put this sheet first among those of the device, and among those that it wrote."""
    for name in ("sheets", "written") if written else ("sheets",):
        remember(name, token, MAX_SHEETS)


def forget_sheet(token: str) -> None:
    """Take this sheet off those of the device; the sheet itself stays."""
    forget("sheets", token)


def device_sheets() -> list[SheetAccess]:
    """Return the sheets of the device that still exist and can be read, the latest first."""
    sheets: SheetRepository = current_app.extensions["sheets"]
    return outlined(sheets, "sheets")


def written_sheets() -> list[SheetAccess]:
    """Return the sheets that the device opened or wrote to, the latest first."""
    accesses = {access.token: access for access in device_sheets()}
    return [accesses[token] for token in session.get("written", []) if token in accesses]


def sheet_code(access: SheetAccess) -> str:
    """Return the name of a sheet of the device in a form: neither its token nor its id."""
    return hashlib.sha256(f"sheet {access.token}".encode()).hexdigest()[:12]


def known_names() -> list[str]:
    """Return the latest named players of the sheets that the device wrote, those of the last
    one first; tables are no players."""
    outlines = [access.outline for access in written_sheets()]
    unnamed = {
        folded(translator(code)(PLAYER.text) % {"n": n})
        for code in LANGUAGES
        for n in range(1, MAX_NAMES)
    }
    known: dict[str, str] = {}
    for sheet in outlines:
        for name in sheet.names if not sheet.game.board else ():
            known.setdefault(folded(name), clean(name, NAME_LENGTH))
    return [name for key, name in known.items() if key not in unnamed][:MAX_NAMES]
