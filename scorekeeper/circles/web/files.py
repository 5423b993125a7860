"""A circle as a file: saved here, and brought from elsewhere."""

from typing import Any

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.files import export_circle
from scorekeeper.circles.service.imports import Imports, Offered
from scorekeeper.circles.web.access import CIRCLE, limit_circle_files
from scorekeeper.circles.web.circle import RETRY_AFTER
from scorekeeper.i18n.messages import msg, render
from scorekeeper.sheets.service.access import new_key
from scorekeeper.sheets.web.access import posted_key
from scorekeeper.streams.errors import ImportRefused
from scorekeeper.web.access import reads
from scorekeeper.web.files import file_answer, file_name, form_size
from scorekeeper.web.language import current_language
from scorekeeper.web.rate_limits import MINUTE, client_network, import_room, limit_opened

bp = Blueprint("circle_files", __name__, url_prefix="/circles")

MAX_FILE = 7 * 1024 * 1024
"""Most bytes of an imported circle: some 1,400 evenings of forty hands. The server takes
8 MB, whatever the address."""

NO_FILE = msg("Choisissez le fichier du cercle.")
LOST = msg(
    "Ce cercle n'a pas été apporté jusqu'au bout. Choisissez encore une fois son fichier."
)


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


@bp.get("/import")
def choose() -> ResponseReturnValue:
    """Choose a file."""
    return _import_page()


@bp.post("/import")
@limit_circle_files
@limit_opened
@form_size(MAX_FILE)
def create() -> ResponseReturnValue:
    """Take the file of a circle, which is stored beside the requests."""
    file = request.files.get("file")
    if not file:
        return _import_page(error=NO_FILE), 422
    with file.stream:
        content = file.stream.read()
    token, translate = imports().token(posted_key(), content), current_language().translate
    try:
        imports().offer(
            Offered(
                token,
                client_network(),
                content,
                import_room(),
                lambda message: render(message, translate),
            )
        )
    except ImportRefused as refused:
        return _import_page(error=refused.message), 503, {"Retry-After": str(MINUTE)}
    return redirect(url_for("circle_files.progress", job=token), 303)


@bp.get("/import/<job>")
def progress(job: str) -> ResponseReturnValue:
    """Show how far an import is, until there is the circle, or why it is refused."""
    state = imports().state(job)
    if state is None:
        circle = imports().circle_token(job)
        if circle:
            return redirect(url_for("circles.show", token=circle), 303)
        return _import_page(error=LOST), 404
    if state.why:
        return _import_page(error=state.why), 422
    page = render_template("circles/files/progress.html", progress=state)
    return page, 202, {"Refresh": str(RETRY_AFTER)}


def imports() -> Imports:
    """Return the imports of this process."""
    found: Imports = current_app.extensions["imports"]
    return found


def _import_page(**context: Any) -> str:
    return render_template("circles/files/import.html", key=new_key(), **context)
