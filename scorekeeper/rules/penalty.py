"""Penalties: points that a column loses beside the deals, and who receives them."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.i18n.messages import Message, msg

MAX_POINTS = 9999
"""Most points in one penalty."""

REASON_LENGTH = 140
"""Most characters in the reason of a penalty."""

NOBODY, OTHERS, OPPONENTS = "", "others", "opponents"
"""Who receives the points: nobody; each of the other columns, from the column itself; the
other team, from nobody."""

RECEIVERS: Mapping[str, Message] = {
    NOBODY: msg("à personne"),
    OTHERS: msg("à chacun des autres"),
    OPPONENTS: msg("à l'autre camp"),
}
"""The receivers as players read them."""


def receivers(teams: bool) -> tuple[str, ...]:
    """Return the codes of those who may receive a penalty.

    :param teams: True in a game of two teams.
    """
    return (NOBODY, OPPONENTS, OTHERS) if teams else (NOBODY, OTHERS)


class StandardPenalty(NamedTuple):
    """A penalty of the rules: its points, its receivers and its reason."""

    points: int
    """The points that the column loses, or that the other team receives; 0 for a note."""
    to: str
    """One of :data:`NOBODY`, :data:`OTHERS`, :data:`OPPONENTS`."""
    label: Message
    """The fault, as the sheet shows it."""
    article: Message
