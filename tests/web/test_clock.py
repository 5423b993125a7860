"""A clock that jumps, like that of a small computer without one: nobody is forgotten."""

import re
import time

import pytest
from itsdangerous import TimestampSigner
from routes import SEATS
from server import token as csrf_token

from app import create_app

DAY = 24 * 3600


@pytest.fixture
def clock(monkeypatch):
    """Sets the server's clock so many days from now."""

    def jump(days):
        now = int(time.time() + days * DAY)
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda signer: now)

    return jump


@pytest.fixture
def phone(instance):
    """A browser of an application as it is served."""
    return create_app({"INSTANCE": instance}).test_client()


@pytest.mark.parametrize("days", [-2, -20_000, -0.001, 2, 5000])
def test_a_phone_keeps_its_sheets_and_its_open_forms_when_the_clock_jumps(phone, clock, days):
    form = SEATS | {"csrf_token": csrf_token(phone.get("/sheets/new").text)}
    sheet = phone.post("/sheets", data=form | {"key": "a" * 32}).location
    assert sheet in phone.get("/").text
    clock(days)
    assert sheet in phone.get("/").text
    other = phone.post("/sheets", data=form | {"key": "b" * 32}).location
    assert {sheet, other} <= set(re.findall(r'href="([^"]*)"', phone.get("/").text))
    clock(0)
    assert {sheet, other} <= set(re.findall(r'href="([^"]*)"', phone.get("/").text))


def test_the_phone_counts_the_life_of_its_cookie_by_its_own_clock(client):
    cookie = client.post("/language", data={"language": "en"}).headers["Set-Cookie"]
    assert f"Max-Age={366 * DAY}" in cookie  # browsers prefer it to the date beside it
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie
