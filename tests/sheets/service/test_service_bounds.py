"""The bounds of a sheet: what a full one refuses, and what it still takes."""

import pytest
from answers import GARDE
from writes import (
    add_hand,
    add_penalty,
    change_seating,
    correct_hand,
    remove_entry,
    restore_entry,
)

from scorekeeper.sheets import sheet as sheet_module
from scorekeeper.sheets.service import seating, sheets
from scorekeeper.sheets.service.access import new_key
from scorekeeper.sheets.service.errors import SheetFull


@pytest.fixture
def small(monkeypatch):
    """Sheets of at most 3 entries and 12 events, 6 of them reserved."""
    monkeypatch.setattr(sheet_module, "MAX_ENTRIES", 3)
    monkeypatch.setattr(sheet_module, "MAX_EVENTS", 12)
    monkeypatch.setattr(sheet_module, "RESERVED_EVENTS", 6)


@pytest.fixture
def full(small, access):
    """A sheet with as many entries as it can have."""
    for _ in range(3):
        add_hand(access, GARDE)
    return access


@pytest.fixture
def used_up(small, access):
    """A sheet with one hand, and no events left but those reserved."""
    add_hand(access, GARDE)
    for cents in range(1, 5):
        sheets.set_stake(access, cents, 1)
    assert access.sheet.version == 6
    return access


NEW_ENTRIES = {
    "a hand": lambda access: add_hand(access, GARDE | {"points": 50}),
    "a forgotten hand": lambda access: add_hand(access, GARDE, before=2),
    "a penalty": lambda access: add_penalty(access, 0, -10),
    "other seats": lambda access: change_seating(
        access, seating.seating_of(access.sheet)._replace(dealer=2)
    ),
}


@pytest.mark.parametrize("add", NEW_ENTRIES.values(), ids=NEW_ENTRIES)
@pytest.mark.parametrize("state", ["full", "used_up"])
def test_a_full_sheet_takes_no_entry(request, state, add):
    access = request.getfixturevalue(state)
    version = access.sheet.version
    with pytest.raises(SheetFull):
        add(access)
    assert access.version == version


def test_an_entry_of_a_full_sheet_can_be_corrected(full):
    assert correct_hand(full, 2, GARDE | {"points": 50}) == 5


def test_removed_entries_count(full):
    remove_entry(full, 2)
    with pytest.raises(SheetFull):
        add_hand(full, GARDE)


def test_without_events_left_nothing_is_corrected(used_up):
    with pytest.raises(SheetFull):
        correct_hand(used_up, 2, GARDE | {"points": 50})
    with pytest.raises(SheetFull):
        sheets.set_stake(used_up, 9, 1)


def test_the_reserved_events_take_back_restore_and_renew(used_up, repository):
    remove_entry(used_up, 2)
    restore_entry(used_up, 2)
    token = sheets.renew_tokens(repository, used_up.token, key=new_key())
    assert repository.access(token).sheet.version == 9


def test_a_sheet_without_any_event_left_can_be_closed_once_more(used_up):
    for _ in range(3):
        remove_entry(used_up, 2)
        restore_entry(used_up, 2)
    with pytest.raises(SheetFull):
        remove_entry(used_up, 2)
    assert sheets.close_sheet(used_up, 12) == 13
    with pytest.raises(SheetFull):
        sheets.reopen_sheet(used_up)


def test_the_last_hand_posted_again_is_the_same_hand(small, access):
    keys = [new_key() for _ in range(3)]
    seqs = [add_hand(access, GARDE, key=key) for key in keys]
    assert add_hand(access, GARDE, key=keys[-1]) == seqs[-1]


def test_a_sheet_without_links_left_keeps_them(small, access, repository):
    token = access.token
    for _ in range(11):
        token = sheets.renew_tokens(repository, token, key=new_key())
    with pytest.raises(SheetFull):
        sheets.renew_tokens(repository, token, key=new_key())
    assert repository.access(token).may_write
