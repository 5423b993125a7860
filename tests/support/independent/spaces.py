"""Whole spaces of hands: every deal that a rule can tell apart."""

from itertools import product

from independent.deals import chelems_of, contracts_of, present
from independent.tarot import NEEDED

SHAPES = (
    ("Anne", "Bruno", "Chloé"),
    ("Anne", "Bruno", "Chloé", "David"),
    ("Anne", "Bruno", "Chloé", "David", "Eve"),
)
SIDES = (None, "attack", "defence")


def tarot_tables(every):
    """The players of a hand: four, and five with a partner; or every kind of table."""
    three, four, five = SHAPES
    yield four, {}
    yield five, {"partner": "Chloé"}
    if every:
        yield three, {}
        yield five, {}
        yield five, {"sitting_out": ["Bruno"]}


def tarot_points(whole, bouts):
    """Every half point that fits the bouts, or those around what they need."""
    around = (-21, -10, -5, -1, 0, 1, 4, 11)
    near = (2 * NEEDED[bouts] + halves for halves in around)
    for halves in range(min(156 + 9 * bouts, 182) + 1) if whole else near:
        yield halves // 2 if halves % 2 == 0 else halves / 2


def tarot(table, options, whole):
    """Every contract, number of bouts, points, petit and chelem."""
    chelems = (None, *chelems_of(options))
    sides = SIDES if whole else (None, "attack")
    for contract, bouts in product(contracts_of(options), range(4)):
        for points in tarot_points(whole, bouts):
            deal = {"taker": "Anne", "contract": contract, "bouts": bouts, "points": points}
            made_by_two = points == NEEDED[bouts] + 2
            extras = product(sides, chelems) if whole or made_by_two else ((None, None),)
            for petit, chelem in extras:
                yield deal | table | present(_extras(options, petit, chelem))


def _extras(options, petit, chelem):
    """The petit and the chelem, and with them a poignée and a misère."""
    misere = {"player": "Anne", "kind": "atout"}
    return {
        "petit_au_bout": petit,
        "chelem": chelem,
        "poignees": [{"player": "Anne", "size": "double"}] if chelem else None,
        "without_petit": True if options.get("without_petit") and not chelem else None,
        "miseres": [misere] if options.get("misere") and petit else None,
    }


def tricks(whole, suit="hearts"):
    """Every number of points a side can take, and the two capots."""
    few = (0, 71, 79, 80, 81, 82, 86, 90, 91, 106, 155, 162)
    for points in (n for n in (range(163) if whole else few) if n not in (1, 161)):
        yield {"points": points, "suit": suit}
    for side in ("attack", "defence"):
        yield {"capot": side, "suit": suit}


def belote(options, whole):
    """Every result with every belote and a few announcements."""
    melds = (None,)
    if options.get("annonces"):
        melds = (None, ("attack", 20), ("defence", 50))
    for trick, belote, meld in product(tricks(whole), SIDES, melds):
        shown = {"side": meld[0], "points": meld[1]} if meld else None
        yield {"taker": "Anne"} | trick | present({"belote": belote, "annonces": shown})


def contracts(options, whole):
    """Every result with every bid, doubled or not, and every belote."""
    bids = (*range(80, 170, 10), "capot") if whole else (80, 90, 160, "capot")
    doubles = (None, "coinche", "surcoinche")
    hands = [{"contract": bid} | trick for bid, trick in product(bids, tricks(whole))]
    hands += [{"contract": bid, "fault": side} for bid, side in product(bids, SIDES[1:])]
    if options.get("generale"):
        hands += [{"contract": "generale", "generale_made": made} for made in (True, False)]
    for hand, doubled, belote in product(hands, doubles, SIDES):
        yield {"taker": "Anne"} | hand | present({"coinche": doubled, "belote": belote})
