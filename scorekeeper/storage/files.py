"""Files replaced atomically and durably, also in a power cut; drafts that a kill leaves."""

import contextlib
import itertools
import os
from pathlib import Path

PATTERNS = (
    "{name}.new",
    "{name}.avant-????-??-??-??????.??????.new",
    "{name}.avant-????-??-??-??????.??????-journal.new",
    "{name}.copy",
    "{name}.copy.new",
    "copies/{stem}-????-??-??{suffix}.new",
    "summaries.sqlite3",
)
"""The names of drafts, in terms of the name of the database; the last one is the cache of
summaries beside a database of version 3."""


def replace_durably(draft: Path, target: Path) -> None:
    """Give a finished draft its final name, atomically and durably.

    :raises OSError: if the folder cannot be written.
    """
    with open(draft, "rb+") as file:
        os.fsync(file.fileno())
    os.replace(draft, target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def write_durably(path: Path, content: bytes) -> None:
    """Write a small file, readable by its owner only.

    :raises OSError: if the folder cannot be written.
    """
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    file = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        os.write(file, content)
    finally:
        os.close(file)
    replace_durably(draft, path)


def remove_drafts(database: Path) -> None:
    """Delete the drafts beside a database, and their journals, as far as that is possible.

    Only the process that holds the lock may do this: the drafts of another one are in use.
    """
    parts = {"name": database.name, "stem": database.stem, "suffix": database.suffix}
    for pattern, journal in itertools.product(PATTERNS, ("", "-journal")):
        for draft in database.parent.glob(pattern.format(**parts) + journal):
            with contextlib.suppress(OSError):
                draft.unlink()
