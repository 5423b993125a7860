"""The sheets of the tables of a round, without HTTP."""

from contextlib import nullcontext

import pytest
from desk import TAROT
from desk import play_deals as play

from scorekeeper.sheets.service.turns import next_turn
from scorekeeper.streams.errors import UnknownToken
from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.errors import SlipDiffers, TournamentRefused
from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.rounds import close, publish_by_hand, record_slip, reseat
from scorekeeper.tournaments.service.people import change_person
from scorekeeper.tournaments.service.tables import (
    accept,
    open_table,
    readable_sheets,
    reopen_tables,
    table_sheets,
)

OTHER_TABLE = TableResult((30, -10, -10, -10))


@pytest.fixture
def seated(open_desk):
    desk = open_desk(people=8, deals="2")
    desk.record("published", publish_by_hand, 1, [(1, 2, 3, 4), (5, 6, 7, 8)])
    return desk


def result_of_table(desk, table=1):
    return desk.tournament.rounds[0].slips[table].result


def table_access(desk, sheet):
    return desk.repository.of_sheet(sheet.sheet)


def test_a_sheet_has_the_names_in_the_order_of_the_deal(seated):
    sheet = play(seated, deals=0).sheet
    assert sheet.names == ("J1", "J4", "J2", "J3")
    assert sheet.options["deals"] == 2 and sheet.table_of == (seated.stream, 1, 1)


def test_all_phones_of_a_table_have_one_sheet(seated):
    assert open_table(seated, 1, 1) == open_table(seated, 1, 1) != open_table(seated, 1, 2)
    assert list(table_sheets(seated, seated.tournament.rounds[0])) == [1, 2]


def test_an_accepted_sheet_is_the_slip_of_its_table_by_seats(seated):
    sheet = play(seated, taker=1)
    assert sheet.sheet.ended
    accept(sheet, table_access(seated, sheet), by=3)
    seated.refresh()
    slip = seated.tournament.rounds[0].slips[1]
    assert slip.by == 3 and slip.sheet
    west = max(slip.result.points)
    assert slip.result.points.index(west) == 3 and sum(slip.result.points) == 0


def test_paper_that_says_otherwise_is_asked_about(seated):
    seated.record("slip", record_slip, 1, 1, TableResult((30, -10, -10, -10)))
    sheet = play(seated)
    with pytest.raises(SlipDiffers):
        accept(sheet, table_access(seated, sheet), by=2)
    assert result_of_table(seated) == TableResult((30, -10, -10, -10))


def test_a_decision_of_the_referee_with_the_points_of_the_sheet_is_asked_about(seated):
    accept(play(seated), seated)
    with pytest.raises(SlipDiffers):
        record_slip(seated.tournament, 1, 1, result_of_table(seated)._replace(how="average"))


def test_paper_with_the_points_of_the_sheet_says_the_same_whatever_else_it_counts(open_desk):
    desk = open_desk("belote_points", people=4, target="100", deals="0")
    desk.record("published", publish_by_hand, 1, [(1, 2)])
    sheet = desk.repository.sheets.access(open_table(desk, 1, 1))
    next_turn(sheet).record({"taker": 0, "suit": "hearts", "points": 100})
    accept(desk.repository.sheets.access(sheet.token), desk)
    assert result_of_table(desk) == TableResult((100, 62), extra=162, deals=1)
    desk.record("slip", record_slip, 1, 1, TableResult((100, 62)))
    assert desk.tournament.rounds[0].slips[1].typed == 2


def test_a_sheet_corrected_once_the_round_is_closed_is_asked_about(seated):
    first = play(seated)
    accept(first, seated)
    seated.record("slip", record_slip, 1, 2, OTHER_TABLE)
    seated.record("closed", close, 1)
    first = seated.repository.sheets.access(first.token)
    first.record("reopened", {})
    first.record("removed", {"entry": first.sheet.rows[-1].entry.id})
    next_turn(first).record({**TAROT, "points": 60})
    with pytest.raises(SlipDiffers):
        accept(seated.repository.sheets.access(first.token), seated)


def test_no_sheet_is_opened_once_the_round_is_closed(seated):
    for table in (1, 2):
        seated.record("slip", record_slip, 1, table, OTHER_TABLE)
    seated.record("closed", close, 1)
    with pytest.raises(TournamentRefused):
        open_table(seated, 1, 1)


def test_a_machine_that_takes_over_opens_the_sheets_whose_results_are_missing(seated):
    seated.record("slip", record_slip, 1, 1, OTHER_TABLE)
    reopen_tables(seated)
    assert list(table_sheets(seated, seated.tournament.rounds[0])) == [2]


def test_a_sheet_whose_names_stay_is_not_written_on(seated):
    sheet = play(seated, deals=0)
    change_person(seated, 5, "Eva", "", "")
    assert seated.repository.sheets.access(sheet.token).etag == sheet.etag


def test_a_hand_corrected_while_its_result_is_accepted_asks_again(seated):
    sheet = play(seated)
    other = seated.repository.sheets.access(sheet.token)
    other.record("removed", {"entry": sheet.sheet.rows[-1].entry.id})
    with pytest.raises(TournamentRefused):
        accept(sheet, table_access(seated, sheet), by=2)
    assert not seated.repository.sheets.access(sheet.token).sheet.closed


def test_the_sheet_of_another_tournament_is_not_accepted(seated, open_desk):
    other = open_desk(people=8, deals="2")
    other.record("published", publish_by_hand, 1, [(1, 2, 3, 4), (5, 6, 7, 8)])
    with pytest.raises(UnknownToken):
        accept(play(other), seated)


def test_a_sheet_of_other_seats_than_its_table_has_is_not_accepted(seated):
    sheet, tables = play(seated), [(1, 2, 3), (5, 6, 7, 8, 4)]
    seated.record("reseated", reseat, 1, tables, [], seated.tournament)
    with pytest.raises(TournamentRefused, match="places de cette table"):
        accept(sheet, table_access(seated, sheet), by=2)


def test_a_sheet_of_belote_has_both_teams_across_from_each_other(open_desk):
    desk = open_desk("belote_points", people=4, deals="1")
    desk.record("published", publish_by_hand, 1, [(1, 2)])
    sheet = desk.repository.sheets.access(open_table(desk, 1, 1))
    assert sheet.sheet.columns == ("J1 & J2", "J4 & J3")
    answers = {"taker": 0, "suit": "hearts", "points": 100}
    next_turn(sheet).record(answers)
    accept(desk.repository.sheets.access(sheet.token), desk)
    assert result_of_table(desk) == TableResult((100, 62))


@pytest.mark.parametrize(
    ("clock", "by", "is_accepted"),
    [
        (Clock(), 2, False),
        (Clock(ends="9999-01-01T00:00:00+00:00"), 2, False),
        (Clock(ends="2026-11-23T00:00:00+00:00"), 2, True),
        (Clock(is_last=True), 2, True),
        (Clock(is_last=True), 0, False),
        (Clock(deals=1), 2, True),
        (Clock(deals=1), 0, True),
    ],
)
def test_only_the_table_itself_stops_at_a_last_deal(seated, clock, by, is_accepted):
    seated.record("timed", {"round": 1, **clock._asdict()})
    sheet = play(seated, deals=1)
    with nullcontext() if is_accepted else pytest.raises(TournamentRefused):
        accept(sheet, table_access(seated, sheet) if by else seated, by)
    seated.refresh()
    assert list(seated.tournament.rounds[0].slips) == [1] * is_accepted


def test_an_accepted_sheet_is_readable_once_its_round_is_closed(seated):
    accept(play(seated), seated)
    seated.record("slip", record_slip, 1, 2, TableResult((30, -10, -10, -10)))
    assert readable_sheets(seated, seated.tournament.rounds[0]) == {}
    seated.record("closed", close, 1)
    found = readable_sheets(seated, seated.tournament.rounds[0])
    assert list(found) == [1]
    assert not seated.repository.sheets.access(found[1]).may_write


def test_a_team_that_has_one_player_yet_is_not_seated_at_a_table(open_desk):
    desk = open_desk("belote_points", people=5, deals="1")
    with pytest.raises(TournamentRefused, match="deux joueurs"):
        desk.record("published", publish_by_hand, 1, [(1, 3)])


def test_a_table_from_a_file_with_a_player_alone_does_not_stop_other_names(open_desk):
    desk = open_desk("belote_points", people=5, deals="1")
    seats = {"round": 1, "draw": "manual", "tables": [[1, 3]], "exempt": [2]}
    desk.record("published", seats)
    change_person(desk, 1, "Anne", "", "")
    assert desk.tournament.called(1) == "Anne"
