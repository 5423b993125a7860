"""The columns of the table of a sheet: how cells are written, and how they are read.

One list, made from the questions of the game, is what an export has, what a table to fill in
offers, and what is understood of a table typed from paper.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cached_property, partial
from typing import Any, NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import (
    PerPlayer,
    Record,
    answer_words,
    attribute,
    joined,
    questions,
    schema,
)
from scorekeeper.rules.choice import Choice, HandRole, Side
from scorekeeper.rules.game import NOBODY, RECEIVERS, Game, Table
from scorekeeper.rules.question import (
    Bid,
    CardPoints,
    Count,
    OneOf,
    OnePlayer,
    PerColumn,
    PerSide,
    PointsOfEach,
    Question,
    Several,
    SomePlayers,
    YesNo,
)
from scorekeeper.sheets.formats.cells import first_of, number
from scorekeeper.sheets.formats.words import Words
from scorekeeper.sheets.names import NOTE_LENGTH, clean
from scorekeeper.sheets.rows import ANNULLED, Row

LATE = msg("après la fin de la partie")
"""In place of the number of a hand that an export has, and a document has not."""

PENALTY = msg("pénalité")
"""In place of the number of a penalty."""

PASSED = msg("passée")
"""In place of the contract, or of the taker, of a deal without a hand."""

NOTE = "note"
"""The column of what was written about a hand."""

ALONE = (msg("seul"), msg("solo"), msg("chien"))
"""Other words for nobody, as for the partner of a taker who has called himself."""

BLANK = "–"
"""A column without a number, in a cell with a number for each."""

PART = " | "
"""The sign between the parts of one answer."""

LIST = re.compile("([,+&])")
"""The signs between the items of a list; a name or a choice may hold it too."""

MOST_ITEMS = 16
"""The items of a list; no question takes more."""

MOST_PARTS = 4
"""The parts of one item, where a name or a choice holds commas."""

MOST_POINTS = 999_999
"""The points of a cell."""

MOST_EXPECTED = 8
"""The answers that are named where something else is typed."""


class Unreadable(ValueError):
    """A cell that is no answer; its argument is the message for the player."""


Entry = Mapping[str, Any]
"""An entry of the hands of a night document."""


class Column(NamedTuple):
    """A column of the table."""

    name: str
    """The name of its question, or ``number``, ``dealer``, ``date``."""
    head: Message
    short: Message | None
    """Another head by which it is known, as on a printed sheet."""
    write: Callable[[Row, Entry], object]
    """Return the cell of an entry, which is written for this row; a number or words."""
    read: Callable[[str], Any]
    """Return what a cell answers, as a night document has it; absent for an empty cell. It
    raises :class:`Unreadable`."""


NO_TABLE = Table(())
"""Nobody, whose names are not read."""


def columns(game: Game, table: Table = NO_TABLE) -> list[Column]:
    """Return the columns of a game, without those of its points.

    :param table: the players whose names are read, and the rules.
    """
    players = Words(zip(table.players, table.players, strict=True))
    own = own_question(game)
    return [
        Column("number", msg("donne"), None, _write_number, str),
        Column("dealer", msg("donneur"), None, _write_dealer, players.only),
        Column("date", msg("date"), None, lambda row, entry: "", day_of),
        *(
            Column(
                name,
                question.label,
                question.column,
                partial(_write_answer, name),
                Answers(question, table).read,
            )
            for name, question in questions(game.hand).items()
            if name != own
        ),
        Column(NOTE, msg("note"), None, lambda row, entry: entry.get(NOTE, ""), note_of),
    ]


def note_of(cell: str) -> str | None:
    """Return the note that a cell has, as one line; absent for an empty cell."""
    return clean(cell, NOTE_LENGTH) or None


def accepted_columns(game: Game) -> list[Message]:
    """Return the heads that a table of this game may have beside its players."""
    dealt = ("dealer",) if game.board else ()
    return [column.head for column in columns(game) if column.name not in dealt]


def own_question(game: Game) -> str | None:
    """Return the question whose answer is the points of the columns themselves."""
    own = (
        name
        for name, question in questions(game.hand).items()
        if isinstance(question, PerColumn) and not isinstance(question, PointsOfEach)
    )
    return next(own, None)


def passed_question(game: Game) -> str:
    """Return the question whose cell says that a deal has no hand; empty without one."""
    roles = schema(game.hand).roles
    return roles.get(HandRole.CONTRACT) or roles.get(HandRole.TAKER) or ""


def _write_number(row: Row, entry: Entry) -> object:
    if "penalty" in entry:
        return PENALTY
    if "passed" in entry and not passed_question(row.setting.game):
        return _why_passed(entry)
    return LATE if row.late else row.number


def _write_dealer(row: Row, entry: Entry) -> object:
    """Return who deals; of a penalty who has it, the points, who receives them, the reason."""
    if "penalty" in entry:
        penalty = entry["penalty"]
        who, to = penalty.get("player", penalty.get("team")), penalty.get("to", NOBODY)
        points, reason = str(penalty["points"]), penalty.get("reason", "")
        return joined(PART, [who, points, RECEIVERS[to], reason])
    return "" if row.setting.game.board else row.setting.names[row.before.dealer]


def _write_answer(name: str, row: Row, entry: Entry) -> object:
    game, names, answer = row.setting.game, row.setting.names, entry.get(name)
    question = questions(game.hand)[name]
    if "passed" in entry:
        return _why_passed(entry) if name == passed_question(game) else ""
    if answer is None:
        return ""
    if isinstance(answer, float):
        return str(answer).replace(".", ",")
    if isinstance(question, SomePlayers):
        return ", ".join(answer)
    if isinstance(question, Record):
        record = getattr(row.hand, attribute(name))
        words = [answer_words(record, part, names) for part in questions(question.record)]
        return joined(PART, [word for word in words if word != ""])
    return answer_words(row.hand, name, names)


def _why_passed(entry: Entry) -> Message:
    return ANNULLED[entry["reason"]] if "reason" in entry else PASSED


def day_of(cell: str) -> str | None:
    """Return the ISO date of a typed one (2026-11-20 or 20/11/2026); absent if it is not
    valid.

    >>> day_of("20.11.2026"), day_of("2026-11-20"), day_of("20/11/26"), day_of("31/02/26")
    ('2026-11-20', '2026-11-20', '2026-11-20', None)
    """
    found = re.fullmatch(r"(\d{1,4})[-/.](\d\d?)[-/.](\d{1,4})", cell.strip())
    if found:
        numbers = [*map(int, found.groups())]
        year, month, day = numbers if numbers[0] > 31 else numbers[::-1]
        with suppress(ValueError):
            return date(year if year > 99 else 2000 + year, month, day).isoformat()
    return None


def whole_number(cell: str) -> int | None:
    """Return the points of a cell; absent for an empty one.

    >>> whole_number("−1 200"), whole_number("")
    (-1200, None)

    :raises Unreadable: if it is no whole number of at most six digits.
    """
    points = number(cell)
    if cell.strip() and (points is None or points % 1 or abs(points) > MOST_POINTS):
        raise Unreadable(
            msg("« %(cell)s » n'est pas un nombre entier", cell=cell.strip()[:20])
        )
    return None if points is None else int(points)


class Answers:
    """Reads the answers to one question as they are typed."""

    def __init__(self, question: Question, table: Table) -> None:
        self.question, self.table = question, table
        parts = questions(question.record) if isinstance(question, Record) else {}
        self.parts = {name: Answers(part, table) for name, part in parts.items()}

    def read(self, cell: str) -> Any:
        """Return the answer of a night document; absent for an empty cell.

        :raises Unreadable: with what is expected, if it is no answer to this question.
        """
        text, question = cell.strip(), self.question
        if not text:
            return None
        if isinstance(question, Record):
            return self._of_parts(text)
        if isinstance(question, PerColumn):
            items = [item.strip() for item in text.split("/")]
            return [None if item == BLANK else self._one(item) for item in items]
        if isinstance(question, PerSide):
            return dict(self._list(text))
        if isinstance(question, SomePlayers | Several | PerPlayer):
            return self._list(text)
        return self._one(text)

    @cached_property
    def _words(self) -> Words[Any]:
        return Words(_meanings(self.question, self.table.players))

    def _one(self, text: str) -> Any:
        found, question = self._words.find(text), self.question
        if not found and isinstance(question, OneOf | Bid):
            found = Words(self._labels).shortened(text)
        if len(found) == 1:
            return found[0]
        if isinstance(question, CardPoints):  # which are halves, never thousands
            text = f"0{text.replace('½', ',5')}"
        if isinstance(question, Count | CardPoints | PerColumn):
            value = number(text)
            if value is None:
                low, high = question.low, question.high
                raise _expecting(msg("un nombre de %(low)s à %(high)s", low=low, high=high))
            return float(value) if value % 1 else int(value)
        raise _expecting(tuple(found) or self._expected)

    @cached_property
    def _labels(self) -> list[tuple[object, Any]]:
        """The answers that these rules allow, each with its label."""
        question = self.question
        if isinstance(question, OneOf):
            return [(choice, choice.code) for choice in question.allowed(self.table.options)]
        words: dict[str, tuple[object, Any]] = {}
        for word, answer in _meanings(question, self.table.players):
            words.setdefault(repr(answer), (word, answer))
        return list(words.values())

    @property
    def _expected(self) -> tuple[object, ...]:
        """The answers that these rules allow, in words."""
        parts = [reader.question.label for reader in self.parts.values()]
        return first_of(parts or [label for label, _ in self._labels], MOST_EXPECTED)

    def _list(self, text: str) -> list[Any]:
        """Return the items of a list, each of as many parts as it can be."""
        parts, items = LIST.split(text, MOST_ITEMS), []
        while parts:
            for end in range(min(len(parts), 2 * MOST_PARTS - 1), 0, -2):
                try:
                    items.append(self._one("".join(parts[:end]).strip()))
                except Unreadable:
                    if end == 1:
                        raise
                else:
                    del parts[: end + 1]
                    break
        return items

    def _of_parts(self, text: str) -> dict[str, Any]:
        """Read « Attaque : tierce, cent », « Anne », and as exports say it « Anne | Bruno »:
        each part answers the next question that it can."""
        answers: dict[str, Any] = {}
        readers = iter(self.parts.items())
        for part in text.split(PART) if PART in text else text.split(":", 1):
            for name, reader in readers:
                try:
                    answers[name] = reader.read(part)
                    break
                except Unreadable:
                    if not answers:
                        raise
            else:
                raise _expecting(self._expected)
        return answers


def _expecting(what: object) -> Unreadable:
    """Return the error of a cell in which something else is expected."""
    return Unreadable(msg("on attend %(what)s", what=what))


def _meanings(question: Question, players: Sequence[str]) -> Iterator[tuple[object, Any]]:
    """Yield what may be typed for one answer to a question, or for one item of a list, with
    the answer that it is in a night document."""
    if isinstance(question, OnePlayer | SomePlayers):
        yield from zip(players, players, strict=True)
    if isinstance(question, OnePlayer) and question.nobody is not None:
        yield question.nobody, None
        yield from ((word, None) for word in ALONE)
    if isinstance(question, OneOf):
        yield from _choices(question.choices)
        if question.none is not None and not question.required:
            yield question.none, None
    if isinstance(question, Several):
        yield from _choices(question.most)
    if isinstance(question, Bid):
        for code, label in question.words.items():
            yield from ((label, code), (code, code))
    if isinstance(question, YesNo):
        yield from ((question.yes, True), (question.no, False))
        yield from ((msg("oui"), True), (msg("non"), False))
    if isinstance(question, PerSide):  # « Attaque », « Attaque 2 », « Défense x 2 »
        for side, code in _choices(Side):
            yield side, (code, 1)
            for count in range(1, question.most + 1):
                yield joined(" ", [side, count]), (code, count)
                yield joined(" x ", [side, count]), (code, count)
    if isinstance(question, PerPlayer):  # « Anne simple »
        (who, _), (what, choice) = questions(question.record).items()
        for player in players:
            for word, answer in _meanings(choice, players):
                yield joined(" ", [player, word]), {who: player, what: answer}


def _choices(choices: Iterable[Choice]) -> Iterator[tuple[object, str]]:
    for choice in choices:
        yield from ((choice, choice.code), (choice.code, choice.code))
