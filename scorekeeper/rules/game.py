"""The definition of a game: its questions, its options, its table and its scoring."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorekeeper.i18n.messages import NOTHING, Message, msg
from scorekeeper.rules.answers import AnyHand, HandError, read
from scorekeeper.rules.question import Players
from scorekeeper.rules.score import NOTHING_HELD, End, Held, Points, Score, passed

Options = Mapping[str, Any]
"""The options of a sheet by name: codes, whole numbers or truth values."""


class Table(NamedTuple):
    """The circumstances of a hand: everything its score depends on besides its answers."""

    players: tuple[str, ...]
    """Everybody who has sat at the table, those who sit out included."""
    options: Options = NOTHING
    """The sheet's options, complete."""
    dealer: int = 0
    """The player who dealt, by number."""
    held: Held = NOTHING_HELD
    """Points that earlier hands left on the table."""
    standing: Points = ()
    """The running total of each column before this hand."""


def teams(players: Sequence[str]) -> tuple[str, ...]:
    """Name the two teams after their players, who sit across from each other.

    >>> teams(("Anne", "Bruno", "Chloé", "David"))
    ('Anne & Chloé', 'Bruno & David')
    """
    return tuple(" & ".join(players[n::2]) for n in (0, 1))


class RuleTable(NamedTuple):
    """One table of the rules page: the numbers of a rule as a player reads them."""

    title: Message
    article: Message
    head: tuple[object, ...]
    """The heads of the columns, if they need any."""
    rows: tuple[tuple[object, ...], ...]
    """Each row: its label, then its numbers."""


@dataclass(frozen=True)
class Option:
    """A variant of the rules that the players agree on before the first deal."""

    label: Message
    choices: Mapping[Any, Message]
    """The stored values with their labels; the first is the default of the rule book."""
    numbers: range | None = None
    """Whole numbers that are allowed besides the choices."""
    instead: Mapping[Any, Any] = field(default_factory=dict)
    """The default that replaces the first choice, by the value of the option :attr:`after`."""
    after: str = ""
    """The option on which the default depends, if it does."""
    requires: tuple[str, Any] | None = None
    """Another option and the value it must have for this one to matter."""

    def applies(self, chosen: Options) -> bool:
        """Return True if this option matters, given the other options."""
        return self.requires is None or chosen.get(self.requires[0]) == self.requires[1]

    def default(self, chosen: Options) -> Any:
        """Return the default value, given the options before this one."""
        return self.instead.get(chosen.get(self.after), next(iter(self.choices)))

    def accepts(self, value: object) -> bool:
        """Return True if the value is allowed; ``1`` and ``True`` are different values."""
        if self.numbers and type(value) is int and value in self.numbers:
            return True
        return any(value == v and type(value) is type(v) for v in self.choices)

    @property
    def expected(self) -> Message:
        """The allowed values, for the error message."""
        codes = ", ".join(json.dumps(code) for code in self.choices)
        if not self.numbers:
            return msg("on attend : %(codes)s", codes=codes)
        low, high = self.numbers[0], self.numbers[-1]
        return msg("on attend un nombre entier de %(low)s à %(high)s", low=low, high=high)

    def label_of(self, value: object) -> Message:
        """Return a value as a player reads it."""
        return self.choices.get(value) or msg("%(number)s points", number=value)


TARGET = "target"
"""The name of the option that holds the target score; 0 is a game without end."""


class Preset(NamedTuple):
    """A named set of options that players choose in one tap."""

    name: str
    """The code in forms, unique among all games."""
    title: Message
    options: Options = NOTHING
    """The values that differ from the defaults."""


def complete(options: Mapping[str, Option], given: Options) -> dict[str, Any]:
    """Return the value of every option, its default where none is given."""
    chosen: dict[str, Any] = {}
    for name, option in options.items():
        value = given.get(name)
        chosen[name] = option.default(chosen) if value is None else value
    return chosen


def no_end(
    standing: Points, table: Table, before: End, hand: AnyHand, score: Score | None
) -> End:
    """Never end: the default for a game without a target score."""
    return before


def nothing_moves(table: Table) -> Score:
    """Score a deal that everybody passed, where that costs nothing."""
    return passed(len(table.standing), table.held)


def no_held_points(held: Held) -> Message:
    """Describe the held points of a game that has none."""
    return Message("")


@dataclass(frozen=True)
class Game:
    """One game: everything that the rest of the program needs of it."""

    name: str
    """The code in documents, addresses and file names."""
    title: Message
    presets: tuple[Preset, ...]
    """Its named sets of options, the rule book's own first."""
    hand: type[AnyHand]
    """The dataclass of its questions."""
    seats: range
    """The allowed numbers of players at the table."""
    active: range
    """The allowed numbers of players in one hand."""
    options: Mapping[str, Option]
    score: Callable[[AnyHand, Table], Score]
    errors: Callable[[AnyHand, Table], Iterable[HandError]]
    """Validate a hand: answers that are impossible at this table are never recorded."""
    warnings: Callable[[AnyHand, Table], Iterable[HandError]]
    """Find answers that no pack of cards allows: recorded once they are confirmed."""
    headline: Callable[[AnyHand, Table], Message]
    """Describe a hand in a few words, without its verdict: « Chloé : Garde »."""
    tables: tuple[RuleTable, ...] = ()
    """The tables of its rules page, built from the numbers that score it."""
    passed: Callable[[Table], Score] = nothing_moves
    """Score a deal that everybody passed."""
    end: Callable[[Points, Table, End, AnyHand, Score | None], End] = no_end
    """Find the winner from the running totals after a hand, or after a penalty (no hand, no
    score)."""
    teams: bool = False
    """True if two teams play; partners sit across from each other."""
    fixed_seats: bool = False
    """True if the seating cannot change during a sheet."""
    describe_held: Callable[[Held], Message] = no_held_points
    """Describe the points left on the table."""
    unsigned: bool = False
    """True if points are written without a plus sign, since they are never negative."""
    plus_minus: bool = False
    """True if the printed sheet has a plus and a minus column, as the FFT's match sheet."""

    def columns(self, players: Sequence[str]) -> tuple[str, ...]:
        """Name the columns of the sheet: one per player, or one per team."""
        return teams(players) if self.teams else tuple(players)

    def column(self, player: int) -> int:
        """Return the column of a player, both by number."""
        return player % 2 if self.teams else player

    def preset(self, options: Options) -> Preset:
        """Return the preset with the fewest differences from these options."""

        def differences(preset: Preset) -> int:
            complete = self.read_options(preset.options)
            return sum(options[name] != value for name, value in complete.items())

        return min(self.presets, key=differences)

    def differences(self, options: Options) -> list[tuple[Option, Any]]:
        """List the target score and the options that differ from the nearest preset."""
        complete = self.read_options(self.preset(options).options)
        return [
            (option, options[name])
            for name, option in self.options.items()
            if name == TARGET or options[name] != complete[name]
        ]

    def options_in_use(self, options: Options) -> list[tuple[Option, Any]]:
        """List the options that matter, with their values."""
        return [
            (option, options[name])
            for name, option in self.options.items()
            if option.applies(options)
        ]

    def read(self, given: object, table: Table, players: Players | None = None) -> AnyHand:
        """Read a hand from its answers and validate it at this table.

        :param given: the answers by question name.
        :param players: the players as the answers identify them; by name if absent.
        :raises HandError: for the first answer that is invalid.
        """
        hand: AnyHand = read(self.hand, given, table.players if players is None else players)
        for error in self.errors(hand, table):
            raise error
        return hand

    def read_options(self, given: object) -> dict[str, Any]:
        """Validate the given options and complete them with the defaults.

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
