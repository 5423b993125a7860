"""Freeform scoring: numbers typed by the players, for any other game."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules import target
from scorekeeper.rules.answers import HandError
from scorekeeper.rules.game import Game, Preset, Table
from scorekeeper.rules.option import COMMON, Option
from scorekeeper.rules.question import PerColumn, ask
from scorekeeper.rules.score import NO_MESSAGE, ZERO, Line, Points, Score
from scorekeeper.rules.score import Rule as BaseRule

MOST = 99_999
"""Largest number of points of one column in one hand."""

SEATS = range(2, 9)
"""The allowed numbers of columns."""


class Rule(BaseRule):
    """The only rule: the numbers as they were typed."""

    TYPED = msg("Points"), msg("comme la table les a comptés"), "zero_sum"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The numbers of one hand, one per column."""

    scores: Points = ask(
        PerColumn, msg("Points de chacun"), -MOST, MOST, zero="zero_sum", identifies=True
    )


AS_TYPED = msg("tels qu'ils ont été écrits")
TOTAL_ZERO = msg("tels qu'ils ont été écrits ; leur somme est zéro")


def score(hand: Hand, table: Table) -> Score:
    """Score the numbers as they are."""
    zero = table.options["zero_sum"]
    line = Line(Rule.TYPED, None, TOTAL_ZERO if zero else AS_TYPED, "", hand.scores)
    return Score((line,), hand.scores, NO_MESSAGE, account=ZERO if zero else None)


def errors(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield an error for numbers that do not sum to zero, if the table requires it."""
    total = sum(hand.scores)
    if table.options["zero_sum"] and total:
        yield HandError(
            "scores", msg("la somme doit être zéro, et elle est de %(total)s", total=total)
        )


def headline(hand: Hand, table: Table) -> Message:
    """Describe the hand: the same words for every one."""
    return msg("Points écrits")


GAME = Game(
    name="libre",
    emblem=("+", "−"),
    title=msg("Marque libre"),
    presets=(Preset("libre", msg("Marque libre")),),
    annulments={},
    hand=Hand,
    seats=SEATS,
    active=SEATS,
    options={
        **COMMON,
        "zero_sum": Option(
            msg("Somme de chaque donne"),
            {False: msg("libre"), True: msg("toujours zéro")},
            question=msg("Somme de chaque donne"),
        ),
        "target": target.target_option(0, 100, 500, 1000),
        "wins": Option(
            msg("Gagne la partie"),
            {"most": msg("qui a le plus"), "least": msg("qui a le moins")},
            question=msg("Qui gagne la partie ?"),
        ),
    },
    score=score,
    errors=errors,
    headline=headline,
    end=target.target_of_players,
)
"""The program's own rules; no federation has any."""
