"""A process that is told to stop answers what has arrived, and closes its connections."""

import contextlib
import socket
import threading
import time

import pytest
from conftest import UNGUARDED, wait_until
from flask import request
from waitress import wasyncore

from app import create_app
from scorekeeper.cli import server

pytestmark = pytest.mark.long

ASKED = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
SLOW = b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def app(instance):
    app = create_app({"INSTANCE": instance, **UNGUARDED})
    app.slow, app.at_work = threading.Event(), threading.Event()

    @app.before_request
    def slow():
        if request.path == "/slow":
            app.at_work.set()
            app.slow.wait(10)
            return "at last"

    return app


@pytest.fixture
def draining(app, monkeypatch):
    """A server that is told to stop; what is connected to it before, is at once."""
    servers = server.create_server(app, "127.0.0.1", 0)
    draining = server.GracefulStop(servers, app.extensions["readiness"].stop, patience=5)
    draining.port = int(servers[0].effective_port)
    draining.thread = threading.Thread(target=draining.run)
    yield draining
    app.slow.set()
    draining.begin()
    if draining.thread.ident:
        draining.thread.join()
    wasyncore.close_all(servers[0]._map)


@pytest.fixture
def connect(draining):
    with contextlib.ExitStack() as held:

        def opened(sent=b""):
            plug = held.enter_context(socket.create_connection(("127.0.0.1", draining.port)))
            plug.settimeout(20)
            plug.sendall(sent)
            return plug

        yield opened


def answer(plug):
    """The first answer."""
    found = b""
    while not found.endswith(b"ok\n"):
        found += plug.recv(65536)
    return found


def answers(plug):
    """What comes until the connection is closed."""
    return b"".join(iter(lambda: plug.recv(65536), b""))


def is_closed(draining):
    """True once nobody can connect any more."""
    return draining._servers[0].socket.fileno() < 0


def has_arrived(draining):
    """True once a part of a request has."""
    channels = list(draining._servers[0].active_channels.values())
    return any(channel.request for channel in channels)


def test_an_open_connection_is_closed_with_its_next_answer(draining, connect):
    draining.thread.start()
    plug = connect(ASKED)
    assert b"close" not in answer(plug)
    draining.begin()
    plug.sendall(ASKED)
    assert b"Connection: close" in answers(plug)


def test_a_connection_that_waits_to_be_accepted_is_answered(draining, connect):
    plug = connect(ASKED)
    draining.begin()
    draining.thread.start()
    assert answers(plug).startswith(b"HTTP/1.1 200")


def test_all_requests_that_have_arrived_on_a_connection_are_answered(draining, connect):
    plug = connect(ASKED * 3)
    draining.begin()
    draining.thread.start()
    found = answers(plug)
    assert found.count(b"HTTP/1.1 200") == 3 and found.count(b"Connection: close") == 1


def test_a_connection_without_a_request_is_closed_and_the_process_ends(
    draining, connect, monkeypatch
):
    monkeypatch.setattr(draining, "_patience", 0.2)
    draining.thread.start()
    began = time.monotonic()
    plug = connect(ASKED)
    answer(plug)
    draining.begin()
    assert answers(plug) == b""
    draining.thread.join(20)
    assert not draining.thread.is_alive() and time.monotonic() - began > 0.1


@pytest.mark.parametrize(("patience", "deadline"), [(0.2, 40), (60, 3)])
def test_a_request_that_is_never_finished_delays_the_end_by_the_shorter_time(
    draining, connect, monkeypatch, patience, deadline
):
    monkeypatch.setattr(server, "DEADLINE", deadline)
    monkeypatch.setattr(draining, "_patience", patience)
    draining.thread.start()
    began, plug = time.monotonic(), connect(ASKED[:-2])
    wait_until(lambda: has_arrived(draining))
    draining.begin()
    draining.thread.join(20)
    assert not draining.thread.is_alive()
    assert time.monotonic() - began > min(patience, deadline) * 0.9
    assert patience > deadline or answers(plug) == b""


def test_a_request_whose_bytes_still_come_is_answered(draining, connect, monkeypatch):
    monkeypatch.setattr(draining, "_patience", 5)
    draining.thread.start()
    plug = connect(ASKED[:-9])
    draining.begin()
    for byte in ASKED[-9:]:
        time.sleep(0.3)
        plug.sendall(bytes([byte]))
    assert answers(plug).startswith(b"HTTP/1.1 200")


def test_a_request_that_has_arrived_but_was_not_read_is_answered(draining, connect):
    plug = connect()
    draining._serve()
    time.sleep(0.3)
    plug.sendall(ASKED)
    draining.begin()
    draining.thread.start()
    assert answers(plug).startswith(b"HTTP/1.1 200")


def test_a_process_behind_a_proxy_takes_connections_until_the_proxy_knows(
    app, draining, connect, monkeypatch
):
    monkeypatch.setattr(draining, "_notice", 3)
    draining.thread.start()
    draining.begin()
    wait_until(lambda: not app.extensions["readiness"]())
    assert answer(connect(ASKED)).startswith(b"HTTP/1.1 200")


def test_a_process_that_stops_takes_no_connection_and_answers_what_is_at_work(
    app, draining, connect, monkeypatch
):
    monkeypatch.setattr(draining, "_patience", 0.2)
    draining.thread.start()
    plug = connect(SLOW)
    wait_until(app.at_work.is_set)
    ready = app.extensions["readiness"]
    assert ready()
    draining.begin()
    wait_until(lambda: is_closed(draining))
    assert not ready()
    with pytest.raises(ConnectionRefusedError):
        connect()
    draining.thread.join(0.5)  # no patience is needed with a request at work
    app.slow.set()
    assert b"at last" in answers(plug)
