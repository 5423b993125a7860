"""Tarot with mouches, as it was played before the federation's scoring.

The regional rules of play for money: everybody pays a *mise* (stake); a taker who fails
doubles the pot or opens a new one (*mouche*). The rules are for three players; four and
five are an adaptation.
"""

from scorekeeper.games.mouche.hand_fields import Hand
from scorekeeper.games.mouche.lines import (
    chelem_line,
    contract_line,
    misere_line,
    mises,
    mouche_line,
    petit_line,
    poignee_line,
)
from scorekeeper.games.mouche.point_values import CHELEM
from scorekeeper.games.tarot.point_values import PARTNER_AT, THRESHOLD
from scorekeeper.games.tarot.scoring import verdict_of
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import ZERO, Held, Line, Score, add_up


def score(hand: Hand, table: Table) -> Score:
    """Score one hand: stakes, contract, mouche, and announcements.

    Points that the columns lose to the pots stay held until somebody wins them.

    >>> from scorekeeper.games.mouche.choices import Contract
    >>> from scorekeeper.games.mouche.game import GAME
    >>> table = Table(("Anne", "Bruno", "Chloé"), GAME.read_options({}))
    >>> hand = Hand(taker=1, contract=Contract.PRISE, bouts=2, points=2 * 41)
    >>> found = score(hand, table)
    >>> found.scores, found.held.pots
    ((-20, 30, -10), ())

    Rule: the regional rules, deal by deal.
    """
    line, held = mises(table)
    won, verdict, contract = _contract(hand, table)
    mouche, held = mouche_line(hand, table, won, held)
    lines = [line, contract, mouche] if any(line.scores) else [contract, mouche]
    for poignee in hand.poignees:
        lines.append(poignee_line(hand, poignee, table, won))
    for misere in hand.miseres:
        lines.append(misere_line(misere, table))
    if hand.petit_au_bout:
        lines.append(petit_line(hand, hand.petit_au_bout, table))
    return Score(tuple(lines), add_up(lines), verdict, held, ZERO, won)


def passed(table: Table) -> Score:
    """Score a deal that everybody passed: the stakes are paid and stay held."""
    line, held = mises(table)
    lines = (line,) if any(line.scores) else ()
    return Score(lines, line.scores, msg("tout le monde passe"), held=held)


CHELEM_MADE = msg("chelem réussi")
CHELEM_FAILED = msg("chelem chuté")


def _contract(hand: Hand, table: Table) -> tuple[bool, Message, Line]:
    """Judge the contract: made or not, its verdict, and its line."""
    if hand.contract in CHELEM:
        won = bool(hand.chelem_made)
        verdict = CHELEM_MADE if won else CHELEM_FAILED
        return won, verdict, chelem_line(hand, table, won, verdict)
    assert hand.bouts is not None and hand.points is not None
    needed = 2 * THRESHOLD[hand.bouts]
    won = hand.points >= needed
    margin = (abs(hand.points - needed) + 1) // 2
    verdict = verdict_of(won, margin)
    return won, verdict, contract_line(hand, table, won, margin, verdict)


def held(pots: Held) -> Message:
    """Describe the mouches on the table; only the last is played for."""
    *_, last = pots.pots
    if len(pots.pots) == 1:
        return msg("Mouche : %(pot)s", pot=last)
    stack = " + ".join(map(str, pots.pots))
    return msg("Mouches : %(stack)s ; on joue pour %(last)s", stack=stack, last=last)


def headline(hand: Hand, table: Table) -> Message:
    """Describe the hand in a few words.

    >>> from scorekeeper.games.mouche.choices import Contract
    >>> hand = Hand(taker=1, contract=Contract.POUSSE, bouts=2, points=98)
    >>> str(headline(hand, Table(("Anne", "Bruno", "Chloé"))))
    'Bruno : Pousse'
    """
    values: dict[str, object] = {"contract": hand.contract, "taker": table.players[hand.taker]}
    if hand.partner is not None:
        partner = table.players[hand.partner]
        return msg("%(taker)s avec %(partner)s : %(contract)s", partner=partner, **values)
    if len(table.players) == PARTNER_AT:
        return msg("%(taker)s en solo : %(contract)s", **values)
    return msg("%(taker)s : %(contract)s", **values)
