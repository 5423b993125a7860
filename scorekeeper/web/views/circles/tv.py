"""A season on a television: board and curve in large letters, polled for news."""

from datetime import date
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.circles.ranking import RANKINGS
from scorekeeper.reports import season_board
from scorekeeper.web.circle_access import read_circle
from scorekeeper.web.qr_code import qr_code, server_address
from scorekeeper.web.templating import address
from scorekeeper.web.views.circles._season_pages import SeasonPage, season_asked, season_curve

SCREEN_ROWS = 10
"""The first players of the board on a television, as far as they fit."""

SCREEN_RECORDS = 3

bp = Blueprint("circle_tv", __name__, url_prefix="/circles/<token>/tv")


@bp.get("")
def show(token: str) -> ResponseReturnValue:
    """The season for a television, which nobody can touch: by the link that only reads."""
    access = read_circle(token)
    if access.tokens.reading not in ("", token):
        page, reading = season_asked(access), access.tokens.reading
        place = address("circle_tv.show", token=reading, season=page.season.id, **page.query)
        return redirect(place, 303)
    return render_template("circles/tv/show.html", **_state(season_asked(access)))


@bp.get("/live")
def poll(token: str) -> ResponseReturnValue:
    """The whole screen again, if it has changed since the ETag asked with; else 204."""
    page = season_asked(read_circle(token))
    if request.args.get("v") == page.etag:
        return "", 204
    return make_response(render_template("circles/tv/_news.html", **_state(page)))


def _state(page: SeasonPage) -> dict[str, Any]:
    rows = page.rows
    token, season = page.access.token, page.season.id
    link = address("circle_seasons.show", token=token, season=season, **page.query)
    return {
        "access": page.access,
        "page": page,
        "season": page.season,
        "rows": rows[:SCREEN_ROWS],
        "board": page.board,
        "headline": season_board.headline(rows, page.season, date.today().isoformat()),
        "lead": season_board.lead(rows, page.season),
        "figure": RANKINGS[page.season.ranking].figure,
        "curve": season_curve(page),
        "records": page.records()[:SCREEN_RECORDS],
        "code": qr_code(server_address(link)),
    }
