"""The numbers of Duplicate Tarot, each with its source.

FFT, *Règlement officiel du jeu de Tarot*, version of 1 July 2012 (R-RO201206); the
pages below are its pages. What no text says names itself a house rule.
"""

from itertools import product

from scorekeeper.games.tarot.hand import DECK, Chelem, Contract
from scorekeeper.games.tarot.point_values import (
    BASE,
    CHELEM,
    MULTIPLIER,
    PETIT_AU_BOUT,
    POIGNEE,
    THRESHOLD,
)

BEATEN = 2
"""Match points for each result that a result beats: house rule, the scale of the notes."""

TIED = 1
"""Match points for each equal result: house rule, so that ties share the mean note."""

FULL_NOTE = 100
"""The note in percent of a result that beats all others; p. 17-18."""

SHARES = {"individual": (1, 3), "triplettes": (1, 1)}
"""Parts of the attack and of the defence in the percentage of a player, p. 18-19, or of a
triplette, p. 20-21."""

TABLES = range(2, 51)
"""The allowed numbers of tables: two to compare, and fifty by house rule."""

MOST = 2_000
"""Largest result that is accepted; no hand of Tarot comes near it. House rule."""

PM_DECIMALS = 3
"""Decimals of the PM of quadrettes; p. 22-26."""

PM_UNITS = 10**PM_DECIMALS
"""Parts of a PM in which PM are counted."""

LEAST_RESULTS = 2
"""Results of a board below which there is nothing to compare, and no note."""


def results_of(contract: Contract) -> frozenset[int]:
    """Return every result of a contract at a table of four: one defender's payment. Rule: FFT
    2012, p. 7-9."""
    times = MULTIPLIER[contract]
    petits = (PETIT_AU_BOUT * times, 0, -PETIT_AU_BOUT * times)
    poignees = (0, *POIGNEE.values(), 2 * min(POIGNEE.values()))
    failed = CHELEM[Chelem.ANNOUNCED_FAILED]
    results = set()
    for margin, petit, poignee in product(range(THRESHOLD[0] + 1), petits, poignees):
        paid = (BASE + margin) * times + poignee
        if margin <= DECK - THRESHOLD[-1]:
            results |= {paid + petit + chelem for chelem in (0, failed, *CHELEM.values())}
        if margin:
            results |= {-paid + petit + chelem for chelem in (0, failed)}
    return frozenset(results)


RESULTS = {contract.value: results_of(contract) for contract in MULTIPLIER}
"""The possible results of each imposed contract, by its code; derived."""
