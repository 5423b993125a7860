"""What a game is: its questions, its options, the table it is played at, its score."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .hand import HandError, read
from .score import Score
from .words import NOTHING, Words, said


class Table(NamedTuple):
    """What a hand is played at: what its score depends on besides its own answers."""

    players: tuple[str, ...]
    """Everybody who has a column, whether he plays this hand or not."""
    options: Mapping[str, Any] = NOTHING
    """The sheet's options, complete."""
    dealer: int = 0
    held: int = 0
    """Points left on the table by the hands before."""


def sitting_out(hand: Any) -> tuple[int, ...]:
    """Who has a column and does not play this hand, in the games where that may be."""
    out: tuple[int, ...] = getattr(hand, "sitting_out", ())
    return out


@dataclass(frozen=True)
class Option:
    """A way of playing that a table agrees on before the first deal."""

    label: Words
    choices: Mapping[Any, Words]
    """The stored values with their labels; the first is the rule book's own."""

    @property
    def default(self) -> Any:
        """The value of a sheet that says nothing."""
        return next(iter(self.choices))


@dataclass(frozen=True)
class Game:
    """One game: everything the house needs to know of it."""

    name: str
    """The code in documents, addresses and file names."""
    title: Words
    hand: type
    """The dataclass of its questions."""
    seats: range
    """How many may sit around the table."""
    active: range
    """How many may play one hand."""
    options: Mapping[str, Option]
    score: Callable[[Any, Table], Score]
    refusals: Callable[[Any, Table], Iterable[HandError]]
    """What cannot be at this table: never recorded."""
    doubts: Callable[[Any, Table], Iterable[HandError]]
    """What no pack of cards can do, and a house may still play: asked again."""
    headline: Callable[[Any, Table], Words]
    """A hand in a few words, before its verdict: « Chloé : Garde »."""

    def read(self, given: Any, table: Table, players: Any = None) -> Any:
        """The hand that these answers tell, checked against the table.

        :param players: how the answers call the players; by name if absent.
        :raises HandError: for the first answer that cannot be.
        """
        hand: Any = read(self.hand, given, table.players if players is None else players)
        for error in self.refusals(hand, table):
            raise error
        return hand

    def read_options(self, given: Any) -> dict[str, Any]:
        """Every option with its value, the rule book's own where none is given.

        :raises HandError: for an option or a value that this game does not have.
        """
        if not isinstance(given, Mapping):
            raise HandError("options", said("on attend un objet {…}"))
        for name, value in given.items():
            known = self.options.get(name)
            if known is None:
                codes = ", ".join(self.options) or "—"
                raise HandError(
                    f"options.{name}",
                    said("option inconnue ; on attend : %(codes)s", codes=codes),
                )
            if not any(value == v and type(value) is type(v) for v in known.choices):
                codes = ", ".join(map(str, known.choices))
                raise HandError(f"options.{name}", said("on attend : %(codes)s", codes=codes))
        return {name: given.get(name, option.default) for name, option in self.options.items()}
