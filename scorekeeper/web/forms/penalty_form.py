"""The form of a penalty."""

import re
from typing import Any

from flask_wtf import FlaskForm
from wtforms import StringField
from wtforms.validators import ValidationError

from scorekeeper.i18n.messages import msg
from scorekeeper.service.penalties import MAX_POINTS
from scorekeeper.sheets.rows import Entry
from scorekeeper.web.forms.choice_fields import ChoiceField, FormChoice, Posted

SIGNS = {
    "less": FormChoice(msg("À retirer"), -1),
    "more": FormChoice(msg("À ajouter"), 1),
}
"""The two ways to give points, by the code that the form posts."""


class PenaltyForm(FlaskForm):
    """The column, the points and the reason; :func:`penalty_form` adds the column."""

    class Meta:
        """The application checks the CSRF token of every form."""

        csrf = False

    key = ""
    """The idempotency key."""
    player: Any
    points = StringField(msg("Points"))
    way = ChoiceField(SIGNS, label=msg("Sens"), default="less")
    reason = StringField(msg("Motif"))

    def validate_points(self, field: StringField) -> None:
        """A whole number in plain figures.

        :raises wtforms.validators.ValidationError: if it is none, or out of bounds.
        """
        typed = (field.data or "").strip()
        if not (re.fullmatch("[0-9]{1,4}", typed) and 0 < int(typed) <= MAX_POINTS):
            raise ValidationError(msg("un nombre entier de 1 à %(most)s", most=MAX_POINTS))
        field.data = typed

    @property
    def signed_points(self) -> int:
        """The points that the column receives."""
        sign: int = self.way.answer
        return sign * int(self.points.data)

    def fill(self, entry: Entry) -> None:
        """Show a penalty that is recorded."""
        points = entry.body["points"]
        self.player.fill(entry.body["player"])
        self.points.data = str(abs(points))
        self.way.fill(1 if points > 0 else -1)
        self.reason.data = entry.body["reason"]


def penalty_form(columns: tuple[str, ...], posted: Posted = None) -> PenaltyForm:
    """The form of a penalty for one of these columns.

    :param posted: what was posted, if the form was.
    """
    choices = {str(n): FormChoice(name, n) for n, name in enumerate(columns)}
    player = ChoiceField(choices, label=msg("Pour qui"))
    form: PenaltyForm = type("PenaltyForm", (PenaltyForm,), {"player": player})(
        formdata=posted
    )
    form.key = posted.get("key", "") if posted else ""
    return form
