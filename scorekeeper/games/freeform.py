"""Free marking: numbers as the table says them, for any other game of the evening."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules import target
from scorekeeper.rules.ask import ask
from scorekeeper.rules.game import Game, Option, Preset, Table
from scorekeeper.rules.hand import HandError
from scorekeeper.rules.score import ZERO, End, Line, Points, Score
from scorekeeper.rules.score import Rule as BaseRule

MOST = 99_999
"""Most points in one number."""

SEATS = range(2, 9)
"""How many columns a sheet may have."""


class Rule(BaseRule):
    """The one rule that makes a line."""

    TYPED = msg("Points"), msg("comme la table les a comptés")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The numbers of one hand, a column each."""

    scores: Points = ask.per_column(
        msg("Points de chacun"), -MOST, MOST, zero="zero_sum", identifies=True
    )


AS_TYPED = msg("tels qu'ils ont été écrits")
TOTAL_ZERO = msg("tels qu'ils ont été écrits ; leur somme est zéro")
NO_VERDICT = Message("")


def score(hand: Hand, table: Table) -> Score:
    """The numbers themselves.

    >>> score(Hand(scores=(3, -3)), Table(("Anne", "Bruno"), {"zero_sum": True})).scores
    (3, -3)
    """
    zero = table.options["zero_sum"]
    line = Line(Rule.TYPED, NO_VERDICT, TOTAL_ZERO if zero else AS_TYPED, "", hand.scores)
    return Score((line,), hand.scores, NO_VERDICT, account=ZERO if zero else None)


def errors(hand: Hand, table: Table) -> Iterator[HandError]:
    """Numbers that do not sum to zero, where the table wants that checked."""
    total = sum(hand.scores)
    if table.options["zero_sum"] and total:
        yield HandError(
            "scores",
            msg("la somme doit être zéro, et elle est de %(total)s", total=total),
        )


def warnings(hand: Hand, table: Table) -> Iterator[HandError]:
    """Nothing: any numbers may be those of some game."""
    yield from ()


def headline(hand: Hand, table: Table) -> Message:
    """The numbers say it all."""
    return msg("Points écrits")


def end(standing: Points, table: Table, before: End, hand: Any, score: Score | None) -> End:
    """Who has won, where the table plays to a number of points."""
    return target.target_score(
        standing, table, table.players, least=table.options["wins"] == "least"
    )


GAME = Game(
    name="libre",
    title=msg("Marque libre"),
    presets=(Preset("libre", msg("Marque libre")),),
    hand=Hand,
    seats=SEATS,
    active=SEATS,
    options={
        "zero_sum": Option(
            msg("Somme de chaque donne"), {False: msg("libre"), True: msg("toujours zéro")}
        ),
        "target": target.target_option(0, 100, 500, 1000),
        "wins": Option(
            msg("Gagne la partie"),
            {"most": msg("qui a le plus"), "least": msg("qui a le moins")},
        ),
    },
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
    end=end,
)
"""No federation: the house's own."""
