"""The queue of requests: networks take turns, instead of first come, first served.

Half of the request threads take requests in turn: that of the network, and in it of the lane,
that has waited longest. The others take that of the network whose last request took least
processor time, and in it of the lane whose last one did. So the polls of a club are before the
long pages of strangers, from however many addresses and with however many links, and no page
waits forever. Of each network one request of either kind is at work, whether others wait or
not: a thread cannot be taken back. Each lane, the requests of a network with one token, has
one request at work.
"""

import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from waitress.task import ThreadedTaskDispatcher

from scorekeeper.web.addresses import network_of

IN_TURN = 2
"""How many requests in turn are at work at once: half of the request threads. More of one
network would only wait for the interpreter lock, also for 400 phones behind one address."""

FORGOTTEN_BELOW = 0.001
"""The seconds of processor time from which the cost of a lane or a network is remembered."""

REMEMBERED = 10_000
"""How many costs are remembered."""


class Lane(NamedTuple):
    """The requests that wait for each other."""

    network: str
    token: str = ""
    """Of a sheet, a circle or a tournament, in use or not; the second part of any address."""


class QueuedTask:
    """A request at work; ``done`` then frees its lane, given its seconds of processor time."""

    def __init__(self, task: Any, done: Callable[[float], None]) -> None:
        self._task = task
        self._done = done

    def service(self) -> None:
        """Answer the request."""
        begun = time.thread_time()
        try:
            self._task.service()
        finally:
            self._done(time.thread_time() - begun)

    def cancel(self) -> None:
        """Give the request up, at the end of the program."""
        self._task.cancel()


class FairQueue:
    """Tasks by lane; each network is served in turn.

    It has the methods of a deque that waitress uses, under the lock of its dispatcher. It is
    empty where each task has to wait for one that is at work.

    :param lane_of: the lane of a task.
    :param done: called once a task has been answered, with its lane and the seconds of
        processor time that it took.
    """

    def __init__(
        self, lane_of: Callable[[Any], Lane], done: Callable[[Lane, float], None]
    ) -> None:
        self._lane_of = lane_of
        self._done = done
        # networks, and the lanes of each, in the order of their turns
        self._waiting: dict[str, dict[Lane, deque[Any]]] = {}
        self._at_work: dict[Lane, bool] = {}  # true for those in turn
        self._costs: dict[Lane | str, float] = {}  # of lanes, and of networks

    def __len__(self) -> int:
        """Return the number of tasks that wait."""
        return sum(len(tasks) for lanes in self._waiting.values() for tasks in lanes.values())

    def __bool__(self) -> bool:
        """Return true if a task can be answered now."""
        return self._next() is not None

    def append(self, task: Any) -> None:
        """Let a task wait in its lane."""
        lane = self._lane_of(task)
        self._waiting.setdefault(lane.network, {}).setdefault(lane, deque()).append(task)

    def popleft(self) -> QueuedTask:
        """Return the next task that can be answered, or raise IndexError; in turn, its network
        is last from now on."""
        found = self._next()
        if found is None:
            raise IndexError("no task can be answered now")
        lane, in_turn = found
        self._at_work[lane] = in_turn
        lanes = self._waiting[lane.network]
        tasks = lanes.pop(lane)
        task = tasks.popleft()
        if tasks:
            lanes[lane] = tasks
        if in_turn or not lanes:
            del self._waiting[lane.network]
        if lanes:
            self._waiting[lane.network] = lanes
        return QueuedTask(task, lambda cost: self._done(lane, cost))

    def release(self, lane: Lane, cost: float) -> None:
        """Free a lane whose task has been answered, and took some seconds."""
        self._at_work.pop(lane, None)
        for one in (lane, lane.network):
            decayed = max(cost, self._costs.pop(one, 0) / 2)
            if decayed >= FORGOTTEN_BELOW:
                self._costs[one] = decayed
                if len(self._costs) > REMEMBERED:
                    del self._costs[next(iter(self._costs))]

    def clear(self) -> list[Any]:
        """Return every task that waits; the queue is empty afterwards."""
        lanes = [tasks for lanes in self._waiting.values() for tasks in lanes.values()]
        waiting = list(chain.from_iterable(lanes))
        self._waiting.clear()
        return waiting

    def _next(self) -> tuple[Lane, bool] | None:
        """Find the lane of the next task; true if it is in turn."""
        free = next(self._free(in_turn=True), None)
        if free and sum(self._at_work.values()) < IN_TURN:
            return free, True
        cost, others = self._costs.get, self._free(in_turn=False)
        cheapest = min(others, key=lambda x: (cost(x.network, 0), cost(x, 0)), default=None)
        return None if cheapest is None else (cheapest, False)

    def _free(self, in_turn: bool) -> Iterator[Lane]:
        """Yield the lanes that may be next, in turn or the cheapest, in their order."""
        busy = {lane.network for lane, one in self._at_work.items() if one is in_turn}
        for network, lanes in self._waiting.items():
            if network not in busy:
                yield from (lane for lane in lanes if lane not in self._at_work)


class FairDispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """The request threads of waitress, on a :class:`FairQueue`."""

    def __init__(self, lane_of: Callable[[Any], Lane]) -> None:
        super().__init__()
        self.queue = FairQueue(lane_of, self._release)

    def _release(self, lane: Lane, cost: float) -> None:
        with self.lock:
            self.queue.release(lane, cost)
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


TOKEN = re.compile(r"/\w+/([\w-]{1,64})", re.ASCII)
"""What begins the address of a page of a sheet, a circle or a tournament."""


def lane_of_request(channel: Any, proxy: str = "") -> Lane:
    """Return the lane of the first request of a connection, before Flask sees it; ``proxy`` is
    the IP address of the trusted one, if there is one."""
    request = channel.requests[0]
    address: str = channel.addr[0]
    if address == proxy:
        address = request.headers.get("X_FORWARDED_FOR", address).rpartition(",")[2].strip()
    token = TOKEN.match(getattr(request, "path", ""))  # a malformed request has none
    return Lane(network_of(address), token[1] if token else "")
