"""The choices of a hand of Tarot with mouches, in addition to those of Tarot."""

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.choice import Choice


class Contract(Choice):
    """The six contracts, in rising order."""

    PRISE = "prise", msg("Prise")
    POUSSE = "pousse", msg("Pousse")
    GARDE = "garde", msg("Garde")
    GARDE_SANS = "garde_sans", msg("Garde sans")
    PETIT_CHELEM = "petit_chelem", msg("Petit chelem")
    GRAND_CHELEM = "grand_chelem", msg("Grand chelem")
