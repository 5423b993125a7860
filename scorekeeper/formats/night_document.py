"""The night document: one evening as one JSON object, with answers and without scores.

Other tools rely on its format, ``scorekeeper/1``. Reading is in
:mod:`scorekeeper.formats.night_reader`, writing here.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.formats.night_reader import (
    FORMAT,
    hands_of,
    player_ids,
    read,
    read_sheet,
)
from scorekeeper.formats.penalty_document import write_penalty
from scorekeeper.formats.strict_json import DocumentError, parse
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import answers, questions
from scorekeeper.rules.question import PerColumn, SomePlayers
from scorekeeper.rules.score import Points
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet

__all__ = [
    "FORMAT",
    "DocumentError",
    "parse",
    "player_ids",
    "read",
    "read_sheet",
    "with_scores",
    "write",
    "write_and_read",
    "write_unread",
]

PlayerIds = Sequence[int | None]
"""An id for each player of a sheet; absent for a guest."""

PASSED = ("passed", "reason")
"""The fields of a deal without a hand."""


def write(sheet: Sheet, ids: PlayerIds = ()) -> dict[str, object]:
    """Return the document of a sheet: the inverse of :func:`read`.

    Players are in the order of their seats, those who left last; a player sits out the hands
    played before his arrival. The format has no place for hands played after the game was
    over.

    :param ids: the players as their circle identifies them, by number; absent for a guest.
        Empty for a sheet of no circle.
    :raises DocumentError: if the hands alone would give other totals, or end the game at
        another hand.
    """
    return write_and_read(sheet, ids)[0]


def write_and_read(sheet: Sheet, ids: PlayerIds = ()) -> tuple[dict[str, object], Sheet]:
    """Return the document of a sheet, and the sheet that is read from it again.

    :raises DocumentError: see :func:`write`.
    """
    document = write_unread(sheet, ids)
    found = read_sheet(document)
    if found.state.standing != _standing_in_order(sheet):
        raise DocumentError(
            msg("document"),
            msg("il ne sait pas dire qui a donné, et les points en dépendent"),
        )
    return document, found


def _standing_in_order(sheet: Sheet) -> Points:
    """The totals in the order of the document's columns."""
    if sheet.game.teams:
        return sheet.state.standing
    return tuple(sheet.state.standing[player] for player in _order(sheet))


def _order(sheet: Sheet) -> tuple[int, ...]:
    """The players in the order of the document."""
    return (*sheet.state.seats, *sheet.state.away)


def write_unread(sheet: Sheet, ids: PlayerIds) -> dict[str, object]:
    """Return what :func:`write` returns, for a sheet of which it is known not to raise."""
    order = _order(sheet)
    document: dict[str, object] = {"format": FORMAT}
    if sheet.title:
        document["title"] = sheet.title
    if sheet.date:
        document["date"] = sheet.date
    document |= {
        "game": sheet.game.name,
        "options": _options(sheet),
        "players": [sheet.names[n] for n in order],
        **_in_circle(sheet, [ids[n] for n in order] if ids else ()),
        "first_dealer": sheet.names[sheet.opening.dealer],
        "hands": [entry for row in sheet.rows for entry in _write_row(sheet, row, order)],
    }
    return document


def _in_circle(sheet: Sheet, ids: PlayerIds) -> dict[str, object]:
    """The fields that only the document of a sheet of a circle has."""
    if not ids:
        return {}
    found: dict[str, object] = {"player_ids": list(ids)}
    return found if sheet.part == 1 else {**found, "part": sheet.part}


def _options(sheet: Sheet) -> dict[str, object]:
    """The options of the document, without those that older readers do not know and that are
    at their default."""
    options = sheet.options
    return {
        name: options[name]
        for name, option in sheet.game.options.items()
        if not option.is_further or options[name] != option.default(options)
    }


def _write_row(sheet: Sheet, row: Row, order: Sequence[int]) -> list[dict[str, object]]:
    """The entries of the document for one row of the sheet."""
    if row.entry.kind == "penalty":
        return write_penalty(sheet, row)
    return [_write_hand(sheet, row, order)] if row.dealt and not row.late else []


def _write_hand(sheet: Sheet, row: Row, order: Sequence[int]) -> dict[str, object]:
    if row.hand is None:
        return {name: row.entry.body[name] for name in PASSED if name in row.entry.body}
    given = answers(row.hand, sheet.names)
    not_yet = sheet.names[row.before.players :]
    asked = questions(sheet.game.hand)
    for name, question in asked.items():
        if isinstance(question, PerColumn) and name in given:
            numbers = [*given[name], *(question.empty for _ in not_yet)]
            given[name] = [numbers[player] for player in order]
        elif isinstance(question, SomePlayers) and (not_yet or name in given):
            out = {*given.get(name, ()), *not_yet}
            given[name] = [sheet.names[n] for n in order if sheet.names[n] in out]
    return {name: given[name] for name in asked if name in given}


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
            {**given, **_scores(row)}
            for given, row in zip(hands_of(document), sheet.rows, strict=True)
        ],
        "totals": list(sheet.state.standing),
        "held": sheet.state.held.total,
        "winner": None if winner is None else sheet.columns[winner],
    }


def _scores(row: Row) -> dict[str, object]:
    score = row.score
    if score is None:
        line = {"rule": str(row.headline), "working": "", "scores": list(row.points)}
        return {"scores": list(row.points), "lines": [line]}
    lines = [
        {"rule": str(line.rule.title), "working": line.working, "scores": list(line.scores)}
        for line in score.lines
    ]
    return {"scores": list(score.scores), "lines": lines}
