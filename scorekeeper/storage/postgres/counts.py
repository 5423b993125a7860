"""Counts that processes exchange through a table of PostgreSQL, in one statement each.

They wait for no disk and no standby: to lose a second of counts costs nobody anything.
"""

from collections.abc import Sequence

from scorekeeper.storage.postgres.connection import PATIENCE, Connections
from scorekeeper.storage.postgres.deadlines import Connection
from scorekeeper.storage.shared_counts import Count, Exchanged

EXCHANGE = """
WITH clock AS (
    SELECT floor(extract(epoch FROM now()) * 1000)::bigint AS at,
           set_config('synchronous_commit', 'off', true)
), told AS (
    INSERT INTO shared_count (process, key, count, expires, told)
    SELECT %(process)s, own.key, own.count, own.expires, clock.at
    FROM clock, unnest(%(keys)s::bytea[], %(counts)s::integer[], %(ends)s::bigint[])
        AS own (key, count, expires)
    ON CONFLICT (key, process) DO UPDATE
    SET count = excluded.count, expires = excluded.expires, told = excluded.told
)
SELECT clock.at, other.process, other.key, other.count, other.expires
FROM clock LEFT JOIN shared_count other ON other.told >= %(since)s
    AND other.process <> %(process)s AND other.expires * 1000 > clock.at
"""

FORGET = """
WITH clock AS (
    SELECT floor(extract(epoch FROM now()))::bigint AS at,
           set_config('synchronous_commit', 'off', true)
)
DELETE FROM shared_count USING clock WHERE expires < clock.at
"""

FIRST_PATIENCE = 30.0
"""Seconds for the first exchange of a process, which reads the counts of a day."""


class PostgresCounts:
    """The counts of processes that share a database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def exchange(self, process: bytes, own: Sequence[Count], since: int) -> Exchanged:
        """See :meth:`scorekeeper.storage.shared_counts.SharedCounts.exchange`."""
        values = {
            "process": process,
            "keys": [count.key for count in own],
            "counts": [count.times for count in own],
            "ends": [count.expires for count in own],
            "since": since,
        }

        def exchange(connection: Connection) -> Exchanged:
            found = connection.execute(EXCHANGE, values).fetchall()
            others = [Count(*row[1:]) for row in found if row[1] is not None]
            return Exchanged(others, found[0][0])

        return self._connections.run(exchange, PATIENCE if since else FIRST_PATIENCE)

    def forget_expired(self) -> None:
        """See :meth:`scorekeeper.storage.shared_counts.SharedCounts.forget_expired`."""
        self._connections.run(lambda connection: connection.execute(FORGET))
