"""Belote classique (``rules/belote.md``, 1)."""

from independent.tricks import (
    ATTACK,
    DEFENCE,
    Marks,
    both_rounded,
    deal_of,
    given,
    nearest,
    rounded,
    settle_melds,
    without_target,
)

FFB = {
    "annonces": False,
    "target": 1000,
    "rounding": "none",
    "tie": "litige",
    "litige_belote": "held",
    "litige_to": "winner",
    "belote_counts": True,
    "annonces_count": True,
    "annonces_on_chute": "winner",
    "capot": 252,
    "all_trump": "258",
    "must_exceed": False,
    "finish": "off",
    "deals": 0,
}


def complete(options):
    """The options of a table; what it does not say is the FFB's."""
    return without_target(FFB | given(options), options)


def score(hand, options, pots=(), last=False):
    """The marks of a deal, and the pots after it.

    :param last: True for the last deal of a game of so many deals.
    """
    rules = complete(options)
    deal = deal_of(hand, rules)
    ours, theirs = _compared(deal, rules)
    tie = ours == theirs and deal.swept is None
    if tie and rules["tie"] == "replayed":
        return Marks((0, 0), pots, replayed=True)
    if tie and rules["tie"] == "litige":
        return litige(deal, rules, pots, last)
    made = deal.swept == ATTACK or (
        deal.swept is None and (ours > theirs or (tie and rules["tie"] == "made"))
    )
    if deal.swept == ATTACK:
        deal = deal._replace(melds=(sum(deal.melds), 0))
    marks, kept = _plain(deal) if made else _dedans(deal, rules)
    marks = list(both_rounded(marks, rules["rounding"]))
    if made or rules["litige_to"] == "winner":
        marks[ATTACK if made else DEFENCE] += sum(pots)
        pots = ()
    return Marks(tuple(marks), pots, made, kept)


def _compared(deal, rules):
    """The totals that decide the deal."""
    return [
        points
        + (20 * belotes if rules["belote_counts"] else 0)
        + (melds if rules["annonces_count"] else 0)
        for points, belotes, melds in zip(deal.points, deal.belotes, deal.melds, strict=True)
    ]


def _plain(deal):
    """Each side what it took and showed."""
    kept = tuple(20 * belotes for belotes in deal.belotes)
    marks = [
        nearest(points) + belote + melds
        for points, belote, melds in zip(deal.points, kept, deal.melds, strict=True)
    ]
    return marks, kept


def _dedans(deal, rules):
    """The taker keeps his belotes; the tricks are the defence's."""
    tricks = rules["capot"] if deal.swept == DEFENCE else 162
    kept = tuple(20 * belotes for belotes in deal.belotes)
    melds = settle_melds(deal.melds, ATTACK, rules["annonces_on_chute"])
    return [kept[ATTACK] + melds[ATTACK], tricks + melds[DEFENCE] + kept[DEFENCE]], kept


def litige(deal, rules, pots, last):
    """The defence marks its total, the taker's waits; on the last deal each marks its own.

    Readings: a belote that does not count in the contract is not held, announcements are,
    since they go to the winner. The number that waits is rounded as a mark is.
    """
    marks, kept = _plain(deal)
    if not last:
        at_once = 0
        if rules["litige_belote"] == "marked" or not rules.get("belote_counts", True):
            at_once = kept[ATTACK]
        pots = (*pots, rounded(marks[ATTACK] - at_once, rules["rounding"]))
        marks[ATTACK] = at_once
        if at_once < kept[ATTACK]:
            kept = (0, kept[DEFENCE])
    return Marks(both_rounded(marks, rules["rounding"]), pots, None, kept)
