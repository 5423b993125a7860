"""The rankings of a season: the ways to rank its players, and the board in that order."""

from collections.abc import Callable
from fractions import Fraction
from heapq import nlargest
from typing import NamedTuple

from scorekeeper.circles.season import POINTS, Season
from scorekeeper.circles.statistics import PlayerStatistics, Statistics
from scorekeeper.i18n.messages import Message, decimal, msg

PLUS = "+%(points)s"


def rounded(number: Fraction | int) -> int:
    """Return the nearest whole number; a half away from zero, as people round.

    >>> rounded(Fraction(5, 2)), rounded(Fraction(-5, 2)), rounded(Fraction(7, 3))
    (3, -3, 2)
    """
    whole = (2 * abs(number.numerator) + number.denominator) // (2 * number.denominator)
    return whole if number >= 0 else -whole


class Standing(NamedTuple):
    """One player on the board."""

    place: int | None
    """From 1; equal values share a place. Absent below the floor of hands."""
    player: int
    value: Fraction
    """The value by which the season ranks."""
    own: PlayerStatistics


class Unit(NamedTuple):
    """The unit of a figure of players, and how it is written."""

    decimals: int
    is_signed: bool

    def shown(self, value: Fraction | int) -> object:
        """Return a value of this unit, to be rendered.

        >>> [str(Unit(1, True).shown(Fraction(n, 100))) for n in (324, -45, 4)]
        ['+3,2', '−0,5', '0,0']
        """
        number = rounded(value * 10**self.decimals)
        written = decimal(number, self.decimals) if self.decimals else number
        return Message(PLUS, {"points": written}) if self.is_signed and number > 0 else written


WHOLE_POINTS, TENTHS_OF_POINTS, COUNT = Unit(0, True), Unit(1, True), Unit(0, False)


class Ranking(NamedTuple):
    """One way to rank a season: all that the program says and does about it. Another one is
    added to :data:`RANKINGS`, and its code to ``docs/formats.md``."""

    code: str
    """As it is stored, never to be changed."""
    value: Callable[[PlayerStatistics, Season], Fraction]
    """The value by which a player is ranked, the largest first."""
    unit: Unit
    label: Message
    """Its name in the form of a season."""
    figure: Message
    """The head of its column on the board."""
    rule: Message
    """A sentence that says what is counted."""
    counts_best: bool = False
    """True if the season says how many evenings count."""
    adds_games: bool = False
    """True if evenings of several games count beside each other, whatever their points."""

    @property
    def adds_points(self) -> bool:
        """True if a value is a sum of points, beside which those per hand say more."""
        return self.unit is WHOLE_POINTS


RANKINGS = {
    ranking.code: ranking
    for ranking in (
        Ranking(
            POINTS,
            lambda player, season: Fraction(player.points),
            WHOLE_POINTS,
            msg("Tous les points"),
            msg("points"),
            msg("On additionne tous les points : donnes, pénalités, tournois."),
        ),
        Ranking(
            "per_hand",
            lambda player, season: player.played.per_hand,
            TENTHS_OF_POINTS,
            msg("Points par donne"),
            msg("par donne"),
            msg("On divise les points de toutes les donnes par leur nombre."),
        ),
        Ranking(
            "evenings",
            lambda player, season: Fraction(player.won),
            COUNT,
            msg("Soirées gagnées"),
            msg("soirées gagnées"),
            msg(
                "On compte les soirées gagnées : celles où personne n'est devant. "
                "À égalité, la soirée compte pour chacun."
            ),
            adds_games=True,
        ),
        Ranking(
            "best",
            lambda player, season: Fraction(
                sum(nlargest(season.best, (evening.points for evening in player.evenings)))
            ),
            WHOLE_POINTS,
            msg("Meilleures soirées"),
            msg("meilleures soirées"),
            msg("Une soirée vaut ses points."),
            counts_best=True,
        ),
        Ranking(
            "places",
            lambda player, season: Fraction(
                sum(nlargest(season.best, (evening.beaten for evening in player.evenings)))
            ),
            COUNT,
            msg("Places : joueurs devancés"),
            msg("devancés"),
            msg(
                "On compte un point par joueur du cercle devancé ; "
                "les invités ne comptent pas."
            ),
            counts_best=True,
            adds_games=True,
        ),
    )
}
"""The ways to rank a season, by their stored codes."""


def board(statistics: Statistics, season: Season) -> list[Standing]:
    """Return the players of a season by rank, by the statistics of the evenings that count for
    it; those below the floor of hands last, whom a tournament lifts."""
    value = RANKINGS[season.ranking].value
    rows = [
        Standing(None, id, value(player, season), player)
        for id, player in statistics.players.items()
    ]
    rows.sort(key=lambda row: (-row.value, -row.own.points, row.player))

    def is_below(row: Standing) -> bool:
        is_short = row.own.played.hands < season.floor
        return is_short and all(evening.played.hands for evening in row.own.evenings)

    ranked = [row for row in rows if not is_below(row)]
    placed = [
        row._replace(place=1 + sum(other.value > row.value for other in ranked))
        for row in ranked
    ]
    return [*placed, *filter(is_below, rows)]
