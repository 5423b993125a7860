"""Free marking: numbers as the table says them, for any other game of the evening."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..game import Game, Option, Preset, Table
from ..hand import HandError, ask
from ..score import ZERO, End, Line, Points, Score
from ..score import Rule as BaseRule
from ..words import Words, said
from . import race

MOST = 99_999
"""Most points in one number."""

SEATS = range(2, 9)
"""How many columns a sheet may have."""


class Rule(BaseRule):
    """The one rule that makes a line."""

    TYPED = said("Points"), said("comme la table les a comptés")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The numbers of one hand, a column each."""

    scores: Points = ask.per_column(said("Points de chacun"), -MOST, MOST, zero="zero_sum")


AS_TYPED = said("tels qu'ils ont été écrits")
TOTAL_ZERO = said("tels qu'ils ont été écrits ; leur somme est zéro")
NO_VERDICT = Words("")


def score(hand: Hand, table: Table) -> Score:
    """The numbers themselves.

    >>> score(Hand(scores=(3, -3)), Table(("Anne", "Bruno"), {"zero_sum": True})).scores
    (3, -3)
    """
    zero = table.options["zero_sum"]
    line = Line(Rule.TYPED, NO_VERDICT, TOTAL_ZERO if zero else AS_TYPED, "", hand.scores)
    return Score((line,), hand.scores, NO_VERDICT, account=ZERO if zero else None)


def refusals(hand: Hand, table: Table) -> Iterator[HandError]:
    """Numbers that do not sum to zero, where the table wants that checked."""
    total = sum(hand.scores)
    if table.options["zero_sum"] and total:
        yield HandError(
            "scores",
            said("la somme doit être zéro, et elle est de %(total)s", total=total),
        )


def doubts(hand: Hand, table: Table) -> Iterator[HandError]:
    """Nothing: any numbers may be those of some game."""
    yield from ()


def headline(hand: Hand, table: Table) -> Words:
    """The numbers say it all."""
    return said("Points écrits")


def end(standing: Points, table: Table, before: End, hand: Any, score: Score | None) -> End:
    """Who has won, where the table plays to a number of points."""
    return race.race(standing, table, table.players, least=table.options["wins"] == "least")


GAME = Game(
    name="libre",
    title=said("Marque libre"),
    presets=(Preset("libre", said("Marque libre")),),
    hand=Hand,
    seats=SEATS,
    active=SEATS,
    options={
        "zero_sum": Option(
            said("Somme de chaque donne"), {False: said("libre"), True: said("toujours zéro")}
        ),
        "target": race.target(0, 100, 500, 1000),
        "wins": Option(
            said("Gagne la partie"),
            {"most": said("qui a le plus"), "least": said("qui a le moins")},
        ),
    },
    score=score,
    refusals=refusals,
    doubts=doubts,
    headline=headline,
    end=end,
)
"""No federation: the house's own."""
