"""What other phones have recorded: polled by phones, or watched on a television."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.sheets.reports.chart import sheet_chart
from scorekeeper.sheets.reports.duplicate import sheet_ranking, sheet_teams
from scorekeeper.sheets.reports.result import next_deal
from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.web._sheet_page import celebrates, news, page_state
from scorekeeper.sheets.web.access import SHEET, repository
from scorekeeper.sheets.web.templating import percent
from scorekeeper.web.access import open_stream, reads
from scorekeeper.web.qr_code import qr_code, server_address

bp = Blueprint("live", __name__, url_prefix="/sheets/<token>")

SCREEN_ROWS = 7
"""The hands before the last one on a television, as far as they fit."""

SCREEN_PLAYERS = 40
"""The first players of a ranking on a television, as far as they fit."""

MAX_GAMES = 50
"""The most games of an evening that a television skips to show the one that is played."""


@bp.get("/live")
@reads(SHEET)
def poll(access: SheetAccess) -> ResponseReturnValue:
    """Show the news of a sheet since it had the ETag asked with; 204 if there are none.

    Most polls do not come here: see ``scorekeeper.web.middleware.poll``.
    """
    return _news_since(access, lambda etag: news(access, etag))


@bp.get("/tv")
@reads(SHEET)
def screen(access: SheetAccess) -> ResponseReturnValue:
    """Show the evening in large letters, for a television: read-only, always the latest
    game."""
    access = _reading(access)
    latest = _latest_game(access)
    if latest.token != access.token:
        return redirect(url_for("live.screen", token=latest.token), 303)
    return render_template("sheets/live/tv.html", **_screen_state(access))


@bp.get("/tv/live")
@reads(SHEET)
def poll_screen(access: SheetAccess) -> ResponseReturnValue:
    """Show the news of a sheet as a television shows them; see :func:`poll`."""
    access = _reading(access)

    def content(etag: str) -> str:
        watched = celebrates(access.sheet, access.holds(etag))
        return render_template(
            "sheets/live/_screen_news.html", **_screen_state(access), celebrates=watched
        )

    return _news_since(access, content)


def _news_since(access: SheetAccess, content: Callable[[str], str]) -> ResponseReturnValue:
    """Return the parts that have changed since the ETag asked with.

    A page with an ETag that the sheet never had is to load itself again: it is from before a
    restored backup, or of an earlier program.
    """
    etag = request.args.get("v", "")
    if etag and etag == access.etag:
        return "", 204
    response = make_response(content(etag))
    if access.holds(etag) is None:
        response.headers["HX-Refresh"] = "true"
    return response


def _reading(access: SheetAccess) -> SheetAccess:
    """Return the access that only reads, from now on that of this request: no link on a
    television leads to a page that writes."""
    return open_stream(SHEET, access.read_token) if access.may_write else access


def _latest_game(access: SheetAccess) -> SheetAccess:
    for _ in range(MAX_GAMES):
        following = access.following
        if not following:
            break
        access = repository().access(following)
    return access


def _screen_state(access: SheetAccess) -> dict[str, Any]:
    sheet, hands = access.sheet, access.sheet.hands
    return page_state(access) | {
        "chart": sheet_chart(sheet),
        "next_deal": next_deal(sheet),
        "recent": hands[-SCREEN_ROWS - 1 : -1][::-1],
        "ranking": _ranking(sheet)[:SCREEN_PLAYERS] if sheet.boards else (),
        "code": qr_code(server_address(url_for("sheets.show", token=access.token))),
    }


def _ranking(sheet: Sheet) -> list[tuple[object, ...]]:
    """Return the place, name, line and result of every team or player of a sheet over
    boards."""
    teams = sheet_teams(sheet)
    if teams is not None:
        return [(team.place, team.name, "", team.shown) for team in teams]
    return [
        (player.place or "–", player.name, player.line, percent(player.percentage))
        for player in sheet_ranking(sheet)
    ]
