"""Heads name versions: after a restored backup, a change of a lost event is asked about."""

import shutil

import pytest
from answers import FIVE, FOUR, GARDE
from filled_journals import store_stream
from writes import (
    add_hand,
    add_penalty,
    change_seating,
    correct_hand,
    remove_entry,
    restore_entry,
)

from scorekeeper.games import GAMES
from scorekeeper.sheets.service import sheets
from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.sheets.service.errors import DealRecorded, EntryChanged, SeatingChanged
from scorekeeper.sheets.service.turns import Caller, next_turn, turn_of
from scorekeeper.streams.errors import VersionConflict
from scorekeeper.streams.events import TableOf
from scorekeeper.streams.sqlite.driver import open_sqlite

BRUNO, CHLOE, DAVID = ({**GARDE, "taker": n} for n in (1, 2, 3))

pytestmark = pytest.mark.one_process


class Evening:
    """A sheet in a database that can be copied and restored from the copy."""

    def __init__(self, folder):
        self.database, self.copy = folder / "journal.sqlite3", folder / "copy"
        self._open()
        self.token = sheets.open_sheet(self.repository, GAMES["tarot"], {}, FOUR)

    def _open(self):
        self.journal = open_sqlite(self.database)
        self.repository = SheetRepository(lambda: self.journal, lambda: b"secret")

    @property
    def access(self):
        return self.repository.access(self.token)

    @property
    def head(self):
        return self.access.sheet.etag

    def back_up(self):
        self.journal.close()
        shutil.copy(self.database, self.copy)
        self._open()

    def restore(self):
        self.journal.close()
        for path in self.database.parent.glob("journal.sqlite3*"):
            path.unlink()
        shutil.copy(self.copy, self.database)
        self._open()


@pytest.fixture
def evening(tmp_path):
    played = Evening(tmp_path)
    yield played
    played.journal.close()


@pytest.fixture
def restored(evening):
    """An evening restored from a copy of its first hand; two hands after it are lost, and
    another one has taken the place of the first of them. The second is the last seen."""
    add_hand(evening.access, GARDE)
    evening.back_up()
    add_hand(evening.access, BRUNO)
    add_hand(evening.access, CHLOE)
    evening.lost = evening.head
    evening.restore()
    add_hand(evening.access, DAVID)
    return evening


@pytest.mark.parametrize("change", [remove_entry, restore_entry])
@pytest.mark.parametrize("was_removed", [False, True])
def test_removal_of_lost_hand_is_asked_about(restored, change, was_removed):
    if was_removed:
        remove_entry(restored.access, 3)
    before = restored.access.sheet
    with pytest.raises(EntryChanged):
        change(restored.access, 3, head=restored.lost)
    assert restored.access.sheet == before


def test_penalty_posted_again_is_recorded_once_though_its_sheet_is_lost(restored):
    seq = add_penalty(restored.access, 0, 10, key="k", head=restored.head)
    assert add_penalty(restored.access, 0, 10, key="k", head=restored.lost) == seq


@pytest.mark.parametrize("table_of", [None, TableOf(1, 1, 1)])
def test_lost_hand_is_stale_at_table_opened_anew(evening, table_of):
    """Others may sit there: its round was perhaps drawn again."""
    lost, game = evening.head, GAMES["tarot"]
    token = sheets.open_sheet(evening.repository, game, {}, FOUR, table_of=table_of)
    turn = next_turn(evening.repository.access(token), head=lost)
    assert turn.is_stale == bool(table_of)


def test_hand_entered_again_is_asked_about(restored):
    with pytest.raises(DealRecorded):
        add_hand(restored.access, DAVID, seen=restored.lost)
    assert restored.access.sheet.version == 3


def test_hand_that_may_be_for_a_lost_deal_is_asked_about_once(restored):
    with pytest.raises(DealRecorded) as asked:
        add_hand(restored.access, CHLOE, seen=restored.lost)
    assert asked.value.row.entry.id == 3
    last = [restored.head]
    assert add_hand(restored.access, CHLOE, seen=restored.lost, caller=Caller(last)) == 4


def test_lost_hand_is_asked_about_where_seats_have_changed(restored):
    change_seating(restored.access, FIVE._replace(active=None))
    seating = restored.access.sheet.seating_version
    with pytest.raises(SeatingChanged):
        add_hand(restored.access, CHLOE, seen=restored.lost, seating=seating)


def test_insertion_before_lost_hand_is_asked_about(restored):
    with pytest.raises(SeatingChanged):
        add_hand(restored.access, CHLOE, seen=restored.lost, before=3)


def test_key_recorded_since_is_answered_without_a_question(restored):
    key = "a" * 32
    first = add_hand(restored.access, CHLOE, key=key, seen=restored.head)
    assert add_hand(restored.access, CHLOE, key=key, seen=restored.lost) == first
    removal = {"key": "b" * 32, "seen": str(first)}
    removed = remove_entry(restored.access, first, **removal)
    assert remove_entry(restored.access, first, head=restored.lost, **removal) == removed


MALFORMED = (
    "x",
    "0",
    "-1",
    " 3",
    "3_",
    "3_zz",
    "3_" + "0" * 15,
    "3_" + "0" * 17,
    "٣",
    "9" * 9,
)


@pytest.mark.parametrize("head", MALFORMED)
def test_malformed_head_is_that_of_no_version(evening, head):
    add_hand(evening.access, GARDE)
    correct_hand(evening.access, 2, BRUNO)
    for change in (
        remove_entry,
        lambda access, id, **seen: turn_of(access, id, **seen).record(CHLOE),
    ):
        with pytest.raises(EntryChanged):
            change(evening.access, 2, seen=head)
    with pytest.raises(DealRecorded):
        add_hand(evening.access, BRUNO, seen=head)
    with pytest.raises(SeatingChanged):
        add_penalty(evening.access, 0, 10, head=head)


CHANGES_OF_LOST_HAND = {
    "a correction": lambda access: turn_of(access, 3).record(BRUNO | {"points": 51}),
    "a removal": lambda access: remove_entry(access, 3),
    "a hand": lambda access: next_turn(access, head=access.sheet.etag).record(CHLOE),
    "a penalty": lambda access: next_turn(access).record_penalty(0, 10),
    "other seats": lambda access: change_seating(access, FIVE),
}


@pytest.mark.parametrize("change", CHANGES_OF_LOST_HAND)
@pytest.mark.parametrize("successors", [0, 1, 2])
def test_what_meets_a_restored_database_is_asked_about(evening, change, successors):
    """A server is restored while a request is answered, and others have gone on there."""
    evening.journal.driver.is_shared = True
    add_hand(evening.access, GARDE)
    copy = evening.journal.stored_stream(evening.access.sheet_id)
    add_hand(evening.access, BRUNO)
    access, shown = evening.access, evening.access.sheet
    assert access.sheet == shown
    store_stream(evening.journal, copy)
    evening.repository.cache.invalidate(access.sheet_id)
    for _ in range(successors):
        add_hand(evening.access, DAVID)
    before = evening.head
    with pytest.raises(VersionConflict):
        CHANGES_OF_LOST_HAND[change](access)
    assert evening.head == before


def test_known_heads_are_accepted(evening):
    opened = evening.head
    hand = add_hand(evening.access, GARDE, seen=opened)
    recorded = evening.head
    with pytest.raises(DealRecorded):
        add_hand(evening.access, BRUNO, seen=opened)
    assert add_hand(evening.access, BRUNO, seen=recorded) == 3
    with pytest.raises(DealRecorded):
        add_hand(evening.access, BRUNO, seen=recorded)
    assert correct_hand(evening.access, hand, CHLOE, seen=hand, head=recorded) == 4
    assert remove_entry(evening.access, hand, seen="4", head=evening.head) == 5
    assert restore_entry(evening.access, hand, head=recorded) == 6


def test_lost_hand_is_asked_about_where_another_sits_out(evening):
    evening.token = sheets.open_sheet(evening.repository, GAMES["tarot"], {}, FIVE)
    add_hand(evening.access, GARDE | {"sitting_out": [0], "taker": 1})
    evening.back_up()
    add_hand(evening.access, GARDE | {"sitting_out": [1], "taker": 2})
    lost, seating = evening.head, evening.access.sheet.seating_version
    evening.restore()
    assert evening.access.sheet.seating_version != seating
    answers = GARDE | {"sitting_out": [2], "taker": 3}
    with pytest.raises(SeatingChanged):
        add_hand(evening.access, answers, seen=lost, seating=seating)
    assert evening.access.sheet.version == 2


def test_lost_hand_is_asked_about_where_the_seats_are_those_before(evening):
    evening.back_up()
    change_seating(evening.access, FOUR._replace(seats=(0, 2, 1, 3)))
    lost, seating = evening.head, evening.access.sheet.seating_version
    evening.restore()
    with pytest.raises(SeatingChanged):
        add_hand(evening.access, GARDE, seen=lost, seating=seating)
    assert evening.access.sheet.version == 1
