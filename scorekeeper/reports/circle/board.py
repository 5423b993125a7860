"""The board of a season as its page shows it: rows, the headline, the rule in a sentence."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.circles.board import Board, Standing
from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.season import BEST, EVENINGS, PER_HAND, POINTS, Season
from scorekeeper.i18n.messages import Message, decimal, msg
from scorekeeper.reports.circle.numbers import margin, shown_name, signed, signed_tenths

PLURAL = 20
"""Tenths of a point from which on French writes « points »."""

NOBODY: Mapping[int, int] = {}

FIGURES = {
    POINTS: msg("points"),
    PER_HAND: msg("par donne"),
    EVENINGS: msg("soirées gagnées"),
    BEST: msg("meilleures soirées"),
}
"""The head of the column by which each ranking ranks."""


class BoardRow(NamedTuple):
    """One player on the board."""

    player: Player
    standing: Standing
    value: object
    """The value by which the season ranks, to be rendered."""
    per_hand: Message
    margin: Message | None
    tonight: int | None
    """The points of the sheets under way; absent if he plays on none of them."""
    climb: int
    """The places gained tonight."""

    @property
    def place(self) -> int | None:
        """The place; absent below the floor of hands."""
        return self.standing.place


def board_rows(
    board: Board,
    circle: Circle,
    before: Sequence[Standing] = (),
    tonight: Mapping[int, int] = NOBODY,
) -> list[BoardRow]:
    """Return the rows of a board.

    :param before: the standings without the sheets under way.
    :param tonight: the points on these sheets, by player.
    """
    earlier = {standing.player: standing.place for standing in before}
    return [
        _row(one, board.season, circle, earlier.get(one.player), tonight.get(one.player))
        for one in board.standings
    ]


def _row(
    one: Standing, season: Season, circle: Circle, earlier: int | None, tonight: int | None
) -> BoardRow:
    climb = earlier - one.place if earlier and one.place else 0
    return BoardRow(
        circle.player(one.player),
        one,
        shown_value(one, season),
        signed_tenths(one.mean.tenths),
        margin(one.mean),
        tonight,
        climb,
    )


def shown_value(one: Standing, season: Season) -> object:
    """Return the value by which a season ranks a player, to be rendered."""
    if season.ranking == PER_HAND:
        return signed_tenths(one.mean.tenths)
    return int(one.value) if season.ranking == EVENINGS else signed(int(one.value))


def is_past(season: Season, today: str) -> bool:
    """Return True if a season is archived, or its last day is over.

    :param today: ISO 8601.

    >>> is_past(Season(end="2026-08-31"), "2026-08-31"), is_past(Season(), "2026-08-31")
    (False, False)
    """
    return season.archived or bool(season.end and season.end < today)


def headline(rows: list[BoardRow], season: Season, today: str = "") -> Message | None:
    """Describe who is first; or that nobody has a place yet, or nothing without players.

    :param today: ISO 8601; a season whose last day is over is won.
    """
    first = [shown_name(row.player) for row in rows if row.place == 1]
    if not first:
        return _nobody(season) if rows else None
    if len(first) > 2:
        return msg("Égalité en tête")
    if len(first) == 2:
        return msg("%(one)s et %(other)s à égalité", one=first[0], other=first[1])
    if is_past(season, today):
        return msg("%(name)s gagne la saison", name=first[0])
    return msg("%(name)s mène", name=first[0])


def _nobody(season: Season) -> Message:
    if season.floor == 1:
        return msg("Personne n'a encore une donne")
    return msg("Personne n'a encore %(n)s donnes", n=season.floor)


def lead(rows: list[BoardRow], season: Season) -> Message | None:
    """Describe the distance between the first player and the next, if one is first alone."""
    ranked = [row for row in rows if row.place]
    if len(ranked) < 2 or ranked[1].place == 1:
        return None
    second = shown_name(ranked[1].player)
    distance = ranked[0].standing.value - ranked[1].standing.value
    if season.ranking == PER_HAND:
        tenths = round(10 * distance)
        values = {"n": decimal(tenths, 1), "name": second}
        if tenths < PLURAL:
            return msg("%(n)s point par donne devant %(name)s", **values)
        return msg("%(n)s points par donne devant %(name)s", **values)
    return _distance(distance, season, second)


def _distance(distance: Fraction, season: Season, second: object) -> Message:
    n = int(distance)
    if season.ranking == EVENINGS:
        if n == 1:
            return msg("une soirée gagnée de plus que %(name)s", name=second)
        return msg("%(n)s soirées gagnées de plus que %(name)s", n=n, name=second)
    if n == 1:
        return msg("un point devant %(name)s", name=second)
    return msg("%(n)s points devant %(name)s", n=n, name=second)


RULES = {
    POINTS: msg("On additionne les points de toutes les donnes et pénalités."),
    PER_HAND: msg("On divise les points de toutes les donnes par leur nombre."),
    EVENINGS: msg(
        "On compte les soirées gagnées : celles où personne n'a plus de points. "
        "À égalité, la soirée compte pour chacun."
    ),
}


def rule(season: Season) -> list[Message]:
    """Say in sentences how this season ranks, and whom."""
    if season.ranking == BEST:
        found = [msg("On additionne les %(n)s meilleures soirées de chacun.", n=season.best)]
    else:
        found = [RULES[season.ranking]]
    if season.floor:
        found.append(msg("Il faut %(n)s donnes pour être classé.", n=season.floor))
    return found
