"""Access to a sheet: from a token to the sheet it opens, and what it allows."""

import hmac
import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from cachetools import LRUCache

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.service.errors import (
    GameOver,
    SeatingChanged,
    SheetClosed,
    SheetFull,
    SheetRefused,
)
from scorekeeper.sheets.sheet import Sheet, fold, has_room
from scorekeeper.streams.access import Access, StateCache, new_key, no_check
from scorekeeper.streams.base import (
    Grant,
    Head,
    SheetDeleted,
    read_only_token,
    token_from_digest,
)
from scorekeeper.streams.errors import UnknownToken, WriteForbidden
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.events import Event

__all__ = ["Check", "SheetAccess", "SheetRepository", "new_key", "no_check", "require_room"]

EVENING_EVENTS = 1500
"""Maximum number of events in the games before this one, for the games won to be counted:
some fifty games."""

MAX_TOKENS = 5000
"""Tokens of which the sheet is remembered."""

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


class KnownSheet(NamedTuple):
    """A sheet as far as it is known without a query."""

    id: int
    version: int


class SheetRepository:
    """The sheets of one installation, through their journal and the cache of states.

    :param journal: gives the journal, which is opened when it is first needed.
    :param secret_key: gives the key that derives tokens.
    """

    def __init__(
        self,
        journal: Callable[[], EventStore],
        secret_key: Callable[[], bytes],
        cache: StateCache | None = None,
    ) -> None:
        self._journal = journal
        self._secret_key = secret_key
        self.cache = cache or StateCache()
        self._opened: LRUCache[str, KnownSheet] = LRUCache(MAX_TOKENS)
        self._lock = threading.Lock()

    @property
    def journal(self) -> EventStore:
        """The journal of this installation."""
        return self._journal()

    def grant(self, token: str) -> Grant | None:
        """Return the sheet that this token opens, and its head, in one query."""
        grant = self.journal.grant(token) if is_of_sheet(token) else None
        if grant:
            with self._lock:
                self._opened[token] = KnownSheet(grant.sheet_id, grant.head.seq)
        return grant

    def known_sheet(self, token: str) -> KnownSheet | None:
        """Return the sheet that this token opened last, without a query."""
        with self._lock:
            known: KnownSheet | None = self._opened.get(token)
        return known

    def access(self, token: str) -> "SheetAccess":
        """Return the access that this token gives.

        :raises UnknownToken: if it opens nothing, or no sheet.
        """
        grant = self.grant(token)
        if grant is None:
            raise UnknownToken
        return SheetAccess(self, token, grant.sheet_id, grant.may_write, grant.head)

    def accesses(self, tokens: Sequence[str]) -> "dict[str, SheetAccess]":
        """Return the accesses that these tokens give, at once; unknown ones are missing."""
        return {
            token: SheetAccess(self, token, grant.sheet_id, grant.may_write, grant.head)
            for token, grant in self.journal.grants(tokens).items()
        }

    def is_known(self, token: str) -> bool:
        """Return True if this token opens a sheet."""
        return self.journal.grant(token) is not None

    def sheet(self, sheet_id: int) -> Sheet:
        """Return the sheet of this id as it stands.

        :raises SheetDeleted: if it was deleted.
        """
        return self.cache.state(sheet_id, None, self.journal, fold)

    def outline(self, sheet_id: int) -> Sheet:
        """Return the sheet of this id without its hands and penalties.

        :raises SheetDeleted: if it was deleted.
        """
        events = self.journal.outline(sheet_id)
        if not events:
            raise SheetDeleted(sheet_id)
        return fold(events)

    def outlined(self, tokens: Sequence[str]) -> "list[SheetAccess]":
        """Return the accesses that these tokens give, each with its outline, in one query;
        those that open nothing, or a damaged sheet, are left out."""
        found, accesses = self.journal.outlines(list(filter(is_of_sheet, tokens))), []
        for token in tokens:
            if token in found:
                grant, events = found[token]
                access = SheetAccess(self, token, grant.sheet_id, grant.may_write, grant.head)
                access.outline = fold(events)
                accesses.append(access)
        return accesses

    def revanche_token(self, sheet_id: int) -> str:
        """Return the token that writes the next game of the players of this sheet, open or
        not."""
        return self.derived_token(f"revanche {sheet_id}")

    @property
    def secret_key(self) -> bytes:
        """The key that derives tokens."""
        return self._secret_key()

    def derived_token(self, purpose: str) -> str:
        """Return the token that this installation derives from a text: the same for the same
        text, and a secret to whoever has not its key."""
        return token_from_digest(hmac.digest(self.secret_key, purpose.encode(), "sha256"))


class SheetAccess(Access[Sheet]):
    """One sheet as one token opens it, for the duration of one request.

    :param head: the last event of the sheet when its token was looked up.
    """

    def __init__(
        self,
        repository: SheetRepository,
        token: str,
        sheet_id: int,
        may_write: bool,
        head: Head | None = None,
    ) -> None:
        super().__init__(repository, token, sheet_id, head)
        self.repository: SheetRepository = repository
        self.may_write = may_write

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
        return self.repository.derived_token(f"code {self.sheet_id}")

    @property
    def version(self) -> int:
        """The ``seq`` of the last event of the sheet, without folding it."""
        return self.head.seq if self.head else self.sheet.version

    @property
    def etag(self) -> str:
        """The ETag of the pages of the sheet, without folding it."""
        return self.head.etag if self.head else self.sheet.etag

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
        if not self.sheet.state.end.over or not self.repository.is_known(self.revanche_token):
            return None
        return self.revanche_token if self.may_write else read_only_token(self.revanche_token)

    def require_write(self) -> None:
        """Nothing, if this token may write.

        :raises WriteForbidden: if it may only read.
        """
        if not self.may_write:
            raise WriteForbidden

    @property
    def is_open(self) -> bool:
        """True if the token still opens the sheet."""
        return self.repository.is_known(self.token)

    def sheet_at(self, version: int) -> Sheet:
        """Return the sheet after its event of this version, which must exist."""
        return self.state_at(version)

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

    def _fold(self, events: Sequence[Event]) -> Sheet:
        return fold(events)

    def _require_may_record(self, kind: str) -> None:
        self.require_write()

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

    def _require_same(self, first: Sheet, kind: str, newer: list[Event]) -> None:
        """Refuse an event that was made for other seats or for a sheet that a backup has
        replaced, or would write a name back that was replaced or erased meanwhile."""
        is_renamed = kind == "seated" and self.sheet.columns_since != first.columns_since
        is_lost = self.holds(first.etag) is None
        if is_lost or is_renamed or self.sheet.seating_version != first.seating_version:
            raise SeatingChanged(newer)

    def _take(self, before: Sheet, after: Sheet, appended: Head) -> None:
        self.state = after._replace(hash=appended.hash)
        self._states.put(self.stream, self.state, before, before)

    @property
    def games_won(self) -> tuple[int, ...]:
        """Games of the evening that each column has won, this one included; empty if the
        games before have more than :data:`EVENING_EVENTS`."""
        games = self._games()
        if games is None:
            return ()
        columns = self.sheet.columns
        winners = [_winner_among(columns, sheet) for sheet in games]
        return tuple(winners.count(column) for column in range(len(columns)))

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
            except SheetDeleted:
                break
        return games


def require_room(sheet: Sheet, kind: str) -> None:
    """Refuse an event that the sheet has no room for.

    :raises SheetFull: if it has none.
    """
    if not has_room(sheet, kind):
        raise SheetFull


def require_own(sheet: Sheet) -> None:
    """Refuse what the players of a sheet decide, where it is that of a table in a tournament.

    :raises SheetRefused: if it is.
    """
    if sheet.table_of:
        raise SheetRefused(msg("Dans un tournoi, cela se demande à la table de marque."))


def _winner_among(columns: tuple[str, ...], sheet: Sheet) -> int | None:
    """Return the winner of a sheet as one of these columns: a team by seats, a player by
    name."""
    winner = sheet.state.end.winner
    if winner is None or sheet.game.teams:
        return winner
    name = sheet.columns[winner]
    return columns.index(name) if name in columns else None


def is_of_sheet(token: str) -> bool:
    """Return false for a token as a journal knows those of circles: ``circle/…``."""
    return "/" not in token
