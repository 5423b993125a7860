"""The events of a sheet's journal: the one class that storage and sheets share.

A journal holds answers, names and ids, never scores. Bodies by kind (an *entry* is named by
the ``seq`` of the event that wrote it, players by their number in the order of arrival):

============  ==========================================================================
``opened``    the fields of :class:`Opening`
``hand``      ``answers`` or ``passed``; ``before``: the entry before which it is inserted
``penalty``   ``player`` (a column), ``points``, ``reason``
``seated``    ``names``, ``seats``, ``active``, ``dealer``
``corrected`` ``entry``, ``body``: the new body of the entry
``removed``   ``entry``
``restored``  ``entry``
``closed``    ``totals``
``reopened``  nothing
``staked``    ``cents``, ``per``: so many cents for so many points; 0 cents for no stake
``renewed``   nothing
============  ==========================================================================
"""

from collections.abc import Mapping
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
    part: NotRequired[int]
    """The number of this game among the games of the evening, from 1."""


class Event(NamedTuple):
    """One event of a sheet, as its journal holds it."""

    seq: int
    """Position in the journal of the sheet, from 1 without gaps."""
    kind: str
    """``opened`` or a kind of the table above."""
    body: Body
    at: str = ""
    """Time of recording, ISO 8601 in UTC; shown, never used for order."""
    etag: str = ""
    """Start of the event's chained hash: equal only where the whole journal up to here is
    equal. Empty for an event that is not stored yet."""
