"""A circle file: of one moment, its sheets written one by one."""

import pytest
from circle_helpers import example_circle, import_circle, text_of
from writes import remove_entry

from scorekeeper.circles.service import files, statistics
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.circles.service.files import export_circle
from scorekeeper.sheets.service import sheets

DOCUMENT = example_circle()
DOCUMENT |= {"sheets": DOCUMENT["sheets"][:4]}


@pytest.fixture
def circle(circles, monkeypatch):
    """A circle of four evenings, whose summaries nobody has stored."""
    with monkeypatch.context() as patched:
        patched.setattr(statistics, "program_version", lambda: "another")
        token = import_circle(circles, DOCUMENT)
    return circles.access(token)


@pytest.fixture
def exported(circle, open_repository):
    """The file as another process writes it now."""
    return lambda: text_of(
        export_circle(CircleRepository(open_repository()).access(circle.token))
    )


def written(circle, number):
    """The access of the writer of a sheet by its place in the circle."""
    link = list(circle.circle.links.values())[number]
    return circle.repository.sheets.access(circle.sheet_token(link.sheet))


def test_only_sheets_that_do_not_fit_are_read_before_the_file(circle, monkeypatch):
    export_circle(circle)
    monkeypatch.delattr(files, "fold")
    assert export_circle(circle).left_out == ()


def test_a_file_is_of_the_moment_in_which_it_was_asked_for(circle, exported):
    file, before = export_circle(circle), text_of(export_circle(circle))
    pieces = file.pieces()
    begun = next(pieces)
    sheets.reopen_sheet(written(circle, 1))
    remove_entry(written(circle, 1), 2)
    assert begun + "".join(pieces) == before != exported()


def test_a_sheet_deleted_while_the_file_is_written_is_not_in_it(circle, exported):
    file = export_circle(circle)
    sheets.delete_sheet(written(circle, 3))
    assert text_of(file) == exported()
