"""Coinche and contrée (``rules/belote.md``, 3 and 4)."""

from independent.belote import litige
from independent.tricks import (
    ATTACK,
    DEFENCE,
    Marks,
    both_rounded,
    deal_of,
    given,
    nearest,
    settle_melds,
    without_target,
)

BOTH = {
    "counting": "made_and_announced",
    "target": 2000,
    "annonces_count": True,
    "rounding": "5up",
    "surcoinche": 4,
    "doubling": "all",
    "base": 160,
    "capot": 252,
    "capot_bid": 250,
    "defence_capot": False,
    "all_trump": "13",
    "last_exact": False,
    "must_exceed": False,
    "announced_chute": "160",
    "announced_belote": False,
    "capot_keeps_belote": False,
    "generale": 0,
    "deals": 0,
    "annonces_on_chute": "winner",
    "eighty_needs": 80,
    "tie": "failed",
    "litige_belote": "held",
    "litige_to": "winner",
    "defence_keeps": False,
}
OWN = {
    "coinche": {
        "annonces": True,
        "beat_defence": True,
        "belote_on_chute": "stays",
        "belote_doubled": True,
        "capot_failed": "chute",
        "capot_doubled": True,
        "finish": "capot_or_chute",
    },
    "contree": {
        "annonces": False,
        "beat_defence": False,
        "belote_on_chute": "follows",
        "belote_doubled": False,
        "capot_failed": "capot",
        "capot_doubled": False,
        "finish": "off",
    },
}


def complete(options, game):
    """The options of a table; what it does not say is the first preset's of the game."""
    rules = BOTH | OWN[game]
    rules |= given(options)
    if rules["counting"] == "announced" and "target" not in given(options):
        rules["target"] = 1000
    return without_target(rules, options)


def score(hand, options, game, is_last=lambda marks: False, pots=(), last=False):
    """The marks of a deal.

    Reading: where the last deal is exact, no rounding wins a game: a deal that would end
    it only by its rounding is marked exactly too.

    :param is_last: tells from marks if they end the game.
    :param last: True for the last deal of a game of so many deals.
    """
    rules = complete(options, game)
    deal = deal_of(hand, rules)
    if deal.swept == ATTACK:
        deal = deal._replace(melds=(sum(deal.melds), 0))
    made = _made(hand, deal, rules)
    if made is None and rules["tie"] == "replayed":
        return Marks((0, 0), pots, replayed=True)
    if made is None and rules["tie"] == "litige":
        return _litige(hand, deal, rules, is_last, pots, last)
    made = bool(made)
    times = {None: 1, "coinche": 2, "surcoinche": rules["surcoinche"]}[hand.get("coinche")]
    if made and times == 1 and not hand.get("fault"):
        marks, kept = _undoubled(hand, deal, rules)
    else:
        marks, kept = _winner_takes(hand, deal, rules, made, times)
    exact = [nearest(mark) for mark in marks]
    tens = list(both_rounded(exact, rules["rounding"]))
    if made or rules["litige_to"] == "winner":
        for marks in (exact, tens):
            marks[ATTACK if made else DEFENCE] += sum(pots)
        pots = ()
    ends = rules["last_exact"] and (last or is_last(exact) or is_last(tens))
    return Marks(tuple(exact if ends else tens), pots, made, kept)


def _litige(hand, deal, rules, is_last, pots, last):
    """A tie that is held over: as at belote, the bid apart.

    Reading: under the points announced the bid is all there is to hold, and on the last
    deal neither side has points of its own.
    """
    if rules["counting"] == "announced":
        return Marks((0, 0), pots if last else (*pots, _bid(hand, rules)))
    exact = litige(deal, rules | {"rounding": "none"}, pots, last)
    tens = litige(deal, rules, pots, last)
    ends = last or is_last(exact.marks) or is_last(tens.marks)
    return exact if rules["last_exact"] and ends else tens


def _asked(hand):
    """Return True if every trick was bid."""
    return hand["contract"] in ("capot", "generale")


def _whole(hand, rules):
    """The figures of a générale that are all it marks, made and failed: « whole_600_460 »."""
    code = rules["generale"] if hand["contract"] == "generale" else 0
    figures = [int(figure) for figure in code.split("_")[1:]] if isinstance(code, str) else []
    return (figures[0], figures[-1]) if figures else None


def _bid(hand, rules):
    """The amount of the contract."""
    if whole := _whole(hand, rules):
        return whole[0 if hand.get("generale_made") else 1]
    names = {"capot": rules["capot_bid"], "generale": rules["generale"]}
    return names.get(hand["contract"], hand["contract"])


def _needed(hand, rules):
    """The points of the contract: 80 may want 82."""
    return rules["eighty_needs"] if hand["contract"] == 80 else hand["contract"]


def _made(hand, deal, rules):
    """True, False, or None for a contract that has its points and no more than the defence.

    Reading: who commits a fault loses the contract, whatever was made or announced.
    """
    if hand.get("fault"):
        return hand["fault"] == "defence"
    if hand["contract"] == "generale":
        return bool(hand.get("generale_made"))
    if _asked(hand):
        return deal.swept == ATTACK
    if deal.swept == DEFENCE:
        return False
    ours, theirs = (
        points + 20 * belotes + (melds if rules["annonces_count"] else 0)
        for points, belotes, melds in zip(deal.points, deal.belotes, deal.melds, strict=True)
    )
    if ours < _needed(hand, rules):
        return False
    if not rules["beat_defence"] or ours > theirs or deal.swept == ATTACK:
        return True
    return None if ours == theirs else False


def _capot_base(rules):
    """The tricks of a side that took them all: 250 beside 160, 252 beside 162.

    Reading: ``capot`` is the value of one that was neither asked nor doubled.
    """
    return 250 if rules["base"] == 160 else 252


def _flat(hand, rules):
    """Return True if the text prints 500 for the deal, made or failed, and 1000 and 2000.

    Reading: it is, where a failed capot is not paid as any failure (contrée, not Cannes).
    """
    return _asked(hand) and rules["capot_failed"] == "capot"


def _undoubled(hand, deal, rules):
    """A contract made: each side what it took, and the taker what was bid."""
    if rules["counting"] == "announced":
        marked = 20 if rules["announced_belote"] else 0
        kept = tuple(marked * belotes for belotes in deal.belotes)
        return [_bid(hand, rules) + kept[ATTACK], kept[DEFENCE]], kept
    kept = tuple(20 * belotes for belotes in deal.belotes)
    tricks = (_capot_base(rules), 0) if _flat(hand, rules) else deal.points
    if _whole(hand, rules):
        tricks = (0, 0)
    marks = [
        points + belote + melds
        for points, belote, melds in zip(tricks, kept, deal.melds, strict=True)
    ]
    if rules["counting"] != "made" or _asked(hand):
        marks[ATTACK] += _bid(hand, rules)
    return marks, kept


def _winner_takes(hand, deal, rules, made, times):
    """A contract that failed or was doubled: one side takes everything but belotes.

    Readings: belotes are multiplied by a switch of their own, whatever else is. Who bids
    every trick and takes none loses his belote, as the text's second sentence says. A fault
    leaves a belote with its owner, and the side at fault marks no tricks.
    """
    fault = hand.get("fault")
    defence_keeps = made and rules["defence_keeps"] and not fault
    winner, loser = (ATTACK, DEFENCE) if made else (DEFENCE, ATTACK)
    marks, kept = [0, 0], [0, 0]
    if rules["counting"] != "announced" or rules["announced_belote"]:
        owned = [20 * belotes for belotes in deal.belotes]
        keeps = rules["belote_on_chute"] == "stays" or defence_keeps or bool(fault)
        if rules["capot_keeps_belote"] and deal.swept == winner:
            keeps = keeps or made or not _asked(hand)
        kept[loser] = owned[loser] if keeps else 0
        kept[winner] = sum(owned) - kept[loser]
        if rules["belote_doubled"]:
            kept[winner] *= times
    keeping = defence_keeps and rules["counting"] != "announced"
    way = "stay" if keeping else rules["annonces_on_chute"]
    melds = settle_melds(deal.melds, loser, way)
    if rules["counting"] == "announced":
        melds = (0, 0)
    marks[loser] = kept[loser] + melds[loser]
    if made and rules["doubling"] == "made" and rules["counting"] != "announced":
        tricks = _capot_base(rules) if _flat(hand, rules) else nearest(deal.points[ATTACK])
        if _whole(hand, rules):
            tricks = 0
        stake = (tricks + _marked_bid(hand, rules)) * times
    else:
        stake = _stake(hand, deal, rules, made, times)
    if rules["doubling"] in ("all", "made"):
        stake += melds[winner] * times
    else:
        stake += melds[winner]
    marks[winner] = kept[winner] + stake
    if keeping:
        marks[loser] += nearest(deal.points[DEFENCE])
    return marks, tuple(kept)


def _marked_bid(hand, rules):
    """What is marked for the bid; under the points made, only one of every trick."""
    return _bid(hand, rules) if rules["counting"] != "made" or _asked(hand) else 0


def _stake(hand, deal, rules, made, times):
    """What the winner takes for tricks and bid."""
    if rules["counting"] == "announced":
        return _stake_announced(hand, rules, made, times)
    whole = _whole(hand, rules)
    base = 0 if whole else _base(hand, deal, rules, made, times)
    if made and times == 1 and not _flat(hand, rules):
        base = deal.points[ATTACK]
    bid = _marked_bid(hand, rules)
    if rules["doubling"] in ("all", "made") or _flat(hand, rules) or whole:
        stake = (base + bid) * times
    elif rules["doubling"] == "contract" and bid:
        stake = base + bid * times
    else:
        stake = base * times + bid
    return stake + _note_2(hand, deal, rules, made, times)


def _stake_announced(hand, rules, made, times):
    """Third counting: the bid, doubled; a failure that nobody doubled is 160."""
    flat = not made and times == 1 and rules["announced_chute"] == "160"
    if flat and not _whole(hand, rules):
        return 160
    return _bid(hand, rules) * times


def _base(hand, deal, rules, made, times):
    """The tricks in the winner's sum."""
    capot = (
        made if _asked(hand) else (made and deal.swept == ATTACK and rules["capot_doubled"])
    )
    if not made and _asked(hand) and rules["capot_failed"] == "capot":
        capot = True
    if not made and deal.swept == DEFENCE and rules["defence_capot"]:
        capot = True
    return _capot_base(rules) if capot else rules["base"]


def _note_2(hand, deal, rules, made, times):
    """FFB 2016, note 2: a contré that ends in a capot nobody asked for, 100 more.

    It says 320 and 100, and nothing of the 640 of a surcontré. It stands under the
    points made; a table that counts such a capot as one has it already.
    """
    unasked = made and deal.swept == ATTACK and not _asked(hand)
    contred = hand.get("coinche") == "coinche"
    if rules["counting"] == "made" and unasked and contred and not rules["capot_doubled"]:
        return 100
    return 0
