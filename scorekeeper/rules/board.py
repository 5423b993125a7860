"""Boards: one deal that several tables play, and whose results are compared."""

from typing import NamedTuple

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.choice import Choice


class Seat(Choice):
    """The four seats of a table, in the order of the federation's match sheet."""

    NORTH = "north", msg("Nord")
    SOUTH = "south", msg("Sud")
    EAST = "east", msg("Est")
    WEST = "west", msg("Ouest")


SEATS = tuple(Seat)
"""The seats as a tuple; a player's line is his seat's place in it."""


class Board(NamedTuple):
    """The results of one board."""

    taker: Seat
    """The seat that takes, the same at every table."""
    results: tuple[int | None, ...]
    """The result of each table for its taker; absent where the board was not played."""
