"""Widths of text on paper, bounded from above: what must fit one page has to know them.

All lengths are millimeters, of type of 9 points.
"""

import re
from functools import lru_cache
from unicodedata import east_asian_width

POINT = 25.4 / 72
"""A typographic point in millimeters."""

TYPE = 9 * POINT
"""Height of this type."""

WIDTHS = {
    **dict.fromkeys("ijlìíîï'", 0.29),
    **dict.fromkeys("IJÌÍÎÏ ,.·’\N{NO-BREAK SPACE}", 0.33),
    "\N{NARROW NO-BREAK SPACE}": 0.2,
    **dict.fromkeys("-/:;|f", 0.37),
    **dict.fromkeys("()[]tr!", 0.42),
    **dict.fromkeys("sz?", 0.53),
    **dict.fromkeys("cçL", 0.56),
    **dict.fromkeys("FPkvxyýÿ–•", 0.6),
    **dict.fromkeys("aeoTYàáâãäèéêëòóôõö«»", 0.62),
    **dict.fromkeys("KABCRVXZÀÁÂÃÄÇ", 0.7),
    **dict.fromkeys("+−", 0.84),
    **dict.fromkeys("mMwW%@—…½œŒæÆ×", 1.07),
}
"""Widths of characters in DejaVu Sans, a wide typeface, in heights of the type, rounded up;
where they differ from the others."""


@lru_cache(maxsize=512)
def _width(character: str) -> float:
    if character in WIDTHS:
        return WIDTHS[character]
    if east_asian_width(character) in "WF":
        return 1.4
    if ord(character) > 0x2000:
        return 1.0
    return 0.8 if character.isupper() else 0.64


def width(text: str) -> float:
    """Return the most that a text is wide, in millimeters.

    >>> round(width("Garde contre"))
    21
    """
    return TYPE * sum(map(_width, text))


def line_count(text: str, space: float) -> int:
    """Return the most lines that a text takes in this space, one if it is empty.

    A line breaks after a space or a hyphen, and in a word only if the word needs more than a
    line.

    >>> [line_count("Jean-Christophe", space) for space in (30, 20, 10)], line_count("", 9)
    ([1, 2, 3], 1)
    """
    lines, used = 1, 0.0
    for word in re.findall(r"[^ -]*[ -]?", text):
        parts = [word] if width(word.rstrip(" ")) <= space else list(word)
        if used and len(parts) > 1:
            lines, used = lines + 1, 0.0
        for part in parts:
            if used and used + width(part.rstrip(" ")) > space:
                lines, used = lines + 1, 0.0
            used += width(part)
    return lines
