"""Access to a circle: from a token to the circle it opens, and what its role allows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.caching.circle_cache import CircleCache
from scorekeeper.circles.checks import MAX_EVENTS, MAX_LINKS, MAX_NAMES, MAX_SEASONS
from scorekeeper.circles.circle import Circle, Link, fold_circle
from scorekeeper.circles.season import Season
from scorekeeper.service.access import SheetAccess, SheetRepository, new_key
from scorekeeper.service.circles.statistics import (
    CircleSheets,
    CircleStatistics,
    SeasonStatistics,
)
from scorekeeper.service.circles.tokens import (
    Role,
    SheetTokens,
    Tokens,
    in_journal,
    role_of,
    sheet_tokens,
    tokens_from,
)
from scorekeeper.service.errors import CircleFull, UnknownToken, WriteForbidden
from scorekeeper.sheets.events import Body, Event, seq_of_etag
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.storage.base import (
    Grant,
    Head,
    Journal,
    JournalMoved,
    KeyReused,
    as_stored,
)
from scorekeeper.storage.progress import Progress, unwatched

ROLES = {"linked": Role.TABLE, "joined": Role.TABLE}
"""The lowest role that may record a kind of event; guardians alone record the others."""

ALWAYS = ("renamed", "erased", "renewed", "unlinked")
"""The kinds of event that a full circle still takes: they remove something."""

Check = Callable[[Circle], None]
"""Raises a :class:`scorekeeper.service.errors.ServiceError` where the circle, as it is now,
must not take the event."""

MakeBody = Callable[[Circle], Body]
"""The body of an event for the circle as it is now."""


def no_check(circle: Circle) -> None:
    """Take the event whatever the circle."""


class CircleRepository:
    """The circles of one installation, beside its sheets.

    :param sheets: the sheets, with the journal and the key that circles share.
    """

    def __init__(
        self,
        sheets: SheetRepository,
        cache: CircleCache | None = None,
    ) -> None:
        self.sheets = sheets
        self.statistics = CircleStatistics(sheets)
        self.cache = cache or CircleCache()

    @property
    def journal(self) -> Journal:
        """The journal of this installation."""
        return self.sheets.journal

    @property
    def secret_key(self) -> bytes:
        """The key that derives tokens."""
        return self.sheets.secret_key

    def access(self, token: str) -> "CircleAccess":
        """The access that this token gives.

        :raises UnknownToken: if it opens no circle.
        """
        role = role_of(token)
        grant = self.journal.grant(in_journal(token)) if role else None
        if role is None or grant is None:
            raise UnknownToken
        return CircleAccess(self, token, grant.sheet_id, role)

    def is_known(self, token: str) -> bool:
        """True if this token opens a circle."""
        return self._grant(token) is not None

    def _grant(self, token: str) -> Grant | None:
        return self.journal.grant(in_journal(token)) if role_of(token) else None

    def circle(self, circle_id: int) -> Circle:
        """The circle of this id as it stands.

        :raises SheetDeleted: if it was deleted.
        """
        return self.cache.circle(circle_id, self.journal)

    def outlined(self, tokens: Sequence[str]) -> "list[CircleAccess]":
        """The accesses that these tokens give, each with the title and the players of its
        circle, in one query; those that open nothing are left out. A circle that is cached as
        it stands is not asked for again."""
        roles = {token: role for token in tokens if (role := role_of(token))}
        found = self.journal.outlines([in_journal(token) for token in roles])
        accesses = []
        for token, role in roles.items():
            if in_journal(token) in found:
                grant, events = found[in_journal(token)]
                access = CircleAccess(self, token, grant.sheet_id, role)
                cached = self.cache.cached(grant.sheet_id, grant.head)
                if cached is not None:
                    access.circle = cached
                else:
                    access.outline = fold_circle(events)
                accesses.append(access)
        return accesses

    def sheet_tokens(self, circle_id: int, sheet_id: int, removals: int = 0) -> SheetTokens:
        """The tokens of a circle on one of its sheets, whether they open it or not.

        :param removals: of the link: see :class:`scorekeeper.circles.circle.Link`.
        """
        return sheet_tokens(self.secret_key, circle_id, sheet_id, removals)


@dataclass
class CircleAccess:
    """One circle as one token opens it, for the duration of one request."""

    repository: CircleRepository
    token: str
    circle_id: int
    role: Role
    progress: Progress = unwatched
    """Told how many sheets are summed up, where that takes long; it may raise to give up."""

    @cached_property
    def circle(self) -> Circle:
        """The circle as it stood when it was first looked at; see :meth:`look_again`."""
        return self.repository.circle(self.circle_id)

    @cached_property
    def outline(self) -> Circle:
        """The title and the names of the circle; of the rest it may know nothing."""
        return self.circle

    @cached_property
    def sheets(self) -> CircleSheets:
        """All sheets of the circle, with their statistics, as they stood when they were first
        looked at; see :meth:`look_again`."""
        statistics = self.repository.statistics
        return statistics.sheets(self.circle_id, self.circle, self.progress)

    def statistics(self, season: Season) -> SeasonStatistics:
        """The statistics of the sheets that count for a season."""
        return self.sheets.statistics(season)

    def sheet(self, link: Link) -> Sheet:
        """A sheet of the circle as it stands.

        :raises SheetDeleted: if it was deleted.
        """
        return self.repository.sheets.sheet(link.sheet)

    @property
    def guards(self) -> bool:
        """True if this token may change names, merges, seasons and links."""
        return self.role >= Role.GUARDIAN

    @property
    def may_open(self) -> bool:
        """True if this token may open sheets in the circle and write on them."""
        return self.role >= Role.TABLE

    @property
    def tokens(self) -> Tokens:
        """The tokens that the holder of this one has; those above it are empty."""
        return tokens_from(self.token)

    def require(self, role: Role) -> None:
        """Nothing, if this token has this role, or a higher one.

        :raises WriteForbidden: if it has not.
        """
        if self.role < role:
            raise WriteForbidden

    def require_grant(self) -> None:
        """Nothing, if the token still opens the circle.

        :raises UnknownToken: if it was replaced.
        """
        if not self.repository.is_known(self.token):
            raise UnknownToken

    def look_again(self) -> Circle:
        """Look at the circle and its sheets again, as they stand now.

        :raises SheetDeleted: if it was deleted.
        """
        self.__dict__.pop("circle", None)
        self.__dict__.pop("sheets", None)
        return self.circle

    def holds(self, head: str) -> int | None:
        """Return the ``seq`` of an event named by its head; nothing if this circle never had
        that event.

        :param head: an ETag, or the bare ``seq`` that pages of earlier versions send.
        """
        circle = self.circle
        if head.isascii() and head.isdigit() and len(head) < 8:
            return int(head) if 0 < int(head) <= circle.version else None
        seq = seq_of_etag(head)
        if seq is None or seq > circle.version:
            return None
        events = self.repository.journal.events(self.circle_id, seq - 1)[:1]
        return seq if [event.etag for event in events] == [head] else None

    def record(
        self, kind: str, body: Body | MakeBody, *, key: str = "", check: Check = no_check
    ) -> int:
        """Append one event to the circle; return its ``seq``. Where somebody wrote in between,
        it is checked, made and folded again onto that. Nothing is stored that cannot be
        folded, and the same key stores once, whatever has happened since
        (``tests/unit/service/circles/test_circle_recording.py``).

        :param body: what it says; a function where it depends on the circle, as all names so
            far.
        :param key: the idempotency key; an event of its own without one.
        :param check: called with the circle right before each attempt.
        :raises WriteForbidden: if the role of this access does not allow it.
        :raises UnknownToken: if its token was replaced meanwhile.
        :raises CircleFull: if the circle has no room for it.
        :raises scorekeeper.storage.base.KeyReused: if the key stored another event.
        """
        self.require(ROLES.get(kind, Role.GUARDIAN))
        key = key or new_key()
        _ = self.circle  # before the key: it is not checked against what the key records
        while True:
            earlier = self.recorded_before(kind, body, key)
            if earlier is not None:
                self.look_again()
                return earlier
            try:
                return self._append(kind, body, key, check)
            except JournalMoved:
                self.require_grant()
                self.look_again()

    def rename(
        self, number: int, name: str, *, key: str = "", check: Check = no_check
    ) -> None:
        """Replace a name, or the title, which leaves the database with that. Where somebody
        wrote in between, it is checked and tried again onto that.

        :param number: of the name; 0 for the title.
        :param name: cleaned; empty to erase the name.
        :param check: called with the circle right before each attempt.
        :raises WriteForbidden: if this access is not a guardian's.
        :raises UnknownToken: if its token was replaced meanwhile.
        :raises KeyReused: if the key stored another event.
        """
        self.require(Role.GUARDIAN)
        key = key or new_key()
        while True:
            circle = self.circle
            if not 0 <= number < len(circle.names):
                raise ValueError(number)
            check(circle)
            try:
                head = Head(circle.version, circle.hash)
                self.repository.journal.rename(self.circle_id, key, number, name, head)
            except JournalMoved:
                self.require_grant()
                self.look_again()
            else:
                self.look_again()
                return

    def recorded_before(self, kind: str, body: Body | MakeBody, key: str) -> int | None:
        """Return the ``seq`` of this event if its idempotency key has recorded it already.

        :raises KeyReused: if the key stored another event; what a function makes is not
            compared.
        """
        journal = self.repository.journal
        seq = journal.seq_of_key(self.circle_id, key)
        if seq is None:
            return None
        event = journal.events(self.circle_id, seq - 1)[0]
        if event.kind != kind or not (callable(body) or event.body == as_stored(body)):
            raise KeyReused(key)
        return seq

    def _append(self, kind: str, given: Body | MakeBody, key: str, check: Check) -> int:
        circle = self.circle
        check(circle)
        body = as_stored(given(circle) if callable(given) else given)
        event = Event(circle.version + 1, kind, body)
        require_room(circle, circle.apply(event), kind)
        appended = self.repository.journal.append(
            self.circle_id, key, kind, body, circle.version, circle.hash
        )
        self.look_again()
        return appended.seq

    def sheet_token(self, sheet_id: int) -> str:
        """The token with which this access opens a sheet of the circle: to write it, or to
        read it. It opens nothing if the links of the sheet were renewed since it was linked.
        """
        found = self._sheet_tokens(sheet_id)
        return found.write if self.may_open else found.read

    def _sheet_tokens(self, sheet_id: int) -> SheetTokens:
        link = self.circle.links.get(sheet_id)
        return self.repository.sheet_tokens(
            self.circle_id, sheet_id, link.removals if link else 0
        )

    def opens_sheet(self, sheet_id: int) -> bool:
        """True if :meth:`sheet_token` opens the sheet."""
        return self.repository.sheets.is_known(self.sheet_token(sheet_id))

    def admit_to(self, sheet: SheetAccess) -> None:
        """Let this circle open a sheet; called where the sheet is linked.

        :raises WriteForbidden: if one of both accesses may only read.
        :raises SheetDeleted: if the sheet was deleted.
        """
        self.require(Role.TABLE)
        sheet.require_write()
        found = self._sheet_tokens(sheet.sheet_id)
        self.repository.journal.admit(sheet.sheet_id, {found.write: True, found.read: False})
        sheet.catch_up()


def require_room(before: Circle, after: Circle, kind: str) -> None:
    """Refuse an event that the circle has no room for.

    :raises CircleFull: if it has none.
    """
    if kind in ALWAYS:
        return
    is_full = (
        before.version >= MAX_EVENTS
        or len(before.names) < len(after.names) > MAX_NAMES
        or len(before.links) < len(after.links) > MAX_LINKS
        or len(before.seasons) < len(after.seasons) > MAX_SEASONS
    )
    if is_full:
        raise CircleFull
