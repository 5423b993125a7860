"""Numbers of a circle as its pages write them, and the floors below which they are hidden."""

from scorekeeper.i18n.messages import Message, msg

OPPONENT_FLOOR = 3
"""Fewest hands of two players together that a page compares them by."""


def hands(count: int) -> Message:
    """Return a number of hands in words."""
    return msg("une donne") if count == 1 else msg("%(n)s donnes", n=count)


def evenings(count: int) -> Message:
    """Return a number of evenings in words."""
    return msg("une soirée") if count == 1 else msg("%(n)s soirées", n=count)
