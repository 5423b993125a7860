"""Slow, idle and numerous connections: they are closed, and stop nobody."""

import contextlib
import re
import socket
import threading
import time

import pytest
from conftest import UNGUARDED
from routes import SEATS
from waitress import wasyncore

from app import create_app
from scorekeeper.cli import connection, waitress_server

pytestmark = pytest.mark.long

POLL = "GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def serving(instance, monkeypatch):
    """A server in a thread, with short deadlines; its application."""
    changes = {"channel_timeout": 1, "cleanup_interval": 1, "outbuf_overflow": 10**8}
    monkeypatch.setattr(waitress_server, "WAITRESS", waitress_server.WAITRESS | changes)
    app = create_app({"INSTANCE": instance, **UNGUARDED})
    server = waitress_server.create_server(app, "127.0.0.1", 0)
    stopped = threading.Event()
    thread = threading.Thread(target=run, args=(server, stopped))
    thread.start()
    app.port = int(server.effective_port)
    app.server = server
    yield app
    stopped.set()
    thread.join()
    server.task_dispatcher.shutdown()
    wasyncore.close_all(server._map)


def run(server, stopped):
    while not stopped.is_set():
        wasyncore.loop(timeout=0.1, use_poll=True, map=server._map, count=1)


@pytest.fixture
def connect(serving):
    """Open a connection that sends some bytes."""
    with contextlib.ExitStack() as held:

        def opened(sent=b"", **options):
            plug = held.enter_context(socket.socket())
            for option, value in options.items():
                plug.setsockopt(socket.SOL_SOCKET, getattr(socket, option), value)
            plug.connect(("127.0.0.1", serving.port))
            plug.settimeout(20)
            plug.sendall(sent)
            return plug

        yield opened


@pytest.fixture
def poll(serving):
    """A poll without news, as bytes."""
    client = serving.test_client()
    sheet = client.post("/sheets", data=SEATS).location
    etag = re.search(r"live\?v=(\w+)", client.get(sheet).text)[1]
    return POLL.format(f"{sheet}/live?v={etag}").encode()


def answer(plug, request=b""):
    """Send a request; the first line of the answer, which has no body."""
    plug.sendall(request)
    received = b""
    while not received.endswith(b"\r\n\r\n"):
        received += plug.recv(1000)
    return received.split(b"\r\n")[0]


def is_closed_while(plug, send):
    """True once the server closes a connection on which something is sent all the time."""
    plug.settimeout(0.2)
    while True:
        try:
            send()
            if not plug.recv(1):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True


@pytest.mark.parametrize(
    "begin",
    [
        b"",
        b"GET / HTTP/1.1\r\nX-Slow: ",
        b"POST /import HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n",
    ],
    ids=["nothing", "headers", "body"],
)
def test_a_request_sent_byte_by_byte_is_cut_off(connect, begin):
    plug = connect(begin)
    assert is_closed_while(plug, lambda: begin and plug.send(b"x"))


def test_an_answer_read_byte_by_byte_is_cut_off(connect, serving, monkeypatch):
    monkeypatch.setattr(serving, "wsgi_app", large_answer)
    plug = connect(POLL.format("/large").encode(), SO_RCVBUF=4096)
    plug.recv(1)
    for _ in range(400):
        if not serving.server.active_channels:
            break
        plug.recv(1)
        time.sleep(0.05)
    assert not serving.server.active_channels


def large_answer(environ, start):
    start("200 OK", [("Content-Length", "10000000")])
    return [bytes(10_000_000)]


def test_readers_that_take_nothing_keep_no_thread(connect, serving, poll, monkeypatch):
    pages = serving.wsgi_app

    def application(environ, start):
        large = environ["PATH_INFO"] == "/large"
        return large_answer(environ, start) if large else pages(environ, start)

    monkeypatch.setattr(connection, "MAX_PENDING", 10**9)
    monkeypatch.setattr(serving, "wsgi_app", application)
    for _ in range(waitress_server.THREADS + 1):
        connect(POLL.format("/large").encode(), SO_RCVBUF=4096)
    assert answer(connect(), poll) == b"HTTP/1.1 204 NO CONTENT"


def test_unread_answers_are_bounded_together(connect, serving, monkeypatch):
    monkeypatch.setattr(connection, "MAX_PENDING", 25_000_000)
    monkeypatch.setattr(serving, "wsgi_app", large_answer)
    channels, pending = serving.server.active_channels, []
    for _ in range(6):
        plug = connect(POLL.format("/large").encode(), SO_RCVBUF=4096)
        plug.recv(1)
        time.sleep(0.1)
        pending.append(sum(one.pending for one in list(channels.values())))
    assert 10_000_000 < max(pending) < 40_000_000


def test_a_poll_without_news_leaves_its_connection_open(connect, poll):
    plug = connect()
    assert {answer(plug, poll) for _ in range(3)} == {b"HTTP/1.1 204 NO CONTENT"}


@pytest.mark.parametrize("asked", ["HTTP/1.0\r\n", "HTTP/1.1\r\nConnection: close\r\n"])
def test_a_poll_closes_its_connection_where_it_is_asked_to(connect, poll, asked):
    plug = connect()
    assert b"204" in answer(plug, poll.replace(b"HTTP/1.1\r\n", asked.encode()))
    while plug.recv(1000):
        pass


def test_idle_connections_make_room_for_others(connect, poll, monkeypatch):
    monkeypatch.setattr(connection, "MAX_CONNECTIONS", 20)
    phone = connect()
    assert b"204" in answer(phone, poll)
    for _ in range(40):
        connect(b"GET / HTTP/1.1\r\nX: ")
    assert b"204" in answer(phone, poll)
    assert b"204" in answer(connect(), poll)
