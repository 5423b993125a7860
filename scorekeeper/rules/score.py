"""The score of a hand: lines, each one rule applied, whose sum is the score."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from operator import add as plus
from typing import NamedTuple, Self

from scorekeeper.i18n.messages import Message, msg

Points = tuple[int, ...]
"""One signed integer per column of the sheet."""

NO_MESSAGE = Message("")
"""The empty message, where there is nothing to show."""


class Rule(Enum):
    """Base class of a game's rules: each with its title and its article. Members are numbered,
    not valued by their text: two rules with equal titles stay apart. They are hashed by
    identity, which is several times as fast as by name."""

    title: Message
    article: Message
    """The rule book's article or page, for the reader who wants to check."""
    options: tuple[str, ...]
    """The options that make another line of it, where the scoring of the hand reads them."""

    def __new__(cls, title: Message, article: Message, *options: str) -> Self:
        member = object.__new__(cls)
        member._value_ = len(cls.__members__) + 1
        member.title = title
        member.article = article
        member.options = options
        return member

    __hash__ = object.__hash__


class Extra(Enum):
    """Base class of a game's extras: events that not every hand has, such as a *poignée*.

    The row of the sheet shows them beside the verdict, and statistics count them by
    member. Like rules, members are numbered and not compared by their text.

    >>> class Extra(Extra):
    ...     POIGNEE = msg("poignée")
    >>> Extra.POIGNEE.label
    Message(text='poignée', values={})
    """

    label: Message
    """Two or three words for the row of the sheet."""

    # An enumeration passes a tuple, and so a Message, one field at a time.
    def __new__(cls, text: str, values: Mapping[str, object]) -> Self:
        member = object.__new__(cls)
        member._value_ = len(cls.__members__) + 1
        member.label = Message(text, values)
        return member


class Line(NamedTuple):
    """One rule applied to one hand."""

    rule: Rule
    extra: Extra | None
    """The event that made this line; absent for lines that any hand may have."""
    because: Message
    """The reason why the rule applies: the requirement and the result."""
    working: str
    """The arithmetic, without words: ``(25 + 8) × 2``."""
    scores: Points
    by: Points = ()
    """The columns that the extra is credited to, where they are not those that gain by it: a
    poignée is credited to the player who showed it, also if his side has lost."""

    @property
    def authors(self) -> Points:
        """The columns that the extra is credited to: one player or team, or a whole side."""
        return self.by or tuple(n for n, points in enumerate(self.scores) if points > 0)


class Held(NamedTuple):
    """Points that nobody has won yet and that a later hand decides (*litige*, *mouche*).

    >>> Held((85, 90)).total
    175
    """

    pots: Points = ()
    """Each pot, in the order in which they were made; the last is played for first."""
    untouched: bool = False
    """True while the pot holds only the stakes of before the first hand."""
    stakes: Points = ()
    """The stake of each column that is still in the pots, if the game has stakes."""

    @property
    def total(self) -> int:
        """The sum of all pots."""
        return sum(self.pots)


class Account(NamedTuple):
    """The total that the scores of a hand must reach, computed apart from its lines.

    >>> Account((162, 20)).working, Account((162, 20)).total
    ('162 + 20', 182)
    """

    parts: Points = ()

    @property
    def total(self) -> int:
        """The sum of all parts."""
        return sum(self.parts)

    @property
    def working(self) -> str:
        """The sum as it is written, without the parts that are zero."""
        return " + ".join(map(str, filter(None, self.parts)))


NOTHING_HELD = Held()
ZERO = Account()


class Score(NamedTuple):
    """The points of one hand, and their explanation."""

    lines: tuple[Line, ...]
    scores: Points
    """The sum of the lines, column by column."""
    verdict: Message
    """The outcome in a few words: « faite de 8 »."""
    held: Held = NOTHING_HELD
    """Points left on the table for a later hand."""
    account: Account | None = ZERO
    """The total of the columns and of the newly held points; absent if no rule fixes it."""
    won: bool | None = None
    """True if the taker made the contract; absent if the hand did not decide it."""
    shares: Message = NO_MESSAGE
    """The distribution of the result over the columns, in words."""
    replayed: bool = False
    """True if nothing is marked and the same dealer deals again."""
    deals_next: int | None = None
    """The player who deals next, where that follows from the result."""

    @property
    def total(self) -> int:
        """The sum of the scores over all columns."""
        return sum(self.scores)


class End(NamedTuple):
    """The state of a game that is played to a number of points or of deals."""

    winner: int | None = None
    """The column that has won."""
    short: tuple[int, ...] = ()
    """The columns that have the points and may not win with them yet."""
    waiting: Message | None = None
    """The reason why the game goes on although a column has the points."""
    drawn: bool = False
    """True if the last deal is played and the best columns are level."""

    @property
    def over(self) -> bool:
        """True if no further hand counts."""
        return self.winner is not None or self.drawn

    def is_as(self, other: "End") -> bool:
        """Return True if both end the game in the same way, or neither does."""
        return (self.winner, self.drawn) == (other.winner, other.drawn)


GOING_ON = End()


def add(rows: Iterable[Points]) -> Points:
    """Add rows of points, column by column.

    >>> add([(258, -86, -86, -86), (60, -20, -20, -20)])
    (318, -106, -106, -106)
    """
    return tuple(map(sum, zip(*rows, strict=True)))


def add_up(lines: Sequence[Line]) -> Points:
    """Add the scores of lines, column by column.

    :param lines: at least one.
    """
    scores = lines[0].scores
    for line in lines[1:]:
        scores = tuple(map(plus, scores, line.scores))
    return scores


def passed(columns: int, held: Held = NOTHING_HELD) -> Score:
    """Score a deal that everybody passed: no column changes."""
    return Score((), (0,) * columns, msg("tout le monde passe"), held=held)


def annulled(columns: int, held: Held, reason: Message) -> Score:
    """Score a deal that was annulled: no column changes, nobody pays a stake."""
    return Score((), (0,) * columns, reason, held=held)
