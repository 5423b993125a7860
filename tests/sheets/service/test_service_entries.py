"""Penalties, removal, and corrections that conflict."""

import pytest
from answers import FIVE, FOUR, GARDE
from writes import (
    add_hand,
    add_penalty,
    change_seating,
    correct_hand,
    correct_penalty,
    remove_entry,
    restore_entry,
)

from scorekeeper.rules.game import REASON_LENGTH
from scorekeeper.sheets.service.access import new_key
from scorekeeper.sheets.service.errors import DealRecorded, EntryChanged, InvalidAnswers
from scorekeeper.streams.errors import UnknownEntry


@pytest.mark.parametrize(
    ("column", "points", "name"),
    [(9, 10, "player"), (-1, 10, "player"), (0, 0, "points"), (0, 10_000, "points")],
)
def test_a_penalty_is_for_a_column_and_within_bounds(access, column, points, name):
    with pytest.raises(InvalidAnswers) as refused:
        add_penalty(access, column, points)
    assert refused.value.errors[0].name == name


@pytest.mark.parametrize("entry", [1, 99])
def test_an_unknown_entry_is_not_changed(access, entry):
    for change in (remove_entry, restore_entry):
        with pytest.raises(UnknownEntry):
            change(access, entry)


def test_a_hand_is_no_penalty_and_a_penalty_no_hand(access):
    hand, penalty = add_hand(access, GARDE), add_penalty(access, 0, 10)
    with pytest.raises(UnknownEntry):
        correct_hand(access, penalty, GARDE)
    with pytest.raises(UnknownEntry):
        correct_penalty(access, hand, 0, 10)
    assert access.sheet.version == 3


def test_a_penalty_is_corrected_for_the_columns_of_its_time(access):
    early = add_penalty(access, 0, 10)
    change_seating(access, FIVE._replace(active=None))
    with pytest.raises(InvalidAnswers):
        correct_penalty(access, early, 4, 10)
    assert correct_penalty(access, early, 3, 10)
    assert add_penalty(access, 4, 10)


def test_the_reason_of_a_penalty_is_cleaned_and_cut(access):
    entry = add_penalty(access, 0, 10, "  renonce\n" + "x" * 200)
    reason = access.sheet.entry(entry).body["reason"]
    assert reason.startswith("renonce x") and len(reason) == REASON_LENGTH


def test_a_removed_hand_is_corrected_at_the_table_of_its_place(access, another):
    entry = add_hand(access, GARDE | {"taker": 3})
    removed = remove_entry(access, entry)
    change_seating(access, FOUR._replace(seats=(0, 1, 2)))
    correct_hand(another(), entry, GARDE | {"taker": 3, "points": 50}, seen=removed)
    assert another().sheet.row(entry).hand.points == 100


@pytest.mark.parametrize("was_removed", [False, True])
def test_a_correction_posted_again_leaves_a_later_removal(access, another, was_removed):
    hand, key = add_hand(access, GARDE), new_key()
    if was_removed:
        remove_entry(another(), hand)
    seen = another().sheet.entry(hand).revision

    def correct():
        return correct_hand(another(), hand, GARDE | {"points": 51}, seen=seen, key=key)

    correct()
    remove_entry(another(), hand)
    version = another().sheet.version
    correct()
    assert another().sheet.entry(hand).removed
    assert another().sheet.version == version


def test_a_correction_whose_restoration_was_cut_off_is_finished(access, another):
    hand, key = add_hand(access, GARDE), new_key()
    remove_entry(access, hand)
    body = {"answers": access.sheet.entry(hand).body["answers"] | {"points": 51}}
    another().record("corrected", {"entry": hand, "body": body}, key=key)
    correct_hand(another(), hand, GARDE | {"points": 51}, seen=3, key=key)
    assert not another().sheet.entry(hand).removed


def test_the_same_answers_restore_a_removed_hand(access):
    entry = add_hand(access, GARDE)
    removed = remove_entry(access, entry)
    assert correct_hand(access, entry, GARDE, seen=removed)
    assert access.sheet.row(entry)


def test_a_changed_entry_is_not_undone(access):
    entry = add_hand(access, GARDE)
    correct_hand(access, entry, GARDE | {"points": 50})
    with pytest.raises(EntryChanged):
        remove_entry(access, entry, seen=str(entry))
    remove_entry(access, entry)
    restored = restore_entry(access, entry)
    assert remove_entry(access, entry, seen=str(restored))
    assert access.sheet.rows == ()


def test_a_removed_hand_is_put_back_by_a_page_from_before_the_next_one(access):
    """The next one, which has its number meanwhile, is not in its place."""
    first, page = add_hand(access, GARDE), access.sheet.etag
    add_hand(access, GARDE)
    remove_entry(access, first)
    assert restore_entry(access, first, head=page)
    assert len(access.sheet.hands) == 2


def test_the_same_hand_elsewhere_is_asked_about_before_the_removed_one_is_back(access):
    first = add_hand(access, GARDE)
    add_hand(access, GARDE | {"points": 50})
    remove_entry(access, first)
    again = add_hand(access, GARDE)
    with pytest.raises(DealRecorded) as taken:
        restore_entry(access, first)
    assert (taken.value.row.entry.id, taken.value.mine.number) == (again, 1)
    assert restore_entry(access, first, known=[again])


def test_of_a_hand_in_its_place_and_the_same_one_elsewhere_the_same_one_is_named(access):
    first = add_hand(access, GARDE)
    remove_entry(access, first)
    points = 50, GARDE["points"], GARDE["points"]
    place, again, third = (add_hand(access, GARDE | {"points": n}) for n in points)
    known = []
    for asked in again, third, place:  # each is read before the removed one is back
        with pytest.raises(DealRecorded) as taken:
            restore_entry(access, first, known=known)
        assert taken.value.row.entry.id == asked
        known.append(asked)
    assert restore_entry(access, first, known=known)


@pytest.mark.parametrize("is_restored", [False, True], ids=["inserted", "restored"])
def test_the_hand_in_place_of_one_is_found_behind_another_put_before_it(is_restored, access):
    early = add_hand(access, GARDE | {"points": 49})
    remove_entry(access, early)
    points = 50, 51, 52
    first, second, third = (add_hand(access, GARDE | {"points": n}) for n in points)
    remove_entry(access, second)
    taking = add_hand(access, GARDE | {"points": 53}, before=third)
    if is_restored:
        restore_entry(access, early, known=[first])
    else:
        add_hand(access, GARDE | {"points": 54}, before=first)
    with pytest.raises(DealRecorded) as taken:
        restore_entry(access, second)
    assert taken.value.row.entry.id == taking


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["the older first", "the later first"])
def test_of_two_removed_hands_of_one_deal_the_second_is_put_back_when_asked(order, access):
    removed = []
    for points in 50, 51:
        removed.append(add_hand(access, GARDE | {"points": points}))
        remove_entry(access, removed[-1])
    one, other = (removed[n] for n in order)
    assert restore_entry(access, one)
    with pytest.raises(DealRecorded) as taken:
        restore_entry(access, other)
    assert taken.value.row.entry.id == one


def test_a_hand_that_was_put_back_beside_another_is_not_asked_about_again(access):
    first = add_hand(access, GARDE)
    remove_entry(access, first)
    second = add_hand(access, GARDE)
    restore_entry(access, first, known=[second])
    remove_entry(access, second)
    assert restore_entry(access, second)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["as they were", "the later first"])
def test_two_removed_hands_of_two_deals_are_put_back_unasked(order, access):
    dealt = [add_hand(access, GARDE | {"points": points}) for points in (50, 51)]
    for entry in dealt[::-1]:
        remove_entry(access, entry)
    assert all(restore_entry(access, dealt[n]) for n in order)
    assert [row.entry.id for row in access.sheet.hands] == dealt


def test_a_penalty_is_put_back_after_a_hand_recorded_since(access):
    add_hand(access, GARDE)
    penalty = add_penalty(access, 0, 10)
    remove_entry(access, penalty)
    add_hand(access, GARDE, before=penalty)
    assert restore_entry(access, penalty)


def test_an_entry_is_removed_once(access, another):
    add_hand(access, GARDE)
    first, second = another(), another()
    assert second.sheet.version == 2
    assert remove_entry(first, 2) == 3
    assert remove_entry(second, 2) == 3  # its sheet is older than the removal
    assert remove_entry(another(), 2) is None
    assert another().sheet.version == 3


def test_a_removed_hand_is_corrected_only_where_its_removal_was_seen(access, another):
    add_hand(access, GARDE)
    remove_entry(access, 2)
    for seen in (None, 2):
        with pytest.raises(EntryChanged):
            correct_hand(another(), 2, GARDE | {"points": 55}, seen=seen)
    correct_hand(another(), 2, GARDE | {"points": 55}, seen=3)
    assert another().sheet.row(2).hand.points == 110
