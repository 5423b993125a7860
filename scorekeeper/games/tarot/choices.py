"""The choices of a hand of Tarot, with their stored codes and labels."""

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.choice import Choice


class Contract(Choice):
    """The contracts, in rising order; the FFT has petite, garde, garde sans, garde contre."""

    PRISE = "prise", msg("Prise")
    PETITE = "petite", msg("Petite")
    POUSSE = "pousse", msg("Pousse")
    GARDE = "garde", msg("Garde")
    GARDE_SANS = "garde_sans", msg("Garde sans")
    GARDE_CONTRE = "garde_contre", msg("Garde contre")


class Size(Choice):
    """The three sizes of a poignée."""

    SIMPLE = "simple", msg("Simple")
    DOUBLE = "double", msg("Double")
    TRIPLE = "triple", msg("Triple")


class Chelem(Choice):
    """The ways in which a chelem scores; the FFT has the first four."""

    ANNOUNCED_MADE = "announced_made", msg("Annoncé et réussi")
    MADE = "made", msg("Réussi sans annonce")
    ANNOUNCED_FAILED = "announced_failed", msg("Annoncé et chuté")
    DEFENCE = "defence", msg("Fait par la défense")
    DEFENCE_ANNOUNCED_MADE = (
        "defence_announced_made",
        msg("Annoncé par la défense et réussi"),
    )
    DEFENCE_ANNOUNCED_FAILED = (
        "defence_announced_failed",
        msg("Annoncé par la défense et chuté"),
    )
    PETIT_ANNOUNCED_MADE = "petit_announced_made", msg("Petit chelem annoncé et réussi")
    PETIT_MADE = "petit_made", msg("Petit chelem sans annonce")
    PETIT_ANNOUNCED_FAILED = "petit_announced_failed", msg("Petit chelem annoncé et chuté")


class MisereKind(Choice):
    """The two kinds of misère: no trump, or no court card."""

    ATOUT = "atout", msg("Pas d'atout")
    TETE = "tete", msg("Ni bout ni figure")
