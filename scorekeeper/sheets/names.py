"""Validation of players' names and titles: one line of text that is visible."""

import unicodedata

NAME_LENGTH = 40
"""Maximum length of a player's name, in characters."""

TITLE_LENGTH = 80
"""Maximum length of a title, in characters."""

JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""Invisible characters that are part of the characters around them."""

UNSEEN = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories that are not allowed: controls, surrogates, line separators."""

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols without any visible shape."""


def one_line(text: object, length: int) -> bool:
    """Return True for a text of one line, at most ``length`` characters long."""
    return (
        isinstance(text, str)
        and len(text) <= length
        and not any(unicodedata.category(c) in UNSEEN for c in text)
    )


def clean(text: str, length: int) -> str:
    """Turn typed text into one visible line; empty if nothing of it is visible.

    >>> clean("  Anne\\tSophie\\n", 40), clean("\\u200b", 40)
    ('Anne Sophie', '')
    """
    spaced = "".join(" " if c.isspace() else c for c in text)
    allowed = (
        c for c in spaced if c in JOINERS or unicodedata.category(c) not in (*UNSEEN, "Cf")
    )
    line = " ".join("".join(allowed).split())[:length].strip(f" {JOINERS}")
    return line if any(_is_visible(c) for c in line) else ""


def _is_visible(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and character not in BLANKS
