"""Seatings and answers as the service layer takes them: players by number."""

from scorekeeper.sheets.service.seating import Seating

FOUR = Seating(("Anne", "Bruno", "Chloé", "David"), (0, 1, 2, 3), 0)

FIVE = Seating((*FOUR.names, "Eve"), (0, 1, 2, 3, 4), 0, 4)
"""Five players, one of whom sits out of each hand."""

GARDE = {"taker": 0, "contract": "garde", "bouts": 2, "points": 49}
"""A hand of tarot: +198 for Anne, −66 for each of the others."""

BELOTE = {"taker": 0, "points": 100}
"""A hand of belote: 100 for Anne and Chloé, 62 for the others."""
