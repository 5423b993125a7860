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

from ..changes import Change
from ..forms import HandForm, hand_form
from ..games import PRESETS
from ..money import accounts
from ..names import TITLE_LENGTH, clean
from ..paper import paper as written
from ..row import Event, Row
from ..sheet import fold
from .door import (
    Door,
    known_names,
    memory,
    new_key,
    reading,
    remember,
    remembered,
    sent_key,
    storage,
    token_of,
    writing,
)
from .kept import page_of
from .rules import Rules
from .seats import Seats

bp = Blueprint("sheets", __name__, url_prefix="/sheets")


@bp.get("/new")
def new() -> str:
    """The form of a new sheet, with the players of the last one."""
    recent = remembered()
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
    if seats.moved or "choose" in request.form:
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
    token = storage().open_sheet([("opened", body)], token_of(sent_key()))
    remember(token)
    return redirect(url_for("sheets.show", token=token), 303)


@bp.get("/<token>")
def show(token: str) -> AnyResponse | str:
    """The running sheet, with the form of the next hand for those who may write."""
    door = reading(token)
    alone = not (request.args or door.sheet.won or door.sheet.previous)
    if alone and door.sheet.stamp:
        return page_of(door, lambda csrf, key: _fresh(door, key, csrf_token=lambda: csrf))
    return _fresh(door, new_key())


def _fresh(door: Door, key: str, **context: Any) -> str:
    """The page of a sheet, with an empty form for those who may write."""
    form = None
    if door.writes:
        form = hand_form(door.sheet, door.sheet.state)
        form.key = key
    return sheet_page(door, form, **context)


@bp.get("/<token>/print")
def paper(token: str) -> str:
    """The sheet for paper: no link, for a file would keep its address; oldest hand first."""
    door = reading(token)
    return render_template(
        "paper.html", door=door, paper=written(door.sheet), money=accounts(door.sheet)
    )


@bp.post("/<token>/revanche")
def revanche(token: str) -> AnyResponse:
    """Open the next game of the same players, by the same rules; once for all phones."""
    door = writing(token)
    sheet = door.sheet
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
        "previous": door.id,
        "part": sheet.part + 1,
    }
    next_token = storage().open_sheet([("opened", body)], revanche_token(door))
    return redirect(url_for("sheets.show", token=next_token), 303)


def sheet_page(door: Door, form: HandForm | None, **why: Any) -> str:
    """The page of a sheet, with this form.

    :param why: why the form is shown again: ``stale`` if others sat at the table when it
        was filled, ``passing`` to ask if everybody passed although it is filled, ``twin``
        for the row of the same hand told on another phone, ``used`` if its key was.
    """
    return render_template(
        "sheet.html",
        door=door,
        form=None if door.sheet.won or door.sheet.closed is not None else form,
        told=_told(door),
        meanwhile=_meanwhile(door),
        **why,
        following=_following(door),
    )


def revanche_token(door: Door) -> str:
    """The token of the game that follows: the same for every phone that asks for it."""
    return token_of(f"revanche {door.id}")


def _following(door: Door) -> str:
    """The token of the game that follows, if it is open, for those who may write."""
    token = revanche_token(door) if door.writes and door.sheet.won else ""
    return token if token and storage().access(token) else ""


def _told(door: Door) -> Change | None:
    """What the event just written has done, if the address asks for it."""
    seq = _number("told")
    if seq != door.sheet.version or seq < 2:
        return None  # an address from before: it was said then
    before = memory().before(door.id, seq) or fold(door.events()[: seq - 1])
    stored = storage().events(door.id, after=seq - 1)[0]
    return Change(Event(*stored), before, door.sheet)


def _meanwhile(door: Door) -> list[Row]:
    """The hands that others wrote while the one just written was told."""
    since, told = _number("since"), _number("told")
    return [row for row in door.sheet.written_since(since) if since and row.entry.id < told]


def _number(name: str) -> int:
    """A number of the address, or 0."""
    given = request.args.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 7 else 0


def _new_page(rules: Rules, seats: Seats) -> str:
    return render_template(
        "new_sheet.html",
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
