"""Awards for taking contracts: who took most, who hardly took, who was called, which pair."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.reports.evening.award import Award, Winner, award, best_of
from scorekeeper.reports.evening.statistics import Tally, contracts_made
from scorekeeper.sheets.played import PlayedHand
from scorekeeper.sheets.sheet import Sheet

GREEDY_TIMES, GREEDY_LEAST = 1.5, 4
"""A greedy player took so many times the share of each, and at least so many contracts."""

WISE_PART, WISE_HANDS = 3, 8
"""A wise player took at most one in so many of the share of each, in so many hands."""

CALLED, TOGETHER = 3, 3
"""Fewest calls of a player, fewest contracts of two partners."""


class Taker(NamedTuple):
    """One player with the contracts that he took."""

    player: int
    hands: tuple[PlayedHand, ...]
    """The hands that he played."""
    taken: Tally
    share: float
    """The contracts that he had taken if all took as many."""


def _takers(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Taker]:
    found = []
    for player in range(len(sheet.names)):
        column = sheet.game.column(player)
        own = tuple(hand for hand in hands if column in hand.columns)
        taken = contracts_made(hand for hand in own if hand.taker == player)
        people = 2 if sheet.game.teams else 1
        share = sum(1 / (people * len(hand.columns)) for hand in own)
        found.append(Taker(player, own, taken, share))
    return found


def greediest(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for taking far more contracts than the others."""
    many = [
        one for one in _takers(sheet, hands) if one.taken.total >= GREEDY_TIMES * one.share
    ]
    text = msg("%(name)s a pris %(n)s fois, contrats faits : %(made)s").text
    winners = []
    for one in best_of(many, lambda taker: taker.taken.total, GREEDY_LEAST):
        values = {"name": sheet.names[one.player], "n": one.taken.total, "made": one.taken.won}
        column = sheet.game.column(one.player)
        winners.append(Winner(column, Message(text, values), one.taken.hands))
    return award("greediest", msg("Toujours preneur"), winners)


def wisest(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for hardly taking a contract."""
    if not sheet.game.can_pass:
        return None
    few = [
        one
        for one in _takers(sheet, hands)
        if len(one.hands) >= WISE_HANDS and WISE_PART * one.taken.total <= one.share
    ]
    found = best_of(few, lambda one: -one.taken.total, -len(hands))
    return award("wisest", msg("La sagesse même"), [_wise(sheet, one) for one in found])


def _wise(sheet: Sheet, one: Taker) -> Winner:
    values = {"name": sheet.names[one.player], "n": len(one.hands), "taken": one.taken.total}
    column = sheet.game.column(one.player)
    if not one.taken.total:
        text = msg("%(name)s n'a jamais pris, en %(n)s donnes", **values)
        return Winner(column, text, one.hands)
    if one.taken.total == 1:
        text = msg("%(name)s n'a pris qu'une fois, en %(n)s donnes", **values)
    else:
        text = msg("%(name)s n'a pris que %(taken)s fois, en %(n)s donnes", **values)
    return Winner(column, text, one.taken.hands)


def most_called(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for being called most often by the taker."""
    called: dict[int, list[PlayedHand]] = defaultdict(list)
    for hand in hands:
        if hand.partner is not None:
            called[hand.partner].append(hand)
    tallies = [(player, contracts_made(of)) for player, of in called.items()]
    text = msg("%(name)s : %(n)s appels, contrats faits : %(made)s").text
    winners = []
    for player, tally in best_of(tallies, lambda one: one[1].total, CALLED):
        values = {"name": sheet.names[player], "n": tally.total, "made": tally.won}
        winners.append(Winner(player, Message(text, values), tally.hands))
    return award("called", msg("Le roi qu'on appelle"), winners)


def faithful_pair(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for the two who played most contracts together."""
    pairs: dict[tuple[int, int], list[PlayedHand]] = defaultdict(list)
    for hand in hands:
        if hand.partner is not None and hand.taker is not None:
            one, other = sorted((hand.taker, hand.partner))
            pairs[one, other].append(hand)
    tallies = [(pair, contracts_made(of)) for pair, of in pairs.items()]
    text = msg("%(one)s et %(other)s : %(n)s fois ensemble, contrats faits : %(made)s").text
    winners = []
    for (one, other), tally in best_of(tallies, lambda pair: pair[1].total, TOGETHER):
        names = {"one": sheet.names[one], "other": sheet.names[other]}
        values = names | {"n": tally.total, "made": tally.won}
        winners.append(Winner(one, Message(text, values), tally.hands))
    return award("pair", msg("La paire fidèle"), winners)
