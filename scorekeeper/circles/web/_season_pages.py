"""The season and its statistics, which all pages with figures have in common."""

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from flask import abort, request

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.ranking import Standing, board
from scorekeeper.circles.reports.records import SeasonRecord, records
from scorekeeper.circles.reports.season_board import BoardRow, board_rows
from scorekeeper.circles.reports.season_chart import players_chart, season_tracks
from scorekeeper.circles.season import ALL_TIME, Season
from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.statistics import SeasonStatistics
from scorekeeper.circles.statistics import Statistics
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Game
from scorekeeper.rules.typed_numbers import number_of
from scorekeeper.sheets.reports.chart import Chart

ALWAYS = msg("Depuis toujours")
"""The name of the season of everything."""


def title_of(circle: Circle, season: Season) -> Message | str:
    """Return the name of a season; with the game, if it is one of several of it."""
    name = season.title or ALWAYS
    if not _is_of_one_game(circle, season):
        return name
    return msg("%(season)s · %(game)s", season=name, game=GAMES[season.games[0]].title)


def _is_of_one_game(circle: Circle, season: Season) -> bool:
    """Return True for one game of a season that counts several."""
    whole = circle.season(season.id)
    return whole is not None and whole.games != season.games


@dataclass
class SeasonPage:
    """One season of a circle, with its statistics as they stand now."""

    access: CircleAccess
    season: Season
    counted: SeasonStatistics
    is_provisional: bool
    """True if a sheet of its last evening is still played."""

    @property
    def circle(self) -> Circle:
        """The circle of the access."""
        return self.access.circle

    @property
    def statistics(self) -> Statistics:
        """The statistics of the season."""
        return self.counted.statistics

    @property
    def has_points(self) -> bool:
        """False for the board of several games, whose points are not added."""
        return len(self.statistics.hands) < 2

    @property
    def title(self) -> Message | str:
        """The name of the season."""
        return title_of(self.circle, self.season)

    @property
    def query(self) -> dict[str, str]:
        """The query of an address of this season, besides its id."""
        is_of_game = _is_of_one_game(self.circle, self.season)
        return {"game": self.season.games[0]} if is_of_game else {}

    @property
    def games(self) -> list[Game]:
        """The games to choose from; none in a season in which only one was played."""
        whole = self.circle.season(self.season.id) if self.query else None
        return [GAMES[game] for game in self.access.sheets.games(whole)] if whole else []

    @property
    def seasons(self) -> list[Season]:
        """The seasons to choose from: the official one first, archived ones last."""
        return [*self.circle.seasons_in_order, ALL_TIME]

    @property
    def etag(self) -> str:
        """The ETag of what the season shows now."""
        return self.counted.etag + ("~" if self.is_provisional else "")

    @cached_property
    def board(self) -> list[Standing]:
        """The players of the season by rank."""
        return board(self.statistics, self.season)

    @cached_property
    def rows(self) -> list[BoardRow]:
        """The rows of the board; with the points of tonight, while it is played."""
        is_told = self.is_provisional and self.has_points
        tonight = self.statistics.evenings[-1].points if is_told else {}
        return board_rows(self.board, self.season, self.circle, tonight)

    def records(self, player: int = 0) -> list[SeasonRecord]:
        """Return the records of a player, or with 0 of everybody; none of several games."""
        return records(self.circle, self.statistics, player) if self.has_points else []


def season_page(access: CircleAccess, id: int, has_all_games: bool = False) -> SeasonPage:
    """Return a season by its id; 404 if the circle has none of it. Of several games it is that
    of the query ``game``, or of the first one, unless its board is of all of them, or the page
    tells games apart."""
    season = access.circle.season(id) or abort(404)
    if not has_all_games:
        season = access.sheets.of_board(season, request.args.get("game", ""))
    return page_of(access, season)


def of_game(page: SeasonPage, game: str) -> SeasonPage:
    """Return the season of one of its games; the same page if no other was played in it."""
    season = page.access.sheets.of_one_game(page.season, game)
    return page if season == page.season else page_of(page.access, season)


def page_of(access: CircleAccess, season: Season) -> SeasonPage:
    """Return the page of a season as it stands now."""
    counted = access.statistics(season)
    return SeasonPage(access, season, counted, counted.is_provisional(date.today()))


def season_asked(access: CircleAccess, has_all_games: bool = False) -> SeasonPage:
    """Return the season of the query, else the official one; see :func:`season_page`."""
    asked = request.args.get("season", "")
    if not asked:
        return season_page(access, access.circle.official_season.id, has_all_games)
    id = number_of(asked)
    return season_page(access, abort(404) if id is None else id, has_all_games)


def season_curve(page: SeasonPage) -> Chart | None:
    """Return the curve of a season, of its best players; none of several games."""
    if not page.has_points:
        return None
    order = [row.player.id for row in page.rows]
    tracks = season_tracks(page.circle, page.statistics, order)
    return players_chart(tracks, [evening.date for evening in page.statistics.evenings])


def player_of(access: CircleAccess, id: int) -> Player:
    """Return a player of the circle; 404 if there is none of this id."""
    return access.circle.player(id) if access.circle.has_player(id) else abort(404)
