"""Drafts that a killed backup, restore or migration has left in the folder of an installation.

Each of them writes a draft and then gives it its final name, so that a draft is never needed
again. The drafts of ``secret_key`` and ``base`` are replaced by whoever writes those files.
"""

import contextlib
import itertools
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


def remove_drafts(database: Path) -> None:
    """Delete the drafts beside a database, and their journals, as far as that is possible.

    Only the process that holds the lock may do this: the drafts of another one are in use.
    """
    parts = {"name": database.name, "stem": database.stem, "suffix": database.suffix}
    for pattern, journal in itertools.product(PATTERNS, ("", "-journal")):
        for draft in database.parent.glob(pattern.format(**parts) + journal):
            with contextlib.suppress(OSError):
                draft.unlink()
