"""Awards for a column over the evening: comeback, runs, defence, what it did most often."""

from collections.abc import Sequence

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.reports.evening.award import (
    Award,
    Winner,
    award,
    best_of,
    has_gains,
    written,
)
from scorekeeper.reports.evening.comeback import Comeback, comebacks
from scorekeeper.reports.evening.runs import Run, longest_runs
from scorekeeper.reports.evening.statistics import ColumnStatistics, ranking
from scorekeeper.sheets.played import PlayedHand
from scorekeeper.sheets.sheet import Sheet

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
    found = comebacks(sheet, hands)
    if any(one.start > len(ORDINALS) for one in found) and len(sheet.columns) > 2:
        return None
    title = msg("La remontée")
    return award("comeback", title, [_climbed(sheet, one) for one in found])


def _climbed(sheet: Sheet, one: Comeback) -> Winner:
    name = sheet.columns[one.column]
    if len(sheet.columns) == 2:
        values = {"name": name, "points": one.start}
        text = msg("%(name)s : %(points)s points de retard rattrapés", **values)
        return Winner(one.column, text, one.hands)
    start, end = ORDINALS[one.start - 1], ORDINALS[one.end - 1]
    text = msg("%(name)s, de la %(start)s à la %(end)s place", name=name, start=start, end=end)
    return Winner(one.column, text, one.hands)


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
    columns = [one for one in ranking(sheet, hands) if one.defence.total >= DEFENDED]
    title = msg("La muraille")
    if not has_gains(sheet.game):
        beaten = best_of(columns, lambda one: one.defence.won, BEATEN)
        return award("defence", title, [_beaten(one) for one in beaten])
    best = best_of(columns, _points_in_defence, 1)
    return award("defence", title, [_defended(sheet, one) for one in best])


def _points_in_defence(one: ColumnStatistics) -> int:
    return sum(hand.points[one.column] for hand in one.defence.hands)


def _defended(sheet: Sheet, one: ColumnStatistics) -> Winner:
    points = written(_points_in_defence(one), sheet.game)
    text = msg("%(name)s : %(points)s en défense", name=one.name, points=points)
    return Winner(one.column, text, one.defence.hands)


def _beaten(one: ColumnStatistics) -> Winner:
    values = {"name": one.name, "won": one.defence.won, "n": one.defence.total}
    text = msg("%(name)s : contrats adverses chutés : %(won)s sur %(n)s", **values)
    hands = tuple(hand for hand in one.defence.hands if hand.won is False)
    return Winner(one.column, text, hands)


def specialty(sheet: Sheet, hands: Sequence[PlayedHand]) -> Award | None:
    """Return the award for the extra that one column had most often."""
    found = [(one, extra) for one in ranking(sheet, hands) for extra in one.extras]
    most = best_of(found, lambda pair: len(pair[1].hands), OFTEN)
    winners = [
        Winner(
            one.column,
            msg("%(name)s : %(what)s × %(n)s", name=one.name, what=what, n=len(of)),
            of,
        )
        for one, (what, of) in most
    ]
    return award("specialty", msg("La spécialité"), winners)
