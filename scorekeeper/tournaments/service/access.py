"""Access to a tournament: from a token to the tournament it opens, and what it allows."""

import re
from collections.abc import Mapping, Sequence

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.names import NAME_LENGTH, TITLE_LENGTH, clean
from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.streams.access import Access, new_key
from scorekeeper.streams.errors import UnknownToken
from scorekeeper.streams.events import Body
from scorekeeper.streams.kind import Kind, Rights
from scorekeeper.streams.repository import Repository
from scorekeeper.tournaments import rounds
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.people import FULL
from scorekeeper.tournaments.person import MAX_PEOPLE
from scorekeeper.tournaments.regulations import PRESETS, as_fields, from_fields
from scorekeeper.tournaments.service.tokens import (
    HELPERS,
    MAY_RECORD,
    PREFIX,
    Role,
    journal_tokens,
    organizer_token,
    role_of,
    room_key,
    token_of,
)
from scorekeeper.tournaments.tournament import Tournament, fold_tournament

MAX_EVENTS = 20_000
"""Most events of a tournament: a thousand people, twelve rounds, every slip typed twice."""

NO_ROOM = msg("Ce tournoi garde tout ce qui est noté, mais rien de plus n'y tient.")


TOURNAMENTS = Kind(
    "tournaments",
    fold_tournament,
    lambda token, may_write: role_of(token) if may_write else Role.READING,
    {
        Role.ORGANIZER: Rights([*Role], None),
        **{role: Rights([role, Role.READING], MAY_RECORD[role]) for role in HELPERS},
        Role.READING: Rights([Role.READING]),
        Role.TABLE: Rights([Role.TABLE], MAY_RECORD[Role.TABLE]),
    },
    PREFIX,
    {
        "announced": ["place", "fields.in_kind"],
        "regulated": ["fields.in_kind"],
        "unranked": ["reason"],
        "slip": ["reason"],
        "fined": ["reason"],
    },
    polls=re.compile("(/me/[0-9]+)?"),
)


class TournamentAccess(Access[Tournament]):
    """One tournament as one token opens it, for the duration of one request."""

    kind = TOURNAMENTS
    repository: "TournamentRepository"

    @property
    def may_organize(self) -> bool:
        """True for the organizer, who alone sees what is not published."""
        return self.role is Role.ORGANIZER

    @property
    def tournament(self) -> Tournament:
        """The tournament as this access shows it and as it stood when its token was looked up:
        all to the roles that the view names, else what is published; see :meth:`refresh`."""
        return self.state if self.role in self.seen_by else self.state.as_published

    @property
    def read_token(self) -> str:
        """The token of this tournament that may only read."""
        return self.token if self.role is Role.READING else self.token_of(Role.READING)

    def token_of(self, role: Role) -> str:
        """Return the token of a helper of this tournament, or of everybody."""
        return token_of(self.tournament.room, role)

    @property
    def is_open(self) -> bool:
        """True if the token still opens the tournament."""
        if self.role is Role.TABLE:
            return bool(self.repository.journal.heads([self.stream]))
        return super().is_open

    def state_shown(self, etag: str, refusal: Message) -> Tournament | None:
        """Return the tournament of which a page showed this ETag; None without one.

        :raises TournamentRefused: with this message, if it never was so.
        """
        if not etag:
            return None
        seq = self.holds(etag)
        if seq is None:
            raise TournamentRefused(refusal)
        return self.state_at(seq)

    def _require_room(self, before: Tournament, after: Tournament, kind: str) -> None:
        if before.version >= MAX_EVENTS:
            raise TournamentRefused(NO_ROOM)
        if len(after.team_of) > 2 * MAX_PEOPLE:
            raise TournamentRefused(FULL)


class TournamentRepository(Repository[TournamentAccess]):
    """The tournaments of one installation, beside its sheets.

    :param sheets: the sheets, with the journal and the key that tournaments share.
    """

    opens = TournamentAccess

    def __init__(self, sheets: SheetRepository) -> None:
        super().__init__(lambda: sheets.journal, lambda: sheets.secret_key, sheets.cache)
        self.sheets = sheets

    def is_current(self, token: str, etag: str) -> bool:
        """Return True if the tournament of this token, or what is published of it, stands at
        this ETag; of the published, as far as its last state is cached."""
        grant = self.grant(token)
        if grant is None:
            return False
        state = self.cache.cached(grant.sheet_id)
        is_cached = state is not None and state.hash == grant.head.hash
        return etag == (state.shown if is_cached else grant.head.etag)

    def of_sheet(self, sheet: Sheet) -> TournamentAccess:
        """Return the access by which the people at the table of a sheet accept its result.

        :raises UnknownToken: if it is the sheet of no tournament, or of one that is gone.
        """
        heads = self.journal.heads([sheet.table_of.tournament]) if sheet.table_of else {}
        for tournament_id, head in heads.items():
            access = TournamentAccess(self, "", tournament_id, Role.TABLE, head)
            access.seen_by = [Role.TABLE]
            return access
        raise UnknownToken


def announce(
    repository: TournamentRepository,
    *,
    title: str,
    date: str,
    place: str,
    game: str,
    preset: str,
    fields: Mapping[str, str],
    key: str = "",
) -> str:
    """Open a new tournament; the token of its organizer.

    :param date: ISO 8601.
    :param game: its code, one of the preset's.
    :param fields: of the regulations, as text; others have the preset's usual values.
    :param key: the idempotency key: the same key opens one tournament.
    :raises TournamentRefused: if the title is empty.
    :raises InvalidField: if a field has a value that it cannot have.
    """
    title = clean(title, TITLE_LENGTH)
    if not title:
        raise TournamentRefused(msg("Il manque le nom du tournoi."))
    if preset not in PRESETS or game not in PRESETS[preset].games:
        raise TournamentRefused(msg("Choisissez la formule et le jeu."))
    body: Body = {
        "names": [title],
        "date": date,
        "place": clean(place, NAME_LENGTH),
        "game": game,
        "preset": preset,
        "fields": as_fields(from_fields(preset, fields)),
    }
    return open_tournament(repository, [("announced", body)], key=key)


def open_tournament(
    repository: TournamentRepository,
    events: Sequence[tuple[str, Body]],
    *,
    key: str = "",
    token: str = "",
) -> str:
    """Open a tournament with its first events, as kind and body; the token of its organizer.

    :param events: the first is ``announced``.
    :param key: the idempotency key: the same key opens one tournament.
    :param token: that of its organizer on the machine from which this one takes over; the
        links, cards and sheets of the evening are the same then. A new one without.
    """
    derived = repository.sheets.derived_token(f"tournament {key or new_key()}")
    token = token or organizer_token(derived)
    (kind, announced), *others = events
    first = kind, {**announced, "room": room_key(token)}
    repository.journal.open_stream([first, *others], PREFIX + token, journal_tokens(token))
    return token


def regulate(
    access: TournamentAccess, fields: Mapping[str, str], *, seen: str = "", key: str = ""
) -> None:
    """Change the regulations; see
    :func:`scorekeeper.tournaments.rounds.regulate`.

    :param seen: the ETag of the tournament whose fields were shown; any without.
    """
    seq = access.holds(seen)
    shown = as_fields(access.state_at(seq).regulations) if seq else {}
    access.record("regulated", rounds.regulate, fields, shown if seen else None, key=key)
