"""What a hand must tell: its questions, how its answers are read, and what is wrong with them.

A game's hand is a frozen dataclass whose fields are made by :class:`ask`. That one list
of fields is the form, the stored record, the exported document and the documentation.
"""

import dataclasses
import keyword
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.question import (
    Bid,
    CardPoints,
    Choice,
    Condition,
    Count,
    Deck,
    OneOf,
    OnePlayer,
    PerColumn,
    PerSide,
    Players,
    Question,
    Role,
    Several,
    SomePlayers,
    YesNo,
)

H = TypeVar("H")

NO = msg("Non")
"""What most questions call the answer that nothing happened."""


class HandError(ValueError):
    """An answer that cannot be, with the question it belongs to."""

    def __init__(self, name: str, message: Message, missing: bool = False) -> None:
        super().__init__(f"{name} : {message}")
        self.name = name
        """The field to correct."""
        self.message = message
        """What is wrong and what was expected, in a player's words."""
        self.missing = missing
        """Whether it is only that something has not been told yet."""


@dataclasses.dataclass(frozen=True)
class Record(Question):
    """A few answers that belong together; held as their dataclass."""

    record: type
    """A dataclass of questions, the first of which says whether there is anything."""

    def read(self, value: Any, players: Players) -> Any:
        return read(self.record, value, players)

    def write(self, answer: Any, players: Players) -> object:
        return answers(answer, players)

    def expected(self, players: Players) -> Message:
        asked = questions(self.record)
        return msg("un objet %(fields)s", fields="{" + ", ".join(map(repr, asked)) + "}")


@dataclasses.dataclass(frozen=True)
class PerPlayer(Question):
    """Any number of small records, each naming a player and one of a few choices."""

    record: type
    """A dataclass of two questions: ``player``, then the choice."""

    def read(self, value: Any, players: Players) -> tuple[Any, ...]:
        if type(value) is not list:
            raise ValueError(value)
        return tuple(read(self.record, item, players) for item in value)

    def write(self, answer: tuple[Any, ...], players: Players) -> object:
        return [answers(item, players) for item in answer]

    def expected(self, players: Players) -> Message:
        asked = questions(self.record)
        return msg("une liste de %(fields)s", fields="{" + ", ".join(map(repr, asked)) + "}")


class ask:
    """Constructors of the fields of a hand's dataclass, one a kind of question.

    Keyword arguments besides those listed are attributes of every
    :class:`~scorekeeper.rules.question.Question`: ``option``, ``when``, ``identifies``,
    ``repeatable``, ``role``.
    """

    @staticmethod
    def _field(question: Question, default: Any = None) -> Any:
        metadata = {"question": question}
        if question.required:
            return dataclasses.field(metadata=metadata)
        return dataclasses.field(metadata=metadata, default=default)

    @classmethod
    def player(
        cls,
        label: Message,
        nobody: Message | None = None,
        at: int | None = None,
        **attributes: Any,
    ) -> Any:
        """Which player?

        :param nobody: label of the answer "none of them"; without it the answer is required.
        :param at: the number of active players at which this is asked; any, if absent.
        """
        return cls._field(OnePlayer(label, nobody is None, nobody, at, **attributes))

    @classmethod
    def players(cls, label: Message, **attributes: Any) -> Any:
        """Which players, if any?"""
        return cls._field(SomePlayers(label, False, **attributes), default=())

    @classmethod
    def choice(
        cls,
        label: Message,
        choices: type[Choice],
        required: bool = True,
        *,
        needs: Mapping[Any, str] | None = None,
        none: Message | None = NO,
        **attributes: Any,
    ) -> Any:
        """Which of these?

        :param needs: the choices that exist only with an option of the sheet, by choice.
        :param none: label of the answer "none of these"; ``None``: may stay unanswered.
        """
        return cls._field(OneOf(label, required, choices, needs or {}, none, **attributes))

    @classmethod
    def several(cls, label: Message, most: Mapping[Any, int], **attributes: Any) -> Any:
        """Which of these, and how often?

        :param most: how often each choice may come, in the order of the choices.
        """
        return cls._field(Several(label, False, most, **attributes), default=())

    @classmethod
    def yes_no(cls, label: Message, yes: Message, no: Message, **attributes: Any) -> Any:
        """Yes or no?"""
        return cls._field(YesNo(label, False, yes, no, **attributes))

    @classmethod
    def count(
        cls,
        label: Message,
        low: int,
        high: int,
        step: int = 1,
        required: bool = True,
        **attributes: Any,
    ) -> Any:
        """How many, from ``low`` to ``high``?"""
        return cls._field(Count(label, required, low, high, step, **attributes))

    @classmethod
    def bid(
        cls, label: Message, low: int, high: int, step: int, word: str, **attributes: Any
    ) -> Any:
        """Which number was bid, or which word?

        :param word: the code of the one bid that is not a number.
        """
        return cls._field(Bid(label, True, low, high, step, word, **attributes))

    @classmethod
    def card_points(
        cls,
        label: Message,
        low: int,
        high: int,
        unit: int = 2,
        required: bool = True,
        other: Deck | None = None,
        **attributes: Any,
    ) -> Any:
        """How many card points, from ``low`` to ``high`` points?

        :param unit: parts of a point in the engine: 2 where there are half points.
        :param other: a deck of another size, and the answer with which it is used.
        """
        return cls._field(CardPoints(label, required, low, high, unit, other, **attributes))

    @classmethod
    def per_side(cls, label: Message, most: int, several: Condition, **attributes: Any) -> Any:
        """How many on each side, up to ``most``?

        :param several: the answer to another question with which there may be several.
        """
        return cls._field(PerSide(label, False, most, several, **attributes))

    @classmethod
    def per_column(
        cls, label: Message, low: int, high: int, zero: str, **attributes: Any
    ) -> Any:
        """Which number in each column?

        :param zero: the option of the sheet with which the numbers sum to zero.
        """
        return cls._field(PerColumn(label, True, low, high, zero, **attributes))

    @classmethod
    def record(cls, label: Message, record: type, **attributes: Any) -> Any:
        """The answers of this dataclass, if it happened?"""
        return cls._field(Record(label, False, record, **attributes))

    @classmethod
    def per_player(cls, label: Message, record: type, **attributes: Any) -> Any:
        """Any number of these dataclasses, each for a player?"""
        return cls._field(PerPlayer(label, False, record, **attributes), default=())


class Schema(NamedTuple):
    """The questions of one dataclass, and those that the rest of the program uses."""

    questions: Mapping[str, Question]
    """Every question by name, in the order in which they are asked."""
    identifying: tuple[str, ...]
    """The questions that tell one hand from another."""
    roles: Mapping[Role, str]
    """The question whose answer has this role, where there is one."""


_SCHEMAS: dict[type, Schema] = {}
"""The schema of each dataclass of questions: as many as the games have."""


def schema(kind: type) -> Schema:
    """The questions of a dataclass made with :class:`ask`."""
    if kind not in _SCHEMAS:
        asked: dict[str, Question] = {
            field.name.rstrip("_"): field.metadata["question"]
            for field in dataclasses.fields(kind)
        }
        _SCHEMAS[kind] = Schema(
            asked,
            tuple(name for name, question in asked.items() if question.identifies),
            {question.role: name for name, question in asked.items() if question.role},
        )
    return _SCHEMAS[kind]


def questions(kind: type) -> Mapping[str, Question]:
    """The questions of a hand, by name, in the order in which they are asked."""
    return schema(kind).questions


def player_with(hand: Any, role: Role) -> int | None:
    """The player who has this role in a hand, if somebody has."""
    name = schema(type(hand)).roles.get(role)
    player: int | None = getattr(hand, attribute(name)) if name else None
    return player


def sitting_out(hand: Any) -> tuple[int, ...]:
    """The players with a column who do not play this hand; none where nobody may."""
    name = schema(type(hand)).roles.get(Role.SITTING_OUT)
    players: tuple[int, ...] = getattr(hand, attribute(name)) if name else ()
    return players


def attribute(name: str) -> str:
    """Where a dataclass holds the answer to this question: Python keeps some words."""
    return f"{name}_" if keyword.iskeyword(name) else name


def read(kind: type[H], given: Any, players: Players) -> H:
    """The record that these answers tell.

    An absent or ``None`` answer means "did not happen".

    :param given: answers by question name, as a document holds them.
    :raises HandError: if a name or a value is unknown or missing, or out of bounds.
    """
    asked = questions(kind)
    if not isinstance(given, Mapping):
        raise HandError(kind.__name__.lower(), msg("on attend un objet {…}"))
    for name in given:
        if name not in asked:
            known = msg("champ inconnu ; on attend : %(names)s", names=", ".join(asked))
            raise HandError(str(name), known)
    given_answers = {
        name: _read_one(name, question, given[name], players)
        for name, question in asked.items()
        if given.get(name) is not None
    }
    for name, question in asked.items():
        needed = (
            question.required if question.when is None else is_asked(question, given_answers)
        )
        if needed and name not in given_answers:
            missing = msg("manque ; on attend %(what)s", what=question.expected(players))
            raise HandError(name, missing)
        if question.when and not needed and name in given_answers:
            codes = ", ".join(choice.value for choice in question.when.answers)
            only = msg(
                "ne se dit qu'avec %(other)s : %(codes)s",
                other=question.when.question,
                codes=codes,
            )
            raise HandError(name, only)
    return kind(**{attribute(name): answer for name, answer in given_answers.items()})


def is_asked(question: Question, given_answers: Mapping[str, Any]) -> bool:
    """Whether this is asked, from what has been told of the other questions."""
    when = question.when
    return when is None or given_answers.get(when.question) in when.answers


def _read_one(name: str, question: Question, value: Any, players: Players) -> Any:
    try:
        return question.read(value, players)
    except HandError as error:
        inner = msg("%(name)s : %(message)s", name=error.name, message=error.message)
        raise HandError(name, inner) from None
    except ValueError:
        given = repr(value)
        raise HandError(
            name,
            msg(
                "%(given)s ne va pas ; on attend %(what)s",
                given=given if len(given) <= 40 else given[:39] + "…",
                what=question.expected(players),
            ),
        ) from None


def answers(record: Any, players: Players) -> dict[str, Any]:
    """The answers that tell this record: the inverse of :func:`read`.

    What did not happen is left out.
    """
    given_answers: dict[str, Any] = {}
    for name, question in questions(type(record)).items():
        answer = getattr(record, attribute(name))
        if answer is not None and answer != ():
            given_answers[name] = question.write(answer, players)
    return {name: answer for name, answer in given_answers.items() if answer is not None}
