"""The supervisor of several serving processes on one machine, which share listening sockets.

It holds the sockets for as long as it runs, so that no connection is refused while a process
is replaced: see ``tests/reliability/test_rolling_restart.py``.

- SIGHUP replaces the processes one after another: a new one, of the program as it is on the
  disk now, is started and ready before an old one is stopped.
- SIGTERM and Ctrl-C stop all of them gracefully; a second one stops them at once.
- A process that ends by itself is replaced, later and later if it ends soon after its start.
"""

import logging
import select
import signal
import socket
import sys
import time
from collections import deque
from collections.abc import Sequence

from scorekeeper.cli import child_process
from scorekeeper.cli.child_process import ChildProcess
from scorekeeper.cli.drain import NOTICE
from scorekeeper.cli.settings import from_environment
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.i18n.operator import say
from scorekeeper.storage.places import is_postgres

SOON = 10
"""Seconds from its start in which the end of a process counts as a failure to start."""

LONGEST_DELAY = 30
"""Seconds between two starts of a process that ends again and again."""

SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGCHLD")
    if hasattr(signal, name)
)
"""The signals that a supervisor acts on; Windows has not all of them."""

log = logging.getLogger("la_marque")


class Supervisor:
    """Keeps a number of serving processes running.

    :param count: the number of processes.
    :param sockets: the listening sockets.
    """

    def __init__(self, count: int, sockets: Sequence[socket.socket]) -> None:
        self._sockets = sockets
        self._serving: dict[int, ChildProcess] = {}
        self._retired: list[ChildProcess] = []
        self._replacement: ChildProcess | None = None
        self._to_replace: deque[int] = deque()
        self._failures = [0] * count
        self._due = [0.0] * count
        self._is_stopping = False
        self._closes_at = 0.0
        self._signals: deque[int] = deque()

    def run(self, opened: str) -> int:
        """Serve until stopped; return the exit status.

        The others are started once the first one serves: what keeps that one from starting
        ends the program, with its own message.

        :param opened: printed once the first process serves.
        """
        self._handle_signals()
        first = self._serving[0] = self._start(0)
        while first.status is None and not first.is_ready:
            self._wait()
            if first.is_late:
                return self._give_up(first)
        if not first.is_ready:
            return 0 if self._is_stopping else first.status or 0
        print(opened, flush=True)
        while not self._is_stopping or self._processes:
            self._wait()
            self._look()
        return 0

    @staticmethod
    def _give_up(first: ChildProcess) -> int:
        """End a first process that is not ready in time; return the exit status."""
        first.kill()
        late = msg(
            "Le premier processus n'est pas prêt après %(seconds)s secondes : il est arrêté.",
            seconds=str(child_process.START_TIMEOUT),
        )
        print(say(late), file=sys.stderr)
        return 1

    def _handle_signals(self) -> None:
        self._wakeup = socket.socketpair()
        for end in self._wakeup:
            end.setblocking(False)
        signal.set_wakeup_fd(self._wakeup[1].fileno(), warn_on_full_buffer=False)
        for number in SIGNALS:
            signal.signal(number, lambda number, _: self._signals.append(number))

    def _act_on_signals(self) -> None:
        while self._signals:
            number = self._signals.popleft()
            if number == getattr(signal, "SIGHUP", None):
                self._replace_all()
            elif number != getattr(signal, "SIGCHLD", None):
                self._stop_all()

    def _stop_all(self) -> None:
        """Stop gracefully; the second time, at once.

        The address is not ready from now on, and closed a moment later.
        """
        for process in self._processes:
            if self._is_stopping:
                process.interrupt()
            else:
                process.give_notice()
        if not self._is_stopping:
            self._is_stopping = True
            self._closes_at = time.monotonic() + NOTICE
        self._to_replace.clear()

    def _close(self) -> None:
        """Close the sockets: the processes share out the connections that wait in them."""
        for one in self._sockets:
            one.close()
        for process in self._processes:
            if not process.stopped:
                process.stop()

    def _replace_all(self) -> None:
        if self._is_stopping:
            return
        log.warning("%s", say(msg("Les processus sont remplacés un à un.")))
        if self._replacement is not None:  # it may have been started before the last change
            self._retire(self._replacement)
            self._replacement = None
        self._to_replace = deque(range(len(self._due)))

    def _wait(self) -> None:
        """Wait for a signal, for a message from a process, or for a second."""
        timeout = 0.2 if self._is_stopping else 1
        lines = [one.line for one in self._processes if not one.is_ready]
        for found in select.select([self._wakeup[0], *lines], [], [], timeout)[0]:
            if found is self._wakeup[0]:
                found.recv(4096)
        for process in self._processes:
            process.listen()
        self._act_on_signals()

    @property
    def _processes(self) -> list[ChildProcess]:
        replacement = [self._replacement] if self._replacement else []
        return [*self._serving.values(), *self._retired, *replacement]

    def _look(self) -> None:
        """Act on what has happened to the processes."""
        for process in self._processes:
            if process.is_late:
                process.kill()
            if process.status is not None:
                process.line.close()
        self._retired = [one for one in self._retired if one.status is None]
        if self._is_stopping and self._replacement is not None:
            self._retire(self._replacement)
            self._replacement = None
        for slot, process in list(self._serving.items()):
            if process.status is not None:
                del self._serving[slot]
                self._ended(process)
        if not self._is_stopping:
            self._start_missing()
            self._go_on_replacing()
        elif time.monotonic() >= self._closes_at:
            self._close()

    def _ended(self, process: ChildProcess) -> None:
        """Decide when a process that has ended is started again."""
        if self._is_stopping:
            return
        now, slot = time.monotonic(), process.slot
        soon = now - process.started < SOON
        self._failures[slot] = self._failures[slot] + 1 if soon else 0
        self._due[slot] = now + delay(self._failures[slot])
        ended = msg(
            "Le processus %(number)s s'est arrêté (%(status)s) ; il est relancé.",
            number=str(process.pid),
            status=str(process.status),
        )
        log.error("%s", say(ended))

    def _start_missing(self) -> None:
        for slot, due in enumerate(self._due):
            if slot not in self._serving and time.monotonic() >= due:
                self._serving[slot] = self._start(slot)

    def _go_on_replacing(self) -> None:
        """Replace the next process, once the one before it is replaced and has ended."""
        new = self._replacement
        if new is None:
            if self._to_replace and not self._retired:
                self._replacement = self._start(self._to_replace.popleft())
        elif new.status is not None:
            log.error("%s", say(NOT_REPLACED))
            self._replacement = None
            self._to_replace.clear()
        elif new.is_ready:
            old = self._serving.get(new.slot)
            self._serving[new.slot] = new
            self._replacement = None
            if old is not None:
                self._retire(old)

    def _start(self, slot: int) -> ChildProcess:
        return ChildProcess(slot, self._sockets)

    def _retire(self, process: ChildProcess) -> None:
        process.stop()
        self._retired.append(process)


NOT_REPLACED = msg(
    "Le nouveau processus ne démarre pas : les anciens continuent. Son message est ci-dessus."
)


def delay(failures: int) -> float:
    """Seconds until a process is started again that has ended soon this often."""
    return min(2.0 ** (failures - 1), LONGEST_DELAY) if failures else 0


def possible(count: int) -> tuple[int, Message | None]:
    """The number of processes that can serve one database, and why not more."""
    if count > 1 and not is_postgres(from_environment("DATABASE_URL")):
        return 1, ONE_PROCESS
    return count, None


ONE_PROCESS = msg(
    "SQLite n'a qu'un processus : --processes demande PostgreSQL (DATABASE_URL)."
)
