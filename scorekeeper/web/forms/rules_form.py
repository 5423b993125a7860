"""The form of the rules of a new sheet: a preset in one tap, and the single options."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.games import PRESETS
from scorekeeper.i18n.messages import Message
from scorekeeper.rules.game import Game, Preset
from scorekeeper.sheets.sheet import Sheet

FIRST = next(iter(PRESETS))
"""The preset of a device that has no sheet yet."""


@dataclass(frozen=True)
class RulesForm:
    """A game with every option chosen, as the form shows and posts them."""

    game: Game
    preset: Preset
    options: Mapping[str, Any]
    errors: Mapping[str, Message] = field(default_factory=dict)
    """The errors, by option."""

    @classmethod
    def named(cls, name: str) -> "RulesForm":
        """The rules of this preset; those of the first one where there is none."""
        game, preset = PRESETS.get(name) or PRESETS[FIRST]
        return cls(game, preset, game.read_options(preset.options))

    @classmethod
    def of(cls, sheet: Sheet) -> "RulesForm":
        """The rules that a sheet is played by."""
        return cls(sheet.game, sheet.game.preset(sheet.options), sheet.options)

    @classmethod
    def posted(cls, form: Mapping[str, str]) -> "RulesForm":
        """The rules as a form posted them; a preset just chosen brings its own options."""
        chosen = form.get("choose", "")
        if chosen in PRESETS:
            return cls.named(chosen)
        rules = cls.named(form.get("rules", FIRST))
        options, errors = dict(rules.options), {}
        for name, option in rules.game.options.items():
            codes = {str(value): value for value in option.choices}
            options[name] = codes.get(form.get(f"option_{name}", ""), options[name])
            typed = form.get(f"option_{name}_other", "").strip()
            if not typed or not option.numbers:
                continue
            if re.fullmatch("[0-9]{1,6}", typed) and option.accepts(int(typed)):
                options[name] = int(typed)
            else:
                errors[name] = option.expected
        return cls(rules.game, rules.preset, options, errors)

    def typed(self, name: str) -> object:
        """The number of an option that is none of its choices."""
        value = self.options[name]
        return "" if value in self.game.options[name].choices else value
