"""Copies of sheets from one database into another, byte for byte, verified on arrival."""

from collections.abc import Iterator

from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import (
    DatabaseDamaged,
    StorageError,
    StoredEvent,
    StoredSheet,
    changed_row,
)
from scorekeeper.streams.chain import EventRow, verify_chains
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.progress import Progress, unwatched

BATCH = 500
"""Events that are stored in one transaction."""


def copy_all(source: EventStore, target: EventStore, progress: Progress = unwatched) -> int:
    """Make a database hold the sheets of another one and no others; return their number.

    What the target holds is deleted first, so that this can be started again at any time.
    Nobody may write to either.

    :raises DatabaseDamaged: if a sheet of the source is damaged.
    :raises StorageError: if a sheet does not arrive as it was.
    """
    former = target.sheet_ids()
    for start in range(0, len(former), BATCH):
        target.store_sheet(
            *(StoredSheet(sheet_id, {}, (), ()) for sheet_id in former[start : start + BATCH])
        )
    sheet_ids = source.sheet_ids()
    copy_sheets(source, target, sheet_ids, progress)
    return len(sheet_ids)


def copy_sheets(
    source: EventStore,
    target: EventStore,
    sheet_ids: list[int],
    progress: Progress = unwatched,
) -> None:
    """Copy these sheets, each as it is at one moment; deleted ones are left out.

    :raises DatabaseDamaged: if one is damaged.
    :raises StorageError: if one does not arrive as it was.
    """
    if changed := source.changed_row():
        raise changed_row(source.place, *changed)
    for done, batch in _batches(source, sheet_ids):
        target.store_sheet(*batch)
        for sheet in batch:
            _require_same(sheet, target.stored_sheet(sheet.id))
        progress(done, len(sheet_ids))


def _batches(
    source: EventStore, sheet_ids: list[int]
) -> Iterator[tuple[int, list[StoredSheet]]]:
    """Return the sheets in lists of some :data:`BATCH` events, and how many have been read
    then."""
    batch: list[StoredSheet] = []
    for done, sheet_id in enumerate(sheet_ids, 1):
        sheet = source.stored_sheet(sheet_id)
        if sheet is not None:
            require_whole(sheet)
            batch.append(sheet)
        if done == len(sheet_ids) or sum(len(one.events) for one in batch) >= BATCH:
            yield done, batch
            batch = []


def require_whole(sheet: StoredSheet) -> None:
    """Nothing, if the chain of a sheet is whole.

    :raises DatabaseDamaged: if it is not.
    """
    broken = verify_chains((sheet.id, *_row(event)) for event in sheet.events)
    if broken:
        raise DatabaseDamaged(
            msg(
                "La feuille %(sheet)s ne se suit plus à l'événement %(seq)s.",
                sheet=str(broken[0]),
                seq=broken[1],
            )
        )


def _row(event: StoredEvent) -> EventRow:
    return event.seq, event.kind, event.body, event.at, event.hash


def _require_same(sent: StoredSheet, arrived: StoredSheet | None) -> None:
    if arrived != sent:
        raise StorageError(
            msg("La feuille %(sheet)s n'est pas arrivée telle quelle.", sheet=str(sent.id))
        )
