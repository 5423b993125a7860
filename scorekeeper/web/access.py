"""The door: from the token in an address to the sheet it opens, and what it allows."""

import hmac
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import abort, current_app, request, session
from werkzeug.exceptions import Conflict, NotFound

from scorekeeper.caching.sheet_cache import SheetCache
from scorekeeper.formats import night_document
from scorekeeper.formats.examples import fft_match
from scorekeeper.rules.hand import HandError
from scorekeeper.sheets.events import Event
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet, fold
from scorekeeper.storage.installation import Installation
from scorekeeper.storage.sqlite import (
    SheetDeleted,
    SqliteJournal,
    VersionConflict,
    Written,
    as_read,
    token_from_digest,
)

EXAMPLE = "exemple"
"""The token of the sheet that anybody may look at: the federation's printed one."""

SHOWN = 40
"""Most rows of a page; those before are one tap away."""

REMEMBERED = 12
"""Most sheets that a device remembers."""


TURNS = {"removed": True, "restored": False}
"""The events that take an entry off the sheet and put it back."""


AFTER = ("reopened", "staked")
"""What may still be written on a sheet that is closed."""


class UnknownToken(NotFound):
    """A token that opens nothing."""


class Rejected(Exception):
    """What the sheet, as it is now, forbids to write."""


@dataclass
class SheetAccess:
    """One open sheet, as the token of this request opens it."""

    token: str
    id: int
    writes: bool

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet as it stands."""
        return sheet_cache().sheet(self.id, storage())

    @property
    def shown(self) -> tuple[Row, ...]:
        """The rows of the page, the latest first: all of them only if they are asked for."""
        rows = self.sheet.rows if "all" in request.args else self.sheet.rows[-SHOWN:]
        return rows[::-1]

    @property
    def games(self) -> tuple[int, ...]:
        """How many games each column has won over the evening, this one included."""
        won = [0] * len(self.sheet.columns)
        sheet: Sheet | None = self.sheet
        while sheet:
            column = self._same_column(sheet)
            if column is not None:
                won[column] += 1
            try:
                sheet = (
                    sheet_cache().sheet(sheet.previous, storage()) if sheet.previous else None
                )
            except SheetDeleted:
                break
        return tuple(won)

    def _same_column(self, sheet: Sheet) -> int | None:
        """The column here of who has won there: a team by its seats, a player by name."""
        winner = sheet.state.end.winner
        if winner is None or sheet.game.teams:
            return winner
        name = sheet.columns[winner]
        return self.sheet.columns.index(name) if name in self.sheet.columns else None

    def events(self) -> list[Event]:
        """The whole journal of this sheet."""
        return [Event(*stored) for stored in storage().events(self.id)]

    def write(
        self,
        kind: str,
        body: Mapping[str, Any],
        key: str = "",
        check: Callable[[Sheet], None] = lambda sheet: None,
    ) -> int:
        """Write one more event; its ``seq``. The same key writes once.

        The event is folded in first, so that nothing is written that cannot be read back.
        Where somebody wrote in between, it is folded onto what he wrote; 409 where the
        table is not the same any more.

        :param check: raises :class:`Refused` where the sheet, as it is when this is
            written, forbids it.
        :raises scorekeeper.storage.KeyReused: if the key wrote another event before.
        """
        key, body = key or new_key(), as_read(body)
        try:
            return self._write(kind, body, key, check)
        except (Conflict, Rejected):
            if not storage().written(self.id, key):
                raise
            return storage().append(self.id, key, kind, body, self.sheet.version).seq

    def _write(
        self, kind: str, body: Mapping[str, Any], key: str, check: Callable[[Sheet], None]
    ) -> int:
        seating_version = self.sheet.seating_version
        while True:
            if kind == "hand" and "before" not in body and self.sheet.won:
                abort(409)
            if self.sheet.closed is not None and kind not in AFTER:
                abort(409)
            if self._already(kind, body):
                return self.sheet.version
            check(self.sheet)
            try:
                after = self.sheet.then(Event(self.sheet.version + 1, kind, body))
                written = storage().append(self.id, key, kind, body, self.sheet.version)
            except VersionConflict:
                sheet_cache().catch_up(self.id, storage())
                del self.sheet
                if self.sheet.seating_version != seating_version:
                    abort(409)
            except HandError:
                abort(409)
            else:
                self._written(after, written)
                return written.seq

    def _written(self, after: Sheet, written: Written) -> None:
        """Remember the sheet with the event that is on disk now."""
        if written.seq == after.version:
            sheet_cache().keep(self.id, after._replace(etag=written.etag), self.sheet)
        else:  # the same form came twice at the same moment
            sheet_cache().catch_up(self.id, storage())
        del self.sheet

    def _already(self, kind: str, body: Mapping[str, Any]) -> bool:
        """Whether somebody has removed this entry already, or put it back."""
        entry = self.sheet.entry(body["entry"]) if kind in TURNS else None
        return entry is not None and entry.removed is TURNS[kind]

    @property
    def up_to_date(self) -> bool:
        """Whether the form sent was shown with the players as they sit now."""
        return request.form.get("arranged") in (None, str(self.sheet.seating_version))


class Example(SheetAccess):
    """The example: read by everybody, written by nobody, kept in no database."""

    def __init__(self) -> None:
        super().__init__(EXAMPLE, 0, writes=False)

    @cached_property
    def sheet(self) -> Sheet:
        """The federation's printed match sheet."""
        return fold(self.events())

    def events(self) -> list[Event]:
        """The journal that its night document tells."""
        return night_document.read(fft_match())


def storage() -> SqliteJournal:
    """The database of this installation."""
    instance: Installation = current_app.extensions["instance"]
    return instance.storage


def sheet_cache() -> SheetCache:
    """What this program remembers."""
    device_sheets: SheetCache = current_app.extensions["memory"]
    return device_sheets


def reading(token: str) -> SheetAccess:
    """The sheet this token opens; 404 where it opens none."""
    if token == EXAMPLE:
        return Example()
    access = sheet_cache().access(token, storage())
    if access is None:
        raise UnknownToken
    access = SheetAccess(token, access.sheet, access.writes)
    if access.writes:
        remember_sheet(token)
    return access


def writing(token: str) -> SheetAccess:
    """The sheet this token may write; 404 where it may not."""
    access = reading(token)
    if not access.writes:
        abort(404)
    return access


def remember_sheet(token: str) -> None:
    """Keep this sheet among those of the device, the latest first."""
    tokens = session.get("sheets", [])
    if tokens[:1] != [token]:
        others = [other for other in tokens if other != token]
        session["sheets"] = [token, *others][:REMEMBERED]
        session.permanent = True


def forget_sheet(token: str) -> None:
    """Take this sheet off those of the device; the sheet itself stays."""
    session["sheets"] = [other for other in session.get("sheets", []) if other != token]


def device_sheets() -> list[SheetAccess]:
    """The sheets of this device, the latest first."""
    accesses = []
    for token in session.get("sheets", []):
        access = sheet_cache().access(token, storage())
        if access:
            accesses.append(SheetAccess(token, access.sheet, access.writes))
    return accesses


def known_names() -> list[str]:
    """The players of this device's sheets, those of the latest first."""
    names = [name for access in device_sheets() for name in access.sheet.names]
    return list(dict.fromkeys(names))


def new_key() -> str:
    """A key for one event that a form may send more than once."""
    return secrets.token_hex(16)


def derived_token(key: str) -> str:
    """The token that this installation makes from a key: the same for the same key."""
    secret = current_app.secret_key
    assert isinstance(secret, bytes)
    return token_from_digest(hmac.digest(secret, key.encode(), "sha256"))


def posted_key() -> str:
    """The key that was born with the form sent."""
    key = request.form.get("key", "")
    return key if re.fullmatch("[0-9a-f]{32}", key) else new_key()
