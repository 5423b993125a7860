"""An award of an evening: its winners, its words and the hands that it was won with."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Game
from scorekeeper.sheets.played import PlayedHand
from scorekeeper.sheets.reports.course import Comeback, Run, comebacks, longest_runs
from scorekeeper.sheets.reports.evening_statistics import (
    ColumnStatistics,
    WonHands,
    contracts_made,
    ranking,
)
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


def award(code: str, title: Message, winners: Iterable[Winner]) -> Award | None:
    """Return an award, if it has a winner and not too many."""
    several = tuple(winners)
    return Award(code, title, several) if 0 < len(several) <= MOST_WINNERS else None


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


def best_hand(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for the contract made, or the hand, with most points."""
    title = msg("Le coup de la soirée")
    if not sheet.game.can_pass:
        best = best_of(_scores(hands), lambda scored: scored[0].points[scored[1]], 1)
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


GREEDY_TIMES, GREEDY_LEAST = 1.5, 4
"""A greedy player took so many times the share of each, and at least so many contracts."""

WISE_PART, WISE_HANDS = 3, 8
"""A wise player took at most one in so many of the share of each, in so many hands."""

CALLED, TOGETHER = 3, 3
"""Fewest calls of a player, fewest contracts of two partners."""


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


def greediest(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for taking far more contracts than the others."""
    many = [
        taker
        for taker in _takers(sheet, hands)
        if taker.taken.total >= GREEDY_TIMES * taker.share
    ]
    text = msg("%(name)s a pris %(n)s fois, contrats faits : %(made)s").text
    winners = []
    for taker in best_of(many, lambda taker: taker.taken.total, GREEDY_LEAST):
        values = {
            "name": sheet.names[taker.player],
            "n": taker.taken.total,
            "made": taker.taken.won,
        }
        column = sheet.game.column(taker.player)
        winners.append(Winner(column, Message(text, values), taker.taken.hands))
    return award("greediest", msg("Toujours preneur"), winners)


def wisest(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for hardly taking a contract."""
    if not sheet.game.can_pass:
        return None
    few = [
        taker
        for taker in _takers(sheet, hands)
        if len(taker.hands) >= WISE_HANDS and WISE_PART * taker.taken.total <= taker.share
    ]
    rarest = best_of(few, lambda taker: -taker.taken.total, -len(hands))
    return award("wisest", msg("La sagesse même"), [_wise(sheet, taker) for taker in rarest])


def _wise(sheet: Sheet, taker: TakerContracts) -> Winner:
    values = {
        "name": sheet.names[taker.player],
        "n": len(taker.hands),
        "taken": taker.taken.total,
    }
    column = sheet.game.column(taker.player)
    if not taker.taken.total:
        text = msg("%(name)s n'a jamais pris, en %(n)s donnes", **values)
        return Winner(column, text, taker.hands)
    if taker.taken.total == 1:
        text = msg("%(name)s n'a pris qu'une fois, en %(n)s donnes", **values)
    else:
        text = msg("%(name)s n'a pris que %(taken)s fois, en %(n)s donnes", **values)
    return Winner(column, text, taker.taken.hands)


def most_called(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for being called most often by the taker."""
    called: dict[int, list[PlayedHand]] = defaultdict(list)
    for hand in hands:
        if hand.partner is not None:
            called[hand.partner].append(hand)
    tallies = [(player, contracts_made(of)) for player, of in called.items()]
    text = msg("%(name)s : %(n)s appels, contrats faits : %(made)s").text
    winners = []
    for player, tally in best_of(
        tallies, lambda called_player: called_player[1].total, CALLED
    ):
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


LONG_STREAK = 4
"""Fewest hands won in a row."""

LONG_DROUGHT = 5
"""Fewest hands in a row without winning a point, where a hand is won or lost."""

HANDS_AT_ZERO = 2
"""Fewest hands in a row without a point, where most hands give some to everybody."""

DEFENDED = 5
"""Fewest hands in defence."""

BEATEN = 3
"""Fewest contracts beaten by a team."""

OFTEN = 2
"""Fewest times that a column had the same extra."""

ORDINALS = (
    msg("1re"),
    msg("2e"),
    msg("3e"),
    msg("4e"),
    msg("5e"),
    msg("6e"),
    msg("7e"),
    msg("8e"),
)
"""The places of at most eight players."""


def comeback(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for the largest comeback."""
    climbs = comebacks(sheet, hands)
    if any(climb.start > len(ORDINALS) for climb in climbs) and len(sheet.columns) > 2:
        return None
    title = msg("La remontée")
    return award("comeback", title, [_climbed(sheet, climb) for climb in climbs])


def _climbed(sheet: Sheet, climb: Comeback) -> Winner:
    name = sheet.columns[climb.column]
    if len(sheet.columns) == 2:
        values = {"name": name, "points": climb.start}
        text = msg("%(name)s : %(points)s points de retard rattrapés", **values)
        return Winner(climb.column, text, climb.hands)
    start, end = ORDINALS[climb.start - 1], ORDINALS[climb.end - 1]
    text = msg("%(name)s, de la %(start)s à la %(end)s place", name=name, start=start, end=end)
    return Winner(climb.column, text, climb.hands)


def streak(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for most hands won in a row, where points say who won."""
    if not has_gains(sheet.game):
        return None
    runs = longest_runs(len(sheet.columns), hands, lambda points: points > 0)
    text = msg("%(name)s : %(n)s donnes gagnées de suite").text
    return award("streak", msg("La série"), _longest(sheet, runs, text, LONG_STREAK))


def drought(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for most hands in a row without a point."""
    if not sheet.game.can_pass:
        return None
    runs = longest_runs(len(sheet.columns), hands, lambda points: points <= 0)
    text, least = msg("%(name)s : %(n)s donnes de suite sans gagner un point"), LONG_DROUGHT
    if sheet.game.unsigned:
        text, least = msg("%(name)s : %(n)s donnes de suite à zéro"), HANDS_AT_ZERO
    title = msg("La traversée du désert")
    return award("drought", title, _longest(sheet, runs, text.text, least))


def _longest(sheet: Sheet, runs: Sequence[Run], text: str, least: int) -> list[Winner]:
    winners = []
    for column, hands in best_of(runs, lambda run: len(run.hands), least):
        values = {"name": sheet.columns[column], "n": len(hands)}
        winners.append(Winner(column, Message(text, values), hands))
    return winners


def defence(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for most points won in defence; of teams, for contracts beaten."""
    columns = [column for column in ranking(sheet, hands) if column.defence.total >= DEFENDED]
    title = msg("La muraille")
    if not has_gains(sheet.game):
        beaten = best_of(columns, lambda column: column.defence.won, BEATEN)
        return award("defence", title, [_beaten(column) for column in beaten])
    best = best_of(columns, _points_in_defence, 1)
    return award("defence", title, [_defended(sheet, column) for column in best])


def _points_in_defence(column: ColumnStatistics) -> int:
    return sum(hand.points[column.column] for hand in column.defence.hands)


def _defended(sheet: Sheet, column: ColumnStatistics) -> Winner:
    points = written(_points_in_defence(column), sheet.game)
    text = msg("%(name)s : %(points)s en défense", name=column.name, points=points)
    return Winner(column.column, text, column.defence.hands)


def _beaten(column: ColumnStatistics) -> Winner:
    values = {"name": column.name, "won": column.defence.won, "n": column.defence.total}
    text = msg("%(name)s : contrats adverses chutés : %(won)s sur %(n)s", **values)
    hands = tuple(hand for hand in column.defence.hands if hand.won is False)
    return Winner(column.column, text, hands)


def specialty(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for the extra that one column had most often."""
    extras_of_columns = [
        (column, extra) for column in ranking(sheet, hands) for extra in column.extras
    ]
    most = best_of(extras_of_columns, lambda pair: len(pair[1].hands), OFTEN)
    winners = [
        Winner(
            column.column,
            msg("%(name)s : %(what)s × %(n)s", name=column.name, what=what, n=len(of)),
            of,
        )
        for column, (what, of) in most
    ]
    return award("specialty", msg("La spécialité"), winners)


FEWEST_HANDS = 6
"""Fewest hands of an evening with awards."""

MOST_AWARDS = 6
"""Most awards of an evening."""

WANTED_AWARDS = 3
"""Awards below which one player may have any number of them."""

MOST_OF_ONE = 2
"""Most awards of one column; one more where there are only two."""

AWARDS = (
    comeback,
    boldest_hand,
    best_hand,
    worst_hand,
    drought,
    most_called,
    defence,
    wisest,
    streak,
    greediest,
    faithful_pair,
    specialty,
)
"""All awards, those that a table laughs about most first."""


def awards(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Award]:
    """Return the awards of an evening; none of one with few hands or over boards.

    A hand gets one award, and a column has at most :data:`MOST_OF_ONE`, as long as there
    are others to give.
    """
    if len(hands) < FEWEST_HANDS or sheet.game.board is not None:
        return []
    won = [prize for give in AWARDS if (prize := give(sheet, hands)) is not None]
    most = MOST_OF_ONE + (len(sheet.columns) == 2)
    chosen: list[Award] = []
    for candidate in won:
        if not _is_repeated(candidate, chosen) and _allows(candidate, chosen, most):
            chosen.append(candidate)
    for candidate in won:
        if len(chosen) < WANTED_AWARDS and not _is_repeated(candidate, chosen):
            chosen.append(candidate)
    return chosen[:MOST_AWARDS]


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


def _allows(candidate: Award, chosen: Sequence[Award], most: int) -> bool:
    counts = [winner.column for other in chosen for winner in other.winners]
    return all(counts.count(winner.column) < most for winner in candidate.winners)
