"""French Tarot for 3 to 5 active players, by the federation's rules.

FFT, *Règlement officiel du jeu de Tarot*, version of 1 July 2012 (R-RO201206); the
pages below are its pages. House rules are options, off by default.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from scorekeeper.games.tarot.hand_fields import Hand
from scorekeeper.games.tarot.lines import (
    CONTRACT,
    chelem_line,
    contract_line,
    misere_line,
    petit_line,
    poignee_line,
    side_misere_line,
    without_petit_line,
)
from scorekeeper.games.tarot.point_values import PARTNER_AT, SHARES, TAKER_ALONE, THRESHOLD
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import NOTHING_HELD, ZERO, Line, Points, Score, add_up


def score(hand: Hand, table: Table) -> Score:
    """Score one hand of Tarot.

    Every line is computed as the payment of *one defender* to the attack (negative if the
    attack pays), then spread over the columns; every line sums to zero.

    >>> from scorekeeper.games.tarot.choices import Contract
    >>> from scorekeeper.games.tarot.options import OPTIONS
    >>> from scorekeeper.rules.option import complete
    >>> hand = Hand(taker=0, contract=Contract.GARDE, bouts=2, points=2 * 49)
    >>> table = Table(("Anne", "Bruno", "Chloé", "David"), complete(OPTIONS, {}))
    >>> score(hand, table).scores
    (198, -66, -66, -66)

    Rule: FFT 2012, p. 8-9; at three p. 11, at five p. 12.
    """
    parts = shares(hand, table)
    needed = 2 * THRESHOLD[hand.bouts]
    won = hand.points >= needed
    margin = (abs(hand.points - needed) + 1) // 2
    verdict = verdict_of(won, margin)
    lines = [contract_line(hand, table, parts, won, margin, verdict)]
    bonus_parts = parts if hand.partner is None else bonus_shares(hand, table, parts)
    lines += _bonus_lines(hand, table, bonus_parts, won)
    if hand.partner is not None and table.options["split"] == "halves":
        lines = in_halves(lines, hand.taker, hand.partner, _is_shared(table))
    if hand.miseres and table.options["misere_for"] == "player":
        lines += [misere_line(hand, misere, table) for misere in hand.miseres]
    note = _shares_note(hand, table)
    return Score(tuple(lines), add_up(lines), verdict, NOTHING_HELD, ZERO, won, note)


def _bonus_lines(hand: Hand, table: Table, parts: Points, won: bool) -> list[Line]:
    """The lines of the bonuses that a side receives, in the order of the working."""
    lines = []
    if hand.petit_au_bout:
        lines.append(petit_line(hand, hand.petit_au_bout, table, parts))
    for poignee in hand.poignees:
        lines.append(poignee_line(poignee, parts, won, table))
    if hand.chelem:
        lines.append(chelem_line(hand, hand.chelem, table, parts))
    if hand.without_petit and won:
        lines.append(without_petit_line(table, parts))
    if hand.miseres and table.options["misere_for"] == "side":
        lines += [side_misere_line(hand, misere, table, parts) for misere in hand.miseres]
    return lines


def shares(hand: Hand, table: Table) -> Points:
    """Return the share of each column, in payments of one defender.

    >>> from scorekeeper.games.tarot.choices import Contract
    >>> hand = Hand(taker=0, partner=2, contract=Contract.PETITE, bouts=1, points=90)
    >>> shares(hand, Table(("Anne", "Bruno", "Chloé", "David", "Eve")))
    (2, -1, 1, -1, -1)

    Rule: FFT 2012, p. 9, 11 and 12.
    """
    taker, partner = SHARES[hand.active(len(table.players)), hand.partner is not None]
    return _with_attack(hand, table, taker, partner)


def bonus_shares(hand: Hand, table: Table, parts: Points) -> Points:
    """Return the shares in bonuses: as in the contract, unless the taker has them alone.

    :param parts: the shares in the contract, of taker and partner.
    """
    if table.options["partner_bonuses"]:
        return parts
    return _with_attack(hand, table, *TAKER_ALONE)


def _with_attack(hand: Hand, table: Table, taker: int, partner: int) -> Points:
    parts = [-1] * len(table.players)
    for player in hand.sitting_out:
        parts[player] = 0
    parts[hand.taker] = taker
    if hand.partner is not None:
        parts[hand.partner] = partner
    return tuple(parts)


def _is_shared(table: Table) -> Callable[[Line], bool]:
    """Return the test of a line whose points taker and partner share."""
    bonuses = table.options["partner_bonuses"]
    return lambda line: bonuses or line.rule is CONTRACT


def in_halves(
    lines: Sequence[Line], taker: int, partner: int, is_shared: Callable[[Line], bool]
) -> list[Line]:
    """Share the points of the attack equally; an odd point of the whole hand is the taker's.

    The partner's part of a line is what it adds to half of the sum up to there.
    """
    found, total, given = [], 0, 0
    for line in lines:
        if is_shared(line):
            attack = line.scores[taker] + line.scores[partner]
            total += attack
            half = total // 2 if total > 0 else -(-total // 2)
            scores = list(line.scores)
            scores[taker], scores[partner] = attack - half + given, half - given
            given, line = half, line._replace(scores=tuple(scores))
        found.append(line)
    return found


@lru_cache(maxsize=256)
def verdict_of(won: bool, margin: int) -> Message:
    """Return the verdict of a contract, cached because few differ: two for each margin.

    >>> str(verdict_of(True, 8)), str(verdict_of(False, 1)), str(verdict_of(True, 0))
    ('faite de 8', 'chutée de 1', 'juste faite')
    """
    if not margin:
        return msg("juste faite")
    return (
        msg("faite de %(margin)s", margin=margin)
        if won
        else msg("chutée de %(margin)s", margin=margin)
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
    values = {"taker": table.players[hand.taker], "partner": table.players[hand.partner]}
    text = HALVES_TEXT if table.options["split"] == "halves" else TWO_ONE_TEXT
    note = Message(text, {**values, "times": taker})
    if table.options["partner_bonuses"]:
        return note
    return msg("%(note)s Les primes sont à %(taker)s.", note=note, **values)


TWO_ONE_TEXT = msg(
    "%(taker)s marque %(times)s fois la part d'un défenseur, %(partner)s une fois."
).text
HALVES_TEXT = msg(
    "%(taker)s et %(partner)s partagent par moitiés ; le point impair est à %(taker)s."
).text


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
