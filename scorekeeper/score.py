"""What a hand is worth: lines, each one rule applied, whose sum is the score."""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple, Self

from .words import Words, said

Points = tuple[int, ...]
"""One signed integer a column of the sheet."""


class Rule(Enum):
    """Base of a game's rules: the title a player reads and the article it stands in."""

    title: Words
    article: Words

    def __new__(cls, title: Words, article: Words) -> Self:
        member = object.__new__(cls)
        member._value_ = title.text
        member.title = title
        member.article = article
        return member


class Line(NamedTuple):
    """One rule applied to one hand."""

    rule: Rule
    tag: Words
    """What happened, in two words, for the row of the sheet."""
    because: Words
    """Why the rule applies, in words: what was needed, what was done."""
    working: str
    """The arithmetic, without words: ``(25 + 8) × 2``."""
    scores: Points


class Score(NamedTuple):
    """What one hand is worth, and why."""

    lines: tuple[Line, ...]
    scores: Points
    """The sum of the lines, a column at a time."""
    verdict: Words
    """The outcome in a few words: « fait de 8 »."""
    shares: Words
    """How a result was spread over the columns."""
    held: int = 0
    """Points left on the table for a later hand."""


def add(rows: Iterable[Points]) -> Points:
    """Add rows of points, column by column.

    >>> add([(258, -86, -86, -86), (60, -20, -20, -20)])
    (318, -106, -106, -106)
    """
    return tuple(map(sum, zip(*rows, strict=True)))


def passed(columns: int, held: int = 0) -> Score:
    """The score of a deal that everybody passed: nothing moves."""
    return Score((), (0,) * columns, said("tout le monde passe"), Words(""), held)
