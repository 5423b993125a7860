"""French Tarot for 3 to 5 active players, by the federation's rules.

FFT, *Règlement officiel du jeu de Tarot*, version of 1 July 2012 (R-RO201206); the
pages below are its pages. Misères are not in it: an option, off by default.
"""

from functools import lru_cache

from scorekeeper.games.tarot.hand_fields import Hand
from scorekeeper.games.tarot.lines import (
    chelem_line,
    contract_line,
    misere_line,
    petit_line,
    poignee_line,
)
from scorekeeper.games.tarot.point_values import PARTNER_AT, SHARES, THRESHOLD
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import NOTHING_HELD, ZERO, Points, Score, add_up


def score(hand: Hand, table: Table) -> Score:
    """Score one hand of Tarot.

    Every line is computed as the payment of *one defender* to the attack (negative if the
    attack pays), then spread over the columns; every line sums to zero.

    >>> from scorekeeper.games.tarot.choices import Contract
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

    lines = [contract_line(hand, parts, won, margin, verdict)]
    if hand.petit_au_bout:
        lines.append(petit_line(hand, hand.petit_au_bout, parts))
    for poignee in hand.poignees:
        lines.append(poignee_line(poignee, parts, won, table))
    if hand.chelem:
        lines.append(chelem_line(hand.chelem, parts))
    for misere in hand.miseres:
        lines.append(misere_line(hand, misere, table))

    note = _shares_note(hand, table)
    return Score(tuple(lines), add_up(lines), verdict, NOTHING_HELD, ZERO, won, note)


def shares(hand: Hand, table: Table) -> Points:
    """Return the share of each column, in payments of one defender.

    >>> from scorekeeper.games.tarot.choices import Contract
    >>> hand = Hand(taker=0, partner=2, contract=Contract.PETITE, bouts=1, points=90)
    >>> shares(hand, Table(("Anne", "Bruno", "Chloé", "David", "Eve")))
    (2, -1, 1, -1, -1)

    Rule: FFT 2012, p. 9, 11 and 12.
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


@lru_cache(maxsize=256)
def verdict_of(won: bool, margin: int) -> Message:
    """Return the verdict of a contract, cached because few differ: two for each margin.

    >>> str(verdict_of(True, 8)), str(verdict_of(False, 1)), str(verdict_of(True, 0))
    ('fait de 8', 'chuté de 1', 'juste fait')
    """
    if not margin:
        return msg("juste fait")
    return (
        msg("fait de %(margin)s", margin=margin)
        if won
        else msg("chuté de %(margin)s", margin=margin)
    )


def _shares_note(hand: Hand, table: Table) -> Message:
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
    """Describe the hand in a few words.

    >>> from scorekeeper.games.tarot.choices import Contract
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
