"""The page about what is kept of a circle, where, and for how long; its deletion."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.service.circles.deletion import delete_circle
from scorekeeper.web.circle_access import EXAMPLE_TOKEN, guardian_access, read_circle
from scorekeeper.web.circle_limits import limit_circle_writes
from scorekeeper.web.device_circles import forget_circle
from scorekeeper.web.views.circles._backups import kept_backups

bp = Blueprint("circle_privacy", __name__, url_prefix="/circles/<token>")


@bp.get("/privacy")
def show(token: str) -> ResponseReturnValue:
    """The data that is kept, where, for how long, and how it is removed."""
    return render_template(
        "circles/privacy/show.html",
        access=read_circle(token),
        host=request.host,
        backups=kept_backups(),
        is_example=token == EXAMPLE_TOKEN,
    )


@bp.get("/deletion")
def ask_to_delete(token: str) -> ResponseReturnValue:
    """The effects of deleting the circle, before it is done."""
    return render_template(
        "circles/privacy/deletion.html", access=guardian_access(token), backups=kept_backups()
    )


@bp.post("/deletion")
@limit_circle_writes
def delete(token: str) -> ResponseReturnValue:
    """Delete the circle; its sheets stay."""
    delete_circle(guardian_access(token))
    forget_circle(token)
    return redirect(url_for("home.show"), 303)
