"""Statistics of circles, added up from one stored summary a sheet and never patched.

A summary counts with the hash of the last event of its sheet: a sheet with newer events is
summed up again. A hand of tonight costs the summary of one sheet, and the sum of this evening:
the sums of earlier ones are kept, and copied (:class:`EarlierSums`).
"""

import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cachetools import LRUCache

from scorekeeper.circles.circle import Circle, Link, Result
from scorekeeper.circles.formats.circle_document import fault_of
from scorekeeper.circles.ranking import RANKINGS
from scorekeeper.circles.season import ALL_TIME, Season
from scorekeeper.circles.statistics import Played, Statistics, add_up, evenings_of
from scorekeeper.circles.summary import (
    SheetSummary,
    decode_head,
    decode_summary,
    encode_summary,
    summarize,
    summarize_result,
)
from scorekeeper.sheets.evening_result import EVENING_STREAMS, result_of
from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.sheets.sheet import FREE_SCORING, Sheet, fold
from scorekeeper.streams.base import DatabaseBusy, DatabaseStopped, Head, StoredSummary

MAX_CIRCLES = 100
"""Circles whose statistics are cached: those of a busy evening."""

MAX_SEASONS = 16
"""Seasons of each whose statistics are cached."""

PACKAGES = ("rules", "games", "sheets", "circles")
"""The packages that decide what a summary of a sheet says."""


@cache
def program_version() -> str:
    """Return a hash of the code that computes summaries: another program computes anew."""
    folder, digest = Path(__file__).parents[2], sha256()
    packages = [folder / name for name in PACKAGES]
    for package in (*packages, *(evenings.package for evenings in EVENING_STREAMS.values())):
        for path in sorted(package.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


NO_HEAD = Head(0, b"")
NO_RESULT = SheetSummary("", "", 0, 0, False, is_result=True)


class CountedSheet(NamedTuple):
    """A sheet of a circle as it stood at one moment."""

    link: Link
    head: Head
    """Its last event."""
    summary: SheetSummary
    """Without its players."""
    result: Result | None = None
    """Of an evening that is known by its ranking alone."""

    @property
    def order(self) -> tuple[str, bool, int, int]:
        """Its place among others: by day, results last, part of the evening, linking."""
        summary = self.summary
        return summary.date, summary.is_result, summary.part, self.link.number

    def read(self, texts: Mapping[int, str]) -> SheetSummary | None:
        """Return the whole summary, from the stored ones; nothing if it was deleted."""
        text = texts.get(self.link.sheet)
        if self.result is None:
            return decode_summary(text) if text else None
        if text is None and self.link.sheet:
            return None
        summary = decode_summary(text) if text else summarize_result(self.result.lines)
        return summary._replace(date=self.result.date, game=self.result.game)


class SeasonStatistics(NamedTuple):
    """The statistics of one season, and an ETag of exactly these."""

    statistics: Statistics
    etag: str
    """Equal for equal statistics of the same circle."""
    is_open: bool
    """True if a sheet of the last evening is open."""

    def is_provisional(self, today: date) -> bool:
        """Return True if the last evening is being played: today, or since yesterday."""
        last = self.statistics.evenings[-1:]
        return self.is_open and any(evening.date in _days_played(today) for evening in last)


class EarlierSums(NamedTuple):
    """The sums of the evenings of a season before its last one."""

    sheets: list[tuple[tuple[int, ...], CountedSheet]]
    """What was added up: the players of each sheet, merges followed, and its last event."""
    statistics: Statistics
    """Never to be changed: the last evening is added to a copy."""


class Summaries:
    """The summaries of sheets: stored ones that are up to date, the others computed."""

    def __init__(self, repository: SheetRepository) -> None:
        self._repository = repository

    def texts(self, heads: Mapping[int, Head], for_file: bool = False) -> dict[int, str]:
        """Return the summaries of sheets by id, as text, at these last events; deleted ones
        are missing. For a file they say whether it can hold the sheet."""
        journal, program = self._repository.journal, program_version()
        stored = journal.read_summaries(heads.keys(), program)
        texts = {
            id: row.body
            for id, row in stored.items()
            if row.hash == heads[id].hash
            and not (for_file and decode_head(row.body).fits_file is None)
        }
        computed = {
            id: summary
            for id in heads.keys() - texts.keys()
            if (summary := self._summary(id, heads[id], for_file)) is not None
        }
        if computed:  # for other processes and later: a failure costs only time
            with suppress(DatabaseBusy, DatabaseStopped):
                journal.write_summaries(computed, program)
        return texts | {id: row.body for id, row in computed.items()}

    def _summary(self, id: int, head: Head, for_file: bool) -> StoredSummary | None:
        """Return the summary of a sheet or a tournament after an event; it is not cached."""
        cached = self._repository.cache.cached(id)
        if isinstance(cached, Sheet) and cached.hash == head.hash:
            sheet = cached
        else:
            events = self._repository.journal.events(id)[: head.seq]
            if not events:
                return None
            if result := result_of(events):
                lines = (line[1:] for line in result.lines)
                return StoredSummary(head.hash, encode_summary(summarize_result(lines)))
            sheet = fold(events)
        fits = fault_of(sheet, ()) is None if for_file else None
        summary = summarize(sheet)._replace(fits_file=fits)
        return StoredSummary(sheet.hash, encode_summary(summary))


class CircleSheets:
    """All sheets of a circle that exist, as they stood at one moment, with their statistics;
    what has not changed since ``before`` is used again."""

    def __init__(
        self,
        circle: Circle,
        heads: Mapping[int, Head],
        summaries: Summaries,
        before: "CircleSheets | None" = None,
    ) -> None:
        self._circle, self._summaries = circle, summaries
        self.etag, self.heads = circle.etag, heads
        known = before._known if before else {}
        same = {id for id in known if before and before.heads[id] == heads.get(id)}
        changed = {id: head for id, head in heads.items() if id not in same}
        read = summaries.texts(changed) if changed else {}
        known = {id: known[id] for id in same} | {id: decode_head(read[id]) for id in read}
        self.sheets = [
            CountedSheet(link, heads[id], known[id])
            for id, link in circle.links.items()
            if id in known
        ]
        ranked = [
            CountedSheet(result.link, heads.get(result.link.sheet, NO_HEAD), head, result)
            for result in circle.results.values()
            for head in [NO_RESULT._replace(date=result.date, game=result.game)]
            if not result.link.sheet or result.link.sheet in known
        ]
        tournaments = {one.link.sheet for one in ranked} - {0}
        tables = {id for id, one in known.items() if one.tournament in tournaments}
        self.all = [one for one in self.sheets if one.link.sheet not in tables] + ranked
        """With evenings known by their ranking alone, without these tournaments' tables."""
        self._known: dict[int, SheetSummary] = known
        self._lock: threading.Lock = before._lock if before else threading.Lock()
        self._before = before._seasons if before else {}
        self._seasons: dict[Season, SeasonStatistics] = {}
        self._earlier: LRUCache[Season, EarlierSums] = (
            before._earlier if before else LRUCache(MAX_SEASONS)
        )

    def counted(self, season: Season) -> list[CountedSheet]:
        """Return the sheets that count for a season, in their order."""
        sheets = (
            sheet
            for sheet in self.all
            if season.counts(sheet.summary.date, sheet.summary.game)
        )
        return sorted(sheets, key=lambda sheet: sheet.order)

    def played(self, sheets: Iterable[CountedSheet]) -> list[Played]:
        """Return the summaries of these sheets, in their order; deleted ones are left out."""
        chosen = list(sheets)
        heads = {sheet.link.sheet: sheet.head for sheet in chosen if sheet.link.sheet}
        texts = self._summaries.texts(heads)
        return [
            Played(sheet.link.number, self._circle.players_of(sheet.link), summary)
            for sheet in chosen
            if (summary := sheet.read(texts)) is not None
        ]

    def statistics(self, season: Season) -> SeasonStatistics:
        """Return the statistics of the sheets that count for a season."""
        with self._lock:
            if season not in self._seasons:
                if len(self._seasons) >= MAX_SEASONS:
                    self._seasons.clear()
                self._seasons[season] = self._added_up(season)
            return self._seasons[season]

    def _added_up(self, season: Season) -> SeasonStatistics:
        counted, before = self.counted(season), self._before.get(season)
        etag = self._etag_of(counted)
        if before is not None and before.etag == etag:
            return before
        first = _last_evening(counted)
        statistics = self._earlier_sums(season, counted[:first]).copy()
        for evening in evenings_of(self.played(counted[first:])):
            statistics.add_evening(evening)
        last = statistics.evenings[-1].numbers if statistics.evenings else ()
        is_open = any(sheet.summary.is_open for sheet in counted if sheet.link.number in last)
        return SeasonStatistics(statistics, etag, is_open)

    def _earlier_sums(self, season: Season, sheets: list[CountedSheet]) -> Statistics:
        """Return the statistics of the sheets before the last evening, to be copied."""
        from_these = [
            (self._circle.players_of(sheet.link), sheet._replace(summary=NO_RESULT))
            for sheet in sheets
        ]
        kept = self._earlier.get(season)
        if kept is None or kept.sheets != from_these:
            kept = EarlierSums(from_these, add_up(self.played(sheets)))
            self._earlier[season] = kept
        return kept.statistics

    def _etag_of(self, counted: Iterable[CountedSheet]) -> str:
        digest = sha256(self.etag.encode())
        for sheet in counted:
            digest.update(b"%d " % sheet.link.number + sheet.head.hash)
        return digest.hexdigest()[:16]

    def games(self, season: Season = ALL_TIME) -> list[str]:
        """Return the codes of the games that a season counts, that of most sheets first; of as
        many, free scoring last, else that with most hands first."""
        sheets, hands = Counter[str](), Counter[str]()
        for sheet in self.counted(season):
            hands[sheet.summary.game] += sheet.summary.hands or sheet.summary.is_result
            sheets[sheet.summary.game] += 1
        return sorted(
            +hands, key=lambda game: (-sheets[game], game == FREE_SCORING, -hands[game], game)
        )

    def of_one_game(self, season: Season, game: str = "") -> Season:
        """Return a season with one of its games, the first of :meth:`games` without a code,
        whose points are not another one's; the same season if no other was played in it."""
        games = self.games(season)
        if len(games) < 2:
            return season
        return season._replace(games=(game if game in games else games[0],))

    def of_board(self, season: Season, game: str = "") -> Season:
        """Return what has one board: a season whose ranking adds up several games (see
        :attr:`~scorekeeper.circles.ranking.Ranking.adds_games`), or one of its games as
        :meth:`of_one_game`."""
        adds_games = RANKINGS[season.ranking].adds_games
        return season if adds_games else self.of_one_game(season, game)

    def under_way(self, today: date) -> list[Link]:
        """Return the sheets of today and of the day before that are open, the latest first."""
        days = _days_played(today)
        links = [
            sheet.link
            for sheet in self.sheets
            if sheet.summary.is_open and sheet.summary.date in days
        ]
        return links[::-1]


def _last_evening(sheets: list[CountedSheet]) -> int:
    """Return the place of the first sheet of the last day; of the last one without a date."""
    first = len(sheets) - 1
    date = sheets[-1].summary.date if sheets else ""
    while first > 0 and date and sheets[first - 1].summary.date == date:
        first -= 1
    return max(first, 0)


def _days_played(today: date) -> tuple[str, str]:
    """Return the days whose sheets may be played now: an evening goes on after midnight."""
    return today.isoformat(), (today - timedelta(days=1)).isoformat()


class _CachedCircle:
    """The last known sheets of one circle."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.sheets: CircleSheets | None = None


class CircleStatistics:
    """The statistics of the circles of one installation; safe for threads. Each look compares
    the last events of all sheets of a circle; one thread at a time sums up those that have
    changed."""

    def __init__(self, repository: SheetRepository) -> None:
        self._repository = repository
        self.summaries = Summaries(repository)
        self._circles: LRUCache[int, _CachedCircle] = LRUCache(MAX_CIRCLES)
        self._lock = threading.Lock()

    def sheets(self, circle_id: int, circle: Circle) -> CircleSheets:
        """Return the sheets of a circle as they stand now."""
        with self._lock:
            cached = self._circles.setdefault(circle_id, _CachedCircle())
        with cached.lock:
            before, heads = cached.sheets, self._repository.journal.heads(circle.streams)
            if before is not None and (before.etag, before.heads) == (circle.etag, heads):
                return before
            cached.sheets = CircleSheets(circle, heads, self.summaries, before)
            return cached.sheets
