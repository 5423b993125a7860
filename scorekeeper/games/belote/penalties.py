"""The penalties that the games of Belote have in common."""

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.penalty import NOBODY, StandardPenalty

FORGOTTEN_REBELOTE = StandardPenalty(
    0,
    NOBODY,
    msg("Rebelote oubliée, tolérée une fois"),
    msg("FFB coinche 2015, belote : une fois par équipe et par partie"),
)
"""The note of a *rebelote* that a team forgot to say: the first of a game still counts."""
