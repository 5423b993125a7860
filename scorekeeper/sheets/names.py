"""Players' names and titles: one line of visible text, and which names are the same."""

import re
import unicodedata
from collections.abc import Sequence

from scorekeeper.i18n.messages import msg

NAME_LENGTH = 40
"""Maximum length of a player's name, in characters."""

TITLE_LENGTH = 80
"""Maximum length of a title, in characters."""

NOTE_LENGTH = 80
"""Maximum length of the note of a hand or of a sheet, in characters."""

PLAYER = msg("Joueur %(n)s")
"""The name of a player whom nobody has named yet, by the seat from 1."""

JOINER = "\N{ZERO WIDTH JOINER}"
JOINERS = (JOINER, "\N{ZERO WIDTH NON-JOINER}")
EMOJI_SELECTOR = "\N{VARIATION SELECTOR-16}"
KEYCAP = "\N{COMBINING ENCLOSING KEYCAP}"

IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""The characters that nobody sees: Default_Ignorable_Code_Point of Unicode."""

UNSEEN = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories that are not allowed: controls, surrogates, line separators."""

BLANKS = "\u2800\U0001d159"
"""Symbols without any visible shape."""

LATIN_EMOJI = "©®‼⁉"
"""Emoji before the blocks of symbols."""

VIRAMA = 9
"""The combining class of the sign that joins two letters of an Indic script."""


def composed(text: str) -> str:
    """Return a text in NFC, without the characters that nobody sees; those stay that the
    characters around them need.

    >>> composed("Rene\u0301\u200b"), composed("\u2660\ufe0f") == "\u2660\ufe0f"
    ('René', True)
    """
    if text.isascii():
        return text
    seen = IGNORABLE.sub(
        lambda found: found[0] if _is_needed(text, found.start()) else "", text
    )
    return unicodedata.normalize("NFC", seen)


def folded(name: str) -> str:
    """Return a name as it is compared with others: whatever its case and its composition.

    >>> folded("RENÉ") == folded("Rene\u0301")
    True
    """
    return unicodedata.normalize("NFC", IGNORABLE.sub("", name).casefold())


def unaccented(text: str) -> str:
    """Return a text in small letters, without accents."""
    if text.isascii():
        return text.lower()
    letters = text.casefold().replace("œ", "oe").replace("æ", "ae")
    decomposed = unicodedata.normalize("NFKD", letters)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def plain(name: str) -> str:
    """Return a name without accents, case and spaces, to be compared.

    >>> plain(" Chloé  Cœur B. ")
    'chloecoeurb.'
    """
    return "".join(unaccented(name).split())


def bare(text: str) -> str:
    """Return a text bare of case, accents, spaces and signs, to be compared.

    >>> bare(" ♥ Cœur "), bare("Garde sans")
    ('coeur', 'gardesans')
    """
    return "".join(filter(str.isalnum, unaccented(text)))


def shorten(text: str, letters: int) -> str:
    """Shorten a text to so many letters.

    >>> shorten("Maximilienne", 10), shorten("Anne", 10)
    ('Maximilie…', 'Anne')
    """
    return text if len(text) <= letters else text[: letters - 1].rstrip() + "…"


def apart(names: Sequence[str]) -> list[str]:
    """Shorten the first words that several names have: a narrow column shows little more. No
    two become equal.

    >>> apart(["Marie-Claude", "Marie-Thérèse", "Anne", "Jean Bon"])
    ['M.-Claude', 'M.-Thérèse', 'Anne', 'Jean Bon']
    >>> apart(["Jean Bon", "Jean Petit", "Jacques Bon", "Jacques Petit"])[0]
    'Jean Bon'
    """
    found = [re.match(r"\w+(?=[- ][^\W\d])", name) for name in names]
    first = [word[0] if word else "" for word in found]
    short = [
        f"{word[0]}.{name.removeprefix(word)}" if word and first.count(word) > 1 else name
        for name, word in zip(names, first, strict=True)
    ]
    return short if len({*short}) == len(names) else list(names)


def clean(text: str, length: int) -> str:
    """Turn typed text into one visible line; empty if nothing of it is visible.

    >>> clean("  Anne\\tSophie\\n", 40), clean("\\u200b", 40)
    ('Anne Sophie', '')
    """
    spaced = "".join(" " if c.isspace() else c for c in text)
    allowed = (
        c
        for c in composed(spaced)
        if c in JOINERS or unicodedata.category(c) not in (*UNSEEN, "Cf")
    )
    line = composed(" ".join("".join(allowed).split())[:length].strip())
    return line if any(_is_visible(c) for c in line) else ""


def one_line(text: object, length: int) -> bool:
    """Return True for a text of one line, at most ``length`` characters long."""
    return (
        isinstance(text, str)
        and len(text) <= length
        and not any(unicodedata.category(c) in UNSEEN for c in text)
    )


def is_name(text: object, length: int) -> bool:
    """Return True for a text of one line in which something is visible."""
    return one_line(text, length) and bool(clean(str(text), length))


def _is_needed(text: str, place: int) -> bool:
    """Return True for a character that belongs to an emoji, or joins two letters."""
    character, before, after = (
        text[place],
        text[place - 1 : place],
        text[place + 1 : place + 2],
    )
    if character == EMOJI_SELECTOR:
        return _is_symbol(before) or after == KEYCAP
    if before == EMOJI_SELECTOR:
        before = text[place - 2 : place - 1]
    if character not in JOINERS or not before or not after:
        return False
    is_emoji = character == JOINER and _is_symbol(before) and _is_symbol(after)
    is_arabic = unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    return is_emoji or is_arabic or unicodedata.combining(before) == VIRAMA


def _is_symbol(character: str) -> bool:
    """Return True for a character that can be a part of an emoji."""
    if character < "\u2100":
        return character != "" and character in LATIN_EMOJI
    return unicodedata.category(character)[0] == "S"


def _is_visible(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and character not in BLANKS
