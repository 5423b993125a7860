"""The form of a penalty."""

import re
from typing import Any

from flask_wtf import FlaskForm
from wtforms import StringField
from wtforms.validators import ValidationError

from scorekeeper.i18n.messages import msg, render
from scorekeeper.rules.game import (
    MAX_POINTS,
    NOBODY,
    RECEIVERS,
    Game,
    StandardPenalty,
    receivers,
)
from scorekeeper.sheets.rows import Entry
from scorekeeper.web.forms.choice_fields import ChoiceField, FormChoice, Posted
from scorekeeper.web.language import current_language

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
    to: Any
    standard: tuple[StandardPenalty, ...] = ()
    """The penalties of the game's rules, each with its own button."""
    points = StringField(msg("Points"))
    way = ChoiceField(SIGNS, label=msg("Sens"), default="less")
    reason = StringField(msg("Motif"))

    @property
    def receiver(self) -> str:
        """The code of who receives the points."""
        code: str = self.to.answer
        return code

    def validate_points(self, field: StringField) -> None:
        """A whole number in plain figures.

        :raises wtforms.validators.ValidationError: if it is none, or out of bounds.
        """
        typed = (field.data or "").strip()
        is_note = typed == "0" and (self.reason.data or "").strip()
        is_number = re.fullmatch("[0-9]{1,4}", typed) and 0 < int(typed) <= MAX_POINTS
        if not (is_note or is_number):
            raise ValidationError(msg("un nombre entier de 1 à %(most)s", most=MAX_POINTS))
        field.data = typed

    @property
    def signed_points(self) -> int:
        """The points that the column receives."""
        sign: int = self.way.answer
        return sign * int(self.points.data)

    def take_standard(self, penalty: StandardPenalty) -> None:
        """Answer with a penalty of the rules."""
        self.points.data = str(penalty.points)
        self.way.fill(-1)
        self.to.fill(penalty.to)
        self.reason.data = render(penalty.label, current_language().translate)

    def fill(self, entry: Entry) -> None:
        """Show a penalty that is recorded."""
        points = entry.body["points"]
        self.player.fill(entry.body["player"])
        self.points.data = str(abs(points))
        self.way.fill(1 if points > 0 else -1)
        self.reason.data = entry.body["reason"]
        self.to.fill(entry.body.get("to", NOBODY))


def penalty_form(game: Game, columns: tuple[str, ...], posted: Posted = None) -> PenaltyForm:
    """The form of a penalty for one of these columns.

    A button of a standard penalty posts its place in the list as ``standard``; it answers
    for the points, the receivers and the reason.

    :param posted: what was posted, if the form was.
    """
    choices = {
        str(n): FormChoice(name, n, n, game.column_symbol(n)) for n, name in enumerate(columns)
    }
    to = {
        code or "nobody": FormChoice(RECEIVERS[code], code) for code in receivers(game.teams)
    }
    fields = {
        "player": ChoiceField(choices, label=msg("Pour qui")),
        "to": ChoiceField(to, label=msg("Les points vont"), default="nobody"),
    }
    form: PenaltyForm = type("PenaltyForm", (PenaltyForm,), fields)(formdata=posted)
    form.key = posted.get("key", "") if posted else ""
    form.standard = game.penalties
    place = posted.get("standard", "") if posted else ""
    if place in map(str, range(len(game.penalties))):
        form.take_standard(game.penalties[int(place)])
    return form
