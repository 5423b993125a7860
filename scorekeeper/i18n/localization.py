"""The language of a reader, with dates as it writes them: patterns and months are messages."""

from datetime import date as day
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.i18n.languages import LANGUAGES, translator
from scorekeeper.i18n.messages import Message, Translate, msg

MONTHS = msg(
    "janvier, février, mars, avril, mai, juin, "
    "juillet, août, septembre, octobre, novembre, décembre"
)
"""The months in full, as a date has them."""

SHORT_MONTHS = msg("janv., févr., mars, avr., mai, juin, juil., août, sept., oct., nov., déc.")
"""The months in short, in the same order."""


class Language(NamedTuple):
    """One language: its translations, and how it writes dates."""

    code: str
    translate: Translate

    def date(self, iso: str) -> str:
        """Return a day in full.

        >>> language("fr").date("2026-11-20"), language("en").date("2026-11-20")
        ('20 novembre 2026', '20 November 2026')
        >>> language("fr").date("2026-09-01"), language("en").date("2026-09-01")
        ('1er septembre 2026', '1 September 2026')
        """
        when = day.fromisoformat(iso)
        message = msg("%(day)s %(year)s", day=self._day(when, MONTHS), year=str(when.year))
        return message.render(self.translate)

    def short_day(self, iso: str) -> str:
        """Return a day in short.

        >>> language("fr").short_day("2026-10-02"), language("en").short_day("2026-10-02")
        ('2 oct.', '2 Oct')
        >>> language("fr").short_day("2026-10-01"), language("fr").short_day("2026-10-11")
        ('1er oct.', '11 oct.')
        """
        return self._day(day.fromisoformat(iso), SHORT_MONTHS).render(self.translate)

    def short_month(self, iso: str) -> str:
        """Return the month of a day in short.

        >>> language("fr").short_month("2026-10-02"), language("en").short_month("2026-10-02")
        ('oct.', 'Oct')
        """
        return self._month(day.fromisoformat(iso), SHORT_MONTHS)

    def moment(self, iso: str) -> str:
        """Return day and time of an event, in this machine's time zone: « 20 nov., 21:04 »."""
        when = datetime.fromisoformat(iso).astimezone()
        message = msg(
            "%(day)s, %(time)s", day=self._day(when, SHORT_MONTHS), time=f"{when:%H:%M}"
        )
        return message.render(self.translate)

    def hour(self, iso: str) -> str:
        """Return the time of day of an event, in this machine's time zone: « 21 h 42 »."""
        when = datetime.fromisoformat(iso).astimezone()
        message = msg(
            "%(hour)s\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}%(minute)s",
            hour=f"{when:%H}",
            minute=f"{when:%M}",
        )
        return message.render(self.translate)

    def _day(self, when: day, months: Message) -> Message:
        month = self._month(when, months)
        if when.day == 1:
            return msg("1er %(month)s", month=month)
        return msg("%(number)s %(month)s", number=str(when.day), month=month)

    def _month(self, when: day, months: Message) -> str:
        return self.translate(months.text).split(", ")[when.month - 1]


@lru_cache(maxsize=32)
def language(code: str) -> Language:
    """Return the language of this code; French for a code not in :data:`LANGUAGES`."""
    known = code if code in LANGUAGES else next(iter(LANGUAGES))
    return Language(known, translator(known))
