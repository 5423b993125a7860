"""The queue of requests: lanes take turns."""

from types import SimpleNamespace

import pytest

from scorekeeper.circles.service.access import CIRCLES
from scorekeeper.cli.fair_queue import FILE, FairQueue, Lane, RequestLanes
from scorekeeper.cli.server import THREADS
from scorekeeper.sheets.service.access import SHEETS
from scorekeeper.tournaments.service.access import TOURNAMENTS

LONG_SHEET, CIRCLE = SHEETS.name, CIRCLES.name
KINDS = LONG_SHEET, CIRCLE, FILE


@pytest.fixture
def queue():
    """A queue of tasks that are written as their lane: a capital for a long sheet."""
    released = []
    kinds = {True: LONG_SHEET, False: ""}
    fair = FairQueue(lambda task: Lane(task[0], kinds[task[0].isupper()]), released.append)
    fair.released = released
    return fair


class Task(str):
    """A task that can be answered or given up."""

    def service(self):
        self.answered = True

    def cancel(self):
        self.given_up = True


def fill(queue, *tasks):
    for task in tasks:
        queue.append(Task(task))


def take(queue):
    """Answer the next task; its name."""
    turn = queue.popleft()
    turn.service()
    queue.release(queue.released[-1])
    return str(turn._task)


def test_lanes_take_turns_however_many_tasks_one_of_them_has(queue):
    fill(queue, "a1", "a2", "a3", "a4", "b1", "c1", "b2")
    assert [take(queue) for _ in range(7)] == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]
    assert not queue and len(queue) == 0


def test_a_lane_has_one_task_at_work(queue):
    fill(queue, "a1", "a2")
    turn = queue.popleft()
    assert len(queue) == 1 and not queue
    with pytest.raises(IndexError):
        queue.popleft()
    turn.service()
    queue.release(Lane("a"))
    assert queue and take(queue) == "a2"


def test_one_long_sheet_is_at_work_and_the_short_ones_go_on(queue):
    fill(queue, "A1", "B1", "c1")
    queue.popleft()
    assert take(queue) == "c1" and not queue
    queue.release(Lane("A", LONG_SHEET))
    assert take(queue) == "B1"


def test_a_task_that_fails_frees_its_lane(queue):
    task = Task("a1")
    task.service = lambda: 1 / 0
    queue.append(task)
    with pytest.raises(ZeroDivisionError):
        queue.popleft().service()
    assert queue.released == [Lane("a")]


def test_what_waits_at_the_end_of_the_program_is_given_up(queue):
    fill(queue, "a1", "a2", "b1")
    assert sorted(queue.clear()) == ["a1", "a2", "b1"] and len(queue) == 0


SHORT, LONG = "s" * 22, "l" * 22


class Known:
    """Streams of one kind, of which one is short, and one is long."""

    def __init__(self, kind):
        self.kind = kind

    def known_version(self, token):
        return {SHORT: 299, LONG: 300}.get(token)


STREAMS = [Known(kind) for kind in (SHEETS, CIRCLES, TOURNAMENTS)]


def lane(path, address="203.0.113.9", proxy="", **headers):
    method, _, path = path.rpartition(" ")
    request = SimpleNamespace(command=method or "GET", path=path, headers=headers)
    return RequestLanes(STREAMS, proxy)(SimpleNamespace(requests=[request], addr=(address, 1)))


@pytest.mark.parametrize("page", ["", "/live", "/hands/2/edit"])
def test_the_pages_of_a_token_are_one_lane_of_each_client(page):
    client = "203.0.113.9"
    assert lane(f"/sheets/{SHORT}{page}") == Lane((SHORT, client))
    assert lane(f"/sheets/{LONG}{page}") == Lane((LONG, client), LONG_SHEET)
    assert lane(f"/circles/{SHORT}{page}") == Lane((SHORT, client), CIRCLE)
    assert lane(f"/tournaments/{LONG}{page}") == Lane((LONG, client))
    assert lane(f"/tournaments/{LONG}{page}", "198.51.100.7").key != (LONG, client)


@pytest.mark.parametrize(
    "path", ["/", "/sheets/new", f"/sheets/{'x' * 22}", f"/x/sheets/{SHORT}", "/circles"]
)
def test_what_has_no_known_token_is_the_lane_of_its_client(path):
    assert lane(path) == Lane("203.0.113.9")


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("POST /import", FILE),
        ("/archive.zip", FILE),
        ("POST /circles/import", FILE),
        (f"/circles/g{'x' * 22}/circle.json", FILE),
        ("/circles/exemple", CIRCLE),
        (f"/circles/g{'x' * 22}", CIRCLE),
        (f"/circles/g{'x' * 22}/players/1", CIRCLE),
        ("/circles/import", CIRCLE),
        ("/circlesque", ""),
        ("/sheets/new", ""),
        ("/import", ""),
        ("/import/tarot.csv", ""),
    ],
)
def test_what_takes_long_holds_up_no_short_request_of_its_client(path, kind):
    assert lane(path) == Lane("203.0.113.9", kind)


def test_a_thread_is_left_for_what_is_short():
    assert len(KINDS) < THREADS


def test_each_kind_of_what_takes_long_has_one_request_at_work_for_all_clients():
    fair = FairQueue(lambda task: Lane(task, KINDS[int(task[0])]), lambda lane: None)
    fill(fair, *(f"{kind} of {client}" for client in "ab" for kind in range(len(KINDS))))
    taken = [str(fair.popleft()._task) for _ in KINDS]
    assert taken == ["0 of a", "1 of a", "2 of a"] and not fair


def test_a_malformed_request_is_in_the_lane_of_its_client():
    channel = SimpleNamespace(requests=[SimpleNamespace(headers={})], addr=("203.0.113.9", 1))
    assert RequestLanes(STREAMS)(channel) == Lane("203.0.113.9")


def test_all_ipv6_networks_of_one_customer_are_one_client():
    assert lane("/", "2001:db8::1") == lane("/", "2001:db8:0:ff::2") == Lane("2001:db8::/56")


def test_the_client_is_the_one_that_the_trusted_proxy_reports():
    forwarded = {"X_FORWARDED_FOR": "198.51.100.1, 192.0.2.7"}
    assert lane("/", "127.0.0.1", "127.0.0.1", **forwarded) == Lane("192.0.2.7")
    assert lane("/", "203.0.113.9", "127.0.0.1", **forwarded) == Lane("203.0.113.9")
    assert lane("/", "127.0.0.1", "127.0.0.1") == Lane("127.0.0.1")
