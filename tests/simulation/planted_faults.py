"""Faults planted in the program, each of which the simulation has to find; those of turns and
of keys are found by ``test_deals.py`` and ``test_outbox_model.py``."""

from contextlib import contextmanager, nullcontext
from unittest import mock

from scorekeeper.streams import chain
from scorekeeper.streams.access import StateCache
from scorekeeper.streams.base import DatabaseBusy, Head
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.sqlite.driver import SqliteDriver

STORE = EventStore.store
CHAINED = chain.chained_hash
PUT = StateCache.put


@contextmanager
def begun_without_lock(driver):
    """A transaction without ``BEGIN IMMEDIATE``: each statement for itself."""
    yield driver._connection()


def store_whatever(journal, sheet_id, last, event, change):
    """Acknowledge an event, although the disk was full."""
    try:
        return STORE(journal, sheet_id, last, event, change)
    except DatabaseBusy:
        return Head(event.seq, event.hash)


def store_by_key_only(journal, sheet_id, last, event, change):
    """Acknowledge whatever comes under a key that is known."""
    known = journal.seq_of_key(sheet_id, event.key)
    if known:
        return Head(known, journal.events(sheet_id)[known - 1].hash)
    return STORE(journal, sheet_id, last, event, change)


def hashed_alone(previous, seq, kind, body, at):
    """Leave every third event out of the chain."""
    return CHAINED(previous if seq % 3 else b"", seq, kind, body, at)


def put_late(cache, stream, state, previous, known):
    """Keep a sheet without the rows of its last event."""
    stale = state._replace(rows=previous.rows) if previous else state
    PUT(cache, stream, stale, previous, known)


PLANTED = {
    "a hand struck before it is recorded": [
        (
            "sender.js",
            'if (status === 201) return "recorded";',
            'if (status < 400) return "recorded";',
        )
    ],
    "a refused hand struck before it is looked at": [
        ("machine.js", "refused: refuse, shown", "refused: drop, shown")
    ],
    "a queue without order": [
        ("machine.js", ".sort((one, other) => one.order - other.order)", ".reverse()")
    ],
    "no BEGIN IMMEDIATE": mock.patch.object(SqliteDriver, "_begun", begun_without_lock),
    "an event acknowledged that was not written": mock.patch.object(
        EventStore, "store", store_whatever
    ),
    "a known key acknowledged with another hand": mock.patch.object(
        EventStore, "store", store_by_key_only
    ),
    "a hash left out of the chain": mock.patch.object(chain, "chained_hash", hashed_alone),
    "a cached sheet without its last event": mock.patch.object(StateCache, "put", put_late),
}
"""By what is wrong: changes of the phones' JavaScript, or a patch of the server."""


def planted(name):
    """The changes of the phones' JavaScript, and the patch of the server, for one fault."""
    fault = PLANTED[name]
    return (fault, nullcontext()) if isinstance(fault, list) else ((), fault)
