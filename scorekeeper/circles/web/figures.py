"""The figures of a circle: a player, an evening, and the hands behind each figure."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.figures import PAIRED
from scorekeeper.circles.ranking import RANKINGS, Standing
from scorekeeper.circles.reports import person
from scorekeeper.circles.reports.evening import (
    Day,
    RankedPlayer,
    address_of,
    calendar,
    places,
)
from scorekeeper.circles.reports.figure_hands import page as page_of_hands
from scorekeeper.circles.reports.figure_hands import shares, total
from scorekeeper.circles.reports.records import SeasonRecord
from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.sheets import existing_sheet
from scorekeeper.circles.statistics import Evening, Played, PlayerStatistics, add_up
from scorekeeper.circles.web._season_pages import (
    SeasonPage,
    of_game,
    player_of,
    season_asked,
    season_page,
)
from scorekeeper.circles.web.access import CIRCLE
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message
from scorekeeper.rules.game import Game
from scorekeeper.rules.typed_numbers import number_of
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.web.access import reads
from scorekeeper.web.templating import fragment

HANDS = 40
"""Hands on one page of those behind a figure."""

SHEETS = 40
"""Sheets whose summaries are read at once to find the hands of a figure."""

PLAYERS_EVENINGS = 60
"""The last evenings on a player's calendar."""

MOST_PAGES = 10_000

bp = Blueprint("circle_figures", __name__, url_prefix="/circles/<token>")


@bp.get("/players/<int:player>")
@reads(CIRCLE)
def player(access: CircleAccess, player: int) -> ResponseReturnValue:
    """Show a player's page."""
    page, who = season_asked(access, has_all_games=True), player_of(access, player)
    content = fragment(
        ("player", access.token, player, page.season, page.etag), lambda: _player(page, who)
    )
    return render_template(
        "circles/figures/player.html",
        access=access,
        player=access.circle.player(access.circle.same(player)),
        content=content,
    )


def _player(page: SeasonPage, who: Player) -> str:
    """Return what everybody is shown of a player."""
    access, same = page.access, page.circle.same(who.id)
    one = page.statistics.players.get(same)
    games = person.games_of(access.circle, page.statistics, same)
    placed = page.has_points or RANKINGS[page.season.ranking].adds_games
    return render_template(
        "circles/figures/_player.html",
        access=access,
        page=page,
        season=page.season,
        player=access.circle.player(same),
        merged=who if same != who.id else None,
        one=one,
        games=games,
        standing=_standing(page, same) if placed else None,
        ranked=sum(row.place is not None for row in page.board),
        courses=[
            _course(of_its, same, GAMES[code])
            for code in sorted(page.statistics.hands, key=page.statistics.hands.__getitem__)[
                ::-1
            ]
            for of_its in [of_game(page, code)]
            if same in of_its.statistics.players
        ],
    )


class PlayersCourse(NamedTuple):
    """The evenings of a player in one game, whose points are not added to another one's."""

    game: Game
    statistics: PlayerStatistics
    records: Sequence[SeasonRecord]
    days: Sequence[Day]


def _course(page: SeasonPage, player: int, game: Game) -> PlayersCourse:
    return PlayersCourse(
        game,
        page.statistics.players[player],
        page.records(player),
        calendar(page.circle, page.statistics.evenings, PLAYERS_EVENINGS, player),
    )


@bp.get("/players/<int:player>/hands")
@reads(CIRCLE)
def hands(access: CircleAccess, player: int) -> ResponseReturnValue:
    """Show the hands that a figure counts, the latest first, with their sum."""
    player_of(access, player)
    page, same = season_asked(access, has_all_games=True), access.circle.same(player)
    key, game = request.args.get("figure", ""), request.args.get("game", "")
    place = _page_number()
    statistics = page.statistics.players.get(same, PlayerStatistics())
    tally = total(statistics, key, game)
    if not tally.hands:
        abort(404)
    counted = shares(_latest_first(page), same, key, game)
    read = partial(_sheet, access)
    kind, _, other = key.partition("=")
    return render_template(
        "circles/figures/hands.html",
        access=access,
        page=page,
        season=page.season,
        player=access.circle.player(same),
        label=person.label(key, [game] if game else list(statistics.figures)),
        other=access.circle.player(int(other)) if kind in PAIRED else None,
        kind=kind,
        key=key,
        game=GAMES.get(game),
        tally=tally,
        hands=page_of_hands(counted, read, HANDS * place, HANDS),
        place=place,
        more=tally.hands > HANDS * (place + 1),
        first=HANDS * place + 1,
    )


@bp.get("/evenings/<date>")
@reads(CIRCLE)
def evening(access: CircleAccess, date: str) -> ResponseReturnValue:
    """Show the ranking of an evening, and its sheets; the circle, if its sheets have no hand
    that counts."""
    page = season_asked(access, has_all_games=True)
    if (evening := evening_of(page, date)) is None:
        page = season_page(access, 0, has_all_games=True)
        evening = evening_of(page, date)
    if evening is None:
        for one in (*access.sheets.sheets, *access.sheets.all):
            if date in (one.summary.date, f"sheet-{one.link.number}"):
                return redirect(url_for("circles.show"))
        abort(404)
    played = _played(access, evening)
    sheets = ((one, _sheet(access, one.number)) for one in played)
    is_over = not (page.is_provisional and evening is page.statistics.evenings[-1])
    return render_template(
        "circles/figures/evening.html",
        access=access,
        page=page,
        season=page.season,
        evening=evening,
        result=access.circle.results.get(evening.numbers[0]),
        games=[*_evening_games(access.circle, played)],
        is_over=is_over,
        sheets=[(one, sheet) for one, sheet in sheets if sheet is not None],
        previous=beside(page, evening, -1),
        next=beside(page, evening, 1),
    )


def _played(access: CircleAccess, evening: Evening) -> Sequence[Played]:
    """Return the sheets of an evening as they were opened."""
    sheets = access.sheets.all
    linked = [sheet for sheet in sheets if sheet.link.number in evening.numbers]
    return access.sheets.played(sorted(linked, key=lambda sheet: sheet.link.number))


class EveningGame(NamedTuple):
    """One game of an evening: its points are not added to another one's."""

    title: Message | str
    places: Sequence[RankedPlayer]


def _evening_games(circle: Circle, played: Sequence[Played]) -> Iterator[EveningGame]:
    """Rank each game of an evening, in the order of their first sheets."""
    for code in dict.fromkeys(one.summary.game for one in played):
        (evening,) = add_up(one for one in played if one.summary.game == code).evenings
        yield EveningGame(GAMES[code].title, places(circle, evening))


def _page_number() -> int:
    """Return the page of the query, from 0."""
    asked = number_of(request.args.get("page", "1")) or 0
    return asked - 1 if 0 < asked <= MOST_PAGES else abort(404)


def _standing(page: SeasonPage, player: int) -> Standing | None:
    """Return the standing of a player on the board of the season, if he is on it."""
    return next((row for row in page.board if row.player == player), None)


def _latest_first(page: SeasonPage) -> Iterator[Played]:
    """Return the sheets of a season from the latest, read as they are needed."""
    sheets = page.access.sheets.counted(page.season)[::-1]
    for first in range(0, len(sheets), SHEETS):
        yield from page.access.sheets.played(sheets[first : first + SHEETS])


def _sheet(access: CircleAccess, number: int) -> Sheet | None:
    link = access.circle.link_of(number)
    return existing_sheet(access, link) if link else None


def evening_of(page: SeasonPage, address: str) -> Evening | None:
    """Return the evening of a season by its name in addresses; by a sheet's number too."""
    sheet = number_of(address.removeprefix("sheet-")) or 0
    return next(
        (
            e
            for e in page.statistics.evenings
            if address_of(e) == address or sheet in e.numbers
        ),
        None,
    )


def beside(page: SeasonPage, evening: Evening, step: int) -> str:
    """Return the name in addresses of the evening before or after one; empty without."""
    evenings = page.statistics.evenings
    place = evenings.index(evening) + step
    return address_of(evenings[place]) if 0 <= place < len(evenings) else ""
