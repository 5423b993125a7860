"""The queue of requests: tokens and clients take turns, instead of first come, first served.

A thousand requests about one sheet wait for each other and for nobody else. Each client has
one request at work at a time for each token of a sheet, a circle or a tournament, and one for
what has none. Of each kind of request that takes long only one is at work, whoever asks, so
that a thread is always left for polls and hands; none of them holds up the short requests of
the same client.

While 100 connections ask for the printed page of a sheet without pause, a poll takes 2 ms; in
waitress's own queue 1,400 ms. While eight do for eight long sheets, the slowest poll of a
hundred takes 44 ms instead of 941 ms (``tests/bench/crowd.py``).
"""

import re
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from waitress.task import ThreadedTaskDispatcher

from scorekeeper.streams.repository import Repository
from scorekeeper.web.addresses import network_of

FILE = "file"
"""The kind of request that reads or writes a whole file."""


class Lane(NamedTuple):
    """The requests that wait for each other."""

    key: Hashable
    """A client, and the token that it uses."""
    kind: str = ""
    """Of what takes long, the kind of stream or :data:`FILE`: they are fewer than the request
    threads."""


class QueuedTask:
    """A request at work; its lane is free again afterwards."""

    def __init__(self, task: Any, done: Callable[[], None]) -> None:
        self._task = task
        self._done = done

    def service(self) -> None:
        """Answer the request."""
        try:
            self._task.service()
        finally:
            self._done()

    def cancel(self) -> None:
        """Give the request up, at the end of the program."""
        self._task.cancel()


class FairQueue:
    """Tasks by lane; each lane is served in turn.

    It has the methods of a deque that waitress uses, under the lock of its dispatcher. It is
    empty where each task has to wait for one that is at work.

    :param lane_of: the lane of a task.
    :param done: called with the lane once a task has been answered.
    """

    def __init__(self, lane_of: Callable[[Any], Lane], done: Callable[[Lane], None]) -> None:
        self._lane_of = lane_of
        self._done = done
        self._waiting: dict[Lane, deque[Any]] = {}
        self._at_work: set[Lane] = set()

    def __len__(self) -> int:
        """Return the number of tasks that wait."""
        return sum(map(len, self._waiting.values()))

    def __bool__(self) -> bool:
        """Return true if a task can be answered now."""
        return self._next() is not None

    def append(self, task: Any) -> None:
        """Let a task wait in its lane."""
        self._waiting.setdefault(self._lane_of(task), deque()).append(task)

    def popleft(self) -> QueuedTask:
        """Return the next task that can be answered: its lane is last from now on.

        :raises IndexError: if there is none.
        """
        lane = self._next()
        if lane is None:
            raise IndexError("no task can be answered now")
        tasks = self._waiting.pop(lane)
        task = tasks.popleft()
        if tasks:
            self._waiting[lane] = tasks
        self._at_work.add(lane)
        return QueuedTask(task, lambda: self._done(lane))

    def release(self, lane: Lane) -> None:
        """Free a lane whose task has been answered."""
        self._at_work.discard(lane)

    def clear(self) -> list[Any]:
        """Return every task that waits; the queue is empty afterwards."""
        waiting = [task for tasks in self._waiting.values() for task in tasks]
        self._waiting.clear()
        return waiting

    def _next(self) -> Lane | None:
        long_at_work = {lane.kind for lane in self._at_work if lane.kind}
        for lane in self._waiting:
            if lane not in self._at_work and lane.kind not in long_at_work:
                return lane
        return None


class FairDispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """The request threads of waitress, on a :class:`FairQueue`."""

    def __init__(self, lane_of: Callable[[Any], Lane]) -> None:
        super().__init__()
        self.queue = FairQueue(lane_of, self._release)

    def _release(self, lane: Lane) -> None:
        with self.lock:
            self.queue.release(lane)
            if self.queue:  # or a thread would wake up for nothing after each answer
                self.queue_cv.notify()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """Stop the threads; requests that wait are given up."""
        super().shutdown(cancel_pending=False, timeout=timeout)
        with self.lock:
            waiting = self.queue.clear() if cancel_pending else []
        for task in waiting:
            task.cancel()
        return cancel_pending


PAGE = re.compile(r"/(\w+)/([\w-]+)(?:/|$)", re.ASCII)
"""The address of a page of a stream: the name of its kind, and the token."""

WHOLE_FILE = re.compile(
    r"POST (/circles)?/import|\w+ (/archive\.zip|/circles/[^/]+/circle\.json)"
)
"""The method and the address of a request that reads or writes a whole file."""


class RequestLanes:
    """Finds the lane of a request before Flask sees it, from memory alone.

    :param repositories: know the tokens that are in use, by the kind of their streams.
    :param proxy: the IP address of the trusted proxy; empty if there is none.
    """

    def __init__(self, repositories: Sequence[Repository[Any]], proxy: str = "") -> None:
        self._repositories = {one.kind.name: one for one in repositories}
        self._proxy = proxy

    def __call__(self, channel: Any) -> Lane:
        """Return the lane of the first request of a connection."""
        request = channel.requests[0]
        path = getattr(request, "path", "")  # a malformed request has none
        client = network_of(self._client(channel.addr[0], request.headers))
        is_file = WHOLE_FILE.fullmatch(f"{getattr(request, 'command', '')} {path}")
        page = PAGE.match(path)
        repository = self._repositories.get(page[1]) if page else None
        if page is None or repository is None:
            return Lane(client, FILE if is_file else "")
        version = repository.known_version(page[2])
        is_long = (version or 0) >= repository.kind.long_from
        kind = FILE if is_file else repository.kind.name if is_long else ""
        return Lane(client if version is None else (page[2], client), kind)

    def _client(self, address: str, headers: dict[str, str]) -> str:
        if address != self._proxy:
            return address
        return headers.get("X_FORWARDED_FOR", address).rpartition(",")[2].strip()
