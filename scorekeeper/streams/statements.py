"""The statements that all databases share, in the SQL of SQLite.

What PostgreSQL spells in another way is one table, ``SPELLINGS`` in
``scorekeeper/streams/postgres/connection.py``. The event of a hand is the one statement that
each driver has for itself (``append``): it is where their ways to be safe differ.
"""

from collections.abc import Mapping

from scorekeeper.streams.base import StoredStream, name_checksum, token_checksum
from scorekeeper.streams.chain import NAMING
from scorekeeper.streams.driver import StoredChanges, Transaction

LAST = """JOIN event AS last ON last.sheet = {0}
    AND last.seq = (SELECT max(seq) FROM event WHERE sheet = {0})"""
"""Joins the last event of a stream."""

ASKED = "(SELECT value AS id FROM json_each(?)) AS asked"
"""The ids of streams, given as a JSON list."""

NAMES = """(SELECT json_group_array(name) FROM
    (SELECT name FROM name WHERE sheet = {} ORDER BY player) AS called)"""
"""The names of a stream as a JSON list, in the order of the players' numbers."""

IS_NAMING = f"kind IN ({', '.join(map(repr, NAMING))})"
"""True for an event that names players."""

KNOWN_TOKENS = "SELECT token_hash FROM access WHERE token_hash IN ({})"

GRANTS = f"""
SELECT token_hash, access.sheet, may_write, last.seq, last.hash
FROM access {LAST.format("access.sheet")} WHERE token_hash IN ({{}})
"""

HEADS = f"SELECT asked.id, last.seq, last.hash FROM {ASKED} {LAST.format('asked.id')}"

EVENTS = f"""
SELECT seq, kind, body, at, hash,
       CASE WHEN kind <> 'hand' AND {IS_NAMING} THEN {NAMES.format("?")} END
FROM event WHERE sheet = ? AND seq >= ? ORDER BY seq
"""
"""The events of a stream, and with those that name players the names of all of them. Most are
hands: a fifth of the time of SQLite is saved where these are not looked up in a list."""

OUTLINES = f"""
SELECT token_hash, access.sheet, may_write, last.seq, last.hash,
       naming.seq, naming.kind, naming.body, naming.at, naming.hash,
       before.hash, {NAMES.format("access.sheet")}
FROM access {LAST.format("access.sheet")}
JOIN event AS naming ON naming.sheet = access.sheet AND naming.{IS_NAMING}
LEFT JOIN event AS before ON before.sheet = naming.sheet AND before.seq = naming.seq - 1
WHERE token_hash IN ({{}}) ORDER BY token_hash, naming.seq
"""
"""The events that name players of the stream that each token opens, with the hash of the one
before and the names."""

APPEND_STATE = f"""
SELECT last.seq, last.hash, known.seq, known.kind, known.body, known.hash
FROM (SELECT ? AS id) AS asked LEFT {LAST.format("asked.id")}
LEFT JOIN event AS known ON known.sheet = asked.id AND known.key = ?
"""
"""The last event of a stream, and the one that a key has stored in it."""

STORED = """
SELECT 0 AS part, seq, key, kind, body, at, hash FROM event WHERE sheet = ?
UNION ALL SELECT 1, player, name, '', '', '', NULL FROM name WHERE sheet = ?
UNION ALL SELECT 2, CAST(may_write AS INTEGER), '', '', '', '', token_hash FROM access
WHERE sheet = ?
"""
"""A whole stream as it is at one moment: its events, names and tokens, by the first column, in
any order."""

STREAMS = "SELECT id FROM sheet ORDER BY id"

COUNT_EVENTS = "SELECT count(*) FROM event"

CHAINS = f"""
SELECT sheet, seq, kind, body, at, hash FROM {ASKED} JOIN event ON sheet = asked.id
ORDER BY sheet, seq
"""

ROWS_BESIDE = """
WITH asked AS (SELECT value AS id FROM json_each(?))
SELECT sheet, player AS part, CAST(name AS BLOB), checksum FROM asked JOIN name ON sheet = id
UNION ALL SELECT sheet, -1 - CAST(may_write AS INTEGER), token_hash, checksum
FROM asked JOIN access ON sheet = id ORDER BY 1, 2
"""
"""The names and tokens of streams: the stream, the part, the content and the checksum of each;
the parts of tokens are ``READER`` and ``WRITER`` of ``base``."""

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
"""A stream that is missing, has no first event, has no token of a kind, or lacks the name of a
player between others: also if a constraint has been dropped."""

SUMMARIES = f"""
SELECT sheet, hash, body, checksum FROM {ASKED} JOIN summary ON sheet = asked.id
WHERE program = ?
"""

STORE_SUMMARY = """
INSERT INTO summary (sheet, hash, program, body, checksum)
SELECT id, ?, ?, ?, ? FROM sheet WHERE id = ?
ON CONFLICT (sheet) DO UPDATE SET hash = excluded.hash, program = excluded.program,
    body = excluded.body, checksum = excluded.checksum
"""

PROPERTIES = "SELECT name, value FROM property"


def set_property(db: Transaction, name: str, value: str) -> None:
    """Store a short text under a name; an empty one removes it."""
    if value:
        statement = (
            "INSERT INTO property (name, value) VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        )
        db.execute(statement, (name, value))
    else:
        db.execute("DELETE FROM property WHERE name = ?", (name,))


def delete_stream(db: Transaction, stream: int) -> bool:
    """Delete a stream and all rows about it; return False if there was none."""
    return db.execute("DELETE FROM sheet WHERE id = ?", (stream,)).rowcount > 0


def insert_new_stream(db: Transaction, sheet: StoredStream, hashed: bytes) -> bool:
    """Write a new stream; return False if this token opens one, or it is there."""
    query = "SELECT 1 FROM access WHERE token_hash = ? UNION SELECT 1 FROM sheet WHERE id = ?"
    if db.execute(query, (hashed, sheet.id)).fetchone():
        return False
    insert_stream(db, sheet)
    return True


def insert_stream(db: Transaction, sheet: StoredStream) -> None:
    """Write a whole new stream, none of whose tokens opens another one."""
    db.execute("INSERT INTO sheet (id) VALUES (?)", (sheet.id,))
    _add_tokens(db, sheet.id, sheet.access)
    change_stream(db, sheet.id, StoredChanges(dict(enumerate(sheet.names))))
    statement = "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)"
    db.executemany(statement, [(sheet.id, *event) for event in sheet.events])


def change_stream(db: Transaction, stream: int, change: StoredChanges) -> None:
    """Change names, tokens and texts of a stream."""
    if change.names:
        statement = (
            "INSERT INTO name (sheet, player, name, checksum) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (sheet, player) DO UPDATE SET name = excluded.name,"
            " checksum = excluded.checksum"
        )
        names = [(stream, *one, name_checksum(stream, *one)) for one in change.names.items()]
        db.executemany(statement, names)
    if change.redacted:
        statement = "UPDATE event SET body = ? WHERE sheet = ? AND seq = ?"
        bodies = [(body, stream, seq) for seq, body in change.redacted.items()]
        db.executemany(statement, bodies)
    if change.replaces_tokens:
        db.execute("DELETE FROM access WHERE sheet = ?", (stream,))
    _add_tokens(db, stream, change.tokens, " ON CONFLICT DO NOTHING")


def _add_tokens(
    db: Transaction, stream: int, tokens: Mapping[bytes, bool], conflict: str = ""
) -> None:
    if tokens:
        statement = "INSERT INTO access (token_hash, sheet, may_write, checksum)"
        rows = [
            (hashed, stream, may_write, token_checksum(stream, hashed, may_write))
            for hashed, may_write in tokens.items()
        ]
        db.executemany(f"{statement} VALUES (?, ?, ?, ?){conflict}", rows)
