"""Answers as they are typed in the cell of a table, in a player's words."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from scorekeeper.i18n.languages import LANGUAGES, translator
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import PerPlayer, Record, questions
from scorekeeper.rules.choice import Choice, Side
from scorekeeper.rules.question import (
    Bid,
    CardPoints,
    Count,
    OneOf,
    OnePlayer,
    PerColumn,
    PerSide,
    Question,
    Several,
    SomePlayers,
    YesNo,
)
from scorekeeper.sheets.names import bare

T = TypeVar("T")

BLANK = "–"
"""A column without a number."""

LIST = re.compile("([,+&])")
"""The signs between the items of a list; a name or a choice may hold it too."""

MOST_ITEMS = 16
"""The items of a list; no question takes more."""

MOST_PARTS = 4
"""The parts of one item, where a name or a choice holds commas."""

PART = " | "
"""The sign between the parts of an answer in an export."""


class Unreadable(ValueError):
    """A cell that holds no answer to its question, with what was expected."""

    def __init__(self, expected: object) -> None:
        super().__init__(str(expected))
        self.expected = expected


def named(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the names that a text can mean: itself, else all that differ in accents alone.

    >>> named("Lea", ("Léa", "Lea")), named("lea", ("Léa", "Lea", "Anne"))
    (('Lea',), ('Léa', 'Lea'))
    """
    all_names = tuple(names)
    if text in all_names:
        return (text,)
    return tuple(name for name in all_names if bare(name) == bare(text) != "")


def words_for(label: Message, code: str = "") -> frozenset[str]:
    """Return the words that mean a label, in every language, and its code."""
    return _words(label.text, code)


@lru_cache(maxsize=1024)
def _words(text: str, code: str) -> frozenset[str]:
    said = (translator(language)(text) for language in LANGUAGES)
    return frozenset(bare(word) for word in (*said, code) if word)


def typed_answer(question: Question, cell: str, players: Sequence[str]) -> Any:
    """Return the answer of a night document for what was typed; absent for an empty cell.

    :raises Unreadable: if it is no answer to this question.
    """
    text = cell.strip()
    for kind, read in READERS:
        if isinstance(question, kind):
            return read(question, text, players) if text else None
    raise Unreadable(question.label)


def _list(text: str, read: Callable[[str], T]) -> list[T]:
    """Return the items of a list, each of as many parts as it can be."""
    parts, items = LIST.split(text, MOST_ITEMS), list[T]()
    while parts:
        for end in range(min(len(parts), 2 * MOST_PARTS - 1), 0, -2):
            try:
                items.append(read("".join(parts[:end]).strip()))
            except Unreadable:
                if end == 1:
                    raise
            else:
                del parts[: end + 1]
                break
    return items


def _number(text: str, low: object, high: object) -> int | float:
    written = text.replace(",", ".").replace("½", ".5").replace("−", "-")
    if not re.fullmatch(r"-?\d{0,6}(\.\d+)?", written) or not any(map(str.isdigit, written)):
        raise Unreadable(msg("un nombre de %(low)s à %(high)s", low=low, high=high))
    value = float(written)
    return int(value) if value.is_integer() else value


def _player(question: OnePlayer, text: str, players: Sequence[str]) -> str | None:
    meant = named(text, players)
    if len(meant) == 1:
        return meant[0]
    if question.nobody is not None and bare(text) in words_for(question.nobody):
        return None
    raise Unreadable(meant or tuple(players))


def _players(question: SomePlayers, text: str, players: Sequence[str]) -> list[str]:
    player = OnePlayer(question.label, True)
    return _list(text, lambda item: str(_player(player, item, players)))


def _choice(choices: Iterable[Choice], text: str) -> Choice:
    allowed = list(choices)
    for choice in allowed:
        if bare(text) in words_for(choice.label, choice.code):
            return choice
    raise Unreadable(tuple(allowed))


def _one_of(question: OneOf, text: str, players: Sequence[str]) -> str | None:
    if question.none is not None and bare(text) in words_for(question.none):
        return None
    return _choice(question.choices, text).code


def _bid(question: Bid, text: str, players: Sequence[str]) -> int | float | str:
    for code, label in question.words.items():
        if bare(text) in words_for(label, code):
            return code
    return _number(text, question.low, question.high)


def _count(question: Count | CardPoints, text: str, players: Sequence[str]) -> int | float:
    return _number(text, question.low, question.high)


def _yes_no(question: YesNo, text: str, players: Sequence[str]) -> bool:
    for answer, label in ((True, question.yes), (False, question.no)):
        if bare(text) in words_for(label) | words_for(msg("oui") if answer else msg("non")):
            return answer
    raise Unreadable((question.yes, question.no))


def _several(question: Several, text: str, players: Sequence[str]) -> list[str]:
    return _list(text, lambda item: _choice(question.most, item).code)


def _per_side(question: PerSide, text: str, players: Sequence[str]) -> dict[str, int]:
    """Read « Attaque », « Attaque 2, Défense »."""
    counts = {}
    for item in LIST.split(text)[::2]:
        said = item.rstrip("0123456789×x ")
        counts[_choice(Side, said).code] = int(re.sub(r"\D", "", item)[:2] or 1)
    return counts


def _per_column(
    question: PerColumn, text: str, players: Sequence[str]
) -> list[int | float | None]:
    low, high = question.low, question.high
    items = [item.strip() for item in text.split("/")]
    return [None if item == BLANK else _number(item, low, high) for item in items]


def _per_player(
    question: PerPlayer, text: str, players: Sequence[str]
) -> list[dict[str, Any]]:
    """Read « Anne simple, Bruno double »."""
    return _list(text, lambda item: _of_player(question.record, item, players))


def _of_player(record: type, text: str, players: Sequence[str]) -> dict[str, Any]:
    (who, _), (what, choice) = questions(record).items()
    for name in sorted(players, key=len, reverse=True):
        if text.casefold().startswith(name.casefold()):
            rest = typed_answer(choice, text[len(name) :].strip(" :"), players)
            return {who: name, what: rest}
    raise Unreadable(tuple(players))


def _record(question: Record, text: str, players: Sequence[str]) -> dict[str, Any]:
    """Read « Attaque : tierce, cent », « Anne », and what an export says, « Anne | Bruno »:
    each part answers the next question that it can."""
    asked = list(questions(question.record).items())
    expected = tuple(one.label for _, one in asked)
    answers: dict[str, Any] = {}
    for part in text.split(PART) if PART in text else text.split(":", 1):
        while asked:
            name, one = asked.pop(0)
            try:
                answers[name] = typed_answer(one, part, players)
                break
            except Unreadable:
                if not answers:
                    raise
        else:
            raise Unreadable(expected)
    return answers


READERS: Sequence[tuple[type[Question], Callable[[Any, str, Sequence[str]], Any]]] = (
    (OnePlayer, _player),
    (SomePlayers, _players),
    (OneOf, _one_of),
    (Bid, _bid),
    (Count, _count),
    (CardPoints, _count),
    (YesNo, _yes_no),
    (Several, _several),
    (PerSide, _per_side),
    (PerColumn, _per_column),
    (PerPlayer, _per_player),
    (Record, _record),
)
"""The function that reads each kind of question; of two that fit the first."""


def allowed_choices(question: OneOf, options: Mapping[str, Any]) -> tuple[Choice, ...]:
    """Return the choices that these rules have."""
    return tuple(question.allowed(options))


def expected_words(question: Question, options: Mapping[str, Any]) -> Mapping[str, object]:
    """Return what is typed in a column, for a template: its choices or its bounds."""
    if isinstance(question, OneOf):
        return {"choices": allowed_choices(question, options)}
    if isinstance(question, Bid):
        low, high = question.low, question.high
        return {"low": low, "high": high, "choices": tuple(question.words.values())}
    if isinstance(question, Count | CardPoints):
        return {"low": question.low, "high": question.high}
    return {}
