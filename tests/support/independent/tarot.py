"""French Tarot as the FFT scores it, and as homes do (``rules/tarot.md``, 1 to 4 and 7)."""

from independent.ledger import Ledger, larger_half

NEEDED = {0: 56, 1: 51, 2: 41, 3: 36}
SIZES = ("simple", "double", "triple")
FFT = {
    "poignee": [20, 30, 40],
    "contracts": {"petite": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6},
    "formula": "times",
    "margin_to": 1,
    "margin_rounding": "up",
    "petit_au_bout": 10,
    "petit_times": True,
    "chelem": {"announced_made": 400, "made": 200, "announced_failed": -200, "defence": -200},
    "petit_chelem": None,
    "defence_chelem": False,
    "without_petit": 0,
    "misere": 0,
    "misere_for": "player",
    "split": "two_one",
    "partner_bonuses": True,
}


def complete(options):
    """The options of a table; what it does not say is the FFT's."""
    return FFT | {name: value for name, value in options.items() if value is not None}


def score(hand, players, options):
    """The points of each player.

    Defenders put what they owe for the contract, and for the rest, into two bowls; the
    attack empties them.
    """
    rules = complete(options)
    out = hand.get("sitting_out") or ()
    active = [player for player in players if player not in out]
    attack = [hand["taker"]]
    if hand.get("partner"):
        attack.append(hand["partner"])
    defence = [player for player in active if player not in attack]

    contract = _contract(hand, rules)
    rest = _bonuses(hand, rules, contract > 0) + _side_miseres(hand, rules, attack)
    ledger = Ledger(players)
    for player in defence:
        ledger.change(player, -contract - rest)
    _share(ledger, attack, contract * len(defence), rest * len(defence), rules)
    if rules["misere_for"] == "player":
        for misere in hand.get("miseres") or ():
            ledger.collect(misere["player"], active, rules["misere"])
    return ledger.column(players)


def made(hand):
    """Return True if the attack has its points; half a point short is short."""
    return 2 * hand["points"] >= 2 * NEEDED[hand["bouts"]]


def margin(hand, rules):
    """Points above or below, a half point counted as a whole, then rounded.

    Reading: an exact contract has margin 0 whatever the rounding.
    """
    halves = abs(round(2 * hand["points"]) - 2 * NEEDED[hand["bouts"]])
    points = (halves + 1) // 2
    step = rules["margin_to"]
    below = points - points % step
    if points == below:
        return points
    if rules["margin_rounding"] == "up" or 2 * (points - below) >= step:
        return below + step
    return below


def _contract(hand, rules):
    """What each defender owes for the contract; negative if it failed. It is never 0."""
    number = rules["contracts"][hand["contract"]]
    over = margin(hand, rules)
    amount = number + over if rules["formula"] == "flat" else (25 + over) * number
    return amount if made(hand) else -amount


def _bonuses(hand, rules, won):
    """What each defender owes besides.

    Reading: a contract won without the petit is worth so much, whatever the contract.
    """
    sizes = [SIZES.index(poignee["size"]) for poignee in hand.get("poignees") or ()]
    shown = sum(rules["poignee"][size] for size in sizes)
    alone = rules["without_petit"] if hand.get("without_petit") and won else 0
    return (shown if won else -shown) + alone + _petit(hand, rules) + _chelem(hand, rules)


def _petit(hand, rules):
    """Reading: where contracts have points of their own, nothing multiplies the petit."""
    side = hand.get("petit_au_bout")
    if not side:
        return 0
    value = rules["petit_au_bout"]
    if rules["petit_times"] and rules["formula"] == "times":
        value *= rules["contracts"][hand["contract"]]
    return value if side == "attack" else -value


def _chelem(hand, rules):
    """A prime of the slam or of the small slam; no contract multiplies it.

    What a defender announces is the attack's upside down (``rules/tarot.md``, 2.3).
    """
    outcome = hand.get("chelem")
    if not outcome:
        return 0
    if outcome.startswith("petit_"):
        return rules["petit_chelem"][outcome.removeprefix("petit_")]
    if outcome.startswith("defence_"):
        return -rules["chelem"][outcome.removeprefix("defence_")]
    return rules["chelem"][outcome]


def _side_miseres(hand, rules, attack):
    """Misères that are paid by one side to the other."""
    if rules["misere_for"] != "side":
        return 0
    miseres = hand.get("miseres") or ()
    return sum(
        rules["misere"] if misere["player"] in attack else -rules["misere"]
        for misere in miseres
    )


def _share(ledger, attack, contract, rest, rules):
    """Empty the bowls.

    Reading: with halves, the bowls that are shared are one sum, halved once.
    """
    taker, partner = attack[0], attack[-1]
    if partner == taker:
        ledger.change(taker, contract + rest)
        return
    common = contract + rest if rules["partner_bonuses"] else contract
    takers = larger_half(common) if rules["split"] == "halves" else 2 * common // 3
    ledger.change(partner, common - takers)
    ledger.change(taker, contract + rest - (common - takers))
