"""What packages that do not know of each other give one another: lists of people, and what
takes in the ranking of an evening."""

from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.i18n.messages import Message
from scorekeeper.web.hooks import Hook


class Roster(NamedTuple):
    """A list of people that this device knows."""

    heading: Message
    names: list[str]


ROSTERS: Hook[[], list[Roster]] = Hook("rosters")
"""The lists of people of this device, to enter some of them by a tap."""


class Taker(NamedTuple):
    """A collection that can take in the ranking of an evening, and its page for that."""

    title: Message
    """Of the page on which it is offered."""
    content: Callable[[str], Markup]
    """The rest of that page, for the name of the evening in a form."""


TAKERS: Hook[[], Taker] = Hook("takers of an evening")
"""What can take in the ranking of an evening."""
