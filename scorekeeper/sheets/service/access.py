"""Access to a sheet: from a token to the sheet it opens, and what it allows."""

import re
from collections.abc import Callable
from enum import Enum
from functools import cached_property
from typing import Any

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.option import EVENT, NAME
from scorekeeper.sheets.service.errors import (
    GameOver,
    SeatingChanged,
    SheetClosed,
    SheetFull,
)
from scorekeeper.sheets.sheet import Sheet, fold, has_room
from scorekeeper.streams.access import Access, new_key
from scorekeeper.streams.base import StreamDeleted, read_only_token
from scorekeeper.streams.errors import Refused
from scorekeeper.streams.kind import Kind, Rights
from scorekeeper.streams.repository import Repository

__all__ = ["Check", "SheetAccess", "SheetRepository", "new_key", "require_room"]

EVENING_EVENTS = 1500
"""Maximum number of events in the games before this one, for the games won to be counted:
some fifty games."""

REMOVED_BY = {"removed": True, "restored": False}
"""The kinds of event that remove an entry and put it back."""

ALLOWED_WHEN_CLOSED = ("reopened", "staked", "revanche_opened", "revanche_removed")
"""The kinds of event that a closed sheet still takes."""

NOT_AT_A_TABLE = ("seated", "penalty", "staked")
"""The kinds of event that the sheet of a table in a tournament does not take: who sits there
and what a fault costs is decided at the desk."""

Check = Callable[[Sheet], None]
"""Raises a :class:`scorekeeper.streams.errors.ServiceError` where the sheet, as it is
now, must not take the event."""


class SheetRole(Enum):
    """The rights of a token of a sheet."""

    READING = "read"
    """To look at the sheet."""
    WRITING = "write"
    """To write on it."""


SHEETS = Kind(
    "sheets",
    fold,
    lambda token, may_write: SheetRole.WRITING if may_write else SheetRole.READING,
    {
        SheetRole.READING: Rights([SheetRole.READING]),
        SheetRole.WRITING: Rights([*SheetRole], None),
    },
    texts={
        "opened": ["title", "note", *(f"options.{name}" for name in (NAME, *EVENT))],
        "hand": ["note"],  # the reason of an annulled deal is a code
        "penalty": ["reason"],
        "annotated": ["note"],
    },
    polls=re.compile("/(tv/)?live"),
)


class SheetAccess(Access[Sheet]):
    """One sheet as one token opens it, for the duration of one request."""

    kind = SHEETS
    repository: "SheetRepository"

    @property
    def may_write(self) -> bool:
        """True if this token may write."""
        return self.role is SheetRole.WRITING

    @property
    def sheet_id(self) -> int:
        """The id of the sheet."""
        return self.stream

    @property
    def sheet(self) -> Sheet:
        """The sheet as it stood when its token was looked up; see :meth:`refresh`."""
        return self.state

    @property
    def read_token(self) -> str:
        """The token of this sheet that may only read."""
        return read_only_token(self.token) if self.may_write else self.token

    @cached_property
    def outline(self) -> Sheet:
        """The title, the rules and the players of the sheet, without its hands: much less
        work than :attr:`sheet`."""
        return self.repository.outline(self.sheet_id)

    @property
    def lasting_code(self) -> str:
        """A name of the sheet that outlasts its tokens and opens nothing: by it a phone knows
        the sheet again once its links are renewed."""
        return self.repository.lasting_code(self.sheet_id)

    @property
    def night(self) -> str:
        """The name of the night on the sheet, by which its copies are known anywhere."""
        return self.repository.night(self.sheet_id, self.outline)

    @property
    def version(self) -> int:
        """The ``seq`` of the last event of the sheet, without folding it."""
        return self.head.seq if self.head else self.sheet.version

    @property
    def revanche_token(self) -> str:
        """The token that writes the next game of the same players, open or not."""
        return self.repository.revanche_token(self.sheet_id)

    @property
    def following(self) -> str | None:
        """The token of the next game, if it is open; it allows what this one allows.

        The event ``revanche_opened`` only tells the pages of the finished game to look: the
        token is the truth, also where the next game was opened before there was that event.
        """
        is_over = self.sheet.state.end.over or self.sheet.closed is not None
        if not is_over or not self.repository.is_known(self.revanche_token):
            return None
        return self.revanche_token if self.may_write else read_only_token(self.revanche_token)

    def require_write(self) -> None:
        """Raise WriteForbidden unless this token may write."""
        self.require(SheetRole.WRITING)

    def tell_previous(self, key: str) -> Callable[[], None]:
        """Return a function that tells the pages of the game before this one that its
        *revanche* is not open any more.

        To be asked for before the sheet is deleted, or its links are renewed.

        :param key: the idempotency key of the event.
        """
        previous = self.outline.previous
        if previous is None:
            return lambda: None
        grant = self.repository.journal.grant(self.repository.revanche_token(previous))
        if grant is None or grant.sheet_id != self.sheet_id:
            return lambda: None
        return lambda: self.repository.journal.tell([previous], "revanche_removed", key)

    def _is_done(self, state: Sheet, kind: str, body: Any) -> bool:
        if kind == "hand" and "before" not in body and state.ended:
            raise GameOver
        if state.closed is not None and kind not in ALLOWED_WHEN_CLOSED:
            raise SheetClosed
        if kind in NOT_AT_A_TABLE:
            require_own(state)
        entry = state.entry(body["entry"]) if kind in REMOVED_BY else None
        is_done = entry is not None and entry.removed is REMOVED_BY[kind]
        if not is_done:
            require_room(state, kind)
        return is_done

    def _require_same(self, first: Sheet, kind: str) -> None:
        """Refuse an event that was made for other seats or for a sheet that a backup has
        replaced, or would write a name back that was replaced or erased meanwhile."""
        is_renamed = kind == "seated" and self.sheet.columns_since != first.columns_since
        is_lost = self.holds(first.etag) is None
        if is_lost or is_renamed or self.sheet.seating_version != first.seating_version:
            raise SeatingChanged

    @property
    def games_won(self) -> tuple[int, ...]:
        """Games of the evening that each column has won, this one included; empty if nobody
        has, or the games before have more than :data:`EVENING_EVENTS`."""
        columns = self.sheet.columns
        winners = [_winner_among(columns, sheet) for sheet in self._games() or ()]
        won = tuple(winners.count(column) for column in range(len(columns)))
        return won if any(won) else ()

    def _games(self) -> list[Sheet] | None:
        """Return the games of the evening that still exist, the latest first; absent if there
        are too many events to fold."""
        games, events = [self.sheet], 0
        while previous := games[-1].previous:
            head = self.repository.journal.heads([previous]).get(previous)
            events += head.seq if head else 0
            if events > EVENING_EVENTS:
                return None
            try:
                games.append(self.repository.sheet(previous))
            except StreamDeleted:
                break
        return games


class SheetRepository(Repository[SheetAccess]):
    """The sheets of one installation."""

    opens = SheetAccess

    def sheet(self, sheet_id: int) -> Sheet:
        """Return the sheet of this id as it stands.

        :raises StreamDeleted: if it was deleted.
        """
        sheet: Sheet = self.state(sheet_id)
        return sheet

    def outline(self, sheet_id: int) -> Sheet:
        """Return the sheet of this id without its hands and penalties.

        :raises StreamDeleted: if it was deleted.
        """
        events = self.journal.outline(sheet_id)
        if not events:
            raise StreamDeleted(sheet_id)
        return fold(events)

    def lasting_code(self, sheet_id: int) -> str:
        """Return the name of a sheet that outlasts its tokens and opens nothing."""
        return self.derived_token(f"code {sheet_id}")

    def night(self, sheet_id: int, outline: Sheet) -> str:
        """Return the name of the night on a sheet, by which its copies are known anywhere."""
        return outline.night or self.lasting_code(sheet_id)

    def revanche_token(self, sheet_id: int) -> str:
        """Return the token that writes the next game of the players of this sheet, open or
        not."""
        return self.derived_token(f"revanche {sheet_id}")


def require_room(sheet: Sheet, kind: str) -> None:
    """Refuse an event that the sheet has no room for.

    :raises SheetFull: if it has none.
    """
    if not has_room(sheet, kind):
        raise SheetFull


def require_own(sheet: Sheet) -> None:
    """Refuse what the players of a sheet decide, where it is that of a table in a tournament.

    :raises Refused: if it is.
    """
    if sheet.table_of:
        raise Refused(msg("Dans un tournoi, cela se demande à la table de marque."))


def _winner_among(columns: tuple[str, ...], sheet: Sheet) -> int | None:
    """Return the winner of a sheet as one of these columns: a team by seats, a player by
    name."""
    winner = sheet.state.end.winner
    if winner is None or sheet.game.teams:
        return winner
    name = sheet.columns[winner]
    return columns.index(name) if name in columns else None
