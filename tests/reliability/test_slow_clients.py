"""Slow, idle and numerous connections: they are closed, and stop nobody."""

import contextlib
import os
import re
import resource
import socket
import threading
import time

import pytest
from conftest import UNGUARDED, wait_until
from routes import SEATS
from waitress import wasyncore

from app import create_app
from scorekeeper.cli import server

pytestmark = pytest.mark.long

POLL = "GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def serving(instance, monkeypatch):
    """A server in a thread, with short deadlines; its application."""
    changes = {"channel_timeout": 1, "cleanup_interval": 0.1, "outbuf_overflow": 10**8}
    monkeypatch.setattr(server, "WAITRESS", server.WAITRESS | changes)
    app = create_app({"INSTANCE": instance, **UNGUARDED})
    (app.server,) = server.create_server(app, "127.0.0.1", 0)
    stopped = threading.Event()
    thread = threading.Thread(target=run, args=(app.server, stopped))
    thread.start()
    app.port = int(app.server.effective_port)
    yield app
    stopped.set()
    thread.join()
    app.server.task_dispatcher.shutdown()
    wasyncore.close_all(app.server._map)


def run(listening, stopped):
    while not stopped.is_set():
        wasyncore.loop(timeout=0.1, use_poll=True, map=listening._map, count=1)


@pytest.fixture
def later(serving, monkeypatch):
    """Let so many seconds pass, until the server has looked at its connections since."""
    real, passed = time.time, [0]
    monkeypatch.setattr(time, "time", lambda: real() + passed[0])

    def wait(seconds):
        passed[0] += seconds
        now = time.time()
        wait_until(lambda: serving.server.next_channel_cleanup >= now)

    return wait


def channels(serving):
    return list(serving.server.active_channels.values())


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
        received += plug.recv(1000) or pytest.fail("closed")
    return received.split(b"\r\n")[0]


def is_closed_while(plug, send):
    """True once the server closes a connection on which something is sent all the time."""
    plug.settimeout(0.2)
    until = time.monotonic() + 30
    while time.monotonic() < until:
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

    monkeypatch.setattr(server, "MAX_PENDING", 10**9)
    monkeypatch.setattr(serving, "wsgi_app", application)
    for _ in range(server.THREADS + 1):
        connect(POLL.format("/large").encode(), SO_RCVBUF=4096)
    assert answer(connect(), poll) == b"HTTP/1.1 204 NO CONTENT"


def test_unread_answers_are_bounded_together(connect, serving, monkeypatch):
    monkeypatch.setitem(serving.server.adj.__dict__, "channel_timeout", 60)
    monkeypatch.setattr(server, "MAX_PENDING", 25_000_000)
    monkeypatch.setattr(serving, "wsgi_app", large_answer)
    for _ in range(3):
        connect(POLL.format("/large").encode(), SO_RCVBUF=4096).recv(1)

    def pending():
        return sum(one.pending for one in channels(serving))

    wait_until(lambda: pending() < 25_000_000)
    assert pending() > 10_000_000


def test_many_requests_at_once_close_their_connection(connect, serving, poll, monkeypatch):
    monkeypatch.setitem(serving.server.adj.__dict__, "channel_timeout", 60)
    few, many = connect(poll * server.MAX_PIPELINED), connect(poll * 100)
    assert few.recv(4) == b"HTTP"
    assert is_closed_while(many, lambda: None)


def test_an_answer_has_its_time_from_its_end(connect, serving, later, monkeypatch):
    def late(environ, start):
        later(4)  # of six seconds
        return large_answer(environ, start)

    monkeypatch.setitem(serving.server.adj.__dict__, "channel_timeout", 6)
    monkeypatch.setattr(serving, "wsgi_app", late)
    began = time.time()
    plug = connect(POLL.format("/large").encode())
    received = len(plug.recv(1))
    wait_until(lambda: all(one.active_at >= began + 4 for one in channels(serving)))
    later(3)
    while received < 10_000_000:
        received += len(plug.recv(2**20)) or pytest.fail("cut off")


def test_a_lost_connection_leaves_no_file(connect, poll):
    def files():
        return len(os.listdir("/proc/self/fd"))

    answer(connect(), poll)
    before = files()
    head = b"POST /import HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"
    plugs = [connect(head + bytes(200_000)) for _ in range(3)]
    wait_until(lambda: files() >= before + 9)  # both ends, and a temporary file
    for plug in plugs:
        plug.close()
    wait_until(lambda: files() <= before)


def test_a_request_has_its_time_from_its_first_byte(
    connect, serving, poll, later, monkeypatch
):
    monkeypatch.setitem(serving.server.adj.__dict__, "channel_timeout", 6)
    plug = connect()
    wait_until(lambda: channels(serving))
    later(4)  # of six seconds
    plug.sendall(poll[:10])
    wait_until(lambda: any(channel.request for channel in channels(serving)))
    later(3)
    assert answer(plug, poll[10:]) == b"HTTP/1.1 204 NO CONTENT"


@pytest.mark.parametrize("asked", ["HTTP/1.0\r\n", "HTTP/1.1\r\nConnection: close\r\n"])
def test_a_poll_closes_its_connection_where_it_is_asked_to(connect, poll, asked):
    plug = connect()
    assert b"204" in answer(plug, poll.replace(b"HTTP/1.1\r\n", asked.encode()))
    while plug.recv(1000):
        pass


@pytest.fixture
def crowded(serving, connect, monkeypatch):
    """A server with room for ten connections, and five that ask nothing."""
    monkeypatch.setattr(server, "YOUNG", 1.0)
    monkeypatch.setitem(serving.server.adj.__dict__, "channel_timeout", 60)
    monkeypatch.setitem(
        serving.server.adj.__dict__, "connection_limit", 12
    )  # with two triggers
    idle = []
    for n in range(5):
        idle.append(connect())
        wait_until(lambda n=n: len(channels(serving)) > n)
    return idle


def is_closed(plug):
    plug.settimeout(0.01)
    try:
        return plug.recv(1) == b""
    except TimeoutError:
        return False


def test_connections_idle_the_longest_make_room_for_others(crowded, connect, poll, later):
    later(1.1)
    newcomers = [connect(poll) for _ in range(5)]
    wait_until(lambda: sum(map(is_closed, crowded)) >= 2)
    assert [is_closed(plug) for plug in crowded] == [True, True, False, False, False]
    assert [plug.recv(12) for plug in newcomers] == [b"HTTP/1.1 204"] * 5


def test_newcomers_wait_where_every_connection_is_seconds_old(
    crowded, connect, poll, later, monkeypatch
):
    monkeypatch.setattr(server, "YOUNG", 60.0)
    first = [connect(poll) for _ in range(5)]
    waiting = connect(poll)
    assert not any(is_closed(plug) for plug in crowded)
    assert all(b"204" in plug.recv(12) for plug in first)
    later(60)
    assert b"204" in waiting.recv(12)


def test_polling_connections_stay_open_in_a_crowd(crowded, connect, poll):
    phones = [connect() for _ in range(4)]
    for _ in range(12):
        assert {answer(phone, poll) for phone in phones} == {b"HTTP/1.1 204 NO CONTENT"}
        connect(b"GET / HTTP/1.1\r\nX: ")
        time.sleep(0.2)


def test_as_many_connections_as_the_system_allows(monkeypatch):
    limits = [(1024, 4096)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, given: limits.append(given))
    assert server.allowed_connections() == 3072 and limits[-1] == (4096, 4096)
    limits.append((1024, 1_000_000))
    assert server.allowed_connections() == server.MAX_CONNECTIONS
    assert limits[-1] == (2 * server.MAX_CONNECTIONS, 1_000_000)
