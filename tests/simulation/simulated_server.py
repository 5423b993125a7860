"""The whole program in this process, with a disk that fails and a clock that jumps."""

import sqlite3
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import ClassVar
from unittest import mock

from app import create_app
from scorekeeper.streams import events
from scorekeeper.streams.base import DatabaseBusy
from scorekeeper.streams.sqlite import connection as sqlite_connection
from scorekeeper.streams.sqlite import driver as sqlite

CONFIG = {"TESTING": True, "WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False}


class PowerCut(BaseException):
    """The server's machine stops in the middle of a request."""


class Disk:
    """A plan for the next write transaction: the statement that fails, and how.

    Statements are counted from the ``BEGIN``; what was not committed is rolled back, as
    SQLite does when the database is opened again.
    """

    ERRORS: ClassVar = {
        "full": (sqlite3.SQLITE_FULL, "database or disk is full"),
        "error": (sqlite3.SQLITE_IOERR_WRITE, "disk I/O error"),
    }

    def __init__(self):
        self.fails = None
        self.rivals = 0
        self._left = 0

    def plan(self, kind, statement, rival=None):
        """Let a statement of the next transaction fail.

        :param kind: ``full``, ``error``, ``cut before`` or ``cut after`` that statement, or
            ``rival`` to call something before it.
        """
        self.fails, self._left, self._rival = kind, statement, rival

    @contextmanager
    def statement(self, text):
        """One statement of a connection."""
        last = self._is_last(text)
        if last and self.fails == "cut before":
            self.fails = None
            raise PowerCut
        if last and self.fails == "rival":
            self.fails = None
            self.rivals += 1
            self._rival()
        if last and self.fails in self.ERRORS:
            code, message = self.ERRORS[self.fails]
            self.fails = None
            error = sqlite3.OperationalError(message)
            error.sqlite_errorcode = code
            raise error
        yield
        if last and self.fails == "cut after":
            self.fails = None
            raise PowerCut

    def _is_last(self, text):
        if self.fails is None or text.lstrip().startswith(("PRAGMA", "SELECT", "ROLLBACK")):
            return False
        self._left -= 1
        return self._left < 0 or text == "COMMIT"


class Connection:
    """A connection to SQLite whose statements go through the plan of a disk."""

    def __init__(self, db, disk):
        self._db, self._disk = db, disk

    def execute(self, text, values=()):
        with self._disk.statement(text):
            return self._db.execute(text, values)

    def __getattr__(self, name):
        return getattr(self._db, name)


class Clock(datetime):
    """The time of the server's machine."""

    jumped = timedelta()

    @classmethod
    def now(cls, tz=None):
        return datetime(2026, 1, 2, 20, tzinfo=UTC) + cls.jumped


class Server:
    """The program; ``post`` and ``get`` raise :class:`ConnectionError` while it is down."""

    def __init__(self, instance):
        self.instance, self.disk = Path(instance), Disk()
        self.app = None
        self._opened, self._patches = [], ExitStack()
        self._patches.enter_context(mock.patch.object(sqlite, "connect", self._connect))
        self._patches.enter_context(mock.patch.object(events, "datetime", Clock))
        self.start()

    def start(self):
        if self.app:
            return
        self.disk.fails = None
        self.app = create_app(CONFIG | {"INSTANCE": self.instance})
        self.app.extensions["installation"].open()
        self.client = self.app.test_client()
        with mock.patch.object(sqlite, "connect", sqlite_connection.connect):
            self._beside = sqlite.open_sqlite(self.app.extensions["installation"].database)
        self._beside.driver._connection().execute("PRAGMA busy_timeout = 0")

    def stop(self):
        """Kill the process: nothing is closed in order, nothing in memory is left."""
        if not self.app:
            return
        self.app.extensions["installation"].release()
        self.app = None
        self._beside.close()
        for connection in self._opened:
            connection.close()
        self._opened.clear()

    def post(self, url, fields, outbox=True):
        """The answer to a form; by the outbox, or as a plain form."""
        form = {}
        for name, value in fields:
            form.setdefault(name, []).append(value)
        headers = {"X-Outbox": "1"} if outbox else {}
        return self._answer(lambda: self.client.post(url, data=form, headers=headers))

    def get(self, url):
        return self._answer(lambda: self.client.get(url))

    def _answer(self, ask):
        if not self.app:
            raise ConnectionError
        try:
            return ask()
        except PowerCut:
            self.stop()
            raise ConnectionError from None

    @property
    def repository(self):
        return self.app.extensions["sheets"]

    def events_after(self, sheet_id, seq):
        """The events of a sheet as they are in the file: ``seq``, key, kind, body as text,
        time and hash."""
        return self._beside.driver._connection().execute(
            "SELECT seq, key, kind, body, at, hash FROM event"
            " WHERE sheet = ? AND seq > ? ORDER BY seq",
            (sheet_id, seq),
        )

    def write_beside(self, sheet_id, key):
        """Record one event as another process would, unless the database is locked."""
        with suppress(DatabaseBusy):
            last = self._beside.events(sheet_id)[-1]
            self._beside.append(sheet_id, key, "staked", {"cents": 0, "per": 1}, last.seq)

    def close(self):
        """Stop the program, and give it back its own disk and clock."""
        self.stop()
        self._patches.close()

    def _connect(self, path, **options):
        db = sqlite_connection.connect(path, **options)
        self._opened.append(db)
        return Connection(db, self.disk)
