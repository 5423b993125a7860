"""The page that is shown while statistics are computed for the first time.

They are computed by the requests themselves, a slice by each: this page asks again until it
is the one that was asked for.
"""

from flask import Blueprint, make_response, request
from flask.typing import ResponseReturnValue

from scorekeeper.service.errors import StatisticsUnfinished
from scorekeeper.web.circle_access import read_circle
from scorekeeper.web.rendering import render_template

bp = Blueprint("circle_progress", __name__, url_prefix="/circles/<token>/progress")

RETRY_AFTER = 1
"""Seconds after which a page without JavaScript asks again."""


@bp.get("")
def poll(token: str) -> ResponseReturnValue:
    """The number of sheets that are summed up; 204 that loads the page anew once all are."""
    access = read_circle(token)
    try:
        access.known_sheets()
    except StatisticsUnfinished as unfinished:
        return render_template(
            "circles/progress/_progress.html", token=token, progress=unfinished
        )
    return "", 204, {"HX-Refresh": "true"}


@bp.app_errorhandler(StatisticsUnfinished)
def show(unfinished: StatisticsUnfinished) -> ResponseReturnValue:
    """503 with the page that asks again: whatever is not 2xx is stored nowhere in the place
    of the page that was asked for. A poll of a page that is open has no news: 204."""
    if request.path.endswith("/live"):
        return "", 204
    token = (request.view_args or {})["token"]
    page = render_template(
        "circles/progress/show.html", token=token, progress=unfinished, seconds=RETRY_AFTER
    )
    response = make_response(page, 503)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response
