"""The form that asks who of a circle plays tonight: chips in the order of the seats."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from werkzeug.datastructures import MultiDict

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.i18n.messages import Message
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.web.forms.rules_form import FIRST, RulesForm

MAX_RULES = 4
"""The sets of rules of the last sheets that are offered."""


class OfferedRules(NamedTuple):
    """A game with its rules, as a choice of the form."""

    code: str
    """Its place among those offered, from 0."""
    title: Message | str
    differences: Sequence[Message | str]
    """The differences of these rules from the rule book."""
    rules: RulesForm


class LastSheet(NamedTuple):
    """The sheet that « comme la dernière fois » repeats."""

    number: int
    """Of its link in the circle."""
    names: Sequence[str]
    title: Message | str


@dataclass
class PresentForm:
    """The players who are there, in the order of the deal, and the rules."""

    people: Sequence[Player]
    """The players to tap, those of the last evening first."""
    rules: Sequence[OfferedRules]
    order: list[int] = field(default_factory=list)
    """The players who are there, in the order of the seats; the first one deals."""
    chosen: str = "0"
    """The code of the rules chosen."""
    last: LastSheet | None = None
    errors: list[Message] = field(default_factory=list)

    @classmethod
    def offered(cls, circle: Circle, recent: Sequence[tuple[Sequence[int], Sheet]]) -> Self:
        """A form for these players, with nobody chosen.

        :param recent: the players and the outline of the last sheets, the latest first.
        """
        seen = [player for players, _ in recent for player in players]
        ranks = {player: place for place, player in reversed(list(enumerate(seen)))}
        people = sorted(circle.active_players, key=lambda one: ranks.get(one.id, len(seen)))
        return cls(people, offered_rules([sheet for _, sheet in recent]))

    def read(self, form: "MultiDict[str, str]") -> None:
        """Read what was posted: the chips that were tapped, in their order if it is known."""
        known = {str(player.id): player.id for player in self.people}
        ticked = [id for id in known if id in form.getlist("player")]
        tapped = form.get("order", "").split()
        order = tapped if sorted(tapped) == sorted(ticked) else ticked
        self.order = [known[id] for id in order]
        codes = [one.code for one in self.rules]
        self.chosen = form["rules"] if form.get("rules") in codes else "0"

    @property
    def rules_chosen(self) -> RulesForm:
        """The game and the rules that were chosen."""
        return next(one.rules for one in self.rules if one.code == self.chosen)


def offered_rules(sheets: Sequence[Sheet]) -> list[OfferedRules]:
    """The rules of these sheets, each once; the usual ones where there are none."""
    found: dict[str, RulesForm] = {}
    for sheet in sheets:
        if not sheet.game.board:
            rules = RulesForm.of(sheet)
            found.setdefault(repr((rules.game.name, sorted(rules.options.items()))), rules)
    every = list(found.values())[:MAX_RULES] or [RulesForm.named(FIRST)]
    return [_offered(str(n), rules) for n, rules in enumerate(every)]


def _offered(code: str, rules: RulesForm) -> OfferedRules:
    differences = rules.game.differences(rules.options)
    labels = [] if rules.name else [option.label_of(value) for option, value in differences]
    return OfferedRules(code, rules.name or rules.preset.title, labels, rules)
