"""A device: its settings, and when it opened its first sheet.

Its signed session cookie remembers them, and by its token what was opened on it.
"""

import hashlib
import time
from collections.abc import Collection

from flask import Flask, session
from markupsafe import Markup

ESTABLISHED_AFTER = 3600
"""Seconds after its first sheet from which a device is not new."""

SETTINGS = {
    "theme": ("", "light", "dark"),
    "text": ("", "large", "largest"),
    "contrast": ("", "more"),
}
"""The values of each setting, the usual one first: as the device does."""


def install(app: Flask) -> None:
    """Give the templates of an application the settings of the device."""
    app.jinja_env.globals |= {"chosen": chosen, "device_attributes": device_attributes}


def device_key() -> str:
    """Return the identifier of this device for counters; empty without a cookie. It is derived
    from the secret that every form needs: without its cookie a device posts nothing, and a new
    cookie is a new device."""
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


def remember(name: str, token: str, most: int, replaced: Collection[str] = ()) -> None:
    """Put a token first in the list of this name of the device, in the place of those that it
    replaces; at most so many stay, the latest."""
    tokens: list[str] = session.get(name, [])
    if tokens[:1] != [token]:
        others = [other for other in tokens if other not in (token, *replaced)]
        session[name] = [token, *others][:most]
        session.permanent = True


def forget(name: str, *forgotten: str) -> None:
    """Take tokens off a list of the device; what they open stays."""
    tokens: list[str] = session.get(name, [])
    if not {*forgotten}.isdisjoint(tokens):
        session[name] = [token for token in tokens if token not in forgotten]


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
