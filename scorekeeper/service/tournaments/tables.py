"""The sheets of the tables of a round: opened from a card, ended, accepted.

A table that wants to keeps its score on a phone: an ordinary sheet, with the names, the seats
and the number of deals filled in. It says where it belongs (``table_of``), the tournament says
nothing of it: only a result that a second player or the desk accepts is an event there, the
same as that of a slip of paper.
"""

from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.option import DEALS, TARGET
from scorekeeper.service.access import SheetAccess, new_key
from scorekeeper.service.errors import TournamentRefused, UnknownEntry, UnknownToken
from scorekeeper.service.seating import Seating
from scorekeeper.service.sheets import close_sheet, open_sheet
from scorekeeper.service.tournaments.access import TournamentAccess
from scorekeeper.service.tournaments.rounds import existing_round, record_slip
from scorekeeper.service.tournaments.tokens import sheet_token
from scorekeeper.sheets.events import TableOf, utc_now
from scorekeeper.storage.base import read_only_token
from scorekeeper.tournaments.table_sheet import is_complete, order_of_deal, result_of
from scorekeeper.tournaments.tournament import Round, Tournament


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
    round = existing_round(tournament, number)
    token = token_of_table(tournament, round, table)
    sheets = access.repository.sheets
    if sheets.is_known(token):
        return token
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
    if regulations.seats_teams:
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


def reopen_tables(access: TournamentAccess) -> None:
    """Open the sheets of the tables whose result is missing, on a machine that takes over:
    what phones hold for them arrives there."""
    for round in access.tournament.rounds[-1:]:
        for table in () if round.is_closed else round.missing:
            open_table(access, round.number, table)


def names_at(tournament: Tournament, round: Round, table: int) -> tuple[str, ...]:
    """Return the names of the people at a table, in the order of the deal."""
    return tuple(map(tournament.called, order_of_deal(tournament, round, table)))


def table_sheets(access: TournamentAccess, round: Round) -> dict[int, SheetAccess]:
    """Return the sheets of a round that are open, by table."""
    sheets = access.repository.sheets
    tables = range(1, len(round.tables) + 1)
    tokens = {token_of_table(access.tournament, round, table): table for table in tables}
    opened = sheets.journal.known_tokens(tokens.keys())
    return {table: sheets.access(token) for token, table in tokens.items() if token in opened}


def accepted_sheets(access: TournamentAccess, round: Round) -> dict[int, str]:
    """Return the tokens that write the sheets of a closed round whose result was accepted, by
    table; tables on paper, and rounds that are not closed, have none."""
    tables = [n for n, slip in round.slips.items() if slip.sheet and round.is_closed]
    tokens = {token_of_table(access.tournament, round, table): table for table in tables}
    known = access.repository.sheets.journal.known_tokens(tokens.keys()) if tokens else ()
    return {table: token for token, table in tokens.items() if token in known}


def sheets_of_evening(access: TournamentAccess) -> list[SheetAccess]:
    """Return the accepted sheets of all closed rounds, each with its outline."""
    found = [accepted_sheets(access, round) for round in access.tournament.rounds]
    tokens = [token for tables in found for token in tables.values()]
    return access.repository.sheets.outlined(tokens)


def readable_sheets(access: TournamentAccess, round: Round) -> dict[int, str]:
    """Return the same by the tokens that may only read: for everybody, down to the working of
    each hand."""
    found = accepted_sheets(access, round)
    return {table: read_only_token(token) for table, token in found.items()}


def accept(
    sheet: SheetAccess, access: TournamentAccess, by: int = 0, *, key: str = ""
) -> None:
    """Accept the result of the sheet of a table, as it stands, and close the sheet.

    :param access: that of the table, of the desk, the referee or the organizer.
    :param by: the person at the table who accepts it; 0 for a helper.
    :raises TournamentRefused: if the table has not played all its deals, nobody of this number
        sits there, or its seats were changed since the sheet was opened.
    :raises scorekeeper.service.tournaments.rounds.SlipDiffers: if the table has another
        result, from paper, or from this sheet after the round was closed.
    :raises UnknownToken: if the sheet is that of no table of this tournament.
    """
    place = sheet.sheet.table_of
    if place is None or place.tournament != access.stream:
        raise UnknownToken
    round = existing_round(access.tournament, place.round)
    if token_of_table(access.tournament, round, place.table) != sheet.token:
        raise TournamentRefused(msg("Les places de cette table ont changé."))
    if not is_complete(access.tournament, round, sheet.sheet, utc_now()):
        raise TournamentRefused(msg("Il reste des donnes à jouer."))
    if by and by not in order_of_deal(access.tournament, round, place.table):
        raise TournamentRefused(msg("Qui accepte ce résultat ?"))
    known = round.slips.get(place.table)
    record_slip(
        access,
        place.round,
        place.table,
        result_of(access.tournament, round, sheet.sheet),
        seen=known.seq if known and known.sheet and not round.is_closed else 0,
        by=by,
        sheet=sheet.etag,
        key=key,
    )
    close_sheet(sheet, sheet.version, key=new_key())
