"""A serving process as its supervisor sees it: started, ready, told to stop, ended."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence

from scorekeeper.cli import supervised
from scorekeeper.cli.drain import DEADLINE

START_TIMEOUT = 60
"""Seconds for a process to be ready."""

STOP_TIMEOUT = DEADLINE + 10
"""Seconds after which a process that was told to stop is killed."""


class ChildProcess:
    """A serving process.

    :param slot: its number, which its replacement takes over.
    """

    def __init__(self, slot: int, sockets: Sequence[socket.socket]) -> None:
        self.slot = slot
        self.started = time.monotonic()
        self.stopped = 0.0
        self.is_ready = False
        self.line, theirs = socket.socketpair()
        self.line.setblocking(False)
        given = supervised.encoded(slot, theirs, sockets)
        self._process = subprocess.Popen(
            [sys.executable, *sys.orig_argv[1:]],
            env={**os.environ, supervised.VARIABLE: given},
            pass_fds=[theirs.fileno(), *(one.fileno() for one in sockets)],
            process_group=0,  # what the terminal signals, only the supervisor gets
        )
        theirs.close()

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def status(self) -> int | None:
        """The exit status; ``None`` while it runs."""
        return self._process.poll()

    @property
    def is_late(self) -> bool:
        """True if it should have been ready, or have ended, by now."""
        now = time.monotonic()
        if self.stopped:
            return now > self.stopped + STOP_TIMEOUT
        return not self.is_ready and now > self.started + START_TIMEOUT

    def listen(self) -> None:
        """Read what the process says on its line."""
        with contextlib.suppress(OSError):  # it has said nothing, or has ended
            self.is_ready = self.is_ready or supervised.READY in self.line.recv(64)

    def give_notice(self) -> None:
        """Tell the process that its address is not ready any more."""
        self._process.send_signal(signal.SIGUSR1)

    def stop(self) -> None:
        """Tell the process to stop gracefully."""
        self.stopped = self.stopped or time.monotonic()
        self._process.terminate()

    def interrupt(self) -> None:
        """Tell the process to stop at once."""
        self._process.send_signal(signal.SIGINT)

    def kill(self) -> None:
        """End the process."""
        self._process.kill()
