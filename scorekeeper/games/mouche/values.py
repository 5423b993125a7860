"""The numbers of the rules of Tarot with mouches, each once.

The regional rules of money play, in points of an agreed value.
"""

from scorekeeper.games.mouche.choices import Contract
from scorekeeper.games.tarot.choices import Size

MISE = 10
"""What everybody puts in where there is no mouche: ten times the price of a point."""

FIRST_MISE = 20
"""What the dealer puts in then."""

ANTE = 5
"""What the dealer adds to a mouche that is on the table."""

SUPPLEMENT = {
    Contract.PRISE: 0,
    Contract.POUSSE: 10,
    Contract.GARDE: 15,
    Contract.GARDE_SANS: 20,
}
"""What each opponent pays or receives on top of the points, by contract."""

CHELEM = {
    Contract.PETIT_CHELEM: {3: 100, 4: 100, 5: 100},
    Contract.GRAND_CHELEM: {3: 250, 4: 200, 5: 200},
}
"""The price of a chelem for each opponent, by players: 10 mises, and 25 or 20."""

POIGNEE = {Size.SIMPLE: 10, Size.DOUBLE: 20, Size.TRIPLE: 30}
"""What a poignée is paid by each."""

TRUMPS = {
    3: {Size.SIMPLE: 13, Size.DOUBLE: 15, Size.TRIPLE: 22},
    4: {Size.SIMPLE: 10, Size.DOUBLE: 13, Size.TRIPLE: 18},
    5: {Size.SIMPLE: 8, Size.DOUBLE: 10, Size.TRIPLE: 15},
}
"""Trumps shown in a poignée, by players."""

SHOWN = 10
"""What « pas d'atout » and « pas de figures » are paid by each."""

PETIT_AU_BOUT = 10
"""What the petit in the last trick is paid by each opponent."""

SEATS = range(3, 6)
"""How many may play."""
