"""The form of a season: title, dates, games, ranking, floor, and if it is official or over."""

from dataclasses import dataclass, field
from datetime import date
from typing import Any, Self

from werkzeug.datastructures import MultiDict

from scorekeeper.circles.checks import season_error
from scorekeeper.circles.ranking import RANKINGS
from scorekeeper.circles.season import POINTS, Season
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.names import NAME_LENGTH, clean

USUAL_BEST, USUAL_FLOOR = 10, 20
"""The evenings and the hands that the form of a new season proposes."""

MOST_BEST, MOST_FLOOR = 999, 9999

BAD_DATE = msg("une date, comme 2026-09-01")
BAD_NUMBER = msg("un nombre entier de 0 à %(most)s").text


@dataclass
class SeasonForm:
    """A season as its form shows and posts it, each field as it was typed."""

    title: str = ""
    start: str = ""
    end: str = ""
    games: tuple[str, ...] = ()
    ranking: str = POINTS
    best: str = str(USUAL_BEST)
    floor: str = str(USUAL_FLOOR)
    official: bool = False
    archived: bool = False
    errors: dict[str, Message] = field(default_factory=dict)
    """Each error by the name of its field; that of the season as a whole by ``title``."""

    @classmethod
    def of(cls, season: Season) -> Self:
        """The form of a season that exists."""
        return cls(
            season.title,
            season.start,
            season.end,
            season.games,
            season.ranking,
            str(season.best or USUAL_BEST),
            str(season.floor),
            season.official,
            season.archived,
        )

    @classmethod
    def posted(cls, form: "MultiDict[str, str]") -> Self:
        """The form as it was posted."""
        return cls(
            clean(form.get("title", ""), NAME_LENGTH),
            form.get("start", "").strip(),
            form.get("end", "").strip(),
            tuple(code for code in GAMES if code in form.getlist("games")),
            form.get("ranking", ""),
            form.get("best", "").strip(),
            form.get("floor", "").strip(),
            "official" in form,
            "archived" in form,
        )

    @property
    def season(self) -> Season | None:
        """The season of this form; absent, with the errors, if it is refused."""
        self.errors = {}
        ranking = RANKINGS.get(self.ranking)
        fields: dict[str, Any] = {
            "start": self._date("start"),
            "end": self._date("end"),
            "best": self._number("best", MOST_BEST) if ranking and ranking.counts_best else 0,
            "floor": self._number("floor", MOST_FLOOR),
        }
        season = Season(
            title=self.title,
            games=self.games,
            ranking=self.ranking,
            official=self.official,
            archived=self.archived,
            **fields,
        )
        if not self.errors and (found := season_error(season)):
            self.errors = {_field_of(season): found}
        return None if self.errors else season

    def _date(self, name: str) -> str:
        typed = getattr(self, name)
        try:
            return date.fromisoformat(typed).isoformat() if typed else ""
        except ValueError:
            self._refuse(name, BAD_DATE)
            return ""

    def _number(self, name: str, most: int) -> int:
        typed = getattr(self, name) or "0"
        if typed.isascii() and typed.isdigit() and len(typed) < 6 and int(typed) <= most:
            return int(typed)
        self._refuse(name, Message(BAD_NUMBER, {"most": most}))
        return 0

    def _refuse(self, name: str, why: Message) -> None:
        self.errors[name] = why


def _field_of(season: Season) -> str:
    """The question beside which the error of a whole season stands."""
    if not season.title:
        return "title"
    if season.start and season.end and season.end < season.start:
        return "end"
    return "ranking" if season.ranking not in RANKINGS else "best"
