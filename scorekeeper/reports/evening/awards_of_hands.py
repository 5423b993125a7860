"""Awards for one hand: the best, the boldest, the worst."""

from collections.abc import Sequence

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.reports.evening.award import Award, Winner, award, best_of, written
from scorekeeper.sheets.played import PlayedHand
from scorekeeper.sheets.sheet import Sheet

RARE = 6
"""A contract is bold if at most one hand in so many was played at it, or a single one."""


def best_hand(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for the contract made, or the hand, with most points."""
    title = msg("Le coup de la soirée")
    if not sheet.game.can_pass:
        best = best_of(_scores(hands), lambda one: one[0].points[one[1]], 1)
        return award("best", title, [_typed(sheet, hand, column) for hand, column in best])
    made = [hand for hand in hands if hand.won]
    best_made = best_of(made, lambda hand: hand.points[_column(sheet, hand)], 1)
    return award("best", title, [_credited(sheet, hand) for hand in best_made])


def boldest_hand(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for the highest contract, if it is rare: the hand that moved most."""
    places = [hand.contract.place for hand in hands if hand.contract]
    if not places or max(places) == min(places):
        return None
    highest = [hand for hand in hands if hand.contract and hand.contract.place == max(places)]
    if len(highest) > max(1, len(hands) // RARE):
        return None
    boldest = best_of(highest, lambda hand: hand.swing, 1)
    return award("boldest", msg("Le plus hardi"), [_credited(sheet, hand) for hand in boldest])


def worst_hand(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for the failed contract that cost most."""
    failed = [hand for hand in hands if hand.won is False]

    def cost(hand: PlayedHand) -> int:
        return max(hand.points) - hand.points[_column(sheet, hand)]

    worst = best_of(failed, cost, 1)
    return award("worst", msg("La gamelle"), [_credited(sheet, hand) for hand in worst])


def _column(sheet: Sheet, hand: PlayedHand) -> int:
    """Return the column of the taker."""
    assert hand.taker is not None
    return sheet.game.column(hand.taker)


def _credited(sheet: Sheet, hand: PlayedHand) -> Winner:
    column = _column(sheet, hand)
    values = {"hand": hand.headline, "verdict": hand.verdict}
    if sheet.game.unsigned:
        text = msg("%(hand)s, %(verdict)s", **values)
    else:
        points = written(hand.points[column], sheet.game)
        text = msg("%(hand)s, %(verdict)s (%(points)s)", points=points, **values)
    return Winner(column, text, (hand,))


def _scores(hands: Sequence[PlayedHand]) -> list[tuple[PlayedHand, int]]:
    return [(hand, column) for hand in hands for column in hand.columns]


def _typed(sheet: Sheet, hand: PlayedHand, column: int) -> Winner:
    points = written(hand.points[column], sheet.game)
    name = sheet.columns[column]
    text: Message = msg("%(name)s : %(points)s en une donne", name=name, points=points)
    return Winner(column, text, (hand,))
