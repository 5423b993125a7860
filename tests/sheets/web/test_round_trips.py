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


SHOWN = "the head of the sheet"
HEADED = GARDE | {"points": "56", "base": SHOWN, "key": "a" * 32}
REMOVAL = {"entry": "2", "seen": "2", "key": "a" * 32}
REQUESTS = {
    "a hand": ("{sheet}/hands", HEADED, 303, HAND),
    "an outbox, with its news": ("{sheet}/hands", HEADED | {"shown": SHOWN}, 201, HAND),
    "a correction": ("{sheet}/hands/2", HEADED | {"seen": "2"}, 303, HAND),
    "a removal": ("{sheet}/journal/removals", REMOVAL, 303, HAND),
    "a poll without news": ("{sheet}/live?v={head}", None, 204, 1),
    "a page that is cached": ("{sheet}", None, 200, 1),
    "an unknown token": ("/sheets/" + "x" * 22, None, 404, 1),
}
"""Path, form, status and round trips of each kind of request."""


@pytest.mark.parametrize("kind", REQUESTS)
def test_a_request_is_so_many_round_trips(network, client, sheet, etag, kind):
    (path, form, status, expected), head = REQUESTS[kind], etag(sheet)
    form = form and {name: head if one == SHOWN else one for name, one in form.items()}
    how = {"method": "POST" if form else "GET", "data": form}
    headers = {"X-Outbox": "1"} if status == 201 else {}
    with network.counted() as trips:
        answer = client.open(path.format(sheet=sheet, head=head), headers=headers, **how)
    assert (answer.status_code, trips) == (status, [expected])


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
