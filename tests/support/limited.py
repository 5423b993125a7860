"""Fixtures of an application whose rate limits hold, on a clock that a test moves."""

import time

import pytest
from conftest import UNGUARDED

from app import create_app


def limited_app(instance):
    return create_app({"INSTANCE": instance, **UNGUARDED, "RATELIMIT_ENABLED": True})


def hour_clock(monkeypatch):
    """Let time pass on a clock that stands at the beginning of an hour."""
    now = [time.time() // 3600 * 3600]
    monkeypatch.setattr(time, "time", lambda: now[0])
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def move(seconds):
        now[0] += seconds

    return move


def devices(app):
    """A device of its own with a cookie, behind the one address of all of them."""

    def opened():
        device = app.test_client()
        device.get("/sheets/new")
        return device

    return opened


LIMITED = [pytest.fixture(one) for one in (limited_app, hour_clock, devices)]
"""The fixtures ``app``, ``wait`` and ``phone`` of a module."""
