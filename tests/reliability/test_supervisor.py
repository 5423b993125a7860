"""Several processes behind one address: started, replaced one after another, stopped.

Each process has a database of its own here; ``test_rolling_restart.py`` has PostgreSQL.
"""

import contextlib
import io
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from http.client import HTTPException
from pathlib import Path

import pytest
from processes import RUN, Processes
from server import ENVIRONMENT, ROOT, Server, free_port

from scorekeeper.cli import supervisor

pytestmark = pytest.mark.long


def free_ports(count):
    """Free ports that follow each other."""
    while True:
        first = free_port()
        with contextlib.ExitStack() as held, contextlib.suppress(OSError):
            for port in range(first, first + count):
                held.enter_context(socket.socket()).bind(("127.0.0.1", port))
            return range(first, first + count)


@pytest.fixture(scope="module")
def processes(tmp_path_factory):
    running = two_processes(tmp_path_factory.mktemp("processes"))
    yield running
    running.stop()


def two_processes(folder):
    """The program, once both of its processes serve."""
    ports = free_ports(2)
    running = Processes(folder, options=("--metrics", f"127.0.0.1:{ports[0]}"))
    running.metrics_ports = ports
    for port in ports:
        started_at(port)
    return running


def test_requests_find_an_answer_while_every_process_is_replaced(processes):
    found, stopped = [], threading.Event()

    def ask(is_kept):
        connection = processes.connection()
        while not stopped.is_set():
            try:
                connection.request("GET", "/health/ready")
                answer = connection.getresponse()
                answer.read()
                found.append(answer.status)
            except (OSError, HTTPException) as error:
                found.append(repr(error))
            if not is_kept:
                connection.close()
            time.sleep(0.01)
        connection.close()

    threads = [threading.Thread(target=ask, args=(n % 2,)) for n in range(6)]
    for thread in threads:
        thread.start()
    try:
        first = processes.children
        processes.process.send_signal(signal.SIGHUP)
        processes.await_children(2, but=first)
    finally:
        stopped.set()
        for thread in threads:
            thread.join()
    assert set(found) == {200} and len(found) > 100


def test_each_process_has_its_metrics_also_after_it_was_replaced(processes):
    started = [started_at(port) for port in processes.metrics_ports]
    first = processes.children
    processes.process.send_signal(signal.SIGHUP)
    processes.await_children(2, but=first)
    assert all(started_at(port) > max(started) for port in processes.metrics_ports)


def started_at(port):
    """The time at which the process was started whose metrics are on this port."""
    until = time.monotonic() + 30
    while True:
        await_listener(port, until)
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
                text = answer.read().decode()
            return float(re.search(r"(?m)^process_start_time_seconds (\S+)", text)[1])
        except OSError:
            assert time.monotonic() < until
            time.sleep(0.05)


def await_listener(port, until):
    """Wait for a listener without connecting: on Linux a connection to a free port may be
    answered by itself, and keeps the port."""
    while not is_listening(port):
        assert time.monotonic() < until
        time.sleep(0.05)


def is_listening(port):
    sockets = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()]
    ends = f":{port:04X}"
    return any(local.endswith(ends) and state == "0A" for _, local, _, state, *_ in sockets)


def test_a_process_that_ends_is_replaced(processes):
    killed = min(processes.children)
    os.kill(killed, signal.SIGKILL)
    processes.await_children(2, but=[killed])
    assert processes.get() == 200


def test_all_processes_end_when_the_supervisor_is_killed(tmp_path):
    processes = Processes(tmp_path)
    assert processes.await_answer() == 200
    processes.process.kill()
    assert processes.process.communicate(timeout=20)[0].count(b"La Marque est ouverte") == 1
    with pytest.raises(ConnectionRefusedError):
        processes.get()


def test_a_new_process_that_does_not_start_leaves_the_old_ones_at_work(tmp_path):
    processes = two_processes(tmp_path)
    before = processes.children
    processes.broken.touch()
    processes.process.send_signal(signal.SIGHUP)
    processes.await_children(3)
    processes.await_children(2)
    time.sleep(0.5)
    assert processes.children == before and processes.get() == 200
    assert processes.stop().count("Le nouveau processus ne démarre pas") == 1


def test_what_keeps_the_first_process_from_starting_is_said_once(tmp_path):
    folder = tmp_path / "file"
    folder.write_text("")
    running = Processes(folder)
    output = running.process.communicate(timeout=20)[0].decode()
    assert running.process.returncode == 1
    assert output.count("La Marque ne peut pas écrire") == 1 and "Traceback" not in output


LATE = (
    "import sys, time; from scorekeeper.cli import child_process, serve, supervisor;"
    "child_process.START_TIMEOUT = 1; supervisor.possible = lambda count: (count, None);"
    "sys.exit(serve.main(sys.argv[2:], lambda: time.sleep(15)))"
)
"""The program, which does not start in time."""


def test_a_first_process_that_is_not_ready_in_time_ends_the_program(tmp_path):
    running = Processes(tmp_path, program=LATE)
    began = time.monotonic()
    output = running.process.communicate(timeout=30)[0].decode()  # of the first process, too
    assert running.process.returncode == 1 and time.monotonic() - began < 12
    assert output == "Le premier processus n'est pas prêt après 1 secondes : il est arrêté.\n"


class FakeProcess:
    """A process that does what a test says."""

    def __init__(self, slot):
        self.slot, self.status, self.is_ready, self.is_late = slot, None, False, False
        self.line = io.BytesIO()

    def stop(self):
        pass


def test_the_next_process_is_replaced_once_the_old_one_has_ended(monkeypatch):
    started = []

    def start(self, slot):
        started.append(FakeProcess(slot))
        return started[-1]

    monkeypatch.setattr(supervisor.Supervisor, "_start", start)
    running = supervisor.Supervisor(2, [])
    running._look()
    first, _ = started
    running._replace_all()
    running._look()
    started[2].is_ready = True
    for _ in range(3):
        running._look()
    assert [one.slot for one in started] == [0, 1, 0]
    first.status = 0
    running._look()
    assert [one.slot for one in started] == [0, 1, 0, 1]


def test_a_port_in_use_is_one_sentence(processes, tmp_path):
    options = ("--host", "127.0.0.1", "--port", str(processes.port), "--processes", "2")
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(tmp_path), *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
    )
    assert done.returncode == 1 and len(done.stderr.strip().splitlines()) == 1
    assert "ne peut pas s'ouvrir" in done.stderr


def test_sqlite_has_one_process_and_the_program_says_so(instance):
    server = Server(instance, options=("--processes", "3"))
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    try:
        assert children.read_text().split() == []
    finally:
        output = server.stop()
    assert "SQLite n'a qu'un processus" in output


def test_a_process_that_ends_again_and_again_is_started_later_and_later():
    assert [supervisor.delay(failures) for failures in range(8)] == [0, 1, 2, 4, 8, 16, 30, 30]


def test_the_supervisor_stops_all_processes_and_reports_those_that_ended(tmp_path):
    processes = two_processes(tmp_path)
    killed, other = sorted(processes.children)
    os.kill(killed, signal.SIGKILL)
    processes.await_children(2, but=[killed])
    for port in processes.metrics_ports:
        started_at(port)  # both serve
    processes.process.terminate()
    statuses = set()
    with contextlib.suppress(OSError):  # until the socket is closed
        while True:
            statuses.add(processes.get("/health/ready"))
    assert statuses in ({503}, {200, 503})
    output = processes.stop()
    assert f"Le processus {killed} s'est arrêté (-9) ; il est relancé." in output
    assert output.count("relancé") == 1 and not Path(f"/proc/{other}").exists()
    assert processes.process.returncode == 0
