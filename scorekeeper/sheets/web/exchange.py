"""What packages that do not know of each other give one another: lists of people, and the
sheets that several tables have filled on one evening."""

from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.i18n.messages import Message
from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.web.hooks import Hook


class Roster(NamedTuple):
    """A list of people that this device knows."""

    heading: Message
    names: list[str]


ROSTERS: Hook[[], list[Roster]] = Hook("rosters")
"""The lists of people of this device, to enter some of them by a tap."""

EVENING_SHEETS: Hook[[str], list[SheetAccess]] = Hook("sheets of an evening")
"""The sheets of an evening that this device organizes, by its name in a form; none by that of
another."""


class Taker(NamedTuple):
    """A collection that can take in the sheets of an evening, and its page for that."""

    title: Message
    """Of the page on which they are offered."""
    content: Callable[[str, frozenset[int]], Markup]
    """The rest of that page, for the name of the evening in a form and its sheets."""


TAKERS: Hook[[], Taker] = Hook("takers of an evening")
"""What can take in the sheets of an evening."""
