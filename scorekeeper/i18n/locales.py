"""French as it is printed, English from the catalogue."""

import re
from datetime import date as day
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from babel.dates import format_date, format_datetime
from babel.messages.pofile import read_po

from scorekeeper.i18n.messages import Translate

LANGUAGES = {"fr": "Français", "en": "English"}
"""The languages a reader may choose, each by its own name; the first is the source."""

CATALOGUE = Path(__file__).with_name("translations") / "en.po"

NO_BREAK = "\N{NO-BREAK SPACE}"
THIN = "\N{NARROW NO-BREAK SPACE}"


@lru_cache(maxsize=2048)
def typeset(text: str) -> str:
    """French typography: the apostrophe, and spaces that do not break.

    >>> typeset("« L'attaque » : 49 !").replace(NO_BREAK, "_").replace(THIN, "-")
    '«_L’attaque_»_: 49-!'
    """
    text = text.replace("'", "’").replace("« ", f"«{NO_BREAK}").replace(" »", f"{NO_BREAK}»")
    return re.sub(" ([;!?])", THIN + r"\1", text).replace(" :", f"{NO_BREAK}:")


@cache
def english() -> dict[str, str]:
    """The English catalogue, from the French text to the English one."""
    with CATALOGUE.open("rb") as file:
        return {
            str(message.id): str(message.string) for message in read_po(file) if message.id
        }


def to_english(text: str) -> str:
    """The English of a French text of the program."""
    return english().get(text) or text


class Language(NamedTuple):
    """One language: how a text is put into it, and a date."""

    code: str
    translate: Translate
    locale: str

    def date(self, iso: str) -> str:
        """A day as a title has it.

        >>> language("fr").date("2026-11-20")
        '20 novembre 2026'
        """
        return format_date(day.fromisoformat(iso), "long", locale=self.locale)

    def moment(self, iso: str) -> str:
        """A moment of the journal, in the time of this machine: « 20 nov., 21:04 »."""
        when = datetime.fromisoformat(iso).astimezone()
        return format_datetime(when, "d MMM, HH:mm", locale=self.locale)


def language(code: str) -> Language:
    """The language of this code."""
    if code == "en":
        return Language(code, to_english, "en_GB")
    return Language(code, typeset, "fr_FR")
