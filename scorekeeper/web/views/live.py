"""What other phones have written: asked for every two seconds, or watched on a television."""

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.reports.chart import chart
from scorekeeper.web.access import reading

bp = Blueprint("live", __name__, url_prefix="/sheets/<token>")


@bp.get("/live")
def poll(token: str) -> Response | tuple[str, int] | str:
    """The sheet where it is newer than the one that asks; else nothing, at next to no cost."""
    access = reading(token)
    seen = request.args.get("v", "")
    if seen and seen == access.sheet.etag:
        return "", 204
    return render_template("live/_news.html", access=access)


@bp.get("/curves")
def curves(token: str) -> tuple[str, int] | str:
    """The curves of the evening, for a page that is scrolled down to them."""
    access = reading(token)
    drawn = chart(access.sheet)
    if drawn is None:
        return "", 204
    return render_template("live/_chart.html", sheet=access.sheet, chart=drawn)


@bp.get("/tv")
def screen(token: str) -> str:
    """The totals in large figures, for a television."""
    access = reading(token)
    return render_template("live/tv.html", access=access)
