"""The regulations of a tournament as they are typed: money in euros, with a comma or a point;
an empty field has its usual value. A comma also stands between prizes."""

import re
from collections.abc import Mapping

from scorekeeper.i18n.messages import msg
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

DECIMAL = r"[0-9]+,[0-9]{1,2}"
"""An amount with cents, or two amounts."""

MONEY = ("euros", "amounts")

TWO_OR_ONE = msg("Pour deux prix, écrivez « %(two)s » ; pour un seul, « %(one)s ».")


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
    if field.unit not in MONEY:
        return texts[field.name]
    amounts = [divmod(int(cents), 100) for cents in texts[field.name].split()]
    mark = "." if field.unit == "amounts" else ","
    return " ".join(
        f"{euros}{mark}{cents:02}" if cents else str(euros) for euros, cents in amounts
    )


def _stored(field: Field, text: str) -> str:
    """Return what was typed as it is stored: euros in cents.

    :raises InvalidField: if it is no amount.
    """
    if field.unit not in MONEY:
        return text
    bare = text.replace("€", " ").strip()
    amounts = _separated(bare) if field.unit == "amounts" else bare.split()
    if field.unit == "amounts" and re.fullmatch(DECIMAL, text):
        two, one = text.replace(",", " "), text.replace(",", ".")
        raise InvalidField(field, text, TWO_OR_ONE._replace(values={"two": two, "one": one}))
    found = [re.fullmatch(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?", one) for one in amounts]
    if not all(found) or (field.unit == "euros" and len(found) > 1):
        raise InvalidField(field, text)
    return " ".join(
        str(100 * int(one[1]) + int((one[2] or "").ljust(2, "0"))) for one in found if one
    )


def _separated(text: str) -> list[str]:
    """Return amounts that have a space, a semicolon or a comma between two of them; alone, a
    comma stands before cents where it can.

    >>> _separated("50, 30,20"), _separated("50,30,20"), _separated("200,100")
    (['50', '30,20'], ['50', '30', '20'], ['200', '100'])
    """
    found = re.split(r"[\s;]+", re.sub(r",(?=\s|$)", " ", text).strip(" ;"))
    return [
        amount
        for one in found
        for amount in ([one] if re.fullmatch(DECIMAL, one) else one.split(","))
    ]
