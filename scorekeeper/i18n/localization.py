"""The language of a reader, with dates and numbers as it writes them (Babel)."""

from datetime import date as day
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from babel import Locale
from babel.dates import format_date, format_datetime

from scorekeeper.i18n.languages import LANGUAGES, locale_of, translator
from scorekeeper.i18n.messages import Translate


class Language(NamedTuple):
    """One language: its translations and its date formats."""

    code: str
    translate: Translate
    locale: str
    """The locale of dates and numbers, as Babel names it: ``en_GB``."""

    def date(self, iso: str) -> str:
        """Return a day in full.

        >>> language("fr").date("2026-11-20"), language("en").date("2026-11-20")
        ('20 novembre 2026', '20 November 2026')
        """
        return _date(iso, self.locale)

    def moment(self, iso: str) -> str:
        """Return day and time of an event, in this machine's time zone: « 20 nov., 21:04 »."""
        when = datetime.fromisoformat(iso).astimezone()
        return format_datetime(when, "d MMM, HH:mm", locale=self.locale)

    @property
    def decimal_symbol(self) -> str:
        """The sign between units and decimals.

        >>> language("fr").decimal_symbol, language("en").decimal_symbol
        (',', '.')
        """
        return str(Locale.parse(self.locale).number_symbols["latn"]["decimal"])


@lru_cache(maxsize=256)
def _date(iso: str, locale: str) -> str:
    return format_date(day.fromisoformat(iso), "long", locale=locale)


@lru_cache(maxsize=32)
def language(code: str) -> Language:
    """Return the language of this code; French for a code not in :data:`LANGUAGES`."""
    known = code if code in LANGUAGES else next(iter(LANGUAGES))
    return Language(known, translator(known), locale_of(known))
