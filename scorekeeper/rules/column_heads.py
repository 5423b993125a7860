"""Heads of the columns of a printed sheet and of a typed table."""

from scorekeeper.i18n.messages import msg

TAKER = msg("preneur")
CONTRACT = msg("contrat")
BOUTS = msg("bouts")
POINTS = msg("points")
