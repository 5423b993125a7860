"""The queue of requests: networks and their lanes take turns."""

from types import SimpleNamespace

import pytest

from scorekeeper.cli import fair_queue
from scorekeeper.cli.fair_queue import IN_TURN, FairQueue, Lane, lane_of_request
from scorekeeper.cli.server import THREADS


class Task(str):
    """A task that can be answered or given up: network, token, number."""

    def service(self):
        self.answered = True

    def cancel(self):
        self.given_up = True


def lane_of(task):
    return Lane(task[0], task[1])


@pytest.fixture
def queue():
    fair = FairQueue(lane_of, lambda *done: fair.release(*done))
    return fair


def fill(queue, *tasks):
    for task in tasks:
        queue.append(Task(task))


def begin(queue):
    """Take the next task to work; its name."""
    return str(queue.popleft()._task)


def end(queue, name, cost=0.0):
    queue.release(lane_of(name), cost)


def take(queue, cost=0.0):
    """Answer the next task; its name."""
    name = begin(queue)
    end(queue, name, cost)
    return name


def test_networks_take_turns_however_many_tokens_and_tasks_one_of_them_has(queue):
    fill(queue, "aA1", "aB1", "aC1", "aC2", "bA1", "cA1", "bA2")
    taken = [take(queue) for _ in range(7)]
    assert taken == ["aA1", "bA1", "cA1", "aB1", "bA2", "aC1", "aC2"]
    assert not queue and len(queue) == 0


def test_a_lane_has_one_task_at_work(queue):
    fill(queue, "aA1", "aA2")
    begin(queue)
    assert len(queue) == 1 and not queue
    with pytest.raises(IndexError):
        queue.popleft()
    end(queue, "aA1")
    assert queue and take(queue) == "aA2"


def test_a_network_has_two_tasks_at_work_and_the_others_go_on(queue):
    fill(queue, "aA1", "aB1", "aC1", "bA1")
    assert [begin(queue), begin(queue), begin(queue)] == ["aA1", "bA1", "aB1"]
    assert len(queue) == 1 and not queue
    end(queue, "aB1")
    assert take(queue) == "aC1"


def test_beside_the_lane_that_has_waited_longest_the_cheapest_is_next(queue):
    fill(queue, "aA1", "aB1", "aC1")
    for cost in (3, 2, 1):
        take(queue, cost)
    fill(queue, "aA2", "aB2", "aC2", "aD2", "aD3")
    assert begin(queue) == "aA2"
    assert [take(queue) for _ in range(4)] == ["aD2", "aD3", "aC2", "aB2"]


def test_a_dear_lane_has_its_turn_while_cheap_ones_never_end(queue):
    fill(queue, "aA1")
    take(queue, 5)
    fill(queue, "aB1", "aA2", "aB2")
    taken = [begin(queue)]
    for n in range(3, 5):
        end(queue, taken[-1])
        fill(queue, f"aB{n}")
        taken.append(begin(queue))
    assert "aA2" in taken


@pytest.fixture
def dear(queue):
    """The queue, after the first lane of each of four networks took a second."""
    fill(queue, "aA1", "bA1", "cA1", "dA1")
    for _ in range(4):
        take(queue, 1)
    return queue


def test_half_of_the_threads_are_for_the_cheapest_networks(dear):
    fill(dear, "aA2", "bA2", "cB1", "dA2", "eA1")  # a new link of a dear network is dear
    assert [begin(dear) for _ in range(4)] == ["aA2", "bA2", "eA1", "cB1"]


def test_a_dear_lane_has_its_turn_while_its_network_has_cheap_ones_and_others_dear(dear):
    fill(dear, "aA2", "aA3", "bA2", "bA3", "cB1", "cA2", "cC1")
    assert [begin(dear) for _ in range(3)] == ["aA2", "bA2", "cB1"]
    assert not dear  # or the cheap ones would have both requests of their network
    end(dear, "aA2", 1)
    assert begin(dear) == "cA2"


def test_a_lane_that_was_dear_once_is_as_cheap_as_the_others_after_a_while(queue):
    fill(queue, "aA1")
    take(queue, 1)
    for n in range(11):
        fill(queue, f"aA{n}")
        take(queue, 0.0001)
    fill(queue, "aB1", "aA2", "aC1")
    assert [begin(queue), begin(queue)] == ["aB1", "aA2"]


def test_the_costs_of_lanes_are_remembered_up_to_a_bound(queue, monkeypatch):
    monkeypatch.setattr(fair_queue, "REMEMBERED", 3)  # of two lanes and their network
    fill(queue, "aA1", "aB1", "aC1")
    for cost in (3, 2, 1):
        take(queue, cost)
    fill(queue, "aD2", "aB2", "aA2")
    assert [begin(queue), begin(queue)] == ["aD2", "aA2"]


def test_a_task_that_fails_frees_its_lane(queue):
    task = Task("aA1")
    task.service = lambda: 1 / 0
    queue.append(task)
    fill(queue, "aA2")
    with pytest.raises(ZeroDivisionError):
        queue.popleft().service()
    assert take(queue) == "aA2"


def test_what_a_task_costs_is_its_own_processor_time(monkeypatch):
    costs = []
    fair = FairQueue(lane_of, lambda lane, cost: costs.append(cost))
    clock = iter([10.0, 10.5])
    monkeypatch.setattr(fair_queue.time, "thread_time", lambda: next(clock))
    fill(fair, "aA1")
    fair.popleft().service()
    assert costs == [0.5]


def test_what_waits_at_the_end_of_the_program_is_given_up(queue):
    fill(queue, "aA1", "aA2", "bA1")
    assert sorted(queue.clear()) == ["aA1", "aA2", "bA1"] and len(queue) == 0


def test_half_of_the_request_threads_take_requests_in_turn():
    assert 2 * IN_TURN == THREADS


TOKEN = "u" * 22
HERE = "203.0.113.9"


def lane(path, address=HERE, proxy="", **headers):
    request = SimpleNamespace(path=path, headers=headers)
    return lane_of_request(SimpleNamespace(requests=[request], addr=(address, 1)), proxy)


@pytest.mark.parametrize("page", ["", "/live", "/hands/2/edit"])
@pytest.mark.parametrize("kind", ["sheets", "circles", "tournaments"])
def test_the_pages_of_a_token_are_one_lane_of_each_network(kind, page):
    assert lane(f"/{kind}/{TOKEN}{page}") == Lane(HERE, TOKEN)
    assert lane(f"/{kind}/{TOKEN}{page}", "198.51.100.7") == Lane("198.51.100.7", TOKEN)


@pytest.mark.parametrize("path", ["/", "/circles", "/import", "/archive.zip"])
def test_what_has_no_token_is_one_lane_of_its_network(path):
    assert lane(path) == Lane(HERE)


def test_a_malformed_request_is_in_the_lane_of_its_network():
    channel = SimpleNamespace(requests=[SimpleNamespace(headers={})], addr=(HERE, 1))
    assert lane_of_request(channel) == Lane(HERE)


def test_all_ipv6_networks_of_one_customer_are_one_network():
    assert lane("/", "2001:db8::1") == lane("/", "2001:db8:0:ff::2") == Lane("2001:db8::/56")


def test_the_network_is_the_one_that_the_trusted_proxy_reports():
    forwarded = {"X_FORWARDED_FOR": "198.51.100.1, 192.0.2.7"}
    assert lane("/", "127.0.0.1", "127.0.0.1", **forwarded) == Lane("192.0.2.7")
    assert lane("/", HERE, "127.0.0.1", **forwarded) == Lane(HERE)
    assert lane("/", "127.0.0.1", "127.0.0.1") == Lane("127.0.0.1")
