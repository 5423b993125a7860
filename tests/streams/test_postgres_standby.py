"""Nothing is acknowledged that the synchronous standby does not hold, not even when it is sent
again and the server knows it already."""

import threading

import postgres
import pytest
from store_contract import OPENED

from scorekeeper.streams.base import DatabaseBusy
from scorekeeper.streams.postgres.driver import open_postgres

pytestmark = pytest.mark.long

VERBS = {
    "append": lambda journal, sheet_id, head: journal.append(sheet_id, "k", "hand", {}, *head),
    "rename": lambda journal, sheet_id, head: journal.rename(sheet_id, "k", 0, "Eve"),
    "renew": lambda journal, sheet_id, head: journal.renew(sheet_id, "k", "n" * 22),
    "open": lambda journal, sheet_id, head: journal.open_stream(OPENED, "o" * 22),
    "delete": lambda journal, sheet_id, head: journal.delete(sheet_id),
}


@pytest.fixture
def pair(request):
    """A server, and its standby."""
    primary = postgres.Cluster()
    request.addfinalizer(primary.remove)
    standby = primary.standby()
    request.addfinalizer(standby.remove)
    return primary, standby


@pytest.fixture
def journal(pair):
    opened = open_postgres(pair[0].url(pair[0].create_database()))
    yield opened
    opened.close()


@pytest.mark.hours
@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("verb", VERBS)
def test_what_only_the_server_holds_is_not_acknowledged(pair, journal, verb):
    primary, standby = pair
    sheet_id = journal.grant(journal.open_stream(OPENED)).sheet_id
    head = journal.heads([sheet_id])[sheet_id]
    standby.stop()
    with pytest.raises(DatabaseBusy):
        VERBS[verb](journal, sheet_id, head)
    primary.kill()  # from now on it shows what it has not replicated
    primary.start()
    for _ in range(2):
        with pytest.raises(DatabaseBusy):
            VERBS[verb](journal, sheet_id, head)
    standby.start()
    primary.await_standby()
    VERBS[verb](journal, sheet_id, head)


CANCEL = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
"""Ends the waits of all commits for a standby."""


def await_waiting_commits(server):
    """Commit until a commit waits for a standby: the checkpointer makes them wait, once it has
    read the settings."""
    commit = "SELECT pg_logical_emit_message(true, 'test', '')"
    is_waiting = False
    while not is_waiting:
        committing = threading.Thread(target=server.execute, args=[commit])
        committing.start()
        while committing.is_alive():
            is_waiting = bool(server.execute(CANCEL)) or is_waiting


@pytest.fixture
def alone():
    """A server whose commits wait for a standby that there is not, and a sheet from before."""
    server = postgres.Cluster()
    name = server.create_database()
    opened = open_postgres(server.url(name))
    sheet_id = opened.grant(opened.open_stream(OPENED)).sheet_id
    server.set(synchronous_standby_names="nobody")
    await_waiting_commits(server)
    yield server, name, opened, sheet_id
    opened.close()
    server.remove()


def waiting(server):
    """The processes of the server that work for the program."""
    query = "SELECT pid FROM pg_stat_activity WHERE application_name = 'la_marque'"
    return [pid for (pid,) in server.execute(query)]


@pytest.mark.usefixtures("cluster")
def test_no_process_of_the_server_is_left_waiting_for_a_standby(alone):
    server, _, journal, sheet_id = alone
    head = journal.heads([sheet_id])[sheet_id]
    for _ in range(3):
        with pytest.raises(DatabaseBusy):
            journal.append(sheet_id, "k", "hand", {}, *head)
    assert len(waiting(server)) <= 2
    assert journal.heads([sheet_id])


@pytest.mark.usefixtures("cluster")
def test_a_commit_whose_wait_was_canceled_is_not_acknowledged(alone):
    server, _, journal, sheet_id = alone
    head = journal.heads([sheet_id])[sheet_id]
    stopped = threading.Event()

    def cancel():
        while not stopped.wait(0.05):
            server.execute(CANCEL)

    canceling = threading.Thread(target=cancel)
    canceling.start()
    try:
        with pytest.raises(DatabaseBusy):
            journal.append(sheet_id, "k", "hand", {}, *head)
    finally:
        stopped.set()
        canceling.join()
