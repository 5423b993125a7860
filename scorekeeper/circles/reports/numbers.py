"""Numbers of a circle as its pages write them, and the floors below which they are hidden."""

from scorekeeper.circles.circle import Player
from scorekeeper.i18n.messages import Message, msg

OPPONENT_FLOOR = 3
"""Fewest hands of two players together that a page compares them by."""


def shown_name(player: Player) -> Message | str:
    """Return the name of a player, or the number of one who was erased."""
    return player.name or msg("Joueur %(n)s", n=player.id)


ORDINALS = (
    msg("%(tens)s1e").text,
    msg("%(tens)s2e").text,
    msg("%(tens)s3e").text,
)
"""The ordinals after whole tens, which English tells apart."""


def ordinal(number: int) -> Message:
    """Return a place in words.

    >>> [str(ordinal(n)) for n in (1, 2, 4, 11, 22)]
    ['1re', '2e', '4e', '11e', '22e']
    """
    if number == 1:
        return msg("1re")
    tens, unit = divmod(number, 10)
    if unit in (1, 2, 3) and tens % 10 != 1:
        return Message(ORDINALS[unit - 1], {"tens": str(tens or "")})
    return msg("%(n)se", n=number)


def hands(count: int) -> Message:
    """Return a number of hands in words."""
    return msg("une donne") if count == 1 else msg("%(n)s donnes", n=count)


def evenings(count: int) -> Message:
    """Return a number of evenings in words."""
    return msg("une soirée") if count == 1 else msg("%(n)s soirées", n=count)
