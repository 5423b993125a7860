"""A circle as a file, and a file as a new circle.

Invariant: a circle is there with all of its sheets, or not at all. Its sheets are stored
first, the circle that points to them in one write after that, and its token is told last. The
same import, sent again after a crash, goes on where it stopped
(``tests/unit/service/circles/test_import_circle.py``).
"""

import json
from collections.abc import Sequence
from hashlib import sha256

from scorekeeper.formats.circle_document import CircleFile, LeftOut, checked_file, fault_of
from scorekeeper.formats.circle_reader import LinkedSheet, ReadCircle, read_circle
from scorekeeper.service.access import new_key
from scorekeeper.service.circles.access import CircleAccess, CircleRepository
from scorekeeper.service.circles.founding import open_circle
from scorekeeper.sheets.sheet import Sheet, fold
from scorekeeper.storage.base import SheetDeleted
from scorekeeper.storage.progress import Progress, part, unwatched


def export_circle(access: CircleAccess) -> CircleFile:
    """Return the file of a circle as it stands now, with the sheets that are not in it.

    Summaries say which fit into it, so that only the others are read before it is written.
    """
    journal, sheets = access.repository.journal, access.sheets.by_id

    def sheet_of(sheet_id: int) -> Sheet | None:
        """Return a sheet as it stood then, without putting it into the sheet cache."""
        events = journal.events(sheet_id)[: sheets[sheet_id].head.seq]
        return fold(events) if events else None

    faults: dict[int, LeftOut | None] = {}
    for sheet_id, (link, _, summary) in sheets.items():
        sheet = None if summary.fits_file else sheet_of(sheet_id)
        faults[sheet_id] = fault_of(sheet, link.players) if sheet else None
    return checked_file(access.circle, sheet_of, faults)


def import_circle(repository: CircleRepository, document: object, *, key: str = "") -> str:
    """Store the circle of a file with its sheets; the token of its guardians.

    :param key: the idempotency key: with the same file it imports once.
    :raises scorekeeper.formats.strict_json.DocumentError: if the file is refused; nothing is
        stored.
    """
    read = read_circle(document)
    content = sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()
    return store_circle(repository, read, f"{key or new_key()} {content}")


def store_circle(
    repository: CircleRepository,
    read: ReadCircle,
    purpose: str,
    progress: Progress = unwatched,
) -> str:
    """Store a circle that was read from a file; the token of its guardians.

    :param purpose: the text that all tokens derive from.
    """
    sheet_ids, total = [], len(read.sheets)
    for number, sheet in enumerate(read.sheets, 1):
        sheet_ids.append(_store_sheet(repository, sheet, f"imported {purpose} {number}"))
        part(progress, 0, 2)(number, total)
    links = [
        ("linked", {"sheet": sheet_id, "players": list(sheet.players)})
        for sheet_id, sheet in zip(sheet_ids, read.sheets, strict=True)
    ]
    token = open_circle(repository, [*read.events, *links], key=f"imported {purpose}")
    _admit(repository.access(token), sheet_ids, part(progress, 1, 2))
    return token


def _store_sheet(repository: CircleRepository, sheet: LinkedSheet, purpose: str) -> int:
    """Store a sheet once; its id."""
    journal, token = repository.journal, repository.sheets.derived_token(purpose)
    journal.open_sheet([(event.kind, event.body) for event in sheet.events], token)
    grant = journal.grant(token)
    if grant is None:
        raise SheetDeleted(token)
    return grant.sheet_id


def _admit(access: CircleAccess, sheet_ids: Sequence[int], progress: Progress) -> None:
    """Let the circle open its sheets."""
    for number, sheet_id in enumerate(sheet_ids, 1):
        found = access.repository.sheet_tokens(access.circle_id, sheet_id)
        tokens = {found.write: True, found.read: False}
        access.repository.journal.add_tokens(sheet_id, tokens)
        progress(number, len(sheet_ids))
