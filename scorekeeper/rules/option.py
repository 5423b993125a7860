"""The options of a sheet: the variants of the rules that its players agree on."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import HandError

Options = Mapping[str, Any]
"""The options of a sheet by name: codes, numbers, truth values, texts, tables of numbers."""

TARGET = "target"
"""The name of the option that holds the target score; 0 is a game without one."""

DEALS = "deals"
"""The name of the option that holds the number of deals of a game; 0 is no limit."""

NAME = "rules_name"
"""The name of the option that holds the players' own name for their rules."""


HOUSE = msg("règle de la table")
"""The source of a choice that no text has."""

Sources = Mapping[Any, Message]
"""The texts of choices, by their stored values."""

NO_SOURCES: Sources = MappingProxyType({})
"""The sources of an option of which only the first choice stands in a text."""


def _points(number: object) -> Message:
    return msg("%(number)s points", number=number)


@dataclass(frozen=True)
class Option:
    """A variant of the rules that the players agree on before the first deal."""

    label: Message
    choices: Mapping[Any, Message]
    """The stored values with their labels; the first is the default of the rule book."""
    numbers: range | None = None
    """Whole numbers that are allowed besides the choices."""
    unit: Callable[[object], Message] = _points
    """The words around a number that is none of the choices."""
    usual: Callable[[Options], Any] | None = None
    """The default where it depends on earlier options; ``None`` for the first choice."""
    requires: tuple[str, Any] | None = None
    """Another option and the value it must have for this one to matter."""
    unless: tuple[str, Any] | None = None
    """Another option and the value with which this one does not matter."""
    question: Message | None = None
    """The option worded as a question, if most tables discuss it before the first deal."""
    group: Message = Message("")
    """The heading under which the option stands among the others."""
    source: Message = HOUSE
    """The article of the first choice, or that it is a house rule."""
    sources: Sources = field(default_factory=dict)
    """The articles of further choices; one without is a house rule."""
    goes_with: Mapping[Any, tuple[str, Any]] = field(default_factory=dict)
    """Another option and the value that it must have, by the choices that need it."""
    players: int = 0
    """The number of players in one hand that it is about; 0 for any."""

    def applies(self, chosen: Options, players: int = 0) -> bool:
        """Return True if this option matters, given the other options, and the most players
        that a hand had; 0 if unknown."""
        if players and self.players > players:
            return False
        if self.unless and chosen.get(self.unless[0]) == self.unless[1]:
            return False
        return self.requires is None or chosen.get(self.requires[0]) == self.requires[1]

    def default(self, chosen: Options) -> Any:
        """Return the default value, given the options before this one."""
        usual = self.usual(chosen) if self.usual else None
        return self.first_choice if usual is None else usual

    @property
    def first_choice(self) -> Any:
        """The first choice: that of the game's own text."""
        return next(iter(self.choices))

    def source_of(self, value: object) -> Message:
        """Return the text that has a value, or that it is a house rule."""
        if value == self.first_choice:
            return self.source
        return self.sources.get(value, HOUSE)

    def read(self, value: object) -> Any:
        """Return the value as it is kept; ``1`` and ``True`` are different values. Raise
        ValueError if it is not allowed."""
        if self.numbers and type(value) is int and value in self.numbers:
            return value
        if any(value == choice and type(value) is type(choice) for choice in self.choices):
            return value
        raise ValueError(value)

    @property
    def expected(self) -> Message:
        """The allowed values, for the error message."""
        words = (code for code in self.choices if not (self.numbers and type(code) is int))
        codes = ", ".join(json.dumps(code) for code in words)
        if not self.numbers:
            return msg("on attend : %(codes)s", codes=codes)
        low, high = self.numbers[0], self.numbers[-1]
        between = msg("on attend un nombre entier de %(low)s à %(high)s", low=low, high=high)
        return (
            msg("%(between)s, ou %(codes)s", between=between, codes=codes)
            if codes
            else between
        )

    def label_of(self, value: object) -> Message:
        """Return a value as a player reads it."""
        return self.choices.get(value) or self.unit(value)


class Numbers(dict[str, int]):
    """A few numbers by name; hashable, so that what depends on them can be cached."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))


class NamedNumber(NamedTuple):
    """One number of a table of numbers."""

    label: Message
    allowed: range
    required: bool = True
    """False if the table may do without it."""


class Reads(dict[Any, Any]):
    """The options that were read, or the numbers of one table among them; no others.

    >>> read = Reads({"contracts": Numbers(garde=2, garde_sans=5), "misere": 10})
    >>> read["contracts"]["garde"], read.changed({"contracts": Numbers(garde=2), "misere": 0})
    (2, set())
    """

    def __init__(self, options: Any) -> None:
        super().__init__()
        self._options = options

    def __missing__(self, name: Any) -> Any:
        value = self._options[name]
        self[name] = Reads(value) if isinstance(value, Numbers) else value
        return self[name]

    def get(self, name: Any, default: Any = None) -> Any:
        return self[name] if name in self._options else default

    def changed(self, usual: Any) -> set[str]:
        """Return the names of what was read and has another value."""
        usual = usual or {}
        return {name for name, value in self.items() if value != usual.get(name)}

    def __ne__(self, usual: object) -> bool:
        return bool(self.changed(usual))


@dataclass(frozen=True, kw_only=True)
class NumberTable(Option):
    """An option whose value is a table of numbers; its choices are the usual tables. A value
    is kept as :class:`Numbers`, or as a tuple if it is written as a list."""

    rows: Mapping[str, NamedNumber]
    """The numbers by code, in their order."""
    other_names: Mapping[str, str] = field(default_factory=dict)
    """Rows that are another name of one: read as that one, unless both have a number."""
    is_list: bool = False
    """True if a document writes the numbers as a list, in the order of the rows."""

    def read(self, value: object) -> Any:
        if value is None and None in self.choices:
            return None
        named = value
        if self.is_list and isinstance(value, list | tuple) and len(value) == len(self.rows):
            named = dict(zip(self.rows, value, strict=True))
        if not isinstance(named, Mapping) or self.is_list is isinstance(value, Mapping):
            raise ValueError(value)
        numbers = self._read_rows(named)
        return tuple(numbers.values()) if self.is_list else numbers

    def _read_rows(self, named: Mapping[Any, object]) -> Numbers:
        for other, code in self.other_names.items():
            if other in named and code not in named:
                named = {code if name == other else name: named[name] for name in named}
        numbers = Numbers()
        for code, row in self.rows.items():
            number = named.get(code)
            if number is None and not row.required:
                continue
            if type(number) is not int or number not in row.allowed:
                raise ValueError(number)
            numbers[code] = number
        if not numbers or not set(named) <= set(self.rows):
            raise ValueError(named)
        return numbers

    @property
    def expected(self) -> Message:
        """The names of the numbers, for the error message."""
        bounds = [
            f"{code} {row.allowed[0]}…{row.allowed[-1]}" for code, row in self.rows.items()
        ]
        return msg("on attend des nombres entiers : %(codes)s", codes=", ".join(bounds))

    def label_of(self, value: Any) -> Message:
        """Return the label of a usual table, or the numbers of another."""
        if value in self.choices:
            return self.choices[value]
        return Message("%(numbers)s", {"numbers": tuple(self._labels(value))})

    def by_name(self, value: Any) -> Mapping[str, int]:
        """Return the numbers of a value by their codes; none where nothing is played."""
        if value is None:
            return {}
        return dict(zip(self.rows, value, strict=True)) if self.is_list else value

    def _labels(self, value: Any) -> list[Message]:
        return [
            msg("%(label)s %(number)s", label=self.rows[code].label, number=number)
            for code, number in self.by_name(value).items()
        ]


NAME_LENGTH = 40
"""Most characters of an option that is a text, such as the players' own name for their
rules."""

JOINERS = str.maketrans("", "", "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}")
"""Removes the invisible characters that are part of those around them, as in some emoji."""


def line_of(length: int) -> Message:
    """Describe a text of one line, for the error message."""
    return msg("on attend un texte d'une ligne, de %(n)s caractères au plus", n=length)


@dataclass(frozen=True)
class TextOption(Option):
    """An option that is a line of text, empty by default."""

    def read(self, value: object) -> str:
        if not isinstance(value, str) or len(value) > NAME_LENGTH:
            raise ValueError(value)
        if not value.translate(JOINERS).isprintable():
            raise ValueError(value)
        return value.strip()

    @property
    def expected(self) -> Message:
        """The allowed texts, for the error message."""
        return line_of(NAME_LENGTH)


MOST_DEALS = 100
"""Most deals in a game of so many deals."""

END = msg("La partie")
"""The heading of the options about the end of a game."""


def _deals(number: object) -> Message:
    return msg("%(number)s donnes", number=number)


EVENT: Mapping[str, TextOption] = {
    name: TextOption(label, {"": Message("")})
    for name, label in (
        ("club", msg("Club")),
        ("place", msg("Lieu")),
        ("table", msg("Table")),
        ("round", msg("Tour")),
    )
}
"""The words by which a club tells its sheets apart, printed at the head of a sheet."""

COMMON: Mapping[str, Option] = {
    NAME: TextOption(msg("Nom de nos règles"), {"": Message("")}),
    **EVENT,
    DEALS: Option(
        msg("Durée"),
        {0: msg("sans limite"), **{n: _deals(n) for n in (10, 12, 20, 24)}},
        range(MOST_DEALS + 1),
        unit=_deals,
        question=msg("On joue combien de donnes ?"),
        group=END,
    ),
}
"""The options that every game has, before its own."""


def complete(options: Mapping[str, Option], values: Options) -> dict[str, Any]:
    """Return the value of every option, its default where none is given. Raise HandError for a
    value that is not allowed."""
    chosen: dict[str, Any] = {}
    for name, option in options.items():
        value = values.get(name)
        try:
            chosen[name] = option.default(chosen) if value is None else option.read(value)
        except ValueError:
            raise HandError(f"options.{name}", option.expected) from None
    return chosen
