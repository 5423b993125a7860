"""Answers in a reader's words, whatever the kind of their question."""

from collections.abc import Iterator, Sequence
from typing import Any

from scorekeeper.i18n.messages import Message, half_points
from scorekeeper.rules.answers import AnyHand, PerPlayer, Record, attribute, questions
from scorekeeper.rules.choice import Side
from scorekeeper.rules.number_question import Bid, CardPoints, PerColumn
from scorekeeper.rules.question import (
    OnePlayer,
    PerSide,
    Question,
    Several,
    SomePlayers,
    YesNo,
)


def answer_words(hand: AnyHand, name: str, names: Sequence[str]) -> object:
    """Return the answer to a question of a hand as :func:`render` shows it.

    :param names: the names of the players.
    :return: an empty text if there is no answer.
    """
    answer = getattr(hand, attribute(name))
    if answer is None or answer == ():
        return ""
    return _words(questions(type(hand))[name], answer, names)


def _words(question: Question, answer: Any, names: Sequence[str]) -> object:
    if isinstance(question, OnePlayer):
        return names[answer]
    if isinstance(question, SomePlayers):
        return _joined(", ", [names[player] for player in answer])
    if isinstance(question, Bid):
        return question.words.get(answer, answer)
    if isinstance(question, CardPoints):
        return half_points(answer) if question.unit == 2 else answer
    if isinstance(question, YesNo):
        return question.yes if answer else question.no
    if isinstance(question, PerColumn):
        return "/".join("–" if number is None else str(number) for number in answer)
    if isinstance(question, PerSide):
        return _joined(", ", list(_sides(answer)))
    if isinstance(question, Several):
        return _joined(", ", list(answer))
    if isinstance(question, PerPlayer):
        return _joined(", ", [_record_words(one, names) for one in answer])
    if isinstance(question, Record):
        return _record_words(answer, names)
    return answer


def _sides(counts: tuple[int, int]) -> Iterator[object]:
    """The sides that have any, with how many if there are several."""
    for side, count in zip(Side, counts, strict=True):
        if count:
            yield side if count == 1 else _joined(" × ", [side, count])


def _record_words(record: object, names: Sequence[str]) -> Message:
    """The answers of a record one after the other: « Anne Simple »."""
    words = (answer_words(record, name, names) for name in questions(type(record)))
    return _joined(" ", [word for word in words if word != ""])


def _joined(separator: str, parts: Sequence[object]) -> Message:
    values = {f"part{place}": part for place, part in enumerate(parts)}
    return Message(separator.join(f"%({name})s" for name in values), values)
