"""A circle: found one, show it, and what has changed since."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.circles.circle import GUEST
from scorekeeper.circles.matching import plain
from scorekeeper.i18n.languages import LANGUAGES, translator
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.service.access import SheetAccess, new_key
from scorekeeper.service.circles.founding import found_circle
from scorekeeper.service.circles.sheets import follow_revanches, link_sheet
from scorekeeper.sheets.names import NAME_LENGTH
from scorekeeper.web.access import posted_key, write_access
from scorekeeper.web.circle_access import (
    EXAMPLE_TOKEN,
    StatisticsUnfinished,
    circles,
    read_circle,
)
from scorekeeper.web.device import known_names
from scorekeeper.web.device_circles import remember_circle
from scorekeeper.web.forms.founding_form import FoundingForm
from scorekeeper.web.language import current_language
from scorekeeper.web.rate_limits import limit_opened
from scorekeeper.web.views.circles._overview import page_context, page_etag

bp = Blueprint("circles", __name__, url_prefix="/circles")

RETRY_AFTER = 1
"""Seconds after which a page asks again while the sheets of a circle are summed up."""

UNTITLED = msg("Notre cercle")
"""The name of a circle that somebody kept together with one tap."""


@bp.get("/new")
def new() -> ResponseReturnValue:
    """The form of a new circle, with the players of the device's sheets to tap."""
    return _new_page(FoundingForm.offered(known_names()))


@bp.post("")
@limit_opened
def create() -> ResponseReturnValue:
    """Found a circle: of the form, or of the players of a sheet."""
    if "sheet" in request.form:
        return _keep_together(write_access(request.form["sheet"]))
    form = FoundingForm.posted(request.form, known_names())
    if "more" in request.form:
        return _new_page(form)
    form.errors = founding_errors(form.title, form.players)
    if form.errors:
        return _new_page(form), 422
    token = found_circle(circles(), form.title, form.players, key=posted_key())
    remember_circle(token)
    return redirect(url_for("circles.show", token=token), 303)


@bp.get("/<token>")
def show(token: str) -> ResponseReturnValue:
    """The page that a family opens every week."""
    access = read_circle(token)
    is_example = token == EXAMPLE_TOKEN
    if not is_example:
        follow_revanches(access)
    return render_template(
        "circles/show.html",
        is_example=is_example,
        is_untitled=access.circle.title
        in {translator(code)(UNTITLED.text) for code in LANGUAGES},
        **page_context(access),
    )


@bp.get("/<token>/live")
def poll(token: str) -> ResponseReturnValue:
    """The parts of the page that have changed since the ETag asked with; 204 without any."""
    access = read_circle(token)
    if request.args.get("v") == page_etag(access):
        return "", 204
    return render_template("circles/_news.html", **page_context(access))


@bp.get("/<token>/rating")
@bp.get("/<token>/file")
@bp.get("/<token>/progress")
def removed(token: str) -> ResponseReturnValue:
    """The circle in the place of pages of earlier versions, which old links lead to."""
    read_circle(token)
    return redirect(url_for("circles.show", token=token), 301)


@bp.app_errorhandler(StatisticsUnfinished)
def show_progress(unfinished: StatisticsUnfinished) -> ResponseReturnValue:
    """503 with a page that asks again: whatever is not 2xx is stored nowhere in the place of
    the page that was asked for. A poll of a page that is open has no news: 204."""
    if request.path.endswith("/live"):
        return "", 204
    page = render_template("circles/progress.html", progress=unfinished)
    return page, 503, {"Refresh": str(RETRY_AFTER), "Retry-After": str(RETRY_AFTER)}


def founding_errors(title: str, names: list[str]) -> list[Message]:
    """The errors in the form of a new circle."""
    errors = [] if title else [msg("Il manque le nom du cercle.")]
    seen: dict[str, str] = {}
    for name in names:
        if plain(name) in seen:
            errors.append(msg("deux joueurs s'appellent %(name)s", name=name))
        seen[plain(name)] = name
    return errors


def _keep_together(sheet: SheetAccess) -> ResponseReturnValue:
    """Found the circle of the players of a sheet, which is its first one."""
    outline = sheet.outline
    names = [name for name in outline.names if name]  # erased ones are empty
    errors = founding_errors(outline.title or "-", names)
    if outline.game.board or errors:
        form = FoundingForm(outline.title, names, errors=errors)
        return _new_page(form), 422
    title = outline.title or current_language().translate(UNTITLED.text)
    key = posted_key()
    token = found_circle(circles(), title[:NAME_LENGTH], names, key=key)
    numbers = {name: number for number, name in enumerate(names, 1)}
    players = [numbers.get(name, GUEST) for name in outline.names]
    link_sheet(circles().access(token), sheet, players, key=key)
    remember_circle(token)
    return redirect(url_for("circles.show", token=token), 303)


def _new_page(form: FoundingForm) -> str:
    return render_template("circles/new.html", form=form, key=new_key())
