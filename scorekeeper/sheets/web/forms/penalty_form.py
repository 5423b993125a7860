"""The form of a penalty."""

import re

from scorekeeper.i18n.languages import LANGUAGES, translator
from scorekeeper.i18n.messages import msg, render
from scorekeeper.rules.game import (
    MAX_POINTS,
    NOBODY,
    OPPONENTS,
    RECEIVERS,
    StandardPenalty,
    receivers,
)
from scorekeeper.sheets.rows import Entry
from scorekeeper.sheets.service.access import new_key
from scorekeeper.sheets.service.turns import Turn
from scorekeeper.sheets.web.forms.fields import ChoiceField, FormChoice, Posted, TextField
from scorekeeper.web.language import rendered

SIGNS = {
    "less": FormChoice(msg("À retirer"), -1),
    "more": FormChoice(msg("À ajouter"), 1),
}
"""The two ways to give points, by the code that the form posts."""

LABELS = {**RECEIVERS, OPPONENTS: msg("à l'autre camp, sans toucher à celui-ci")}
"""The receivers as the form offers them."""

UNUSUAL = 1000
"""More points than a penalty has without a question."""


class PenaltyForm:
    """The column, the points, who receives them, and the reason.

    A button of a standard penalty posts its place in the list as ``standard``; it answers
    for the points, the receivers and the reason.

    :param posted: what was posted, if the form was.
    """

    def __init__(self, turn: Turn, posted: Posted = None) -> None:
        self.turn, self.key = turn, turn.key or new_key()
        game = turn.sheet.game
        self.standard = game.penalties
        """The penalties of the game's rules, each with its own button."""
        columns = enumerate(turn.sheet.columns_at(turn.state))
        choices = {
            str(n): FormChoice(name, n, n, game.column_symbol(n)) for n, name in columns
        }
        kept = turn.entry.body.get("to", NOBODY) if turn.entry else NOBODY
        to = {
            code or "nobody": FormChoice(LABELS[code], code)
            for code in dict.fromkeys((*receivers(game.teams)[:2], kept))
        }
        self.player = ChoiceField("player", msg("Pour qui"), choices)
        self.to = ChoiceField("to", msg("Les points vont"), to, default="nobody")
        self.points = TextField("points", msg("Points"))
        self.way = ChoiceField("way", msg("Sens"), SIGNS, default="less")
        self.reason = TextField("reason", msg("Motif"))
        for field in (self.player, self.to, self.points, self.way, self.reason):
            field.take(posted or {})
        place = posted.get("standard", "") if posted else ""
        if place in map(str, range(len(self.standard))):
            self._take_standard(self.standard[int(place)])
        self.confirmed = posted.get("confirm", "") if posted else ""
        """The unusual number of points that the table has confirmed."""

    def validate(self) -> bool:
        """Return True if the penalty can be recorded; else errors stand at the fields."""
        choices = [field.validate({}) for field in (self.player, self.to, self.way)]
        typed = self.points.data
        is_number = re.fullmatch("[0-9]{1,4}", typed) and 0 < int(typed) <= MAX_POINTS
        is_note = typed == "0" and self.reason.data
        if not (is_note or is_number):
            most = msg("un nombre entier de 1 à %(most)s", most=MAX_POINTS)
            self.points.errors = [most]
        elif int(typed) > UNUSUAL and typed != self.confirmed:
            self.points.warnings = [
                msg("%(points)s points : est-ce bien cela ?", points=int(typed))
            ]
        if not self.turn.recorded:
            self.player.errors += [
                penalty.again for penalty in self.standard if self._is_repeat(penalty)
            ]
        points = self.points
        return all(choices) and not (points.errors or points.warnings or self.player.errors)

    def _is_repeat(self, penalty: StandardPenalty) -> bool:
        """Return True if this gives a column again what the rules grant it once, in the
        language of any reader."""
        labels = {render(penalty.label, translator(code)) for code in LANGUAGES}
        others = (row.entry for row in self.turn.sheet.rows if row.entry != self.turn.entry)
        given = (entry.body for entry in others if entry.kind == "penalty")
        return (
            bool(penalty.again.text)
            and self.reason.data in labels
            and any(
                body["player"] == self.player.answer and body["reason"] in labels
                for body in given
            )
        )

    def record(self) -> int | None:
        """Record the penalty at its place, once the form is valid; return the ``seq``."""
        column, reason, to = self.player.answer, self.reason.data, self.to.answer
        points = self.way.answer * int(self.points.data)
        return self.turn.record_penalty(column, points, reason, to)

    def _take_standard(self, penalty: StandardPenalty) -> None:
        """Answer with a penalty of the rules."""
        self.points.data = str(penalty.points)
        self.way.fill(-1)
        self.to.fill(penalty.to)
        self.reason.data = rendered(penalty.label)

    def fill(self, entry: Entry) -> None:
        """Show a penalty that is recorded."""
        points = entry.body["points"]
        self.player.fill(entry.body["player"])
        self.points.data = str(abs(points))
        self.way.fill(1 if points > 0 else -1)
        self.reason.data = entry.body["reason"]
        self.to.fill(entry.body.get("to", NOBODY))
