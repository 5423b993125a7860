"""The rules that the players of a device have named: those of its latest sheets."""

from scorekeeper.web.device import device_sheets
from scorekeeper.web.forms.rules_form import OWN, RulesForm


def own_rules() -> dict[str, RulesForm]:
    """The rules named on this device by code, the latest first, each name once."""
    found: dict[str, RulesForm] = {}
    for access in device_sheets():
        rules = RulesForm.of(access.outline)
        if rules.name:
            found.setdefault(f"{rules.game.name} {rules.name}", rules)
    return {f"{OWN}{place}": rules for place, rules in enumerate(found.values())}
