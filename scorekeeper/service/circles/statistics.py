"""The statistics of a circle, kept as long as nothing that they count has changed.

They are added up from the summaries of sheets, each known by the hash of the last event of
its sheet, and never patched: of what was added up before, only the evenings before the last
one are used again, and only if all of their sheets still have the same hashes and players.
"""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from hashlib import sha256
from typing import NamedTuple

from cachetools import LRUCache

from scorekeeper.circles.circle import Circle, Link
from scorekeeper.circles.season import Season
from scorekeeper.circles.statistics import Played, Statistics, add_up, evenings_of
from scorekeeper.circles.summary import decode_summary
from scorekeeper.service.access import SheetRepository
from scorekeeper.service.circles.known_sheets import KnownSheet, KnownSheets
from scorekeeper.service.circles.summaries import SLICE, Summaries
from scorekeeper.service.errors import StatisticsUnfinished

MAX_CIRCLES = 100
"""Circles whose statistics are kept: those of a busy evening."""

MAX_SEASONS = 16
"""Seasons of each whose statistics are kept."""

Counted = Sequence[tuple[Link, KnownSheet]]
"""The sheets that count for a season, in their order."""


class SeasonStatistics(NamedTuple):
    """The statistics of one season, and a name for exactly these."""

    statistics: Statistics
    etag: str
    """Equal for equal statistics of the same circle."""
    before: Statistics
    """The statistics of all evenings but the last; not to be changed."""
    is_open: bool
    """True if a sheet of the last evening is open."""

    def is_provisional(self, today: date) -> bool:
        """True if the last evening is being played: today, or since yesterday."""
        last = self.statistics.evenings[-1:]
        return self.is_open and any(one.date in _days_played(today) for one in last)


NOTHING_COUNTED = SeasonStatistics(Statistics(), "", Statistics(), False)


@dataclass
class _Kept:
    """The sums of one season that are kept."""

    circle: str = ""
    """The ETag of the circle."""
    position: int = -1
    """The position in the change log of the circle's sheets."""
    before: tuple[object, ...] = ()
    """The sheets of all evenings but the last, with their hashes and players."""
    sheets_before: frozenset[int] = frozenset()
    checkpoint: Statistics = field(default_factory=Statistics)
    """The statistics of these."""
    etag_before: bytes = b""
    last: Sequence[Link] = ()
    """The sheets of the last evening, in their order."""
    is_undated: bool = False
    """True if no sheet has a date: what is played on the last one may change its place."""
    result: SeasonStatistics = NOTHING_COUNTED


class _KnownCircle:
    """The known sheets and kept sums of one circle."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.sheets = KnownSheets()
        self.seasons: LRUCache[Season, _Kept] = LRUCache(MAX_SEASONS)


class CircleStatistics:
    """The statistics of the circles of one installation.

    Safe for threads: one at a time computes those of a circle. Summing up many sheets for the
    first time is done in slices, and each method takes ``waits``: true if its caller waits
    for all of them. Else it raises :class:`StatisticsUnfinished` after one slice, or if
    another caller computes one; what was computed is kept.
    """

    def __init__(self, repository: SheetRepository) -> None:
        self._repository = repository
        self.summaries = Summaries(repository)
        self._circles: LRUCache[int, _KnownCircle] = LRUCache(MAX_CIRCLES)
        self._lock = threading.Lock()

    def season(
        self, circle_id: int, circle: Circle, season: Season, waits: bool = True
    ) -> SeasonStatistics:
        """The statistics of the sheets that count for a season."""
        with self._looked(circle_id, circle, waits) as known:
            kept = known.seasons.setdefault(season, _Kept())
            self._update(kept, known.sheets, circle, season)
            return kept.result

    def counted(
        self, circle_id: int, circle: Circle, season: Season, waits: bool = True
    ) -> list[Link]:
        """The sheets that count for a season, in their order."""
        with self._looked(circle_id, circle, waits) as known:
            return [link for link, _ in _counted(known.sheets, circle, season)]

    def played(
        self, circle_id: int, circle: Circle, links: Sequence[Link], waits: bool = True
    ) -> list[Played]:
        """The summaries of these sheets, in their order; deleted ones are left out."""
        with self._looked(circle_id, circle, waits) as known:
            both = [(link, known.sheets.by_id.get(link.sheet)) for link in links]
        return self._played(circle, [(link, one) for link, one in both if one])

    def sheets(
        self, circle_id: int, circle: Circle, waits: bool = True
    ) -> Mapping[int, KnownSheet]:
        """Every sheet of a circle that still exists as it is known, by its id."""
        with self._looked(circle_id, circle, waits) as known:
            return dict(known.sheets.by_id)

    def hands_of_games(
        self, circle_id: int, circle: Circle, waits: bool = True
    ) -> Mapping[str, int]:
        """The hands of each game that was played in a circle, by its code."""
        with self._looked(circle_id, circle, waits) as known:
            return known.sheets.hands_of_games()

    def _known(self, circle_id: int) -> _KnownCircle:
        with self._lock:
            return self._circles.setdefault(circle_id, _KnownCircle())

    @contextmanager
    def _looked(self, circle_id: int, circle: Circle, waits: bool) -> Iterator[_KnownCircle]:
        """The known sheets of a circle as they stand now, for one thread alone.

        :raises StatisticsUnfinished: see the class.
        """
        known = self._known(circle_id)
        self._look(known, circle, waits)
        try:
            yield known
        finally:
            known.lock.release()

    def _look(self, known: _KnownCircle, circle: Circle, waits: bool) -> None:
        """Lock the known sheets of a circle, and look at them. Slices of others may come
        between those of a caller who waits."""
        while True:
            total, missing = len(circle.links), known.sheets.missing
            if not known.lock.acquire(timeout=SLICE if missing and not waits else -1):
                raise StatisticsUnfinished(max(0, total - missing), total)
            try:
                known.sheets.look(circle, self._repository, self.summaries)
            except BaseException as error:
                known.lock.release()
                if not (waits and isinstance(error, StatisticsUnfinished)):
                    raise
            else:
                return

    def _update(
        self, kept: _Kept, sheets: KnownSheets, circle: Circle, season: Season
    ) -> None:
        """Add up again what has changed: nothing, the last evening, or everything."""
        is_same = kept.circle == circle.etag
        changed = sheets.changes.since(kept.position) if is_same else None
        if changed == set():
            return
        position = sheets.changes.position
        is_last_only = changed is not None and changed.isdisjoint(kept.sheets_before)
        are_there = all(link.sheet in sheets.by_id for link in kept.last)
        if not is_last_only or not are_there or not kept.last or kept.is_undated:
            self._count(kept, sheets, circle, season)
        last = [(link, sheets.by_id[link.sheet]) for link in kept.last]
        self._add_last(kept, circle, sorted(last, key=_order))
        kept.position, kept.circle = position, circle.etag

    def _count(self, kept: _Kept, sheets: KnownSheets, circle: Circle, season: Season) -> None:
        """Find the sheets that count, and add up those before the last evening unless that was
        done before."""
        counted = _counted(sheets, circle, season)
        place = _last_evening(counted)
        before = counted[:place]
        identity = tuple(
            (link.number, circle.players_of(link), one.hash) for link, one in before
        )
        if identity != kept.before or not identity:
            kept.before, kept.checkpoint = identity, add_up(self._played(circle, before))
            kept.etag_before = _hash_of(before)
        kept.sheets_before = frozenset(link.sheet for link, _ in before)
        kept.last = [link for link, _ in counted[place:]]
        kept.is_undated = bool(counted) and not counted[-1][1].head.date

    def _add_last(self, kept: _Kept, circle: Circle, last: Counted) -> None:
        statistics = kept.checkpoint.copy()
        for evening in evenings_of(self._played(circle, last)):
            statistics.add_evening(evening)
        digest = sha256(kept.etag_before + _hash_of(last) + circle.etag.encode())
        is_open = any(one.head.is_open for _, one in last)
        etag = digest.hexdigest()[:16]
        kept.result = SeasonStatistics(statistics, etag, kept.checkpoint, is_open)

    def _played(self, circle: Circle, counted: Counted) -> list[Played]:
        texts = self.summaries.texts({link.sheet: one.hash for link, one in counted})
        return [
            Played(link.number, circle.players_of(link), decode_summary(texts[link.sheet]))
            for link, _ in counted
            if link.sheet in texts
        ]


def _counted(sheets: KnownSheets, circle: Circle, season: Season) -> Counted:
    """The sheets that count for a season, in their order."""
    both = [(link, sheets.by_id.get(sheet_id)) for sheet_id, link in circle.links.items()]
    counted = (
        (link, one)
        for link, one in both
        if one and season.counts(one.head.date, one.head.game)
    )
    return sorted(counted, key=_order)


def sheets_under_way(
    circle: Circle, sheets: Mapping[int, KnownSheet], today: date
) -> tuple[Link, ...]:
    """The sheets of today and of the day before that are still open, the latest first.

    :param sheets: by id.
    """
    days = _days_played(today)
    found = [
        link
        for sheet_id, link in circle.links.items()
        if (one := sheets.get(sheet_id)) and one.head.is_open and one.head.date in days
    ]
    return tuple(reversed(found))


def _days_played(today: date) -> tuple[str, str]:
    """The days whose sheets may be played now: an evening goes on after midnight."""
    return today.isoformat(), (today - timedelta(days=1)).isoformat()


def _order(both: tuple[Link, KnownSheet]) -> tuple[str, int, int]:
    return (*both[1].order, both[0].number)


def _last_evening(counted: Counted) -> int:
    """The place of the first sheet of the last evening."""
    place = max(0, len(counted) - 1)
    day = counted[-1][1].head.date if counted else ""
    while day and place and counted[place - 1][1].head.date == day:
        place -= 1
    return place


def _hash_of(counted: Iterable[tuple[Link, KnownSheet]]) -> bytes:
    digest = sha256()
    for link, one in counted:
        digest.update(b"%d " % link.number + one.hash)
    return digest.digest()
