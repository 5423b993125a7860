"""The backups that still hold what was removed."""

from flask import current_app

from scorekeeper.storage.installation import Installation
from scorekeeper.storage.sqlite.backup import DAILY_BACKUPS


def kept_backups() -> int:
    """The daily backups that this program keeps; 0 where it takes none."""
    installation: Installation = current_app.extensions["installation"]
    return 0 if installation.is_shared else DAILY_BACKUPS
