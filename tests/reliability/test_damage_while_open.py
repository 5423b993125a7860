"""A database that is damaged while the program runs: nothing more is written into it."""

import logging
import random
import shutil

import pytest
from conftest import GARDE, token_of
from filled_journals import change
from long_cases import one_in
from routes import SEATS

from scorekeeper.streams.base import DatabaseStopped

STOPPED = "plus rien n"
SEED = 20261122


@pytest.fixture
def database(app, sheet, post_hand, open_sheet):
    """The file of an application with two sheets of several pages."""
    for n in range(40):
        assert post_hand(sheet, key=f"{n:032x}").status_code == 303
    open_sheet()
    return app.extensions["installation"].database


def write(path, content):
    with open(path, "r+b") as file:
        file.truncate(0)
        file.write(content)


def id_of(app, sheet):
    """The id of a sheet, by its address."""
    return app.extensions["installation"].journal.grant(token_of(sheet)).sheet_id


def forget(app):
    """Have all sheets read again."""
    app.extensions["sheets"].cache._states.clear()


PAGE = 4096


PLAYED = "(SELECT sheet FROM event GROUP BY sheet ORDER BY count(*) DESC LIMIT 1)"
"""The sheet with the most events."""

LAST = f"WHERE sheet = {PLAYED} AND seq = (SELECT max(seq) FROM event WHERE sheet = {PLAYED})"

DAMAGES = {
    "zeros": lambda path: write(path, bytes(path.stat().st_size)),
    "garbage": lambda path: write(path, random.Random(SEED).randbytes(path.stat().st_size)),
    "a garbage header": lambda path: write(path, b"\xff" * 100 + path.read_bytes()[100:]),
    "half of it": lambda path: write(path, path.read_bytes()[: path.stat().st_size // 2]),
    "nothing": lambda path: write(path, b""),
    "no file": lambda path: path.unlink(),
    "an earlier state": lambda path: change(path, f"DELETE FROM event {LAST}"),
    "another answer": lambda path: change(path, f"UPDATE event SET body = '{{}}' {LAST}"),
    "another hash": lambda path: change(path, f"UPDATE event SET hash = zeroblob(32) {LAST}"),
    "no table": lambda path: change(path, "DROP TABLE event"),
}


def close_connection(app):
    """Let the program read its file again, as another of its threads would."""
    app.extensions["installation"].journal.close()


def statuses(app, post, sheet, times=12):
    found = []
    for n in range(times):
        close_connection(app)
        found.append(post(sheet, key=f"{n:031x}f".replace("0", "e")))
    return found


@pytest.mark.parametrize("damage", one_in(3, DAMAGES))
def test_nothing_is_written_into_a_damaged_database(
    app, database, sheet, post_hand, damage, caplog
):
    DAMAGES[damage](database)
    before = database.read_bytes() if database.exists() else None
    answers = statuses(app, post_hand, sheet)
    assert {answer.status_code for answer in answers} == {503}
    assert (database.read_bytes() if database.exists() else None) == before
    if damage not in ("no file",):
        assert all(STOPPED in answer.text for answer in answers)
        reports = [r for r in caplog.records if r.levelno == logging.CRITICAL]
        assert len(reports) == 1 and "app.py check" in reports[0].getMessage()


def test_whichever_page_is_lost_nothing_is_written_after_it_is_noticed(
    app, database, sheet, post_hand
):
    """A page that no request needs is noticed by the next check; writing goes on till then."""
    whole, noticed = database.read_bytes(), 0
    for start in range(0, len(whole), PAGE):
        app.extensions["installation"].journal.driver._damage = ""
        write(database, whole)
        forget(app)
        write(database, whole[:start] + bytes(PAGE) + whole[start + PAGE :])
        codes = [answer.status_code for answer in statuses(app, post_hand, sheet, 3)]
        assert codes in ([303] * 3, [503] * 3), start
        noticed += codes[0] == 503
    assert noticed > 2


def test_the_other_forms_are_refused_too(app, database, sheet, client, post_hand):
    DAMAGES["another hash"](database)
    post_hand(sheet)
    for path, form in (("/sheets", SEATS), (f"{sheet}/share", {}), (f"{sheet}/deletion", {})):
        answer = client.post(path, data=form)
        assert (answer.status_code, STOPPED in answer.text) == (503, True)


def test_what_is_not_damaged_is_still_shown(
    app, database, sheet, open_sheet, client, post_hand
):
    other = open_sheet()
    DAMAGES["another hash"](database)
    assert post_hand(sheet).status_code == 503
    assert client.get(sheet).status_code == 200
    forget(app)
    assert client.get(sheet).status_code == 503
    assert client.get(other).status_code == 200
    assert post_hand(other).status_code == 503


@pytest.mark.parametrize("column", ["body = '{}'", "kind = 'hand2'", "seq = 99", "at = ''"])
def test_a_changed_event_is_not_folded_into_a_sheet(app, database, sheet, client, column):
    change(database, f"UPDATE event SET {column} WHERE sheet = {PLAYED} AND seq = 5")
    forget(app)
    assert client.get(sheet).status_code == 503
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("column", ["body = '{'", "body = '{}'", "hash = zeroblob(32)"])
def test_the_list_of_sheets_leaves_out_one_whose_opening_is_changed(
    app, database, sheet, client, column
):
    change(database, f"UPDATE event SET {column} WHERE sheet = {PLAYED} AND seq = 1")
    forget(app)
    home = client.get("/")
    assert home.status_code == 200 and sheet not in home.text


def test_a_change_of_seats_that_does_not_follow_is_not_read(app, database, sheet):
    change(database, f"UPDATE event SET kind = 'seated' WHERE sheet = {PLAYED} AND seq = 5")
    with pytest.raises(DatabaseStopped):
        app.extensions["installation"].journal.outline(id_of(app, sheet))


def test_an_event_after_a_lost_one_is_not_read(app, database, sheet):
    change(database, f"DELETE FROM event WHERE sheet = {PLAYED} AND seq = 5")
    journal = app.extensions["installation"].journal
    with pytest.raises(DatabaseStopped):
        journal.events(id_of(app, sheet), after=4)


def test_a_database_put_back_while_it_is_open_is_not_written(
    app, database, sheet, post_hand, tmp_path
):
    shutil.copy(database, tmp_path / "copy")
    assert post_hand(sheet).status_code == 303
    write(database, (tmp_path / "copy").read_bytes())
    assert [a.status_code for a in statuses(app, post_hand, sheet, 3)] == [503] * 3


def test_a_damaged_file_is_not_rewritten(app, database, sheet, post_hand):
    """What is left of it may be all that there is."""
    DAMAGES["another hash"](database)
    assert post_hand(sheet).status_code == 503
    before = database.read_bytes()
    with pytest.raises(DatabaseStopped):
        app.extensions["installation"].journal.purge()
    assert database.read_bytes() == before


@pytest.mark.parametrize("events", [1, 2, 200])
def test_an_append_verifies_the_last_two_events_of_any_sheet(app, client, sheet, events):
    """The work of an append does not grow with the sheet."""
    journal = app.extensions["installation"].journal
    token = journal.open_stream([("opened", {"n": 1}), *[("hand", {})] * (events - 1)])
    (sheet_id, _, head), read = journal.grant(token), []
    journal.driver._connection().row_factory = lambda cursor, row: read.append(row) or row
    journal.append(sheet_id, "k", "hand", {"answers": GARDE}, *head)
    assert len(read) <= 2
