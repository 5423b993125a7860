"""The season: which evenings of a circle count, and how they rank the players."""

from typing import NamedTuple

from scorekeeper.streams.events import Body

POINTS = "points"
"""The code of the usual ranking: see :data:`scorekeeper.circles.ranking.RANKINGS`."""


class Season(NamedTuple):
    """Some evenings of a circle, and how the players are ranked by them."""

    id: int = 0
    title: str = ""
    start: str = ""
    """The first day, ISO 8601; from the beginning if empty."""
    end: str = ""
    """The last day, ISO 8601; without end if empty."""
    games: tuple[str, ...] = ()
    """The codes of the games that count; all if empty."""
    ranking: str = POINTS
    best: int = 0
    """The number of evenings that count, where the ranking counts the best ones."""
    floor: int = 0
    """The hands below which a player is listed without a place."""
    official: bool = False
    """True for the one season that the circle's page shows first."""
    archived: bool = False

    def counts(self, date: str, game: str) -> bool:
        """Return True if a sheet of this day and game counts. A sheet without a date counts
        only where no dates are asked for."""
        is_late_enough = not self.start or date >= self.start
        is_early_enough = not self.end or (date != "" and date <= self.end)
        return is_late_enough and is_early_enough and (not self.games or game in self.games)


ALL_TIME = Season()
"""Everything that the circle has played: the season that every circle has."""


def season_of(body: Body, id: int) -> Season:
    """Return the season that the body of an event describes."""
    fields = {name: body[name] for name in Season._fields[1:] if name in body}
    return Season(id, **{**fields, "games": tuple(body.get("games", ()))})
