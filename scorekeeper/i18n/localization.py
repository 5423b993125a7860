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
        >>> language("fr").date("2026-09-01"), language("en").date("2026-09-01")
        ('1er septembre 2026', '1 September 2026')
        """
        return _date(iso, self.locale)

    def short_day(self, iso: str) -> str:
        """Return a day in short.

        >>> language("fr").short_day("2026-10-02"), language("en").short_day("2026-10-02")
        ('2 oct.', '2 Oct')
        >>> language("fr").short_day("2026-10-01"), language("fr").short_day("2026-10-11")
        ('1er oct.', '11 oct.')
        """
        return _formatted(iso, "d MMM", self.locale)

    def short_month(self, iso: str) -> str:
        """Return the month of a day in short.

        >>> language("fr").short_month("2026-10-02"), language("en").short_month("2026-10-02")
        ('oct.', 'Oct')
        """
        return _formatted(iso, "MMM", self.locale)

    def moment(self, iso: str) -> str:
        """Return day and time of an event, in this machine's time zone: « 20 nov., 21:04 »."""
        when = datetime.fromisoformat(iso).astimezone()
        return _first(format_datetime(when, "d MMM, HH:mm", locale=self.locale), self.locale)

    def hour(self, iso: str) -> str:
        """Return the time of day of an event, in this machine's time zone: « 21 h 42 »."""
        when = datetime.fromisoformat(iso).astimezone()
        pattern = (
            "HH\N{NO-BREAK SPACE}'h'\N{NO-BREAK SPACE}mm" if self.code == "fr" else "HH:mm"
        )
        return str(format_datetime(when, pattern, locale=self.locale))

    @property
    def decimal_symbol(self) -> str:
        """The sign between units and decimals.

        >>> language("fr").decimal_symbol, language("en").decimal_symbol
        (',', '.')
        """
        return str(Locale.parse(self.locale).number_symbols["latn"]["decimal"])


@lru_cache(maxsize=1024)
def _formatted(iso: str, pattern: str, locale: str) -> str:
    return _first(format_date(day.fromisoformat(iso), pattern, locale=locale), locale)


@lru_cache(maxsize=256)
def _date(iso: str, locale: str) -> str:
    return _first(format_date(day.fromisoformat(iso), "long", locale=locale), locale)


def _first(text: str, locale: str) -> str:
    """Write the first day of a month as French does: Babel has « 1 septembre ».

    >>> _first("1 septembre", "fr_FR"), _first("11 mai", "fr_FR"), _first("1 May", "en_GB")
    ('1er septembre', '11 mai', '1 May')
    """
    is_first = locale.startswith("fr") and text.startswith("1 ")
    return text.replace("1 ", "1er ", 1) if is_first else text


@lru_cache(maxsize=32)
def language(code: str) -> Language:
    """Return the language of this code; French for a code not in :data:`LANGUAGES`."""
    known = code if code in LANGUAGES else next(iter(LANGUAGES))
    return Language(known, translator(known), locale_of(known))
