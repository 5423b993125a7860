"""What must hold between the tables of PostgreSQL, also if a constraint has been dropped."""

from scorekeeper.storage.postgres.deadlines import Connection

INCONSISTENT = """
SELECT sheet FROM event WHERE NOT EXISTS (SELECT 1 FROM sheet WHERE id = event.sheet)
UNION ALL
SELECT sheet FROM access WHERE NOT EXISTS (SELECT 1 FROM sheet WHERE id = access.sheet)
UNION ALL
SELECT sheet FROM name WHERE NOT EXISTS (SELECT 1 FROM sheet WHERE id = name.sheet)
UNION ALL
SELECT id FROM sheet WHERE NOT EXISTS (SELECT 1 FROM event WHERE sheet = id AND seq = 1)
UNION ALL
SELECT id FROM sheet LEFT JOIN access ON sheet = id GROUP BY id
HAVING count(*) FILTER (WHERE may_write) = 0 OR count(*) FILTER (WHERE NOT may_write) = 0
UNION ALL
SELECT sheet FROM name GROUP BY sheet HAVING max(player) + 1 <> count(*)
LIMIT 1
"""
"""A sheet that is missing, has no first event, has no token of a kind, or lacks the
name of a player between others."""


def inconsistent_sheet(connection: Connection) -> int | None:
    """The id of a sheet whose rows do not belong together; nothing if all do."""
    found = connection.execute(INCONSISTENT).fetchone()
    return int(found[0]) if found else None
