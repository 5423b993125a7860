"""The work of every day beside the server: a backup, and warnings of a full disk."""

import logging
import time

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.installation import Installation

BACKUP_INTERVAL = 3600
"""Seconds between two looks for today's backup."""


def work(installation: Installation) -> None:
    """Take one backup a day, and watch the disk, for as long as the program runs."""
    log = logging.getLogger("la_marque")
    while True:
        try:
            for warning in installation.disk_warnings:
                log.warning("%s", say(warning))
            installation.back_up_daily()
        except (StorageError, OSError) as error:
            why = error.message if isinstance(error, StorageError) else str(error)
            log.error("%s", say(msg("Copie du jour : %(why)s", why=why)))
        time.sleep(BACKUP_INTERVAL)
