"""A circle from a file: stored once, and seen by nobody before it is complete."""

import pytest
from circle_helpers import import_circle

from scorekeeper.circles.checks import MAX_NAMES
from scorekeeper.circles.formats.circle_reader import read_circle
from scorekeeper.circles.formats.examples import example_circle
from scorekeeper.circles.service import files, statistics
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.circles.service.files import remove_unopened, store_circle
from scorekeeper.sheets.formats.strict_json import DocumentError

EVENINGS = 3
DOCUMENT = example_circle()
DOCUMENT |= {"sheets": DOCUMENT["sheets"][:EVENINGS]}


class Killed(Exception):
    """The process ends here."""


@pytest.fixture
def one_by_one(monkeypatch):
    """Each sheet is stored in a transaction of its own."""
    monkeypatch.setattr(files, "BATCH_EVENTS", 1)


def founded(circles):
    """The circles of the database."""
    journal = circles.journal
    return [id for id in journal.stream_ids() if journal.events(id)[0].kind == "founded"]


def require_complete(circles, token):
    access = circles.access(token)
    assert len(access.circle.links) == EVENINGS
    assert all(access.opens_sheet(sheet) for sheet in access.circle.links)
    assert len(access.sheets.sheets) == EVENINGS


def test_a_file_with_more_names_than_a_circle_takes_stores_nothing(circles):
    further = range(len(DOCUMENT["players"]) + 1, MAX_NAMES + 1)
    players = DOCUMENT["players"] + [{"id": n, "name": f"Joueur {n}"} for n in further]
    with pytest.raises(DocumentError):  # the title is a name of the circle too
        import_circle(circles, DOCUMENT | {"players": players})
    assert circles.journal.stream_ids() == []
    assert import_circle(circles, DOCUMENT | {"players": players[:-1]})


@pytest.mark.parametrize("is_after", [False, True])
@pytest.mark.parametrize("at", range(1, EVENINGS + 2))
def test_an_import_killed_in_the_middle_leaves_no_half_circle(
    circles, open_repository, at, is_after, one_by_one
):
    broken, writes = CircleRepository(open_repository()), iter(range(1, at))
    write = broken.journal.open_stream

    def fragile(*arguments):
        if next(writes, None):
            return write(*arguments)
        if is_after:
            write(*arguments)
        raise Killed

    broken.journal.open_stream = fragile
    with pytest.raises(Killed):
        import_circle(broken, DOCUMENT, key="k")
    for id in founded(circles):
        assert len(circles.circle(id).links) == EVENINGS
    require_complete(circles, import_circle(circles, DOCUMENT, key="k"))
    assert len(founded(circles)) == 1
    assert len(circles.journal.stream_ids()) == EVENINGS + 1


def test_imported_sheets_are_closed(circles):
    access = circles.access(import_circle(circles, DOCUMENT))
    assert not any(sheet.summary.is_open for sheet in access.sheets.sheets)


def test_what_an_import_had_stored_is_removed_where_it_is_given_up(circles, one_by_one):
    def killed(done, total):
        raise Killed

    with pytest.raises(Killed):
        store_circle(circles, read_circle(DOCUMENT), "x", killed)
    assert len(circles.journal.stream_ids()) == 1
    remove_unopened(circles, "x", EVENINGS, lambda: None)
    assert circles.journal.stream_ids() == []


def test_an_import_that_has_come_to_its_end_is_not_removed(circles):
    token = store_circle(circles, read_circle(DOCUMENT), "x")
    remove_unopened(circles, "x", EVENINGS, lambda: None)
    require_complete(circles, token)


def test_the_pages_of_a_circle_that_was_imported_have_nothing_to_sum_up(circles, monkeypatch):
    access = circles.access(import_circle(circles, DOCUMENT))
    monkeypatch.setattr(statistics, "summarize", None)
    assert len(access.sheets.sheets) == EVENINGS


def test_an_import_tells_its_progress_to_the_end(circles, one_by_one):
    reading, storing = [], []
    read = read_circle(DOCUMENT, lambda *step: reading.append(step))
    store_circle(circles, read, "x", lambda *step: storing.append(step))
    assert reading == [(1, 3), (2, 3), (3, 3)]
    assert storing == [(n, 6) for n in range(1, 7)]
