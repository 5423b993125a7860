"""Widths of text, bounded from above, in em: the height of its type."""

import re
from collections.abc import Iterable
from functools import lru_cache
from unicodedata import east_asian_width, normalize

WIDTHS = {
    **dict.fromkeys("ijlIJ ,.·'’\N{NO-BREAK SPACE}", 0.32),
    "\N{NARROW NO-BREAK SPACE}": 0.2,
    **dict.fromkeys("-/:;|f", 0.37),
    **dict.fromkeys("()[]tr!", 0.42),
    **dict.fromkeys("sz?", 0.53),
    **dict.fromkeys("cL", 0.56),
    **dict.fromkeys("FPkvxy–•", 0.61),
    **dict.fromkeys("aeoTY«»", 0.62),
    **dict.fromkeys("ES", 0.64),
    **dict.fromkeys("KABCRVXZ", 0.7),
    **dict.fromkeys("+−=w", 0.84),
    **dict.fromkeys("Mm&", 0.98),
    **dict.fromkeys("W%@—…½œŒæÆ×", 1.07),
}
"""Widths of characters in DejaVu Sans, a wide typeface, rounded up, where they differ from the
others; a letter with an accent is as wide as without it."""


@lru_cache(maxsize=512)
def _width(character: str) -> float:
    base = character if character in WIDTHS else normalize("NFD", character)[0]
    if base in WIDTHS:
        return WIDTHS[base]
    if east_asian_width(base) in "WF":
        return 1.4
    if base > "\u2000":
        return 1.0
    return 0.8 if base.isupper() else 0.64


def text_width(text: str) -> float:
    """Return the most that a text is wide, in em.

    >>> text_width("Éléonore"), text_width("Jim")
    (4.5, 1.62)
    """
    return round(sum(map(_width, text)), 2)


def words(names: Iterable[str]) -> list[str]:
    """Return the parts of names that a line never breaks.

    >>> words(["Anne-Sophie", "Léa R."])
    ['Anne-', 'Sophie', 'Léa', 'R.']
    """
    return re.findall(r"[^\s-]+-?", " ".join(names))


def line_count(text: str, space: float) -> int:
    """Return the most lines that a text takes in a space of this many em, one if it is empty.

    A line breaks after a space or a hyphen, and in a word only if the word needs more than a
    line.

    >>> [line_count("Jean-Christophe", space) for space in (9, 6, 3)], line_count("", 3)
    ([1, 2, 3], 1)
    """
    lines, used = 1, 0.0
    for word in re.findall(r"[^ -]*[ -]?", text):
        parts = [word] if text_width(word.rstrip(" ")) <= space else list(word)
        if used and len(parts) > 1:
            lines, used = lines + 1, 0.0
        for part in parts:
            if used and used + text_width(part.rstrip(" ")) > space:
                lines, used = lines + 1, 0.0
            used += text_width(part)
    return lines
