"""Hands as data: a dataclass of questions, read from answers and written back.

A game's hand is a frozen dataclass whose fields are made by
:func:`~scorekeeper.rules.question.ask`. That one list of fields is the form, the stored
record, the exported document and the documentation.
"""

import dataclasses
import keyword
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from scorekeeper.i18n.messages import Message, half_points, msg
from scorekeeper.rules.choice import Condition, HandRole, Side
from scorekeeper.rules.question import (
    Bid,
    CardPoints,
    OnePlayer,
    PerColumn,
    PerSide,
    Players,
    Question,
    Several,
    SomePlayers,
    YesNo,
)

H = TypeVar("H")

AnyHand = Any
"""A hand of any game: the dataclass of its answers. Only the game's package knows its
fields; the rest of the program uses :func:`schema`."""


class HandError(ValueError):
    """An invalid answer, with the question it belongs to."""

    def __init__(
        self,
        name: str,
        message: Message,
        missing: bool = False,
        suggested: Sequence[str] = (),
    ) -> None:
        super().__init__(f"{name} : {message}")
        self.name = name
        """The question whose answer has to be corrected."""
        self.message = message
        """The error, and the answers that are expected, in a player's words."""
        self.missing = missing
        """True if the only error is that an answer is missing."""
        self.suggested = suggested
        """The codes of the answers to it that a warning asks for, as what may be meant."""


def about(name: str, messages: Iterable[Message]) -> Iterable[HandError]:
    """Return an error of this question for each message."""
    return (HandError(name, message) for message in messages)


@dataclasses.dataclass(frozen=True)
class Record(Question):
    """A few answers that belong together; stored as their dataclass."""

    record: type
    """A dataclass of questions; the answer to the first says if the event happened."""

    def read(self, value: object, players: Players) -> object:
        return read(self.record, value, players)

    def write(self, answer: object, players: Players) -> object:
        return answers(answer, players)

    def expected(self, players: Players) -> Message:
        asked = questions(self.record)
        return msg("un objet %(fields)s", fields="{" + ", ".join(map(repr, asked)) + "}")


@dataclasses.dataclass(frozen=True)
class PerPlayer(Question):
    """Any number of small records, each with a player and one of a few choices."""

    record: type
    """A dataclass of two questions: ``player``, then the choice."""
    hints: Mapping[int, Message] = dataclasses.field(default_factory=dict, kw_only=True)
    """What the choices mean, by the number of active players, for the form."""
    unanswered = ()

    def read(self, value: object, players: Players) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise ValueError(value)
        return tuple(read(self.record, item, players) for item in value)

    def write(self, answer: tuple[object, ...], players: Players) -> object:
        return [answers(item, players) for item in answer]

    def expected(self, players: Players) -> Message:
        asked = questions(self.record)
        return msg("une liste de %(fields)s", fields="{" + ", ".join(map(repr, asked)) + "}")


class Schema(NamedTuple):
    """The questions of a dataclass, with an index of those the rest of the program uses."""

    questions: Mapping[str, Question]
    """Every question by name, in the order in which they are asked."""
    attributes: Mapping[str, str]
    """The dataclass attribute of each question, by its name."""
    identifying: tuple[str, ...]
    """The names of the questions that identify a hand."""
    roles: Mapping[HandRole, str]
    """The name of the question whose answer has this role, if there is one."""


def _schema(kind: type) -> Schema:
    asked: dict[str, Question] = {
        field.name.rstrip("_"): field.metadata["question"]
        for field in dataclasses.fields(kind)
        if "question" in field.metadata
    }
    return Schema(
        asked,
        {name: attribute(name) for name in asked},
        tuple(name for name, question in asked.items() if question.identifies),
        {question.role: name for name, question in asked.items() if question.role},
    )


schema: Callable[[type], Schema] = lru_cache(maxsize=64)(_schema)
"""Return the questions of a dataclass made with :func:`~scorekeeper.rules.question.ask`.

Cached, as every hand that is read or written needs one; the games have about a dozen such
dataclasses.
"""


def questions(kind: type) -> Mapping[str, Question]:
    """Return the questions of a dataclass by name, in the order in which they are asked."""
    return schema(kind).questions


def player_with(hand: AnyHand, role: HandRole) -> int | None:
    """Return the number of the player with this role in a hand, if there is one."""
    player: int | None = _answer_with(hand, role)
    return player


def sitting_out(hand: AnyHand) -> tuple[int, ...]:
    """Return the numbers of the players with a column who do not play this hand."""
    players: tuple[int, ...] = _answer_with(hand, HandRole.SITTING_OUT) or ()
    return players


def _answer_with(hand: AnyHand, role: HandRole) -> Any:
    asked = schema(type(hand))
    name = asked.roles.get(role)
    return getattr(hand, asked.attributes[name]) if name else None


def attribute(name: str) -> str:
    """Return the dataclass attribute of a question, which may not be a Python keyword.

    >>> attribute("taker"), attribute("from")
    ('taker', 'from_')
    """
    return f"{name}_" if keyword.iskeyword(name) else name


def read(kind: type[H], record: object, players: Players) -> H:
    """Read a record from its answers.

    An absent or ``None`` answer means that the event did not happen.

    :param kind: the dataclass of the record.
    :param record: answers by question name, as a document or the journal has them.
    :param players: the players as the answers identify them.
    :raises HandError: if a name or a value is unknown, missing or out of bounds.
    """
    asked, attributes = schema(kind).questions, schema(kind).attributes
    if not isinstance(record, Mapping):
        raise HandError(kind.__name__.lower(), msg("on attend un objet {…}"))
    for name in record:
        if name not in asked:
            expected = msg("champ inconnu ; on attend : %(names)s", names=", ".join(asked))
            raise HandError(str(name), expected)
    answers_read = {
        name: _read_one(name, question, record[name], players)
        for name, question in asked.items()
        if record.get(name) is not None
    }
    for name, question in asked.items():
        is_always_asked = question.when is None and not question.unless
        is_needed = question.required or question.answered_by
        if not is_always_asked or (is_needed and name not in answers_read):
            _check_presence(name, asked, answers_read, players)
    return kind(**{attributes[name]: answer for name, answer in answers_read.items()})


def _check_presence(
    name: str,
    questions: Mapping[str, Question],
    answers_read: Mapping[str, object],
    players: Players,
) -> None:
    """Check that an answer is there where it is required, and absent where it is not asked.
    Raise HandError if it is not."""
    question = questions[name]
    asked, is_given = is_asked(question, answers_read), name in answers_read
    if asked and (question.required or question.when) and not is_given:
        missing = msg("manque ; on attend %(what)s", what=question.expected(players))
        raise HandError(name, missing)
    if asked and not is_given and question.answered_by not in ("", *answers_read):
        labels = {"label": question.label, "other": questions[question.answered_by].label}
        missing = msg("il manque : %(label)s, ou « %(other)s »", **labels)
        raise HandError(name, missing, missing=True)
    if not asked and is_given:
        raise HandError(name, _not_asked(question, answers_read))


def is_asked(question: Question, given_answers: Mapping[str, Any]) -> bool:
    """Return True if a question is asked, given the answers to the other questions."""
    when = question.when
    if any(_is_met(unless, given_answers) for unless in question.unless):
        return False
    return when is None or _is_met(when, given_answers)


def _is_met(condition: Condition, given_answers: Mapping[str, Any]) -> bool:
    answer = given_answers.get(condition.question)
    if dataclasses.is_dataclass(answer):
        answer = getattr(answer, dataclasses.fields(answer)[0].name)
    return answer in condition.answers


def _not_asked(question: Question, answers_read: Mapping[str, object]) -> Message:
    """Return the reason why a question is not asked, with answers it has a condition on."""
    for unless in question.unless:
        if _is_met(unless, answers_read):
            return msg(
                "ne se dit pas avec %(other)s : %(codes)s",
                other=unless.question,
                codes=", ".join(unless.codes),
            )
    when = question.when
    assert when is not None
    codes = ", ".join(when.codes)
    return msg("ne se dit qu'avec %(other)s : %(codes)s", other=when.question, codes=codes)


def _read_one(name: str, question: Question, value: object, players: Players) -> object:
    try:
        return question.read(value, players)
    except HandError as error:
        inner = msg("%(name)s : %(message)s", name=error.name, message=error.message)
        raise HandError(name, inner) from None
    except ValueError:
        written = repr(value)
        raise HandError(
            name,
            msg(
                "%(given)s ne va pas ; on attend %(what)s",
                given=written if len(written) <= 40 else written[:39] + "…",
                what=question.expected(players),
            ),
        ) from None


def answers(record: object, players: Players) -> dict[str, Any]:
    """Write a record as answers by question name, players as these identify them: the inverse
    of :func:`read`. Events that did not happen are left out."""
    written: dict[str, Any] = {}
    asked = schema(type(record))
    for name, question in asked.questions.items():
        answer = getattr(record, asked.attributes[name])
        if answer is not None and answer != ():
            written[name] = question.write(answer, players)
    return {name: answer for name, answer in written.items() if answer is not None}


def answer_words(hand: AnyHand, name: str, names: Sequence[str]) -> object:
    """Return the answer to a question of a hand as :func:`render` shows it, with these names
    of the players; an empty text if there is none."""
    answer = getattr(hand, attribute(name))
    if answer is None or answer == ():
        return ""
    return _words(questions(type(hand))[name], answer, names)


def _words(question: Question, answer: Any, names: Sequence[str]) -> object:
    if isinstance(question, OnePlayer):
        return names[answer]
    if isinstance(question, SomePlayers):
        return joined(", ", [names[player] for player in answer])
    if isinstance(question, Bid):
        return question.words.get(answer, answer)
    if isinstance(question, CardPoints):
        return half_points(answer) if question.unit == 2 else answer
    if isinstance(question, YesNo):
        return question.yes if answer else question.no
    if isinstance(question, PerColumn):
        return "/".join("–" if number is None else str(number) for number in answer)
    if isinstance(question, PerSide):
        return joined(", ", list(_sides(answer)))
    if isinstance(question, Several):
        return joined(", ", list(answer))
    if isinstance(question, PerPlayer):
        return joined(", ", [_record_words(record, names) for record in answer])
    if isinstance(question, Record):
        return _record_words(answer, names)
    return answer


def _sides(counts: tuple[int, int]) -> Iterator[object]:
    """Yield the sides that have any, with how many if there are several."""
    for side, count in zip(Side, counts, strict=True):
        if count:
            yield side if count == 1 else joined(" × ", [side, count])


def _record_words(record: object, names: Sequence[str]) -> Message:
    """Return the answers of a record one after the other: « Anne Simple »."""
    words = (answer_words(record, name, names) for name in questions(type(record)))
    return joined(" ", [word for word in words if word != ""])


def joined(separator: str, parts: Sequence[object]) -> Message:
    """Return parts one after the other, each as :func:`render` shows it."""
    values = {f"part{place}": part for place, part in enumerate(parts)}
    return Message(separator.join(f"%({name})s" for name in values), values)
