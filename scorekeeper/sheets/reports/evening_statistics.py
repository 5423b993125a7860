"""The statistics of an evening: of each column, of each player of a team, of each contract.

Each is a number of hands with the hands themselves, so that a page can open them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from scorekeeper.i18n.messages import Message
from scorekeeper.rules.choice import Side
from scorekeeper.rules.score import Extra, Points
from scorekeeper.sheets.played import PlayedHand
from scorekeeper.sheets.sheet import Sheet


class WonHands(NamedTuple):
    """Some hands, and how many of them were won."""

    hands: tuple[PlayedHand, ...] = ()
    won: int = 0

    @property
    def total(self) -> int:
        """The number of hands."""
        return len(self.hands)

    @property
    def percent(self) -> int:
        """The part of the hands that was won, in percent; 0 without hands."""
        return round(100 * self.won / self.total) if self.hands else 0


class ExtraCount(NamedTuple):
    """An extra with the hands in which it happened."""

    extra: Extra
    hands: tuple[PlayedHand, ...]


class ColumnStatistics(NamedTuple):
    """The results of one column, from the hands that it played."""

    column: int
    rank: int
    """From 1; 0 for a column that played no hand: see :attr:`Sheet.final_order`."""
    name: str
    points: int
    hands: tuple[PlayedHand, ...]
    taken: WonHands
    """Contracts taken by its players; those of one player of a team are in :func:`takers`."""
    attack: WonHands
    """Hands on the side of the taker, won if the contract was made."""
    defence: WonHands
    """Hands against the taker, won if the contract failed."""
    best: PlayedHand | None
    """The hand with most points; with fewest, where these win."""
    worst: PlayedHand | None
    extras: tuple[ExtraCount, ...]
    """The extras credited to this column alone, the most frequent first."""


def ranking(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[ColumnStatistics]:
    """Return the statistics of every column in the final order; equal totals share a rank."""
    return [_column(sheet, hands, rank, column) for rank, column in sheet.final_order]


PODIUM = 3
"""Columns on the podium; one more if it is level with the last of them, and no further."""


def podium(ranking: Sequence[ColumnStatistics]) -> Sequence[ColumnStatistics]:
    """Return the best columns of a ranking, those of the podium."""
    ranking = [column for column in ranking if column.rank]
    level = [column for column in ranking[PODIUM:] if column.rank == ranking[PODIUM - 1].rank]
    return ranking[: PODIUM + (len(level) == 1)]


def _column(
    sheet: Sheet, hands: Sequence[PlayedHand], rank: int, column: int
) -> ColumnStatistics:
    played = tuple(hand for hand in hands if column in hand.columns)

    def won(hand: PlayedHand) -> int:
        return -hand.points[column] if sheet.fewest_win else hand.points[column]

    attack = [hand for hand in played if column in hand.attack]
    defence = [hand for hand in played if column in hand.defence]
    return ColumnStatistics(
        column=column,
        rank=rank,
        name=sheet.columns[column],
        points=sheet.state.standing[column],
        hands=played,
        taken=contracts_made(
            hand
            for hand in attack
            if hand.taker is not None and sheet.game.column(hand.taker) == column
        ),
        attack=contracts_made(attack),
        defence=contracts_made(defence, False),
        best=max(played, key=won, default=None),
        worst=min(played, key=won, default=None),
        extras=_count_extras(
            hands, lambda _, who: column in who if sheet.game.teams else who == (column,)
        ),
    )


def contracts_made(hands: Iterable[PlayedHand], made: bool = True) -> WonHands:
    """Count the contracts of these hands, and those of them that were made, or not."""
    taken = tuple(hands)
    return WonHands(taken, sum(hand.won is made for hand in taken))


IsCredited = Callable[[PlayedHand, Points], bool]
"""A test of an extra: its hand, and the columns that it is credited to."""


def _count_extras(
    hands: Iterable[PlayedHand], is_credited: IsCredited
) -> tuple[ExtraCount, ...]:
    """List the extras that pass the test, the most frequent first."""
    hands_of: dict[Extra, dict[int, PlayedHand]] = defaultdict(dict)
    for hand in hands:
        for extra, authors in hand.extras:
            if is_credited(hand, authors):
                hands_of[extra][hand.id] = hand
    counts = [ExtraCount(extra, tuple(by_id.values())) for extra, by_id in hands_of.items()]
    return tuple(sorted(counts, key=lambda count: (-len(count.hands), count.extra.label.text)))


def takers(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[tuple[int, WonHands]]:
    """Return the contracts of every player by number, if the columns are teams."""
    players = range(len(sheet.names)) if sheet.game.teams else ()
    return [(n, contracts_made(hand for hand in hands if hand.taker == n)) for n in players]


def contracts(hands: Iterable[PlayedHand]) -> list[tuple[Message | int, WonHands]]:
    """Return the name and the hands of each contract that was played, the lowest first."""
    hands_of: dict[int, list[PlayedHand]] = defaultdict(list)
    names: dict[int, Message | int] = {}
    for hand in hands:
        if hand.contract is not None:
            hands_of[hand.contract.place].append(hand)
            names[hand.contract.place] = hand.contract.name
    return [(names[place], contracts_made(hands_of[place])) for place in sorted(hands_of)]


def sides(
    sheet: Sheet, hands: Sequence[PlayedHand]
) -> list[tuple[Side, tuple[ExtraCount, ...]]]:
    """Return all extras of attack and of defence, of the sides that have some."""
    if sheet.game.teams:
        return []
    attack = _count_extras(hands, lambda hand, who: bool(who) and who[0] in hand.attack)
    defence = _count_extras(hands, lambda hand, who: bool(who) and who[0] in hand.defence)
    return [(side, some) for side, some in zip(Side, (attack, defence), strict=True) if some]
