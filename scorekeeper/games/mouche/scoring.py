"""Tarot with mouches, as it was played before the federation's scoring.

The regional rules of play for money: everybody pays a *mise* (stake); a taker who fails
doubles the pot or opens a new one (*mouche*). The rules are for three players; four and
five are an adaptation.
"""

from collections.abc import Sequence

from scorekeeper.games.mouche.hand import FORBIDDEN_DISCARD, MISDEAL, Fault, Hand
from scorekeeper.games.mouche.lines import (
    Extra,
    Rule,
    announcement_lines,
    annulled_line,
    fault_line,
    is_annulled,
    misdeal_line,
    mises,
)
from scorekeeper.games.mouche.point_values import CHELEM, SUPPLEMENT
from scorekeeper.games.tarot.point_values import THRESHOLD
from scorekeeper.games.tarot.scoring import in_halves, verdict_of
from scorekeeper.i18n.messages import Message, half_points, msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import ZERO, Held, Line, Points, Score, add_up

ANNULLED = msg("donne annulée")


def score(hand: Hand, table: Table) -> Score:
    """Score one hand: stakes, contract, mouche, and announcements. Points that the columns
    lose to the pots stay held until somebody wins them. Rule: the regional rules, deal by
    deal."""
    stakes, held = mises(table)
    lines = [stakes] if any(stakes.scores) else []
    if hand.fault is not None:
        return _score_with_fault(hand, hand.fault, table, lines, held)
    won, verdict, contract = judge(hand, table)
    mouche, held = mouche_line(hand, table, won, held)
    lines += _halved(hand, contract, mouche)
    if hand.poignees or hand.miseres or hand.petit_au_bout:
        lines += announcement_lines(hand, table, won)
    return Score(tuple(lines), add_up(lines), verdict, held, ZERO, won)


def _score_with_fault(
    hand: Hand, fault: Fault, table: Table, lines: list[Line], held: Held
) -> Score:
    """Score a hand with a fault, which may annul its result or the deal; ``lines``: those of
    before the deal. A deal cancelled for a forbidden discard pays nothing; after a revoke
    announcements are paid."""
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
    mouche, held = mouche_line(hand, table, won, held)
    line = fault_line(hand, fault, table, verdict, mouche)
    lines += _halved(hand, contract, mouche, line)
    lines += announcement_lines(hand, table, won)
    return Score(tuple(lines), add_up(lines), verdict, held, ZERO, won)


def _halved(hand: Hand, *lines: Line) -> Sequence[Line]:
    """Share with a partner what the taker has won or lost on these lines."""
    if hand.partner is None:
        return lines
    return in_halves(lines, hand.taker, hand.partner, lambda line: True)


def passed(table: Table) -> Score:
    """Score a deal that everybody passed: the stakes are paid and stay held."""
    line, held = mises(table)
    lines = (line,) if any(line.scores) else ()
    return Score(lines, line.scores, msg("tout le monde passe"), held=held)


def held(pots: Held) -> Message:
    """Describe the mouches on the table; only the last is played for."""
    stack = " + ".join(map(str, pots.pots))
    if len(pots.pots) == 1:
        return msg("Mouche : %(pot)s", pot=stack)
    return msg("Mouches : %(stack)s ; on joue la dernière", stack=stack)


CONTRACT, MARGIN, MOUCHE = Rule.CONTRACT, Rule.MARGIN, Rule.MOUCHE
"""The members as names for scoring code: Python 3.11 finds an attribute of an enumeration
ten times as slowly."""

CHELEM_MADE = msg("chelem réussi")

CHELEM_FAILED = msg("chelem chuté")

CONTRACT_TEXT = msg(
    "%(contract)s. Bouts : %(bouts)s, il faut donc %(needed)s points ; l'attaque en a "
    "%(points)s : %(verdict)s. %(paid)s"
).text

CHELEM_TEXT = msg("%(verdict)s. %(paid)s").text

PAID = msg("Chaque adversaire paie %(each)s").text

RECEIVED = msg("Chaque adversaire reçoit %(each)s").text


def judge(hand: Hand, table: Table) -> tuple[bool, Message, Line]:
    """Judge the contract: made or not, its verdict, and its line."""
    if hand.contract in CHELEM:
        won = bool(hand.chelem_made)
        verdict = CHELEM_MADE if won else CHELEM_FAILED
        return won, verdict, _chelem_line(hand, table, won, verdict)
    assert hand.bouts is not None and hand.points is not None
    needed = 2 * THRESHOLD[hand.bouts]
    won = hand.points >= needed
    margin = (abs(hand.points - needed) + 1) // 2
    verdict = verdict_of(won, margin)
    return won, verdict, _contract_line(hand, table, won, margin, verdict)


def _contract_line(hand: Hand, table: Table, won: bool, margin: int, verdict: Message) -> Line:
    """Pay the contract: each opponent pays or receives the margin and the supplement.

    The margin is card points, at the price of a point, and the supplement is a price: the
    option ``mise`` multiplies only the latter. Multiplying both would be another price of
    the point and leave every proportion as it is.

    :param margin: the difference from the points needed, rounded up.

    Rule: the regional rules, payment.
    """
    assert hand.bouts is not None and hand.points is not None
    extra = SUPPLEMENT[hand.contract] * table.options["mise"]
    each = margin + extra
    values = {
        "contract": hand.contract,
        "bouts": hand.bouts,
        "needed": THRESHOLD[hand.bouts],
        "points": half_points(hand.points),
        "verdict": verdict,
        "paid": _payment(won, each),
    }
    working = f"{margin} + {extra} = {each}"
    scores = _from_opponents(hand, table, each if won else -each)
    rule = CONTRACT if extra else MARGIN
    return Line(rule, None, Message(CONTRACT_TEXT, values), working, scores)


def _chelem_line(hand: Hand, table: Table, won: bool, verdict: Message) -> Line:
    """Pay a chelem: each opponent pays or receives its fixed price. Rule: the regional rules,
    payment."""
    each = CHELEM[hand.contract][len(table.players)] * table.options["mise"]
    message = Message(CHELEM_TEXT, {"verdict": verdict, "paid": _payment(won, each)})
    scores = _from_opponents(hand, table, each if won else -each)
    return Line(CONTRACT, None, message, str(each), scores)


def _payment(won: bool, each: int) -> Message:
    """Describe the payment of each opponent."""
    return Message(PAID if won else RECEIVED, {"each": each})


def _from_opponents(hand: Hand, table: Table, each: int) -> Points:
    """Pay the taker this by each opponent; negative if he pays."""
    scores = [-each] * len(table.players)
    attack = (hand.taker,) if hand.partner is None else (hand.taker, hand.partner)
    for player in attack:
        scores[player] = 0
    scores[hand.taker] = -sum(scores)
    return tuple(scores)


POT_TAKEN = Extra.MOUCHE_TAKEN, msg("l'attaque prend la mouche qui est en jeu")

FIRST_FAILURE = Extra.MOUCHE, msg("premier échec : l'attaque double la mise")

POT_ADDED = Extra.MOUCHE, msg("l'attaque met autant que la mouche en jeu dans une nouvelle")

POT_DOUBLED = Extra.MOUCHE, msg("l'attaque double la mouche")

SUM_ADDED = Extra.MOUCHE, msg("l'attaque ajoute à la mouche la somme convenue")


def mouche_line(hand: Hand, table: Table, won: bool, held: Held) -> tuple[Line, Held]:
    """Take the pot that is played for, or pay for a failure. Rule: the regional rules,
    mouches."""
    pots = held.pots
    if won:
        (extra, message), paid, left = POT_TAKEN, pots[-1], pots[:-1]
    else:
        (extra, message), paid, left = _failure(held, table)
    scores = [0] * len(table.players)
    scores[hand.taker] = paid if won else -paid
    after = Held(left, False, held.stakes if left else ())
    by = (hand.taker,) if hand.partner is None else (hand.taker, hand.partner)
    return Line(MOUCHE, extra, message, str(paid), tuple(scores), by), after


def _failure(held: Held, table: Table) -> tuple[tuple[Extra, Message], int, Points]:
    """Return the event of a failure, what the attack pays, and the pots after it.

    The first failure doubles the opening stakes and each later one opens a new mouche;
    simplified, there is a single mouche, which each failure doubles, or to which it adds a
    sum agreed on: the attack pays that sum. The sum is the table's own and not multiplied
    by the option ``mise``.

    Rule: the regional rules, mouches.
    """
    *below, pot = held.pots
    failure = table.options["failure"]
    if failure == "double":
        return POT_DOUBLED, pot, (*below, 2 * pot)
    if failure != "stack":
        return SUM_ADDED, failure, (*below, pot + failure)
    if held.untouched and table.options["mouches"] == "merged":
        return FIRST_FAILURE, pot, (*below, 2 * pot)
    return POT_ADDED, pot, (*held.pots, pot)
