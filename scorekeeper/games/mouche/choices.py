"""The choices of a hand of Tarot with mouches, in addition to those of Tarot."""

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.choice import Choice


class Contract(Choice):
    """The six contracts, in rising order."""

    PRISE = "prise", msg("Prise")
    POUSSE = "pousse", msg("Pousse")
    GARDE = "garde", msg("Garde avec écart")
    GARDE_SANS = "garde_sans", msg("Garde sans écart")
    PETIT_CHELEM = "petit_chelem", msg("Petit chelem")
    GRAND_CHELEM = "grand_chelem", msg("Grand chelem")


class FaultKind(Choice):
    """The faults that change the payments of a hand."""

    REVOKE = "revoke", msg("Renonce")
    FORBIDDEN_DISCARD = "forbidden_discard", msg("Écart interdit")
    MISDEAL = "misdeal", msg("Maldonne")


REVOKE, FORBIDDEN_DISCARD, MISDEAL = FaultKind
"""The members as names for scoring code: Python 3.11 finds an attribute of an enumeration
ten times as slowly."""
