"""A device: what its signed session cookie remembers.

Its sheets by their tokens, its settings, and when it opened its first sheet.
"""

import hashlib
import time

from flask import Flask, current_app, g, session
from markupsafe import Markup

from scorekeeper.sheets.names import NAME_LENGTH, clean, folded
from scorekeeper.sheets.service.access import SheetAccess, SheetRepository

ESTABLISHED_AFTER = 3600
"""Seconds after its first sheet from which a device is not new."""

MAX_SHEETS = 12
"""Most sheets that a device remembers."""

MAX_NAMES = 16
"""Most players that a device offers for a seat."""

SETTINGS = {
    "theme": ("", "light", "dark"),
    "text": ("", "large", "largest"),
    "signals": ("", "vibration", "sound", "sound vibration"),
}
"""The values of each setting, the usual one first: as the device does, and silent."""


def install(app: Flask) -> None:
    """Give the templates of an application the settings of the device."""
    app.jinja_env.globals |= {"chosen": chosen, "device_attributes": device_attributes}


def device_key() -> str:
    """Return the identifier of this device for counters; empty without a cookie.

    It is derived from the secret that every form needs: without its cookie a device posts
    nothing, and a new cookie is a new device.
    """
    secret = session.get("csrf_token")
    if not secret:
        return ""
    return hashlib.sha256(b"device\0" + str(secret).encode()).hexdigest()[:32]


def remember_opening() -> None:
    """Note in the cookie when the device opened its first sheet."""
    if "opened" not in session:
        session["opened"] = int(time.time())


def is_established() -> bool:
    """Return true for a device that opened a sheet some time ago."""
    opened = session.get("opened")
    return isinstance(opened, int) and opened <= time.time() - ESTABLISHED_AFTER


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


def chosen(name: str) -> str:
    """Return the value of a setting on this device."""
    value = session.get(name, "")
    return value if value in SETTINGS[name] else ""


def choose(name: str, value: str) -> bool:
    """Set a setting on this device; return false if there is none of this name and value."""
    if value not in SETTINGS.get(name, ()):
        return False
    session[name] = value
    session.permanent = True
    return True


def device_attributes() -> Markup:
    """Return the attributes of the root element of a page, one for each unusual setting."""
    values = [(name, chosen(name)) for name in SETTINGS]
    return Markup("".join(f' data-{name}="{value}"' for name, value in values if value))
