"""Connections to PostgreSQL: a pool, deadlines, and retries where they are safe.

Every statement of the driver may be sent twice: an event is stored once by its key, a sheet
by its token. A statement whose connection is lost is therefore sent again, and one whose
outcome is unknown to the end raises :class:`~scorekeeper.streams.base.OutcomeUnknown`.

Deadlines are kept by the program. A statement has no timeout on the server: one that ends a
commit's wait for the standby would have the event acknowledged which that standby does not
hold.
"""

import contextlib
import logging
import os
import random
import re
import socket
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, TypeVar

import psycopg
from psycopg import errors, sql
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool, PoolTimeout

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import DatabaseBusy, OutcomeUnknown, StorageError
from scorekeeper.streams.postgres.schema import require_safe

MAX_CONNECTIONS = 6
"""Connections of one process: the request threads, and two to spare."""

PATIENCE = 2.0
"""Seconds after which a request gives up, and a statement is cut off."""

ATTEMPTS = MAX_CONNECTIONS + 2
"""Times that a statement is sent: as often as the pool may have lost connections."""

OPENING_PATIENCE = 30.0
"""Seconds for the first look at a database, in which its tables are made."""

TERMINATE = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE pid = %s AND usename = current_user AND state = 'active'
  AND application_name = current_setting('application_name')
"""
"""Ends the server's side of a connection that was cut off, which may wait for a standby for
ever; ended, it acknowledges nothing."""

PAUSE = (0.02, 0.08)
"""Seconds between two attempts, at least and at most."""

CONNECTION = {
    "connect_timeout": "2",
    "tcp_user_timeout": "3000",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "application_name": "la_marque",
    "client_encoding": "UTF8",
}
"""Parameters of libpq that differ from its defaults, where the address does not name them."""

LOST = (psycopg.OperationalError, errors.ReadOnlySqlTransaction)
"""Errors after which a statement may be sent again: the connection is lost, the server stops,
has become a standby, or has aborted the transaction for the sake of another one."""

NOT_UNDERSTOOD = msg("son adresse n'est pas écrite comme il faut")

INTERVAL = 0.5
"""Seconds between two looks at the connections at work."""

SPELLINGS = {
    r"\?": "%s",
    r"CAST\((\w+) AS BLOB\)": r"convert_to(\1, 'UTF8')",
    r"SELECT value AS id FROM json_each\(%s\)": (
        "SELECT CAST(value AS bigint) AS id"
        " FROM json_array_elements_text(CAST(%s AS json)) AS given (value)"
    ),
    r"SELECT json_group_array\((\w+)\) FROM\s+\(SELECT \1 FROM (.+) ORDER BY (\w+)\) AS \w+": (
        r"SELECT CAST(json_agg(\1 ORDER BY \3) AS text) FROM \2"
    ),
    r"event AS last ON last\.sheet = ([\w.]+)\s+"
    r"AND last\.seq = \(SELECT max\(seq\) FROM event WHERE sheet = \1\)": (
        r"LATERAL (SELECT seq, hash FROM event WHERE sheet = \1 ORDER BY seq DESC LIMIT 1)"
        r" AS last ON true"
    ),
}
"""What PostgreSQL spells in another way than SQLite, or plans faster so, in this order."""

T = TypeVar("T")


@lru_cache(maxsize=256)
def spelled(statement: str) -> sql.SQL:
    """Return a statement of :mod:`scorekeeper.streams.statements` in the SQL of PostgreSQL."""
    for pattern, replacement in SPELLINGS.items():
        statement = re.sub(pattern, replacement, statement)
    return sql.SQL(statement)


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that takes the statements of :mod:`scorekeeper.streams.statements`."""

    def execute(self, query: Any, *arguments: Any, **options: Any) -> Any:
        """Run one statement."""
        query = spelled(query) if isinstance(query, str) else query
        return super().execute(query, *arguments, **options)

    def executemany(self, statement: str, rows: Collection[Sequence[Any]], /) -> None:
        """Run one statement for each of these rows of values, in one round trip."""
        with self.cursor() as cursor:
            cursor.executemany(spelled(statement), rows)


class Deadlines:
    """Cuts off connections whose server does not answer."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at_work: dict[Connection, float] = {}
        self._closed = threading.Event()
        threading.Thread(target=self._watch, name="deadlines", daemon=True).start()

    @contextlib.contextmanager
    def of(self, connection: Connection, seconds: float) -> Iterator[None]:
        """Cut this connection off if the block takes longer."""
        with self._lock:
            self._at_work[connection] = time.monotonic() + seconds
        try:
            yield
        finally:
            with self._lock:
                del self._at_work[connection]

    def close(self) -> None:
        """Stop watching."""
        self._closed.set()

    def _watch(self) -> None:
        while not self._closed.wait(INTERVAL):
            now = time.monotonic()
            with self._lock:
                for connection, deadline in self._at_work.items():
                    if now > deadline:
                        _cut_off(connection)


def _cut_off(connection: Connection) -> None:
    with contextlib.suppress(OSError, psycopg.Error):
        descriptor = os.dup(connection.pgconn.socket)
        with contextlib.closing(socket.socket(fileno=descriptor)) as line:
            line.shutdown(socket.SHUT_RDWR)


class Connections:
    """The connections of one process to one database (``postgresql://…``, read by libpq)."""

    def __init__(self, url: str) -> None:
        given = conninfo_to_dict(url)
        parameters = {k: v for k, v in CONNECTION.items() if k not in given}
        # a pooler in transaction mode knows no prepared statements
        self._options: dict[str, Any] = {
            "autocommit": True,
            "prepare_threshold": None,
            **parameters,
        }
        self._url = url
        self._deadlines = Deadlines()
        self._warnings: dict[Connection, str] = {}
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            url,
            connection_class=Connection,
            kwargs=self._options,
            min_size=1,
            max_size=MAX_CONNECTIONS,
            timeout=PATIENCE,
            reconnect_timeout=10,
            configure=self._configure,
            open=False,
        )

    def open(self, prepare: Callable[[Connection], None]) -> None:
        """Connect, let ``prepare`` see the database, open the pool. Raise Error on failure."""
        try:
            with (
                Connection.connect(self._url, **self._options) as connection,
                self._deadlines.of(connection, OPENING_PATIENCE),
            ):
                prepare(connection)
        except BaseException:
            self.close()
            raise
        self._pool.open()

    def run(self, work: Callable[[Connection], T], seconds: float = PATIENCE) -> T:
        """Do some work that may be done twice, on one connection; ``seconds``: the most that
        it takes. Raise DatabaseBusy without a connection, OutcomeUnknown if each was lost."""
        began, backend = time.monotonic(), 0
        for attempt in count(1):
            sent = time.monotonic()
            try:
                with self._pool.connection() as connection:
                    sent, backend = time.monotonic(), connection.info.backend_pid
                    with self._deadlines.of(connection, seconds), self._reliable(connection):
                        return work(connection)
            except PoolTimeout as error:
                raise _failure(bool(backend), error) from error
            except LOST as error:
                if time.monotonic() - sent >= seconds:
                    self._terminate(backend)
                if attempt == ATTEMPTS or time.monotonic() - began > seconds:
                    raise _failure(True, error) from error
                time.sleep(random.uniform(*PAUSE))
        raise AssertionError

    @contextlib.contextmanager
    def held(self, seconds: float) -> Iterator[Connection]:
        """Hold one connection for reading that goes on for a while. Raise DatabaseBusy if
        there is none, or it is lost."""
        try:
            with (
                self._pool.connection() as connection,
                self._deadlines.of(connection, seconds),
                self._reliable(connection),
            ):
                yield connection
        except (PoolTimeout, *LOST) as error:
            raise _failure(False, error) from error

    @contextlib.contextmanager
    def _reliable(self, connection: Connection) -> Iterator[None]:
        """Take what a server has answered only if it did not warn: it may have stopped
        waiting for the standby. One that has become a standby is not asked again."""
        try:
            yield
        except errors.ReadOnlySqlTransaction:
            connection.close()
            raise
        finally:
            warning = self._warnings.pop(connection, "")
        if warning:
            connection.close()
            raise psycopg.OperationalError(warning)

    def _terminate(self, backend: int) -> None:
        """End the server's side of a connection that was cut off, if it can be reached."""
        with (
            contextlib.suppress(psycopg.Error),
            self._pool.connection(timeout=PAUSE[1]) as connection,
            self._deadlines.of(connection, PATIENCE),
        ):
            connection.execute(TERMINATE, (backend,))

    def _configure(self, connection: Connection) -> None:
        """Refuse a new connection to a server that could lose a hand. Raise OperationalError
        if its settings are unsafe: the pool tries again."""
        try:
            with self._deadlines.of(connection, PATIENCE):
                require_safe(connection)
        except StorageError as error:
            logging.getLogger("la_marque").critical("%s", say(error.message))
            raise psycopg.OperationalError(str(error)) from error

        def note(diagnostic: psycopg.errors.Diagnostic) -> None:
            if diagnostic.severity_nonlocalized == "WARNING":
                self._warnings[connection] = diagnostic.message_primary or ""

        connection.add_notice_handler(note)

    def close(self) -> None:
        """Close every connection."""
        self._pool.close()
        self._deadlines.close()


def _failure(was_sent: bool, error: Exception) -> DatabaseBusy:
    return OutcomeUnknown(str(error)) if was_sent else DatabaseBusy(str(error))


def unreachable(place: str, error: psycopg.Error | DatabaseBusy) -> StorageError:
    """Return the error of a database that cannot be opened, for the operator. An address that
    libpq does not understand is not repeated: it may hold a password."""
    is_understood = not isinstance(error, psycopg.ProgrammingError) or error.sqlstate
    why = str(error) if is_understood else say(NOT_UNDERSTOOD)
    return StorageError(
        msg(
            "%(place)s ne s'ouvre pas : %(why)s.",
            place=place,
            why=" ".join(why.split()).rstrip("."),
        )
    )
