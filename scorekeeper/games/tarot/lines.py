"""The lines of a hand of Tarot, one function per rule.

Each line is computed as the payment of *one defender* to the attack, negative if the attack
pays, and then multiplied by the share of each column.
"""

from scorekeeper.games.tarot.choices import Chelem, Size
from scorekeeper.games.tarot.hand_fields import Hand, Misere, Poignee
from scorekeeper.games.tarot.point_values import (
    BASE,
    CHELEM,
    MULTIPLIER,
    PETIT_AU_BOUT,
    POIGNEE,
    THRESHOLD,
)
from scorekeeper.i18n.messages import Message, half_points, msg, render
from scorekeeper.rules.choice import Side
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import Extra as BaseExtra
from scorekeeper.rules.score import Line, Points
from scorekeeper.rules.score import Rule as BaseRule


class Rule(BaseRule):
    """The rules that make a line, in the order of the working."""

    CONTRACT = msg("Contrat"), msg("FFT 2012, p. 8 (à trois : p. 11, à cinq : p. 12)")
    PETIT_AU_BOUT = msg("Petit au bout"), msg("FFT 2012, p. 7")
    POIGNEE = msg("Poignée"), msg("FFT 2012, p. 7")
    CHELEM = msg("Chelem"), msg("FFT 2012, p. 6 et 8")
    MISERE = msg("Misère"), msg("usage de la table, hors FFT")


class Extra(BaseExtra):
    """The events that not every hand has."""

    PETIT_ATTACK = msg("petit au bout")
    PETIT_DEFENCE = msg("petit à la défense")
    POIGNEE = msg("poignée")
    DOUBLE_POIGNEE = msg("double poignée")
    TRIPLE_POIGNEE = msg("triple poignée")
    CHELEM_ANNOUNCED = msg("chelem annoncé")
    CHELEM = msg("chelem")
    CHELEM_FAILED = msg("chelem chuté")
    CHELEM_DEFENCE = msg("chelem de la défense")
    MISERE = msg("misère")


PETITS = {Side.ATTACK: Extra.PETIT_ATTACK, Side.DEFENCE: Extra.PETIT_DEFENCE}

POIGNEES = {
    Size.SIMPLE: Extra.POIGNEE,
    Size.DOUBLE: Extra.DOUBLE_POIGNEE,
    Size.TRIPLE: Extra.TRIPLE_POIGNEE,
}

CHELEMS = {
    Chelem.ANNOUNCED_MADE: Extra.CHELEM_ANNOUNCED,
    Chelem.MADE: Extra.CHELEM,
    Chelem.ANNOUNCED_FAILED: Extra.CHELEM_FAILED,
    Chelem.DEFENCE: Extra.CHELEM_DEFENCE,
}

CONTRACT_TEXT = msg(
    "%(contract)s. Bouts : %(bouts)s, il faut donc %(needed)s points ; l'attaque en a "
    "%(points)s : %(verdict)s"
).text

HALF_POINT_TEXT = msg(
    "%(contract)s. Bouts : %(bouts)s, il faut donc %(needed)s points ; l'attaque en a "
    "%(points)s, et le demi-point va au camp qui gagne : %(verdict)s"
).text


def contract_line(
    hand: Hand, shares: Points, won: bool, margin: int, verdict: Message
) -> Line:
    """Pay the base and the margin, multiplied by the contract.

    :param margin: the difference from the points needed, rounded up.

    Rule: FFT 2012, p. 8.
    """
    sign, minus = (1, "") if won else (-1, "−")
    times = MULTIPLIER[hand.contract]
    values = {
        "contract": hand.contract,
        "bouts": hand.bouts,
        "needed": THRESHOLD[hand.bouts],
        "points": half_points(hand.points),
        "verdict": verdict,
    }
    return Line(
        Rule.CONTRACT,
        None,
        Message(HALF_POINT_TEXT if hand.points % 2 else CONTRACT_TEXT, values),
        f"{minus}({BASE} + {margin}) × {times}",
        _spread(sign * (BASE + margin) * times, shares),
    )


def petit_line(hand: Hand, side: Side, shares: Points) -> Line:
    """Pay the petit au bout, multiplied by the contract, to the side that made it.

    Rule: FFT 2012, p. 7.
    """
    attack = side is Side.ATTACK
    times = MULTIPLIER[hand.contract]
    return Line(
        Rule.PETIT_AU_BOUT,
        PETITS[side],
        msg(
            "%(side)s : au camp qui prend le petit au dernier pli, même si le contrat est "
            "perdu ; multiplié par le contrat",
            side=side,
        ),
        f"{'' if attack else '−'}{PETIT_AU_BOUT} × {times}",
        _spread((PETIT_AU_BOUT if attack else -PETIT_AU_BOUT) * times, shares),
    )


def poignee_line(poignee: Poignee, shares: Points, won: bool, table: Table) -> Line:
    """Pay a poignée to the side that won the hand, whoever showed it.

    Rule: FFT 2012, p. 7.
    """
    each = POIGNEE[poignee.size] if won else -POIGNEE[poignee.size]
    return Line(
        Rule.POIGNEE,
        POIGNEES[poignee.size],
        msg(
            "%(size)s, montrée par %(player)s : au camp qui gagne la donne (%(side)s), "
            "quel que soit le contrat",
            size=poignee.size,
            player=table.players[poignee.player],
            side=Side.ATTACK if won else Side.DEFENCE,
        ),
        render(each),
        _spread(each, shares),
    )


def chelem_line(chelem: Chelem, shares: Points) -> Line:
    """Pay a chelem, whatever the contract.

    Rule: FFT 2012, p. 6 and 8.
    """
    each = CHELEM[chelem]
    return Line(
        Rule.CHELEM,
        CHELEMS[chelem],
        msg("%(outcome)s : quel que soit le contrat", outcome=chelem),
        render(each),
        _spread(each, shares),
    )


def misere_line(hand: Hand, misere: Misere, table: Table) -> Line:
    """Pay a misère to the player who showed it, by every other active player."""
    each = table.options["misere"]
    others = hand.active(len(table.players)) - 1
    scores = [0 if n in hand.sitting_out else -each for n in range(len(table.players))]
    scores[misere.player] = each * others
    return Line(
        Rule.MISERE,
        Extra.MISERE,
        msg(
            "%(kind)s, montrée par %(player)s, qui reçoit %(each)s de chacun",
            kind=misere.kind,
            player=table.players[misere.player],
            each=each,
        ),
        f"{each} × {others}",
        tuple(scores),
    )


def _spread(each: int, shares: Points) -> Points:
    return tuple([each * share for share in shares])
