"""Tarot for two players, without bids: who reaches the points of his bouts wins the hand.

Pagat, French Tarot, for two; the federation has no text. The points needed are those of the
FFT: with all 78 cards exactly one player reaches his.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.games.tarot.hand import DECK
from scorekeeper.games.tarot.places import NUMBERS
from scorekeeper.games.tarot.point_values import BASE, PETIT_AU_BOUT, THRESHOLD
from scorekeeper.games.tarot.scoring import Extra, verdict_of
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import HandError
from scorekeeper.rules.game import Game, Preset, Table
from scorekeeper.rules.option import COMMON
from scorekeeper.rules.question import BOUTS, POINTS, Count, OnePlayer, PointsOfEach, ask
from scorekeeper.rules.score import Account, Line, Score, add_up
from scorekeeper.rules.score import Rule as BaseRule

PAGAT = msg("Pagat, French Tarot, à deux")


class Rule(BaseRule):
    """The rules that make a line, in the order of the working."""

    WON = msg("Donne gagnée"), PAGAT
    PETIT_AU_BOUT = msg("Petit au bout"), PAGAT


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The answers about one hand of Tarot for two; players are seat numbers."""

    winner: int = ask(OnePlayer, msg("Qui gagne la donne"), identifies=True)
    bouts: int = ask(Count, msg("Ses bouts"), 0, len(THRESHOLD) - 1, column=BOUTS)
    points: tuple[int, ...] | None = ask(
        PointsOfEach, msg("Points des plis"), 0, DECK, identifies=True, column=POINTS
    )
    petit_au_bout: int | None = ask(OnePlayer, msg("Petit au bout"), nobody=msg("Non"))


def score(hand: Hand, table: Table) -> Score:
    """Score one hand: 25 and the margin to its winner, ten to the player of a petit au bout.
    Rule: Pagat, French Tarot, for two: no bid, no multiplier, no poignée."""
    assert hand.points is not None
    needed, points = THRESHOLD[hand.bouts], hand.points[hand.winner]
    margin, verdict = points - needed, verdict_of(True, points - needed)
    because = msg(
        "Bouts : %(bouts)s, il faut donc %(needed)s points ; %(winner)s en a %(points)s",
        bouts=hand.bouts,
        needed=needed,
        winner=table.players[hand.winner],
        points=points,
    )
    won, petit = BASE + margin, 0
    lines = [Line(Rule.WON, None, because, f"{BASE} + {margin}", _to(hand.winner, won))]
    if hand.petit_au_bout is not None:
        petit, because = PETIT_AU_BOUT, msg("au joueur qui prend le petit au dernier pli")
        scores = _to(hand.petit_au_bout, petit)
        lines.append(Line(Rule.PETIT_AU_BOUT, Extra.PETIT_ATTACK, because, str(petit), scores))
    return Score(tuple(lines), add_up(lines), verdict, account=Account((won, petit)))


def _to(player: int, points: int) -> tuple[int, ...]:
    return (0, points) if player else (points, 0)


def errors(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield missing points, points that are not the whole deck, and a winner who is none."""
    needed = THRESHOLD[hand.bouts]
    if hand.points is None:
        yield HandError("points", msg("il manque les points de chacun"), missing=True)
    elif (total := sum(hand.points)) != DECK:
        yield HandError(
            "points",
            msg("les points font %(total)s, et il y en a %(deck)s", total=total, deck=DECK),
        )
    elif hand.points[hand.winner] < needed:
        message = msg(
            "avec ces bouts il faut %(needed)s points pour gagner : c'est l'autre qui gagne",
            needed=needed,
        )
        yield HandError("winner", message)


def headline(hand: Hand, table: Table) -> Message:
    """Describe the hand in a few words."""
    return msg("%(winner)s gagne", winner=table.players[hand.winner])


SEATS = range(2, 3)

GAME = Game(
    name="tarot_two",
    variant_of="tarot",
    title=msg("Tarot à deux"),
    presets=(Preset("tarot-deux", msg("Tarot à deux")),),
    hand=Hand,
    seats=SEATS,
    active=SEATS,
    fixed_seats=True,
    unsigned=True,
    options=COMMON,
    score=score,
    errors=errors,
    headline=headline,
    places=lambda game, options: NUMBERS,
    example={"winner": 0, "bouts": 2, "points": [49, 42], "petit_au_bout": 1},
)
"""Pagat, French Tarot, for two."""
