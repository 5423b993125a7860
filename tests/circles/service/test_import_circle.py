"""A circle from a file: stored once, and seen by nobody before it is complete."""

import pytest
from circle_helpers import example_circle, import_circle

from scorekeeper.circles.checks import MAX_NAMES
from scorekeeper.circles.service import statistics
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.sheets.formats.strict_json import DocumentError

EVENINGS = 3
DOCUMENT = example_circle()
DOCUMENT |= {"sheets": DOCUMENT["sheets"][:EVENINGS]}


class Killed(Exception):
    """The process ends here."""


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


@pytest.mark.parametrize("at", range(1, EVENINGS + 2))
def test_an_import_killed_in_the_middle_leaves_nothing(circles, open_repository, at):
    broken, writes = CircleRepository(open_repository()), iter(range(1, at))
    write = broken.journal.open_stream

    def fragile(*arguments, **named):
        if next(writes, None):
            return write(*arguments, **named)
        raise Killed

    broken.journal.open_stream = fragile
    with pytest.raises(Killed):
        import_circle(broken, DOCUMENT)
    assert founded(circles) == []
    if not circles.journal.is_shared:
        assert circles.journal.stream_ids() == []
    require_complete(circles, import_circle(circles, DOCUMENT))


def test_imported_sheets_are_closed(circles):
    access = circles.access(import_circle(circles, DOCUMENT))
    assert not any(sheet.summary.is_open for sheet in access.sheets.sheets)


def test_the_pages_of_a_circle_that_was_imported_have_nothing_to_sum_up(circles, monkeypatch):
    access = circles.access(import_circle(circles, DOCUMENT))
    monkeypatch.setattr(statistics, "summarize", None)
    assert len(access.sheets.sheets) == EVENINGS
