"""A circle as a file, and a file as a new circle.

Invariant: a circle is there with all of its sheets, or not at all: its sheets are stored
first, and the circle that opens them after that, in SQLite in one transaction
(``tests/circles/service/test_import_circle.py``).
"""

from scorekeeper.circles.formats.circle_document import CircleFile, LeftOut, fault_of
from scorekeeper.circles.formats.circle_reader import ReadCircle
from scorekeeper.circles.service.access import CircleAccess, CircleRepository
from scorekeeper.circles.service.founding import open_circle
from scorekeeper.circles.service.tokens import sheet_token
from scorekeeper.circles.summary import decode_head
from scorekeeper.sheets.sheet import Sheet, fold
from scorekeeper.streams.base import new_stream_id


def export_circle(access: CircleAccess) -> CircleFile:
    """Return the file of a circle as it stands now, with the sheets that are not in it.
    Summaries say which fit into it, so that those are checked once, and only the others are
    read before it is written."""
    journal, links = access.repository.journal, access.circle.links
    heads = journal.heads(access.circle.streams)
    summaries = access.repository.statistics.summaries
    texts = summaries.texts(heads, for_file=True)

    def sheet_of(sheet_id: int) -> Sheet | None:
        """Return a sheet as it stood then, without putting it into the sheet cache."""
        events = journal.events(sheet_id)[: heads[sheet_id].seq]
        return fold(events) if events else None

    faults: dict[int, LeftOut | None] = {}
    counted = {one.link.sheet for one in access.sheets.all}
    for sheet_id, link in links.items():
        if sheet_id in texts and sheet_id in counted:
            sheet = None if decode_head(texts[sheet_id]).fits_file else sheet_of(sheet_id)
            faults[sheet_id] = fault_of(sheet, link.players) if sheet else None
    results = tuple(
        (one.result, summary.players)
        for one in access.sheets.all
        if one.result and (summary := one.read(texts))
    )
    return CircleFile(access.circle, sheet_of, faults, results)


def store_circle(repository: CircleRepository, read: ReadCircle) -> str:
    """Store a circle read from a file, and its summaries; the token of its guardians."""
    journal, circle_id = repository.journal, new_stream_id()
    sheets = {new_stream_id(): sheet for sheet in read.sheets}
    links = [
        ("linked", {"sheet": sheet_id, "players": list(sheet.players)})
        for sheet_id, sheet in sheets.items()
    ]
    with journal.batch():
        for sheet_id, sheet in sheets.items():
            token = sheet_token(repository.secret_key, circle_id, sheet_id)
            events = [(event.kind, event.body) for event in sheet.events]
            journal.open_stream(events, token, id=sheet_id)
        token = open_circle(repository, [*read.events, *links], id=circle_id)
    repository.statistics.summaries.texts(journal.heads([*sheets]))  # no page has to
    return token
