"""The questions a hand may ask, and how an answer to each is read and written."""

import dataclasses
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, Self

from scorekeeper.i18n.messages import Message, msg

Players = Sequence[object]
"""How players are called in answers: names in a document, numbers in the journal.
A player's place in this sequence is the number the engine knows him by."""


class Choice(Enum):
    """One answer among a few: the code that is stored and the words a player reads."""

    label: Message

    def __new__(cls, code: str, label: Message) -> Self:
        member = object.__new__(cls)
        member._value_ = code
        member.label = label
        return member

    __hash__ = object.__hash__


class Side(Choice):
    """The two camps of a hand."""

    ATTACK = "attack", msg("Attaque")
    DEFENCE = "defence", msg("Défense")


ATTACK, DEFENCE = Side
"""The same two for where a hand is scored: Python 3.11 finds a member in its enumeration
ten times as slowly as a name."""


class Condition(NamedTuple):
    """Some answers to a question on which another depends."""

    question: str
    answers: tuple[Choice, ...]


class Role(Enum):
    """What an answer means to the rest of the program, whatever its question is called."""

    TAKER = "taker"
    """Plays the contract: contracts taken and made are counted for this player."""
    PARTNER = "partner"
    """Plays with the taker."""
    SITTING_OUT = "out"
    """Have a column and do not play this hand (the *mort*)."""
    CONTRACT = "contract"
    """Names the hand: a spreadsheet writes here that a deal was passed."""


@dataclasses.dataclass(frozen=True)
class Question:
    """One question about a hand: how its answer is read, written and used.

    The keyword-only attributes are all that the program outside the game's package knows of
    a question; nothing there names a question of a game.
    """

    label: Message
    required: bool
    option: str = dataclasses.field(default="", kw_only=True)
    """The option of the sheet without which this is not asked."""
    when: "Condition | None" = dataclasses.field(default=None, kw_only=True)
    """The answers to another question with which this is asked, and required."""
    identifies: bool = dataclasses.field(default=False, kw_only=True)
    """Two hands that agree on every identifying answer may be one hand entered twice."""
    repeatable: bool = dataclasses.field(default=False, kw_only=True)
    """« Idem » fills this in with the answer of the last hand."""
    role: Role | None = dataclasses.field(default=None, kw_only=True)
    """The meaning of the answer to the rest of the program, if it has one."""

    def read(self, value: Any, players: Players) -> Any:
        """The answer as the engine holds it.

        :raises ValueError: if the value is not one of those expected.
        """
        raise NotImplementedError

    def write(self, answer: Any, players: Players) -> Any:
        """The answer as a document holds it: the inverse of :meth:`read`."""
        return answer

    def expected(self, players: Players) -> Message:
        """What an answer may be, for the message that refuses another."""
        raise NotImplementedError


@dataclasses.dataclass(frozen=True)
class OnePlayer(Question):
    """Which player; held as his number."""

    nobody: Message | None = None
    """What "none of them" is called, where that is an answer that has to be given."""

    at: int | None = None
    """The number of active players at which this is asked; at any, if absent."""

    def read(self, value: Any, players: Players) -> int:
        if type(value) is not type(players[0]):
            raise ValueError(value)
        return players.index(value)

    def write(self, answer: int, players: Players) -> object:
        return players[answer]

    def expected(self, players: Players) -> Message:
        return msg("un des joueurs : %(players)s", players=", ".join(map(str, players)))


class SomePlayers(Question):
    """Several players, each once; held as a sorted tuple of numbers."""

    def read(self, value: Any, players: Players) -> tuple[int, ...]:
        if type(value) is not list:
            raise ValueError(value)
        one = OnePlayer(self.label, True)
        numbers = {one.read(item, players) for item in value}
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
    """One of a few choices; held as the member of their enumeration."""

    choices: type[Choice]
    needs: Mapping[Any, str] = dataclasses.field(default_factory=dict)
    """The choices that are there only with an option of the sheet."""

    none: Message | None = None
    """What "none of these" is called; absent where the question may be left alone."""

    def read(self, value: Any, players: Players) -> Choice:
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
    """Any of a few choices, each as often as it came; held as a sorted tuple."""

    most: Mapping[Any, int]
    """The choices, in order, with how often each may come."""

    def read(self, value: Any, players: Players) -> tuple[Choice, ...]:
        codes = [choice.value for choice in self.most]
        if type(value) is not list or any(code not in codes for code in value):
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
    """Yes or no; absent where it is not known."""

    yes: Message
    no: Message

    def read(self, value: Any, players: Players) -> bool:
        if type(value) is not bool:
            raise ValueError(value)
        return value

    def expected(self, players: Players) -> Message:
        return msg("true (%(yes)s) ou false (%(no)s)", yes=self.yes, no=self.no)


@dataclasses.dataclass(frozen=True)
class Count(Question):
    """A whole number between two bounds, both allowed."""

    low: int
    high: int
    step: int = 1

    def read(self, value: Any, players: Players) -> int:
        if type(value) is not int or value not in range(self.low, self.high + 1, self.step):
            raise ValueError(value)
        return value

    def expected(self, players: Players) -> Message:
        if self.step > 1:
            return msg(
                "un multiple de %(step)s, de %(low)s à %(high)s",
                step=self.step,
                low=self.low,
                high=self.high,
            )
        return msg("un nombre entier de %(low)s à %(high)s", low=self.low, high=self.high)


@dataclasses.dataclass(frozen=True)
class Bid(Count):
    """A number that was bid, or a word above all numbers; held as either."""

    word: str = ""

    def read(self, value: Any, players: Players) -> Any:
        return value if value == self.word else super().read(value, players)

    def expected(self, players: Players) -> Message:
        return msg(
            "%(numbers)s, ou %(word)s", numbers=super().expected(players), word=self.word
        )


class Deck(NamedTuple):
    """Card points of a pack that is counted otherwise, and when it is."""

    points: int
    question: str
    """The question whose answer decides, and the answer."""
    answer: Choice
    option: str
    """The option of the sheet under which it does, and its value."""
    value: object


@dataclasses.dataclass(frozen=True)
class CardPoints(Question):
    """Card points between two bounds in points; held in parts of a point."""

    low: int
    high: int
    unit: int = 2
    """How many parts a point has: 2 where there are half points."""
    other: Deck | None = None
    """The pack of another size that this question may be about."""

    def read(self, value: Any, players: Players) -> int:
        most = max(self.high, self.other.points if self.other else 0)
        if type(value) not in (int, float) or not self.low <= value <= most:
            raise ValueError(value)
        if value * self.unit % 1:
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
class PerSide(Question):
    """How many on each side; held as attack and defence. One is told by its side alone."""

    most: int
    several: Condition | None = None
    """The answers to another question with which there may be more than one."""

    def read(self, value: Any, players: Players) -> tuple[int, int]:
        if isinstance(value, Mapping):
            if not set(value) <= {side.value for side in Side}:
                raise ValueError(value)
            given = [value.get(side.value) for side in Side]
            counts = [0 if n is None else n for n in given]
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


@dataclasses.dataclass(frozen=True)
class PerColumn(Question):
    """A number for each column of the sheet, in their order."""

    low: int
    high: int
    zero: str = ""
    """The option of the sheet with which the numbers sum to zero."""

    def read(self, value: Any, players: Players) -> tuple[int, ...]:
        if type(value) is not list or len(value) != len(players):
            raise ValueError(value)
        if any(type(n) is not int or not self.low <= n <= self.high for n in value):
            raise ValueError(value)
        return tuple(value)

    def write(self, answer: tuple[int, ...], players: Players) -> object:
        return list(answer)

    def expected(self, players: Players) -> Message:
        return msg(
            "une liste de %(n)s nombres entiers, de %(low)s à %(high)s",
            n=len(players),
            low=self.low,
            high=self.high,
        )
