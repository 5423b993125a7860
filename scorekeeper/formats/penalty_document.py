"""Penalties in a night document: entries of ``hands`` that are not deals."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import HandError
from scorekeeper.rules.game import MAX_POINTS, OTHERS, REASON_LENGTH, receivers
from scorekeeper.sheets.names import one_line
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet

FIELDS = ("player", "team", "points", "to", "reason")
"""The fields of a penalty."""

ALL = "all"
"""Another code for the others: to pay everybody, oneself included, is to pay them."""


def read_penalty(sheet: Sheet, given: object) -> dict[str, object]:
    """Return the body of the event of a penalty.

    Its points are those that the column loses; negative points are a bonus. In the body they
    are those that it receives.

    :raises HandError: if the penalty is invalid.
    """
    if not isinstance(given, Mapping) or not set(given) <= set(FIELDS):
        fields = ", ".join(map(repr, FIELDS))
        raise HandError(
            "penalty", msg("on attend un objet %(fields)s", fields=f"{{{fields}}}")
        )
    points, to, reason = given.get("points"), given.get("to"), given.get("reason")
    if type(points) is not int or abs(points) > MAX_POINTS or not (points or reason):
        bounds = {"low": -MAX_POINTS, "high": MAX_POINTS}
        raise HandError(
            "points",
            msg(
                "on attend un nombre entier de %(low)s à %(high)s, ou 0 et un motif", **bounds
            ),
        )
    to = OTHERS if to == ALL else to
    if to is not None and to not in (codes := receivers(sheet.game.teams)[1:]):
        raise HandError("to", msg("on attend : %(codes)s", codes=", ".join((ALL, *codes))))
    if reason is not None and not one_line(reason, REASON_LENGTH):
        raise HandError(
            "reason",
            msg(
                "on attend un texte d'une ligne, de %(n)s caractères au plus", n=REASON_LENGTH
            ),
        )
    body = {"player": _column(sheet, given), "points": -points, "reason": reason or ""}
    return body if to is None else {**body, "to": to}


def _column(sheet: Sheet, given: Mapping[Any, Any]) -> int:
    """Return the column of the player or of the team.

    :raises HandError: if neither is there, or both.
    """
    player, team = given.get("player"), given.get("team")
    if team is None and player in sheet.names:
        return sheet.game.column(sheet.names.index(player))
    if player is None and sheet.game.teams and team in sheet.columns:
        return sheet.columns.index(team)
    names = sheet.names if player is not None or not sheet.game.teams else sheet.columns
    field = "player" if names is sheet.names else "team"
    raise HandError(field, msg("on attend : %(codes)s", codes=", ".join(names)))


def write_penalty(sheet: Sheet, row: Row) -> list[dict[str, object]]:
    """Return the entries of a document for a penalty.

    It is one for each column where not everybody of the document was at the table, for the
    document cannot say who received it.
    """
    body, state = row.entry.body, row.before
    receives = body.get("to")
    if not receives or (len(sheet.columns) == len(state.totals) and not state.absent_columns):
        return [_entry(sheet, body["player"], -body["points"], receives, body["reason"])]
    moved = [(column, points) for column, points in enumerate(row.points) if points]
    return [_entry(sheet, column, -points, None, body["reason"]) for column, points in moved]


def _entry(
    sheet: Sheet, column: int, points: int, to: str | None, reason: str
) -> dict[str, object]:
    who = "team" if sheet.game.teams else "player"
    penalty: dict[str, object] = {who: sheet.columns[column], "points": points}
    if to:
        penalty["to"] = to
    return {"penalty": {**penalty, "reason": reason} if reason else penalty}
