"""A database as version 1 of the schema wrote it."""

import sqlite3
from pathlib import Path

from scorekeeper.streams.chain import START, chained_hash
from scorekeeper.streams.sqlite.connection import APPLICATION

SCHEMA_1 = Path(__file__).with_name("schema_1.sql")


EVENTS = {
    1: ("opened", '{"title":"Chez Zoé","names":["Anne","Bruno"],"seats":[0,1]}'),
    5: ("seated", '{"names":["Annie","Bruno","Chloé"],"seats":[2,1,0]}'),
}
"""The events of each sheet that hold names, as kind and body, by ``seq``."""

NAMES = ["Annie", "Bruno", "Chloé"]
"""The players of each sheet, as the last event calls them."""


def _hand(seq):
    return "hand", f'{{"points":{seq}}}'


def create_version_1(path, sheets=5, hands=30):
    """Version 1, with the hands of several sheets interleaved as their tables played."""
    db = sqlite3.connect(path)
    db.executescript(SCHEMA_1.read_text(encoding="utf-8"))
    last = dict.fromkeys(range(1, sheets + 1), START)
    for sheet in last:
        tokens = (sheet.to_bytes(32), (-sheet).to_bytes(32, signed=True))
        db.execute("INSERT INTO sheet VALUES (?, ?, ?)", (sheet, *tokens))
    for seq in range(1, hands + 1):
        for sheet in last:
            (kind, body), at = EVENTS.get(seq, _hand(seq)), "2026-11-20T21:00:00+00:00"
            last[sheet] = chained_hash(last[sheet], seq, kind, body, at)
            event = (sheet, seq, f"key-{seq}", kind, body, at, last[sheet])
            db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", event)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute("PRAGMA user_version = 1")
    db.commit()
    db.close()
