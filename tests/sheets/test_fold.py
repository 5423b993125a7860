"""The fold: each row is computed once, and a page of the history computes few rows."""

import random

import pytest
from long_cases import one_in
from test_sheet import GARDE, PASSED, PETITE, hand, journal, seated

from scorekeeper.sheets import sheet as sheet_module
from scorekeeper.sheets.history import PAGE_EVENTS, PAGE_ROWS, history_page
from scorekeeper.sheets.sheet import fold
from scorekeeper.streams.events import Event


@pytest.fixture
def computed(monkeypatch):
    """The entries whose rows are computed, one item per row."""
    entries, make_row = [], sheet_module.make_row

    def counted(setting, entry, state, version, *hand):
        entries.append(entry.id)
        return make_row(setting, entry, state, version, *hand)

    monkeypatch.setattr(sheet_module, "make_row", counted)
    return entries


def correction(entry, answers=PETITE):
    return "corrected", {"entry": entry, "body": {"answers": answers}}


def test_each_row_is_computed_once(computed):
    acts = [
        *[correction(2 + n % 100) for n in range(300)],
        hand(before=2),
        ("removed", {"entry": 5}),
        seated(("Annie", "Bruno", "Chloé", "David")),
    ]
    sheet = fold(journal(*[hand()] * 100, *acts))
    assert len(computed) == len(set(computed)) == len(sheet.rows) == 101


@pytest.mark.parametrize(
    ("act", "rows"),
    [
        (hand(), 1),
        (hand(before=100), 3),
        (correction(92), 10),
        (("removed", {"entry": 92}), 9),
        (("annotated", {"entry": 92, "note": "bien joué"}), 10),
        (seated(dealer=1), 1),
        (seated(("Annie", "Bruno", "Chloé", "David")), 1),
        (("staked", {"cents": 5, "per": 1}), 0),
        (("annotated", {"note": "une belle soirée"}), 0),
        (("closed", {"totals": [0, 0, 0, 0]}), 0),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_rows_are_computed_from_the_change_on(computed, act, rows):
    sheet = fold(journal(*[hand()] * 100))
    computed.clear()
    assert sheet.apply(Event(102, *act)).version == 102
    assert len(computed) == rows


def random_act(random, entries):
    """An event that a sheet with these entries can take."""
    entry = random.choice(entries)
    return random.choice(
        [
            hand(),
            hand(PETITE, before=entry),
            PASSED,
            ("penalty", {"player": 1, "points": -10, "reason": ""}),
            correction(entry, random.choice([GARDE, PETITE])),
            ("removed", {"entry": entry}),
            ("annotated", {"entry": entry, "note": random.choice(["", "bien joué"])}),
            ("annotated", {"note": random.choice(["", "une belle soirée"])}),
            ("restored", {"entry": entry}),
            seated((random.choice(["Anne", "Annie"]), "Bruno", "Chloé", "David")),
            ("staked", {"cents": random.randrange(3), "per": 1}),
            ("closed", {"totals": [0, 0, 0, 0]}),
            ("reopened", {}),
        ]
    )


def random_journal(seed):
    chance, acts, entries = random.Random(seed), [hand(), hand(PETITE)], [2, 3]
    for seq in range(4, 44):
        act = random_act(chance, entries)
        acts.append(act)
        if act[0] == "hand":  # a penalty or a change of seats is no hand to be corrected to
            entries.append(seq)
    return journal(*acts)


@pytest.mark.parametrize("seed", one_in(5, range(20)))
def test_rows_before_a_change_are_shared(seed):
    events = random_journal(seed)
    sheet = fold(events)
    for version in range(1, len(events) + 1):
        changed = len(sheet.rows_since(version))
        unchanged = sheet.rows[: len(sheet.rows) - changed]
        assert unchanged == fold(events[:version]).rows[: len(unchanged)]
    assert sheet.rows_since(sheet.version) == ()


@pytest.mark.parametrize(
    ("act", "changed"),
    [
        (hand(), [102]),
        (hand(before=100), [102, 100, 101]),
        (correction(100), [100, 101]),
        (("removed", {"entry": 100}), [101]),
        (("removed", {"entry": 101}), []),
        (seated(dealer=1), [102]),
        (("closed", {"totals": [0, 0, 0, 0]}), []),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_rows_since_a_version(act, changed):
    sheet = fold(journal(*[hand()] * 100)).apply(Event(102, *act))
    assert [row.entry.id for row in sheet.rows_since(101)] == changed


def test_new_column_changes_every_row():
    five = seated(("Anne", "Bruno", "Chloé", "David", "Eve"))
    sheet = fold(journal(hand(), hand(), five, hand()))
    assert len(sheet.rows_since(3)) == 4
    assert len(sheet.rows_since(4)) == 1


@pytest.mark.parametrize("seed", one_in(5, range(20)))
def test_fold_equals_apply(seed):
    events = random_journal(seed)
    sheet = fold(events[:1])
    for event in events[1:]:
        sheet = sheet.apply(event)
    assert sheet == fold(events)


def pages(events):
    """Every page of the history, the latest first."""
    found, before = [], None
    while not found or before:
        found.append(history_page(events, before=before))
        before = found[-1].older
    return found


def seqs(page):
    return [change.event.seq for change in page.lines]


def test_history_pages_hold_each_event_once():
    events = journal(*[hand()] * 130)
    found = [seqs(page) for page in pages(events)]
    assert [len(page) for page in found] == [50, 50, 31]
    assert [seq for page in found for seq in page] == list(range(131, 0, -1))


def test_change_has_both_totals():
    events = journal(hand(), correction(2), ("removed", {"entry": 2}), hand(PETITE))
    totals = [
        {name: (old, new) for name, old, new in change.changed_totals}
        for change in history_page(events).lines
    ]
    found = [changed.get("Anne") for changed in totals]
    assert found == [(0, 26), (26, 0), (198, 26), (0, 198), None]


def test_history_page_bounds_its_rows(computed):
    events = journal(*[hand()] * 400, *[correction(2)] * 60)
    page = history_page(events)
    assert len(page.lines) == PAGE_ROWS // 400
    assert len(computed) <= 400 + PAGE_ROWS


def test_history_page_has_at_least_one_event(computed, monkeypatch):
    monkeypatch.setattr("scorekeeper.sheets.history.PAGE_ROWS", 10)
    events = journal(*[hand()] * 40, correction(2), correction(2))
    assert [seqs(page) for page in pages(events)][:3] == [[43], [42], list(range(41, 31, -1))]


def test_late_corrections_fill_a_page():
    events = journal(*[hand()] * 400, *[correction(401)] * 60)
    assert len(history_page(events).lines) == PAGE_EVENTS
