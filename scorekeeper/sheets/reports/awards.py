"""An award of an evening: its winners, its words and the hands that it was won with."""

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple, TypeVar

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Game
from scorekeeper.sheets.played import PlayedHand
from scorekeeper.sheets.reports.evening_statistics import WonHands, contracts_made, ranking
from scorekeeper.sheets.sheet import Sheet

T = TypeVar("T")

MOST_WINNERS = 2
"""Most winners of one award: what more have done alike is nothing remarkable."""


class Winner(NamedTuple):
    """One winner of an award."""

    column: int
    text: Message
    """What he did, with his name."""
    hands: tuple[PlayedHand, ...]
    """The hands of this evening that prove it."""


class Award(NamedTuple):
    """One award, with its winners."""

    code: str
    """Its code, which its picture is named by."""
    title: Message
    winners: tuple[Winner, ...]


def best_of(candidates: Iterable[T], value: Callable[[T], int], least: int) -> list[T]:
    """Return the candidates with the highest value, all of them if they are equal.

    :param least: the lowest value that deserves an award.
    """
    items = list(candidates)
    best = max(map(value, items), default=least)
    return [item for item in items if value(item) == best >= least]


def has_gains(game: Game) -> bool:
    """Return True for a game in which a hand is won or lost by the sign of its points."""
    return game.can_pass and not game.unsigned


def written(points: int, game: Game) -> object:
    """Return points as this game writes them, to be rendered."""
    if game.unsigned or points <= 0:
        return points
    return Message("+%(points)s", {"points": points})


RARE = 6
"""A contract is bold if at most one hand in so many was played at it, or a single one."""


def best_hand(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Winner]:
    """Find the contract made, or the hand, with most points; none where the fewest win."""
    if sheet.fewest_win:
        return []
    if sheet.game.can_pass:
        made = [hand for hand in hands if hand.won]
        best_made = best_of(made, lambda hand: hand.points[_column(sheet, hand)], 1)
        return [_credited(sheet, hand) for hand in best_made]
    scored = [(hand.points[column], column, hand) for hand in hands for column in hand.columns]
    winners = []
    for points, column, hand in best_of(scored, itemgetter(0), 1):
        values = {"name": sheet.columns[column], "points": written(points, sheet.game)}
        text = msg("%(name)s : %(points)s en une donne", **values)
        winners.append(Winner(column, text, (hand,)))
    return winners


def boldest_hand(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Winner]:
    """Find the highest contract, if it is rare: the hand that moved most."""
    places = [hand.contract.place for hand in hands if hand.contract]
    if not places or max(places) == min(places):
        return []
    highest = [hand for hand in hands if hand.contract and hand.contract.place == max(places)]
    if len(highest) > max(1, len(hands) // RARE):
        return []
    return [_credited(sheet, hand) for hand in best_of(highest, lambda hand: hand.swing, 1)]


def worst_hand(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Winner]:
    """Find the failed contract that cost most."""
    failed = [hand for hand in hands if hand.won is False]

    def cost(hand: PlayedHand) -> int:
        return max(hand.points) - hand.points[_column(sheet, hand)]

    return [_credited(sheet, hand) for hand in best_of(failed, cost, 1)]


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


def _winner(
    column: int, text: Message, hands: tuple[PlayedHand, ...], **values: object
) -> Winner:
    return Winner(column, text._replace(values=values), hands)


GREEDY_TIMES, GREEDY_LEAST = 1.5, 4
"""A greedy player took so many times the share of each, and at least so many contracts."""

WISE_PART, WISE_HANDS = 3, 8
"""A wise player took at most one in so many of the share of each, in so many hands."""


class TakerContracts(NamedTuple):
    """One player with the contracts that he took."""

    player: int
    hands: tuple[PlayedHand, ...]
    """The hands that he played."""
    taken: WonHands
    share: float
    """The contracts that he had taken if all took as many."""


def _takers(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[TakerContracts]:
    takers = []
    for player in range(len(sheet.names)):
        column = sheet.game.column(player)
        played = tuple(hand for hand in hands if column in hand.columns)
        taken = contracts_made(hand for hand in played if hand.taker == player)
        people = 2 if sheet.game.teams else 1
        share = sum(1 / (people * len(hand.columns)) for hand in played)
        takers.append(TakerContracts(player, played, taken, share))
    return takers


def greediest(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Winner]:
    """Find who took far more contracts than the others."""
    many = [
        taker
        for taker in _takers(sheet, hands)
        if taker.taken.total >= GREEDY_TIMES * taker.share
    ]
    text = msg("%(name)s a pris %(n)s fois, contrats faits : %(made)s")
    winners = []
    for player, _, taken, _ in best_of(many, lambda taker: taker.taken.total, GREEDY_LEAST):
        name, column = sheet.names[player], sheet.game.column(player)
        counts = {"n": taken.total, "made": taken.won}
        winners.append(_winner(column, text, taken.hands, name=name, **counts))
    return winners


def wisest(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Winner]:
    """Find who hardly took a contract."""
    few = [
        taker
        for taker in _takers(sheet, hands)
        if sheet.game.can_pass
        if len(taker.hands) >= WISE_HANDS and WISE_PART * taker.taken.total <= taker.share
    ]
    winners = []
    for player, played, taken, _ in best_of(few, lambda one: -one.taken.total, -len(hands)):
        text = msg("%(name)s n'a pris que %(taken)s fois, en %(n)s donnes")
        if not taken.total:
            text = msg("%(name)s n'a jamais pris, en %(n)s donnes")
        elif taken.total == 1:
            text = msg("%(name)s n'a pris qu'une fois, en %(n)s donnes")
        name, column = sheet.names[player], sheet.game.column(player)
        counts = {"n": len(played), "taken": taken.total}
        winners.append(_winner(column, text, taken.hands or played, name=name, **counts))
    return winners


DEFENDED = 5
"""Fewest hands in defence."""

BEATEN = 3
"""Fewest contracts beaten by a team."""


def defence(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Winner]:
    """Find most points won in defence; of teams, most contracts beaten."""
    defended = [
        (one.column, one.defence)
        for one in ranking(sheet, hands)
        if one.defence.total >= DEFENDED
    ]
    if has_gains(sheet.game):
        points = [(sum(h.points[n] for h in of.hands), n, of.hands) for n, of in defended]
        text = msg("%(name)s : %(points)s en défense")
        return [
            _winner(n, text, of, name=sheet.columns[n], points=written(won, sheet.game))
            for won, n, of in best_of(points, itemgetter(0), 1)
        ]
    text, winners = msg("%(name)s : contrats adverses chutés : %(won)s sur %(n)s"), []
    for n, of in best_of(defended, lambda one: one[1].won, BEATEN):
        beaten = tuple(hand for hand in of.hands if hand.won is False)
        name = sheet.columns[n]
        winners.append(_winner(n, text, beaten, name=name, won=of.won, n=of.total))
    return winners


FEWEST_HANDS = 6
"""Fewest hands of an evening with awards."""

Find = Callable[[Sheet, Sequence[PlayedHand]], list[Winner]]
"""Finds the winners of one award; any number of them, or none."""

AWARDS: tuple[tuple[str, Message, Find], ...] = (
    ("boldest", msg("Le plus hardi"), boldest_hand),
    ("best", msg("Le coup de la soirée"), best_hand),
    ("worst", msg("La gamelle"), worst_hand),
    ("defence", msg("La muraille"), defence),
    ("wisest", msg("La sagesse même"), wisest),
    ("greediest", msg("Toujours preneur"), greediest),
)
"""All awards by code and title, those that a table laughs about most first."""


def awards(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Award]:
    """Return the awards of an evening; none of one with few hands or over boards.

    A hand gets one award.
    """
    if len(hands) < FEWEST_HANDS or sheet.game.board is not None:
        return []
    chosen: list[Award] = []
    for code, title, find in AWARDS:
        award = Award(code, title, tuple(find(sheet, hands)))
        if 0 < len(award.winners) <= MOST_WINNERS and not _is_repeated(award, chosen):
            chosen.append(award)
    return chosen


def _is_repeated(candidate: Award, chosen: Sequence[Award]) -> bool:
    """Return True if one hand has an award already, or one winner's hands have."""
    proofs = [proof for other in chosen for proof in _proofs(other)]
    return any(proof in proofs for proof in _proofs(candidate))


def _proofs(prize: Award) -> list[tuple[int | None, list[int]]]:
    """Return what each winner won with: one hand, or the hands of his column."""
    return [
        (
            winner.column if len(winner.hands) > 1 else None,
            [hand.number for hand in winner.hands],
        )
        for winner in prize.winners
    ]
