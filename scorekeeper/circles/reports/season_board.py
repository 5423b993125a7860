"""The board of a season as its page shows it: rows, the headline, the rule in a sentence."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.columns import PER_HAND, WON, key_column
from scorekeeper.circles.ranking import RANKINGS, Standing
from scorekeeper.circles.reports.numbers import evenings, hands
from scorekeeper.circles.season import Season
from scorekeeper.circles.statistics import Evening
from scorekeeper.i18n.messages import Message, msg

NOBODY: Mapping[int, int] = {}


class BoardRow(NamedTuple):
    """One player on the board."""

    player: Player
    standing: Standing
    value: object
    """The value by which the season ranks, to be rendered."""
    played: tuple[Message, ...]
    """The evenings in words, and how many of them he won where that is not the value."""
    tonight: int | None
    """The points of the sheets under way; absent if he plays on none of them."""

    @property
    def place(self) -> int | None:
        """The place; absent below the floor of hands."""
        return self.standing.place

    @property
    def hands(self) -> Message:
        """The hands in words."""
        return hands(self.standing.own.played.hands)

    @property
    def per_hand(self) -> object:
        """The points per hand, to be rendered."""
        return PER_HAND.shown(self.standing)


def board_rows(
    board: Sequence[Standing],
    season: Season,
    circle: Circle,
    tonight: Mapping[int, int] = NOBODY,
) -> list[BoardRow]:
    """Return the rows of a board; ``tonight`` has the points under way, by player."""
    key = key_column(season)
    return [
        BoardRow(
            circle.player(standing.player),
            standing,
            key.shown(standing),
            _evenings(standing, season),
            tonight.get(standing.player),
        )
        for standing in board
    ]


def _evenings(standing: Standing, season: Season) -> tuple[Message, ...]:
    count, won = len(standing.own.evenings), standing.own.won
    if season.ranking == WON.code:
        return (msg("sur une soirée") if count == 1 else msg("sur %(n)s soirées", n=count),)
    if not won:
        return (evenings(count),)
    return evenings(count), msg("une gagnée") if won == 1 else msg("%(n)s gagnées", n=won)


def is_past(season: Season, today: str) -> bool:
    """Return True if a season is archived, or its last day is before today, ISO 8601.

    >>> is_past(Season(end="2026-08-31"), "2026-08-31"), is_past(Season(), "2026-08-31")
    (False, False)
    """
    return season.archived or bool(season.end and season.end < today)


def headline(rows: list[BoardRow], season: Season, today: str = "") -> Message | None:
    """Describe who is first, and has won a season that is over ``today``; or that nobody has a
    place yet, or nothing without players."""
    first = [row.player.shown_name for row in rows if row.place == 1]
    if not first:
        return _nobody(season) if rows else None
    if len(first) > 3:
        return msg("Égalité en tête")
    if len(first) > 1:
        one, other = tuple(first[:-1]), first[-1]
        return msg("%(one)s et %(other)s à égalité", one=one, other=other)
    if is_past(season, today):
        return msg("%(name)s gagne la saison", name=first[0])
    return msg("%(name)s mène", name=first[0])


def _nobody(season: Season) -> Message:
    if season.floor == 1:
        return msg("Personne n'a encore une donne")
    return msg("Personne n'a encore %(n)s donnes", n=season.floor)


def rule(season: Season, evenings: Sequence[Evening] = ()) -> list[Message]:
    """Say in sentences how this season ranks, and whom; tournaments need no hands."""
    ranking = RANKINGS[season.ranking]
    sentences = [ranking.rule]
    if ranking.counts_best and season.best == 1:
        sentences.append(msg("La meilleure soirée de chacun compte."))
    elif ranking.counts_best:
        many = msg("Les %(n)s meilleures soirées de chacun s'additionnent.", n=season.best)
        sentences.append(many)
    tournaments = sum(evening.is_result for evening in evenings)
    if not season.floor or 0 < tournaments == len(evenings):
        return sentences
    if season.floor == 1:
        sentences.append(msg("Il faut une donne pour être classé."))
    else:
        sentences.append(msg("Il faut %(n)s donnes pour être classé.", n=season.floor))
    if tournaments:
        sentences.append(msg("Un tournoi suffit aussi."))
    return sentences
