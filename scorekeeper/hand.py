"""What a hand must tell: its questions, how an answer is read, and what is wrong with it.

A game's hand is a frozen dataclass whose fields are made by :class:`ask`. That one list
of fields is the form, the stored record, the exported document and the documentation.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Self, TypeVar

from .words import Words, said

H = TypeVar("H")

Players = Sequence[object]
"""How players are called in answers: names in a document, numbers in the journal.
A player's place in this sequence is the number the engine knows him by."""


class HandError(ValueError):
    """An answer that cannot be, with the question it belongs to."""

    def __init__(self, name: str, words: Words) -> None:
        super().__init__(f"{name} : {words}")
        self.name = name
        """The field to correct."""
        self.words = words
        """What is wrong and what was expected, in a player's words."""


class Choice(Enum):
    """One answer among a few: the code that is stored and the words a player reads."""

    label: Words

    def __new__(cls, code: str, label: Words) -> Self:
        member = object.__new__(cls)
        member._value_ = code
        member.label = label
        return member

    __hash__ = object.__hash__


@dataclasses.dataclass(frozen=True)
class Question:
    """What is asked about a hand, and how its answer is read and written."""

    label: Words
    required: bool

    def read(self, value: Any, players: Players) -> Any:
        """The answer as the engine holds it.

        :raises ValueError: if the value is not one of those expected.
        """
        raise NotImplementedError

    def write(self, answer: Any, players: Players) -> Any:
        """The answer as a document holds it: the inverse of :meth:`read`."""
        return answer

    def expected(self, players: Players) -> Words:
        """What an answer may be, for the message that refuses another."""
        raise NotImplementedError


@dataclasses.dataclass(frozen=True)
class OnePlayer(Question):
    """Which player; held as his number."""

    nobody: Words | None = None
    """What "none of them" is called, where that is an answer that has to be given."""

    at: int | None = None
    """The number of active players at which this is asked; at any, if absent."""

    def read(self, value: Any, players: Players) -> int:
        if type(value) is not type(players[0]):
            raise ValueError(value)
        return players.index(value)

    def write(self, answer: int, players: Players) -> object:
        return players[answer]

    def expected(self, players: Players) -> Words:
        return said("un des joueurs : %(players)s", players=", ".join(map(str, players)))


@dataclasses.dataclass(frozen=True)
class OneOf(Question):
    """One of a few choices; held as the member of their enumeration."""

    choices: type[Choice]

    def read(self, value: Any, players: Players) -> Choice:
        for choice in self.choices:
            if choice.value == value:
                return choice
        raise ValueError(value)

    def write(self, answer: Choice, players: Players) -> object:
        return answer.value

    def expected(self, players: Players) -> Words:
        return said("un de : %(codes)s", codes=", ".join(c.value for c in self.choices))


@dataclasses.dataclass(frozen=True)
class Count(Question):
    """A whole number between two bounds, both allowed."""

    low: int
    high: int

    def read(self, value: Any, players: Players) -> int:
        if type(value) is not int or not self.low <= value <= self.high:
            raise ValueError(value)
        return value

    def expected(self, players: Players) -> Words:
        return said("un nombre entier de %(low)s à %(high)s", low=self.low, high=self.high)


@dataclasses.dataclass(frozen=True)
class CardPoints(Question):
    """Card points, halves allowed, between two bounds in points; held in half points."""

    low: int
    high: int

    def read(self, value: Any, players: Players) -> int:
        if type(value) not in (int, float) or not self.low <= value <= self.high:
            raise ValueError(value)
        if value * 2 % 1:
            raise ValueError(value)
        return int(value * 2)

    def write(self, answer: int, players: Players) -> object:
        return answer / 2 if answer % 2 else answer // 2

    def expected(self, players: Players) -> Words:
        return said(
            "un nombre de %(low)s à %(high)s, par demi-points", low=self.low, high=self.high
        )


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

    def expected(self, players: Players) -> Words:
        return said(
            "une liste de joueurs, chacun une fois, parmi : %(players)s",
            players=", ".join(map(str, players)),
        )


@dataclasses.dataclass(frozen=True)
class PerPlayer(Question):
    """Any number of small records, each naming a player and one of a few choices."""

    record: type
    """A dataclass of two questions: ``player``, then the choice."""

    option: str = ""
    """The option of the sheet without which this is not asked."""

    def read(self, value: Any, players: Players) -> tuple[Any, ...]:
        if type(value) is not list:
            raise ValueError(value)
        return tuple(read(self.record, item, players) for item in value)

    def write(self, answer: tuple[Any, ...], players: Players) -> object:
        return [answers(item, players) for item in answer]

    def expected(self, players: Players) -> Words:
        asked = questions(self.record)
        return said("une liste de %(fields)s", fields="{" + ", ".join(map(repr, asked)) + "}")


class ask:
    """The questions a hand may ask, each made as a field of its dataclass."""

    @staticmethod
    def _field(question: Question, default: Any = None) -> Any:
        metadata = {"question": question}
        if question.required:
            return dataclasses.field(metadata=metadata)
        return dataclasses.field(metadata=metadata, default=default)

    @classmethod
    def player(cls, label: Words, nobody: Words | None = None, at: int | None = None) -> Any:
        """Which player?"""
        return cls._field(OnePlayer(label, nobody is None, nobody, at))

    @classmethod
    def players(cls, label: Words) -> Any:
        """Which players, if any?"""
        return cls._field(SomePlayers(label, False), default=())

    @classmethod
    def choice(cls, label: Words, choices: type[Choice], required: bool = True) -> Any:
        """Which of these?"""
        return cls._field(OneOf(label, required, choices))

    @classmethod
    def count(cls, label: Words, low: int, high: int) -> Any:
        """How many?"""
        return cls._field(Count(label, True, low, high))

    @classmethod
    def card_points(cls, label: Words, low: int, high: int) -> Any:
        """How many card points, halves allowed?"""
        return cls._field(CardPoints(label, True, low, high))

    @classmethod
    def per_player(cls, label: Words, record: type, option: str = "") -> Any:
        """Which player, and what?"""
        return cls._field(PerPlayer(label, False, record, option), default=())


_QUESTIONS: dict[type, Mapping[str, Question]] = {}


def questions(kind: type) -> Mapping[str, Question]:
    """The questions of a hand, by name, in the order in which they are asked."""
    if kind not in _QUESTIONS:
        fields = dataclasses.fields(kind)
        _QUESTIONS[kind] = {field.name: field.metadata["question"] for field in fields}
    return _QUESTIONS[kind]


def read(kind: type[H], given: Any, players: Players) -> H:
    """The record that these answers tell.

    An absent or ``None`` answer means "did not happen".

    :param given: answers by question name, as a document holds them.
    :raises HandError: if a name or a value is unknown or missing, or out of bounds.
    """
    asked = questions(kind)
    if not isinstance(given, Mapping):
        raise HandError(kind.__name__.lower(), said("on attend un objet {…}"))
    for name in given:
        if name not in asked:
            known = said("champ inconnu ; on attend : %(names)s", names=", ".join(asked))
            raise HandError(str(name), known)
    told = {
        name: _read_one(name, question, given[name], players)
        for name, question in asked.items()
        if given.get(name) is not None
    }
    for name, question in asked.items():
        if question.required and name not in told:
            missing = said("manque ; on attend %(what)s", what=question.expected(players))
            raise HandError(name, missing)
    return kind(**told)


def _read_one(name: str, question: Question, value: Any, players: Players) -> Any:
    try:
        return question.read(value, players)
    except HandError as error:
        inner = said("%(name)s : %(words)s", name=error.name, words=error.words)
        raise HandError(name, inner) from None
    except ValueError:
        given = repr(value)
        raise HandError(
            name,
            said(
                "%(given)s ne va pas ; on attend %(what)s",
                given=given if len(given) <= 40 else given[:39] + "…",
                what=question.expected(players),
            ),
        ) from None


def answers(record: Any, players: Players) -> dict[str, Any]:
    """The answers that tell this record: the inverse of :func:`read`.

    What did not happen is left out.
    """
    told: dict[str, Any] = {}
    for name, question in questions(type(record)).items():
        answer = getattr(record, name)
        if answer is not None and answer != ():
            told[name] = question.write(answer, players)
    return told
