"""Errors of the decisions of a circle."""

from scorekeeper.circles.circle import Link
from scorekeeper.i18n.messages import Message
from scorekeeper.streams.errors import Refused, ServiceError


class CircleFull(ServiceError):
    """The circle has all that a circle can have; the bounds:
    :mod:`scorekeeper.circles.checks`."""


class CircleRefused(Refused):
    """The circle, as it is now, does not take this: a name that it has already, two players
    who sat at one table, a player who is not there any more."""


class SatTogether(CircleRefused):
    """Both players sat at one table: they are two."""

    def __init__(self, message: Message, link: Link) -> None:
        super().__init__(message)
        self.link = link
        """The latest sheet on which both have a column."""
