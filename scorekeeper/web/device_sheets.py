"""The sheets of a device: the tokens in its session cookie, the latest first."""

from flask import current_app, session

from scorekeeper.service.access import SheetAccess, SheetRepository
from scorekeeper.service.errors import UnknownToken

MAX_SHEETS = 12
"""Most sheets that a device remembers."""


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
    """The sheets of the device that still exist, the latest first."""
    sheets: SheetRepository = current_app.extensions["sheets"]
    accesses = []
    for token in session.get("sheets", []):
        try:
            accesses.append(sheets.access(token))
        except UnknownToken:
            continue
    return accesses


def known_names() -> list[str]:
    """The players of the device's sheets, those of the latest first."""
    names = [name for access in device_sheets() for name in access.sheet.names]
    return list(dict.fromkeys(names))
