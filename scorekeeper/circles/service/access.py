"""Access to a circle: from a token to the circle it opens, and what its role allows."""

from collections.abc import Sequence
from functools import cached_property

from scorekeeper.circles.checks import require_room
from scorekeeper.circles.circle import Circle, fold_circle
from scorekeeper.circles.season import Season
from scorekeeper.circles.service.statistics import (
    CircleSheets,
    CircleStatistics,
    SeasonStatistics,
)
from scorekeeper.circles.service.tokens import (
    PREFIX,
    CircleRole,
    Tokens,
    role_of,
    sheet_token,
    tokens_from,
)
from scorekeeper.sheets.service.access import SheetAccess, SheetRepository
from scorekeeper.streams.access import Access
from scorekeeper.streams.base import read_only_token
from scorekeeper.streams.events import Event
from scorekeeper.streams.kind import Kind, Rights
from scorekeeper.streams.repository import Repository

CIRCLES = Kind(
    "circles",
    fold_circle,
    lambda token, may_write: role_of(token),
    {
        CircleRole.READING: Rights([CircleRole.READING]),
        CircleRole.TABLE: Rights(
            [CircleRole.TABLE, CircleRole.READING], frozenset({"linked", "joined"})
        ),
        CircleRole.GUARDIAN: Rights([*CircleRole], None),
    },
    PREFIX,
    {"season": ["title"], "result": ["title"]},
)


class CircleAccess(Access[Circle]):
    """One circle as one token opens it, for the duration of one request."""

    kind = CIRCLES
    repository: "CircleRepository"

    @property
    def circle_id(self) -> int:
        """The id of the circle."""
        return self.stream

    @property
    def circle(self) -> Circle:
        """The circle as it stood when its token was looked up; see :meth:`refresh`."""
        return self.state

    @cached_property
    def outline(self) -> Circle:
        """The title and the names of the circle; of the rest it may know nothing."""
        return self.circle

    @cached_property
    def sheets(self) -> CircleSheets:
        """All sheets of the circle, with their statistics, as they stood when they were first
        looked at; see :meth:`refresh`."""
        return self.repository.statistics.sheets(self.circle_id, self.circle)

    def statistics(self, season: Season) -> SeasonStatistics:
        """Return the statistics of the sheets that count for a season."""
        return self.sheets.statistics(season)

    @property
    def guards(self) -> bool:
        """True if this token may change names, merges, seasons and links."""
        return self.may(CircleRole.GUARDIAN)

    @property
    def may_open(self) -> bool:
        """True if this token may open sheets in the circle and write on them."""
        return self.may(CircleRole.TABLE)

    @property
    def tokens(self) -> Tokens:
        """The tokens that the holder of this one has; those above it are empty."""
        return tokens_from(self.token)

    def _set(self, state: Circle) -> None:
        self.__dict__.pop("sheets", None)
        super()._set(state)

    def _require_room(self, before: Circle, after: Circle, kind: str) -> None:
        require_room(before, after, kind)

    def sheet_token(self, sheet_id: int) -> str:
        """Return the token with which this access writes or reads a sheet of the circle. It
        opens nothing if the links of the sheet were renewed since it was linked."""
        link = self.circle.links.get(sheet_id)
        removals = link.removals if link else 0
        token = sheet_token(self.repository.secret_key, self.circle_id, sheet_id, removals)
        return token if self.may_open else read_only_token(token)

    def opens_sheet(self, sheet_id: int) -> bool:
        """Return True if :meth:`sheet_token` opens the sheet."""
        return self.repository.sheets.is_known(self.sheet_token(sheet_id))

    def grant_access(self, sheet: SheetAccess) -> None:
        """Let this circle open a sheet that it has linked. Raise WriteForbidden if one of both
        accesses may only read, StreamDeleted if the sheet was deleted."""
        self.require(CircleRole.TABLE)
        sheet.require_write()
        token = self.sheet_token(sheet.sheet_id)
        self.repository.journal.add_tokens(
            sheet.sheet_id, {token: True, read_only_token(token): False}
        )
        sheet.refresh()


class CircleRepository(Repository[CircleAccess]):
    """The circles of one installation, beside its sheets, whose journal and key they share."""

    opens = CircleAccess

    def __init__(self, sheets: SheetRepository) -> None:
        super().__init__(lambda: sheets.journal, lambda: sheets.secret_key, sheets.cache)
        self.sheets = sheets
        self.statistics = CircleStatistics(sheets)

    def circle(self, circle_id: int) -> Circle:
        """Return the circle of this id as it stands, or raise StreamDeleted."""
        circle: Circle = self.state(circle_id)
        return circle

    def _set_outline(self, access: CircleAccess, events: Sequence[Event]) -> None:
        cached = self.cache.cached(access.stream)
        if cached is None or access.head is None or cached.hash != access.head.hash:
            super()._set_outline(access, events)
