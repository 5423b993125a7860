"""A device: what its signed session cookie tells of it."""

import hashlib
import time

from flask import session

ESTABLISHED_AFTER = 3600
"""Seconds after its first sheet from which a device is not new."""


def device_key() -> str:
    """An identifier of the device of this request, for counters; empty without a cookie.

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
    """True for a device that opened a sheet some time ago."""
    opened = session.get("opened")
    return isinstance(opened, int) and opened <= time.time() - ESTABLISHED_AFTER
