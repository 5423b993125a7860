"""Recording: a whole evening without HTTP, idempotency, phones at the same moment."""

import subprocess
import sys
import threading

import pytest
from answers import FIVE, FOUR, GARDE
from writes import add_hand, add_penalty, change_seating, correct_hand, remove_entry

from scorekeeper.games import GAMES
from scorekeeper.sheets import sheet as sheet_module
from scorekeeper.sheets.service import sheets
from scorekeeper.sheets.service.access import new_key
from scorekeeper.sheets.service.errors import InvalidAnswers, SheetClosed
from scorekeeper.sheets.service.seating import Seating
from scorekeeper.sheets.service.turns import annotate_sheet, next_turn
from scorekeeper.streams.errors import UnknownToken, VersionConflict


def test_a_hand_that_met_another_one_needs_its_link_still(access, repository):
    _ = access.sheet
    other = repository.access(access.token)
    other.record("penalty", {"player": 0, "points": 10, "reason": ""})
    sheets.renew_tokens(repository, access.token, key=new_key())
    with pytest.raises(UnknownToken):
        access.record("hand", {"passed": True})
    assert [event.kind for event in access.events()] == ["opened", "penalty", "renewed"]


def test_no_flask_is_loaded_below_the_web_layer():
    code = (
        "import sys; from scorekeeper.sheets.service import access, documents,"
        " seating, sheets, turns;"
        "print([name for name in sys.modules if name.split('.')[0] in"
        " ('flask', 'werkzeug', 'wtforms', 'flask_wtf', 'jinja2', 'sqlite3')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (run.stdout.strip(), run.stderr) == ("[]", "")


@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda access: sheets.close_sheet(access, access.sheet.version),
        lambda access: change_seating(access, FIVE._replace(active=None)),
        lambda access: add_hand(access, GARDE | {"taker": 1}),
    ],
)
def test_a_key_answers_as_the_first_time_whatever_happened_since(access, another, meanwhile):
    key, seen = new_key(), access.sheet.version
    shown = access.sheet.seating_version
    assert add_hand(another(), GARDE, key=key, seen=seen, seating=shown) == 2
    meanwhile(another())
    version = another().sheet.version
    assert add_hand(another(), GARDE, key=key, seen=seen, seating=shown) == 2
    assert another().sheet.version == version


def test_a_key_is_answered_at_the_table_of_its_hand(access, another):
    key, hand = new_key(), GARDE | {"taker": 3}
    first = add_hand(access, hand, key=key)
    change_seating(another(), FOUR._replace(seats=(0, 1, 2)))
    with pytest.raises(InvalidAnswers):
        add_hand(another(), hand)
    assert add_hand(another(), hand, key=key) == first


@pytest.mark.parametrize("seen", [None, 1])
def test_a_key_is_answered_though_columns_were_added(open_access, repository, seen):
    trio = Seating(("Anne", "Bruno", "Chloé"), (0, 1, 2), 0)
    table, key, hand = open_access("libre", trio), new_key(), {"scores": [100, 0, 0]}
    first = add_hand(table, hand, key=key)
    remove_entry(table, first)
    four = Seating((*trio.names, "David"), (0, 1, 2, 3), 0)
    change_seating(repository.access(table.token), four)
    again = repository.access(table.token)
    assert add_hand(again, hand, key=key, seen=seen, seating="0") == first
    assert again.sheet.version == 4


@pytest.mark.parametrize(
    ("meanwhile", "place", "taken", "hands"),
    [
        (lambda access: None, {}, 2, 0),
        (lambda access: None, {"before": 3}, None, 1),
        (lambda access: None, {"key": "mine"}, None, 1),
        (lambda access: change_seating(access, FIVE), {}, None, 2),
    ],
    ids=["of the next hand", "of one before another", "posted again", "for other seats"],
)
def test_a_form_moves_to_the_deal_that_another_phone_recorded(
    another, meanwhile, place, taken, hands
):
    opened = another().sheet.etag
    add_hand(another(), GARDE)
    add_hand(another(), GARDE | {"taker": 1}, key="mine")
    meanwhile(another())
    turn = next_turn(another(), head=opened, **place)
    turn.find_taken("0")
    assert turn.taken == (taken and turn.sheet.row(taken))
    assert turn.state.hands == hands


def test_the_key_is_not_looked_up_where_nothing_was_recorded_since(access, monkeypatch):
    asked = []
    monkeypatch.setattr(
        access.repository.journal, "seq_of_key", lambda *given: asked.append(given)
    )
    add_hand(access, GARDE, key=new_key(), seen=1, seating=access.sheet.seating_version)
    assert asked == []


def test_a_hand_is_added_after_what_others_recorded_meanwhile(another):
    first, second = another(), another()
    assert first.sheet.version == second.sheet.version == 1
    add_penalty(first, 0, 10)
    assert add_hand(second, GARDE | {"taker": 1}, seen=1) == 3
    assert another().sheet.hands[-1].points == (-66, 198, -66, -66)


def test_an_event_that_cannot_be_folded_is_not_stored(access):
    with pytest.raises(VersionConflict):
        access.record("hand", {"answers": {"taker": 9}})
    access.refresh()
    assert access.sheet.version == 1


def test_an_event_is_cached_as_it_is_stored(repository, access):
    access.record("seated", FIVE.body(GAMES["tarot"]) | {"names": FIVE.names})
    cached = access.sheet
    repository.cache.invalidate(access.sheet_id)
    assert repository.access(access.token).sheet == cached


def test_a_closed_sheet_takes_a_stake_and_nothing_else(access):
    hand = add_hand(access, GARDE)
    sheets.close_sheet(access, 2)
    assert sheets.set_stake(access, 5, 1) == 4
    for write in (
        lambda: remove_entry(access, hand),
        lambda: add_penalty(access, 0, 10),
        lambda: change_seating(access, FIVE),
        lambda: correct_hand(access, hand, GARDE | {"points": 50}),
    ):
        with pytest.raises(SheetClosed):
            write()
    assert access.sheet.version == 4


@pytest.mark.parametrize(
    "again",
    [
        lambda access: sheets.close_sheet(access, 4),
        lambda access: sheets.set_stake(access, 5, 1),
        lambda access: change_seating(access, FIVE._replace(active=None)),
        lambda access: annotate_sheet(access, "", seen=0),
    ],
)
def test_what_is_so_already_is_not_recorded_again(access, again):
    sheets.set_stake(access, 5, 1)
    change_seating(access, FIVE._replace(active=None))
    assert sheets.reopen_sheet(access) is None
    sheets.close_sheet(access, 3)
    assert again(access) is None
    assert access.sheet.version == 4


def test_eight_phones_at_once_lose_no_hand_and_double_none(repository, access):
    def play(number):
        for n in range(10):
            hand = GARDE | {"taker": number % 4, "points": 36 + n}
            key = new_key()
            for _ in range(2):
                add_hand(repository.access(access.token), hand, key=key)

    phones = [threading.Thread(target=play, args=(n,)) for n in range(8)]
    for thread in phones:
        thread.start()
    for thread in phones:
        thread.join()
    cached = repository.access(access.token).sheet
    repository.cache.invalidate(access.sheet_id)
    assert repository.access(access.token).sheet == cached
    assert cached.state.hands == 80


def test_a_hand_is_judged_again_where_somebody_wrote_in_between(another, monkeypatch):
    first, second = another(), another()
    assert first.sheet.version == second.sheet.version == 1
    add_hand(first, GARDE)
    judged, make_row = [], sheet_module.make_row

    def noted(setting, entry, state, version, hand=None):
        judged.append(hand is not None)
        return make_row(setting, entry, state, version, hand)

    monkeypatch.setattr(sheet_module, "make_row", noted)
    assert add_hand(second, GARDE | {"taker": 1}) == 3
    assert judged[0] and not any(judged[1:])
