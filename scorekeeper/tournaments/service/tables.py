"""The tables of a round: their sheets, opened from a card, ended, accepted; their clock.

A table that wants to keeps its score on a phone: an ordinary sheet, with the names, the seats
and the number of deals filled in. It says where it belongs (``table_of``), the tournament says
nothing of it: only a result that a second player or the desk accepts is an event there, the
same as that of a slip of paper.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.option import DEALS, TARGET
from scorekeeper.sheets.service.access import SheetAccess, new_key
from scorekeeper.sheets.service.errors import SheetClosed
from scorekeeper.sheets.service.seating import Seating
from scorekeeper.sheets.service.sheets import close_sheet, open_sheet, reopen_sheet
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.streams.base import read_only_token
from scorekeeper.streams.errors import UnknownEntry, UnknownToken, VersionConflict
from scorekeeper.streams.events import TableOf, seq_of_etag, utc_now
from scorekeeper.tournaments import rounds
from scorekeeper.tournaments.clock import Clock, seconds_from
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.round import Round, Slip, Table, TableResult
from scorekeeper.tournaments.service.access import TournamentAccess, TournamentRepository
from scorekeeper.tournaments.service.tokens import Role, sheet_token
from scorekeeper.tournaments.table_sheet import (
    ORDERS,
    is_complete,
    order_of_deal,
    result_of,
    stopped,
)
from scorekeeper.tournaments.tournament import Tournament

CHANGED = msg("La feuille a changé entre-temps : voici les totaux d'à présent.")

ON_HIS_WAY = 300
"""Seconds in which a referee comes to the table that has called him."""

STOPPED = msg("L'arbitre a arrêté la table.")


def token_of_table(tournament: Tournament, round: Round, table: int) -> str:
    """Return the token that writes the sheet of a table, open or not.

    :raises UnknownEntry: if there is no such table.
    """
    if not 0 < table <= len(round.tables):
        raise UnknownEntry
    return sheet_token(tournament.room, round.number, table, len(round.tables[table - 1]))


def open_table(access: TournamentAccess, number: int, table: int) -> str:
    """Open the sheet of a table in a round, once for all phones; the token that writes it.

    :param access: of any role: the caller has seen the code of the card.
    :raises UnknownEntry: if there is no such table.
    :raises TournamentRefused: if the round is closed.
    """
    tournament = access.tournament
    round = tournament.round(number)
    token = token_of_table(tournament, round, table)
    sheets = access.repository.sheets
    for known in sheets.accesses([token]).values():
        if round.is_closed or not is_void(known.sheet):
            return token
        sheets.journal.delete(known.sheet_id)
        sheets.cache.invalidate(known.sheet_id)
    if round.is_closed:
        raise TournamentRefused(msg("Cette position est terminée."))
    names = names_at(tournament, round, table)
    seats = tuple(range(len(names)))
    seating = Seating(names, seats, 0, min(len(seats), 4))
    game, regulations = GAMES[tournament.game], tournament.regulations
    options = {
        DEALS: tournament.deals_of(round),
        "place": tournament.place,
        "table": str(table),
        "round": str(number),
    }
    if regulations.target:
        options[TARGET] = regulations.target
    if regulations.has_sides:
        options["capot"] = regulations.capot
    return open_sheet(
        sheets,
        game,
        options,
        seating,
        title=tournament.title,
        date=tournament.date,
        token=token,
        table_of=TableOf(access.stream, number, table),
    )


def is_void(sheet: Sheet) -> bool:
    """Return True if a sheet was closed without a deal, as those of seats that were taken back
    are: the next one who looks for it gets a new one."""
    return sheet.closed is not None and not sheet.entries


def withdraw(
    access: TournamentAccess, number: int, shown: Tournament | None, key: str
) -> None:
    """Take the seats of the last round back, and close the sheets of its tables; see
    :func:`scorekeeper.tournaments.rounds.withdraw`. A deal that comes in meanwhile keeps all
    as it was."""
    sheets = table_sheets(access, access.tournament.round(number))
    played = [n for n, one in sheets.items() if one.sheet.entries]
    rounds.withdraw(access.tournament, number, played, shown)
    closed: list[SheetAccess] = []
    try:
        for one in sheets.values():
            close_sheet(one, one.version, key=new_key())
            closed.append(one)
        access.record("withdrawn", rounds.withdraw, number, (), shown, key=key)
    except (TournamentRefused, VersionConflict) as conflict:
        for one in closed:
            reopen_sheet(one, key=new_key())
        if isinstance(conflict, TournamentRefused):
            raise
        raise TournamentRefused(rounds.CHANGED) from None


def reopen_tables(access: TournamentAccess) -> None:
    """Open the sheets of the tables whose result is missing, on a machine that takes over:
    what phones hold for them arrives there."""
    for round in access.tournament.rounds[-1:]:
        for table in round.missing:
            open_table(access, round.number, table)


def names_at(tournament: Tournament, round: Round, table: int) -> tuple[str, ...]:
    """Return the names of the people at a table, in the order of the deal."""
    return tuple(map(tournament.called, order_of_deal(tournament, round, table)))


def follow_names(access: TournamentAccess) -> None:
    """Give the sheets of all tables the names of who sits there now: hands stay with the
    seats, and a name that was replaced or erased leaves the sheets too."""
    for round, table, sheet in opened_sheets(access):
        now = names_at(access.tournament, round, table)
        for number, (before, name) in enumerate(zip(sheet.outline.names, now, strict=True)):
            if before != name:
                sheet.rename(number, name)


def opened_sheets(access: TournamentAccess) -> list[tuple[Round, int, SheetAccess]]:
    """Return round, table and sheet of each table whose sheet was opened, also of seats that
    were taken back, each sheet with its outline."""
    tournament, sheets = access.tournament, access.repository.sheets
    tables = {
        token_of_table(tournament, round, table): (round, table)
        for round in (*tournament.withdrawn, *tournament.rounds)
        for table in range(1, len(round.tables) + 1)
    }
    opened = sheets.journal.known_tokens(tables.keys()) if tables else ()
    outlined = sheets.outlined([token for token in tables if token in opened])
    return [(*tables[sheet.token], sheet) for sheet in outlined]


class AtTable(NamedTuple):
    """The sheet of a table beside the round, as both stand."""

    access: TournamentAccess
    round: Round
    table: int
    sheet: Sheet
    is_current: bool = True
    """False once the table has other seats, or is no more."""
    is_withdrawn: bool = False
    """True if the seats for which the sheet was opened were taken back."""

    @property
    def seats(self) -> Table:
        """The people seated there, by the numbers of its result; nobody once it is no more."""
        return self.round.tables[self.table - 1] if self.is_current else ()

    @property
    def slip(self) -> Slip | None:
        """The result that counts for the table; nothing before."""
        return self.round.slips.get(self.table)

    @property
    def moved(self) -> tuple[int, int] | None:
        """The old and the new number of a table whose people had the number of this one, or
        have it now in place of who sat here."""
        moves = self.round.moved.items()
        return next((move for move in moves if self.table in move), None)

    @property
    def is_calling(self) -> bool:
        """True while the table waits for the referee."""
        call = self.round.calls.get(self.table)
        return call is not None and call.is_open

    @property
    def is_answered(self) -> bool:
        """True for a while once the referee has said that he comes."""
        call = self.round.calls.get(self.table)
        comes = call.comes if call else ""
        return bool(comes) and seconds_from(comes, utc_now()) < ON_HIS_WAY

    @property
    def result(self) -> TableResult:
        """The result that the sheet gives."""
        return result_of(self.access.tournament, self.sheet)

    @property
    def deals(self) -> int:
        """The deals of the round; 0 where it is played to a target or to time."""
        return self.access.tournament.deals_of(self.round)

    @property
    def is_last_deal(self) -> bool:
        """True if the deal under way is the last one: of as many, or as announced."""
        is_last = self.round.clock.at(utc_now()).is_last
        return not self.sheet.ended and (is_last or self.deals == self.sheet.state.played + 1)

    @property
    def is_complete(self) -> bool:
        """True if who looks may accept the result: the table itself once its last deal was
        announced, others once all are played; nobody once the referee has decided one."""
        now = utc_now() if self.access.role is Role.TABLE else ""
        tournament = self.access.tournament
        is_done = is_complete(tournament, self.round, self.sheet, now)
        return self.is_current and not self.is_decided and is_done

    @property
    def is_decided(self) -> bool:
        """True if the referee has decided what the table marks: other points than its deals
        give, or those of fewer deals."""
        if self.slip is None or self.slip.sheet:
            return False
        result = self.slip.result
        is_short = 0 < result.deals < self.deals
        return self.slip.stopped or result.how != "played" or is_short

    @property
    def is_stopped(self) -> bool:
        """True if the sheet takes no more deals: the referee has decided, or the table is
        noted and its round has ended."""
        has_ended = self.round.clock.at(utc_now()).is_last or (
            self.round.is_closed and not (self.slip and self.slip.sheet)
        )
        return self.is_decided or (self.slip is not None and has_ended)

    @property
    def is_playing(self) -> bool:
        """True while deals of the sheet are to come, as far as others know."""
        is_begun = self.is_current and bool(self.sheet.state.played)
        is_done = is_complete(self.access.tournament, self.round, self.sheet)
        return is_begun and not (is_done or self.is_stopped)

    @property
    def late(self) -> int:
        """The ``seq`` of what was written last on the sheet after it was accepted, or once it
        took no more deals, as by a phone without a network; 0 without."""
        slip = self.slip
        seen = seq_of_etag(slip.sheet or slip.beside * self.is_stopped) if slip else None
        written = [entry.revision for entry in self.sheet.entries]
        return max((one for one in written if one > seen), default=0) if seen else 0

    @property
    def decided(self) -> tuple[int, ...]:
        """The points that count for the table, in the order of the columns of its sheet."""
        points = self.slip.result.points if self.slip else ()
        is_by_seat = not self.access.tournament.regulations.has_sides
        return tuple(points[seat] for seat in ORDERS[len(points)]) if is_by_seat else points

    @property
    def now(self) -> TableResult:
        """The result that the sheet would give the table now, over or not."""
        at_stop = stopped(self.access.tournament, self.round, self.sheet)
        return at_stop or self.result

    @property
    def is_accepted(self) -> bool:
        """True if what counts for the table is what the sheet says."""
        return bool(self.slip and self.slip.result.points == self.result.points)

    @property
    def is_on_paper(self) -> bool:
        """True if the desk has noted the table otherwise than its sheet says."""
        return bool(self.slip and not self.slip.sheet and not self.is_accepted)

    @property
    def is_changed(self) -> bool:
        """True if the sheet says otherwise than what counts for the table: it was written on
        since it was accepted or stopped, or the desk has typed another slip."""
        is_asked = self.is_complete or bool(self.late)
        return bool(self.slip and is_asked and not self.is_accepted)


def at_table(repository: TournamentRepository, sheet: SheetAccess) -> AtTable | None:
    """Return the place of a sheet in its tournament; nothing without one."""
    place = sheet.sheet.table_of
    if place is None:
        return None
    try:
        access = repository.of_sheet(sheet.sheet)
    except UnknownToken:
        return None
    round = _round_of(access.tournament, place)
    token = ""
    with suppress(UnknownEntry):
        token = token_of_table(access.tournament, round, place.table)
    is_gone = place.round > len(access.tournament.rounds) or is_void(sheet.sheet)
    is_current = not is_gone and sheet.read_token == read_only_token(token)
    return AtTable(access, round, place.table, sheet.sheet, is_current, is_gone)


def _round_of(tournament: Tournament, place: TableOf) -> Round:
    """Return the round of a sheet, taken back or not."""
    gone = (one for one in tournament.withdrawn[::-1] if one.number == place.round)
    is_there = place.round <= len(tournament.rounds)
    return (None if is_there else next(gone, None)) or tournament.round(place.round)


def table_sheets(access: TournamentAccess, round: Round) -> dict[int, SheetAccess]:
    """Return the sheets that the tables of a round have, by table."""
    tables = range(1, len(round.tables) + 1)
    tokens = {token_of_table(access.tournament, round, table): table for table in tables}
    found = access.repository.sheets.accesses(list(tokens))
    return {
        table: found[token]
        for token, table in tokens.items()
        if token in found and not is_void(found[token].sheet)
    }


def set_clock(
    access: TournamentAccess,
    number: int,
    change: Callable[[Clock], Clock],
    seen: str,
    *,
    key: str = "",
) -> None:
    """Change the clock of a round, and tell its tables; see
    :func:`scorekeeper.tournaments.rounds.set_clock`.

    :raises WriteForbidden: if a helper at the desk shortens the round.
    """
    current = access.tournament.round(number)
    played = []
    if change(current.clock).deals != current.clock.deals:
        access.require(Role.REFEREE)
        played = [one.sheet.state.played for one in table_sheets(access, current).values()]
    access.record("timed", rounds.set_clock, number, change, seen, played, key=key)
    notify_tables(access, access.tournament.round(number))


def notify_tables(access: TournamentAccess, round: Round) -> None:
    """Tell the phones of the tables that play on to look again: the clock has changed."""
    sheets = table_sheets(access, round).items()
    playing = [one.sheet_id for n, one in sheets if not (n in round.slips or one.sheet.ended)]
    access.repository.journal.tell(playing, "timed")


def notify_table(access: TournamentAccess, number: int, table: int) -> None:
    """Tell the phones of a table that the desk has noted it."""
    token = token_of_table(access.tournament, access.tournament.round(number), table)
    sheets = access.repository.sheets.accesses([token]).values()
    access.repository.journal.tell([one.sheet_id for one in sheets], "noted")


def slip_beside(
    access: TournamentAccess,
    round: Round,
    table: int,
    seen: str,
    result: TableResult,
    key: str,
) -> dict[str, object]:
    """Return the ETag of the sheet of a table as the desk saw it when it noted a result, and
    whether the sheet said this result before its last deal: ``beside`` and ``stopped`` of a
    slip; nothing without a sheet.

    :param seen: the ETag that was shown.
    :param key: the idempotency key; what it has recorded already stands, whatever the sheet
        says now.
    """
    if key and (seq := access.repository.journal.seq_of_key(access.stream, key)):
        slip = access.state_at(seq).round(round.number).slips.get(table)
        if slip and slip.beside:
            return {"beside": slip.beside, "stopped": slip.stopped}
        return {}
    token = token_of_table(access.tournament, round, table)
    for sheet in access.repository.sheets.accesses([token]).values():
        version = sheet.holds(seen)
        then = sheet.state_at(version) if version else sheet.sheet
        at_stop = stopped(access.tournament, round, then)
        is_stopped = at_stop is not None and at_stop.points == result.points
        return {"beside": then.etag, "stopped": is_stopped}
    return {}


def close_tables(access: TournamentAccess, number: int) -> None:
    """Close the sheets of a round whose result was accepted, once its ranking is published:
    one that was reopened meanwhile too."""
    tokens = accepted_sheets(access, access.tournament.round(number))
    for sheet in access.repository.sheets.accesses(list(tokens.values())).values():
        with suppress(SheetClosed, VersionConflict):
            close_sheet(sheet, sheet.version, key=new_key())


def reopen_table(access: TournamentAccess, number: int, table: int, *, key: str) -> str:
    """Open the sheet of a table again, from the desk; the token that writes it.

    :raises UnknownToken: if the table has none.
    """
    token = token_of_table(access.tournament, access.tournament.round(number), table)
    reopen_sheet(access.repository.sheets.access(token), key=key)
    return token


def accepted_sheets(access: TournamentAccess, round: Round) -> dict[int, str]:
    """Return the tokens that write the sheets of a closed round whose result was accepted, by
    table; tables on paper, and rounds that are not closed, have none."""
    tables = [n for n, slip in round.slips.items() if slip.sheet and round.is_closed]
    tokens = {token_of_table(access.tournament, round, table): table for table in tables}
    known = access.repository.sheets.journal.known_tokens(tokens.keys()) if tokens else ()
    return {table: token for token, table in tokens.items() if token in known}


def readable_sheets(access: TournamentAccess, round: Round) -> dict[int, str]:
    """Return the same by the tokens that may only read: for everybody, down to the working of
    each hand."""
    found = accepted_sheets(access, round)
    return {table: read_only_token(token) for table, token in found.items()}


def accept(
    sheet: SheetAccess, access: TournamentAccess, by: int = 0, *, seen: str = "", key: str = ""
) -> None:
    """Accept the result of the sheet of a table, as it stands, and close the sheet. Who comes
    second changes nothing; a slip of paper with the same points counts as typed twice.

    :param access: that of the table, of the desk, the referee or the organizer.
    :param by: the person at the table who accepts it; 0 for a helper.
    :param seen: the ETag of the sheet whose totals were shown; any without.
    :raises TournamentRefused: if the sheet has changed since, the table has not played
        all its deals (once the last one was announced ``by`` may say so), nobody of this
        number sits there, or its seats were changed since the sheet was opened.
    :raises scorekeeper.tournaments.errors.SlipDiffers: if the table has another
        result, from paper, or from this sheet after the round was closed.
    :raises UnknownToken: if the sheet is that of no table of this tournament.
    """
    place = sheet.sheet.table_of
    if place is None or place.tournament != access.stream:
        raise UnknownToken
    round = _round_of(access.tournament, place)
    known = round.slips.get(place.table)
    _require_played(access.tournament, round, place.table, sheet, by)
    result = result_of(access.tournament, sheet.sheet)
    is_known = known is not None and known.result.points == result.points
    if not is_known and seen not in ("", sheet.etag):
        raise TournamentRefused(CHANGED)
    if not (known and known.sheet and is_known):
        replaces = known.seq if known and known.sheet and not round.is_closed else 0
        of_sheet = {"by": by, "sheet": sheet.etag}
        slip = place.round, place.table, result, replaces, None, of_sheet
        access.record("slip", rounds.record_slip, *slip, key=key)
    try:
        close_sheet(sheet, sheet.version, key=new_key())
    except (SheetClosed, VersionConflict):
        sheet.refresh()
        if sheet.sheet.closed is None:
            raise TournamentRefused(CHANGED) from None


def _require_played(
    tournament: Tournament, round: Round, table: int, sheet: SheetAccess, by: int
) -> None:
    """Return if a sheet has the result of a table that this person there, or a helper, may
    accept.

    :raises TournamentRefused: if not.
    """
    if token_of_table(tournament, round, table) != sheet.token:
        raise TournamentRefused(msg("Les places de cette table ont changé."))
    if not is_complete(tournament, round, sheet.sheet, utc_now() if by else ""):
        raise TournamentRefused(msg("Il reste des donnes à jouer."))
    if by and by not in order_of_deal(tournament, round, table):
        raise TournamentRefused(msg("Qui accepte ce résultat ?"))
    known = round.slips.get(table)
    if by and known and round.clock.at(utc_now()).is_last:
        counted = known.result.deals or tournament.deals_of(round)
        if 0 < counted < sheet.sheet.state.played:
            raise TournamentRefused(STOPPED)
