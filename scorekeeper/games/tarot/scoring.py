"""French Tarot, 3 to 5 active players, by the federation's rules.

FFT, *Règlement officiel du jeu de Tarot*, version of 1 July 2012 (R-RO201206); the
pages below are its pages. Misères are not in it: a house rule, off unless agreed.
"""

from functools import cache

from scorekeeper.games.tarot.choices import Chelem, Size
from scorekeeper.games.tarot.hand import Hand, Misere, Poignee
from scorekeeper.games.tarot.values import (
    BASE,
    CHELEM,
    MULTIPLIER,
    PARTNER_AT,
    PETIT_AU_BOUT,
    POIGNEE,
    SHARES,
    THRESHOLD,
)
from scorekeeper.i18n.messages import Message, half_points, msg, render
from scorekeeper.rules.game import Table
from scorekeeper.rules.question import Side
from scorekeeper.rules.score import NOTHING_HELD, ZERO, Line, Points, Score, add_up
from scorekeeper.rules.score import Rule as BaseRule


class Rule(BaseRule):
    """The rules that make a line, in the order of the working."""

    CONTRACT = msg("Contrat"), msg("FFT 2012, p. 8 (à trois : p. 11, à cinq : p. 12)")
    PETIT_AU_BOUT = msg("Petit au bout"), msg("FFT 2012, p. 7")
    POIGNEE = msg("Poignée"), msg("FFT 2012, p. 7")
    CHELEM = msg("Chelem"), msg("FFT 2012, p. 6 et 8")
    MISERE = msg("Misère"), msg("usage de la table, hors FFT")


def score(hand: Hand, table: Table) -> Score:
    """Score one hand of Tarot.

    Every line is worked out as what *one defender* pays the attack (negative if the
    attack pays), then spread over the columns; every line sums to zero.

    >>> from scorekeeper.games.tarot.choices import Contract
    >>> from scorekeeper.games.tarot.hand import Hand
    >>> hand = Hand(taker=0, contract=Contract.GARDE, bouts=2, points=2 * 49)
    >>> score(hand, Table(("Anne", "Bruno", "Chloé", "David"))).scores
    (198, -66, -66, -66)

    Rule: FFT 2012, p. 8-9; at three p. 11, at five p. 12.
    """
    parts = shares(hand, table)
    needed = 2 * THRESHOLD[hand.bouts]
    won = hand.points >= needed
    margin = (abs(hand.points - needed) + 1) // 2
    verdict = verdict_of(won, margin)

    lines = [_contract(hand, parts, won, margin, verdict)]
    if hand.petit_au_bout:
        lines.append(_petit_au_bout(hand, hand.petit_au_bout, parts))
    for poignee in hand.poignees:
        lines.append(_poignee(poignee, parts, won, table))
    if hand.chelem:
        lines.append(_chelem(hand.chelem, parts))
    for misere in hand.miseres:
        lines.append(_misere(hand, misere, table))

    scores = add_up(lines)
    note = _shares_words(hand, table)
    return Score(tuple(lines), scores, verdict, NOTHING_HELD, ZERO, won, note)


def shares(hand: Hand, table: Table) -> Points:
    """How many times each column marks what one defender pays; p. 9, 11 and 12.

    >>> from scorekeeper.games.tarot.choices import Contract
    >>> from scorekeeper.games.tarot.hand import Hand
    >>> hand = Hand(taker=0, partner=2, contract=Contract.PETITE, bouts=1, points=90)
    >>> shares(hand, Table(("Anne", "Bruno", "Chloé", "David", "Eve")))
    (2, -1, 1, -1, -1)
    """
    active = hand.active(len(table.players))
    taker, partner = SHARES[active, hand.partner is not None]
    parts = [-1] * len(table.players)
    for player in hand.sitting_out:
        parts[player] = 0
    parts[hand.taker] = taker
    if hand.partner is not None:
        parts[hand.partner] = partner
    return tuple(parts)


def _spread(each: int, parts: Points) -> Points:
    return tuple([each * part for part in parts])


@cache
def verdict_of(won: bool, margin: int) -> Message:
    """By how much a contract was made or lost."""
    if not margin:
        return msg("juste fait")
    return (
        msg("fait de %(margin)s", margin=margin)
        if won
        else msg("chuté de %(margin)s", margin=margin)
    )


def _contract(hand: Hand, parts: Points, won: bool, margin: int, verdict: Message) -> Line:
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
        verdict,
        Message(HALF_TEXT if hand.points % 2 else CONTRACT_TEXT, values),
        f"{minus}({BASE} + {margin}) × {times}",
        _spread(sign * (BASE + margin) * times, parts),
    )


CONTRACT_TEXT = msg(
    "%(contract)s. Bouts : %(bouts)s, il faut donc %(needed)s points ; l'attaque en a "
    "%(points)s : %(verdict)s"
).text

HALF_TEXT = msg(
    "%(contract)s. Bouts : %(bouts)s, il faut donc %(needed)s points ; l'attaque en a "
    "%(points)s, et le demi-point va au camp qui gagne : %(verdict)s"
).text


PETIT_TAGS = {
    Side.ATTACK: msg("petit au bout"),
    Side.DEFENCE: msg("petit à la défense"),
}

POIGNEE_TAGS = {
    Size.SIMPLE: msg("poignée"),
    Size.DOUBLE: msg("double poignée"),
    Size.TRIPLE: msg("triple poignée"),
}

CHELEM_TAGS = {
    Chelem.ANNOUNCED_MADE: msg("chelem annoncé"),
    Chelem.MADE: msg("chelem"),
    Chelem.ANNOUNCED_FAILED: msg("chelem chuté"),
    Chelem.DEFENCE: msg("chelem de la défense"),
}

MISERE_TAG = msg("misère")


def _petit_au_bout(hand: Hand, side: Side, parts: Points) -> Line:
    attack = side is Side.ATTACK
    times = MULTIPLIER[hand.contract]
    return Line(
        Rule.PETIT_AU_BOUT,
        PETIT_TAGS[side],
        msg(
            "%(side)s : au camp qui prend le petit au dernier pli, même si le contrat est "
            "perdu ; multiplié par le contrat",
            side=side,
        ),
        f"{'' if attack else '−'}{PETIT_AU_BOUT} × {times}",
        _spread((PETIT_AU_BOUT if attack else -PETIT_AU_BOUT) * times, parts),
    )


def _poignee(poignee: Poignee, parts: Points, won: bool, table: Table) -> Line:
    each = POIGNEE[poignee.size] if won else -POIGNEE[poignee.size]
    return Line(
        Rule.POIGNEE,
        POIGNEE_TAGS[poignee.size],
        msg(
            "%(size)s, montrée par %(player)s : au camp qui gagne la donne (%(side)s), "
            "quel que soit le contrat",
            size=poignee.size,
            player=table.players[poignee.player],
            side=Side.ATTACK if won else Side.DEFENCE,
        ),
        render(each),
        _spread(each, parts),
    )


def _chelem(chelem: Chelem, parts: Points) -> Line:
    each = CHELEM[chelem]
    return Line(
        Rule.CHELEM,
        CHELEM_TAGS[chelem],
        msg("%(outcome)s : quel que soit le contrat", outcome=chelem),
        render(each),
        _spread(each, parts),
    )


def _misere(hand: Hand, misere: Misere, table: Table) -> Line:
    each = table.options["misere"]
    playing = hand.active(len(table.players))
    scores = [0 if n in hand.sitting_out else -each for n in range(len(table.players))]
    scores[misere.player] = each * (playing - 1)
    return Line(
        Rule.MISERE,
        MISERE_TAG,
        msg(
            "%(kind)s, montrée par %(player)s, qui reçoit %(each)s de chacun",
            kind=misere.kind,
            player=table.players[misere.player],
            each=each,
        ),
        f"{each} × {playing - 1}",
        tuple(scores),
    )


def _shares_words(hand: Hand, table: Table) -> Message:
    active = hand.active(len(table.players))
    taker, _ = SHARES[active, hand.partner is not None]
    if hand.partner is None:
        return msg(
            "%(taker)s marque %(times)s fois la part d'un défenseur.",
            taker=table.players[hand.taker],
            times=taker,
        )
    return msg(
        "%(taker)s marque %(times)s fois la part d'un défenseur, %(partner)s une fois.",
        taker=table.players[hand.taker],
        times=taker,
        partner=table.players[hand.partner],
    )


def headline(hand: Hand, table: Table) -> Message:
    """The hand in a few words.

    >>> from scorekeeper.games.tarot.choices import Contract
    >>> from scorekeeper.games.tarot.hand import Hand
    >>> hand = Hand(taker=1, contract=Contract.GARDE, bouts=2, points=98)
    >>> str(headline(hand, Table(("Anne", "Bruno", "Chloé", "David"))))
    'Bruno : Garde'
    """
    values: dict[str, object] = {"contract": hand.contract, "taker": table.players[hand.taker]}
    if hand.partner is not None:
        return msg(
            "%(taker)s avec %(partner)s : %(contract)s",
            partner=table.players[hand.partner],
            **values,
        )
    if hand.active(len(table.players)) == PARTNER_AT:
        return msg("%(taker)s en solo : %(contract)s", **values)
    return msg("%(taker)s : %(contract)s", **values)
