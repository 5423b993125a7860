"""A circle: found one, show its page, and what has changed since."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.circles.circle import GUEST, Circle, Link, Player
from scorekeeper.circles.ranking import RANKINGS, Ranking
from scorekeeper.circles.reports.evening import address_of
from scorekeeper.circles.reports.season_board import BoardRow
from scorekeeper.circles.season import ALL_TIME
from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.founding import found_circle
from scorekeeper.circles.service.sheets import existing_sheet, follow_revanches, link_sheet
from scorekeeper.circles.statistics import Evening, Statistics
from scorekeeper.circles.web._season_pages import SeasonPage, page_of
from scorekeeper.circles.web._sheets import opens_here, sheet_token_here, sheets_of_device
from scorekeeper.circles.web.access import CIRCLE, circles, remember_circle
from scorekeeper.circles.web.forms import FoundingForm
from scorekeeper.games import GAMES
from scorekeeper.i18n.languages import LANGUAGES, translator
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Game
from scorekeeper.sheets.names import plain
from scorekeeper.sheets.service.access import SheetAccess, SheetRole, new_key
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.web.access import SHEET, posted_key
from scorekeeper.sheets.web.device import known_names
from scorekeeper.web.access import open_other, reads
from scorekeeper.web.language import current_language
from scorekeeper.web.rate_limits import limit_opened
from scorekeeper.web.templating import address

bp = Blueprint("circles", __name__, url_prefix="/circles")

UNTITLED = msg("Notre cercle")
"""The name of a circle that somebody kept together with one tap."""


@bp.get("/new")
def new() -> ResponseReturnValue:
    """Show the form of a new circle, with the players of the device's sheets to tap."""
    return _new_page(FoundingForm.offered(known_names()))


@bp.post("")
@limit_opened
def create() -> ResponseReturnValue:
    """Found a circle: of the form, or of the players of a sheet."""
    if "sheet" in request.form:
        return _keep_together(open_other(SHEET, request.form["sheet"], SheetRole.WRITING))
    form = FoundingForm.posted(request.form, known_names())
    if "more" in request.form:
        return _new_page(form)
    form.errors = founding_errors(form.title, form.players)
    if form.errors:
        return _new_page(form), 422
    token = found_circle(circles(), form.title, form.players, key=posted_key())
    remember_circle(token)
    return redirect(url_for("circles.show", token=token), 303)


@bp.get("/<token>")
@reads(CIRCLE)
def show(access: CircleAccess) -> ResponseReturnValue:
    """Show the page that a family opens every week."""
    follow_revanches(access)
    return render_template(
        "circles/show.html",
        is_untitled=access.circle.title
        in {translator(code)(UNTITLED.text) for code in LANGUAGES},
        taken=access.circle.link_of(session.pop(f"taken {access.token}", 0)),
        key=new_key(),
        **page_context(access),
    )


@bp.get("/<token>/live")
@reads(CIRCLE)
def poll(access: CircleAccess) -> ResponseReturnValue:
    """Show the parts of the page that have changed since the ETag; 204 without any."""
    if request.args.get("v") == page_etag(access):
        return "", 204
    return render_template("circles/_news.html", **page_context(access))


def founding_errors(title: str, names: list[str]) -> list[Message]:
    """Return the errors in the form of a new circle."""
    errors = [] if title else [msg("Il manque le nom du cercle.")]
    seen: dict[str, str] = {}
    for name in names:
        if plain(name) in seen:
            errors.append(msg("deux joueurs s'appellent %(name)s", name=name))
        seen[plain(name)] = name
    return errors


def _keep_together(sheet: SheetAccess) -> ResponseReturnValue:
    """Found the circle of the players of a sheet, which is its first one."""
    outline = sheet.outline
    names = [name for name in outline.names if name]  # erased ones are empty
    errors = founding_errors(outline.title or "-", names)
    if outline.game.board or errors:
        form = FoundingForm(outline.title, names, errors=errors)
        return _new_page(form), 422
    title = outline.title or current_language().translate(UNTITLED.text)
    key = posted_key()
    token = found_circle(circles(), title, names, key=key)
    numbers = {name: number for number, name in enumerate(names, 1)}
    players = [numbers.get(name, GUEST) for name in outline.names]
    link_sheet(circles().access(token), sheet, players, key=key)
    remember_circle(token)
    return redirect(url_for("circles.show", token=token), 303)


def _new_page(form: FoundingForm) -> str:
    return render_template("circles/new.html", form=form, key=new_key())


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


IDLE = timedelta(hours=12)
"""An open sheet on which nothing was written for so long is played no more."""


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
    """Nobody of an evening of several games, whose points are not added."""
    points: int
    """Of each of the winners."""
    games: Sequence[Game]
    """Those of an evening of several."""
    hands: int
    title: str
    """Of a tournament."""

    @property
    def year(self) -> str:
        """The year of its date."""
        return self.date[:4]


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
    board: SeasonPage
    """Of the official season, of the game played last if it has a board of each."""
    ranking: Ranking
    is_provisional: bool
    """True if a sheet under way counts on the board."""
    rows: Sequence[BoardRow]
    evenings: Sequence[ListedEvening]
    tournaments: Sequence[ListedEvening]
    unmatched: Sequence[SheetWithGuests]
    people: Sequence[Player]
    """Those who played lately, in the order of joining."""
    other_people: Sequence[Player]
    is_young: bool
    """True if it had one evening at most."""
    has_sheets_here: bool
    """True if this device has sheets that can be added to the circle."""


def overview(access: CircleAccess) -> Overview:
    """Return all that the page of a circle shows, as everything stands now."""
    circle = access.circle
    counted = [one.summary for one in access.sheets.counted(circle.official_season)]
    played = [one.game for one in counted if one.hands or one.is_result]
    season = access.sheets.of_board(circle.official_season, *played[-1:])
    shown = page_of(access, season)
    everything = access.statistics(ALL_TIME)
    first = len(shown.rows) if len(shown.rows) <= ALL_ROWS else SHOWN_ROWS
    tonight = _under_way(access, access.sheets.under_way(date.today()))
    begun = [one for one in tonight if one.sheet.state.hands]
    return Overview(
        begun,
        [opened for opened in tonight if not opened.sheet.state.hands],
        shown,
        RANKINGS[season.ranking],
        any(season.counts(one.sheet.date, one.sheet.played_game.name) for one in begun),
        shown.rows[:first],
        _evenings(access, everything.statistics.evenings, tonight),
        _tournaments(access, everything.statistics.evenings),
        _with_guests(access) if access.may_open else (),
        *_people(circle, everything.statistics),
        len(everything.statistics.evenings) <= 1,
        access.may_open and bool(sheets_of_device(access)),
    )


def _people(circle: Circle, statistics: Statistics) -> tuple[list[Player], list[Player]]:
    """Return the players, and of many of them those apart who did not play lately."""

    def last_evening(player: Player) -> int:
        played = statistics.players.get(player.id)
        return played.evenings[-1].evening if played and played.evenings else -1

    latest = sorted(circle.players, key=last_evening, reverse=True)[:SHOWN_PEOPLE]
    return [player for player in circle.players if player in latest], [
        player for player in circle.players if player not in latest
    ]


def _under_way(access: CircleAccess, links: Sequence[Link]) -> list[SheetUnderWay]:
    under_way = []
    for link in links:
        sheet = existing_sheet(access, link)
        if sheet is not None and not _is_idle(access, link, sheet):
            players = _players(access.circle, link, sheet)
            colors = [player.color if player else n % 8 for n, player in enumerate(players)]
            under_way.append(
                SheetUnderWay(link.number, _address(access, link), sheet, colors, players)
            )
    return under_way


def _is_idle(access: CircleAccess, link: Link, sheet: Sheet) -> bool:
    last = access.repository.sheets.journal.events(link.sheet, sheet.version - 1)
    return bool(last) and datetime.now(UTC) - datetime.fromisoformat(last[-1].at) > IDLE


def _address(access: CircleAccess, link: Link) -> str:
    """Return the address of a sheet; of its evening, if its links were renewed."""
    if opens_here(access, link.sheet):
        return address("sheets.show", token=sheet_token_here(access, link.sheet))
    return address("circle_sheets.open", number=link.number)


def _players(circle: Circle, link: Link, sheet: Sheet) -> list[Player | None]:
    """Return the player of each column, where a column is one player of the circle."""
    columns = range(len(sheet.columns))
    if len(sheet.columns) != len(sheet.names):
        return [None for _ in columns]
    players = dict(enumerate(circle.players_of(link)))
    return [circle.player(players[n]) if players.get(n) else None for n in columns]


def _evenings(
    access: CircleAccess, evenings: Sequence[Evening], tonight: Sequence[SheetUnderWay]
) -> list[ListedEvening]:
    """Return the last evenings, the latest first; not the one that the page shows above."""
    shown = {evening.number for evening in tonight}
    listed = [
        evening
        for evening in evenings
        if not (evening.is_result or set(evening.numbers) <= shown)
    ]
    played = {one.link.number: one.summary.game for one in access.sheets.sheets}
    return [_listed(access, evening, played) for evening in reversed(listed[-SHOWN_EVENINGS:])]


def _tournaments(access: CircleAccess, evenings: Sequence[Evening]) -> list[ListedEvening]:
    """Return all evenings that are known by their ranking alone, the latest first."""
    results = access.circle.results
    played = {number: result.game for number, result in results.items()}
    return [
        _listed(access, evening, played, results[evening.numbers[0]].title)
        for evening in reversed(evenings)
        if evening.is_result
    ]


def _listed(
    access: CircleAccess, evening: Evening, played: Mapping[int, str], title: str = ""
) -> ListedEvening:
    """Return one evening as the list shows it; ``played`` has the game of each sheet."""
    circle = access.circle
    codes = dict.fromkeys(played[number] for number in evening.numbers)
    games = [GAMES[code] for code in codes] if len(codes) > 1 else []
    winners = [] if games else evening.winners
    return ListedEvening(
        evening.date,
        address("circle_figures.evening", date=address_of(evening)),
        [circle.player(player) for player in winners],
        max((evening.points[player] for player in evening.winners), default=0),
        games,
        evening.hands,
        title,
    )


def _with_guests(access: CircleAccess) -> list[SheetWithGuests]:
    """Return those of the last sheets that have guests, the latest first."""
    sheets = []
    for link in reversed(list(access.circle.links.values())[-GUESTS_OF:]):
        sheet = existing_sheet(access, link)
        if sheet is None or sheet.game.board:
            continue
        matched = dict(enumerate(link.players))
        guests = [name for n, name in enumerate(sheet.names) if name and not matched.get(n)]
        if guests:
            sheets.append(SheetWithGuests(link.number, sheet.date, guests))
    return sheets


def page_etag(access: CircleAccess) -> str:
    """Return a version of the page: another one after every event of circle or sheet."""
    return access.statistics(ALL_TIME).etag


def page_context(access: CircleAccess) -> dict[str, Any]:
    """Return the context of the templates of the page and of its news."""
    return {"access": access, "page": overview(access), "etag": page_etag(access)}
