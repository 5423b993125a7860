"""Kinds of questions about a hand: how an answer is validated, stored and written."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, ParamSpec

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.choice import Choice, Condition, HandRole, Side

Players = Sequence[object]
"""The players as answers identify them: by name in a document, by number in the journal.
A player's index in this sequence is the number that the scoring uses."""

TAKER, CONTRACT, BOUTS, POINTS = msg("preneur"), msg("contrat"), msg("bouts"), msg("points")
"""Heads of columns that questions of several games have."""


@dataclasses.dataclass(frozen=True)
class Question:
    """One question about a hand: how its answer is validated, written and used. The rest of
    the program knows a question by its kind and by the keyword-only attributes below, never by
    its name."""

    label: Message
    required: bool = dataclasses.field(default=False, kw_only=True)
    """True if a hand without an answer is invalid."""
    option: str = dataclasses.field(default="", kw_only=True)
    """The option of the sheet that must be on for this to be asked."""
    when: "Condition | None" = dataclasses.field(default=None, kw_only=True)
    """The condition under which this is asked, and then required."""
    unless: "tuple[Condition, ...]" = dataclasses.field(default=(), kw_only=True)
    """The conditions under each of which this is not asked, whatever else holds."""
    answered_by: str = dataclasses.field(default="", kw_only=True)
    """The name of the question whose answer stands for this one, required without it."""
    identifies: bool = dataclasses.field(default=False, kw_only=True)
    """True if two hands with equal answers here may be one hand entered twice."""
    repeatable: bool = dataclasses.field(default=False, kw_only=True)
    """True if « Idem » copies the answer of the last hand."""
    role: HandRole | None = dataclasses.field(default=None, kw_only=True)
    """The meaning of the answer outside the game, if it has one."""
    column: Message | None = dataclasses.field(default=None, kw_only=True)
    """The head of the column in which the printed sheet and a typed table have the answer;
    questions with the same head share a column."""
    detail: bool = dataclasses.field(default=False, kw_only=True)
    """True if the printed sheet says the answer beside the result, where it has no column."""
    unanswered: ClassVar[object] = None
    """The value of an answer that was not given."""

    def read(self, value: object, players: Players) -> object:
        """Convert an answer of a document or the journal to the value that is scored. Raise
        ValueError if the value is not allowed."""
        raise NotImplementedError

    def write(self, answer: Any, players: Players) -> object:
        """Convert a value to an answer: the inverse of :meth:`read`. Each kind takes its own
        type of value, hence ``Any`` here."""
        return answer

    def expected(self, players: Players) -> Message:
        """Describe the allowed answers, for the error message."""
        raise NotImplementedError


P = ParamSpec("P")


def ask(kind: Callable[P, Question], *args: P.args, **kwargs: P.kwargs) -> Any:
    """Make a field of a hand's dataclass: a question of this kind, with its attributes. It
    returns ``Any``, as :func:`dataclasses.field` does for a type checker, so that the field's
    own annotation is what counts."""
    return _field(kind(*args, **kwargs))


def ask_again(hand: type, name: str, **changes: object) -> Any:
    """Make the field of another hand's dataclass again, with other attributes."""
    (field,) = (field for field in dataclasses.fields(hand) if field.name == name)
    return _field(dataclasses.replace(field.metadata["question"], **changes))


def _field(question: Question) -> Any:
    metadata = {"question": question}
    if question.required:
        return dataclasses.field(metadata=metadata)
    return dataclasses.field(metadata=metadata, default=question.unanswered)


@dataclasses.dataclass(frozen=True)
class OnePlayer(Question):
    """One player; stored as a number."""

    nobody: Message | None = None
    """The label of "none of them"; without it the answer is required."""

    at: int | None = None
    """The number of active players at which this is asked; any if absent."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "required", self.nobody is None)

    def read(self, value: object, players: Players) -> int:
        if type(value) is not type(players[0]):
            raise ValueError(value)
        return players.index(value)

    def write(self, answer: int, players: Players) -> object:
        return players[answer]

    def expected(self, players: Players) -> Message:
        return msg("un des joueurs : %(players)s", players=", ".join(map(str, players)))


class SomePlayers(Question):
    """Several players, each once; stored as a sorted tuple of numbers."""

    unanswered = ()

    def read(self, value: object, players: Players) -> tuple[int, ...]:
        if not isinstance(value, list):
            raise ValueError(value)
        player = OnePlayer(self.label)
        numbers = {player.read(item, players) for item in value}
        if len(numbers) < len(value):
            raise ValueError(value)
        return tuple(sorted(numbers))

    def write(self, answer: tuple[int, ...], players: Players) -> object:
        return [players[number] for number in answer]

    def expected(self, players: Players) -> Message:
        return msg(
            "une liste de joueurs, chacun une fois, parmi : %(players)s",
            players=", ".join(map(str, players)),
        )


@dataclasses.dataclass(frozen=True)
class OneOf(Question):
    """One of a few choices; stored as the member of their enumeration."""

    choices: type[Choice]
    required: bool = dataclasses.field(default=True, kw_only=True)
    needs: Mapping[Any, str] = dataclasses.field(default_factory=dict)
    """The option of the sheet that each of these choices requires."""

    among: str = ""
    """The option of the sheet whose table of numbers has the codes of the allowed choices."""

    none: Message | None = msg("Non")
    """The label of "none of these"; absent if no such answer is offered."""

    whose: Mapping[str, Message] = dataclasses.field(default_factory=dict)
    """As the first question of a record, what is missing where only others are answered: by
    the one choice among them, by ``""`` for anything else."""

    def allows(self, choice: Choice, options: Mapping[str, Any]) -> bool:
        """Return True if a sheet with these options allows this choice."""
        return choice in self.allowed(options)

    def allowed(self, options: Mapping[str, Any]) -> Sequence[Choice]:
        """Return the choices that a sheet with these options allows."""
        return [
            choice
            for choice in self.choices
            if (not self.among or choice.code in options[self.among])
            and (choice not in self.needs or options.get(self.needs[choice]))
        ]

    def read(self, value: object, players: Players) -> Choice:
        for choice in self.choices:
            if choice.value == value:
                return choice
        raise ValueError(value)

    def write(self, answer: Choice, players: Players) -> object:
        return answer.value

    def expected(self, players: Players) -> Message:
        return msg("un de : %(codes)s", codes=", ".join(c.value for c in self.choices))


@dataclasses.dataclass(frozen=True)
class Several(Question):
    """Any number of a few choices; stored as a sorted tuple, repetitions included."""

    most: Mapping[Any, int]
    """The choices in order, each with its maximum count."""
    retired: tuple[Any, ...] = ()
    """The choices that are read and no longer offered."""
    unanswered = ()

    def read(self, value: object, players: Players) -> tuple[Choice, ...]:
        codes = [choice.value for choice in self.most]
        if not isinstance(value, list) or any(code not in codes for code in value):
            raise ValueError(value)
        if any(value.count(choice.value) > most for choice, most in self.most.items()):
            raise ValueError(value)
        members = list(self.most)
        return tuple(members[place] for place in sorted(codes.index(code) for code in value))

    def write(self, answer: tuple[Choice, ...], players: Players) -> object:
        return [choice.value for choice in answer]

    def expected(self, players: Players) -> Message:
        return msg(
            "une liste parmi : %(codes)s",
            codes=", ".join(f"{c.value} (× {n})" for c, n in self.most.items()),
        )


@dataclasses.dataclass(frozen=True)
class YesNo(Question):
    """Yes or no; stored as a ``bool``."""

    yes: Message
    no: Message

    def read(self, value: object, players: Players) -> bool:
        if type(value) is not bool:
            raise ValueError(value)
        return value

    def expected(self, players: Players) -> Message:
        return msg("true (%(yes)s) ou false (%(no)s)", yes=self.yes, no=self.no)


@dataclasses.dataclass(frozen=True)
class PerSide(Question):
    """A count on each side; stored as attack and defence. In a document a single one is
    written as its side: ``"attack"``."""

    most: int
    several: Condition | None = None
    """The answers to another question that allow more than one."""

    def read(self, value: object, players: Players) -> tuple[int, int]:
        if isinstance(value, Mapping):
            if not set(value) <= {side.value for side in Side}:
                raise ValueError(value)
            by_side = [value.get(side.value) for side in Side]
            counts = [0 if n is None else n for n in by_side]
        else:
            counts = [int(value == side.value) for side in Side]
            if not any(counts):
                raise ValueError(value)
        if any(type(n) is not int or not 0 <= n <= self.most for n in counts):
            raise ValueError(value)
        return counts[0], counts[1]

    def write(self, answer: tuple[int, int], players: Players) -> object:
        counts_by_side = {side.value: n for side, n in zip(Side, answer, strict=True) if n}
        return next(iter(counts_by_side)) if sum(answer) == 1 else counts_by_side or None

    def expected(self, players: Players) -> Message:
        return msg(
            'attack, defence, ou {"attack": n, "defence": m}, de 0 à %(most)s', most=self.most
        )


def multiple_of(step: int, low: int, high: int) -> Message:
    """Describe the numbers from ``low`` to ``high`` that are multiples of ``step``."""
    return msg("un multiple de %(step)s, de %(low)s à %(high)s", step=step, low=low, high=high)


@dataclasses.dataclass(frozen=True)
class Count(Question):
    """A whole number between two inclusive bounds."""

    low: int
    high: int
    step: int = 1
    required: bool = dataclasses.field(default=True, kw_only=True)

    def read(self, value: object, players: Players) -> int:
        if type(value) is not int or value not in range(self.low, self.high + 1, self.step):
            raise ValueError(value)
        return value

    def expected(self, players: Players) -> Message:
        if self.step > 1:
            return multiple_of(self.step, self.low, self.high)
        return msg("un nombre entier de %(low)s à %(high)s", low=self.low, high=self.high)


@dataclasses.dataclass(frozen=True)
class Bid(Count):
    """A bid: a number, or a word above all numbers; stored as either."""

    words: Mapping[str, Message] = dataclasses.field(default_factory=dict)
    """The bids that are not numbers: their codes with their labels."""
    needs: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """The option of the sheet that each of these words requires."""
    fine: tuple[str, object] | None = None
    """The option of the sheet, and its value, without which every second bid is offered."""

    most: str = ""
    """The option of the sheet that holds the highest bid, where it has one."""
    unlimited: str = ""
    """The option of the sheet that allows any bid if it is on."""

    def highest(self, options: Mapping[str, Any]) -> int:
        """Return the highest number that a form of such a sheet offers."""
        return self.high if options.get(self.unlimited) else options.get(self.most, self.high)

    def offered_step(self, options: Mapping[str, Any]) -> int:
        """Return the step between the bids that a form of such a sheet offers."""
        is_fine = self.fine is None or options.get(self.fine[0]) == self.fine[1]
        return self.step if is_fine else 2 * self.step

    def read(self, value: object, players: Players) -> Any:
        is_word = isinstance(value, str) and value in self.words
        return value if is_word else super().read(value, players)

    def expected(self, players: Players) -> Message:
        numbers = multiple_of(self.offered_step({}), self.low, self.high)
        return msg("%(numbers)s, ou %(words)s", numbers=numbers, words=", ".join(self.words))


class Deck(NamedTuple):
    """A deck with another number of card points, and the answer that selects it."""

    points: int
    question: str
    """The name of the question that decides."""
    answer: Choice
    """The answer that selects this deck."""
    option: str
    """The option of the sheet that must have :attr:`value` for it."""
    value: object


@dataclasses.dataclass(frozen=True)
class CardPoints(Question):
    """Card points between two bounds in points; stored in parts of a point."""

    low: int
    high: int
    required: bool = dataclasses.field(default=True, kw_only=True)
    unit: int = 2
    """Parts of a point in the stored value: 2 for half points."""
    other: Deck | None = None
    """Another deck size that this question may be about."""

    def read(self, value: object, players: Players) -> int:
        most = max(self.high, self.other.points if self.other else 0)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(value)
        if not self.low <= value <= most or value * self.unit % 1:
            raise ValueError(value)
        return int(value * self.unit)

    def write(self, answer: int, players: Players) -> object:
        return answer / self.unit if answer % self.unit else answer // self.unit

    def expected(self, players: Players) -> Message:
        if self.unit == 1:
            return msg("un nombre entier de %(low)s à %(high)s", low=self.low, high=self.high)
        return msg(
            "un nombre de %(low)s à %(high)s, par demi-points", low=self.low, high=self.high
        )


@dataclasses.dataclass(frozen=True)
class PerColumn(Question):
    """A number for each column of the sheet, in their order; stored as a tuple."""

    low: int
    high: int
    required: bool = dataclasses.field(default=True, kw_only=True)
    zero: str = ""
    """The option of the sheet that requires the numbers to sum to zero."""
    blank: bool = False
    """True if a column may be without a number: ``None``."""

    def read(self, value: object, players: Players) -> tuple[int | None, ...]:
        if not isinstance(value, list) or len(value) != len(players):
            raise ValueError(value)
        if not all(self._allows(number) for number in value):
            raise ValueError(value)
        return tuple(value)

    def _allows(self, number: object) -> bool:
        if number is None:
            return self.blank
        return type(number) is int and self.low <= number <= self.high

    def write(self, answer: tuple[int | None, ...], players: Players) -> object:
        return list(answer)

    @property
    def empty(self) -> int | None:
        """The number of a column for which none was given."""
        return None if self.blank else 0

    def expected(self, players: Players) -> Message:
        values = {"n": len(players), "low": self.low, "high": self.high}
        if self.blank:
            return msg(
                "une liste de %(n)s nombres entiers, de %(low)s à %(high)s, ou null", **values
            )
        return msg("une liste de %(n)s nombres entiers, de %(low)s à %(high)s", **values)


class WholeDeck(NamedTuple):
    """The circumstances in which the points of all players are those of the deck; always, if
    none is given."""

    option: str = ""
    """The option of the sheet that must have :attr:`value`."""
    value: object = None
    question: str = ""
    """The name of the question whose answer means another deck."""
    points: int = 0
    """The points of that other deck."""


@dataclasses.dataclass(frozen=True)
class PointsOfEach(PerColumn):
    """Card points of each player, in their order; stored as a tuple."""

    required: bool = dataclasses.field(default=False, kw_only=True)
    whole: WholeDeck = WholeDeck()
    """The circumstances in which they are :attr:`high` together."""
