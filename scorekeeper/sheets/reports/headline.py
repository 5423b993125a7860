"""The headline of an evening: who won, and by how much."""

from collections.abc import Sequence

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Game
from scorekeeper.rules.option import DEALS, TARGET
from scorekeeper.sheets.played import PlayedHand
from scorekeeper.sheets.reports.evening_statistics import ColumnStatistics
from scorekeeper.sheets.sheet import Sheet

HEADLINES = (
    (msg("%(name)s l'emporte"), msg("%(name)s l'emportent")),
    (msg("%(name)s mène"), msg("%(name)s mènent")),
)
"""The headlines of a winner and of a leader, each of one player and of a team."""


def is_unfinished(sheet: Sheet) -> bool:
    """Return True for a game that has an end which it has not reached, and goes on."""
    has_end = sheet.options.get(TARGET) or sheet.options.get(DEALS)
    return bool(has_end) and not sheet.state.end.over and sheet.closed is None


def leader(sheet: Sheet) -> int | None:
    """Return the column that is first alone by its points, of those that played."""
    ranks = {column: sheet.ranks[column] for rank, column in sheet.final_order if rank}
    first = [column for column, rank in ranks.items() if rank == min(ranks.values())]
    return first[0] if len(first) == 1 else None


def lead(sheet: Sheet) -> Message | None:
    """Describe the distance between the first column and the next, if one is first alone, and
    no other has won."""
    standing, winner = sheet.state.standing, leader(sheet)
    others = [column for rank, column in sheet.final_order if rank and column != winner]
    if winner is None or not others or sheet.state.end.winner not in (None, winner):
        return None
    points, second = min((abs(standing[winner] - standing[one]), one) for one in others)
    name = sheet.columns[second]
    if points == 1:
        return msg("un point devant %(name)s", name=name)
    return msg("%(n)s points devant %(name)s", n=points, name=name)


def headline(sheet: Sheet, hands: Sequence[PlayedHand]) -> Message | None:
    """Return the headline of an evening: who won, or leads."""
    if not hands:
        return None
    winner = sheet.state.end.winner
    if winner is None:
        winner = leader(sheet)
    if winner is None:
        return _level(sheet)
    one, of_team = HEADLINES[is_unfinished(sheet)]
    text = of_team if sheet.game.teams else one
    return text._replace(values={"name": sheet.columns[winner]})


def _level(sheet: Sheet) -> Message:
    first = [sheet.columns[column] for rank, column in sheet.final_order if rank == 1]
    if len(first) == 2:
        return msg("%(one)s et %(other)s à égalité", one=first[0], other=first[1])
    return msg("Égalité en tête")


Line = Message | str
"""A line of the text; empty between two paragraphs."""


def summary(
    game: Game,
    title: Line,
    headline: Message | None,
    ranking: Sequence[ColumnStatistics],
) -> list[Line]:
    """Return the lines of the text: title, headline, ranking."""
    lines: list[Line] = [title]
    if headline:
        lines.append(headline)
    lines.append("")
    for column in ranking:
        if not column.rank:
            lines.append(msg("%(name)s n'a pas joué", name=column.name))
            continue
        points: object = column.points
        if column.points > 0 and not game.unsigned:
            points = Message("+%(points)s", {"points": column.points})
        values = {"rank": column.rank, "name": column.name, "points": points}
        lines.append(msg("%(rank)s. %(name)s : %(points)s", **values))
    return lines
