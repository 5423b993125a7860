"""A circle as a file."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.files import export_circle
from scorekeeper.circles.web.access import CIRCLE, limit_circle_files
from scorekeeper.web.access import reads
from scorekeeper.web.files import file_answer, file_name

bp = Blueprint("circle_files", __name__, url_prefix="/circles")


@bp.get("/<token>/circle.json")
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
