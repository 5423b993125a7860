"""The seasons of a circle: board, print; the form of a season."""

from datetime import date
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.circles.errors import CircleRefused
from scorekeeper.circles.ranking import RANKINGS
from scorekeeper.circles.reports import season_board
from scorekeeper.circles.reports.evening import calendar
from scorekeeper.circles.season import POINTS, Season
from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.tokens import CircleRole
from scorekeeper.circles.web._season_pages import SeasonPage, season_curve, season_page
from scorekeeper.circles.web.access import CIRCLE, require_none_erased
from scorekeeper.circles.web.forms import SeasonForm
from scorekeeper.games import GAMES
from scorekeeper.sheets.service.access import new_key
from scorekeeper.sheets.service.texts import REMOVED
from scorekeeper.sheets.web.access import posted_key
from scorekeeper.web.access import reads, writes
from scorekeeper.web.qr_code import qr_code, server_address
from scorekeeper.web.templating import fragment

CALENDAR_EVENINGS = 60
"""The last evenings on the calendar of a season; all of them are one tap away."""

ALL_EVENINGS = 2000
"""Most evenings on a calendar."""

bp = Blueprint("circle_seasons", __name__, url_prefix="/circles/<token>")


@bp.get("/seasons/<int:season>")
@reads(CIRCLE)
def show(access: CircleAccess, season: int) -> ResponseReturnValue:
    """Show the board of a season, its curve, its records and its evenings."""
    page = season_page(access, season)
    is_whole = "all" in request.args
    key = (
        "season",
        access.token,
        page.season,
        page.etag,
        tuple(game.name for game in page.games),
        season_board.is_past(page.season, date.today().isoformat()),
        is_whole,
    )
    content = fragment(key, lambda: _content(page, ALL_EVENINGS if is_whole else None))
    return render_template(
        "circles/seasons/show.html",
        access=page.access,
        page=page,
        content=content,
    )


def _content(page: SeasonPage, evenings: int | None) -> str:
    """Return all of the page that depends on the season alone; with so many evenings."""
    statistics, circle = page.statistics, page.circle
    most = evenings or CALENDAR_EVENINGS
    games = sorted(statistics.hands, key=lambda game: -statistics.hands[game])
    return render_template(
        "circles/seasons/_season.html",
        **board_parts(page),
        columns=season_board.page_columns(page.season, statistics.has_hands, page.has_points),
        games=[GAMES[game] for game in games],
        records=page.records(),
        days=calendar(circle, statistics.evenings, most),
        left_out=max(0, len(statistics.evenings) - most),
    )


@bp.get("/seasons/<int:season>/print")
@reads(CIRCLE)
def paper(access: CircleAccess, season: int) -> ResponseReturnValue:
    """Show the board on a sheet of paper, for the wall of a club."""
    page = season_page(access, season)
    token = page.access.tokens.reading or access.token
    values: dict[str, Any] = {"token": token, "season": season, **page.query}
    link = url_for("circle_seasons.show", **values)
    return render_template(
        "circles/seasons/print.html",
        **board_parts(page),
        columns=season_board.paper_columns(
            page.season, page.statistics.has_hands, page.has_points
        ),
        records=page.records(),
        code=qr_code(server_address(link)),
        today=date.today().isoformat(),
    )


@bp.get("/seasons/new")
@reads(CIRCLE, CircleRole.GUARDIAN)
def new(access: CircleAccess) -> ResponseReturnValue:
    """Show the form of a new season."""
    return _form_page(access, SeasonForm.of(Season(official=not access.circle.seasons)))


@bp.post("/seasons")
@writes(CIRCLE, CircleRole.GUARDIAN)
def create(access: CircleAccess) -> ResponseReturnValue:
    """Record a new season."""
    return _save(access, 0)


@bp.get("/seasons/<int:season>/edit")
@reads(CIRCLE, CircleRole.GUARDIAN)
def edit(access: CircleAccess, season: int) -> ResponseReturnValue:
    """Show the form of a season that exists."""
    edited = _changeable(access, season)
    return _form_page(access, SeasonForm.of(edited), edited)


@bp.post("/seasons/<int:season>/edit")
@writes(CIRCLE, CircleRole.GUARDIAN)
def change(access: CircleAccess, season: int) -> ResponseReturnValue:
    """Record the season as the form has it, or remove it."""
    changed = _changeable(access, season)
    if request.form.get("act") != "remove":
        return _save(access, changed.id, changed)
    access.record("unseasoned", {"season": changed.id}, key=posted_key())
    return redirect(url_for("circles.show"), 303)


def board_parts(page: SeasonPage) -> dict[str, Any]:
    """Return the context of the board wherever it is shown."""
    rows = page.rows
    return {
        "access": page.access,
        "page": page,
        "season": page.season,
        "rows": rows,
        "headline": season_board.headline(rows, page.season, date.today().isoformat()),
        "rule": season_board.rule(page.season, page.statistics.evenings),
        "ranks_by_points": page.season.ranking == POINTS,
        "curve": season_curve(page),
    }


def _changeable(access: CircleAccess, id: int) -> Season:
    """Return a season that somebody made: 404 for that of everything."""
    return access.circle.seasons.get(id) or abort(404)


def _save(access: CircleAccess, id: int, found: Season | None = None) -> ResponseReturnValue:
    form = SeasonForm.posted(request.form)
    season = form.season
    if season is None:
        return _form_page(access, form, found), 422
    body = {"season": id, **season._asdict(), "games": list(season.games)}
    del body["id"]
    try:
        seq = access.record("season", body, key=posted_key(), check=require_none_erased)
    except CircleRefused as refused:
        now = access.circle.seasons.get(id)
        if now and now.title == REMOVED:
            form.typed = {**form.typed, "title": REMOVED}
        form.errors = {"title": refused.message}
        return _form_page(access, form, found), 409
    return redirect(url_for("circle_seasons.show", token=access.token, season=id or seq), 303)


def _form_page(access: CircleAccess, form: SeasonForm, season: Season | None = None) -> str:
    changed = url_for("circle_seasons.change", season=season.id) if season else ""
    return render_template(
        "circles/seasons/form.html",
        access=access,
        form=form,
        season=season,
        action=changed or url_for("circle_seasons.create"),
        rankings=RANKINGS.values(),
        games=[game for game in GAMES.values() if not game.board],
        key=new_key(),
    )
