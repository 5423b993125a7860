"""Faults at Tarot with mouches: a revoke, a forbidden discard, a misdeal seen late.

A card out of turn, a card shown and taken back, and a false announcement cost 10 to every
other player: those are penalties of the sheet and no part of a hand.
"""

from scorekeeper.games.mouche.choices import REVOKE
from scorekeeper.games.mouche.hand_fields import Fault, Hand
from scorekeeper.games.mouche.lines import Extra, Rule, shared
from scorekeeper.games.mouche.point_values import MISE
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import Held, Line


def is_annulled(hand: Hand, fault: Fault, won: bool) -> bool:
    """Return True if a fault annuls the result: neither contract nor mouche is paid.

    A revoke annuls what it may have given to the side that revoked; a forbidden discard
    annuls a contract made.

    Rule: the regional rules, faults.
    """
    if fault.kind is REVOKE:
        return won is _is_by_attack(hand, fault)
    return won


def _is_by_attack(hand: Hand, fault: Fault) -> bool:
    return fault.player in (hand.taker, hand.partner)


NOBODY_PAYS = msg("%(fault)s ; %(verdict)s : personne ne paie, la mouche reste").text
TAKEN_BACK = msg(
    "%(fault)s ; %(verdict)s : l'attaque ne paie rien, et %(taker)s reprend sa mise"
).text
AS_USUAL = msg("%(fault)s ; %(verdict)s : l'attaque paie comme sans faute").text
PENALTY = msg(
    "%(fault)s ; %(verdict)s : qui a renoncé paie encore à l'attaque autant que la mouche"
).text


def annulled_line(
    hand: Hand, fault: Fault, table: Table, verdict: Message, held: Held
) -> tuple[Line, Held]:
    """Settle a hand whose result is annulled.

    After a revoke of the defence the taker takes his own stake back from the pot that is
    played for; in every other case nothing moves.

    Rule: the regional rules, faults.
    """
    scores = [0] * len(table.players)
    text, working = NOBODY_PAYS, ""
    if fault.kind is REVOKE and not _is_by_attack(hand, fault):
        stake, held = _take_back(hand.taker, table, held)
        scores[hand.taker] = stake
        text, working = TAKEN_BACK, str(stake)
    return _line(hand, fault, table, text, verdict, working, scores), held


def _take_back(taker: int, table: Table, held: Held) -> tuple[int, Held]:
    """Return the taker's stake, and the pots without it.

    A stake taken back once is no longer in the pots; a pot cannot become negative.
    """
    *below, pot = held.pots
    stakes = list(held.stakes or [MISE * table.options["mise"]] * len(table.players))
    stake = min(stakes[taker], pot)
    stakes[taker] = 0
    pots = (*below, pot - stake) if pot > stake else tuple(below)
    return stake, Held(pots, held.untouched, tuple(stakes) if pots else ())


def fault_line(
    hand: Hand, fault: Fault, table: Table, verdict: Message, contract: Line, mouche: Line
) -> Line:
    """Settle a fault that does not annul the result.

    A revoke of the defence against a contract made costs the player as much again as the
    mouche; any other fault is of the attack, which has failed and pays as usual.

    :param contract: the line of the contract, which partners share with this one.
    :param mouche: the line of the mouche, likewise.

    Rule: the regional rules, faults.
    """
    scores = [0] * len(table.players)
    if fault.player is None or _is_by_attack(hand, fault):
        return _line(hand, fault, table, AS_USUAL, verdict, "", scores)
    pot = sum(mouche.scores)
    scores[fault.player] = -pot
    shared(hand, pot, scores, contract, mouche)
    return _line(hand, fault, table, PENALTY, verdict, str(pot), scores)


def _line(
    hand: Hand,
    fault: Fault,
    table: Table,
    text: str,
    verdict: Message,
    working: str,
    scores: list[int],
) -> Line:
    values = {
        "fault": _description(hand, fault, table),
        "verdict": verdict,
        "taker": table.players[hand.taker],
    }
    extra = Extra.REVOKE if fault.kind is REVOKE else Extra.FORBIDDEN_DISCARD
    by = hand.taker if fault.player is None else fault.player
    return Line(Rule.FAULT, extra, Message(text, values), working, tuple(scores), (by,))


def _description(hand: Hand, fault: Fault, table: Table) -> Message:
    if fault.player is None:
        return msg("écart interdit")
    player = table.players[fault.player]
    if _is_by_attack(hand, fault):
        return msg("%(player)s, de l'attaque, renonce", player=player)
    return msg("%(player)s, de la défense, renonce", player=player)


def misdeal_line(hand: Hand, table: Table, held: Held) -> Line:
    """Pay the taker as much as the pot that is played for, by the dealer; the pot stays.

    A dealer who takes has nobody to pay.

    Rule: the regional rules, faults.
    """
    scores, pot = [0] * len(table.players), held.pots[-1]
    names = {"dealer": table.players[table.dealer], "taker": table.players[hand.taker]}
    if table.dealer == hand.taker:
        message = msg(
            "%(dealer)s a mal donné et prend : personne n'est payé", dealer=names["dealer"]
        )
        return Line(Rule.FAULT, Extra.MISDEAL, message, "", tuple(scores), (table.dealer,))
    scores[table.dealer], scores[hand.taker] = -pot, pot
    message = msg(
        "maldonne : %(dealer)s paie à %(taker)s autant que la mouche, qui reste", **names
    )
    by = (table.dealer,)
    return Line(Rule.FAULT, Extra.MISDEAL, message, str(pot), tuple(scores), by)
