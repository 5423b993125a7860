"""Access to a sheet: from a token to the sheet it opens, and what it allows."""

import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.caching.sheet_cache import FOLLOWED, SheetCache
from scorekeeper.rules.answers import HandError
from scorekeeper.service.errors import (
    GameOver,
    SeatingChanged,
    ServiceError,
    SheetClosed,
    SheetFull,
    UnknownToken,
    VersionConflict,
    WriteForbidden,
)
from scorekeeper.sheets.events import Body, Event, seq_of_etag
from scorekeeper.sheets.sheet import Sheet, fold, has_room
from scorekeeper.storage.base import (
    Head,
    Journal,
    JournalMoved,
    SheetDeleted,
    as_stored,
    read_only_token,
    token_from_digest,
)

EVENING_EVENTS = 1500
"""Maximum number of events in the games before this one, for the games won to be counted:
some fifty games."""

REMOVED_BY = {"removed": True, "restored": False}
"""The kinds of event that remove an entry and put it back."""

ALLOWED_WHEN_CLOSED = ("reopened", "staked")
"""The kinds of event that a closed sheet still takes."""

Check = Callable[[Sheet], None]
"""Raises a :class:`ServiceError` where the sheet, as it is now, must not take the event."""


def no_check(sheet: Sheet) -> None:
    """Take the event whatever the sheet."""


class SheetRepository:
    """The sheets of one installation, through their journal and the sheet cache.

    :param journal: gives the journal, which is opened when it is first needed.
    :param secret_key: gives the key that derives tokens.
    """

    def __init__(
        self,
        journal: Callable[[], Journal],
        secret_key: Callable[[], bytes],
        cache: SheetCache | None = None,
    ) -> None:
        self._journal = journal
        self._secret_key = secret_key
        self.cache = cache or SheetCache()

    @property
    def journal(self) -> Journal:
        """The journal of this installation."""
        return self._journal()

    def observe(self, wrap: Callable[[Journal], Journal]) -> None:
        """Go to the journal through a wrapper, which counts what is asked of it."""
        journal = self._journal
        self._journal = lambda: wrap(journal())

    def access(self, token: str) -> "SheetAccess":
        """The access that this token gives.

        :raises UnknownToken: if it opens nothing, or no sheet.
        """
        grant = self.cache.grant(token, self.journal) if is_of_sheet(token) else None
        if grant is None:
            raise UnknownToken
        return SheetAccess(self, token, grant.sheet_id, grant.may_write)

    def is_known(self, token: str) -> bool:
        """True if this token opens a sheet."""
        return self.cache.grant(token, self.journal) is not None

    def sheet(self, sheet_id: int) -> Sheet:
        """The sheet of this id as it stands.

        :raises SheetDeleted: if it was deleted.
        """
        return self.cache.sheet(sheet_id, self.journal)

    def outline(self, sheet_id: int) -> Sheet:
        """The sheet of this id without its hands and penalties.

        :raises SheetDeleted: if it was deleted.
        """
        events = self.journal.outline(sheet_id)
        if not events:
            raise SheetDeleted(sheet_id)
        return fold(events)

    def outlined(self, tokens: Sequence[str]) -> "list[SheetAccess]":
        """The accesses that these tokens give, each with its outline, in one query; those that
        open nothing, or a damaged sheet, are left out."""
        found, accesses = self.journal.outlines(list(filter(is_of_sheet, tokens))), []
        for token in tokens:
            if token in found:
                grant, events = found[token]
                access = SheetAccess(self, token, grant.sheet_id, grant.may_write)
                access.outline = fold(events)
                accesses.append(access)
        return accesses

    def revanche_token(self, sheet_id: int) -> str:
        """The token that writes the next game of the players of this sheet, open or not."""
        return self.derived_token(f"revanche {sheet_id}")

    @property
    def secret_key(self) -> bytes:
        """The key that derives tokens."""
        return self._secret_key()

    def derived_token(self, purpose: str) -> str:
        """The token that this installation derives from a text: the same for the same text,
        and a secret to whoever has not its key."""
        return token_from_digest(hmac.digest(self.secret_key, purpose.encode(), "sha256"))


@dataclass
class SheetAccess:
    """One sheet as one token opens it, for the duration of one request."""

    repository: SheetRepository
    token: str
    sheet_id: int
    may_write: bool
    recorded: Event | None = None
    """The event that was recorded last through this access."""

    @property
    def read_token(self) -> str:
        """The token of this sheet that may only read."""
        return read_only_token(self.token) if self.may_write else self.token

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet as it stood when it was first looked at; see :meth:`catch_up`."""
        return self.repository.sheet(self.sheet_id)

    @cached_property
    def outline(self) -> Sheet:
        """The title, the rules and the players of the sheet, without its hands: much less
        work than :attr:`sheet`."""
        return self.repository.outline(self.sheet_id)

    @property
    def version(self) -> int:
        """The ``seq`` of the last event of the sheet, without folding it; 0 if deleted."""
        heads = self.repository.journal.heads([self.sheet_id])
        return heads[self.sheet_id].seq if heads else 0

    @cached_property
    def page_etag(self) -> str:
        """The ETag of the pages of the sheet: also that of a finished game changes once, when
        its *revanche* is opened."""
        if not self.sheet.state.end.over:
            return self.sheet.etag
        repository, token = self.repository, self.revanche_token
        return repository.cache.page_etag(
            self.sheet_id, self.sheet, lambda: repository.is_known(token)
        )

    @property
    def revanche_token(self) -> str:
        """The token that writes the next game of the same players, open or not."""
        return self.repository.revanche_token(self.sheet_id)

    @property
    def following(self) -> str | None:
        """The token of the next game, if it is open as far as :attr:`page_etag` tells; it
        allows what this one allows."""
        if not self.page_etag.endswith(FOLLOWED):
            return None
        return self.revanche_token if self.may_write else read_only_token(self.revanche_token)

    def version_of(self, page_etag: str) -> int | None:
        """The version of the sheet whose pages had this ETag; nothing if none had."""
        etag = page_etag.removesuffix(FOLLOWED)
        seq, sheet = seq_of_etag(etag), self.sheet
        if seq is None or seq > sheet.version:
            return None
        last = self.repository.cache.previous(self.sheet_id, sheet.version)
        if etag in (sheet.etag, last and last.etag):
            return seq
        return seq if [event.etag for event in self.events(seq - 1)[:1]] == [etag] else None

    def holds(self, head: str) -> int | None:
        """Return the ``seq`` of an event named by its head; nothing if this sheet never had
        that event, as after a restored backup.

        :param head: an ETag, or the bare ``seq`` that pages of earlier versions send.
        """
        if head.isascii() and head.isdigit() and len(head) < 8:
            return int(head) if 0 < int(head) <= self.sheet.version else None
        return self.version_of(head)

    def record(self, kind: str, body: Body, *, key: str = "", check: Check = no_check) -> int:
        """Append one event to the sheet; return its ``seq``.

        Where somebody wrote in between, the event is folded onto that, as long as the seating
        is the same. Nothing is stored that cannot be folded, and the same key stores once,
        whatever has happened since (``tests/unit/service/test_service_recording.py``).

        :param key: the idempotency key; an event of its own without one.
        :param check: called with the sheet right before each attempt.
        :raises WriteForbidden: if this access may only read.
        :raises UnknownToken: if its token was replaced meanwhile.
        :raises SheetClosed: if the sheet is closed.
        :raises SheetFull: if the sheet has no room for it.
        :raises GameOver: if a hand is to be added after the game was won.
        :raises SeatingChanged: if the seating changed meanwhile.
        :raises VersionConflict: if the sheet as it is now cannot take the event.
        :raises scorekeeper.storage.base.KeyReused: if the key stored another event.
        """
        self.require_write()
        key, body = key or new_key(), as_stored(body)
        try:
            return self._record(kind, body, key, check)
        except ServiceError:
            earlier = self.recorded_before(kind, body, key)
            if earlier is None:
                raise
            return earlier

    def recorded_before(self, kind: str, body: Body, key: str) -> int | None:
        """Return the ``seq`` of this event if its idempotency key has recorded it already.

        :raises scorekeeper.storage.base.KeyReused: if the key stored another event.
        """
        journal = self.repository.journal
        if not key or journal.seq_of_key(self.sheet_id, key) is None:
            return None
        return journal.append(self.sheet_id, key, kind, body, self.sheet.version).seq

    def _record(self, kind: str, body: Body, key: str, check: Check) -> int:
        seating, names = self.sheet.seating_version, self.sheet.names
        newer = list[Event]()
        while True:
            sheet = self.sheet
            _check_open(sheet, kind, body)
            if _is_done(sheet, kind, body):
                return sheet.version
            require_room(sheet, kind)
            check(sheet)
            try:
                event = Event(sheet.version + 1, kind, body)
                after = sheet.apply(event)
                appended = self.repository.journal.append(
                    self.sheet_id, key, kind, body, sheet.version, sheet.hash
                )
            except HandError:
                raise VersionConflict(newer) from None
            except JournalMoved:
                newer += self.catch_up()
                self.require_grant()
                is_renamed = kind == "seated" and self.sheet.names != names
                if is_renamed or self.sheet.seating_version != seating:
                    raise SeatingChanged(newer) from None
            else:
                self.advance(after, event, appended)
                return appended.seq

    def require_write(self) -> None:
        """Nothing, if this token may write.

        :raises WriteForbidden: if it may only read.
        """
        if not self.may_write:
            raise WriteForbidden

    def require_grant(self) -> None:
        """Nothing, if the token still opens the sheet.

        :raises UnknownToken: if it was replaced.
        """
        if not self.repository.is_known(self.token):
            raise UnknownToken

    def events(self, after: int = 0) -> list[Event]:
        """The journal of this sheet, after the event of this ``seq``."""
        return self.repository.journal.events(self.sheet_id, after)

    def event(self, seq: int) -> Event:
        """The event of this ``seq``, which must exist."""
        if self.recorded and self.recorded.seq == seq:
            return self.recorded
        return self.events(after=seq - 1)[0]

    def sheet_at(self, version: int) -> Sheet:
        """The sheet after its event of this version, which must exist."""
        previous = self.repository.cache.previous(self.sheet_id, version + 1)
        return previous or fold(self.events()[:version])

    def catch_up(self) -> list[Event]:
        """Look at the sheet again; the events that were new.

        :raises SheetDeleted: if it was deleted.
        """
        seen = self.sheet.version
        newer = self.repository.cache.catch_up(self.sheet_id, self.repository.journal)
        self._look_again()
        is_all = bool(newer) and newer[0].seq == seen + 1
        return newer if is_all else self.events(after=seen)

    def look_for(self, page_etag: str = "", seq: int = 0) -> None:
        """Look at the sheet again if the caller has seen a version of it, on another process,
        that is newer than the one that is cached here.

        :param page_etag: an ETag that the sheet, or its pages, had.
        :param seq: an event that the sheet has.
        """
        if not self.repository.journal.is_shared:
            return
        etag, sheet = page_etag.removesuffix(FOLLOWED), self.sheet
        seen = max(seq, seq_of_etag(etag) or 0)
        if seen > sheet.version or (seen == sheet.version and etag not in ("", sheet.etag)):
            self.catch_up()
        if etag != page_etag and self.page_etag == etag:
            self.invalidate_page_etag()

    def advance(self, sheet: Sheet, event: Event, appended: Head) -> None:
        """Look at the sheet with the event that has just been stored.

        :param sheet: the sheet with that event applied.
        """
        if appended.seq == sheet.version:
            self.recorded = event
            stored = sheet._replace(hash=appended.hash)
            repository = self.repository
            repository.cache.put(self.sheet_id, stored, self.sheet, repository.journal)
            self._look_again()
        else:  # the same form was posted twice at the same moment
            self.catch_up()

    def _look_again(self) -> None:
        del self.sheet
        self.__dict__.pop("page_etag", None)

    def invalidate(self) -> None:
        """Drop from the cache the sheet and every token that opens it; the game before it may
        offer another *revanche*.

        A sheet to be deleted must have been looked at before, by :attr:`outline`.
        """
        self.repository.cache.invalidate(self.sheet_id)
        if self.outline.previous:
            self.repository.cache.invalidate_page_etag(self.outline.previous)

    def invalidate_page_etag(self) -> None:
        """Look up again if the *revanche* of this game is open."""
        self.repository.cache.invalidate_page_etag(self.sheet_id)
        self.__dict__.pop("page_etag", None)

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
        """The games of the evening that still exist, the latest first; absent if there are
        too many events to fold."""
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


def _check_open(sheet: Sheet, kind: str, body: Body) -> None:
    if kind == "hand" and "before" not in body and sheet.ended:
        raise GameOver
    if sheet.closed is not None and kind not in ALLOWED_WHEN_CLOSED:
        raise SheetClosed


def require_room(sheet: Sheet, kind: str) -> None:
    """Refuse an event that the sheet has no room for.

    :raises SheetFull: if it has none.
    """
    if not has_room(sheet, kind):
        raise SheetFull


def _is_done(sheet: Sheet, kind: str, body: Body) -> bool:
    """True if the entry has been removed, or restored, by somebody already."""
    entry = sheet.entry(body["entry"]) if kind in REMOVED_BY else None
    return entry is not None and entry.removed is REMOVED_BY[kind]


def _winner_among(columns: tuple[str, ...], sheet: Sheet) -> int | None:
    """The winner of a sheet as one of these columns: a team by seats, a player by name."""
    winner = sheet.state.end.winner
    if winner is None or sheet.game.teams:
        return winner
    name = sheet.columns[winner]
    return columns.index(name) if name in columns else None


def is_of_sheet(token: str) -> bool:
    """False for a token as a journal knows those of circles: ``circle/…``."""
    return "/" not in token


def new_key() -> str:
    """An idempotency key for one event."""
    return secrets.token_hex(16)
