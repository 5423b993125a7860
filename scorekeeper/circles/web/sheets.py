"""The sheets of a circle: opened for tonight's players, repeated, taken in, matched."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.circles import decisions
from scorekeeper.circles.checks import require_matching
from scorekeeper.circles.circle import Link
from scorekeeper.circles.errors import CircleRefused
from scorekeeper.circles.service import sheets
from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.people import join, newcomers
from scorekeeper.circles.service.tokens import CircleRole
from scorekeeper.circles.web._sheets import (
    join_matched,
    link_of,
    opens_here,
    sheet_of,
    sheet_token_here,
    sheets_of_device,
)
from scorekeeper.circles.web.access import CIRCLE
from scorekeeper.circles.web.forms import LastSheet, MatchingForm, PresentForm
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.typed_numbers import number_of
from scorekeeper.sheets.service.access import SheetAccess, new_key
from scorekeeper.sheets.service.errors import InvalidAnswers
from scorekeeper.sheets.service.seating import Seating
from scorekeeper.sheets.web.access import posted_day, posted_key, query_seq
from scorekeeper.sheets.web.device import remember_sheet, sheet_code
from scorekeeper.sheets.web.templating import sheet_title
from scorekeeper.web.access import reads, writes
from scorekeeper.web.rate_limits import limit_opened

bp = Blueprint("circle_sheets", __name__, url_prefix="/circles/<token>/sheets")

RECENT = 8
"""The last sheets whose players and rules are offered first."""


@bp.get("/new")
@reads(CIRCLE, CircleRole.TABLE)
def new(access: CircleAccess) -> ResponseReturnValue:
    """Show the form of the players who are there tonight, in the order of the seats."""
    return _new_page(access, _present_form(access))


@bp.post("")
@writes(CIRCLE, CircleRole.TABLE)
@limit_opened
def create(access: CircleAccess) -> ResponseReturnValue:
    """Open a sheet for the players who were tapped, by the rules that were chosen; first let
    the player join whose name was typed."""
    if request.form.get("name", "").strip():
        return _join_present(access)
    form = _present_form(access)
    form.read(request.form)
    rules = form.rules_chosen
    names = tuple(access.circle.player(player).name for player in form.order)
    try:
        link = sheets.open_in_circle(
            access,
            rules.game,
            rules.options,
            Seating(names, tuple(range(len(names))), 0),
            form.order,
            date=posted_day(sheets.last_sheet(access)),
            key=posted_key(),
        )
    except CircleRefused as refused:
        form.errors = [refused.message]
    except InvalidAnswers as refused:
        form.errors = [error.message for error in refused.errors]
    else:
        return _go_to(access, link)
    return _new_page(access, form), 422


@bp.post("/present")
@writes(CIRCLE, CircleRole.TABLE)
def add_player(access: CircleAccess) -> ResponseReturnValue:
    """Let one more player join, who sits last; the others and the rules stay as chosen."""
    return _join_present(access)


def _join_present(access: CircleAccess) -> ResponseReturnValue:
    errors: list[Message] = []
    joined = range(0)
    try:
        joined = newcomers(
            access, join(access, [request.form.get("name", "")], key=posted_key())
        )
    except CircleRefused as refused:
        errors = [refused.message]
    form = _present_form(access)
    form.read(request.form)
    form.order += joined
    form.errors = errors
    return _new_page(access, form), 422 if errors else 200


@bp.post("/again")
@writes(CIRCLE, CircleRole.TABLE)
@limit_opened
def again(access: CircleAccess) -> ResponseReturnValue:
    """Open a sheet for the players of the last one, by its rules; the next player deals."""
    number = number_of(request.form.get("last", "")) or 0
    try:
        link = sheets.open_again(access, number, posted_day(sheets.last_sheet(access)))
    except CircleRefused as refused:
        form = _present_form(access)
        form.errors = [refused.message]
        return _new_page(access, form), 422
    return _go_to(access, link)


@bp.get("/<int:number>")
@reads(CIRCLE)
def open(access: CircleAccess, number: int) -> ResponseReturnValue:
    """Go to a sheet of the circle; to its evening, if its links were renewed since."""
    link = link_of(access, number)
    if opens_here(access, link.sheet):
        return _go_to(access, link, query_seq("hand"))
    evening = sheet_of(access, link).date or f"sheet-{number}"
    return redirect(url_for("circle_figures.evening", date=evening))


def _go_to(access: CircleAccess, link: Link, hand: int | None = None) -> ResponseReturnValue:
    """Go to a sheet, or to one of its hands, by the token of the device or the circle's."""
    sheet_token = sheet_token_here(access, link.sheet)
    if access.may_open:
        remember_sheet(sheet_token, written=request.method == "POST")
    if hand is not None:
        return redirect(url_for("hands.show", token=sheet_token, id=hand), 303)
    return redirect(url_for("sheets.show", token=sheet_token), 303)


def _present_form(access: CircleAccess) -> PresentForm:
    circle = access.circle
    links = _latest_first(access)[:RECENT]
    both = [(link, sheet) for link in links if (sheet := sheets.existing_sheet(access, link))]
    recent = [(sheets.seated_players(circle, link, sheet), sheet) for link, sheet in both]
    form = PresentForm.offered(circle, recent)
    played = [link.number for link, one in both if one.rows and one.played_game is one.game]
    if played and (last := sheets.repeated(access, played[0])):
        link, sheet = last
        names = [
            circle.player(player).name for player in sheets.seated_players(circle, link, sheet)
        ]
        form.last = LastSheet(link.number, names, sheet.game.rules_title(sheet.options))
    return form


def _latest_first(access: CircleAccess) -> list[Link]:
    """Return the sheets that still exist, the latest first; of one date, the last linked."""
    latest = sorted(
        access.sheets.sheets,
        key=lambda sheet: (sheet.summary.date, sheet.link.number),
        reverse=True,
    )
    return [sheet.link for sheet in latest]


def _new_page(access: CircleAccess, form: PresentForm) -> str:
    return render_template("circles/sheets/new.html", access=access, form=form, key=new_key())


@bp.get("/taken")
@reads(CIRCLE, CircleRole.TABLE)
def choose(access: CircleAccess) -> ResponseReturnValue:
    """Show the sheets of this device that the circle lacks; then who their players are."""
    offered = sheets_of_device(access)
    chosen = _chosen(offered)
    if chosen:
        form = MatchingForm.about(access.circle, _names(chosen))
        return _choose_players(access, chosen, form)
    errors = [msg("Choisissez au moins une feuille.")] if "step" in request.args else []
    page = render_template(
        "circles/matching/choose.html", access=access, sheets=offered, errors=errors
    )
    return (page, 422) if errors and offered else page


@bp.post("/taken")
@writes(CIRCLE, CircleRole.TABLE)
def take(access: CircleAccess) -> ResponseReturnValue:
    """Take in sheets of this device, with the players that a person has matched."""
    chosen = _chosen(sheets_of_device(access, with_taken=True))
    form = MatchingForm.about(access.circle, _names(chosen))
    if not form.read(request.form):
        return _choose_players(access, chosen, form), 422
    key = posted_key()
    try:
        for sheet in chosen:
            require_matching(access.circle, form.players(sheet.outline.names, {}))
            sheets.require_new_night(access, sheet)
        joined = join_matched(access, form, key)
        for sheet in reversed(chosen):  # the device has the latest first, the circle last
            players = form.players(sheet.outline.names, joined)
            sheets.link_sheet(access, sheet, players, key=f"{key} {sheet.sheet_id}"[:64])
    except CircleRefused as refused:
        form.errors = [refused.message]
        return _choose_players(access, chosen, form), 422
    return redirect(url_for("circles.show"), 303)


@bp.get("/<int:number>/players")
@reads(CIRCLE, CircleRole.TABLE)
def match(access: CircleAccess, number: int) -> ResponseReturnValue:
    """Show the form that matches the guests of a sheet with players of the circle."""
    link = link_of(access, number)
    return _match_page(access, link, _matching_form(access, link))


@bp.post("/<int:number>/players")
@writes(CIRCLE, CircleRole.TABLE)
def save_match(access: CircleAccess, number: int) -> ResponseReturnValue:
    """Match the guests of a sheet, or take the sheet out of the circle."""
    if request.form.get("act") == "unlink":
        if known := access.circle.link_of(number):
            access.record("unlinked", decisions.unlink, known.sheet, key=posted_key())
        return redirect(url_for("circles.show"), 303)
    link = link_of(access, number)
    form = _matching_form(access, link)
    if not form.read(request.form):
        return _match_page(access, link, form), 422
    key, names = posted_key(), sheet_of(access, link).names
    try:
        require_matching(access.circle, _all_players(link, form.players(names, {})))
        players = _all_players(link, form.players(names, join_matched(access, form, key)))
        sheets.match_players(access, link.sheet, players, key=f"{key} m")
    except CircleRefused as refused:
        form.errors = [refused.message]
        return _match_page(access, link, form), 422
    return redirect(url_for("circles.show"), 303)


def _chosen(offered: list[tuple[str, SheetAccess]]) -> list[SheetAccess]:
    wanted = request.values.getlist("sheet")
    return [access for place, access in offered if place in wanted]


def _names(chosen: list[SheetAccess]) -> list[tuple[str, ...]]:
    return [access.outline.names for access in chosen]


def _choose_players(
    access: CircleAccess, chosen: list[SheetAccess], form: MatchingForm
) -> str:
    heading: Message | str
    if len(chosen) == 1:
        heading = sheet_title(chosen[0].outline)
    else:
        heading = msg("%(n)s feuilles", n=len(chosen))
    return render_template(
        "circles/matching/match.html",
        access=access,
        form=form,
        heading=heading,
        hidden=[("sheet", sheet_code(one)) for one in chosen],
        action=url_for("circle_sheets.take"),
        key=new_key(),
    )


def _all_players(link: Link, guests: list[int]) -> list[int]:
    """Return the players of a sheet: those who were matched before, and those now."""
    known = dict(enumerate(link.players))
    return [known.get(n) or player for n, player in enumerate(guests)]


def _matching_form(access: CircleAccess, link: Link) -> MatchingForm:
    known = dict(enumerate(link.players))
    names = sheet_of(access, link).names
    guests = [name for n, name in enumerate(names) if not known.get(n)]
    return MatchingForm.about_guests(access.circle, guests, access.circle.players_of(link))


def _match_page(access: CircleAccess, link: Link, form: MatchingForm) -> str:
    return render_template(
        "circles/matching/match.html",
        access=access,
        form=form,
        heading=sheet_title(sheet_of(access, link)),
        action=url_for("circle_sheets.match", number=link.number),
        is_linked=True,
        may_unlink=access.guards,
        key=new_key(),
    )
