"""Penalties, removal, undo, and corrections that conflict."""

import pytest
from answers import FIVE, FOUR, GARDE

from scorekeeper.service import entries, hands, penalties, seating
from scorekeeper.service.errors import (
    EntryChanged,
    InvalidAnswers,
    UnknownEntry,
)


@pytest.mark.parametrize(
    ("column", "points", "name"),
    [(9, 10, "player"), (-1, 10, "player"), (0, 0, "points"), (0, 10_000, "points")],
)
def test_a_penalty_is_for_a_column_and_within_bounds(access, column, points, name):
    with pytest.raises(InvalidAnswers) as refused:
        penalties.add_penalty(access, column, points)
    assert refused.value.errors[0].name == name


@pytest.mark.parametrize("entry", [1, 99])
def test_an_unknown_entry_is_not_changed(access, entry):
    for change in (entries.remove, entries.restore, entries.undo):
        with pytest.raises(UnknownEntry):
            change(access, entry)


def test_a_hand_is_no_penalty_and_a_penalty_no_hand(access):
    hand, penalty = hands.add_hand(access, GARDE), penalties.add_penalty(access, 0, 10)
    with pytest.raises(UnknownEntry):
        hands.correct_hand(access, penalty, GARDE)
    with pytest.raises(UnknownEntry):
        penalties.correct_penalty(access, hand, 0, 10)
    assert access.sheet.version == 3


def test_a_penalty_is_corrected_for_the_columns_of_its_time(access):
    early = penalties.add_penalty(access, 0, 10)
    seating.change_seating(access, FIVE._replace(active=None))
    with pytest.raises(InvalidAnswers):
        penalties.correct_penalty(access, early, 4, 10)
    assert penalties.correct_penalty(access, early, 3, 10)
    assert penalties.add_penalty(access, 4, 10)


def test_the_reason_of_a_penalty_is_cleaned_and_cut(access):
    entry = penalties.add_penalty(access, 0, 10, "  renonce\n" + "x" * 200)
    reason = access.sheet.entry(entry).body["reason"]
    assert reason.startswith("renonce x") and len(reason) == penalties.REASON_LENGTH


def test_a_removed_hand_is_corrected_at_the_table_of_its_place(access, another):
    entry = hands.add_hand(access, GARDE | {"taker": 3})
    removed = entries.remove(access, entry)
    seating.change_seating(access, FOUR._replace(seats=(0, 1, 2)))
    hands.correct_hand(another(), entry, GARDE | {"taker": 3, "points": 50}, seen=removed)
    assert another().sheet.row(entry).hand.points == 100


def test_the_same_answers_restore_a_removed_hand(access):
    entry = hands.add_hand(access, GARDE)
    removed = entries.remove(access, entry)
    assert hands.correct_hand(access, entry, GARDE, seen=removed)
    assert access.sheet.row(entry)


def test_an_undo_is_of_what_put_an_entry_on_the_sheet(access):
    entry = hands.add_hand(access, GARDE)
    correction = hands.correct_hand(access, entry, GARDE | {"points": 50})
    with pytest.raises(UnknownEntry):
        entries.undo(access, correction)
    with pytest.raises(EntryChanged):
        entries.undo(access, entry)
    entries.remove(access, entry)
    assert entries.undo(access, entries.restore(access, entry))
    assert access.sheet.rows == ()


def test_an_entry_is_removed_once(access, another):
    hands.add_hand(access, GARDE)
    first, second = another(), another()
    assert second.sheet.version == 2
    assert entries.remove(first, 2) == 3
    assert entries.remove(second, 2) == 3  # its sheet is older than the removal
    assert entries.remove(another(), 2) is None
    assert another().sheet.version == 3


def test_a_correction_of_what_another_phone_corrected_carries_both(access, another):
    hands.add_hand(access, GARDE)
    hands.correct_hand(another(), 2, GARDE | {"points": 55}, seen=2)
    with pytest.raises(EntryChanged) as conflict:
        hands.correct_hand(another(), 2, GARDE | {"points": 60}, seen=2)
    newer, proposed = conflict.value.newer, conflict.value.proposed
    assert [event.kind for event in newer] == ["corrected"]
    assert conflict.value.entry.body["answers"]["points"] == 55
    assert proposed.row(2).entry.body["answers"]["points"] == 60
    assert hands.correct_hand(another(), 2, GARDE | {"points": 60}, seen=3) == 4


def test_a_removal_of_what_another_phone_corrected_is_a_conflict(access, another):
    hands.add_hand(access, GARDE)
    hands.correct_hand(another(), 2, GARDE | {"points": 55})
    with pytest.raises(EntryChanged) as conflict:
        entries.remove(another(), 2, seen=2)
    assert conflict.value.proposed is None


def test_a_removed_hand_is_corrected_only_where_its_removal_was_seen(access, another):
    hands.add_hand(access, GARDE)
    entries.remove(access, 2)
    for seen in (None, 2):
        with pytest.raises(EntryChanged):
            hands.correct_hand(another(), 2, GARDE | {"points": 55}, seen=seen)
    hands.correct_hand(another(), 2, GARDE | {"points": 55}, seen=3)
    assert another().sheet.row(2).hand.points == 110
