"""Penalties: points of one player alone, beside the hands."""

import re
from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import StringField
from wtforms.validators import ValidationError

from ..fields import Pick
from ..names import clean
from ..row import Entry
from ..words import said
from .conflict import correction
from .door import Door, new_key, sent_key, writing

bp = Blueprint("penalties", __name__, url_prefix="/sheets/<token>/penalties")

REASON_LENGTH = 140
"""Most characters in the reason of a penalty."""

MOST = 9999
"""Most points in one penalty."""


class PenaltyForm(FlaskForm):
    """Who, how many points, and why; the player is added by :func:`_form`."""

    key = ""
    points = StringField(said("Points"))
    way = Pick(
        {"less": (said("À retirer"), -1), "more": (said("À ajouter"), 1)},
        label=said("Sens"),
        default="less",
    )
    reason = StringField(said("Motif"))

    def validate_points(self, field: StringField) -> None:
        """A whole number, in plain figures."""
        typed = (field.data or "").strip()
        if not (re.fullmatch("[0-9]{1,4}", typed) and 0 < int(typed) <= MOST):
            raise ValidationError(said("un nombre entier de 1 à %(most)s", most=MOST))
        field.data = typed

    @property
    def body(self) -> dict[str, Any]:
        """What the journal keeps."""
        return {
            "player": self.player.answer,
            "points": self.way.answer * int(self.points.data),
            "reason": clean(self.reason.data or "", REASON_LENGTH),
        }


@bp.get("/new")
def new(token: str) -> str:
    """The form of a new penalty."""
    return _page(writing(token), None)


@bp.post("")
def add(token: str) -> Response:
    """Write a penalty on the sheet."""
    door = writing(token)
    form = _form(door)
    if not form.validate():
        return make_response(_page(door, None, form), 422)
    return _written(door, door.write("penalty", form.body, sent_key()))


@bp.get("/<int:id>/edit")
def edit(token: str, id: int) -> str:
    """The form of a penalty already written."""
    door = writing(token)
    entry = _penalty(door, id)
    if entry.removed:
        abort(404)
    return _page(door, entry)


@bp.post("/<int:id>")
def correct(token: str, id: int) -> Response:
    """Correct a penalty: the journal keeps the one before."""
    door = writing(token)
    entry = _penalty(door, id)
    form = _form(door, entry)
    if not form.validate():
        return make_response(_page(door, entry, form), 422)
    return correction(door, entry, form.body, _written)


def _penalty(door: Door, id: int) -> Entry:
    entry = door.sheet.entry(id)
    if entry is None or entry.kind != "penalty":
        abort(404)
    return entry


def _form(door: Door, entry: Entry | None = None) -> Any:
    state = door.sheet.before(entry.id) if entry else door.sheet.state
    names = door.sheet.columns_then(state)
    columns = {str(n): (name, n) for n, name in enumerate(names)}
    form: Any = type(
        "PenaltyForm", (PenaltyForm,), {"player": Pick(columns, label=said("Pour qui"))}
    )(formdata=request.form if request.method == "POST" else None)
    form.key = request.form.get("key", "")
    if entry and request.method == "GET":
        body = entry.body
        form.player.fill(body["player"])
        form.points.data = str(abs(body["points"]))
        form.way.fill(1 if body["points"] > 0 else -1)
        form.reason.data = body["reason"]
    return form


def _page(door: Door, entry: Entry | None, form: Any = None) -> str:
    if form is None:
        form = _form(door, entry)
        form.key = new_key()
    return render_template("penalty.html", door=door, form=form, entry=entry)


def _written(door: Door, seq: int) -> Response:
    return redirect(url_for("sheets.show", token=door.token, told=seq), 303)
