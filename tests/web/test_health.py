"""The addresses for proxies: the process answers, and is ready while its database answers."""

import threading

import pytest
from routes import HEALTH

from scorekeeper.streams.base import DatabaseBusy
from scorekeeper.streams.event_store import EventStore
from scorekeeper.web.middleware import health


@pytest.mark.parametrize("path", HEALTH)
def test_the_answer_has_no_cookie_and_is_not_kept(client, path):
    answer = client.get(path)
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", HEALTH)
def test_a_head_has_no_body_and_a_form_finds_no_page(client, path):
    answer = client.head(path)
    assert (answer.status_code, answer.text) == (200, "")
    assert client.post(path).status_code == 404


def test_nothing_is_logged(client, caplog):
    client.get(health.READY)
    assert caplog.text == ""


@pytest.mark.one_process
def test_the_database_is_asked_once_a_second(app, monkeypatch):
    asked = []
    monkeypatch.setattr(EventStore, "grant", lambda self, token: asked.append(token))
    client = app.test_client()
    assert {client.get(health.READY).status_code for _ in range(50)} == {200}
    assert len(asked) == 1
    app.extensions["readiness"]._last_at -= health.LIFETIME
    client.get(health.READY)
    assert len(asked) == 2


def test_a_database_that_fails_makes_the_process_not_ready_but_alive(app, monkeypatch):
    def fail(self, token):
        raise DatabaseBusy("away")

    client = app.test_client()
    with monkeypatch.context() as patch:
        patch.setattr(EventStore, "grant", fail)
        assert client.get(health.READY).status_code == 503
        assert client.get(health.LIVE).status_code == 200
    app.extensions["readiness"]._last_at -= health.LIFETIME
    assert client.get(health.READY).status_code == 200


@pytest.mark.one_process
def test_a_database_that_is_silent_is_not_ready_and_holds_up_one_request_at_a_time(
    app, monkeypatch
):
    answers = threading.Event()
    monkeypatch.setattr(health, "TIMEOUT", 0.2)
    monkeypatch.setattr(EventStore, "grant", lambda self, token: answers.wait(5) and None)
    readiness = app.extensions["readiness"]
    threading.Thread(target=readiness).start()
    while not readiness._lock.locked():
        pass
    assert not readiness() and readiness._lock.locked()
    while readiness._lock.locked():
        pass
    answers.set()
    assert not readiness()
    readiness._last_at -= health.LIFETIME
    assert readiness()


def test_a_process_that_is_to_end_is_not_ready(app, client):
    app.extensions["readiness"].stop()
    assert client.get(health.READY).status_code == 503
    assert client.get(health.LIVE).status_code == 200
