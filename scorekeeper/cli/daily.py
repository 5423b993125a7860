"""The work of every day beside the server: a backup, and warnings of a full disk."""

import logging
import time

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.base import DatabaseBusy, DatabaseStopped, StorageError
from scorekeeper.streams.installation import Installation

BACKUP_INTERVAL = 3600
"""Seconds between two looks for today's backup."""


FAILURES = (StorageError, DatabaseBusy, DatabaseStopped, OSError)
"""What is told of in the log, and tried again."""


def work(installation: Installation) -> None:
    """Take one backup a day, and watch the disk, for as long as the program runs."""
    log = logging.getLogger("la_marque")
    while True:
        try:
            for warning in installation.disk_warnings:
                log.warning("%s", say(warning))
            installation.back_up_daily()
        except FAILURES as error:
            log.error("%s", say(msg("Copie du jour : %(why)s", why=_why(error))))
        time.sleep(BACKUP_INTERVAL)


def finish(installation: Installation) -> None:
    """Note at an orderly stop what the database has; a failure is in the log."""
    try:
        installation.note_heads()
    except FAILURES as error:
        why = msg("Arrêt du programme : %(why)s", why=_why(error))
        logging.getLogger("la_marque").error("%s", say(why))


def _why(error: Exception) -> Message | str:
    return error.message if isinstance(error, StorageError) else str(error)
