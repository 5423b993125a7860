"""The night document: one evening as one JSON object, with answers and without scores.

Other tools rely on its format, ``scorekeeper/1``. Reading is in
:mod:`scorekeeper.formats.night_reader`, writing here.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.formats.night_reader import (
    FORMAT,
    hands_of,
    read,
    read_sheet,
)
from scorekeeper.formats.strict_json import DocumentError, parse
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import answers, questions
from scorekeeper.rules.number_question import PerColumn
from scorekeeper.rules.question import SomePlayers
from scorekeeper.rules.score import Points, Score
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet

__all__ = ["FORMAT", "DocumentError", "parse", "read", "read_sheet", "with_scores", "write"]


def write(sheet: Sheet) -> dict[str, object]:
    """Return the document of a sheet: the inverse of :func:`read`.

    Players are in the order of their seats, those who left last; a player sits out the hands
    played before his arrival. The format has no place for penalties, nor for hands played
    after the game was won.

    :raises DocumentError: if the hands alone would give other totals, or end the game at
        another hand.
    """
    document = _write(sheet)
    if read_sheet(document).state.totals != _totals_in_order(sheet):
        raise DocumentError(
            msg("document"),
            msg("il ne sait pas dire qui a donné, et les points en dépendent"),
        )
    return document


def _totals_in_order(sheet: Sheet) -> Points:
    """The totals in the order of the document's columns."""
    if sheet.game.teams:
        return sheet.state.totals
    return tuple(sheet.state.totals[player] for player in _order(sheet))


def _order(sheet: Sheet) -> tuple[int, ...]:
    """The players in the order of the document."""
    return (*sheet.state.seats, *sheet.state.away)


def _write(sheet: Sheet) -> dict[str, object]:
    order = _order(sheet)
    document: dict[str, object] = {"format": FORMAT}
    if sheet.title:
        document["title"] = sheet.title
    if sheet.date:
        document["date"] = sheet.date
    document |= {
        "game": sheet.game.name,
        "options": dict(sheet.options),
        "players": [sheet.names[n] for n in order],
        "first_dealer": sheet.names[sheet.opening.dealer],
        "hands": [_write_hand(sheet, row, order) for row in sheet.hands if not row.late],
    }
    return document


def _write_hand(sheet: Sheet, row: Row, order: Sequence[int]) -> dict[str, object]:
    if row.hand is None:
        return {"passed": True}
    given = answers(row.hand, sheet.names)
    not_yet = sheet.names[row.before.players :]
    for name, question in questions(sheet.game.hand).items():
        if isinstance(question, PerColumn):
            numbers = [*given[name], *(0 for _ in not_yet)]
            given[name] = [numbers[player] for player in order]
        elif isinstance(question, SomePlayers) and (not_yet or name in given):
            out = {*given.get(name, ()), *not_yet}
            given[name] = [sheet.names[n] for n in order if sheet.names[n] in out]
    return given


def with_scores(document: object) -> dict[str, object]:
    """Return the document with its scores: columns, the working of each hand, totals.

    :raises DocumentError: if the document is rejected.
    """
    sheet = read_sheet(document)
    assert isinstance(document, Mapping)
    winner = sheet.state.end.winner
    return {
        **document,
        "columns": list(sheet.columns),
        "hands": [
            {**given, **_scores(score)}
            for given, row in zip(hands_of(document), sheet.hands, strict=True)
            if (score := row.score)
        ],
        "totals": list(sheet.state.totals),
        "held": sheet.state.held.total,
        "winner": None if winner is None else sheet.columns[winner],
    }


def _scores(score: Score) -> dict[str, object]:
    lines = [
        {
            "rule": str(line.rule.title),
            "working": line.working,
            "scores": list(line.scores),
        }
        for line in score.lines
    ]
    return {"scores": list(score.scores), "lines": lines}
