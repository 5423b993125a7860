"""The headline of an evening: who won, and how if that is remarkable."""

from collections.abc import Iterable, Sequence

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Game
from scorekeeper.rules.option import DEALS, TARGET
from scorekeeper.sheets.played import PlayedHand
from scorekeeper.sheets.reports.awards import Award, written
from scorekeeper.sheets.reports.course import leader, leaders, standings
from scorekeeper.sheets.reports.evening_statistics import ColumnStatistics
from scorekeeper.sheets.sheet import Sheet

FEWEST_HANDS = 6
"""Fewest hands of an evening whose course is worth a word."""

LAST_HANDS, LAST_PART = 3, 6
"""The hands at the end in which a winner who took the lead won *au finish*: so many, and at
most one in so many of all."""


def is_unfinished(sheet: Sheet) -> bool:
    """Return True for a game that has an end which it has not reached, and goes on."""
    has_end = sheet.options.get(TARGET) or sheet.options.get(DEALS)
    return bool(has_end) and not sheet.state.end.over and sheet.closed is None


def margin(sheet: Sheet) -> tuple[int, int] | None:
    """Return the distance between the first and the next column, if one is first alone, and
    no other has won."""
    standing, winner = sheet.state.standing, leader(sheet)
    others = [column for rank, column in sheet.final_order if rank and column != winner]
    if winner is None or not others or sheet.state.end.winner not in (None, winner):
        return None
    return min((abs(standing[winner] - standing[column]), column) for column in others)


def lead(sheet: Sheet) -> Message | None:
    """Describe the distance between the first column and the next, if one is first alone."""
    found = margin(sheet)
    if found is None:
        return None
    points, second = found
    name = sheet.columns[second]
    if points == 1:
        return msg("un point devant %(name)s", name=name)
    return msg("%(n)s points devant %(name)s", n=points, name=name)


def headline(sheet: Sheet, hands: Sequence[PlayedHand]) -> Message | None:
    """Return the headline of an evening: who won, and how if that is remarkable."""
    if not hands:
        return None
    winner = sheet.state.end.winner
    if winner is None:
        winner = leader(sheet)
    if winner is None:
        return _level(sheet)
    name, of_team = sheet.columns[winner], sheet.game.teams
    if is_unfinished(sheet):
        return (
            msg("%(name)s mènent", name=name) if of_team else msg("%(name)s mène", name=name)
        )
    text = TEXTS[manner(sheet, hands, winner)][of_team]
    return text._replace(values={"name": name})


def _level(sheet: Sheet) -> Message:
    first = [sheet.columns[column] for rank, column in sheet.final_order if rank == 1]
    if len(first) == 2:
        return msg("%(one)s et %(other)s à égalité", one=first[0], other=first[1])
    return msg("Égalité en tête")


TEXTS = {
    "plain": (msg("%(name)s l'emporte"), msg("%(name)s l'emportent")),
    "always": (msg("%(name)s, en tête du début à la fin"),) * 2,
    "finish": (msg("%(name)s l'emporte au finish"), msg("%(name)s l'emportent au finish")),
    "easily": (
        msg("%(name)s l'emporte haut la main"),
        msg("%(name)s l'emportent haut la main"),
    ),
    "narrowly": (
        msg("%(name)s l'emporte d'un souffle"),
        msg("%(name)s l'emportent d'un souffle"),
    ),
}
"""The headlines by the way in which a column won: of a player, of a team."""


def manner(sheet: Sheet, hands: Sequence[PlayedHand], winner: int) -> str:
    """Return the way in which a column won, as a code.

    ``always``: first alone after every hand; ``finish``: not yet before the last ones;
    ``easily``: ahead by more than any hand of the evening moved; ``narrowly``: ahead by less
    than any hand moved.
    """
    if len(hands) < FEWEST_HANDS or winner != leader(sheet):
        return "plain"
    led = [one == winner for one in leaders(sheet, standings(sheet, hands))]
    if all(led):
        return "always"
    if not led[-1 - min(LAST_HANDS, len(hands) // LAST_PART)]:
        return "finish"
    found, swings = margin(sheet), [hand.swing for hand in hands]
    if found and found[0] > max(swings):
        return "easily"
    return "narrowly" if found and found[0] < min(swings) else "plain"


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
    for column in ranking:
        if not column.rank:
            lines.append(msg("%(name)s n'a pas joué", name=column.name))
            continue
        values = {
            "rank": column.rank,
            "name": column.name,
            "points": written(column.points, game),
        }
        lines.append(msg("%(rank)s. %(name)s : %(points)s", **values))
    won = [
        msg("%(title)s. %(what)s", title=award.title, what=winner.text)
        for award in awards
        for winner in award.winners
    ]
    return [*lines, "", *won] if won else lines
