"""Words as they are typed: in any language, whatever their case, accents and signs."""

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
