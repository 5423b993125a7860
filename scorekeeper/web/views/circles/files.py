"""A circle as a file: saved here, and brought from elsewhere."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.formats.circle_reader import is_circle
from scorekeeper.formats.strict_json import DocumentError, parse
from scorekeeper.i18n.messages import msg
from scorekeeper.service.access import new_key
from scorekeeper.service.circles.files import export_circle, import_circle
from scorekeeper.web.access import posted_key
from scorekeeper.web.circle_access import circles, limit_circle_files, read_circle
from scorekeeper.web.files import file_answer, file_name, form_size
from scorekeeper.web.rate_limits import limit_opened

bp = Blueprint("circle_files", __name__, url_prefix="/circles")

MAX_FILE = 7 * 1024 * 1024
"""Most bytes of an imported circle: some 1,400 evenings of forty hands. The server takes
8 MB, whatever the address."""

NO_FILE = msg("Choisissez le fichier du cercle.")
NO_CIRCLE = msg("Ce fichier n'est pas un cercle exporté par La Marque.")


@bp.get("/<token>/circle.json")
@limit_circle_files
def document(token: str) -> ResponseReturnValue:
    """Show the file of a circle, written while it is sent. Where sheets do not fit into it,
    first a page that names them, 409, and asks for the file ``without`` them."""
    access = read_circle(token)
    file = export_circle(access)
    if file.left_out and "without" not in request.args:
        page = render_template(
            "circles/files/left_out.html", access=access, left_out=file.left_out
        )
        return page, 409
    name = file_name(access.circle.title, "cercle")
    return file_answer(file.pieces(), "application/json", f"{name}.json")


@bp.get("/import")
def choose() -> ResponseReturnValue:
    """Choose a file."""
    return _import_page()


@bp.post("/import")
@limit_circle_files
@limit_opened
@form_size(MAX_FILE)
def create() -> ResponseReturnValue:
    """Store a circle with all of its sheets, which nobody sees before it is complete."""
    file = request.files.get("file")
    if not file:
        return _import_page(error=NO_FILE), 422
    with file.stream:
        content = file.stream.read()
    try:
        document = parse(content)
        if not is_circle(document):
            return _import_page(error=NO_CIRCLE), 422
        token = import_circle(circles(), document, key=posted_key())
    except DocumentError as error:
        return _import_page(error=error.message), 422
    return redirect(url_for("circles.show", token=token), 303)


def _import_page(**context: Any) -> str:
    return render_template("circles/files/import.html", key=new_key(), **context)
