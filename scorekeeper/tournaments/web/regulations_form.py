"""The regulations of a tournament as they are typed: money in euros, with a comma or a point;
an empty field has its usual value."""

import re
from collections.abc import Mapping

from scorekeeper.tournaments.regulations import (
    DECK,
    FIELDS,
    PRESETS,
    Field,
    InvalidField,
    Regulations,
    as_fields,
    from_fields,
)


def typed(regulations: Regulations) -> dict[str, str]:
    """Return the fields as the form shows them; empty where nothing else was asked for."""
    usual = as_fields(PRESETS[regulations.preset].regulations)
    follow = {name: "0" for name in usual if usual[name] == "0"} | _follow(regulations)
    if regulations.target:
        follow["deals"] = "0"
    texts = as_fields(regulations)
    return {
        field.name: "" if follow.get(field.name) == texts[field.name] else _shown(field, texts)
        for field in FIELDS
        if field.name in texts
    }


def read(preset: str, typed: Mapping[str, str]) -> Regulations:
    """Return the regulations that were typed; a target takes the place of the deals.

    :raises InvalidField: if a field has a value that it cannot have.
    """
    texts = [(field, typed.get(field.name, "").strip()) for field in FIELDS]
    fields = {field.name: _stored(field, text) for field, text in texts if text}
    if fields.get("target", "0") != "0":
        fields["deals"] = "0"
    return from_fields(preset, _follow(from_fields(preset, fields)) | fields)


def _follow(regulations: Regulations) -> dict[str, str]:
    """Return the fields that follow from the length of a round while they are empty."""
    if not regulations.has_sides:
        return {}
    whole = regulations.target or DECK * regulations.deals
    return {"exempt_points": str(regulations.half), "forfeit_points": str(whole)}


def _shown(field: Field, texts: Mapping[str, str]) -> str:
    if not field.unit:
        return texts[field.name]
    amounts = [divmod(int(cents), 100) for cents in texts[field.name].split()]
    return " ".join(f"{euros},{cents:02}" if cents else str(euros) for euros, cents in amounts)


def _stored(field: Field, text: str) -> str:
    """Return what was typed as it is stored: euros in cents.

    :raises InvalidField: if it is no amount.
    """
    if not field.unit:
        return text
    amounts = re.split(r"[\s;]+", text.replace("€", " ").strip())
    found = [re.fullmatch(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?", one) for one in amounts]
    if not all(found) or (field.unit == "euros" and len(found) > 1):
        raise InvalidField(field, text)
    return " ".join(
        str(100 * int(one[1]) + int((one[2] or "").ljust(2, "0"))) for one in found if one
    )
