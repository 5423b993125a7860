"""Belote découverte: two players, the cards on the table, and nobody takes.

Exoty, « La belote à deux »: as at four, each marks his own tricks, 50 points more if the
other has none; who has won the hand deals the next one.
"""

from dataclasses import dataclass, field

from scorekeeper.games.belote.hand import DECK
from scorekeeper.games.belote.side_points import sum_of
from scorekeeper.games.belote_few import hand as few
from scorekeeper.games.belote_few.scoring import (
    ALL_TRICKS,
    CAPOT,
    RuleOfTwo,
    annonces_line,
    belote_line,
    capot_parts,
    counted,
    rounded_each,
    rounding_line,
)
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.ask import POINTS, ask
from scorekeeper.rules.game import Table
from scorekeeper.rules.question import WholeDeck
from scorekeeper.rules.score import Account, Line, Score, add_up

NOBODY = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(few.Hand):
    """The answers about one hand of Belote découverte."""

    taker: int = field(default=NOBODY, init=False)
    points: tuple[int, ...] | None = ask.points_of_each(
        msg("Points des plis"), DECK, WholeDeck(), identifies=True, column=POINTS
    )


OWN_TRICKS = msg("personne ne prend : chacun marque les plis qu'il a faits")


def score(hand: Hand, table: Table) -> Score:
    """Score one hand: each marks his own tricks, belote and announcements.

    >>> from scorekeeper.games.belote_few import DECOUVERTE
    >>> at = Table(("Anne", "Bruno"), DECOUVERTE.read_options({}))
    >>> score(Hand(points=(100, 62), belote=1), at).scores
    (100, 82)

    Rule: Exoty, « La belote à deux ».
    """
    options = table.options
    points, how = counted(hand, 2, options), options["rounding"]
    tricks = marked = points.tricks
    verdict: Message = msg("%(one)s à %(other)s", one=tricks[0], other=tricks[1])
    because, working = OWN_TRICKS, sum_of(*tricks)
    if hand.capot is not None:
        verdict, because, working = (
            CAPOT,
            ALL_TRICKS,
            sum_of(*capot_parts(hand, options)),
        )
    lines = [Line(RuleOfTwo.TRICKS, None, because, working, tricks)]
    if any(points.belotes):
        lines.append(belote_line(points.belotes))
    if hand.annonces:
        lines.append(annonces_line(hand.annonces, points.annonces, moves=False))
    if how != "none" and (marked := rounded_each(tricks, how)) != tricks:
        lines.append(rounding_line(tricks, marked))
    scores = add_up(lines)
    account = Account((sum(marked), sum(points.belotes), sum(points.annonces)))
    winner = None if scores[0] == scores[1] else scores.index(max(scores))
    return Score(tuple(lines), scores, verdict, account=account, deals_next=winner)


def headline(hand: Hand, table: Table) -> Message:
    """Describe the hand by its trumps, if they were said.

    >>> str(headline(Hand(points=(100, 62)), Table(("Anne", "Bruno"))))
    'Sans preneur'
    """
    return hand.suit.label if hand.suit else msg("Sans preneur")
