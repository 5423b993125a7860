"""What other phones have recorded: polled every two seconds, or watched on a television."""

from flask import Blueprint, make_response, request
from flask.typing import ResponseReturnValue

from scorekeeper.reports.chart import chart
from scorekeeper.web.access import read_access, repository
from scorekeeper.web.rendering import render_template
from scorekeeper.web.views._news import news
from scorekeeper.web.views._sheet_page import page_state

bp = Blueprint("live", __name__, url_prefix="/sheets/<token>")


@bp.get("/live")
def poll(token: str) -> ResponseReturnValue:
    """The news of a sheet since it had the ETag asked with; 204 if there are none.

    A page with an ETag that the sheet never had is to load itself again: it is from before a
    restored backup, or of an earlier program.

    Most polls do not come here: see ``scorekeeper.web.middleware.poll``.
    """
    access = read_access(token)
    etag = request.args.get("v", "")
    if etag and etag == access.sheet.etag:
        return "", 204
    response = make_response(news(access, etag))
    if access.version_of(etag) is None:
        response.headers["HX-Refresh"] = "true"
    return response


@bp.get("/curves")
def curves(token: str) -> ResponseReturnValue:
    """The curves of the evening, for a page that is scrolled down to them."""
    access = read_access(token)
    drawn = chart(access.sheet)
    if drawn is None:
        return "", 204
    context = {"sheet": access.sheet, "chart": drawn, "address": request.path}
    return render_template("live/_chart.html", **context)


@bp.get("/tv")
def screen(token: str) -> ResponseReturnValue:
    """The totals in large figures, for a television, which writes nothing."""
    access = read_access(token)
    if access.may_write:
        access = repository().access(access.read_token)
    return render_template("live/tv.html", **page_state(access))
