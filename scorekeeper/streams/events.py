"""The events of a sheet's journal: the one class that storage and sheets share.

A journal holds answers and ids, never scores; a database keeps the names apart from the hash
chain (``scorekeeper/streams/chain.py``). Bodies by kind (an *entry* is named by
the ``seq`` of the event that wrote it, players by their number in the order of arrival):

============  ==========================================================================
``opened``    the fields of :class:`Opening`
``hand``      ``answers`` or ``passed``; ``before``: the entry before which it is inserted;
              ``note``; ``mended``: the key of the version that was recorded first
``penalty``   ``player`` (a column), ``points``, ``reason``
``seated``    ``names``, ``seats``, ``active``, ``dealer``
``corrected`` ``entry``, ``body``: the new body of the entry
``annotated`` ``entry``, ``note``: a line about a hand, without ``entry`` about the sheet;
              empty to remove it
``removed``   ``entry``
``restored``  ``entry``
``closed``    ``totals``
``reopened``  nothing
``staked``    ``cents``, ``per``: so many cents for so many points; 0 cents for no stake
``renewed``   nothing
``revanche_opened``, ``revanche_removed``: nothing; the next game of the players was opened,
              or is no longer there
``admitted``  nothing: further tokens open the sheet, those of a circle
``renamed``   ``player``, ``name``: as the player is called now
``erased``    nothing: a circle of the sheet has erased a player, who is not on the sheet
``timed``     nothing: the clock of its round in a tournament has changed
``redacted``  ``events``: the ``seq`` of earlier ones of which a text was removed since
============  ==========================================================================
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple, NotRequired, TypedDict

Body = Mapping[str, Any]
"""The JSON object of an event or an entry, validated before it is recorded."""


class Opening(TypedDict):
    """The body of the event that opens a sheet."""

    game: str
    """The code of the game."""
    title: str
    date: str
    """ISO 8601; empty if unknown."""
    options: Mapping[str, Any]
    """The value of every option of the game."""
    names: list[str]
    """The players in the order of their numbers."""
    seats: list[int]
    """The players at the table, in the order of the deal."""
    active: int
    """The number of players in one hand."""
    dealer: int
    previous: NotRequired[int]
    """The database id of the sheet whose *revanche* this is."""
    note: NotRequired[str]
    """A line about the evening."""
    played: NotRequired[str]
    """The code of the game whose points alone the sheet has."""
    part: NotRequired[int]
    """The number of this game among the games of the evening, from 1."""
    night: NotRequired[str]
    """The name of the night of which the sheet is a copy."""
    table_of: NotRequired[list[int]]
    """The fields of :class:`TableOf`."""


class TableOf(NamedTuple):
    """The place of a sheet in a tournament."""

    tournament: int
    """The database id of the tournament."""
    round: int
    table: int


class Event(NamedTuple):
    """One event of a sheet, as its journal holds it."""

    seq: int
    """Position in the journal of the sheet, from 1 without gaps."""
    kind: str
    """``opened`` or a kind of the table above."""
    body: Body
    at: str = ""
    """Time of recording, ISO 8601 in UTC; shown, never used for order."""
    hash: bytes = b""
    """The chained hash of the event, 32 bytes; empty for an event that is not stored yet."""

    @property
    def etag(self) -> str:
        """The ETag of the sheet after this event: see :func:`etag_of`."""
        return etag_of(self.seq, self.hash)


def utc_now() -> str:
    """Return this moment as a journal writes it: ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def etag_of(seq: int, chained: bytes) -> str:
    """Return the ETag of a sheet whose last event has this ``seq`` and this hash. It is equal
    only where the whole journal up to here is equal, and empty without a hash."""
    return f"{seq}_{chained[:8].hex()}" if chained else ""


def seq_of_etag(etag: str) -> int | None:
    """Return the ``seq`` in an ETag of :func:`etag_of`; nothing if this is none."""
    match = re.fullmatch(r"([1-9]\d{0,8})_[0-9a-f]{16}", etag, re.ASCII)
    return int(match[1]) if match else None
