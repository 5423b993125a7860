"""Preparing a large circle file: its sheets are checked in slices, then written one by one."""

import pytest

from scorekeeper.formats.examples import example_circle
from scorekeeper.service import entries, sheets
from scorekeeper.service.circles import file_checks
from scorekeeper.service.circles.access import CircleRepository
from scorekeeper.service.circles.files import export_circle, import_circle
from scorekeeper.service.errors import FileUnfinished

DOCUMENT = example_circle()
DOCUMENT |= {"sheets": DOCUMENT["sheets"][:4]}


@pytest.fixture
def circles(repository):
    return CircleRepository(repository)


@pytest.fixture
def circle(circles):
    """A circle of four evenings, for a caller who does not wait."""
    access = circles.access(import_circle(circles, DOCUMENT))
    access.waits = False
    return access


@pytest.fixture
def at_once(circle, open_repository):
    """The text of the file as another process writes it at once."""
    return lambda: export_circle(CircleRepository(open_repository()).access(circle.token)).text


@pytest.fixture
def checked(monkeypatch):
    """The dates of the sheets that were checked, in slices of one sheet."""
    found, check = [], file_checks.fault_of

    def counting(sheet, players):
        found.append(sheet.date)
        return check(sheet, players)

    monkeypatch.setattr(file_checks, "fault_of", counting)
    monkeypatch.setattr(file_checks, "SLICE", 0)
    monkeypatch.setattr(file_checks, "AT_ONCE", 0)
    return found


def progress(circle):
    """How much is done after each attempt, and the file in the end."""
    found = []
    while len(found) < 20:
        try:
            return found, export_circle(circle)
        except FileUnfinished as unfinished:
            found.append((unfinished.done, unfinished.total))
    raise AssertionError(found)


def written(circle, number):
    """The access of the writer of a sheet by its place in the circle."""
    link = list(circle.circle.links.values())[number]
    return circle.repository.sheets.access(circle.sheet_token(link.sheet))


def test_each_attempt_checks_one_more_sheet_until_the_file_is_there(circle, at_once, checked):
    done, file = progress(circle)
    assert done == [(1, 4), (2, 4), (3, 4)] and len(checked) == 4
    assert file.text == at_once()


def test_a_file_that_is_asked_for_again_checks_nothing_again(circle, checked):
    progress(circle)
    assert progress(circle)[0] == [] and len(checked) == 4


def test_sheets_that_do_not_fit_are_checked_once_too(circle, checked, monkeypatch):
    fault = file_checks.LeftOut("Mouche", "", "tarot_mouche", "no")
    monkeypatch.setattr(file_checks, "fault_of", lambda sheet, players: fault)
    done, file = progress(circle)
    assert len(done) == 3 and file.left_out == (fault,) * 4


def test_a_sheet_that_changes_meanwhile_is_checked_again(circle, at_once, checked):
    progress(circle)
    sheets.reopen_sheet(written(circle, 1))
    entries.remove(written(circle, 1), 2)
    _, file = progress(circle)
    assert len(checked) == 5 and file.text == at_once()


def test_a_small_circle_is_checked_at_once(circle, checked, monkeypatch):
    monkeypatch.setattr(file_checks, "AT_ONCE", 4)
    assert progress(circle)[0] == []


def test_a_file_is_of_the_moment_in_which_it_was_asked_for(circle):
    file, before = export_circle(circle), export_circle(circle).text
    pieces = file.pieces()
    begun = next(pieces)
    sheets.reopen_sheet(written(circle, 1))
    entries.remove(written(circle, 1), 2)
    assert begun + "".join(pieces) == before != export_circle(circle).text


def test_a_sheet_deleted_while_the_file_is_written_is_not_in_it(circle, at_once):
    file = export_circle(circle)
    sheets.delete_sheet(written(circle, 3))
    assert file.text == at_once()


def test_who_waits_is_told_the_progress_to_the_end(circle, checked):
    circle.waits, told = True, []
    assert export_circle(circle, lambda *step: told.append(step)).left_out == ()
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
