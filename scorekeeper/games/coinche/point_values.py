"""The numbers of the games with bids, each with its article."""

from collections.abc import Mapping

from scorekeeper.games.belote.point_values import CAPOT
from scorekeeper.games.coinche.hand import HIGHEST, Coinche, Contre

HIGHEST_BIDS = (160, 270, HIGHEST)
"""Highest bid at contrée, a capot apart: FFB contrée, web page and 27-01-2016; Cannes 2016;
that of coinche."""

EIGHTY, EIGHTY_TWO = 80, 82
"""Points that a bid of 80 needs: its own; or more than half of the deck, as Pagat has it."""

BASES = (160, 162)
"""Points that replace the tricks of a failed or doubled contract; FFB 160, Cannes 162."""

TRICKS_OF_ALL = {160: 250, 162: CAPOT}
"""Value of all tricks, by the base of a failed or doubled contract; FFB 160 and 250, Cannes
162 and 252."""

CAPOT_BIDS = (250, 270, 350, 500)
"""Value of the bid of a capot: FFB 250, Cannes 270; 350 and 500 at home."""

GENERALES = (0, 350, 500, 700, 1000)
"""Value of the bid of a *générale*, whose bidder takes every trick alone; 0: not played. In
no FFB text; sites and home rules differ."""

WHOLE_GENERALES = {
    "whole_500": (500, 500),
    "whole_700": (700, 700),
    "whole_1000": (1000, 1000),
    "whole_600_460": (600, 460),
}
"""What a *générale* marks in all where nothing is added for its tricks, made and failed, by
code; public rule sets of other score pads."""

FLAT_CHUTE = 160
"""Points of a failed contract if only bids are marked; FFB contrée, third counting."""

NOTE_2 = 100
"""Bonus for a capot that was not bid, if doubled and only points made are marked; FFB contrée
27-01-2016, § 10.2, note 2."""

DOUBLED: Mapping[Coinche | Contre, int] = {Coinche.COINCHE: 2, Contre.COINCHE: 2}
"""Multiplier of a doubled contract, by level; FFB coinche 2015."""

REDOUBLED = (4, 3)
"""Multiplier of a redoubled contract: FFB coinche 2015 and contrée 2016; FFB « Équipe
Ludique » and Cannes 2016."""
