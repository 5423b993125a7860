"""Records of sheets where other processes write: when they are trusted."""

import pytest

from scorekeeper.caching import sheet_records
from scorekeeper.caching.sheet_records import TRUST, SheetRecords
from scorekeeper.storage.base import Grant, Head

FIRST, SECOND, THIRD = (Head(seq, bytes([seq]) * 32) for seq in (1, 2, 3))


@pytest.fixture
def clock(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(sheet_records.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def records(clock):
    """The record of sheet 5 as of its second event, read just now."""
    found = SheetRecords(10)
    found.add_grant("t", Grant(5, True, SECOND), "", clock[0] + TRUST)
    return found


def test_heads_read_before_an_event_was_appended_here_do_not_distrust_it(records):
    records.confirm(5, FIRST, asked_at=999.0)
    assert records.is_trusted(5)


@pytest.mark.parametrize("head", [THIRD, Head(2, b"x" * 32)])
def test_a_sheet_with_another_last_event_is_read_again(records, clock, head):
    clock[0] += 1
    records.confirm(5, head, asked_at=1001.0)
    assert not records.is_trusted(5)


def test_a_grant_that_knows_a_newer_event_has_the_sheet_read_again(records, clock):
    records.add_grant("u", Grant(5, False, THIRD), "", clock[0] + TRUST)
    assert not records.is_trusted(5) and records.opened_by("u") is None


def test_an_older_grant_is_not_cached(records, clock):
    records.add_grant("u", Grant(5, False, FIRST), "", clock[0] + TRUST)
    assert records.is_trusted(5) and records.opened_by("u") is None
