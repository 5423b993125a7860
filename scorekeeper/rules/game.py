"""The definition of a game: its questions, options, penalties, boards, table and scoring."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from scorekeeper.i18n.messages import NOTHING, Message, msg
from scorekeeper.rules.answers import AnyHand, HandError, read, schema
from scorekeeper.rules.choice import Choice, HandRole
from scorekeeper.rules.option import (
    DEALS,
    EVENT,
    HOUSE,
    NAME,
    TARGET,
    Option,
    Options,
    Reads,
    TextOption,
    complete,
)
from scorekeeper.rules.question import Players
from scorekeeper.rules.score import (
    GOING_ON,
    NO_MESSAGE,
    NOTHING_HELD,
    End,
    Held,
    Points,
    Score,
    passed,
)

MAX_POINTS = 9999
"""Most points in one penalty."""

REASON_LENGTH = 140
"""Most characters in the reason of a penalty."""

NOBODY, OTHERS, OPPONENTS = "", "others", "opponents"
"""Who receives the points: nobody; each of the other columns, from the column itself; the
other team, from nobody."""

RECEIVERS: Mapping[str, Message] = {
    NOBODY: msg("à personne"),
    OTHERS: msg("à chacun des autres"),
    OPPONENTS: msg("à l'autre camp"),
}
"""The receivers as players read them."""


def receivers(teams: bool) -> tuple[str, ...]:
    """Return the codes of those who may receive a penalty, the two that a form offers first,
    in a game of two teams or without."""
    return (NOBODY, OPPONENTS, OTHERS) if teams else (NOBODY, OTHERS)


class StandardPenalty(NamedTuple):
    """A penalty of the rules: its points, its receivers and its reason."""

    points: int
    """The points that the column loses, or that the other team receives; 0 for a note."""
    to: str
    """One of :data:`NOBODY`, :data:`OTHERS`, :data:`OPPONENTS`."""
    label: Message
    """The fault, as the sheet shows it."""
    article: Message
    again: Message = NO_MESSAGE
    """Why the rules do not grant it to a column a second time; empty where they do."""


class Seat(Choice):
    """The four seats of a table, in the order of the federation's match sheet."""

    NORTH = "north", msg("Nord")
    SOUTH = "south", msg("Sud")
    EAST = "east", msg("Est")
    WEST = "west", msg("Ouest")


SEATS = tuple(Seat)
"""The seats as a tuple; a player's line is his seat's place in it."""


class BoardResults(NamedTuple):
    """The results of one board."""

    taker: Seat
    """The seat that takes, the same at every table."""
    results: tuple[int | None, ...]
    """The result of each table for its taker; absent where the board was not played."""


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
    is_last_deal: bool = False
    """True for the last deal of a game of so many deals."""


def teams(players: Sequence[str]) -> tuple[str, ...]:
    """Name the two teams after their players, who sit across from each other.

    >>> teams(("Anne", "Bruno", "Chloé", "David"))
    ('Anne & Chloé', 'Bruno & David')
    """
    return tuple(" & ".join(players[n::2]) for n in (0, 1))


REFEREE = {"referee": msg("Annulée par l'arbitre ou la table")}
"""The annulment by the referee or the table, in every game that is dealt by its own rules:
the same player deals again, which no text says."""


LENGTHS = (DEALS, TARGET)
"""The options that say how long a game is."""


UNLISTED = (NAME, *EVENT, *LENGTHS)
"""The options that are no rules of a hand."""


class Preset(NamedTuple):
    """A named set of options that players choose in one tap."""

    name: str
    """The code in forms, unique among all games."""
    title: Message
    options: Options = NOTHING
    """The values that differ from the defaults."""


SYMBOLS = "▲■●★◆▼✚✿"
"""The symbols of the columns: no suits, which are the trumps and the kings of the games."""


def _lengths(options: Options) -> tuple[str, ...]:
    """Return the names of the options that set how long a game is."""
    return tuple(name for name in LENGTHS if options.get(name))


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
    headline: Callable[[AnyHand, Table], Message]
    """Describe a hand in a few words, without its verdict: « Chloé : Garde »."""
    warnings: Callable[[AnyHand, Table], Iterable[HandError]] = lambda hand, table: ()
    """Find answers that no pack of cards allows: recorded once they are confirmed."""
    places: Callable[["Game", Options], Mapping[str, Any]] = lambda game, options: NOTHING
    """Return what the text of its rules page names: its numbers, and what it computes from
    hands by these options."""
    example: Mapping[str, Any] = field(default_factory=dict)
    """The answers of the hand on its rules page, players by number; empty if it has none."""
    passed: Callable[[Table], Score] = lambda table: passed(len(table.standing), table.held)
    """Score a deal that everybody passed; it costs nothing, unless the game says so."""
    usual_names: Callable[[AnyHand, Table], AnyHand] = lambda hand, table: hand
    """Replace the other name of an answer by the usual one."""
    leads: Callable[[AnyHand, int], int | None] = lambda hand, usual: usual
    """Find who leads, by number, from the one after the dealer; nobody if it is not said."""
    annulments: Mapping[str, Message] = field(default_factory=lambda: REFEREE)
    """The reasons for which a deal is annulled, by code; none over boards."""
    deals_in_turn: Callable[[Options], bool] = lambda options: True
    """Return False where the result of a hand may say who deals the next one."""
    penalties: tuple[StandardPenalty, ...] = ()
    """The penalties of its rules, each given in one tap."""
    end: Callable[[Points, Table, End, AnyHand, Score | None], End] = lambda *after: GOING_ON
    """Find the winner from the running totals after a hand, or after a penalty (no hand, no
    score); nobody in a game without a target score."""
    teams: bool = False
    """True if two teams play; partners sit across from each other."""
    fixed_seats: bool = False
    """True if the seating cannot change during a sheet."""
    describe_held: Callable[[Held], Message] = lambda held: NO_MESSAGE
    """Describe the points left on the table."""
    unsigned: bool = False
    """True if points are written without a plus sign, since they are never negative."""
    plus_minus: bool = False
    """True if the printed sheet has a plus and a minus column, as the FFT's match sheet."""
    board: Callable[[AnyHand], BoardResults] | None = None
    """The results of a hand that several tables play: each column of the sheet is a table,
    nobody deals, and the sheet has a ranking in percent."""
    column_name: Message = NO_MESSAGE
    """The name of a column that nobody has named: « Table %(n)s »."""
    variant_of: str = ""
    """The code of the game on whose card players find it; it has its own card if empty."""
    about: Message = NO_MESSAGE
    """Its own words, explained in a line to who opens a sheet."""
    emblem: tuple[str, ...] = ()
    """The faces of the cards drawn on its card: ``♠``."""

    @property
    def family(self) -> str:
        """The code of the game on whose card players find this one."""
        return self.variant_of or self.name

    @property
    def can_pass(self) -> bool:
        """True if everybody may pass: in games where somebody takes."""
        return HandRole.TAKER in schema(self.hand).roles

    @property
    def chosen_options(self) -> list[Option]:
        """The options that are about the rules, and not only words of the players."""
        return [
            option for option in self.options.values() if not isinstance(option, TextOption)
        ]

    def event_options(self, options: Options) -> list[tuple[Option, str]]:
        """List the words by which a club tells this sheet apart, if there are any."""
        return [(EVENT[name], str(options[name])) for name in EVENT if options.get(name)]

    def columns(self, players: Sequence[str]) -> tuple[str, ...]:
        """Name the columns of the sheet: one per player, or one per team."""
        return teams(players) if self.teams else tuple(players)

    def column(self, player: int) -> int:
        """Return the column of a player, both by number."""
        return player % 2 if self.teams else player

    def column_symbol(self, column: int) -> str:
        """Return the symbol of a column, which tells it apart without its color. The columns
        of a duplicate event are tables, too many to have one."""
        if self.board:
            return ""
        return SYMBOLS[column % len(SYMBOLS)]

    def preset(self, options: Options) -> Preset:
        """Return the preset with the fewest differences from these options."""

        def differences(preset: Preset) -> int:
            usual = self._presets[preset.name]
            return sum(options[name] != value for name, value in usual.items())

        return min(self.presets, key=differences)

    @cached_property
    def _presets(self) -> dict[str, dict[str, Any]]:
        """The value of every option, by preset."""
        return {preset.name: self.read_options(preset.options) for preset in self.presets}

    def rules_title(self, options: Options) -> Message:
        """Return the name of the rules: the players' own, with that of the preset."""
        title = self.preset(options).title
        if not options.get(NAME):
            return title
        return msg("%(name)s (%(preset)s)", name=options[NAME], preset=title)

    def differences(self, options: Options) -> list[tuple[Option, Any]]:
        """List the length of the game and the options that differ from the nearest preset."""
        usual = self._presets[self.preset(options).name]
        said = _lengths(options) or ((TARGET,) if usual.get(TARGET) else ())
        return [
            (option, options[name])
            for name, option in self.options.items()
            if name in said or (name not in UNLISTED and options[name] != usual[name])
        ]

    def is_house(self, options: Options) -> bool:
        """Return True if these options are no preset's, whatever the length of the game."""
        usual = self._presets[self.preset(options).name]
        return any(usual[name] != options[name] for name in usual if name not in UNLISTED)

    def house_options(self, options: Options) -> list[tuple[Option, Any]]:
        """List the options that matter and are not the book's, with their values."""
        return [
            (option, options[name])
            for name, option in self.options.items()
            if name not in UNLISTED
            and option.applies(options)
            and options[name] != option.first_choice
        ]

    def options_in_use(self, options: Options, players: int = 0) -> list[tuple[Option, Any]]:
        """List the options that matter, with their values; see :meth:`Option.applies`. A game
        with one of a target and a number of deals does not say that it lacks the other."""
        said = _lengths(options) or LENGTHS
        return [
            (option, options[name])
            for name, option in self.options.items()
            if option.applies(options, players) and (name in said or name not in UNLISTED)
        ]

    def sources(self, hand: AnyHand | None, table: Table) -> list[Message]:
        """Return the source of each line of the score of a hand, or of a passed deal, by the
        options that the scoring reads for it."""
        read = Reads(table.options)
        at = table._replace(options=read)
        lines = (self.passed(at) if hand is None else self.score(hand, at)).lines
        changed = read.changed({name: one.first_choice for name, one in self.options.items()})
        return [
            self.source(table.options, rule.article, *changed.intersection(rule.options))
            for rule in (line.rule for line in lines)
        ]

    def source(self, options: Options, article: Message, *names: str) -> Message:
        """Return the source of what these options decide together: the article, or the texts
        of the choices that are not the book's. A house rule goes before a text."""
        texts = [
            option.source_of(options[name])
            for name, option in self.options.items()
            if name in names and option.applies(options)
            if options[name] != option.first_choice
        ]
        if HOUSE in (article, *texts):
            return HOUSE
        different = tuple({str(text): text for text in texts}.values())
        return Message("%(texts)s", {"texts": different}) if texts else article

    def read(self, answers: object, table: Table, players: Players | None = None) -> AnyHand:
        """Read a hand from its answers and validate it at this table.

        :param answers: the answers by question name.
        :param players: the players as the answers identify them; by name if absent.
        :raises HandError: for the first answer that is invalid.
        """
        players = table.players if players is None else players
        hand = self.usual_names(read(self.hand, answers, players), table)
        for error in self.errors(hand, table):
            raise error
        return hand

    def read_options(self, options: object) -> dict[str, Any]:
        """Validate the given options and complete them with the defaults. Raise HandError for
        an option or a value that this game does not have, or two options that contradict each
        other."""
        chosen = self.stored_options(options)
        for error in self.contradictions(chosen):
            raise error
        return chosen

    def contradictions(self, options: Options) -> Iterable[HandError]:
        """Find the values that need another value of another option; every option has one."""
        for name, option in self.options.items():
            other, needed = option.goes_with.get(options[name], (name, options[name]))
            if options[other] != needed:
                yield HandError(
                    f"options.{name}",
                    msg(
                        "« %(value)s » va avec « %(needed)s »",
                        value=option.label_of(options[name]),
                        needed=self.options[other].label_of(needed),
                    ),
                )

    def together(self, options: Options) -> dict[str, Any]:
        """Return the options with those that their values need: contracts in points choose
        the formula that adds them."""
        together = dict(options)
        for name, option in self.options.items():
            with suppress(ValueError):  # read_options will refuse it
                value = option.read(options[name]) if name in options else None
                if value in option.goes_with:
                    other, needed = option.goes_with[value]
                    together[other] = needed
        return together

    def stored_options(self, options: object) -> dict[str, Any]:
        """Do what :meth:`read_options` does, also for options that contradict each other: a
        sheet of an earlier version keeps its scores. Raise HandError for an option or a value
        that this game does not have."""
        if not isinstance(options, Mapping):
            raise HandError("options", msg("on attend un objet {…}"))
        for name in options:
            if name not in self.options:
                codes = ", ".join(self.options) or "—"
                raise HandError(
                    f"options.{name}",
                    msg("option inconnue ; on attend : %(codes)s", codes=codes),
                )
        return complete(self.options, options)
