"""The clock of a round, and how far its tables are, without HTTP."""

from contextlib import nullcontext

import pytest
from desk import play_deals as play
from tournament_routes import role_token

from scorekeeper.streams.errors import WriteForbidden
from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.rounds import close, publish_by_hand, record_slip
from scorekeeper.tournaments.service.progress import progress, shorter
from scorekeeper.tournaments.service.tables import set_clock, table_sheets
from scorekeeper.tournaments.service.tokens import Role

NOW, LATER = "2026-11-23T20:00:00+00:00", "2026-11-23T20:30:00+00:00"
EVEN = TableResult((0, 0, 0, 0))


@pytest.fixture
def seated(open_desk):
    desk = open_desk(people=8, deals="3")
    desk.record("published", publish_by_hand, 1, [(1, 2, 3, 4), (5, 6, 7, 8)])
    return desk


def clock_of(desk):
    return desk.tournament.rounds[0].clock


STARTED = Clock(NOW, LATER)


def start(desk, clock=STARTED):
    set_clock(desk, 1, lambda _: clock, clock_of(desk).stamp)


def shorten(desk, deals):
    change = clock_of(desk)._replace(deals=deals)
    set_clock(desk, 1, lambda _: change, clock_of(desk).stamp)


def look(desk, tell=progress):
    round = desk.tournament.rounds[0]
    return tell(desk.tournament, round, table_sheets(desk, round))


def statuses(desk):
    return {one.number: one.status for one in look(desk)}


def as_helper(desk, role):
    return desk.repository.access(role_token(desk.token, role), Role)


def test_a_page_from_before_another_change_is_refused(seated):
    seen = clock_of(seated).stamp
    start(seated)
    with pytest.raises(TournamentRefused):
        set_clock(seated, 1, lambda clock: clock.moved(5, NOW), seen)
    assert clock_of(seated).ends == LATER


def test_the_clock_of_a_closed_round_stands(seated):
    for table in (1, 2):
        seated.record("slip", record_slip, 1, table, EVEN)
    seated.record("closed", close, 1)
    with pytest.raises(TournamentRefused):
        start(seated)


@pytest.mark.parametrize(("role", "may"), [(Role.DESK, False), (Role.REFEREE, True)])
def test_the_referee_shortens_a_round_and_the_desk_does_not(seated, role, may):
    helper = as_helper(seated, role)
    with nullcontext() if may else pytest.raises(WriteForbidden):
        shorten(helper, 2)
    helper.refresh()
    assert helper.tournament.deals_of(helper.tournament.rounds[0]) == (2 if may else 3)


@pytest.mark.parametrize("deals", [1, 2])
def test_a_round_is_shortened_while_no_table_has_played_more(seated, deals):
    play(seated, deals=1)
    shorten(seated, deals)
    assert clock_of(seated).deals == deals


PLAYED = {
    "two deals on a sheet": (lambda desk: play(desk, deals=2), 1),
    "a slip": (lambda desk: desk.record("slip", record_slip, 1, 1, EVEN), 2),
    "nothing, to all its deals": (lambda desk: None, 3),
    "nothing, to more": (lambda desk: None, 4),
}


@pytest.mark.parametrize("what", PLAYED)
def test_a_round_is_not_shortened_below_what_was_played_or_by_nothing(seated, what):
    played, deals = PLAYED[what]
    played(seated)
    with pytest.raises(TournamentRefused):
        shorten(seated, deals)


def test_a_table_that_nobody_played_has_played_no_deal(seated):
    seated.record("slip", record_slip, 1, 1, EVEN._replace(how="average"))
    assert look(seated, shorter) == 2


def test_tables_are_told_apart_by_what_they_wait_for(seated):
    play(seated, table=1, deals=3)
    seated.record("slip", record_slip, 1, 2, EVEN)
    assert statuses(seated) == {1: "played", 2: "noted"}


def test_a_deal_recorded_after_the_end_of_the_clock_was_the_last(seated):
    play(seated, table=2, deals=1)
    assert statuses(seated) == {1: "", 2: ""}
    start(seated)
    assert statuses(seated) == {1: "", 2: "played"}


def test_who_has_played_least_comes_first_and_paper_last(open_desk):
    desk = open_desk(people=12, deals="3")
    desk.record("published", publish_by_hand, 1, [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)])
    play(desk, table=2, deals=2)
    play(desk, table=3, deals=1)
    assert [one.number for one in look(desk)] == [3, 2, 1]


def test_nothing_is_cut_once_a_table_has_played_all_deals(seated):
    play(seated, deals=3)
    assert look(seated, shorter) == 0


@pytest.mark.parametrize(
    ("change", "clock"),
    [
        (lambda clock: clock.moved(5, NOW), Clock(NOW, "2026-11-23T20:35:00+00:00")),
        (lambda clock: clock.moved(-5, NOW), Clock(NOW, "2026-11-23T20:25:00+00:00")),
        (lambda clock: clock.moved(-60, NOW), Clock(NOW, NOW)),
        (lambda clock: clock.announced(NOW), Clock(NOW, NOW, is_last=True)),
        (
            lambda clock: clock.announced(NOW).moved(5, NOW),
            Clock(NOW, NOW[:14] + "05" + NOW[16:]),
        ),
    ],
)
def test_a_clock_is_moved_and_the_last_deal_announced(change, clock):
    assert change(Clock(NOW, LATER)) == clock
