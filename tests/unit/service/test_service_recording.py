"""A whole evening through the service layer alone: no Flask, no HTTP."""

import subprocess
import sys
import threading

import pytest

from scorekeeper.formats.examples import fft_match
from scorekeeper.games import GAMES
from scorekeeper.service import documents, entries, hands, penalties, seating, sheets
from scorekeeper.service.access import SheetRepository, new_key
from scorekeeper.service.errors import (
    DuplicateHand,
    EntryChanged,
    GameNotOver,
    GameOver,
    InvalidAnswers,
    SeatingChanged,
    SheetClosed,
    UnconfirmedWarnings,
    UnknownEntry,
    UnknownToken,
    VersionConflict,
    WriteForbidden,
)
from scorekeeper.service.recording import record
from scorekeeper.service.seating import Seating
from scorekeeper.storage.base import KeyReused, SheetDeleted, read_only_token
from scorekeeper.storage.sqlite import SqliteJournal

FOUR = Seating(("Anne", "Bruno", "Chloé", "David"), (0, 1, 2, 3), 0)
FIVE = Seating((*FOUR.names, "Eve"), (0, 1, 2, 3, 4), 0, 4)
GARDE = {"taker": 0, "contract": "garde", "bouts": 2, "points": 49}
BELOTE = {"taker": 0, "points": 100}


@pytest.fixture
def repository(tmp_path):
    journal = SqliteJournal(tmp_path / "journal.sqlite3")
    yield SheetRepository(lambda: journal, lambda: b"secret")
    journal.close()


@pytest.fixture
def open_sheet(repository):
    def opened(game="tarot", table=FOUR, **options):
        return repository.access(
            sheets.open_sheet(repository, GAMES[game], options, table, title="Chez Anne")
        )

    return opened


@pytest.fixture
def sheet(open_sheet):
    return open_sheet()


@pytest.fixture
def phone(repository, sheet):
    """Another phone at the same table: an access of its own to the same sheet."""
    return lambda: repository.access(sheet.token)


def totals(access):
    return access.sheet.state.standing


def test_an_evening_is_recorded_without_http(repository, open_sheet):
    table = open_sheet(table=FIVE)
    first = hands.add_hand(table, GARDE | {"taker": 1, "sitting_out": [0]})
    hands.add_hand(table, None)
    forgotten = hands.add_hand(table, GARDE | {"taker": 2, "sitting_out": [0]}, before=first)
    hands.correct_hand(table, first, GARDE | {"taker": 1, "points": 51, "sitting_out": [0]})
    fine = penalties.add_penalty(table, 3, -20, "  renonce\n")
    penalties.correct_penalty(table, fine, 3, -10, "renonce")
    seating.change_seating(table, FIVE._replace(seats=(0, 1, 2, 3), active=None))
    entries.undo(table, hands.add_hand(table, GARDE))
    entries.restore(table, forgotten)
    entries.remove(table, forgotten)
    entries.restore(table, forgotten)
    sheets.set_stake(table, 5, 1)
    sheets.close_sheet(table, table.sheet.version)
    assert [row.entry.id for row in table.sheet.rows] == [forgotten, first, 3, fine, 8]
    assert totals(table) == (0, 144, 128, -146, -136)
    again = repository.access(table.token)
    repository.cache.invalidate(again.sheet_id)
    assert again.sheet == table.sheet
    with pytest.raises(SheetClosed):
        hands.add_hand(table, GARDE)
    sheets.reopen_sheet(table)
    assert hands.add_hand(table, GARDE) == table.sheet.version


@pytest.fixture
def fixed(open_sheet):
    return open_sheet("belote")


@pytest.mark.parametrize("seats", [(0, 1, 2), (1, 0, 2, 3)])
def test_fixed_seats_do_not_change(fixed, seats):
    with pytest.raises(InvalidAnswers):
        seating.change_seating(fixed, FOUR._replace(seats=seats))
    assert seating.change_seating(fixed, FOUR._replace(names=("Zoé", *FOUR.names[1:]))) == 2


def test_a_ninth_column_is_refused(open_sheet):
    names = tuple("ABCDEFGH")
    table = open_sheet(table=Seating(names, tuple(range(8)), 0))
    with pytest.raises(InvalidAnswers):
        seating.change_seating(table, Seating((*names, "I"), (*range(7), 8), 0))


def test_the_deal_follows_the_hands_unless_another_dealer_is_chosen(sheet):
    seating.change_seating(sheet, FOUR._replace(names=("Zoé", *FOUR.names[1:])))
    assert "dealer" not in sheet.sheet.entry(2).body
    seating.change_seating(sheet, FOUR._replace(dealer=2))
    assert sheet.sheet.entry(3).body["dealer"] == 2


def test_the_same_key_changes_the_seating_once(phone):
    key, five = new_key(), FIVE._replace(active=None)
    assert seating.change_seating(phone(), five, key=key, seen="0") == 2
    assert seating.change_seating(phone(), five, key=key, seen="0") == 2
    seating.change_seating(phone(), FOUR._replace(names=FIVE.names))
    assert seating.change_seating(phone(), five, key=key, seen="0") == 2
    assert phone().sheet.version == 3


def test_no_flask_is_loaded_below_the_web_layer():
    code = (
        "import sys; from scorekeeper.service import access, documents, entries, hands,"
        " penalties, recording, seating, sheets;"
        "print([name for name in sys.modules if name.split('.')[0] in"
        " ('flask', 'werkzeug', 'wtforms', 'flask_wtf', 'jinja2', 'sqlite3')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (run.stdout.strip(), run.stderr) == ("[]", "")


# Tokens


def test_an_unknown_token_opens_nothing(repository):
    with pytest.raises(UnknownToken):
        repository.access("t" * 22)


@pytest.mark.parametrize(
    "write",
    [
        lambda access: hands.add_hand(access, GARDE),
        lambda access: hands.correct_hand(access, 2, GARDE),
        lambda access: penalties.add_penalty(access, 0, 10),
        lambda access: penalties.correct_penalty(access, 3, 0, 10),
        lambda access: entries.remove(access, 2),
        lambda access: entries.undo(access, 2),
        lambda access: seating.change_seating(access, FIVE),
        lambda access: sheets.close_sheet(access, 3),
        lambda access: sheets.set_stake(access, 5, 1),
        lambda access: sheets.open_revanche(access),
        lambda access: sheets.delete_sheet(access),
        lambda access: sheets.renew_tokens(access.repository, access.token, key=new_key()),
    ],
)
def test_a_token_that_reads_writes_nothing(repository, sheet, write):
    hands.add_hand(sheet, GARDE)
    penalties.add_penalty(sheet, 1, -10)
    reader = repository.access(read_only_token(sheet.token))
    with pytest.raises(WriteForbidden):
        write(reader)
    assert repository.access(sheet.token).sheet.version == 3


@pytest.mark.parametrize(
    "write",
    [
        lambda access: hands.add_hand(access, {}),
        lambda access: hands.correct_hand(access, 2, GARDE),
        lambda access: penalties.add_penalty(access, 9, 0),
        lambda access: seating.change_seating(access, FOUR._replace(dealer=1)),
        lambda access: sheets.open_revanche(access),
    ],
)
def test_a_token_that_reads_is_refused_before_anything_else(repository, sheet, write):
    hands.add_hand(sheet, GARDE)
    assert sheet.sheet.state.dealer == 1
    with pytest.raises(WriteForbidden):
        write(repository.access(read_only_token(sheet.token)))


def test_renewed_tokens_replace_those_before_once_a_key(repository, sheet):
    key = new_key()
    new = sheets.renew_tokens(repository, sheet.token, key=key)
    assert sheets.renew_tokens(repository, sheet.token, key=key) == new
    for old in (sheet.token, read_only_token(sheet.token)):
        with pytest.raises(UnknownToken):
            repository.access(old)
    assert repository.access(new).sheet.version == 2


def test_a_deleted_sheet_takes_nothing_more(repository, sheet, phone):
    late = phone()
    assert late.sheet.version == 1
    sheets.delete_sheet(sheet)
    with pytest.raises(SheetDeleted):
        hands.add_hand(late, GARDE)
    with pytest.raises(UnknownToken):
        repository.access(sheet.token)


def test_tokens_are_derived_from_the_secret_key(repository):
    journal = repository.journal
    same, other = (SheetRepository(lambda: journal, lambda k=k: k) for k in (b"secret", b"x"))
    assert same.derived_token("purpose") == repository.derived_token("purpose")
    assert len({one.derived_token("purpose") for one in (repository, other)}) == 2
    assert repository.derived_token("purpose") != repository.derived_token("another")
    assert len(repository.derived_token("purpose")) == 22


# Answers


def test_invalid_answers_are_refused_by_question(sheet):
    with pytest.raises(InvalidAnswers) as refused:
        hands.add_hand(sheet, GARDE | {"bouts": 7})
    assert [error.name for error in refused.value.errors] == ["bouts"]
    assert sheet.sheet.version == 1


def test_every_error_of_a_hand_is_raised_at_once(open_sheet):
    table = open_sheet("belote", no_trump=True)
    capot = {"taker": 0, "capot": "attack", "points": 100, "suit": "no_trump"}
    with pytest.raises(InvalidAnswers) as refused:
        hands.add_hand(table, capot | {"belote": "attack"})
    assert [error.name for error in refused.value.errors] == ["points", "belote"]


def test_answers_with_warnings_are_recorded_once_confirmed(sheet):
    unlikely = GARDE | {"bouts": 3, "points": 2}
    with pytest.raises(UnconfirmedWarnings) as asked:
        hands.add_hand(sheet, unlikely)
    with pytest.raises(UnconfirmedWarnings):
        hands.add_hand(sheet, unlikely | {"points": 3}, confirmed=asked.value.fingerprint)
    assert hands.add_hand(sheet, unlikely, confirmed=asked.value.fingerprint) == 2


@pytest.mark.parametrize(
    ("column", "points", "name"),
    [(9, 10, "player"), (-1, 10, "player"), (0, 0, "points"), (0, 10_000, "points")],
)
def test_a_penalty_is_for_a_column_and_within_bounds(sheet, column, points, name):
    with pytest.raises(InvalidAnswers) as refused:
        penalties.add_penalty(sheet, column, points)
    assert refused.value.errors[0].name == name


@pytest.mark.parametrize(
    "table",
    [
        FOUR._replace(seats=(0, 1), names=("Anne", "Bruno")),
        FOUR._replace(names=("Anne", "Anne", "Chloé", "David")),
        FOUR._replace(dealer=-1),
        FOUR._replace(active=5),
    ],
)
def test_an_impossible_seating_opens_no_sheet(repository, table):
    with pytest.raises(InvalidAnswers):
        sheets.open_sheet(repository, GAMES["tarot"], {}, table)


def test_an_impossible_option_opens_no_sheet(repository):
    with pytest.raises(InvalidAnswers) as refused:
        sheets.open_sheet(repository, GAMES["tarot"], {"misere": 7}, FOUR)
    assert refused.value.errors[0].name == "options.misere"


@pytest.mark.parametrize("stake", [(-1, 1), (5, 7), (100_001, 1)])
def test_a_stake_is_within_bounds(sheet, stake):
    with pytest.raises(ValueError):
        sheets.set_stake(sheet, *stake)


@pytest.mark.parametrize("entry", [1, 99])
def test_an_unknown_entry_is_not_changed(sheet, entry):
    for change in (entries.remove, entries.restore, entries.undo):
        with pytest.raises(UnknownEntry):
            change(sheet, entry)


def test_a_hand_is_no_penalty_and_a_penalty_no_hand(sheet):
    hand, penalty = hands.add_hand(sheet, GARDE), penalties.add_penalty(sheet, 0, 10)
    with pytest.raises(UnknownEntry):
        hands.correct_hand(sheet, penalty, GARDE)
    with pytest.raises(UnknownEntry):
        penalties.correct_penalty(sheet, hand, 0, 10)
    assert sheet.sheet.version == 3


def test_a_penalty_is_corrected_for_the_columns_of_its_time(sheet):
    early = penalties.add_penalty(sheet, 0, 10)
    seating.change_seating(sheet, FIVE._replace(active=None))
    with pytest.raises(InvalidAnswers):
        penalties.correct_penalty(sheet, early, 4, 10)
    assert penalties.correct_penalty(sheet, early, 3, 10)
    assert penalties.add_penalty(sheet, 4, 10)


def test_the_reason_of_a_penalty_is_cleaned_and_cut(sheet):
    entry = penalties.add_penalty(sheet, 0, 10, "  renonce\n" + "x" * 200)
    reason = sheet.sheet.entry(entry).body["reason"]
    assert reason.startswith("renonce x") and len(reason) == penalties.REASON_LENGTH


# Idempotency


def test_the_same_key_records_one_hand(sheet, phone):
    key = new_key()
    assert [hands.add_hand(phone(), GARDE, key=key, seen=1) for _ in range(3)] == [2, 2, 2]
    assert phone().sheet.version == 2


def test_a_key_that_recorded_another_hand_is_refused(sheet, phone):
    key = new_key()
    hands.add_hand(phone(), GARDE, key=key)
    with pytest.raises(KeyReused):
        hands.add_hand(phone(), GARDE | {"points": 50}, key=key)


@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda access: sheets.close_sheet(access, access.sheet.version),
        lambda access: seating.change_seating(access, FIVE._replace(active=None)),
        lambda access: hands.add_hand(access, GARDE | {"taker": 1}),
    ],
)
def test_a_key_answers_as_the_first_time_whatever_happened_since(sheet, phone, meanwhile):
    key, seen = new_key(), sheet.sheet.version
    shown = sheet.sheet.seating_version
    assert hands.add_hand(phone(), GARDE, key=key, seen=seen, seating=shown) == 2
    meanwhile(phone())
    version = phone().sheet.version
    assert hands.add_hand(phone(), GARDE, key=key, seen=seen, seating=shown) == 2
    assert phone().sheet.version == version


def test_a_key_posted_again_after_another_event_caches_no_event_twice(sheet, phone):
    key = new_key()
    hands.add_hand(sheet, GARDE, key=key)
    hands.add_hand(sheet, GARDE | {"taker": 1})
    again = phone()
    assert hands.add_hand(again, GARDE, key=key) == 2
    assert again.sheet.version == phone().sheet.version == 3


def test_a_player_who_left_sits_out_of_every_hand(sheet, phone):
    seating.change_seating(sheet, FOUR._replace(seats=(0, 1, 2)))
    with pytest.raises(InvalidAnswers):
        hands.add_hand(sheet, GARDE | {"taker": 3})
    with pytest.raises(InvalidAnswers):
        hands.add_hand(sheet, GARDE | {"sitting_out": "x"})
    first = hands.add_hand(sheet, GARDE)
    assert hands.correct_hand(phone(), first, GARDE | {"sitting_out": [3]}) is None
    assert totals(phone()) == (132, -66, -66, 0)


def test_a_key_is_answered_at_the_table_of_its_hand(sheet, phone):
    key, hand = new_key(), GARDE | {"taker": 3}
    first = hands.add_hand(sheet, hand, key=key)
    seating.change_seating(phone(), FOUR._replace(seats=(0, 1, 2)))
    with pytest.raises(InvalidAnswers):
        hands.add_hand(phone(), hand)
    assert hands.add_hand(phone(), hand, key=key) == first


def test_a_hand_is_inserted_at_the_table_of_its_place(sheet, phone):
    first, shown = hands.add_hand(sheet, GARDE), sheet.sheet.seating_version
    seating.change_seating(sheet, FOUR._replace(seats=(0, 1, 2)))
    hand = GARDE | {"taker": 3}
    inserted = hands.add_hand(phone(), hand, before=first, seating=shown)
    assert hands.correct_hand(phone(), inserted, hand | {"points": 50})
    assert [row.entry.id for row in phone().sheet.hands] == [inserted, first]


def test_a_removed_hand_is_corrected_at_the_table_of_its_place(sheet, phone):
    entry = hands.add_hand(sheet, GARDE | {"taker": 3})
    removed = entries.remove(sheet, entry)
    seating.change_seating(sheet, FOUR._replace(seats=(0, 1, 2)))
    hands.correct_hand(phone(), entry, GARDE | {"taker": 3, "points": 50}, seen=removed)
    assert phone().sheet.row(entry).hand.points == 100


def test_the_same_answers_restore_a_removed_hand(sheet):
    entry = hands.add_hand(sheet, GARDE)
    removed = entries.remove(sheet, entry)
    assert hands.correct_hand(sheet, entry, GARDE, seen=removed)
    assert sheet.sheet.row(entry)


def test_an_undo_is_of_what_put_an_entry_on_the_sheet(sheet):
    entry = hands.add_hand(sheet, GARDE)
    correction = hands.correct_hand(sheet, entry, GARDE | {"points": 50})
    with pytest.raises(UnknownEntry):
        entries.undo(sheet, correction)
    with pytest.raises(EntryChanged):
        entries.undo(sheet, entry)
    entries.remove(sheet, entry)
    assert entries.undo(sheet, entries.restore(sheet, entry))
    assert sheet.sheet.rows == ()


def test_the_key_is_not_looked_up_where_nothing_was_recorded_since(sheet, monkeypatch):
    asked = []
    monkeypatch.setattr(
        sheet.repository.journal, "seq_of_key", lambda *given: asked.append(given)
    )
    hands.add_hand(sheet, GARDE, key=new_key(), seen=1, seating=sheet.sheet.seating_version)
    assert asked == []


def test_a_sheet_is_opened_once_a_key(repository):
    key = new_key()
    tokens = {
        sheets.open_sheet(repository, GAMES["tarot"], {}, FOUR, key=key) for _ in range(2)
    }
    assert len(tokens) == 1


def test_an_entry_is_removed_once(sheet, phone):
    hands.add_hand(sheet, GARDE)
    first, second = phone(), phone()
    assert second.sheet.version == 2
    assert entries.remove(first, 2) == 3
    assert entries.remove(second, 2) == 3  # its sheet is older than the removal
    assert entries.remove(phone(), 2) is None
    assert phone().sheet.version == 3


# Two phones


def test_a_hand_is_added_after_those_that_others_recorded_meanwhile(phone):
    first, second = phone(), phone()
    assert first.sheet.version == second.sheet.version == 1
    hands.add_hand(first, GARDE, seen=1)
    assert hands.add_hand(second, GARDE | {"taker": 1}, seen=1) == 3
    assert totals(phone()) == (132, 132, -132, -132)


def test_the_same_hand_from_two_phones_is_a_duplicate(phone):
    first, second = phone(), phone()
    assert first.sheet.version == second.sheet.version == 1
    hands.add_hand(first, GARDE, seen=1)
    with pytest.raises(DuplicateHand) as duplicate:
        hands.add_hand(second, GARDE, seen=1)
    assert duplicate.value.row.number == 1
    assert hands.add_hand(second, GARDE, seen=2) == 3


def test_a_correction_of_what_another_phone_corrected_carries_both(sheet, phone):
    hands.add_hand(sheet, GARDE)
    hands.correct_hand(phone(), 2, GARDE | {"points": 55}, seen=2)
    with pytest.raises(EntryChanged) as conflict:
        hands.correct_hand(phone(), 2, GARDE | {"points": 60}, seen=2)
    newer, proposed = conflict.value.newer, conflict.value.proposed
    assert [event.kind for event in newer] == ["corrected"]
    assert conflict.value.entry.body["answers"]["points"] == 55
    assert proposed.row(2).entry.body["answers"]["points"] == 60
    assert hands.correct_hand(phone(), 2, GARDE | {"points": 60}, seen=3) == 4


def test_a_removal_of_what_another_phone_corrected_is_a_conflict(sheet, phone):
    hands.add_hand(sheet, GARDE)
    hands.correct_hand(phone(), 2, GARDE | {"points": 55})
    with pytest.raises(EntryChanged) as conflict:
        entries.remove(phone(), 2, seen=2)
    assert conflict.value.proposed is None


def test_a_removed_hand_is_corrected_only_where_its_removal_was_seen(sheet, phone):
    hands.add_hand(sheet, GARDE)
    entries.remove(sheet, 2)
    for seen in (None, 2):
        with pytest.raises(EntryChanged):
            hands.correct_hand(phone(), 2, GARDE | {"points": 55}, seen=seen)
    hands.correct_hand(phone(), 2, GARDE | {"points": 55}, seen=3)
    assert phone().sheet.row(2).hand.points == 110


def test_the_same_answers_correct_nothing(sheet):
    hands.add_hand(sheet, GARDE)
    assert hands.correct_hand(sheet, 2, GARDE) is None
    assert sheet.sheet.version == 2


def test_a_correction_keeps_the_place_of_an_inserted_hand(sheet):
    first = hands.add_hand(sheet, GARDE)
    inserted = hands.add_hand(sheet, GARDE | {"taker": 1}, before=first)
    hands.correct_hand(sheet, inserted, GARDE | {"taker": 2})
    assert [row.entry.id for row in sheet.sheet.rows] == [inserted, first]


def test_answers_for_another_seating_are_refused(sheet, phone):
    shown = sheet.sheet.seating_version
    seating.change_seating(phone(), FIVE._replace(active=None))
    with pytest.raises(SeatingChanged) as changed:
        hands.add_hand(phone(), GARDE, seen=1, seating=shown)
    assert [event.kind for event in changed.value.newer] == ["seated"]


def test_a_seating_that_changes_while_a_hand_is_recorded_is_a_conflict(phone):
    first, second = phone(), phone()
    assert first.sheet.version == second.sheet.version == 1
    seating.change_seating(first, FIVE._replace(active=None))
    with pytest.raises(SeatingChanged) as changed:
        hands.add_hand(second, GARDE)
    assert [event.kind for event in changed.value.newer] == ["seated"]
    assert phone().sheet.version == 2


@pytest.mark.parametrize("stale", [{"seen": "7"}, {"dealer_seen": 2}])
def test_a_seating_is_changed_only_where_the_one_before_was_seen(sheet, stale):
    with pytest.raises(SeatingChanged):
        seating.change_seating(sheet, FIVE, **stale)
    assert sheet.sheet.version == 1


def test_a_sheet_is_closed_only_where_its_last_event_was_seen(phone):
    first, second = phone(), phone()
    assert second.sheet.version == 1
    hands.add_hand(first, GARDE)
    with pytest.raises(VersionConflict) as conflict:
        sheets.close_sheet(second, 1)
    assert [event.kind for event in conflict.value.newer] == ["hand"]
    assert phone().sheet.closed is None
    assert sheets.close_sheet(phone(), 2) == 3
    assert phone().sheet.closed == (198, -66, -66, -66)


def test_an_event_that_cannot_be_folded_is_not_stored(sheet):
    with pytest.raises(VersionConflict):
        record(sheet, "hand", {"answers": {"taker": 9}})
    assert sheet.catch_up() == [] and sheet.sheet.version == 1


def test_an_event_is_cached_as_it_is_stored(repository, sheet):
    record(sheet, "seated", FIVE.body(GAMES["tarot"]) | {"names": FIVE.names})
    cached = sheet.sheet
    repository.cache.invalidate(sheet.sheet_id)
    assert repository.access(sheet.token).sheet == cached


def test_the_sheet_at_an_earlier_version_is_the_one_of_then(repository, sheet):
    versions = [sheet.sheet]
    for taker in range(3):
        hands.add_hand(sheet, GARDE | {"taker": taker})
        versions.append(sheet.sheet)
    for _ in range(2):
        assert [sheet.sheet_at(n) for n in range(1, 5)] == versions
        repository.cache.invalidate(sheet.sheet_id)


def test_catching_up_returns_the_events_that_are_new(phone):
    first, second = phone(), phone()
    assert second.sheet.version == 1
    hands.add_hand(first, GARDE)
    entries.remove(first, 2)
    assert [event.kind for event in second.catch_up()] == ["hand", "removed"]
    assert second.sheet == first.sheet and second.catch_up() == []


def test_a_closed_sheet_takes_a_stake_and_nothing_else(sheet):
    hand = hands.add_hand(sheet, GARDE)
    sheets.close_sheet(sheet, 2)
    assert sheets.set_stake(sheet, 5, 1) == 4
    for write in (
        lambda: entries.remove(sheet, hand),
        lambda: penalties.add_penalty(sheet, 0, 10),
        lambda: seating.change_seating(sheet, FIVE),
        lambda: hands.correct_hand(sheet, hand, GARDE | {"points": 50}),
    ):
        with pytest.raises(SheetClosed):
            write()
    assert sheet.sheet.version == 4


@pytest.mark.parametrize(
    "again",
    [
        lambda access: sheets.close_sheet(access, 4),
        lambda access: sheets.set_stake(access, 5, 1),
        lambda access: seating.change_seating(access, FIVE._replace(active=None)),
    ],
)
def test_what_is_so_already_is_not_recorded_again(sheet, again):
    sheets.set_stake(sheet, 5, 1)
    seating.change_seating(sheet, FIVE._replace(active=None))
    assert sheets.reopen_sheet(sheet) is None
    sheets.close_sheet(sheet, 3)
    assert again(sheet) is None
    assert sheet.sheet.version == 4


def test_eight_phones_at_once_lose_no_hand_and_double_none(repository, sheet):
    def play(number):
        for n in range(10):
            hand = GARDE | {"taker": number % 4, "points": 36 + n}
            key = new_key()
            for _ in range(2):
                hands.add_hand(repository.access(sheet.token), hand, key=key)

    phones = [threading.Thread(target=play, args=(n,)) for n in range(8)]
    for thread in phones:
        thread.start()
    for thread in phones:
        thread.join()
    cached = repository.access(sheet.token).sheet
    repository.cache.invalidate(sheet.sheet_id)
    assert repository.access(sheet.token).sheet == cached
    assert cached.state.hands == 80


# The end of a game


@pytest.fixture
def won(open_sheet):
    table = open_sheet("belote", target=501)
    for _ in range(2):
        hands.add_hand(table, {"taker": 0, "capot": "attack"})
    return table


def test_a_game_that_is_won_takes_no_further_hand(won):
    with pytest.raises(GameOver):
        hands.add_hand(won, BELOTE)
    assert hands.add_hand(won, BELOTE, before=2)


def test_a_revanche_is_opened_once_for_all_phones(repository, won):
    assert sheets.revanche_of(won) is None
    token = sheets.open_revanche(won)
    assert sheets.open_revanche(repository.access(won.token)) == token
    assert sheets.revanche_of(won) == token
    following = repository.access(token)
    assert (following.sheet.part, following.games_won) == (2, (1, 0))


def test_a_reader_is_given_no_revanche(repository, won):
    sheets.open_revanche(won)
    reader = repository.access(read_only_token(won.token))
    assert sheets.revanche_of(reader) is None


def test_games_are_won_by_players_whatever_their_column(repository, open_sheet):
    trio = Seating(("Anne", "Bruno", "Chloé"), (0, 1, 2), 0)
    first = open_sheet("libre", trio, target=100)
    hands.add_hand(first, {"scores": [100, 0, 0]})
    second = repository.access(sheets.open_revanche(first))
    seating.change_seating(second, trio._replace(names=("Zoé", "Bruno", "Chloé")))
    assert second.games_won == (0, 0, 0)


def test_a_game_that_goes_on_has_no_revanche(sheet):
    with pytest.raises(GameNotOver):
        sheets.open_revanche(sheet)


# Documents


def test_a_document_is_imported_once_a_token_and_exported_as_it_was(repository):
    token = documents.import_document(repository.journal, fft_match(), "t" * 22)
    assert documents.import_document(repository.journal, fft_match(), "t" * 22) == token
    exported = documents.export_document(repository.access(token).sheet)
    assert exported["hands"] == fft_match()["hands"]
