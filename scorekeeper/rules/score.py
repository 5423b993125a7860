"""What a hand is worth: lines, each one rule applied, whose sum is the score."""

from collections.abc import Iterable, Sequence
from enum import Enum
from operator import add as plus
from typing import NamedTuple, Self

from scorekeeper.i18n.messages import Message, msg

Points = tuple[int, ...]
"""One signed integer a column of the sheet."""


class Rule(Enum):
    """Base of a game's rules: the title a player reads and the article it stands in."""

    title: Message
    article: Message

    def __new__(cls, title: Message, article: Message) -> Self:
        member = object.__new__(cls)
        member._value_ = title.text
        member.title = title
        member.article = article
        return member


class Line(NamedTuple):
    """One rule applied to one hand."""

    rule: Rule
    tag: Message
    """What happened, in two words, for the row of the sheet."""
    because: Message
    """Why the rule applies, in words: what was needed, what was done."""
    working: str
    """The arithmetic, without words: ``(25 + 8) × 2``."""
    scores: Points


class Held(NamedTuple):
    """Points that nobody has yet, left on the table for a later hand.

    >>> Held((85, 90)).total
    175
    """

    pots: Points = ()
    """Each pot, the one that is played for last."""
    untouched: bool = False
    """Whether the pot is still what everybody put in before the first hand."""

    @property
    def total(self) -> int:
        """All the pots together."""
        return sum(self.pots)


class Account(NamedTuple):
    """What the marks of a hand must add up to, worked out apart from its lines.

    >>> Account((162, 20)).working, Account((162, 20)).total
    ('162 + 20', 182)
    """

    parts: Points = ()

    @property
    def total(self) -> int:
        """All the parts together."""
        return sum(self.parts)

    @property
    def working(self) -> str:
        """Where the total comes from."""
        return " + ".join(map(str, filter(None, self.parts)))


NOTHING_HELD = Held()
ZERO = Account()


class Score(NamedTuple):
    """What one hand is worth, and why."""

    lines: tuple[Line, ...]
    scores: Points
    """The sum of the lines, a column at a time."""
    verdict: Message
    """The outcome in a few words: « fait de 8 »."""
    held: Held = NOTHING_HELD
    """What is left on the table for a later hand."""
    account: Account | None = ZERO
    """What the columns and what is newly held add up to; absent where nothing says so."""
    won: bool | None = None
    """Whether the taker made his contract; absent where that was left open."""
    shares: Message = Message("")
    """How a result was spread over the columns."""


class End(NamedTuple):
    """Whether somebody has won the game, and if not, what it is waiting for."""

    winner: int | None = None
    """The column that has won."""
    short: tuple[int, ...] = ()
    """The columns that have the points and may not win with them yet."""
    waiting: Message | None = None
    """Why the game goes on although somebody has the points."""


GOING_ON = End()


def add(rows: Iterable[Points]) -> Points:
    """Add rows of points, column by column.

    >>> add([(258, -86, -86, -86), (60, -20, -20, -20)])
    (318, -106, -106, -106)
    """
    return tuple(map(sum, zip(*rows, strict=True)))


def add_up(lines: Sequence[Line]) -> Points:
    """What some lines come to, column by column; there is one at least."""
    scores = lines[0].scores
    for line in lines[1:]:
        scores = tuple(map(plus, scores, line.scores))
    return scores


def passed(columns: int, held: Held = NOTHING_HELD) -> Score:
    """The score of a deal that everybody passed: nothing moves."""
    return Score((), (0,) * columns, msg("tout le monde passe"), held=held)
