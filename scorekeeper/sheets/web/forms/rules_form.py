"""The form of the rules of a new sheet: a preset in one tap, and the single options."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.games import PRESETS
from scorekeeper.i18n.messages import Message
from scorekeeper.rules.game import Game, Preset
from scorekeeper.rules.option import EVENT, NAME, NamedNumber, NumberTable, Option, TextOption
from scorekeeper.sheets.names import clean
from scorekeeper.sheets.sheet import Sheet

FIRST = next(iter(PRESETS))
"""The preset of a device that has no sheet yet."""

OWN = "own-"
"""The start of the code of rules that the players named themselves."""

LONGEST = 1000
"""Characters of a posted text that are read; an option takes fewer, and says so."""

Posted = Mapping[str, str]


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
        """Return the rules of this preset; those of the first one where there is none."""
        game, preset = PRESETS.get(name) or PRESETS[FIRST]
        return cls(game, preset, game.read_options(preset.options))

    @classmethod
    def of(cls, sheet: Sheet) -> "RulesForm":
        """Return the rules that a sheet is played by, without a contradiction of an earlier
        version."""
        options = sheet.game.together(sheet.options)
        return cls(sheet.game, sheet.game.preset(options), options)

    @classmethod
    def posted(cls, form: Posted, own: Mapping[str, "RulesForm"]) -> "RulesForm":
        """Return the rules as a form posted them; rules just chosen bring their own options.

        :param own: the rules that the players named themselves, by code.
        """
        chosen = form.get("choose", "")
        if chosen in PRESETS:
            return cls.named(chosen)
        if chosen in own:
            return own[chosen]
        rules = cls.named(form.get("rules", FIRST))
        form = rules._chosen_together(form)
        options: dict[str, Any] = {}
        errors = {}
        for name, option in rules.game.options.items():
            usual = rules._usual(name, option, options)
            try:
                options[name] = option_posted(option, f"option_{name}", form, usual)
            except ValueError:
                options[name], errors[name] = usual, option.expected
            if options[name] == rules.options[name]:
                options[name] = usual
        return cls(rules.game, rules.preset, rules.game.together(options), errors)

    def _chosen_together(self, form: Posted) -> Posted:
        """Return the form with the options that go with those chosen, which differ from what
        the form showed: contracts choose the formula, the formula its usual contracts."""
        together = dict(form)
        for name, option in self.game.options.items():
            if not option.goes_with:
                continue
            shown = form.get(f"shown_{name}", self.code(name))
            posted = form.get(f"option_{name}", shown)
            value = self.codes(name).get(posted)
            if value not in option.goes_with:
                continue
            other, needed = option.goes_with[value]
            if posted != shown:
                together[f"option_{other}"] = str(needed)
            elif form.get(f"option_{other}", str(needed)) != str(needed):
                together[f"option_{name}"] = ""
        return together

    def _usual(self, name: str, option: Option, chosen: Mapping[str, Any]) -> Any:
        """Return the value of an option that was left alone, given the options before it."""
        value = self.options[name]
        if option.usual and value == option.default(self.options):
            return option.default(chosen)
        return value

    @property
    def name(self) -> str:
        """The players' own name for the rules; empty if they gave none."""
        return str(self.options.get(NAME, ""))

    @property
    def event(self) -> list[tuple[str, Option]]:
        """The words by which a club tells its sheets apart, by name."""
        return [(name, option) for name, option in EVENT.items() if name in self.options]

    @property
    def questions(self) -> list[tuple[str, Option]]:
        """The options that most tables discuss before the first deal, by name."""
        return [(name, option) for name, option in self._shown() if self._is_discussed(option)]

    @property
    def groups(self) -> list[tuple[Message, list[tuple[str, Option]]]]:
        """The other options by name, under their headings."""
        groups: dict[str, tuple[Message, list[tuple[str, Option]]]] = {}
        for name, option in self._shown():
            if not self._is_discussed(option):
                groups.setdefault(option.group.text, (option.group, []))[1].append(
                    (name, option)
                )
        return list(groups.values())

    def _is_discussed(self, option: Option) -> bool:
        return option.question is not None and option.applies(self.options)

    def _shown(self) -> Iterable[tuple[str, Option]]:
        options = self.game.options.items()
        return (
            (name, option) for name, option in options if not isinstance(option, TextOption)
        )

    def codes(self, name: str) -> dict[str, Any]:
        """Return the choices of an option by the code that the form posts."""
        return codes_of(self.game.options[name])

    def tied(self, name: str) -> list[Message]:
        """Return the labels of the options that a choice of this one changes with it."""
        options = self.game.options
        pairs = [{one, *dict(options[one].goes_with.values())} for one in options]
        return [
            options[other].label for pair in pairs if name in pair for other in pair - {name}
        ]

    def code(self, name: str) -> str:
        """Return the code of the choice of an option; empty if its value is none of them."""
        codes = self.codes(name).items()
        return next((code for code, value in codes if value == self.options[name]), "")

    def typed(self, name: str) -> object:
        """Return the number of an option that is none of its choices."""
        value = self.options[name]
        return "" if value in self.game.options[name].choices else value

    def typed_rows(self, name: str) -> list[tuple[str, NamedNumber, str, str]]:
        """Return the numbers of an option that is a table of numbers: the code of each, what
        was typed, empty if the table is a usual one, and what counts if nothing is typed; none
        for another option."""
        option, value = self.game.options[name], self.options[name]
        if not isinstance(option, NumberTable):
            return []
        numbers, is_usual = option.by_name(value), value in option.choices
        return [
            (
                code,
                row,
                "" if is_usual else str(numbers.get(code, NOT_PLAYED)),
                str(numbers.get(code, "–")),
            )
            for code, row in option.rows.items()
            if code in numbers or code not in option.other_names
        ]


NOT_PLAYED = 0
"""What is typed for a number that the table does without."""


def codes_of(option: Option) -> dict[str, Any]:
    """Return the choices of an option by the code that the form posts."""
    if isinstance(option, NumberTable):
        return {str(place): value for place, value in enumerate(option.choices)}
    return {str(value): value for value in option.choices}


def option_posted(option: Option, name: str, form: Posted, usual: Any) -> Any:
    """Return the value of an option as a form posted it.

    :param usual: the value where nothing was posted.
    :raises ValueError: if it is not allowed.
    """
    if isinstance(option, TextOption):
        return option.read(clean(form.get(name, usual), LONGEST))
    chosen = codes_of(option).get(form.get(name, ""), usual)
    if isinstance(option, NumberTable):
        return _table_posted(option, name, form, chosen)
    typed = form.get(f"{name}_other", "").strip()
    return option.read(_number(typed)) if typed and option.numbers else chosen


def _table_posted(option: NumberTable, name: str, form: Posted, chosen: Any) -> Any:
    """Return the table of numbers chosen, with those replaced that were typed."""
    typed = {code: form.get(f"{name}_{code}", "").strip() for code in option.rows}
    if not any(typed.values()):
        return chosen
    usual = option.by_name(chosen)
    numbers = {
        code: _number(text) if text else usual.get(code) for code, text in typed.items()
    }
    numbers = {
        code: number
        for code, number in numbers.items()
        if number is not None and (number != NOT_PLAYED or option.rows[code].required)
    }
    return option.read(list(numbers.values()) if option.is_list else numbers or None)


def _number(typed: str) -> int:
    """Return a whole number as it is typed, with either sign.

    :raises ValueError: if it is none.
    """
    if not re.fullmatch("[-−]?[0-9]{1,6}", typed):
        raise ValueError(typed)
    return int(typed.replace("−", "-"))
