"""The settings of a device, in its session cookie: colors, text size, sound and vibration."""

from flask import Flask, session
from markupsafe import Markup

SETTINGS = {
    "theme": ("", "light", "dark"),
    "text": ("", "large", "largest"),
    "signals": ("", "vibration", "sound", "sound vibration"),
}
"""The values of each setting, the usual one first: as the device does, and silent."""


def install(app: Flask) -> None:
    """Give the templates of an application the settings of the device."""
    app.jinja_env.globals |= {"chosen": chosen, "device_attributes": device_attributes}


def chosen(name: str) -> str:
    """The value of a setting on this device."""
    value = session.get(name, "")
    return value if value in SETTINGS[name] else ""


def choose(name: str, value: str) -> bool:
    """Set a setting on this device; False if there is none of this name and value."""
    if value not in SETTINGS.get(name, ()):
        return False
    session[name] = value
    session.permanent = True
    return True


def device_attributes() -> Markup:
    """The attributes of the root element of a page, one for each setting that is not usual."""
    values = {name: chosen(name) for name in SETTINGS}
    return Markup().join(
        Markup(' data-{}="{}"').format(name, value) for name, value in values.items() if value
    )
