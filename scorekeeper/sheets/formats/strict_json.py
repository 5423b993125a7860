"""Strict JSON: UTF-8 without lone surrogates, each field once, and checks of fields."""

import json
import math
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NoReturn

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.names import composed, is_name


class DocumentError(ValueError):
    """A document that is rejected, with the place and the reason."""

    def __init__(self, where: Message, message: Message) -> None:
        super().__init__(where, message)  # both, so that it can be pickled
        self.message = msg("%(where)s : %(message)s", where=where, message=message)

    def __str__(self) -> str:
        return str(self.message)


def parse(text: bytes) -> object:
    """Return the JSON value of a text in UTF-8, its strings composed as typed names are.

    :raises DocumentError: if it is not JSON, an object has a field twice, a number is not
        finite, or a text holds half a character (a lone surrogate).
    """
    try:
        value: object = json.loads(
            text.decode("utf-8-sig"),
            object_pairs_hook=_unique,
            parse_constant=_finite,
            parse_float=_finite,
        )
        plain = json.dumps(value, ensure_ascii=False)
        plain.encode()  # fails on a lone surrogate
        if (seen := composed(plain)) != plain:
            value = json.loads(seen, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        why = str(error).splitlines()[0]
        raise DocumentError(msg("document"), msg("pas du JSON (%(why)s)", why=why)) from None
    return value


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("un champ est dit deux fois")
    return fields


def _finite(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise ValueError(written[:20])
    return number


def refuse(field: str, what: Message, where: Message | None = None) -> NoReturn:
    """Refuse a document for one field.

    :param where: the object that has the field, if it is not the document itself.
    :raises DocumentError: always.
    """
    place = msg("%(name)s", name=field)
    if where is not None:
        place = msg("%(where)s, %(name)s", where=where, name=field)
    raise DocumentError(place, what)


def check_object(
    value: object, fields: Sequence[str], where: Message | None = None
) -> Mapping[str, Any]:
    """Return an object that has no other fields than these.

    :raises DocumentError: if it has, or is none.
    """
    if not isinstance(value, Mapping):
        raise DocumentError(where or msg("document"), msg("on attend un objet {…}"))
    for name in value:
        if name not in fields:
            names = ", ".join(fields)
            refuse(name, msg("champ inconnu ; on attend : %(names)s", names=names), where)
    return value


def list_of(document: Mapping[str, Any], name: str, most: int) -> list[Any]:
    """Return a list of the document, empty if it is absent.

    :raises DocumentError: if it is none, or too long.
    """
    items = document.get(name, [])
    if not isinstance(items, list) or len(items) > most:
        refuse(name, msg("on attend une liste, de %(n)s au plus", n=most))
    return items


def check_text(
    fields: Mapping[str, Any], name: str, length: int, where: Message | None
) -> str:
    """Return a text of one line in which something is visible.

    :raises DocumentError: if it is none.
    """
    text = fields.get(name)
    if not is_name(text, length):
        expected = msg("on attend un texte d'une ligne, de 1 à %(n)s caractères", n=length)
        refuse(name, expected, where)
    return str(text)


def place_among(field: str, name: object, names: Sequence[str]) -> int | None:
    """Return the place of a name among those of players; absent if none is given.

    :raises DocumentError: if it is none of them.
    """
    if name is None:
        return None
    if name not in names:
        refuse(field, msg("on attend un des joueurs : %(p)s", p=", ".join(names)))
    return names.index(str(name))


def check_flag(fields: Mapping[str, Any], name: str, where: Message) -> bool:
    """Return a truth value, false if it is absent.

    :raises DocumentError: if it is none.
    """
    value = fields.get(name, False)
    if type(value) is not bool:
        refuse(name, msg("on attend true ou false"), where)
    return bool(value)


def is_int(value: object, low: int, high: int) -> bool:
    """Return True for a whole number within these bounds, and no other value."""
    return type(value) is int and low <= value <= high


def is_date(value: object) -> bool:
    """Return True for a day written as in ``2026-11-20``."""
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False
