"""The choices of a hand of Tarot, with their stored codes and labels."""

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.choice import Choice


class Contract(Choice):
    """The four contracts, in rising order."""

    PETITE = "petite", msg("Petite")
    GARDE = "garde", msg("Garde")
    GARDE_SANS = "garde_sans", msg("Garde sans")
    GARDE_CONTRE = "garde_contre", msg("Garde contre")


class Size(Choice):
    """The three sizes of a poignée."""

    SIMPLE = "simple", msg("Simple")
    DOUBLE = "double", msg("Double")
    TRIPLE = "triple", msg("Triple")


class Chelem(Choice):
    """The four ways in which a chelem scores."""

    ANNOUNCED_MADE = "announced_made", msg("Annoncé et réussi")
    MADE = "made", msg("Réussi sans annonce")
    ANNOUNCED_FAILED = "announced_failed", msg("Annoncé et chuté")
    DEFENCE = "defence", msg("Fait par la défense")


class MisereKind(Choice):
    """The two kinds of misère: no trump, or no court card."""

    ATOUT = "atout", msg("D'atout")
    TETE = "tete", msg("De tête")
