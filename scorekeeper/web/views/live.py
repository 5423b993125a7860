"""What other phones have recorded: polled every two seconds, or watched on a television."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.reports.chart import chart
from scorekeeper.web.access import read_access

bp = Blueprint("live", __name__, url_prefix="/sheets/<token>")


@bp.get("/live")
def poll(token: str) -> ResponseReturnValue:
    """The sheet, where its ETag is not the one asked with; else 204.

    Most polls do not come here: see ``scorekeeper.web.middleware.poll``.
    """
    access = read_access(token)
    etag = request.args.get("v", "")
    if etag and etag == access.sheet.etag:
        return "", 204
    return render_template("live/_news.html", access=access)


@bp.get("/curves")
def curves(token: str) -> ResponseReturnValue:
    """The curves of the evening, for a page that is scrolled down to them."""
    access = read_access(token)
    drawn = chart(access.sheet)
    if drawn is None:
        return "", 204
    return render_template("live/_chart.html", sheet=access.sheet, chart=drawn)


@bp.get("/tv")
def screen(token: str) -> ResponseReturnValue:
    """The totals in large figures, for a television."""
    return render_template("live/tv.html", access=read_access(token))
