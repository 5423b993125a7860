"""Sheets in a journal, and everything that it stores, to be compared with another one."""

import sqlite3
from contextlib import closing

from scorekeeper.streams import statements


def change(path, *statements):
    """Change the file of a database behind the program's back, as a bad disk does to a row."""
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)


def fill(journal, sheets=6, hands=5):
    """Sheets with names, hands, a renewed link and an erased name; their tokens."""
    tokens = []
    for n in range(sheets):
        opened = ("opened", {"names": ["Zoé", "Max", f"n° {n}"], "dealer": 0})
        tokens.append(journal.open_stream([opened]))
        grant = journal.grant(tokens[-1])
        for seq in range(1, hands + 1):
            journal.append(grant.sheet_id, f"key {seq}", "hand", {"points": seq}, seq)
        journal.rename(grant.sheet_id, "rename", 1, "")
    journal.renew(journal.grant(tokens[0]).sheet_id, "renew", "a renewed token")
    return ["a renewed token", *tokens[1:]]


def content(journal):
    """Everything that a database stores."""
    return [journal.stored_stream(sheet_id) for sheet_id in journal.stream_ids()]


def store_stream(journal, *sheets):
    """Store streams in the place of those of their ids, as an older copy of a database has
    them."""

    def store(db):
        for sheet in sheets:
            statements.delete_stream(db, sheet.id)
            statements.insert_stream(db, sheet)

    journal.driver.write(store)
