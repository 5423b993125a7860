"""Words as they are typed: in any language, whatever their case, accents and signs."""

import re
from collections.abc import Iterable
from typing import Generic, TypeVar

from scorekeeper.i18n.languages import LANGUAGES, translator
from scorekeeper.i18n.messages import render
from scorekeeper.sheets.names import bare

T = TypeVar("T")


class Words(Generic[T]):
    """The meanings of words: of names and codes as they are, of labels in every language.

    >>> names = Words([("Léa", 1), ("Lea", 2)])
    >>> names.find("Lea"), names.find("LEA"), names.only("LEA"), names.find("Anne")
    ([2], [1, 2], None, [])
    """

    def __init__(self, meanings: Iterable[tuple[object, T]]) -> None:
        self._meanings: dict[str, dict[str, T]] = {}
        for word, meaning in meanings:
            for language in LANGUAGES:
                text = render(word, translator(language))
                self._meanings.setdefault(bare(text), {}).setdefault(text, meaning)

    def find(self, typed: str) -> list[T]:
        """Return the meanings of a text: its own, else those of all words that differ from it
        in case, accents and signs alone."""
        words = self._meanings.get(bare(typed), {})
        if typed.strip() in words:
            return [words[typed.strip()]]
        found: list[T] = []
        for meaning in words.values() if bare(typed) else ():
            if meaning not in found:
                found.append(meaning)
        return found

    def only(self, typed: str) -> T | None:
        """Return the meaning of a text; absent if it has none, or more than one."""
        found = self.find(typed)
        return found[0] if len(found) == 1 else None

    def shortened(self, typed: str) -> list[T]:
        """Return the meanings of the texts that this one shortens: by the beginning of each of
        their words, or by all initials.

        >>> contracts = Words([("Garde", 1), ("Garde sans", 2), ("Garde contre", 3)])
        >>> [contracts.shortened(typed) for typed in ("G", "GS", "garde c.", "g-s", "s")]
        [[1], [2], [3], [2], []]
        """
        parts, initials = _parts(typed), [*bare(typed)]
        found: list[T] = []
        for words in self._meanings.values():
            for text, meaning in words.items():
                whole = _parts(text)
                is_short = any(
                    len(short) == len(whole)
                    and all(
                        word.startswith(part) for word, part in zip(whole, short, strict=True)
                    )
                    for short in (parts, initials)
                )
                if is_short and meaning not in found:
                    found.append(meaning)
        return found


def _parts(text: str) -> list[str]:
    return [part for part in map(bare, re.split(r"[\s.\-]+", text)) if part]
