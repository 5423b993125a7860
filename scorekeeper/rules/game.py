"""What a game is: its questions, its options, the table it is played at, its score."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorekeeper.i18n.messages import NOTHING, Message, msg
from scorekeeper.rules.hand import HandError, read
from scorekeeper.rules.score import NOTHING_HELD, End, Held, Points, Score, passed


class Table(NamedTuple):
    """What a hand is played at: what its score depends on besides its own answers."""

    players: tuple[str, ...]
    """Everybody who has sat at the table, whether he plays this hand or not."""
    options: Mapping[str, Any] = NOTHING
    """The sheet's options, complete."""
    dealer: int = 0
    held: Held = NOTHING_HELD
    """What the hands before left on the table."""
    standing: Points = ()
    """What each column has before this hand."""


def teams(players: Sequence[str]) -> tuple[str, ...]:
    """What two teams are called, those who sit across from each other.

    >>> teams(("Anne", "Bruno", "Chloé", "David"))
    ('Anne & Chloé', 'Bruno & David')
    """
    return tuple(" & ".join(players[n::2]) for n in (0, 1))


class RuleTable(NamedTuple):
    """Some numbers of a rule as a player reads them."""

    title: Message
    article: Message
    head: tuple[object, ...]
    """What is over the columns, if anything."""
    rows: tuple[tuple[object, ...], ...]
    """What each line is about, then its numbers."""


@dataclass(frozen=True)
class Option:
    """A way of playing that a table agrees on before the first deal."""

    label: Message
    choices: Mapping[Any, Message]
    """The stored values with their labels; the first is the rule book's own."""
    numbers: range | None = None
    """The other whole numbers that it may be."""
    instead: Mapping[Any, Any] = field(default_factory=dict)
    """The rule book's own value where the option :attr:`after` has one of these."""
    after: str = ""
    only: tuple[str, Any] | None = None
    """Another option and its value, without which this one decides nothing."""

    def applies(self, chosen: Mapping[str, Any]) -> bool:
        """Whether this decides anything, with the other options so chosen."""
        return self.only is None or chosen.get(self.only[0]) == self.only[1]

    def default(self, chosen: Mapping[str, Any]) -> Any:
        """The value of a sheet that does not say, with the options before this one."""
        return self.instead.get(chosen.get(self.after), next(iter(self.choices)))

    def accepts(self, value: Any) -> bool:
        """Whether this may be the value."""
        if self.numbers and type(value) is int and value in self.numbers:
            return True
        return any(value == v and type(value) is type(v) for v in self.choices)

    @property
    def expected(self) -> Message:
        """What the value may be, for the message that refuses another."""
        codes = ", ".join(json.dumps(code) for code in self.choices)
        if not self.numbers:
            return msg("on attend : %(codes)s", codes=codes)
        low, high = self.numbers[0], self.numbers[-1]
        return msg("on attend un nombre entier de %(low)s à %(high)s", low=low, high=high)

    def label_of(self, value: Any) -> Message:
        """A value as a player reads it."""
        return self.choices.get(value) or msg("%(number)s points", number=value)


TARGET = "target"
"""The option that holds the number of points a game is played to; 0 where it has no end."""


class Preset(NamedTuple):
    """Rules with a name, that a table takes in one tap."""

    name: str
    """The code in forms; unique among all games."""
    title: Message
    options: Mapping[str, Any] = NOTHING
    """What differs from the options' own defaults."""


def complete(options: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value, its default where none is given."""
    chosen: dict[str, Any] = {}
    for name, option in options.items():
        value = given.get(name)
        chosen[name] = option.default(chosen) if value is None else value
    return chosen


def no_end(standing: Points, table: Table, before: End, played: Any, score: Any) -> End:
    """The end of a game that is played until everybody goes home."""
    return before


def nothing_moves(table: Table) -> Score:
    """A deal that everybody passed, where that costs nobody anything."""
    return passed(len(table.standing), table.held)


def no_held_points(held: Held) -> Message:
    """What is left on the table of a game that leaves nothing there."""
    return Message("")


@dataclass(frozen=True)
class Game:
    """One game: everything the house needs to know of it."""

    name: str
    """The code in documents, addresses and file names."""
    title: Message
    presets: tuple[Preset, ...]
    """Its rules by name, the rule book's own first."""
    hand: type
    """The dataclass of its questions."""
    seats: range
    """How many may sit around the table."""
    active: range
    """How many may play one hand."""
    options: Mapping[str, Option]
    score: Callable[[Any, Table], Score]
    errors: Callable[[Any, Table], Iterable[HandError]]
    """What cannot be at this table: never recorded."""
    warnings: Callable[[Any, Table], Iterable[HandError]]
    """What no pack of cards can do, and a house may still play: asked again."""
    headline: Callable[[Any, Table], Message]
    """A hand in a few words, before its verdict: « Chloé : Garde »."""
    tables: tuple[RuleTable, ...] = ()
    """The numbers of its rules, from the tables that score it."""
    passed: Callable[[Table], Score] = nothing_moves
    """What a deal that everybody passed is worth."""
    end: Callable[[Points, Table, End, Any, Score | None], End] = no_end
    """Whether somebody has won, from what each column has after a hand or a penalty."""
    teams: bool = False
    """Whether two teams play, those who sit across from each other."""
    fixed_seats: bool = False
    """Whether who sits where is settled for the whole sheet."""
    held: Callable[[Held], Message] = no_held_points
    """Points left on the table, in words."""
    plain: bool = False
    """Whether marks are written without a plus, as where nobody marks less than nothing."""
    plus_minus: bool = False
    """Whether paper has a plus and a minus a column, as the FFT's match sheet has."""

    def columns(self, players: Sequence[str]) -> tuple[str, ...]:
        """What each number of a row is for: every player, or the two teams."""
        return teams(players) if self.teams else tuple(players)

    def column(self, player: int) -> int:
        """The column of a player."""
        return player % 2 if self.teams else player

    def preset(self, options: Mapping[str, Any]) -> Preset:
        """The named rules that are nearest to these options."""

        def differences(preset: Preset) -> int:
            complete = self.read_options(preset.options)
            return sum(options[name] != value for name, value in complete.items())

        return min(self.presets, key=differences)

    def changed(self, options: Mapping[str, Any]) -> list[tuple[Option, Any]]:
        """The target, and the options that differ from the nearest named rules."""
        complete = self.read_options(self.preset(options).options)
        return [
            (option, options[name])
            for name, option in self.options.items()
            if name == TARGET or options[name] != complete[name]
        ]

    def played(self, options: Mapping[str, Any]) -> list[tuple[Option, Any]]:
        """Every option that decides something, with its value."""
        return [
            (option, options[name])
            for name, option in self.options.items()
            if option.applies(options)
        ]

    def read(self, given: Any, table: Table, players: Any = None) -> Any:
        """The hand that these answers tell, checked against the table.

        :param players: how the answers call the players; by name if absent.
        :raises HandError: for the first answer that cannot be.
        """
        hand: Any = read(self.hand, given, table.players if players is None else players)
        for error in self.errors(hand, table):
            raise error
        return hand

    def read_options(self, given: Any) -> dict[str, Any]:
        """Every option with its value, the rule book's own where none is given.

        :raises HandError: for an option or a value that this game does not have.
        """
        if not isinstance(given, Mapping):
            raise HandError("options", msg("on attend un objet {…}"))
        for name in given:
            if name not in self.options:
                codes = ", ".join(self.options) or "—"
                raise HandError(
                    f"options.{name}",
                    msg("option inconnue ; on attend : %(codes)s", codes=codes),
                )
            if given[name] is not None and not self.options[name].accepts(given[name]):
                raise HandError(f"options.{name}", self.options[name].expected)
        return complete(self.options, given)
