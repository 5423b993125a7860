"""Tarot with mises and mouches (``rules/tarot.md``, 9)."""

from typing import NamedTuple

from independent.ledger import Ledger, larger_half
from independent.tarot import NEEDED, SIZES

REGIONAL = {
    "dealer_mise": 20,
    "dealer_ante": 5,
    "mouches": "merged",
    "mise": 1,
    "failure": "stack",
}
MORE = {"prise": 0, "pousse": 10, "garde": 15, "garde_sans": 20}
POIGNEES = dict(zip(SIZES, (10, 20, 30), strict=True))
MISES_OF_A_SLAM = {
    ("petit_chelem", 3): 10,
    ("petit_chelem", 4): 10,
    ("petit_chelem", 5): 10,
    ("grand_chelem", 3): 25,
    ("grand_chelem", 4): 20,
    ("grand_chelem", 5): 20,
}


class Middle(NamedTuple):
    """The mouches, the last of which is played for, and whether it is still the opening."""

    pots: tuple = ()
    untouched: bool = False
    stakes: tuple = ()
    """What each player put down at the opening, and has not taken back."""


def complete(options):
    """The options of a table; what it does not say is the regional rule."""
    return REGIONAL | {name: value for name, value in options.items() if value is not None}


def score(hand, players, options, dealer, middle):
    """The points of each player, and what is left in the middle."""
    rules = complete(options)
    ledger = Ledger(players)
    middle = _stakes(ledger, players, rules, players[dealer], middle)
    fault = (hand.get("fault") or {}).get("kind")
    if fault == "misdeal":
        ledger.pay(players[dealer], hand["taker"], middle.pots[-1])
        return ledger.column(players), middle
    if _is_annulled(hand, fault):
        middle = _annulled(ledger, hand, players, rules, middle)
        if fault == "forbidden_discard":
            return ledger.column(players), middle
        hand = hand | {"poignees": _poignees_of_others(hand)}
    else:
        middle = _contract(ledger, hand, players, rules, middle)
    _announcements(ledger, hand, players, rules["mise"])
    _petit(ledger, hand, players, 10 * rules["mise"])
    return ledger.column(players), middle


def passed(players, options, dealer, middle):
    """A deal that nobody takes: the stakes were put down before it (A3)."""
    ledger = Ledger(players)
    middle = _stakes(ledger, players, complete(options), players[dealer], middle)
    return ledger.column(players), middle


def _stakes(ledger, players, rules, dealer, middle):
    unit = rules["mise"]
    if middle.pots:
        ante = unit * rules["dealer_ante"]
        ledger.change(dealer, -ante)
        return middle._replace(pots=(*middle.pots[:-1], middle.pots[-1] + ante))
    stakes = [unit * (rules["dealer_mise"] if player == dealer else 10) for player in players]
    for player, stake in zip(players, stakes, strict=True):
        ledger.change(player, -stake)
    return Middle((sum(stakes),), True, tuple(stakes))


def won(hand):
    """Return True if the taker has what he bid."""
    if hand["contract"] in MORE:
        return 2 * hand["points"] >= 2 * NEEDED[hand["bouts"]]
    return hand["chelem_made"]


def _price(hand, players, rules):
    """What each opponent pays or receives.

    Reading: ``mise`` multiplies every amount but the margin, which is points.
    """
    if hand["contract"] in MORE:
        halves = abs(round(2 * hand["points"]) - 2 * NEEDED[hand["bouts"]])
        return (halves + 1) // 2 + MORE[hand["contract"]] * rules["mise"]
    return MISES_OF_A_SLAM[hand["contract"], len(players)] * 10 * rules["mise"]


def _contract(ledger, hand, players, rules, middle):
    """The contract and the pot: one sum for the attack, halved once between two partners.

    A defender who revoked in vain pays as much as the pot on top.
    """
    attack = _attack(hand)
    sign = 1 if won(hand) else -1
    result = 0
    for player in players:
        if player not in attack:
            price = sign * _price(hand, players, rules)
            ledger.change(player, -price)
            result += price
    moved, left = _pot(won(hand), rules, middle)
    result += moved
    if (hand.get("fault") or {}).get("kind") == "revoke" and won(hand):
        ledger.change(hand["fault"]["player"], -middle.pots[-1])
        result += middle.pots[-1]
    takers = larger_half(result) if len(attack) == 2 else result
    ledger.change(attack[0], takers)
    if len(attack) == 2:
        ledger.change(attack[1], result - takers)
    return left


def _pot(won, rules, middle):
    """What the attack takes out of the middle, or puts into it; the middle after that."""
    *below, top = middle.pots
    if won:
        moved, pots = top, below
    elif rules["failure"] == "double":
        moved, pots = -top, [*below, 2 * top]
    elif rules["failure"] != "stack":
        moved, pots = -rules["failure"], [*below, top + rules["failure"]]
    elif middle.untouched and rules["mouches"] == "merged":
        moved, pots = -top, [*below, 2 * top]
    else:
        moved, pots = -top, [*below, top, top]
    return moved, Middle(tuple(pots), False, middle.stakes if pots else ())


def _attack(hand):
    return [hand["taker"]] + [p for p in [hand.get("partner")] if p]


def _announcements(ledger, hand, players, unit):
    for poignee in hand.get("poignees") or ():
        value = unit * POIGNEES[poignee["size"]]
        lost = poignee["player"] == hand["taker"] and not won(hand)
        ledger.collect(poignee["player"], players, -value if lost else value)
    for misere in hand.get("miseres") or ():
        ledger.collect(misere["player"], players, 10 * unit)


def _poignees_of_others(hand):
    shown = hand.get("poignees") or ()
    return [poignee for poignee in shown if poignee["player"] != hand["taker"]]


def _petit(ledger, hand, players, value):
    """So much from each opponent of who brings it home, or to each from who loses it (A7)."""
    petit = hand.get("petit_au_bout")
    if not petit:
        return
    owner = petit.get("from") or petit["player"]
    attack = _attack(hand)
    opponents = [p for p in players if (p in attack) != (owner in attack)]
    ledger.collect(owner, opponents, -value if petit.get("from") else value)


def _is_annulled(hand, fault):
    """A revoke that may have made the result; a discard that may not be, and wins."""
    if fault == "revoke":
        return won(hand) == (hand["fault"]["player"] in _attack(hand))
    return fault == "forbidden_discard" and won(hand)


def _annulled(ledger, hand, players, rules, middle):
    """Neither contract nor mouche is paid.

    Revoked by the defence, the taker takes his own share of the opening back (A14).
    Reading: announcements and the petit are paid all the same, but not the taker's
    poignée, which follows the result.
    """
    if hand["fault"].get("player") in (None, *_attack(hand)):
        return middle
    seat = players.index(hand["taker"])
    stakes = list(middle.stakes or [10 * rules["mise"]] * len(players))
    *below, top = middle.pots
    back = min(stakes[seat], top)
    stakes[seat] = 0
    ledger.change(hand["taker"], back)
    pots = (*below, top - back) if top > back else tuple(below)
    return Middle(pots, middle.untouched, tuple(stakes) if pots else ())
