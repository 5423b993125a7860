"""Deleting a circle: its names, its players and its journal; its sheets stay."""

from contextlib import suppress

from scorekeeper.service.circles.access import CircleAccess
from scorekeeper.service.circles.tokens import Role
from scorekeeper.storage.base import DatabaseBusy


def delete_circle(access: CircleAccess) -> None:
    """Delete a circle to the last byte of the database; each sheet stays at its own address.

    :raises WriteForbidden: if this access is not a guardian's.
    """
    access.require(Role.GUARDIAN)
    access.repository.journal.delete(access.circle_id)
    access.repository.cache.invalidate(access.circle_id)
    with suppress(DatabaseBusy):  # the next purge overwrites it too
        access.repository.journal.purge()
