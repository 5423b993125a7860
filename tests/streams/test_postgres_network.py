"""Round trips between the program and PostgreSQL, and what becomes of lost ones."""

import threading
import time

import postgres
import pytest
from store_contract import OPENED

from scorekeeper.streams.base import (
    DatabaseBusy,
    OutcomeUnknown,
    StaleHead,
    StorageError,
    StoredSummary,
    read_only_token,
)
from scorekeeper.streams.postgres.driver import open_postgres
from scorekeeper.streams.postgres.installation import SharedInstallation

pytestmark = pytest.mark.long


@pytest.fixture
def journal(network, database_url):
    opened = open_postgres(network.url(postgres.name_of(database_url)))
    opened.heads([])  # the pool has a connection
    yield opened
    opened.close()


@pytest.fixture
def token(journal):
    return journal.open_stream(OPENED)


@pytest.fixture
def sheet_id(journal, token):
    return journal.grant(token).sheet_id


@pytest.fixture
def head(journal, sheet_id):
    return journal.heads([sheet_id])[sheet_id]


@pytest.mark.parametrize("more", [{"points": 41}, {"names": ["Eve", "Max"]}])
def test_a_hand_or_a_change_of_seats_is_one_round_trip(network, journal, sheet_id, head, more):
    with network.counted() as trips:
        journal.append(sheet_id, "k", "seated" if "names" in more else "hand", more, *head)
    assert trips == [1]


def test_a_conflict_is_found_in_two_round_trips(network, journal, sheet_id, head):
    journal.append(sheet_id, "k", "hand", {}, *head)
    with network.counted() as trips, pytest.raises(StaleHead):
        journal.append(sheet_id, "l", "hand", {}, *head)
    assert trips == [2]


def test_every_reading_is_one_round_trip(network, journal, token, sheet_id, head):
    readings = (
        lambda: journal.grant(token),
        lambda: journal.known_tokens([token, read_only_token(token), "x" * 22]),
        lambda: journal.events(sheet_id),
        lambda: journal.events(sheet_id, *head),
        lambda: journal.outline(sheet_id),
        lambda: journal.outlines([token, read_only_token(token)]),
        lambda: journal.heads([sheet_id] * 100),
        lambda: journal.stored_stream(sheet_id),
        lambda: journal.read_summaries([sheet_id] * 100, "a"),
    )
    for read in readings:
        with network.counted() as trips:
            read()
        assert trips == [1]


def test_summaries_are_stored_in_one_round_trip(network, journal, sheet_id):
    summaries = {id: StoredSummary(b"1" * 32, "{}") for id in (sheet_id, 7, 8)}
    with network.counted() as trips:
        journal.write_summaries(summaries, "a")
    assert trips == [1] and journal.read_summaries(summaries, "a").keys() == {sheet_id}


@pytest.mark.parametrize("lost", [1, 2])
def test_a_hand_whose_answer_is_lost_is_stored_once(network, journal, sheet_id, head, lost):
    network.lose_answers(lost)
    stored = journal.append(sheet_id, "k", "hand", {}, *head)
    assert journal.heads([sheet_id])[sheet_id] == stored
    assert journal.count_events() == 2


def test_a_hand_of_unknown_outcome_is_stored_once_by_its_key(network, journal, sheet_id, head):
    network.lose_answers(50)
    with pytest.raises(OutcomeUnknown):
        journal.append(sheet_id, "k", "hand", {}, *head)
    network.lose_answers(0)
    stored = journal.append(sheet_id, "k", "hand", {}, *head)
    assert journal.heads([sheet_id])[sheet_id] == stored
    assert journal.count_events() == 2


@pytest.mark.parametrize("lost", [1, 2])
def test_each_verb_is_done_once_where_its_answer_is_lost(
    network, journal, token, sheet_id, lost
):
    verbs = (
        lambda: journal.rename(sheet_id, "a", 0, "Eve"),
        lambda: journal.renew(sheet_id, "b", "n" * 22),
        lambda: journal.open_stream(OPENED, "o" * 22),
    )
    for verb in verbs:
        network.lose_answers(lost)
        verb()
    kinds = [event.kind for event in journal.events(sheet_id)]
    assert kinds == ["opened", "renamed", "renewed"]
    known = journal.known_tokens([token, "n" * 22, "o" * 22])
    assert known == {"n" * 22, "o" * 22} and journal.count_events() == 4
    network.lose_answers(lost)
    journal.delete(sheet_id)
    assert journal.count_events() == 1


def test_connections_that_were_cut_are_replaced(network, journal, sheet_id, head):
    for n in range(5):
        network.cut()
        head = journal.append(sheet_id, f"k{n}", "hand", {}, *head)
    assert journal.count_events() == 6


def test_a_silent_server_is_given_up_and_found_again(network, journal, sheet_id, head):
    network.freeze()
    began = time.monotonic()
    with pytest.raises(DatabaseBusy):
        journal.append(sheet_id, "k", "hand", {}, *head)
    assert time.monotonic() - began < 20
    network.thaw()
    deadline = time.monotonic() + 60
    while True:
        try:
            journal.append(sheet_id, "k", "hand", {}, *head)
            break
        except DatabaseBusy:
            assert time.monotonic() < deadline
    assert journal.count_events() == 2


def test_more_threads_than_connections_wait_for_one(network, journal, sheet_id):
    threads = [threading.Thread(target=lambda: journal.events(sheet_id)) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert network.connections <= 1 + 6 + 1


def test_a_database_that_cannot_be_reached_is_a_sentence(network, database_url):
    network.stop()
    with pytest.raises(StorageError, match="ne s'ouvre pas") as refused:
        open_postgres(network.url(postgres.name_of(database_url)))
    assert "\n" not in str(refused.value)


def test_an_installation_without_a_given_key_says_so_once(database_url, tmp_path, caplog):
    installation = SharedInstallation(tmp_path, database_url)
    for _ in range(2):
        installation.open()
    installation.journal.close()
    assert caplog.text.count("SECRET_KEY n'est pas donnée") == 1
