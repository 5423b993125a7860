import time

import pytest
from routes import SEATS
from server import token as csrf_token

from app import create_app


@pytest.fixture
def protected_client(instance):
    """A browser of its own on the installation as it is served: each form has a token."""
    return lambda: create_app({"INSTANCE": instance}).test_client()


def test_a_csrf_token_of_another_session_is_refused(protected_client):
    token = csrf_token(protected_client().get("/sheets/new").text)
    other = protected_client()
    other.get("/sheets/new")
    assert other.post("/sheets", data=SEATS | {"csrf_token": token}).status_code == 400


def test_a_refused_csrf_token_is_answered_with_a_valid_one(protected_client):
    browser = protected_client()
    refused = browser.post("/sheets", data=SEATS)
    fresh = {"csrf_token": refused.headers["X-CSRF-Token"]}
    assert browser.post("/sheets", data=SEATS | fresh).status_code == 303


def test_a_part_of_a_form_without_a_name_is_refused(protected_client):
    part = "--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n"
    kind = "multipart/form-data; boundary=x"
    refused = protected_client().post("/import", data=part, content_type=kind)
    assert refused.status_code == 400


def test_a_csrf_token_is_valid_for_a_whole_evening(protected_client, monkeypatch):
    browser, now = protected_client(), time.time()
    monkeypatch.setattr(time, "time", lambda: now - 20 * 3600)
    token = csrf_token(browser.get("/sheets/new").text)
    monkeypatch.undo()
    assert browser.post("/sheets", data=SEATS | {"csrf_token": token}).status_code == 303


def test_a_session_and_its_csrf_token_outlive_the_program(protected_client):
    first, second = protected_client(), protected_client()
    token = csrf_token(first.get("/sheets/new").text)
    second.set_cookie("marque", first.get_cookie("marque").value)
    assert second.post("/sheets", data=SEATS | {"csrf_token": token}).status_code == 303


def test_a_session_of_another_installation_is_not_accepted(protected_client, tmp_path):
    other = create_app({"INSTANCE": tmp_path / "other"}).test_client()
    browser = protected_client()
    token = csrf_token(other.get("/sheets/new").text)
    browser.set_cookie("marque", other.get_cookie("marque").value)
    assert browser.post("/sheets", data=SEATS | {"csrf_token": token}).status_code == 400


@pytest.mark.parametrize(
    ("referrer", "status"),
    [("https://table.test/sheets/new", 303), ("https://evil.test/", 400), (None, 400)],
)
def test_on_https_a_form_is_posted_from_the_same_site(protected_client, referrer, status):
    browser, site = protected_client(), {"base_url": "https://table.test/"}
    form = SEATS | {"csrf_token": csrf_token(browser.get("/sheets/new", **site).text)}
    headers = {"Referer": referrer} if referrer else {}
    assert browser.post("/sheets", data=form, headers=headers, **site).status_code == status
