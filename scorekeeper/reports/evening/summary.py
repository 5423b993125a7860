"""The evening in a few lines of plain text, for a message to those who played."""

from collections.abc import Iterable, Sequence

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.reports.evening.award import Award, written
from scorekeeper.reports.evening.statistics import ColumnStatistics
from scorekeeper.rules.game import Game

Line = Message | str
"""A line of the text; empty between two paragraphs."""


def summary(
    game: Game,
    title: Line,
    headline: Message | None,
    ranking: Sequence[ColumnStatistics],
    awards: Iterable[Award],
) -> list[Line]:
    """Return the lines of the text: title, headline, ranking, awards."""
    lines: list[Line] = [title]
    if headline:
        lines.append(headline)
    lines.append("")
    for one in ranking:
        values = {"rank": one.rank, "name": one.name, "points": written(one.points, game)}
        lines.append(msg("%(rank)s. %(name)s : %(points)s", **values))
    won = [
        msg("%(title)s. %(what)s", title=award.title, what=winner.text)
        for award in awards
        for winner in award.winners
    ]
    return [*lines, "", *won] if won else lines
