"""A kind of stream as data: what folds it, its roles, and what each of them may do."""

import re
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from scorekeeper.streams.events import Event

S = TypeVar("S")

Fold = Callable[[Sequence[Event]], S]
"""Folds all events of a stream."""


class Rights(NamedTuple):
    """The rights of the tokens of one role."""

    roles: Collection[Any]
    """The roles whose pages they open: their own, and those that they include."""
    records: Container[str] | None = frozenset()
    """The kinds of event that they record; all without."""


@dataclass(frozen=True)
class Kind(Generic[S]):
    """A kind of stream, as data: sheets, circles, tournaments."""

    name: str
    """The plural noun in its addresses: ``/sheets/<token>``."""
    fold: Fold[S]
    role_of: Callable[[str, bool], Any]
    """Returns the role of a token that opens such a stream, from the token and whether the
    journal lets it write."""
    rights: Mapping[Any, Rights]
    """What each role may do."""
    prefix: str = ""
    """Stands before its tokens in a journal, so that they open no stream of another kind."""
    texts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Where players write in the bodies of its events, by their kind, as ``note`` or
    ``options.place``: what an erasure searches for names. Names themselves are in none."""
    polls: re.Pattern[str] = re.compile("(?!)")
    """What follows the token in the addresses of polls that ask with the ETag of the stream;
    nothing where none does."""

    def having(self, *roles: Any) -> frozenset[Any]:
        """Return the roles that open the pages of one of these."""
        rights = self.rights.items()
        return frozenset(role for role, one in rights if not {*roles}.isdisjoint(one.roles))
