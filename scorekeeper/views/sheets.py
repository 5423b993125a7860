"""Sheets: opening one, showing one."""

import hmac
from datetime import date
from typing import Any

from flask import (
    Blueprint,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from ..changes import Change
from ..forms import HandForm, hand_form
from ..games import GAMES
from ..names import TITLE_LENGTH, clean
from ..sheet import fold
from ..storage import as_token
from .door import Door, known_names, new_key, reading, remember, sent_key, storage
from .seats import Seats

bp = Blueprint("sheets", __name__, url_prefix="/sheets")


@bp.get("/new")
def new() -> str:
    """The form of a new sheet, with the players of the last one."""
    return _new_page(Seats.suggested(next(iter(GAMES.values()))))


@bp.post("")
def create() -> AnyResponse | str | tuple[str, int]:
    """Open a sheet, or show the form again with what is wrong."""
    game = next(iter(GAMES.values()))
    seats = Seats.sent(request.form, game)
    if seats.moved:
        return _new_page(seats)
    seats.check()
    given = {name: request.form.get(f"option_{name}", "") for name in game.options}
    options = {
        name: next((v for v in option.choices if str(v) == given[name]), option.default)
        for name, option in game.options.items()
    }
    if seats.errors:
        return _new_page(seats), 422
    body = {
        "game": game.name,
        "title": clean(request.form.get("title", ""), TITLE_LENGTH),
        "date": _day(request.form.get("date", "")),
        "options": options,
        **seats.body(),
    }
    token = storage().open_sheet([("opened", body)], _token(sent_key()))
    remember(token)
    return redirect(url_for("sheets.show", token=token), 303)


@bp.get("/<token>")
def show(token: str) -> str:
    """The running sheet, with the form of the next hand for those who may write."""
    door = reading(token)
    form = None
    if door.writes:
        form = hand_form(door.sheet, door.sheet.state)
        form.key.data = new_key()
    return sheet_page(door, form)


@bp.get("/<token>/print")
def paper(token: str) -> str:
    """The sheet for paper: no link, for a file would keep its address; oldest hand first."""
    return render_template("paper.html", door=reading(token))


def sheet_page(door: Door, form: HandForm | None, stale: bool = False) -> str:
    """The page of a sheet, with this form.

    :param stale: whether the form was filled while others sat at the table.
    """
    return render_template("sheet.html", door=door, form=form, told=_told(door), stale=stale)


def _token(key: str) -> str:
    """The token of the sheet that a form opens: the same for the same form sent again."""
    secret = current_app.secret_key
    assert isinstance(secret, bytes)
    return as_token(hmac.digest(secret, key.encode(), "sha256"))


def _told(door: Door) -> Change | None:
    """What the event just written has done, if the address asks for it."""
    seq = request.args.get("told", "")
    if not (seq.isascii() and seq.isdigit() and len(seq) < 7):
        return None
    events = door.events()
    if not 1 < int(seq) <= len(events):
        return None
    before = fold(events[: int(seq) - 1])
    event = events[int(seq) - 1]
    return Change(event, before, before.then(event))


def _new_page(seats: Seats) -> str:
    return render_template("new_sheet.html", **_new_context(seats))


def _new_context(seats: Seats) -> dict[str, Any]:
    return {
        "seats": seats,
        "known": known_names(),
        "game": seats.game,
        "today": date.today().isoformat(),
        "key": new_key(),
        "action": url_for("sheets.create"),
    }


def _day(given: str) -> str:
    try:
        return date.fromisoformat(given).isoformat()
    except ValueError:
        return date.today().isoformat()
