"""Long computations beside the requests: one worker process, which a page waits for briefly.

A draw, or the reading of printed codes, takes up to a minute of processor. In a request thread
it would hold up every phone. The process is started by the first computation, restarted if it
dies, and ends with the program. A page whose result takes longer than :data:`PATIENCE` asks
again (:class:`NotReady`), and finds it among the answers that are remembered.

Networks take turns, and in each its devices: computations of one device wait for each other,
those of others for the one that is at work. What nobody asks for any more is not computed.
"""

import logging
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, process, util
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, TypeVar, TypeVarTuple

from cachetools import LRUCache
from flask import Flask, current_app

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg
from scorekeeper.web.device import device_key
from scorekeeper.web.rate_limits import client_network

if TYPE_CHECKING:
    from multiprocessing.connection import Connection  # a browser has none

PATIENCE = 0.5
"""Seconds that a request waits for a result: then the page says that it is computed."""

MAX_WAITING = 2
"""Requests that wait at once, of all: half of the request threads are left for phones."""

START = 10.0
"""Seconds that a request waits besides for the first start of the process."""

LONGEST = 60.0
"""Seconds after which a computation is ended."""

BELOW = 5
"""By how much the priority of the process is lower than that of the program: phones first,
also on one core."""

ATTEMPTS = 2
"""Processes that are given to one computation, if they die of it."""

MAX_JOBS_OF_DEVICE = 2
"""Computations of one device that wait or are at work; of all clients of a network that have
no cookie, together."""

MAX_JOBS_OF_NETWORK = 8
"""The same of all devices of a network."""

MAX_JOBS = 64
"""The same of all networks."""

ABANDONED_AFTER = START + 2.0
"""Seconds after which a computation that nobody asks for any more has lost its place: a page
asks every second, after a form somebody taps a button."""

MAX_ANSWERS = 4 * 1024 * 1024
"""Bytes of all remembered questions and answers; a draw of 1,000 people has 40,000."""

R = TypeVar("R")
Arguments = TypeVarTuple("Arguments")


class NotReady(Exception):
    """The result is not there yet; to ask the same again finds it once it is."""


class TooLong(Exception):
    """The computation was ended after :data:`LONGEST`, or its process has died of it."""


class Owner(NamedTuple):
    """The network and the device that ask for a computation."""

    network: str
    device: str = ""
    """Its identifier; empty without a cookie."""


class _Job:
    """One computation: a function and its arguments, and the first who asked for it."""

    def __init__(self, owner: Owner, question: Hashable) -> None:
        self.owner = owner
        self.asked = 0.0
        """When somebody asked last, by the clock of :func:`time.monotonic`."""
        self.question = question
        self.sent = pickle.dumps(question)
        self.answer = b""
        """The pickled error, or None, and the result."""
        self.done = threading.Event()

    def __len__(self) -> int:
        return len(self.sent) + len(self.answer)

    @property
    def is_abandoned(self) -> bool:
        """True once nobody asks for it any more."""
        return time.monotonic() - self.asked > ABANDONED_AFTER


class Worker:
    """The worker process, the thread that gives it one computation after the other, and what
    they have answered. Nothing is started before the first computation."""

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._jobs: dict[Hashable, _Job] = {}
        """Those that wait or are at work, by question."""
        self._queue: dict[str, dict[str, deque[_Job]]] = {}
        """Those that wait, by network and device; first those whose turn it is."""
        self._answered: LRUCache[Hashable, _Job] = LRUCache(MAX_ANSWERS, len)
        self._slots = threading.BoundedSemaphore(MAX_WAITING)
        self._started = threading.Event()
        self._thread: threading.Thread | None = None
        self._process: process.BaseProcess | None = None
        self._pipe: Connection
        self._is_closing = False

    def result(
        self, owner: Owner, function: Callable[[*Arguments], R], *arguments: *Arguments
    ) -> R:
        """Return what a pure function of a module returns, computed in the worker process.

        :param arguments: hashable, since the same ones are computed once.
        :raises NotReady: if that takes longer than a request can wait.
        :raises TooLong: if it takes longer than it may at all.
        """
        question = function, arguments
        with self._lock:
            job = self._answered.get(question) or self._jobs.get(question)
            job = job or self._add(owner, question)
            if job:
                job.asked = time.monotonic()
        if job is None or not self._wait(job):
            raise NotReady
        error, value = pickle.loads(job.answer)
        if isinstance(error, TooLong):  # said once: whoever asks next may try again
            with self._lock:
                self._answered.pop(question, None)
        if error:
            raise error
        result: R = value
        return result

    def _wait(self, job: _Job) -> bool:
        """Return True once a computation has its answer, False if that takes too long."""
        if not job.done.is_set() and self._slots.acquire(blocking=False):
            try:
                self._started.wait(START)
                job.done.wait(PATIENCE)
            finally:
                self._slots.release()
        return job.done.is_set()

    def _add(self, owner: Owner, question: Hashable) -> _Job | None:
        """Put a computation into the queue, unless it is full for this owner."""
        owners = [job.owner for job in self._jobs.values() if not job.is_abandoned]
        near = [one for one in owners if one.network == owner.network]
        if (
            near.count(owner) >= MAX_JOBS_OF_DEVICE
            or len(near) >= MAX_JOBS_OF_NETWORK
            or len(owners) >= MAX_JOBS
        ):
            return None
        job = self._jobs[question] = _Job(owner, question)
        devices = self._queue.setdefault(owner.network, {})
        devices.setdefault(owner.device, deque()).append(job)
        self._lock.notify()
        if self._thread is None:
            util.Finalize(None, self.close, exitpriority=1)  # with the program
            self._thread = threading.Thread(target=self._work, daemon=True)
            self._thread.start()
        return job

    def close(self) -> None:
        """End the process, and what it computes; nothing is computed any more."""
        with self._lock:
            self._is_closing = True
            self._lock.notify()
            if self._process:
                self._process.kill()

    def _work(self) -> None:
        while True:
            with self._lock:
                self._lock.wait_for(lambda: self._queue or self._is_closing)
                if self._is_closing:
                    return
                job = self._next()
                if job.is_abandoned:
                    del self._jobs[job.question]
                    continue
            job.answer = self._answer(job.sent) or pickle.dumps((TooLong(), None))
            job.done.set()
            with self._lock:
                del self._jobs[job.question]
                with suppress(ValueError):  # larger than all that is remembered
                    self._answered[job.question] = job

    def _next(self) -> _Job:
        """Take the next computation from the queue: its network and device are last now."""
        network, devices = next(iter(self._queue.items()))
        device, jobs = next(iter(devices.items()))
        job = jobs.popleft()
        del self._queue[network], devices[device]
        if jobs:
            devices[device] = jobs
        if devices:
            self._queue[network] = devices
        return job

    def _answer(self, sent: bytes) -> bytes:
        """Return what the worker process answers; nothing if it was ended or has died."""
        for _ in range(ATTEMPTS):
            try:
                self._start(sent)
                self._pipe.send_bytes(sent)
                if self._pipe.poll(LONGEST):
                    return self._pipe.recv_bytes()
                self._end(f"{LONGEST:.0f} s")
                break
            except (EOFError, OSError) as error:
                self._end(repr(error))
        return b""

    def _start(self, sent: bytes) -> None:
        """Return once a worker process runs, and has imported what its first question needs.
        Raise OSError if none can be started, EOFError if it dies."""
        if self._process and self._process.is_alive():
            return
        spawn = get_context("spawn")  # no thread and no lock of the program is copied
        self._pipe, end = spawn.Pipe()
        with self._lock:
            if self._is_closing:
                raise EOFError
            self._process = spawn.Process(target=_serve, args=(end, sent), daemon=True)
            with _hidden_main():
                self._process.start()
        end.close()  # the end of the process is that of the pipe
        self._pipe.recv_bytes()
        self._started.set()

    def _end(self, why: str) -> None:
        """End the process, and tell the operator why, unless the program ends."""
        if not self._is_closing:
            message = msg("Un calcul a été arrêté : %(why)s", why=why)
            logging.getLogger("la_marque").warning("%s", say(message))
        if self._process:
            self._process.kill()
            self._process.join()
        self._pipe.close()
        self._process = None


@contextmanager
def _hidden_main() -> Iterator[None]:
    """Start a process that does not run the starter of the program again: one that does not
    ask for its name would serve there too."""
    main, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _serve(pipe: "Connection", first: bytes) -> None:
    """Answer one question after the other, in the worker process; the modules of the first are
    imported before the process is ready."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, which ends it
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(BELOW)
    with suppress(EOFError, OSError):  # the program has ended
        pickle.loads(first)
        pipe.send_bytes(b"ready")
        while True:
            pipe.send_bytes(_computed(pipe.recv_bytes()))


def _computed(sent: bytes) -> bytes:
    """Return the pickled answer to a pickled question: an error, or None, and the result."""
    function, arguments = pickle.loads(sent)
    try:
        return pickle.dumps((None, function(*arguments)))
    except Exception as error:
        error.add_note(traceback.format_exc())
        return pickle.dumps((error, None))


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
    os._exit(0)


def install(app: Flask) -> None:
    """Give the application its worker; without ``WORKER`` the requests compute instead."""
    app.extensions["worker"] = Worker()


def in_worker(function: Callable[[*Arguments], R], *arguments: *Arguments) -> R:
    """Return what a pure function returns, for the device of this request: see
    :meth:`Worker.result`. In tests, and without a worker, it is called."""
    if current_app.testing or not current_app.config["WORKER"]:
        return function(*arguments)
    worker: Worker = current_app.extensions["worker"]
    return worker.result(Owner(client_network(), device_key()), function, *arguments)
