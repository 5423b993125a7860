"""What is kept of a circle and how long; its file; « Retirer » a player; deleting it."""

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.circles.errors import CircleRefused
from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.erasure import erase as erase_player
from scorekeeper.circles.service.erasure import plan
from scorekeeper.circles.service.files import export_circle
from scorekeeper.circles.service.founding import delete_circle
from scorekeeper.circles.service.tokens import CircleRole
from scorekeeper.circles.web.access import CIRCLE, forget_circle, limit_circle_files
from scorekeeper.i18n.messages import Message
from scorekeeper.rules.typed_numbers import numbers_in
from scorekeeper.streams.installation import Installation
from scorekeeper.web.access import reads, writes
from scorekeeper.web.files import file_answer, file_name

bp = Blueprint("circle_privacy", __name__, url_prefix="/circles/<token>")


@bp.get("/privacy")
@reads(CIRCLE)
def show(access: CircleAccess) -> ResponseReturnValue:
    """Show the data that is kept, where, for how long, and how it is removed."""
    return render_template(
        "circles/privacy/show.html",
        access=access,
        host=request.host,
        backups=_installation().kept_backups,
    )


@bp.get("/circle.json")
@limit_circle_files
@reads(CIRCLE)
def document(access: CircleAccess) -> ResponseReturnValue:
    """Show the file of a circle, written while it is sent. Where sheets do not fit into it,
    first a page that names them, 409, and asks for the file ``without`` them."""
    file = export_circle(access)
    if file.left_out and "without" not in request.args:
        page = render_template(
            "circles/files/left_out.html", access=access, left_out=file.left_out
        )
        return page, 409
    name = file_name(access.circle.title, "cercle")
    return file_answer(file.pieces(), "application/json", f"{name}.json")


@bp.get("/deletion")
@reads(CIRCLE, CircleRole.GUARDIAN)
def ask_to_delete(access: CircleAccess) -> ResponseReturnValue:
    """Show the effects of deleting the circle, before it is done."""
    return render_template(
        "circles/privacy/deletion.html", access=access, backups=_installation().kept_backups
    )


@bp.post("/deletion")
@writes(CIRCLE, CircleRole.GUARDIAN)
def delete(access: CircleAccess) -> ResponseReturnValue:
    """Delete the circle; its sheets stay."""
    delete_circle(access)
    forget_circle(access.token)
    return redirect(url_for("home.show"), 303)


@bp.get("/players/<int:player>/erasure")
@reads(CIRCLE, CircleRole.GUARDIAN)
def ask_to_erase(access: CircleAccess, player: int) -> ResponseReturnValue:
    """Show the effects of the erasure, before it is done."""
    return _erasure_page(access, player)


@bp.post("/players/<int:player>/erasure")
@writes(CIRCLE, CircleRole.GUARDIAN)
def erase(access: CircleAccess, player: int) -> ResponseReturnValue:
    """Remove the names of a player everywhere; the page again, 422, if others were merged with
    him since it was shown."""
    form = request.form
    try:
        codes, seen = form.getlist("text"), {*numbers_in(form.get("players", ""))}
        texts = [text for text in plan(access, player).texts if text.code in codes]
        erase_player(access, player, seen or None, texts, "guests" in form)
    except CircleRefused as refused:
        return _erasure_page(access, player, refused.message), 422
    current_app.extensions["fragments"].clear()
    return redirect(url_for("circle_players.index"), 303)


def _erasure_page(access: CircleAccess, player: int, refused: Message | None = None) -> str:
    erasure = plan(access, player)
    return render_template(
        "circles/erasure/show.html",
        access=access,
        refused=refused,
        plan=erasure,
        player=access.circle.player(erasure.player),
        backups=_installation().kept_backups,
    )


def _installation() -> Installation:
    installation: Installation = current_app.extensions["installation"]
    return installation
