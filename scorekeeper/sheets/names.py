"""What a player's name and a sheet's title may be: one line that can be seen."""

import unicodedata
from typing import Any

NAME_LENGTH = 40
"""Most characters in a player's name."""

TITLE_LENGTH = 80
"""Most characters in a title."""

JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""What is not seen and still makes one sign of several."""

UNSEEN = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories that no name or title holds: controls, half characters, line ends."""

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that are drawn as nothing."""


def one_line(given: Any, length: int) -> bool:
    """Whether this is a text that a document may hold as it is."""
    return (
        isinstance(given, str)
        and len(given) <= length
        and not any(unicodedata.category(c) in UNSEEN for c in given)
    )


def clean(text: str, length: int) -> str:
    """What was typed as one line that can be seen, and nothing if none of it can be.

    >>> clean("  Anne\\tSophie\\n", 40), clean("\\u200b", 40)
    ('Anne Sophie', '')
    """
    spaced = "".join(" " if c.isspace() else c for c in text)
    kept = (
        c for c in spaced if c in JOINERS or unicodedata.category(c) not in (*UNSEEN, "Cf")
    )
    line = " ".join("".join(kept).split())[:length].strip(f" {JOINERS}")
    return line if any(_drawn(c) for c in line) else ""


def _drawn(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and character not in BLANKS
