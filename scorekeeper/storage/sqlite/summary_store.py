"""Summaries of sheets on disk, to be read again when the program starts.

A cache in a file of SQLite beside the database, whose loss costs only the time to compute it
again. A summary counts only with the hash of the sheet's last event and with the version of
the program that computed it.
"""

import sqlite3
import threading
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from scorekeeper.storage.summaries import StoredSummary

TABLE = """
CREATE TABLE IF NOT EXISTS summary (
    sheet INTEGER PRIMARY KEY,
    hash BLOB NOT NULL,       -- of the last event of the sheet
    program TEXT NOT NULL,    -- the version of the program that computed it
    body TEXT NOT NULL,
    checksum INTEGER NOT NULL -- the file is not synced: after a power cut it may hold anything
) STRICT
"""

SETTINGS = (
    "PRAGMA synchronous = OFF",
    "PRAGMA journal_mode = MEMORY",
    "PRAGMA secure_delete = ON",
)

PAGE = 500
"""The rows of one query."""

WAIT = 0.2
"""Seconds to wait for another process that writes the file."""


class SqliteSummaryStore:
    """The summaries of sheets, by the ids of sheets. An error of the disk leaves it without
    some of them, or all.

    :param path: the file; in memory if absent.
    :param program: gives the version of the program: other versions' summaries are not read.
    """

    def __init__(self, path: Path | None, program: Callable[[], str]) -> None:
        self._path = path
        self._program = program
        self._lock = threading.Lock()
        self._db: sqlite3.Connection | None = None

    def read(self, sheet_ids: Collection[int]) -> dict[int, StoredSummary]:
        """The summaries of these sheets; those that are not stored are missing."""
        wanted, found = list(sheet_ids), dict[int, StoredSummary]()

        def read_pages(db: sqlite3.Connection) -> None:
            for start in range(0, len(wanted), PAGE):
                found.update(self._page(db, wanted[start : start + PAGE]))

        self._run(read_pages)
        return found

    def _page(self, db: sqlite3.Connection, wanted: Sequence[int]) -> dict[int, StoredSummary]:
        marks = ",".join("?" * len(wanted))
        query = (
            "SELECT sheet, hash, body, checksum FROM summary"
            f" WHERE program = ? AND sheet IN ({marks})"
        )
        return {
            sheet: StoredSummary(chained, body)
            for sheet, chained, body, checksum in db.execute(query, (self._program(), *wanted))
            if checksum == _checksum(sheet, chained, body)
        }

    def write(self, summaries: Iterable[tuple[int, StoredSummary]]) -> None:
        """Store summaries in the place of those of the same sheets."""
        rows = [
            (sheet, one.hash, self._program(), one.body, _checksum(sheet, *one))
            for sheet, one in summaries
        ]
        query = "INSERT OR REPLACE INTO summary VALUES (?, ?, ?, ?, ?)"
        self._run(lambda db: db.executemany(query, rows))

    def delete(self, sheet_id: int) -> None:
        """Remove the summary of a sheet, to the last byte of the file."""
        self._run(lambda db: db.execute("DELETE FROM summary WHERE sheet = ?", (sheet_id,)))

    def _run(self, use: Callable[[sqlite3.Connection], object]) -> None:
        """Use the file in one transaction; an error ends that. A damaged file is begun anew,
        empty."""
        with self._lock, suppress(OSError, sqlite3.Error):
            try:
                with self._opened() as db:
                    use(db)
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError:
                self._close()
                if self._path is not None:
                    self._path.unlink(missing_ok=True)

    def _opened(self) -> sqlite3.Connection:
        if self._db is None:
            if self._path is not None:
                self._path.touch(mode=0o600)
            self._db = _prepared(str(self._path or ":memory:"))
        return self._db

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


def _prepared(place: str) -> sqlite3.Connection:
    db = sqlite3.connect(place, timeout=WAIT, check_same_thread=False)
    try:
        for setting in SETTINGS:
            db.execute(setting)
        with db:
            db.execute(TABLE)
    except sqlite3.Error:
        db.close()
        raise
    return db


def _checksum(sheet: int, chained: bytes, body: str) -> int:
    return crc32(body.encode(), crc32(chained, sheet & 0xFFFFFFFF))
