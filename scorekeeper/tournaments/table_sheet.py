"""The sheet of a table as a tournament reads it: who sits there, its result, its end."""

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import SEATS
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.tournaments.regulations import DECK
from scorekeeper.tournaments.round import Round, TableResult
from scorekeeper.tournaments.slips import averaged
from scorekeeper.tournaments.tournament import Tournament

ORDERS = {3: (0, 1, 2), 4: (0, 3, 1, 2), 5: (0, 3, 1, 2, 4)}
"""The seats of a table (North, South, East, West, a fifth player) in the order of the deal:
to the right of the dealer. FFT 2012, p. 4-5; FFB, art. 2."""


SIDES = (msg("Nord–Sud"), msg("Est–Ouest"))


def seat_labels(seats: int) -> tuple[Message, ...]:
    """Return the seats of a table, written out, by how many numbers sit there: players, or two
    teams."""
    return SIDES if seats == 2 else (*(seat.label for seat in SEATS), msg("5e joueur"))[:seats]


def order_of_deal(tournament: Tournament, round: Round, table: int) -> tuple[int, ...]:
    """Return the people at a table by number, in the order of the deal: North first."""
    seats = round.tables[table - 1]
    if tournament.regulations.seats_teams:
        seats = tuple(
            members[n] for members in map(tournament.members, seats) for n in (0, -1)
        )
    return tuple(seats[place] for place in ORDERS[len(seats)])


def result_of(tournament: Tournament, sheet: Sheet) -> TableResult:
    """Return the result that a sheet gives its table, penalties apart: one number a seat at
    Tarot, one a side at belote, where all that its deals added to the deck is ``extra``."""
    regulations, state = tournament.regulations, sheet.state
    deals = 0 if state.played == regulations.deals else state.played
    if regulations.has_sides:
        deck = 0 if regulations.target else DECK * state.played
        return TableResult(state.totals, extra=sum(state.totals) - deck, deals=deals)
    by_seat = sorted(zip(ORDERS[len(state.totals)], state.totals, strict=True))
    return TableResult(tuple(points for _, points in by_seat), deals=deals)


def stopped(tournament: Tournament, round: Round, sheet: Sheet) -> TableResult | None:
    """Return what a table marks that stops before its last deal: what it has played, at belote
    with the average of what it has not; nothing where it has played none, or all."""
    missing = tournament.deals_of(round) - sheet.state.played
    if not sheet.state.played or is_complete(tournament, round, sheet):
        return None
    result = result_of(tournament, sheet)
    if tournament.regulations.has_sides:
        free = result._replace(extra=0, deals=0)  # up to a target the sum is unknown
        return averaged(result.points, missing) if missing > 0 else free
    return result


def is_complete(tournament: Tournament, round: Round, sheet: Sheet, now: str = "") -> bool:
    """Return True if the table has played its round: all deals, up to its target, or, as only
    the table itself can tell, the last deal that was announced or whose time has come.

    :param now: for the table itself, ISO 8601 in UTC; nobody else sees the deal under way.
    """
    deals, played = tournament.deals_of(round), sheet.state.played
    if 0 < deals <= played or sheet.state.end.over:
        return True
    return bool(now) and played > 0 and round.clock.at(now).is_last
