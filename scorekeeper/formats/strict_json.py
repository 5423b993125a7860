"""Strict JSON: UTF-8 without lone surrogates, each field once, finite numbers."""

import json
import math

from scorekeeper.i18n.messages import Message, msg


class DocumentError(ValueError):
    """A document that is rejected, with the place and the reason."""

    def __init__(self, where: Message, message: Message) -> None:
        self.message = msg("%(where)s : %(message)s", where=where, message=message)
        super().__init__(str(self.message))


def parse(text: bytes) -> object:
    """Return the JSON value of a text in UTF-8.

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
        json.dumps(value, ensure_ascii=False).encode()  # fails on a lone surrogate
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
