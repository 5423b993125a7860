"""The numbers of the rules of Tarot with mouches.

The regional rules of play for money, in points of an agreed value; the chapter names below
are theirs. Every stake and price is for a mise of 10 and is multiplied by the option
``mise``; card points are not.
"""

from scorekeeper.games.mouche.hand import Contract
from scorekeeper.games.tarot.hand import Size

MISE = 10
"""Stake of each player if there is no mouche: ten times the price of a point; mise."""

FIRST_MISE = 20
"""Stake of the dealer in that case; mise."""

ANTE = 5
"""Points that the dealer adds to a mouche on the table; mise."""

SUPPLEMENT = {
    Contract.PRISE: 0,
    Contract.POUSSE: 10,
    Contract.GARDE: 15,
    Contract.GARDE_SANS: 20,
}
"""Points that each opponent pays or receives besides the margin, by contract; payment."""

CHELEM = {
    Contract.PETIT_CHELEM: {3: 100, 4: 100, 5: 100},
    Contract.GRAND_CHELEM: {3: 250, 4: 200, 5: 200},
}
"""Price of a chelem for each opponent, by number of players: 10 mises, and 25 or 20;
payment."""

PETIT_CHELEM_LOSES = {3: 2, 4: 1, 5: 1}
"""Most tricks that a petit chelem may lose, by number of players; payment."""

POIGNEE = {Size.SIMPLE: 10, Size.DOUBLE: 20, Size.TRIPLE: 30}
"""Points that each player pays for a poignée; announcements."""

SHOWN = 10
"""Points that each player pays for a misère; announcements."""

PETIT_AU_BOUT = 10
"""Points that each opponent pays for the petit in the last trick; petit au bout."""

PENALTY = 10
"""Points that a player pays to every other for a card out of turn, or shown and taken back,
and for a false announcement: a penalty of the sheet; faults."""

TIMES = range(1, 101)
"""The factors by which a table may multiply every stake and price: a mise is "in general"
ten times the price of a point; mise."""

ADDED = range(1, 1001)
"""The agreed sums that a failure may add to a single mouche; mouches."""

SEATS = range(3, 6)
"""The allowed numbers of players."""
