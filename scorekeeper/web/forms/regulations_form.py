"""The form of the regulations of a tournament: its fields as they are shown and typed.

Money is typed in euros, with a comma or a point; an empty field has its usual value.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.i18n.messages import Message
from scorekeeper.tournaments.regulations import (
    DECK,
    FIELDS,
    PRESETS,
    Choice,
    Field,
    InvalidField,
    Regulations,
    as_fields,
    from_fields,
)

MONEY = ("entry", "grid", "everyone", "last_two")
"""The fields about money: they are asked apart."""

FOLLOW = ("exempt_points", "forfeit_points")
"""The fields that follow from the length of a round while they are empty."""


class Asked(NamedTuple):
    """One field as the form shows it."""

    field: Field
    value: str
    """As it was typed, or stands."""
    usual: str
    """What an empty field means."""
    choices: tuple[Choice, ...]
    is_wrong: bool

    @property
    def chosen(self) -> Message | str:
        """The value in words."""
        labels = {choice.value: choice.label for choice in self.choices}
        return labels.get(self.value, self.value or self.usual)


class RegulationsForm(NamedTuple):
    """The fields of a form, and which of them is wrong."""

    preset: str
    typed: Mapping[str, str]
    wrong: str = ""
    """The name of a field; empty if none is."""

    @classmethod
    def of(cls, regulations: Regulations) -> "RegulationsForm":
        """Return the form that shows these regulations."""
        usual = dict(_usual(regulations))
        texts = as_fields(regulations)
        typed = {name: text for name, text in texts.items() if text != usual[name]}
        if regulations.target:
            typed.pop("deals", "")
        fields = {field.name: field for field in FIELDS}
        return cls(
            regulations.preset, {name: _shown(fields[name], typed[name]) for name in typed}
        )

    def regulations(self) -> Regulations:
        """Return the regulations of what was typed.

        :raises InvalidField: if a field has a value that it cannot have.
        """
        fields = {
            field.name: _stored(field, self.typed[field.name].strip())
            for field in FIELDS
            if self.typed.get(field.name, "").strip() and field.is_asked(self.preset)
        }
        if fields.get("target", "0") != "0":
            fields["deals"] = "0"
        return from_fields(self.preset, _usual(from_fields(self.preset, fields)) | fields)

    def asked(self, money: bool) -> list[Asked]:
        """Return the fields about money, or the others, in the order of their questions."""
        usual = _usual(from_fields(self.preset, {}))
        found = []
        for field in FIELDS:
            if (
                field.name in usual
                and field.name != "ranking"
                and (field.name in MONEY) is money
            ):
                text = usual[field.name]
                value = "" if field.name in FOLLOW or text == "0" else text
                value = self.typed.get(field.name, value)
                found.append(
                    Asked(
                        field,
                        value,
                        text,
                        _choices(field, self.preset),
                        field.name == self.wrong,
                    )
                )
        return found


def _choices(field: Field, preset: str) -> tuple[Choice, ...]:
    """Return the values that a field can have in a preset: the FFT's movement is for Tarot."""
    seats_teams = PRESETS[preset].regulations.seats_teams
    return tuple(one for one in field.choices if one.value != "fft" or not seats_teams)


def _usual(regulations: Regulations) -> dict[str, str]:
    """Return the usual fields of the preset; some follow from the length of a round."""
    usual = as_fields(from_fields(regulations.preset, {}))
    if regulations.seats_teams:
        whole = regulations.target or DECK * regulations.deals
        usual |= {"exempt_points": str(regulations.half), "forfeit_points": str(whole)}
    return usual


def _shown(field: Field, text: str) -> str:
    """Return a stored value as it is typed: amounts in euros."""
    if not field.unit:
        return text
    amounts = [divmod(int(cents), 100) for cents in text.split()]
    return " ".join(f"{whole},{part:02}" if part else str(whole) for whole, part in amounts)


def _stored(field: Field, typed: str) -> str:
    """Return a typed value as it is stored: euros in cents.

    :raises InvalidField: if it is no amount.
    """
    if not field.unit:
        return typed
    amounts = re.split(r"[\s;]+", typed.replace("€", " ").strip()) if typed else []
    if field.unit == "euros" and len(amounts) > 1:
        raise InvalidField(field, typed)
    return " ".join(str(_cents(field, amount)) for amount in amounts)


def _cents(field: Field, amount: str) -> int:
    found = re.fullmatch(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?", amount)
    if not found:
        raise InvalidField(field, amount)
    return 100 * int(found[1]) + int((found[2] or "").ljust(2, "0"))
