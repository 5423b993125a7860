"""The circle's page: the sheets under way, the board in short, the last evenings."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from scorekeeper.circles.circle import Circle, Link, Player
from scorekeeper.circles.ranking import board
from scorekeeper.circles.season import ALL_TIME, Season
from scorekeeper.circles.statistics import Evening, Statistics
from scorekeeper.i18n.messages import Message
from scorekeeper.reports.season_board import BoardRow, board_rows
from scorekeeper.service.circles.access import CircleAccess
from scorekeeper.service.circles.sheets import existing_sheet
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.web.templating import address
from scorekeeper.web.views.circles._links import opens_here, sheet_token_here, sheets_of_device
from scorekeeper.web.views.circles._season_pages import title_of

SHOWN_ROWS = 5
"""The first players of the board that the page shows."""

ALL_ROWS = 7
"""The players of a board that is shown as a whole."""

SHOWN_EVENINGS = 5
"""The last evenings that the page lists."""

SHOWN_PEOPLE = 12
"""The players who are shown at once, where a circle has more."""

GUESTS_OF = 6
"""The last sheets whose guests are offered to be matched."""


class SheetUnderWay(NamedTuple):
    """A sheet that is played now."""

    number: int
    address: str
    """Of the sheet itself, which a phone has a copy of, unlike a redirect."""
    sheet: Sheet
    colors: Sequence[int]
    """Of each column."""
    players: Sequence[Player | None]
    """The player of the circle of each column; none of a guest and of a team."""


class ListedEvening(NamedTuple):
    """One evening in the list."""

    date: str
    address: str
    winners: Sequence[Player]
    points: int
    """Of each of the winners."""
    hands: int


class SheetWithGuests(NamedTuple):
    """A sheet on which somebody is no player of the circle."""

    number: int
    date: str
    guests: Sequence[str]


class Overview(NamedTuple):
    """All that the circle's page shows."""

    tonight: Sequence[SheetUnderWay]
    """Those with a hand at least."""
    opened: Sequence[SheetUnderWay]
    """Those without a hand."""
    season: Season
    season_title: Message | str
    rows: Sequence[BoardRow]
    others: int
    """The players of the board who are not shown."""
    evenings: Sequence[ListedEvening]
    unmatched: Sequence[SheetWithGuests]
    people: Sequence[Player]
    """Those who played lately, in the order of joining."""
    other_people: Sequence[Player]
    gone: Sequence[Player]
    """Those who come no more."""
    seasons: Sequence[Season]
    is_young: bool
    """True if it had one evening at most."""
    has_sheets_here: bool
    """True if the device has sheets that the circle may take in and lacks."""


def overview(access: CircleAccess) -> Overview:
    """All that the page of a circle shows, as everything stands now."""
    circle = access.circle
    season = circle.official_season
    everything = access.statistics(ALL_TIME)
    if season == ALL_TIME:
        season = access.sheets.all_time()
    counted = everything if season == ALL_TIME else access.statistics(season)
    rows = board_rows(board(counted.statistics, season), circle)
    shown = len(rows) if len(rows) <= ALL_ROWS else SHOWN_ROWS
    tonight = _under_way(access, access.sheets.under_way(date.today()))
    return Overview(
        [one for one in tonight if one.sheet.state.hands],
        [one for one in tonight if not one.sheet.state.hands],
        season,
        title_of(season),
        rows[:shown],
        len(rows) - shown,
        _evenings(access, everything.statistics.evenings, tonight),
        _with_guests(access) if access.may_open else (),
        *_people(circle, everything.statistics),
        [player for player in circle.players if not player.is_active],
        sorted(
            circle.seasons.values(), key=lambda one: (not one.official, one.archived, -one.id)
        ),
        len(everything.statistics.evenings) <= 1,
        access.may_open and bool(sheets_of_device(access)),
    )


def _people(circle: Circle, statistics: Statistics) -> tuple[list[Player], list[Player]]:
    """The players who come, and of many of them those apart who did not play lately."""
    active = [player for player in circle.players if player.is_active]

    def last_evening(player: Player) -> int:
        one = statistics.players.get(player.id)
        return one.evenings[-1].evening if one and one.evenings else -1

    latest = sorted(active, key=last_evening, reverse=True)[:SHOWN_PEOPLE]
    return [one for one in active if one in latest], [
        one for one in active if one not in latest
    ]


def _under_way(access: CircleAccess, links: Sequence[Link]) -> list[SheetUnderWay]:
    found = []
    for link in links:
        sheet = existing_sheet(access, link)
        if sheet is not None:
            players = _players(access.circle, link, sheet)
            colors = [one.color if one else n % 8 for n, one in enumerate(players)]
            found.append(
                SheetUnderWay(link.number, _address(access, link), sheet, colors, players)
            )
    return found


def _address(access: CircleAccess, link: Link) -> str:
    """The address of a sheet; the one that leads to its evening, if its links were renewed."""
    if opens_here(access, link.sheet):
        return address("sheets.show", token=sheet_token_here(access, link.sheet))
    return address("circle_sheets.open", token=access.token, number=link.number)


def _players(circle: Circle, link: Link, sheet: Sheet) -> list[Player | None]:
    """The player of each column, where a column is one player of the circle."""
    columns = range(len(sheet.columns))
    if len(sheet.columns) != len(sheet.names):
        return [None for _ in columns]
    players = dict(enumerate(circle.players_of(link)))
    return [circle.player(players[n]) if players.get(n) else None for n in columns]


def _evenings(
    access: CircleAccess, evenings: Sequence[Evening], tonight: Sequence[SheetUnderWay]
) -> list[ListedEvening]:
    """The last evenings, the latest first; not the one that the page shows above."""
    shown = {one.number for one in tonight}
    listed = [one for one in evenings if not set(one.numbers) <= shown]
    return [_listed(access, one) for one in reversed(listed[-SHOWN_EVENINGS:])]


def _listed(access: CircleAccess, evening: Evening) -> ListedEvening:
    circle = access.circle
    return ListedEvening(
        evening.date,
        address(
            "circle_figures.evening",
            token=access.token,
            date=evening.date or f"sheet-{evening.numbers[0]}",
        ),
        [circle.player(player) for player in evening.winners] if evening.hands else [],
        max(evening.points.values(), default=0),
        evening.hands,
    )


def _with_guests(access: CircleAccess) -> list[SheetWithGuests]:
    """Those of the last sheets that have guests, the latest first."""
    found = []
    for link in reversed(list(access.circle.links.values())[-GUESTS_OF:]):
        sheet = existing_sheet(access, link)
        if sheet is None or sheet.game.board:
            continue
        matched = dict(enumerate(link.players))
        guests = [name for n, name in enumerate(sheet.names) if name and not matched.get(n)]
        if guests:
            found.append(SheetWithGuests(link.number, sheet.date, guests))
    return found


def page_etag(access: CircleAccess) -> str:
    """A version of the page: another one after every event of the circle or of a sheet."""
    return access.statistics(ALL_TIME).etag


def page_context(access: CircleAccess) -> dict[str, Any]:
    """The context of the templates of the page and of its news."""
    return {"access": access, "page": overview(access), "etag": page_etag(access)}
