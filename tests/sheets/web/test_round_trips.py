"""Round trips to PostgreSQL of each kind of request, counted between the two."""

import re

import pytest
from conftest import GARDE, token_of

from scorekeeper.streams.base import read_only_token

HAND = 2
"""Round trips of a posted hand: its access with the head, and the append."""


@pytest.fixture
def client(start_process):
    return start_process()


@pytest.fixture
def sheet(open_sheet, client):
    address = open_sheet()
    client.post(f"{address}/hands", data=GARDE)
    client.get(address)
    return address


@pytest.fixture
def etag(client):
    """The ETag in a page of the sheet."""
    return lambda address: re.search(r"live\?v=(\w+)", client.get(address).text)[1]


def test_a_hand_is_two_round_trips(network, client, sheet, etag):
    form = GARDE | {"points": "56", "base": etag(sheet), "key": "a" * 32}
    with network.counted() as trips:
        answer = client.post(f"{sheet}/hands", data=form)
    assert (answer.status_code, trips) == (303, [HAND])


@pytest.mark.parametrize(
    ("path", "form", "expected"),
    [
        ("hands/2", GARDE | {"points": "56", "seen": "2"}, HAND),
        (
            "journal/removals",
            {"entry": "2", "seen": "2"},
            HAND + 1,
        ),  # its key is looked up first
    ],
)
def test_a_change_of_a_hand_is_two_or_three_round_trips(
    network, client, sheet, path, form, expected
):
    with network.counted() as trips:
        answer = client.post(f"{sheet}/{path}", data=form | {"key": "a" * 32})
    assert (answer.status_code, trips) == (303, [expected])


def test_a_hand_of_the_outbox_and_its_news_are_two_round_trips(network, client, sheet, etag):
    form = GARDE | {"key": "a" * 32, "shown": etag(sheet), "base": etag(sheet)}
    with network.counted() as trips:
        answer = client.post(f"{sheet}/hands", data=form, headers={"X-Outbox": "1"})
    assert (answer.status_code, trips) == (201, [HAND])


def test_a_poll_without_news_is_one_round_trip(network, client, sheet, etag):
    shown = etag(sheet)
    with network.counted() as trips:
        answer = client.get(f"{sheet}/live?v={shown}")
    assert (answer.status_code, trips) == (204, [1])


def test_a_cached_page_is_one_round_trip(network, client, sheet):
    with network.counted() as trips:
        assert client.get(sheet).status_code == 200
    assert trips == [1]


def test_the_page_after_a_hand_reads_its_event(network, client, sheet):
    location = client.post(f"{sheet}/hands", data=GARDE).location
    with network.counted() as trips:
        assert client.get(location).status_code == 200
    assert trips == [2]


@pytest.mark.parametrize("is_reader", [False, True])
def test_a_page_that_no_cache_knows_is_two_round_trips(
    network, start_process, sheet, is_reader
):
    cold, token = start_process(), token_of(sheet)
    address = f"/sheets/{read_only_token(token)}" if is_reader else sheet
    with network.counted() as trips:
        assert cold.get(address).status_code == 200
    assert trips == [2]


def test_a_hand_on_top_of_an_event_of_another_process_reads_that_one(
    network, start_process, client, sheet, etag
):
    """As any hand, and the newer events."""
    form = GARDE | {"points": "61", "base": etag(sheet), "key": "a" * 32}
    other = start_process()
    other.get(sheet)
    client.post(f"{sheet}/penalties", data={"player": "0", "points": "10", "way": "less"})
    with network.counted() as trips:
        answer = other.post(f"{sheet}/hands", data=form)
    assert (answer.status_code, trips) == (303, [HAND + 2])


def test_an_unknown_token_is_one_round_trip(network, client, sheet):
    with network.counted() as trips:
        assert client.get("/sheets/" + "x" * 22).status_code == 404
    assert trips == [1]
