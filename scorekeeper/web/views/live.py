"""What other phones have written: asked for every two seconds, or watched on a television."""

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from ..chart import chart
from .door import reading

bp = Blueprint("live", __name__, url_prefix="/sheets/<token>")


@bp.get("/live")
def poll(token: str) -> Response | tuple[str, int] | str:
    """The sheet where it is newer than the one that asks; else nothing, at next to no cost."""
    door = reading(token)
    seen = request.args.get("v", "")
    if seen and seen == door.sheet.stamp:
        return "", 204
    return render_template("_news.html", door=door)


@bp.get("/curves")
def curves(token: str) -> tuple[str, int] | str:
    """The curves of the evening, for a page that is scrolled down to them."""
    door = reading(token)
    drawn = chart(door.sheet)
    if drawn is None:
        return "", 204
    return render_template("_chart.html", sheet=door.sheet, chart=drawn)


@bp.get("/tv")
def screen(token: str) -> str:
    """The totals in large figures, for a television."""
    door = reading(token)
    return render_template("tv.html", door=door)
