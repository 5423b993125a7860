"""Streams: what sheets, circles and tournaments share, each a journal of events that folds
into a state.

Freshness has one rule: each request asks for the head of its stream, in the query that looks
up its token, and a cached state is brought up to that head by the events after it. Nothing is
trusted for a time, so that several processes need nothing else to agree
(``tests/sheets/web/test_round_trips.py``, ``tests/sheets/web/caching/test_states.py``).

One loop records (:meth:`Access.record`). Nothing is stored that cannot be folded, and the
same key stores once, whatever has happened since
(``tests/sheets/service/test_service_recording.py``).
"""

import secrets
import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from cachetools import LRUCache

from scorekeeper.rules.answers import HandError
from scorekeeper.streams.base import (
    DatabaseStopped,
    Head,
    KeyReused,
    StaleHead,
    StreamDeleted,
)
from scorekeeper.streams.chain import REDACTED, as_read
from scorekeeper.streams.errors import (
    ServiceError,
    UnknownToken,
    VersionConflict,
    WriteForbidden,
)
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.events import Body, Event, seq_of_etag
from scorekeeper.streams.kind import Fold, Kind

MAX_EVENTS = 8000
"""Events of all cached states together, some ten megabytes: a club's hundred tables with
sixty hands each, and their circle. Folding a sheet of forty hands again takes 2 ms."""


class StreamState(Protocol):
    """A stream after some of its events; immutable."""

    @property
    def version(self) -> int:
        """The ``seq`` of the last event."""

    @property
    def hash(self) -> bytes:
        """The chained hash of the last event."""

    @property
    def etag(self) -> str:
        """The text form of its head: see :func:`scorekeeper.streams.events.etag_of`."""

    @property
    def names(self) -> Sequence[str]:
        """The names that are kept beside the chain, by number."""

    def apply(self, event: Event) -> Self:
        """Return the state after one more event."""


S = TypeVar("S", bound=StreamState)
T = TypeVar("T")


class Cached(NamedTuple):
    """A state, and the one before its last event where that is known."""

    state: Any
    previous: Any = None


class StateCache:
    """States by the ids of their streams, the least recently used first to leave.

    :param max_events: events of all cached states together; one state always fits.
    """

    def __init__(self, max_events: int = MAX_EVENTS) -> None:
        self._states: LRUCache[int, Cached] = LRUCache(
            max_events, lambda cached: min(max_events, cached.state.version)
        )
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Return the number of cached states."""
        return len(self._states)

    def cached(self, stream: int) -> Any:
        """Return the state as it is cached, if it is; it may have newer events."""
        with self._lock:
            cached: Cached | None = self._states.get(stream)
        return cached.state if cached else None

    def previous(self, stream: int, version: int) -> Any:
        """Return the state before its event of this version, if that is cached."""
        with self._lock:
            cached: Cached | None = self._states.get(stream)
        return cached.previous if cached and cached.state.version == version else None

    def put(
        self,
        stream: int,
        state: StreamState,
        previous: StreamState | None,
        known: StreamState | None,
    ) -> None:
        """Cache a state, unless a later one has been cached meanwhile.

        :param previous: the state before its last event, where that is at hand.
        :param known: the state that it replaces.
        """
        with self._lock:
            cached: Cached | None = self._states.get(stream)
            is_late = cached is not None and cached.state.version > state.version
            if cached is None or cached.state is known or not is_late:
                self._states[stream] = Cached(state, previous)

    def invalidate(self, stream: int) -> None:
        """Drop the state of a stream."""
        with self._lock:
            self._states.pop(stream, None)

    def state(self, stream: int, head: Head | None, journal: EventStore, fold: Fold[S]) -> S:
        """Return the state of a stream.

        :param head: the last event, where the journal has just been asked for it.
        :raises StreamDeleted: if there is no such stream.
        """
        known: S | None = self.cached(stream)
        if known is not None and head is not None and known.hash == head.hash:
            return known
        try:
            return self.refresh(stream, known, journal, fold)
        except DatabaseStopped:  # nothing is written any more: what was read before is shown
            if known is None:
                raise
            return known

    def refresh(self, stream: int, known: S | None, journal: EventStore, fold: Fold[S]) -> S:
        """Bring a state up to the head of its stream; return it.

        :param known: a state of the stream; without one all events are folded.
        :raises StreamDeleted: if there is no such stream.
        """
        if known is not None:
            with suppress(StaleHead):  # deleted, or restored from a backup
                newer = journal.events(stream, known.version, known.hash)
                if all(event.kind != REDACTED for event in newer):
                    return self._advance(stream, known, newer)
        events = journal.events(stream)
        if not events:
            self.invalidate(stream)
            raise StreamDeleted(stream)
        state = fold(events)
        self.put(stream, state, None, known)
        return state

    def _advance(self, stream: int, state: S, events: Sequence[Event]) -> S:
        known, previous = state, self.previous(stream, state.version)
        for event in events:
            previous, state = state, state.apply(event)
            if event.kind == "renamed":
                previous = None  # it has the name that was replaced
        self.put(stream, state, previous, known)
        return state


class Access(Generic[S]):
    """One stream as one token opens it, for the duration of one request.

    :param repository: has the journal and the cache of states.
    :param role: of the token, one of those of its kind of stream.
    :param head: the last event of the stream when its token was looked up.
    """

    kind: ClassVar[Kind[Any]]

    seen_by: Collection[Any] = ()
    """The roles that see what is not published; those that the view names."""

    def __init__(
        self, repository: Any, token: str, stream: int, role: Any, head: Head | None = None
    ) -> None:
        self.repository = repository
        self.cache: StateCache = repository.cache
        self.token = token
        self.stream = stream
        self.role = role
        self.head = head
        self.recorded: Event | None = None
        """The event that was recorded last through this access."""

    def may(self, *roles: Any) -> bool:
        """Return True if the token has one of these roles, or a role that includes one."""
        return not {*roles}.isdisjoint(self.kind.rights[self.role].roles)

    def require(self, *roles: Any) -> None:
        """Raise WriteForbidden unless the token has one of these roles, or one that includes
        it."""
        if not self.may(*roles):
            raise WriteForbidden

    def _require_may_record(self, kind: str) -> None:
        records = self.kind.rights[self.role].records
        if records is not None and kind not in records:
            raise WriteForbidden

    # What a kind of stream decides

    def _is_done(self, state: S, kind: str, body: Any) -> bool:
        """Return True if somebody has done already what the event says.

        :raises ServiceError: if the state does not take such an event.
        """
        return False

    def _require_room(self, before: S, after: S, kind: str) -> None:
        """:raises ServiceError: if the stream has no room for the event between these."""

    def _require_same(self, first: S, kind: str) -> None:
        """Refuse an event that no longer fits, since others wrote or the database was
        restored from a backup: the entry that is meant may be lost, or be another one.

        :param first: the state that the caller saw.
        :raises VersionConflict: if so.
        """
        if self.holds(first.etag) is None:
            raise VersionConflict

    # What all share

    @property
    def is_open(self) -> bool:
        """True if the token still opens the stream."""
        known: bool = self.repository.is_known(self.token)
        return known

    @property
    def etag(self) -> str:
        """The ETag of the pages of the stream, without folding it."""
        return self.head.etag if self.head else self.state.etag

    @cached_property
    def state(self) -> S:
        """The state as it stood when the token was looked up; see :meth:`refresh`."""
        fold: Fold[S] = self.kind.fold
        return self.cache.state(self.stream, self.head, self._journal, fold)

    @property
    def _journal(self) -> EventStore:
        journal: EventStore = self.repository.journal
        return journal

    def refresh(self) -> S:
        """Bring the state up to the head of the stream; return it.

        :raises StreamDeleted: if the stream was deleted.
        """
        seen: S | None = self.__dict__.get("state") or self.cache.cached(self.stream)
        fold: Fold[S] = self.kind.fold
        state = self.cache.refresh(self.stream, seen, self._journal, fold)
        self._set(state)
        return state

    def _set(self, state: S) -> None:
        self.state, self.head = state, Head(state.version, state.hash)

    def events(self, after: int = 0) -> list[Event]:
        """Return the events of the stream after the one of this ``seq``."""
        return self._journal.events(self.stream, after)

    def event(self, seq: int) -> Event:
        """Return the event of this ``seq``, which must exist.

        :raises StreamDeleted: if the stream was deleted meanwhile.
        """
        if self.recorded and self.recorded.seq == seq:
            return self.recorded
        events = self.events(after=seq - 1)
        if not events:
            raise StreamDeleted(self.stream)
        return events[0]

    def state_at(self, version: int) -> S:
        """Return the state after its event of this version, which must exist.

        :raises StreamDeleted: if the stream was deleted meanwhile.
        """
        if version == self.state.version:
            return self.state
        previous: S | None = self.cache.previous(self.stream, version + 1)
        if previous:
            return previous
        events = self.events()[:version]
        if not events:
            raise StreamDeleted(self.stream)
        state: S = self.kind.fold(events)
        return state

    def holds(self, head: str) -> int | None:
        """Return the ``seq`` of an event named by its head; nothing if this stream never had
        that event, as after a restored backup.

        :param head: an ETag.
        """
        state, seq = self.state, seq_of_etag(head)
        if seq is None or seq > state.version:
            return None
        last: S | None = self.cache.previous(self.stream, state.version)
        if head == state.etag or (last and head == last.etag):
            return seq
        return seq if [event.etag for event in self.events(seq - 1)[:1]] == [head] else None

    def record(
        self,
        kind: str,
        body: Body | Callable[..., Body | None],
        *arguments: Any,
        key: str = "",
        check: Callable[[S], None] | None = None,
        apply: Callable[[S, Event], S] | None = None,
    ) -> int:
        """Append one event; return its ``seq``. Where somebody wrote in between, it is
        decided and folded again onto that, as far as it fits.

        :param body: what the event says, or the decision of it: a pure function of the state
            right before each attempt and of the arguments, which raises a
            :class:`ServiceError` where that state does not take the event, and returns None
            where nothing is left to do: then no event is stored.
        :param key: the idempotency key; an event of its own without one.
        :param check: called with the state right before each attempt; raises a
            :class:`ServiceError` where that must not take the event.
        :param apply: applies the event to the state, where the caller has begun to.
        :raises WriteForbidden: if this access may not record it.
        :raises UnknownToken: if its token was replaced meanwhile.
        :raises ServiceError: if the stream is full, closed, over, or does not take it.
        :raises VersionConflict: if the state as it is now cannot take the event.
        :raises KeyReused: if the key stored another event.
        """
        self._require_may_record(kind)
        key = key or new_key()
        decided = (lambda state: body(state, *arguments)) if callable(body) else body
        try:
            return self._retry(
                kind,
                lambda state: self._append(state, kind, decided, key, check, apply),
            )
        except (ServiceError, KeyReused):
            earlier = self.recorded_before(kind, decided, key)
            if earlier is None:
                raise
            self.refresh()
            return earlier

    def rename(
        self,
        number: int,
        name: str,
        *,
        key: str = "",
        check: Callable[[S], None] | None = None,
    ) -> None:
        """Replace a name, which leaves the database with that. Where somebody wrote in
        between, it is checked and tried again onto that.

        :param number: of the name; 0 for the title.
        :param name: cleaned; empty to erase the name.
        :param check: called with the state right before each attempt.
        :raises WriteForbidden: if this access may not rename.
        :raises UnknownToken: if its token was replaced meanwhile.
        :raises KeyReused: if the key stored another event.
        """
        self._require_may_record("renamed")
        key = key or new_key()

        def attempt(state: S) -> None:
            if not 0 <= number < len(state.names):
                raise ValueError(number)
            if check:
                check(state)
            head = Head(state.version, state.hash)
            self._journal.rename(self.stream, key, number, name, head)

        self._retry("renamed", attempt)
        self.refresh()

    def recorded_before(
        self, kind: str, body: Body | Callable[..., Body | None], key: str
    ) -> int | None:
        """Return the ``seq`` of this event if its idempotency key has recorded it already.

        :param body: what the event says, or its decision for the state before it.
        :raises KeyReused: if the key stored another event; names are not compared.
        """
        seq = self._journal.seq_of_key(self.stream, key) if key else None
        if seq is None:
            return None
        said = body(self.state_at(seq - 1)) if callable(body) else body
        if said is None:
            raise KeyReused(key)
        self._journal.append(self.stream, key, kind, said, self.state.version)
        return seq

    def _retry(self, kind: str, attempt: Callable[[S], T]) -> T:
        """Attempt to write onto the state, and again onto newer ones where somebody wrote in
        between."""
        first = self.state
        while True:
            try:
                return attempt(self.state)
            except StaleHead:
                self.refresh()
                if not self.is_open:
                    raise UnknownToken from None
                self._require_same(first, kind)

    def _append(
        self,
        state: S,
        kind: str,
        body: Body | Callable[[S], Body | None],
        key: str,
        check: Callable[[S], None] | None,
        apply: Callable[[S, Event], S] | None,
    ) -> int:
        if self._is_done(state, kind, body):
            return state.version
        if check:
            check(state)
        said = body(state) if callable(body) else body
        if said is None:
            return state.version
        last = Head(state.version, state.hash)
        stored, change = self._journal.prepared(last, key, kind, said)
        event = as_read(stored, said.get("names", ()))
        try:
            after = apply(state, event) if apply else state.apply(event)
        except HandError:
            raise VersionConflict from None
        self._require_room(state, after, kind)
        appended = self._journal.store(self.stream, last, stored, change)
        if appended.hash == event.hash:
            self.recorded = event
            self.cache.put(self.stream, after, state, state)
            self._set(after)
        else:  # the same form was posted twice at the same moment
            self.refresh()
        return appended.seq


def new_key() -> str:
    """Return an idempotency key for one event."""
    return secrets.token_hex(16)
