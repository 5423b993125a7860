"""The streams of one kind in an installation: by token, by id, several at once."""

import hmac
from collections.abc import Callable, Collection, Sequence
from typing import Any, Generic, TypeVar

from scorekeeper.streams.access import Access, StateCache
from scorekeeper.streams.base import Grant, token_from_digest
from scorekeeper.streams.errors import UnknownToken
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.events import Event
from scorekeeper.streams.kind import Kind

A = TypeVar("A", bound=Access[Any])


class Repository(Generic[A]):
    """The streams of one kind in one installation, through their journal, opened when it is
    first needed, and the cache of states; the secret key derives tokens."""

    opens: type[A]
    """The access that a token gives."""

    def __init__(
        self,
        journal: Callable[[], EventStore],
        secret_key: Callable[[], bytes],
        cache: StateCache | None = None,
    ) -> None:
        self._journal = journal
        self._secret_key = secret_key
        self.cache = cache or StateCache()

    @property
    def kind(self) -> Kind[Any]:
        """The kind of these streams."""
        return self.opens.kind

    @property
    def journal(self) -> EventStore:
        """The journal of this installation."""
        return self._journal()

    @property
    def secret_key(self) -> bytes:
        """The key that derives tokens."""
        return self._secret_key()

    def derived_token(self, purpose: str) -> str:
        """Return the token that this installation derives from a text: the same for the same
        text, and a secret to whoever has not its key."""
        return token_from_digest(hmac.digest(self.secret_key, purpose.encode(), "sha256"))

    def grant(self, token: str) -> Grant | None:
        """Return the stream that this token opens, and its head, in one query; nothing if it
        opens none of this kind."""
        return self.journal.grant(self.kind.prefix + token) if "/" not in token else None

    def is_known(self, token: str) -> bool:
        """Return True if this token opens a stream of this kind."""
        return self.grant(token) is not None

    def is_current(self, token: str, etag: str) -> bool:
        """Return True if what everybody sees of the stream of this token stands at this ETag,
        as far as one query says."""
        grant = self.grant(token)
        return grant is not None and grant.head.etag == etag

    def access(self, token: str, seen_by: Collection[Any] = ()) -> A:
        """Return the access that this token gives, to see what is not published in these
        roles. Raise UnknownToken if it opens nothing, or no stream of this kind."""
        grant = self.grant(token)
        if grant is None:
            raise UnknownToken
        return self._access(token, grant, seen_by)

    def accesses(self, tokens: Sequence[str], seen_by: Collection[Any] = ()) -> dict[str, A]:
        """Return the accesses that these tokens give, at once; unknown ones are missing."""
        known = {self.kind.prefix + token: token for token in tokens if "/" not in token}
        found = self.journal.grants(list(known)).items()
        return {
            known[name]: self._access(known[name], grant, seen_by) for name, grant in found
        }

    def outlined(self, tokens: Sequence[str]) -> list[A]:
        """Return the accesses that these tokens give, each with its outline, in one query;
        those that open nothing, or a damaged stream, are left out."""
        known = {token: self.kind.prefix + token for token in tokens if "/" not in token}
        found, accesses = self.journal.outlines(list(known.values())), list[A]()
        for token, name in known.items():
            if name in found:
                grant, events = found[name]
                accesses.append(self._access(token, grant))
                self._set_outline(accesses[-1], events)
        return accesses

    def state(self, stream: int) -> Any:
        """Return the state of the stream of this id now. Raise StreamDeleted without it."""
        return self.cache.state(stream, None, self.journal, self.kind.fold)

    def _access(self, token: str, grant: Grant, seen_by: Collection[Any] = ()) -> A:
        role = self.kind.role_of(token, grant.may_write)
        access = self.opens(self, token, grant.sheet_id, role, grant.head)
        access.seen_by = seen_by
        return access

    def _set_outline(self, access: A, events: Sequence[Event]) -> None:
        access.__dict__["outline"] = self.kind.fold(events)
