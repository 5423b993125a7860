"""A schema 2 and the step to it, as a coming release will have them: it stores every event
anew. In a process of its own ``register`` takes no arguments."""

from pathlib import Path

from filled_journals import fill

from scorekeeper.streams.sqlite import connection, driver, migrations

IN_PROCESS = f"""
import sys
sys.path.append({str(Path(__file__).parent)!r})
import next_schema
next_schema.register()
"""
"""The beginning of a program of schema 2."""

EVENTS = 5 * 32 + 1
"""The events of :func:`create_version_1`."""


def create_version_1(path, sheets=5, hands=30):
    """A database of schema 1; before :func:`register`."""
    assert connection.SCHEMA == 1
    journal = driver.open_sqlite(path, is_draft=True)
    fill(journal, sheets, hands)
    journal.close()


def store_events_anew(db):
    (created,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'event'").fetchone()
    db.execute(f"CREATE TABLE event_2 ({created.partition('(')[2]}")
    db.execute("INSERT INTO event_2 SELECT * FROM event ORDER BY sheet, seq")
    db.execute("DROP TABLE event")
    db.execute("ALTER TABLE event_2 RENAME TO event")


def register(replace=setattr, steps=(store_events_anew,)):
    """Let the program know the schemas that these steps lead to."""
    replace(migrations, "STEPS", steps)
    for module in (connection, driver, migrations):
        replace(module, "SCHEMA", 1 + len(steps))
