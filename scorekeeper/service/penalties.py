"""Adding and correcting penalties: points of one column alone, beside the hands."""

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import HandError
from scorekeeper.rules.game import MAX_POINTS, NOBODY, REASON_LENGTH, receivers
from scorekeeper.service.access import SheetAccess
from scorekeeper.service.entries import correct, find_entry
from scorekeeper.service.errors import InvalidAnswers
from scorekeeper.service.recording import record
from scorekeeper.sheets.events import Body
from scorekeeper.sheets.names import clean
from scorekeeper.sheets.state import State


def add_penalty(
    access: SheetAccess,
    column: int,
    points: int,
    reason: str = "",
    *,
    to: str = NOBODY,
    key: str = "",
) -> int:
    """Record a penalty; the ``seq`` of its event, which is the id of its entry.

    :param points: what the column receives; negative to take points away; 0 for a note, which
        has a reason.
    :param to: who receives the points, one of :func:`scorekeeper.rules.game.receivers`.
    :raises InvalidAnswers: if there is no such column or receiver, or the points are out of
        bounds.
    """
    body = _body(access, access.sheet.state, column, points, reason, to)
    return record(access, "penalty", body, key=key)


def correct_penalty(
    access: SheetAccess,
    entry_id: int,
    column: int,
    points: int,
    reason: str = "",
    *,
    to: str = NOBODY,
    key: str = "",
    seen: int | None = None,
) -> int:
    """Replace a penalty; the journal keeps the one before.

    :param seen: the last event about the entry that the caller knows of.
    :raises UnknownEntry: if there is no such penalty.
    :raises EntryChanged: if somebody has changed it since.
    :raises InvalidAnswers: as :func:`add_penalty`.
    """
    entry = find_entry(access, entry_id, "penalty")
    body = _body(access, access.sheet.state_before(entry.id), column, points, reason, to)
    return correct(access, entry, body, key, seen)


def _body(
    access: SheetAccess, state: State, column: int, points: int, reason: str, to: str
) -> Body:
    access.require_write()
    if column not in range(len(access.sheet.columns_at(state))):
        raise InvalidAnswers([HandError("player", msg("choisissez une réponse"))])
    if abs(points) > MAX_POINTS or (not points and not clean(reason, REASON_LENGTH)):
        bounds = msg("un nombre entier de 1 à %(most)s", most=MAX_POINTS)
        raise InvalidAnswers([HandError("points", bounds)])
    if to not in receivers(access.sheet.game.teams):
        raise InvalidAnswers([HandError("to", msg("choisissez une réponse"))])
    body = {"player": column, "points": points, "reason": clean(reason, REASON_LENGTH)}
    return {**body, "to": to} if to else body
