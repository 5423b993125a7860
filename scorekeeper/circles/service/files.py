"""A circle as a file, and a file as a new circle.

Invariant: a circle is there with all of its sheets, or not at all. Its sheets are stored
first, some at a time, and the circle that opens them in one write after that. All ids and
tokens derive from one text, so that the same import, sent again after a crash, goes on where
it stopped, and one that is given up can be removed
(``tests/circles/service/test_import_circle.py``).
"""

from collections.abc import Callable, Iterator

from scorekeeper.circles.formats.circle_document import (
    CircleFile,
    LeftOut,
    fault_of,
)
from scorekeeper.circles.formats.circle_reader import LinkedSheet, ReadCircle
from scorekeeper.circles.service.access import CircleAccess, CircleRepository
from scorekeeper.circles.service.founding import open_circle
from scorekeeper.circles.service.tokens import derive
from scorekeeper.circles.summary import decode_head
from scorekeeper.sheets.sheet import Sheet, fold
from scorekeeper.streams.progress import Progress, part, unwatched

BATCH_EVENTS = 500
"""Events that are stored in one transaction: what others write waits for it."""

SHEET_COST = 20
"""The events that a sheet counts for besides its own: its names, its tokens, its opening."""


def export_circle(access: CircleAccess) -> CircleFile:
    """Return the file of a circle as it stands now, with the sheets that are not in it.

    Summaries say which fit into it, so that those are checked once, and only the others are
    read before it is written.
    """
    journal, links = access.repository.journal, access.circle.links
    heads = journal.heads(access.circle.streams)
    summaries = access.repository.statistics.summaries
    texts = summaries.texts(heads, access.progress, for_file=True)

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


def store_circle(
    repository: CircleRepository,
    read: ReadCircle,
    purpose: str,
    progress: Progress = unwatched,
) -> str:
    """Store a circle that was read from a file, and the summaries of its sheets; the token of
    its guardians.

    :param purpose: the text that all ids and tokens derive from.
    """
    circle_id = stream_id(repository, purpose)
    sheet_ids = _sheet_ids(repository, purpose, len(read.sheets))
    batches = list(_batches(list(zip(sheet_ids, read.sheets, strict=True))))
    for done, batch in enumerate(batches, 1):
        with repository.journal.batch():
            for sheet_id, sheet in batch:
                _store_sheet(repository, circle_id, sheet_id, sheet)
        part(progress, 0, 2)(done, len(batches))
    for done, batch in enumerate(batches, 1):
        _sum_up(repository, [sheet_id for sheet_id, _ in batch])
        part(progress, 1, 2)(done, len(batches))
    links = [
        ("linked", {"sheet": sheet_id, "players": list(sheet.players)})
        for sheet_id, sheet in zip(sheet_ids, read.sheets, strict=True)
    ]
    key = f"imported {purpose}"
    return open_circle(repository, [*read.events, *links], key=key, id=circle_id)


def remove_unopened(
    repository: CircleRepository, purpose: str, sheets: int, rest: Callable[[], None]
) -> None:
    """Remove the sheets of an import that did not come to its end; nothing if it did.

    :param sheets: of the file.
    :param rest: called after each.
    """
    journal = repository.journal
    if journal.heads([stream_id(repository, purpose)]):
        return
    for sheet_id in journal.heads(_sheet_ids(repository, purpose, sheets)):
        journal.delete(sheet_id)
        rest()


def stream_id(repository: CircleRepository, purpose: str) -> int:
    """Return the id of a stream that is imported: 63 bits that derive from a text."""
    derived = derive(repository.secret_key, f"imported stream {purpose}")
    return int.from_bytes(derived[:8], "big") >> 1 or 1


def _sheet_ids(repository: CircleRepository, purpose: str, sheets: int) -> list[int]:
    return [stream_id(repository, f"{purpose} {n}") for n in range(1, sheets + 1)]


Batch = list[tuple[int, LinkedSheet]]
"""Some sheets by their ids, as many together as one transaction stores."""


def _batches(sheets: Batch) -> Iterator[Batch]:
    batch, cost = Batch(), 0
    for id, sheet in sheets:
        batch.append((id, sheet))
        cost += SHEET_COST + len(sheet.events)
        if cost >= BATCH_EVENTS:
            yield batch
            batch, cost = [], 0
    if batch:
        yield batch


def _sum_up(repository: CircleRepository, sheet_ids: list[int]) -> None:
    """Store the summaries of some sheets, so that no page has to."""
    repository.statistics.summaries.texts(repository.journal.heads(sheet_ids))


def _store_sheet(
    repository: CircleRepository, circle_id: int, sheet_id: int, sheet: LinkedSheet
) -> None:
    """Store a sheet once, which its circle can open."""
    found = repository.sheet_tokens(circle_id, sheet_id)
    events = [(event.kind, event.body) for event in sheet.events]
    tokens = {found.write: True, found.read: False}
    repository.journal.open_stream(events, found.write, tokens, sheet_id)
