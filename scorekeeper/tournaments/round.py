"""A round from the day its seats were published: tables, slips, penalties, calls, clock.

:data:`ROUND_CHANGES` has the events that change one round; a
:class:`~scorekeeper.tournaments.tournament.Tournament` applies them.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, NamedTuple

from scorekeeper.streams.events import Body, Event
from scorekeeper.tournaments.clock import Clock

NOTHING: Mapping[Any, Any] = MappingProxyType({})

Table = tuple[int, ...]
"""Numbers seated at a table: at Tarot players, North, South, East, West, a fifth; at
belote two teams."""


class TableResult(NamedTuple):
    """The slip of one table."""

    points: tuple[int, ...]
    """One number a seat at Tarot, one a side at belote."""
    belotes: int = 0
    capots: int = 0
    extra: int = 0
    """Announcements, and whatever a contract adds to the deck."""
    deals: int = 0
    """Deals that were played, if other than in the regulations; 0 else."""
    how: str = "played"
    """``played``, ``forfeit``, ``average``, ``half``: see ``docs/tournaments.md``."""
    reason: str = ""
    """Of the last correction, once the round was closed."""

    def is_same(self, other: "TableResult") -> bool:
        """Return True if both say the same, whatever the reason."""
        return self._replace(reason="") == other._replace(reason="")


class Slip(NamedTuple):
    """A result as it stands, and how often it was typed."""

    result: TableResult
    seq: int
    """Of the last event that changed it."""
    typed: int = 1
    """Times that this same result was typed."""
    by: int = 0
    """The person at the table who accepted the result of its sheet; 0 for the desk."""
    sheet: str = ""
    """The ETag of the table's sheet as it was accepted; empty for a slip of paper."""
    beside: str = ""
    """The ETag of the table's sheet as the desk saw it when it noted the table otherwise;
    empty where there was no sheet."""
    stopped: bool = False
    """True if the desk noted what the sheet said before its last deal."""


class Penalty(NamedTuple):
    """Points apart from the deals."""

    entry: int
    """The ``seq`` of its event."""
    who: int
    """The number of who is ranked: a player, or a team."""
    points: int
    """Negative where they are taken away."""
    reason: str


class Call(NamedTuple):
    """A table that has called the referee in a round."""

    at: str
    """The time of the last call, ISO 8601 in UTC."""
    times: int = 1
    is_open: bool = True
    """False once it was answered."""
    comes: str = ""
    """The time at which the referee has answered it, ISO 8601 in UTC."""


class Published(NamedTuple):
    """One line of a ranking as it was published."""

    place: int
    who: int
    total: int
    wins: int


class Round(NamedTuple):
    """A round from the day its seats were published."""

    number: int
    draw: str
    tables: tuple[Table, ...]
    exempt: tuple[int, ...] = ()
    seed: int = 0
    basis: int = 0
    """The round whose ranking was used; 0 without."""
    repeats: int = 0
    """Pairs at its tables, each counted as often as they had met before."""
    forced: bool = False
    finalists: frozenset[int] = frozenset()
    """Who was drawn into the final; nobody in a round that is none. Where others sit at tables
    too, these are after those of the final: the consolante."""
    is_mended: bool = False
    """True once its seats were changed by hand."""
    moved: Mapping[int, int] = NOTHING
    """The new numbers of tables whose number changed last, by the old ones."""
    slips: Mapping[int, Slip] = NOTHING
    """By the numbers of tables."""
    penalties: tuple[Penalty, ...] = ()
    is_closed: bool = False
    """True once its results count, until seats change so that one is missing again."""
    ranking: tuple[Published, ...] = ()
    """As it was published last after this round."""
    clock: Clock = Clock()
    calls: Mapping[int, Call] = NOTHING
    """By the numbers of tables."""
    published: "Round | None" = None
    """The round as its results were published last; none before."""

    @property
    def is_final(self) -> bool:
        """True if only the best of the ranking play for the first places."""
        return bool(self.finalists)

    @property
    def consolation(self) -> range:
        """The tables of the consolante."""
        count = sum(map(self.finalists.isdisjoint, self.tables)) if self.finalists else 0
        end = len(self.tables) + 1
        return range(end - count, end)

    @property
    def missing(self) -> tuple[int, ...]:
        """The tables without a result."""
        return tuple(n for n in range(1, len(self.tables) + 1) if n not in self.slips)

    @property
    def seated(self) -> frozenset[int]:
        """Everybody who sits at a table: players, or teams."""
        return frozenset(one for table in self.tables for one in table)

    def changed_by(self, tables: Iterable[Table]) -> tuple[int, ...]:
        """Return the tables that would not be the same with these seats."""
        pairs = enumerate(zip_longest(self.tables, tables), 1)
        return tuple(n for n, (before, after) in pairs if before != after)

    def table_of(self, seated: int) -> int:
        """Return the table of a player or team that is seated; 0 if it is not."""
        found = (n for n, table in enumerate(self.tables, 1) if seated in table)
        return next(found, 0)


def published(event: Event) -> Round:
    """Return the round of an event that publishes its seats."""
    body = event.body
    tables, exempt = _seats(body)
    of_final = len(tables) - body.get("consolation", 0) if body.get("final") else 0
    return Round(
        body["round"],
        body["draw"],
        tables,
        exempt,
        body.get("seed", 0),
        body.get("basis", 0),
        body.get("repeats", 0),
        body.get("forced", False),
        frozenset(one for table in tables[:of_final] for one in table),
    )


def _seats(body: Body) -> tuple[tuple[Table, ...], tuple[int, ...]]:
    return tuple(map(tuple, body["tables"])), tuple(body.get("exempt", ()))


def _reseated(before: Round, event: Event) -> Round:
    tables, exempt = _seats(event.body)
    slips = {
        number: slip
        for number, slip in before.slips.items()
        if number <= len(tables) and len(tables[number - 1]) == len(before.tables[number - 1])
    }
    numbers = {table: number for number, table in enumerate(tables, 1)}
    moved = {
        number: numbers[table]
        for number, table in enumerate(before.tables, 1)
        if numbers.get(table, number) != number
    }
    return before._replace(
        tables=tables,
        exempt=exempt,
        repeats=event.body.get("repeats", 0),
        is_mended=True,
        moved=moved or before.moved,
        slips=slips,
        is_closed=before.is_closed and len(slips) == len(tables),
    )


def result_of(body: Body) -> TableResult:
    """Return the result that the body of an event describes."""
    fields = {name: body[name] for name in TableResult._fields if name in body}
    return TableResult(**{**fields, "points": tuple(body["points"])})


OF_SHEET = ("by", "sheet", "beside", "stopped")
"""The fields of a slip that say what it has to do with the table's sheet."""


def _slip(before: Round, event: Event) -> Round:
    result, known = result_of(event.body), before.slips.get(event.body["table"])
    sheet = {name: event.body[name] for name in OF_SHEET if name in event.body}
    slip = Slip(result, event.seq, **sheet)
    if known is not None and known.result.is_same(result):
        slip = known._replace(typed=known.typed + 1, **sheet)
    return before._replace(slips={**before.slips, event.body["table"]: slip})


def _timed(before: Round, event: Event) -> Round:
    return before._replace(clock=Clock(*(event.body[name] for name in Clock._fields)))


def _called(before: Round, event: Event) -> Round:
    table = event.body["table"]
    times = before.calls[table].times if table in before.calls else 0
    return before._replace(calls={**before.calls, table: Call(event.at, times + 1)})


def _answered(before: Round, event: Event) -> Round:
    table, comes = event.body["table"], event.at if event.body.get("comes") else ""
    answered = before.calls[table]._replace(is_open=False, comes=comes)
    return before._replace(calls={**before.calls, table: answered})


def _fined(before: Round, event: Event) -> Round:
    body = event.body
    penalty = Penalty(event.seq, body["who"], body["points"], body["reason"])
    return before._replace(penalties=(*before.penalties, penalty))


ROUND_CHANGES: Mapping[str, Callable[[Round, Event], Round]] = {
    "reseated": _reseated,
    "timed": _timed,
    "slip": _slip,
    "called": _called,
    "answered": _answered,
    "fined": _fined,
}
"""The function that applies each kind of event of one round."""
