"""Opening, closing and deleting sheets; the stake; the tokens."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from scorekeeper.rules.answers import HandError
from scorekeeper.rules.game import Game
from scorekeeper.sheets.names import TITLE_LENGTH, clean
from scorekeeper.sheets.service.access import (
    SheetAccess,
    SheetRepository,
    new_key,
    require_own,
    require_room,
)
from scorekeeper.sheets.service.errors import GameNotOver, InvalidAnswers, SheetFull
from scorekeeper.sheets.service.seating import Seating, seating_errors, seating_of
from scorekeeper.sheets.sheet import MAX_STAKE, STAKE_UNITS, Sheet
from scorekeeper.streams.base import DatabaseBusy
from scorekeeper.streams.errors import VersionConflict
from scorekeeper.streams.events import TableOf

ABOUT_OTHERS = ("revanche_opened", "revanche_removed", "timed", "noted")
"""The kinds of event about the next game, or the clock or the slip of a tournament's table,
which change nothing of this game."""


def open_sheet(
    repository: SheetRepository,
    game: Game,
    options: Mapping[str, Any],
    seating: Seating,
    *,
    title: str = "",
    date: str = "",
    key: str = "",
    token: str = "",
    table_of: TableOf | None = None,
) -> str:
    """Open a new sheet; the token that may write it.

    :param options: those that differ from the rule book's own.
    :param date: ISO 8601, or empty.
    :param key: the idempotency key: the same key opens one sheet.
    :param token: that of the table of a tournament, for ``table_of``; derived from the key
        without.
    :raises InvalidAnswers: if the seating or an option is impossible.
    """
    errors = [HandError("seats", error) for error in seating_errors(game, seating)]
    if errors:
        raise InvalidAnswers(errors)
    try:
        chosen = game.read_options(options)
    except HandError as error:
        raise InvalidAnswers([error]) from None
    body: dict[str, Any] = {
        "game": game.name,
        "title": clean(title, TITLE_LENGTH),
        "date": date,
        "options": chosen,
        **seating.body(game),
    }
    if table_of:
        body["table_of"] = list(table_of)
    token = token or repository.derived_token(key or new_key())
    return repository.journal.open_stream([("opened", body)], token)


def open_revanche(access: SheetAccess) -> str:
    """Open the next game of the same players by the same rules, once for all phones; the
    token that may write it.

    :raises GameNotOver: if nobody has won yet, and the sheet is open.
    :raises Refused: if it is the sheet of a table in a tournament.
    """
    access.require_write()
    sheet = access.sheet
    require_own(sheet)
    if sheet.ended is None and sheet.closed is None:
        raise GameNotOver
    body = {
        "game": sheet.game.name,
        "played": sheet.played,
        "title": sheet.title,
        "date": sheet.date,
        "options": dict(sheet.options),
        **seating_of(sheet).body(sheet.game),
        "previous": access.sheet_id,
        "part": sheet.part + 1,
    }
    journal = access.repository.journal
    token = journal.open_stream([("opened", body)], access.revanche_token)
    opened = journal.grant(token)
    key = f"revanche-{opened.sheet_id:x}" if opened else ""
    with suppress(SheetFull):  # the other phones find the next game when they look again
        access.record("revanche_opened", {}, key=key)
    return token


def close_sheet(access: SheetAccess, seen: int, *, key: str = "") -> int | None:
    """Close a sheet with its totals.

    :param seen: the version of the sheet whose totals the caller saw.
    :returns: the ``seq`` of the event; nothing if the sheet is closed already.
    :raises VersionConflict: if somebody wrote since; a *revanche* may have been opened.
    """

    def check(sheet: Sheet) -> None:
        if any(event.kind not in ABOUT_OTHERS for event in access.events(after=seen)):
            raise VersionConflict

    if access.sheet.closed is not None:
        return None
    totals = list(access.sheet.state.standing)
    return access.record("closed", {"totals": totals}, key=key, check=check)


def reopen_sheet(access: SheetAccess, *, key: str = "") -> int | None:
    """Open a closed sheet again.

    :returns: the ``seq`` of the event; nothing if the sheet is open.
    """
    if access.sheet.closed is None:
        return None
    return access.record("reopened", {}, key=key)


def set_stake(access: SheetAccess, cents: int, per: int, *, key: str = "") -> int | None:
    """Record what the points are worth: so many cents for so many points.

    :param cents: 0 to 100 000; 0 to play without money.
    :param per: one of :data:`STAKE_UNITS`.
    :returns: the ``seq`` of the event; nothing if that is the stake already.
    :raises ValueError: if a number is out of bounds.
    """
    if per not in STAKE_UNITS or not 0 <= cents <= MAX_STAKE:
        raise ValueError((cents, per))
    if access.sheet.stake == ((cents, per) if cents else None):
        return None
    return access.record("staked", {"cents": cents, "per": per}, key=key)


def renew_tokens(repository: SheetRepository, token: str, *, key: str) -> str:
    """Replace both tokens of a sheet; those before open nothing any more.

    :param token: the token that may write.
    :param key: the idempotency key: the same key renews once.
    :returns: the new token that may write.
    :raises UnknownToken: if the token opens nothing, and did not before it was renewed.
    :raises WriteForbidden: if it may only read.
    :raises scorekeeper.streams.base.KeyReused: if the key recorded something else.
    :raises SheetFull: if the sheet has no room for the event.
    :raises Refused: if it is the sheet of a table in a tournament.
    """
    new = repository.derived_token(f"renewed {token} {key}")
    is_known = repository.is_known(new)
    access = repository.access(new if is_known else token)
    access.require_write()
    require_own(access.sheet)
    if not is_known:
        require_room(access.sheet, "renewed")
    tell_previous = access.tell_previous(f"renewed-{key}")
    repository.journal.renew(access.sheet_id, key, new)  # nothing, the second time
    with suppress(DatabaseBusy):  # the new links are worth more than the news
        tell_previous()
    return new


def delete_sheet(access: SheetAccess) -> None:
    """Delete a sheet, its names and its journal, to the last byte of the database.

    :raises Refused: if it is the sheet of a table in a tournament.
    """
    access.require_write()
    require_own(access.outline)
    tell_previous = access.tell_previous(f"deleted-{access.sheet_id:x}")
    access.repository.journal.delete(access.sheet_id)
    access.repository.cache.invalidate(access.sheet_id)
    with suppress(DatabaseBusy):  # the next purge overwrites it too
        access.repository.journal.purge()
    with suppress(DatabaseBusy):
        tell_previous()
