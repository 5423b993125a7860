"""Tarot with mouches, as it was played before the federation's scoring.

The regional rules of play for money: everybody pays a *mise* (stake); a taker who fails
doubles the pot or opens a new one (*mouche*). The rules are for three players; four and
five are an adaptation.
"""

from scorekeeper.games.mouche.announcements import announcement_lines
from scorekeeper.games.mouche.choices import FORBIDDEN_DISCARD, MISDEAL
from scorekeeper.games.mouche.faults import (
    annulled_line,
    fault_line,
    is_annulled,
    misdeal_line,
)
from scorekeeper.games.mouche.hand_fields import Fault, Hand
from scorekeeper.games.mouche.lines import mises
from scorekeeper.games.mouche.results import judge, mouche_line
from scorekeeper.games.tarot.point_values import PARTNER_AT
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import ZERO, Held, Line, Score, add_up

ANNULLED = msg("donne annulée")


def score(hand: Hand, table: Table) -> Score:
    """Score one hand: stakes, contract, mouche, and announcements.

    Points that the columns lose to the pots stay held until somebody wins them.

    >>> from scorekeeper.games.mouche.choices import Contract, FORBIDDEN_DISCARD
    >>> from scorekeeper.games.mouche.game import GAME
    >>> table = Table(("Anne", "Bruno", "Chloé"), GAME.read_options({}))
    >>> hand = Hand(taker=1, contract=Contract.PRISE, bouts=2, points=2 * 41)
    >>> found = score(hand, table)
    >>> found.scores, found.held.pots
    ((-20, 30, -10), ())

    Rule: the regional rules, deal by deal.
    """
    stakes, held = mises(table)
    lines = [stakes] if any(stakes.scores) else []
    if hand.fault is not None:
        return _score_with_fault(hand, hand.fault, table, lines, held)
    won, verdict, contract = judge(hand, table)
    mouche, held = mouche_line(hand, table, won, held, contract)
    lines += (contract, mouche)
    if hand.poignees or hand.miseres or hand.petit_au_bout:
        lines += announcement_lines(hand, table, won)
    return Score(tuple(lines), add_up(lines), verdict, held, ZERO, won)


def _score_with_fault(
    hand: Hand, fault: Fault, table: Table, lines: list[Line], held: Held
) -> Score:
    """Score a hand with a fault, which may annul its result or the deal.

    A deal cancelled for a forbidden discard pays nothing; after a revoke announcements are
    paid.

    :param lines: the lines of before the deal.
    """
    if fault.kind is MISDEAL:
        lines = [*lines, misdeal_line(hand, table, held)]
        return Score(tuple(lines), add_up(lines), ANNULLED, held, ZERO)
    won, verdict, contract = judge(hand, table)
    if is_annulled(hand, fault, won):
        line, held = annulled_line(hand, fault, table, verdict, held)
        lines.append(line)
        if fault.kind is not FORBIDDEN_DISCARD:
            lines += announcement_lines(hand, table, None)
        return Score(tuple(lines), add_up(lines), ANNULLED, held, ZERO)
    mouche, held = mouche_line(hand, table, won, held, contract)
    line = fault_line(hand, fault, table, verdict, contract, mouche)
    lines = [*lines, contract, mouche, line, *announcement_lines(hand, table, won)]
    return Score(tuple(lines), add_up(lines), verdict, held, ZERO, won)


def passed(table: Table) -> Score:
    """Score a deal that everybody passed: the stakes are paid and stay held."""
    line, held = mises(table)
    lines = (line,) if any(line.scores) else ()
    return Score(lines, line.scores, msg("tout le monde passe"), held=held)


def held(pots: Held) -> Message:
    """Describe the mouches on the table; only the last is played for."""
    *_, last = pots.pots
    if len(pots.pots) == 1:
        return msg("Mouche : %(pot)s", pot=last)
    stack = " + ".join(map(str, pots.pots))
    return msg("Mouches : %(stack)s ; on joue pour %(last)s", stack=stack, last=last)


def headline(hand: Hand, table: Table) -> Message:
    """Describe the hand in a few words.

    >>> from scorekeeper.games.mouche.choices import Contract, FORBIDDEN_DISCARD
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
