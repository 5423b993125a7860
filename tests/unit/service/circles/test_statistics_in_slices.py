"""Summing up many sheets for the first time: a slice by each caller, until all is done."""

import threading
import time
from contextlib import suppress

import pytest
from answers import FOUR, GARDE

from scorekeeper.circles.season import ALL_TIME
from scorekeeper.circles.statistics import dump
from scorekeeper.games import GAMES
from scorekeeper.service import hands, sheets
from scorekeeper.service.circles import founding, known_sheets, statistics, summaries
from scorekeeper.service.circles.access import CircleRepository
from scorekeeper.service.circles.recording import record
from scorekeeper.service.circles.summaries import Summaries
from scorekeeper.service.errors import StatisticsUnfinished

EVENINGS = 5


@pytest.fixture
def open_circles(open_repository, monkeypatch):
    """The circles of an installation, as one more process has them."""

    def opened(has_store=True):
        if not has_store:
            monkeypatch.setattr(Summaries, "_store", lambda *_: None)
        return CircleRepository(open_repository())

    return opened


@pytest.fixture
def written():
    """The tokens that write the sheets of the circle."""
    return []


@pytest.fixture
def circle(open_circles, written):
    """A circle whose sheets nobody has summed up."""
    circles = open_circles()
    names = ["Anne", "Bruno", "Chloé", "David"]
    circle = circles.access(founding.found_circle(circles, "Jeudi", names))
    for day in range(EVENINGS):
        token = sheets.open_sheet(
            circles.sheets, GAMES["tarot"], {}, FOUR, date=f"2026-01-1{day}"
        )
        written.append(token)
        sheet = circles.sheets.access(token)
        record(circle, "linked", {"sheet": sheet.sheet_id, "players": [1, 2, 3, 4]})
        hands.add_hand(sheet, GARDE | {"points": 40 + day})
    return circle


@pytest.fixture
def tiny(monkeypatch):
    """Slices without any time: each sums up one sheet."""
    monkeypatch.setattr(summaries, "SLICE", 0)
    monkeypatch.setattr(statistics, "SLICE", 0)
    monkeypatch.setattr(known_sheets, "AT_ONCE", 0)


@pytest.fixture
def summarized(monkeypatch):
    """The dates of the sheets that were summed up, in their order."""
    found, summarize = [], summaries.summarize

    def counting(sheet):
        found.append(sheet.date)
        return summarize(sheet)

    monkeypatch.setattr(summaries, "summarize", counting)
    return found


@pytest.fixture
def hasty(open_circles, circle):
    """The circle as another process has it, for a caller who does not wait."""

    def opened(**options):
        access = open_circles(**options).access(circle.token)
        access.waits = False
        return access

    return opened


def progress(access):
    """How much is done after each look, until one finds all."""
    found = []
    while len(found) < 20:
        try:
            access.look_again()
            access.statistics(ALL_TIME)
        except StatisticsUnfinished as unfinished:
            found.append((unfinished.done, unfinished.total))
        else:
            return found
    raise AssertionError(found)


def test_each_look_sums_up_one_more_sheet_until_all_are_done(tiny, hasty):
    assert progress(hasty()) == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]


def test_slices_end_with_what_is_computed_at_once(hasty, circle, tmp_path, monkeypatch):
    at_once = circle.statistics(ALL_TIME)
    monkeypatch.setattr(summaries, "program_version", lambda: "another")
    monkeypatch.setattr(summaries, "SLICE", 0)
    monkeypatch.setattr(known_sheets, "AT_ONCE", 0)
    access = hasty()
    assert progress(access)
    assert access.statistics(ALL_TIME) == at_once


def test_a_circle_of_ordinary_size_is_never_waited_for_twice(hasty, tiny, monkeypatch):
    monkeypatch.setattr(known_sheets, "AT_ONCE", EVENINGS)
    assert progress(hasty()) == []


def test_a_hand_saved_while_an_ordinary_circle_is_summed_up_counts_at_the_next_look(
    hasty, monkeypatch
):
    access = hasty()
    with monkeypatch.context() as patch:  # as a sheet whose events are newer than its head
        patch.setattr(Summaries, "_sheet", lambda *_: None)
        assert access.known_sheets() == {}
    assert len(access.known_sheets()) == EVENINGS


def test_who_waits_gets_everything(tiny, circle):
    assert len(circle.statistics(ALL_TIME).statistics.evenings) == EVENINGS


@pytest.mark.parametrize("has_store", [True, False])
def test_no_sheet_is_summed_up_twice(tiny, hasty, summarized, has_store):
    progress(hasty(has_store=has_store))
    assert len(summarized) == len(set(summarized)) == EVENINGS


def test_a_process_killed_in_the_middle_loses_nothing(tiny, hasty, summarized):
    dying = hasty()
    for _ in range(3):
        with pytest.raises(StatisticsUnfinished):
            dying.known_sheets()
    assert progress(hasty()) == [(4, 5), (5, 5)]
    assert len(summarized) == EVENINGS


def test_two_phones_at_once_finish_and_share_the_work(tiny, hasty, circle, summarized):
    access, results = hasty(), []
    repository = access.repository

    def phone():
        one = repository.access(circle.token)
        one.waits = False
        for _ in range(1000):
            with suppress(StatisticsUnfinished):
                results.append(dump(one.statistics(ALL_TIME).statistics))
                return
            time.sleep(0.001)

    phones = [threading.Thread(target=phone) for _ in range(4)]
    for one in phones:
        one.start()
    for one in phones:
        one.join(30)
    assert len(results) == 4 and len(set(results)) == 1
    assert len(summarized) == EVENINGS


def test_a_phone_does_not_queue_behind_the_slices_of_another(tiny, hasty):
    access, told = hasty(), []

    def look():
        try:
            access.known_sheets()
        except StatisticsUnfinished as unfinished:
            told.append((unfinished.done, unfinished.total))

    look()
    phone = threading.Thread(target=look, daemon=True)
    with access.repository.statistics._known(access.circle_id).lock:
        phone.start()
        phone.join(10)
        assert told == [(1, 5), (1, 5)]


def test_hands_between_two_slices_count(tiny, hasty, written):
    access = hasty()
    for number in (0, 4):
        with pytest.raises(StatisticsUnfinished):
            access.known_sheets()
        hands.add_hand(access.repository.sheets.access(written[number]), GARDE)
    progress(access)
    assert access.statistics(ALL_TIME).statistics.hands == {"tarot": EVENINGS + 2}


def test_a_sheet_deleted_between_two_slices_is_not_waited_for(tiny, hasty, written):
    access = hasty()
    with pytest.raises(StatisticsUnfinished):
        access.known_sheets()
    for number in (0, 4):
        sheets.delete_sheet(access.repository.sheets.access(written[number]))
    progress(access)
    assert len(access.known_sheets()) == EVENINGS - 2


def test_changes_of_many_sheets_are_summed_up_in_slices_too(tiny, hasty, written):
    access = hasty()
    progress(access)
    for token in written:
        hands.add_hand(access.repository.sheets.access(token), GARDE)
    assert progress(access) == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
    assert access.statistics(ALL_TIME).statistics.hands == {"tarot": 2 * EVENINGS}


def test_hands_of_another_process_are_summed_up_in_slices_to_the_end(
    tiny, hasty, circle, written, monkeypatch
):
    access, other = hasty(), circle.repository.sheets
    progress(access)
    for token in written:
        hands.add_hand(other.access(token), GARDE)
    monkeypatch.setattr(access.repository.journal, "is_shared", True)
    with monkeypatch.context() as patch:
        patch.setattr(known_sheets, "RECHECK", -1)
        with pytest.raises(StatisticsUnfinished):
            access.known_sheets()
    assert progress(access) == [(2, 5), (3, 5), (4, 5), (5, 5)]
    assert access.statistics(ALL_TIME).statistics.hands == {"tarot": 2 * EVENINGS}


def test_sheets_taken_out_between_two_slices_are_not_waited_for(tiny, hasty, circle):
    access = hasty()
    with pytest.raises(StatisticsUnfinished):
        access.known_sheets()
    for sheet_id in list(circle.circle.links):
        record(circle, "unlinked", {"sheet": sheet_id})
    access.look_again()
    assert access.known_sheets() == {}
