"""The extras of each player in one hand: what not every hand has.

Each function gives ``(name, players)``: one player or a team, never a whole side of several
columns, since nobody knows whose it was.
"""

from independent.tricks import ATTACK, DEFENCE, SIDES, deal_of

PETITS = {"attack": "petit_attack", "defence": "petit_defence"}
POIGNEES = {"simple": "poignee", "double": "double_poignee", "triple": "triple_poignee"}
CHELEMS = {
    "announced_made": "chelem_announced",
    "made": "chelem",
    "announced_failed": "chelem_failed",
    "petit_announced_made": "petit_chelem",
    "petit_made": "petit_chelem",
    "petit_announced_failed": "petit_chelem_failed",
}
"""Those of the attack; those of the defence are of several players."""


def tarot(hand, table, context):
    """Those of French tarot."""
    taker = hand["taker"]
    alone = [taker] if hand.get("partner") is None else []
    if alone and hand.get("petit_au_bout") == "attack":
        yield "petit_attack", alone
    for poignee in hand.get("poignees") or ():
        yield POIGNEES[poignee["size"]], [poignee["player"]]
    if alone and hand.get("chelem") in CHELEMS:
        yield CHELEMS[hand["chelem"]], alone
    for misere in hand.get("miseres") or ():
        yield "misere", [misere["player"]]
    if hand.get("without_petit") and context.won:
        has_all = alone or table.options.get("partner_bonuses") is False
        if has_all:
            yield "without_petit", [taker]


def tarot_mouche(hand, table, context):
    """Those of tarot with mouches."""
    taker, fault = hand["taker"], hand.get("fault") or {}
    if fault.get("kind") == "misdeal":
        yield "misdeal", [context.dealer]
        return
    if fault:
        yield fault["kind"], [fault.get("player", taker)]
    if context.won is not None and hand.get("partner") is None:
        yield "mouche_taken" if context.won else "mouche", [taker]
    if context.won is None and fault["kind"] == "forbidden_discard":
        return
    for poignee in hand.get("poignees") or ():
        if poignee["player"] != taker or context.won is not None:
            yield "poignee", [poignee["player"]]
    for misere in hand.get("miseres") or ():
        yield "misere", [misere["player"]]
    petit = hand.get("petit_au_bout")
    if petit and "from" in petit:
        yield "petit_lost", [petit["from"]]
    elif petit:
        yield "petit", [petit["player"]]


def teams(hand, table, context):
    """Those of belote, coinche and contrée: of a whole team."""
    attack = hand["taker"] % 2
    sides = {ATTACK: [attack, attack + 2], DEFENCE: [1 - attack, 3 - attack]}
    rules, won = table.rules, context.won
    held = won is None and not context.is_last
    keeps = (
        not held or rules["litige_belote"] == "marked" or not rules.get("belote_counts", True)
    )
    deal = deal_of(hand, rules)
    own = [side for side in (ATTACK, DEFENCE) if deal.belotes[side]]
    marked = own if keeps else [side for side in own if side == DEFENCE]
    if table.game == "belote":
        own = marked
    silent = rules.get("counting") == "announced"
    if silent and (won is None or not rules["announced_belote"]):
        marked = []
    if marked and len(own) == 1:
        yield "belote", sides[own[0]]
    annonces = hand.get("annonces")
    if annonces and not silent and sum(deal.melds):
        owner = ATTACK if deal.swept == ATTACK or deal.melds[ATTACK] else DEFENCE
        if not (held and owner == ATTACK):
            yield "annonces", sides[SIDES[annonces["side"]]]
    if sum(context.pots) and won is not None and (won or rules["litige_to"] == "winner"):
        yield "litige", sides[ATTACK if won else DEFENCE]


def libre(hand, table, context):
    """None: only numbers are known."""
    return ()


EXTRAS = {"tarot": tarot, "tarot_mouche": tarot_mouche, "libre": libre} | dict.fromkeys(
    ("belote", "coinche", "contree"), teams
)
