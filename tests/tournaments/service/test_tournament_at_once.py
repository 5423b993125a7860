"""Two accesses to a tournament that write at the same moment: those of two processes by
``--database postgresql``."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import on_postgresql
from test_tables import play

from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.rounds import close, publish_by_hand, record_slip
from scorekeeper.tournaments.service.access import TournamentRepository
from scorekeeper.tournaments.service.tables import accept
from scorekeeper.tournaments.service.tokens import Role

TABLES = 12


@pytest.fixture
def desk(open_desk):
    desk = open_desk(people=4 * TABLES, deals="1")
    seats = [tuple(range(4 * n + 1, 4 * n + 5)) for n in range(TABLES)]
    desk.record("published", publish_by_hand, 1, seats)
    return desk


@pytest.fixture
def both(desk, tournaments, pytestconfig, open_repository):
    """Two accesses to the tournament."""
    other = tournaments
    if on_postgresql(pytestconfig):
        other = TournamentRepository(open_repository())
    return tournaments.access(desk.token, Role), other.access(desk.token, Role)


def at_once(act, both):
    with ThreadPoolExecutor(2) as pool:
        return [
            one.result() for one in [pool.submit(act, n, one) for n, one in enumerate(both)]
        ]


def test_slips_that_two_helpers_type_at_once_are_all_there(desk, both):
    def type_all(n, access):
        tables = range(1, TABLES + 1)
        for table in reversed(tables) if n else tables:
            access.record("slip", record_slip, 1, table, TableResult((30, -10, -10, -10)))

    at_once(type_all, both)
    desk.refresh()
    slips = desk.tournament.rounds[0].slips
    assert {table: slip.typed for table, slip in slips.items()} == dict.fromkeys(
        range(1, TABLES + 1), 2
    )


def test_a_sheet_that_two_phones_accept_at_once_counts_once(desk, both):
    for table in range(1, TABLES + 1):
        sheet = play(desk, table, deals=1)

        def accept_it(n, access, sheet=sheet):
            own = access.repository.sheets.access(sheet.token)
            accept(own, access)

        at_once(accept_it, both)
    desk.refresh()
    assert {slip.typed for slip in desk.tournament.rounds[0].slips.values()} == {1}
    desk.record("closed", close, 1)
    assert desk.tournament.rounds[0].is_closed
