"""Penalties: points of one player alone, beside the hands."""

import re
from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import StringField
from wtforms.validators import ValidationError

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.names import clean
from scorekeeper.sheets.rows import Entry
from scorekeeper.web.access import SheetAccess, new_key, posted_key, writing
from scorekeeper.web.conflict import correction
from scorekeeper.web.forms.choice_fields import Pick

bp = Blueprint("penalties", __name__, url_prefix="/sheets/<token>/penalties")

REASON_LENGTH = 140
"""Most characters in the reason of a penalty."""

MOST = 9999
"""Most points in one penalty."""


class PenaltyForm(FlaskForm):
    """Who, how many points, and why; the player is added by :func:`_form`."""

    key = ""
    points = StringField(msg("Points"))
    way = Pick(
        {"less": (msg("À retirer"), -1), "more": (msg("À ajouter"), 1)},
        label=msg("Sens"),
        default="less",
    )
    reason = StringField(msg("Motif"))

    def validate_points(self, field: StringField) -> None:
        """A whole number, in plain figures."""
        typed = (field.data or "").strip()
        if not (re.fullmatch("[0-9]{1,4}", typed) and 0 < int(typed) <= MOST):
            raise ValidationError(msg("un nombre entier de 1 à %(most)s", most=MOST))
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
    access = writing(token)
    form = _form(access)
    if not form.validate():
        return make_response(_page(access, None, form), 422)
    return _written(access, access.write("penalty", form.body, posted_key()))


@bp.get("/<int:id>/edit")
def edit(token: str, id: int) -> str:
    """The form of a penalty already written."""
    access = writing(token)
    entry = _penalty(access, id)
    if entry.removed:
        abort(404)
    return _page(access, entry)


@bp.post("/<int:id>")
def correct(token: str, id: int) -> Response:
    """Correct a penalty: the journal keeps the one before."""
    access = writing(token)
    entry = _penalty(access, id)
    form = _form(access, entry)
    if not form.validate():
        return make_response(_page(access, entry, form), 422)
    return correction(access, entry, form.body, _written)


def _penalty(access: SheetAccess, id: int) -> Entry:
    entry = access.sheet.entry(id)
    if entry is None or entry.kind != "penalty":
        abort(404)
    return entry


def _form(access: SheetAccess, entry: Entry | None = None) -> Any:
    state = access.sheet.before(entry.id) if entry else access.sheet.state
    names = access.sheet.columns_at(state)
    columns = {str(n): (name, n) for n, name in enumerate(names)}
    form: Any = type(
        "PenaltyForm", (PenaltyForm,), {"player": Pick(columns, label=msg("Pour qui"))}
    )(formdata=request.form if request.method == "POST" else None)
    form.key = request.form.get("key", "")
    if entry and request.method == "GET":
        body = entry.body
        form.player.fill(body["player"])
        form.points.data = str(abs(body["points"]))
        form.way.fill(1 if body["points"] > 0 else -1)
        form.reason.data = body["reason"]
    return form


def _page(access: SheetAccess, entry: Entry | None, form: Any = None) -> str:
    if form is None:
        form = _form(access, entry)
        form.key = new_key()
    return render_template("penalties/form.html", access=access, form=form, entry=entry)


def _written(access: SheetAccess, seq: int) -> Response:
    return redirect(url_for("sheets.show", token=access.token, recorded=seq), 303)
