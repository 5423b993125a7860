"""Sheets: opening one, showing one."""

from datetime import date
from typing import Any

from flask import (
    Blueprint,
    abort,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.caching.row_cache import page_of
from scorekeeper.games import PRESETS
from scorekeeper.reports.print_layout import print_layout as written
from scorekeeper.reports.settlement import settlement
from scorekeeper.sheets.events import Event
from scorekeeper.sheets.history import Change
from scorekeeper.sheets.names import TITLE_LENGTH, clean
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import fold
from scorekeeper.web.access import (
    SheetAccess,
    derived_token,
    device_sheets,
    known_names,
    new_key,
    posted_key,
    reading,
    remember_sheet,
    sheet_cache,
    storage,
    writing,
)
from scorekeeper.web.forms.hand_form import HandForm, hand_form
from scorekeeper.web.forms.rules_form import Rules
from scorekeeper.web.forms.seats_form import Seats

bp = Blueprint("sheets", __name__, url_prefix="/sheets")


@bp.get("/new")
def new() -> str:
    """The form of a new sheet, with the players of the last one."""
    recent = device_sheets()
    rules = Rules.of(recent[0].sheet) if recent else Rules.named("")
    if request.args.get("rules") in PRESETS:
        rules = Rules.named(request.args["rules"])
    last = recent[0].sheet if recent else None
    names = [last.names[n] for n in last.state.seats] if last else []
    return _new_page(rules, Seats.suggested(rules.game, names))


@bp.post("")
def create() -> AnyResponse | str | tuple[str, int]:
    """Open a sheet, or show the form again with what is wrong."""
    rules = Rules.sent(request.form)
    seats = Seats.sent(request.form, rules.game)
    if seats.changed_totals or "choose" in request.form:
        return _new_page(rules, seats)
    seats.check()
    if seats.errors or rules.errors:
        return _new_page(rules, seats), 422
    body = {
        "game": rules.game.name,
        "title": clean(request.form.get("title", ""), TITLE_LENGTH),
        "date": _day(request.form.get("date", "")),
        "options": dict(rules.options),
        **seats.body(),
    }
    token = storage().open_sheet([("opened", body)], derived_token(posted_key()))
    remember_sheet(token)
    return redirect(url_for("sheets.show", token=token), 303)


@bp.get("/<token>")
def show(token: str) -> AnyResponse | str:
    """The running sheet, with the form of the next hand for those who may write."""
    access = reading(token)
    exclusive_lock = not (request.args or access.sheet.won or access.sheet.previous)
    if exclusive_lock and access.sheet.etag:
        return page_of(access, lambda csrf, key: _fresh(access, key, csrf_token=lambda: csrf))
    return _fresh(access, new_key())


def _fresh(access: SheetAccess, key: str, **context: Any) -> str:
    """The page of a sheet, with an empty form for those who may write."""
    form = None
    if access.writes:
        form = hand_form(access.sheet, access.sheet.state)
        form.key = key
    return sheet_page(access, form, **context)


@bp.get("/<token>/print")
def print_layout(token: str) -> str:
    """The sheet for paper: no link, for a file would keep its address; oldest hand first."""
    access = reading(token)
    return render_template(
        "sheets/print.html",
        access=access,
        print_layout=written(access.sheet),
        settlement=settlement(access.sheet),
    )


@bp.post("/<token>/revanche")
def revanche(token: str) -> AnyResponse:
    """Open the next game of the same players, by the same rules; once for all phones."""
    access = writing(token)
    sheet = access.sheet
    if sheet.won is None:
        abort(409)
    body = {
        "game": sheet.game.name,
        "title": sheet.title,
        "date": sheet.date,
        "options": dict(sheet.options),
        "names": list(sheet.names),
        "seats": list(sheet.state.seats),
        "active": sheet.state.active,
        "dealer": sheet.state.dealer,
        "previous": access.id,
        "part": sheet.part + 1,
    }
    next_token = storage().open_sheet([("opened", body)], revanche_token(access))
    return redirect(url_for("sheets.show", token=next_token), 303)


def sheet_page(access: SheetAccess, form: HandForm | None, **why: Any) -> str:
    """The page of a sheet, with this form.

    :param why: why the form is shown again: ``stale`` if others sat at the table when it
        was filled, ``passing`` to ask if everybody passed although it is filled, ``twin``
        for the row of the same hand told on another phone, ``used`` if its key was.
    """
    return render_template(
        "sheets/show.html",
        access=access,
        form=None if access.sheet.won or access.sheet.closed is not None else form,
        recorded=_told(access),
        meanwhile=_meanwhile(access),
        **why,
        following=_following(access),
    )


def revanche_token(access: SheetAccess) -> str:
    """The token of the game that follows: the same for every phone that asks for it."""
    return derived_token(f"revanche {access.id}")


def _following(access: SheetAccess) -> str:
    """The token of the game that follows, if it is open, for those who may write."""
    token = revanche_token(access) if access.writes and access.sheet.won else ""
    return token if token and storage().access(token) else ""


def _told(access: SheetAccess) -> Change | None:
    """What the event just written has done, if the address asks for it."""
    seq = _number("told")
    if seq != access.sheet.version or seq < 2:
        return None  # an address from before: it was said then
    before = sheet_cache().before(access.id, seq) or fold(access.events()[: seq - 1])
    stored = storage().events(access.id, after=seq - 1)[0]
    return Change(Event(*stored), before, access.sheet)


def _meanwhile(access: SheetAccess) -> list[Row]:
    """The hands that others wrote while the one just written was told."""
    since, recorded = _number("since"), _number("told")
    return [
        row for row in access.sheet.hands_since(since) if since and row.entry.id < recorded
    ]


def _number(name: str) -> int:
    """A number of the address, or 0."""
    given = request.args.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 7 else 0


def _new_page(rules: Rules, seats: Seats) -> str:
    return render_template(
        "sheets/new.html",
        rules=rules,
        presets=PRESETS,
        seats=seats,
        known=known_names(),
        today=date.today().isoformat(),
        key=new_key(),
        action=url_for("sheets.create"),
    )


def _day(given: str) -> str:
    try:
        return date.fromisoformat(given).isoformat()
    except ValueError:
        return date.today().isoformat()
