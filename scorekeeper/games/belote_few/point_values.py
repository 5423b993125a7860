"""The numbers of Belote for two and for three players, each with its source.

No federation has a text for fewer than four players. Exoty: exoty.com, « La belote à deux »
and « La belote à trois ». FunBelote: funbelote.com, three-player belote. Pagat: pagat.com,
Belote découverte and Clobyosh for three. Parlett: *The Penguin Book of Card Games*, 2008,
Belote for two to four. What no text has is a house rule, and says so.
"""

CARDS = 152
"""Points of all cards; the sevens and eights, which a pack of 24 lacks, are worth nothing."""

LAST_TRICK = 10
"""The *dix de der*; Exoty, as at four."""

CAPOT = (252, 212, 250, 162)
"""Points of a player with every trick when all cards are played. 252: the last trick is worth
100, FFB 27-01-2016 at four and adpoker.fr at three; 212: 50 more, Exoty for two; 250 and 162:
as some count at four."""

CAPOT_OF_DECOUVERTE = (212, *(points for points in CAPOT if points != 212))
"""The same at Belote découverte, whose text has 212."""

CAPOT_OF_THREE = tuple(points for points in CAPOT if points != 212)
"""The same at three, where no text has 212."""

NO_TRICK = 50
"""Points for each of the other two if one of three players has no trick: 100 in all, without
the *dix de der*; adpoker.fr, « Belote à trois »."""

TARGETS = (1000, 501, 1010, 1500)
"""Targets at two: 1000 as at four; 501 at the Croatian *bela u dvoje*."""

TARGETS_OF_THREE = (1000, 501, 701, 1500)
"""Targets at three: 1000 as at four; 701 at the Croatian *bela u troje*."""

NO_POINTS = 1
"""The only number below the deck that no tricks make: no card is worth 1. Found by
enumeration, no article."""
