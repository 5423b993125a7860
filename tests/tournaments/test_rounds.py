"""The rounds of a tournament: seats, slips, penalties, closing, decided without a database."""

from contextlib import nullcontext

import pytest
from check_tournament import check
from decided import FIRST, Decided, play, publish_next, seat

from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.tournaments.errors import SlipDiffers, TournamentRefused
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.formats.tournament_reader import folded, read
from scorekeeper.tournaments.next_round import draw_request, kind_of_draw
from scorekeeper.tournaments.people import (
    NewPerson,
    attend,
    keep_apart,
    register,
    require_not_playing,
)
from scorekeeper.tournaments.regulations import as_fields
from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.rounds import (
    add_penalty,
    answer_call,
    call_referee,
    close,
    publish_by_hand,
    publish_final,
    record_slip,
    regulate,
    reseat,
)

TABLES = [(1, 2, 3, 4), (5, 6, 7, 8)]
OTHER = TableResult((60, -20, -20, -20))


@pytest.fixture
def open_desk():
    return Decided


@pytest.fixture
def seated(open_desk):
    """Two tables of four, published by hand."""
    desk = open_desk(people=8)
    desk.record("published", publish_by_hand, 1, TABLES)
    return desk


@pytest.mark.parametrize("preset", ["tarot_pairs", "belote_melee"])
def test_a_final_is_refused_where_the_regulations_have_none(open_desk, preset):
    desk = open_desk(preset, people=8)
    with pytest.raises(TournamentRefused, match="finale"):
        desk.record("published", publish_final, 1, 8)
    desk.record("published", publish_by_hand, 1, TABLES)


def test_a_file_with_a_final_where_the_regulations_have_none_is_refused(open_desk):
    desk = open_desk("tarot_pairs", people=8)
    desk.record("published", publish_by_hand, 1, TABLES)
    text = write(desk.tournament)
    assert folded(read(text.encode())).rounds[0].tables == tuple(TABLES)
    with pytest.raises(DocumentError, match="final=1"):
        read(text.replace("draw=manual", "draw=manual\tfinal=1").encode())


def test_regulations_are_frozen_with_the_first_round(seated):
    with pytest.raises(TournamentRefused):
        seated.record("regulated", regulate, {"rounds": "6"})


def test_the_same_regulations_again_change_nothing(seated):
    known = as_fields(seated.tournament.regulations)
    assert regulate(seated.tournament, known) is None


def test_the_first_round_is_random_where_the_ranking_decides(open_desk):
    desk = open_desk("belote_points", people=8)
    assert kind_of_draw(desk.tournament) == "random"
    publish_next(desk)
    assert kind_of_draw(desk.tournament) == "ranking"


def test_a_ranking_draw_waits_for_the_round_before(open_desk):
    desk = open_desk("belote_points", people=16)
    publish_next(desk)
    desk.record("slip", record_slip, 1, 1, TableResult((1000, 944)))
    with pytest.raises(TournamentRefused, match="Partie 1 : tables 2, 3, 4"):
        draw_request(desk.tournament, 1)
    for table in (2, 3, 4):
        desk.record("slip", record_slip, 1, table, TableResult((1000, 944)))
    with pytest.raises(TournamentRefused):
        draw_request(desk.tournament, 1)
    desk.record("closed", close, 1)
    best = {desk.tournament.rounds[0].tables[n][0] for n in range(4)}
    assert set(draw_request(desk.tournament, 1).entrants[:4]) == best


@pytest.mark.parametrize(
    "tables",
    [
        [],
        [(1, 2, 3, 4), (4, 5, 6, 7)],
        [(1, 2, 3, 9), (5, 6, 7, 8)],
        [(1, 2), (3, 4, 5, 6)],
        [(1, 2, 3, 4, 5, 6)],
    ],
)
def test_seats_that_are_none_are_refused(open_desk, tables):
    with pytest.raises(TournamentRefused):
        open_desk(people=8).record("published", publish_by_hand, 1, tables)


@pytest.mark.parametrize("number", [0, 1, 3])
def test_no_other_round_than_the_next_one_is_published(seated, number):
    with pytest.raises(TournamentRefused):
        publish_by_hand(seated.tournament, number, TABLES)


def test_seats_by_hand_are_published_over_another_ranking_and_a_final_is_not(seated):
    play(seated, 1)
    shown = seated.tournament
    seated.record("fined", add_penalty, 1, 1, -100, "retard")
    publish_by_hand(seated.tournament, 2, TABLES, (), shown)
    with pytest.raises(TournamentRefused):
        publish_final(seated.tournament, 2, 4, None, shown)


def test_repeats_count_pairs_as_often_as_they_met_before(seated):
    seated.record("published", publish_by_hand, 2, [(1, 2, 5, 6), (3, 4, 7, 8)])
    seated.record("published", publish_by_hand, 3, [(1, 2, 3, 5), (4, 6, 7, 8)])
    assert [round.repeats for round in seated.tournament.rounds] == [0, 4, 12]


def test_the_slip_of_a_table_stays_while_it_has_as_many_seats(seated):
    seated.record("slip", record_slip, 1, 1, FIRST)
    shown = seated.tournament
    seated.record("reseated", reseat, 1, [(2, 1, 3, 4), (5, 6, 7, 8)], (), shown)
    assert seated.tournament.rounds[0].slips[1].result == FIRST


def test_a_sheet_that_was_accepted_before_leaves_nothing_to_do(seated):
    accepted = 1, 1, FIRST, 0, None, {"by": 1, "sheet": "7-00"}
    seated.record("slip", record_slip, *accepted)
    assert record_slip(seated.tournament, *accepted) is None


def test_the_slip_of_a_table_that_is_given_up_goes_with_it(seated):
    seated.record("slip", record_slip, 1, 2, FIRST)
    seated.record("reseated", reseat, 1, TABLES[:1], (), seated.tournament)
    assert seated.tournament.rounds[0].slips == {}


def test_where_a_table_went_is_known_after_its_seats_change_again(seated):
    for tables in (TABLES[::-1], [(5, 6, 7, 8), (2, 1, 3, 4)]):
        seated.record("reseated", reseat, 1, tables, (), seated.tournament)
    assert seated.tournament.rounds[0].moved == {1: 2, 2: 1}


@pytest.mark.parametrize("table, fits", [(1, False), (2, True)])
def test_seats_are_not_changed_over_a_slip_that_came_since(seated, table, fits):
    shown = seated.tournament
    seated.record("slip", record_slip, 1, table, FIRST)
    with nullcontext() if fits else pytest.raises(TournamentRefused):
        seated.record("reseated", reseat, 1, [(2, 1, 3, 4), (5, 6, 7, 8)], (), shown)


def test_paper_with_the_same_points_and_other_counts_is_asked_about(open_desk):
    desk = open_desk("belote_points", people=4)
    desk.record("published", publish_by_hand, 1, [(1, 2)])
    desk.record("slip", record_slip, 1, 1, TableResult((1000, 964), belotes=1))
    with pytest.raises(SlipDiffers):
        record_slip(desk.tournament, 1, 1, TableResult((1000, 964), extra=20))


@pytest.mark.parametrize(("number", "table"), [(2, 1), (0, 1), (1, 3), (1, 0), (1, -1)])
@pytest.mark.parametrize("decision, more", [(record_slip, [FIRST]), (call_referee, [])])
def test_a_slip_or_a_call_of_no_table_is_refused(seated, number, table, decision, more):
    with pytest.raises(UnknownEntry):
        decision(seated.tournament, number, table, *more)


def test_a_slip_has_one_number_a_seat(seated):
    with pytest.raises(TournamentRefused):
        seated.record("slip", record_slip, 1, 1, TableResult((10, -10)))


def test_a_round_is_closed_once_all_slips_are_there(seated):
    seated.record("slip", record_slip, 1, 1, FIRST)
    with pytest.raises(TournamentRefused, match="Position 1 : tables 2"):
        seated.record("closed", close, 1)
    seated.record("slip", record_slip, 1, 2, FIRST)
    seated.record("closed", close, 1)
    assert [line[:3] for line in seated.tournament.rounds[0].ranking[:2]] == [
        (1, 1, 30),
        (1, 5, 30),
    ]


def test_rounds_are_closed_in_their_order(seated):
    seated.record("published", publish_by_hand, 2, TABLES)
    for table in (1, 2):
        seated.record("slip", record_slip, 2, table, FIRST)
    with pytest.raises(TournamentRefused):
        seated.record("closed", close, 2)


def test_a_round_is_not_closed_from_a_page_before_its_seats(open_desk):
    desk = open_desk(people=4)
    shown = desk.tournament
    desk.record("published", publish_by_hand, 1, TABLES[:1])
    desk.record("slip", record_slip, 1, 1, FIRST)
    with pytest.raises(TournamentRefused):
        close(desk.tournament, 1, shown)


def test_a_published_ranking_stays_until_it_is_published_again(seated):
    play(seated, 1)
    published = seated.tournament.rounds[0].ranking
    seq = seated.tournament.rounds[0].slips[1].seq
    seated.record("slip", record_slip, 1, 1, OTHER._replace(reason="mal lu"), seq)
    assert seated.tournament.rounds[0].ranking == published
    seated.record("closed", close, 1)
    assert seated.tournament.rounds[0].ranking[0][:3] == (1, 1, 60)


def test_a_correction_of_a_later_round_is_not_published_with_an_earlier_one(seated):
    play(seated, 1)
    seated.record("published", publish_by_hand, 2, TABLES)
    play(seated, 2)
    seq = seated.tournament.rounds[1].slips[1].seq
    seated.record("slip", record_slip, 2, 1, OTHER._replace(reason="mal lu"), seq)
    seated.record("closed", close, 1)
    assert seated.tournament.as_published.rounds[1].slips[1].result == FIRST


def test_a_penalty_of_somebody_else_since_is_not_asked_about(seated):
    seen = seated.tournament.version
    seated.record("fined", add_penalty, 1, 5, -100, "renonce")
    assert add_penalty(seated.tournament, 1, 6, -100, "retard", seen)["who"] == 6


def test_who_plays_an_earlier_round_to_its_end_is_not_erased_before(open_desk):
    desk = open_desk(people=8)
    seat(desk)
    desk.record("attending", attend, [1], False)
    seat(desk)
    with pytest.raises(TournamentRefused):
        require_not_playing(desk.tournament, 1)


def test_who_leaves_is_absent_from_the_next_round(open_desk):
    desk = open_desk(people=9)
    seat(desk)
    desk.record("attending", attend, [4], False)
    seat(desk)
    assert desk.tournament.absent(desk.tournament.rounds[1]) == (4,)


@pytest.mark.long
def test_a_movement_that_cannot_go_on_is_published_as_random(open_desk):
    desk = open_desk(people=20, draw="fft")
    publish_next(desk)
    desk.record("attending", attend, [4], False)
    publish_next(desk)
    assert [round.draw for round in desk.tournament.rounds] == ["fft", "random"]


@pytest.fixture
def reopened(open_desk):
    """A round that was closed, until a player was added to a table whose slip is lost."""
    desk = open_desk(people=8)
    desk.record("published", publish_by_hand, 1, [(1, 2, 3, 4), (5, 6, 7)])
    desk.record("slip", record_slip, 1, 1, FIRST)
    desk.record("slip", record_slip, 1, 2, TableResult((20, -10, -10)))
    desk.record("closed", close, 1)
    desk.record("published", publish_by_hand, 2, TABLES)
    play(desk, 2)
    desk.record("reseated", reseat, 1, TABLES, (), desk.tournament)
    return desk


def test_a_round_whose_seats_lose_a_slip_is_open_again(reopened):
    first = reopened.tournament.rounds[0]
    assert (first.is_closed, first.missing) == (False, (2,))
    assert first.ranking and not reopened.tournament.as_published.rounds[0].ranking


def test_the_file_of_a_round_that_is_open_again_is_read(reopened):
    text = write(reopened.tournament)
    assert write(folded(read(text.encode()))) == text


def test_a_ranking_draw_waits_for_a_round_that_is_open_again(reopened):
    with pytest.raises(TournamentRefused, match="2"):
        draw_request(reopened.tournament, 1, "ranking")


def test_an_evening_is_not_over_while_a_further_round_is_played(open_desk):
    desk = open_desk(people=8, rounds="1")
    desk.record("published", publish_by_hand, 1, TABLES)
    play(desk, 1)
    assert desk.tournament.is_over
    desk.record("published", publish_by_hand, 2, TABLES)
    assert not desk.tournament.is_over


def test_calls_and_pairs_that_must_not_meet_are_no_news_for_readers(seated):
    shown = seated.tournament.shown
    seated.record("called", call_referee, 1, 1)
    seated.record("answered", answer_call, 1, 1)
    seated.record("apart", keep_apart, [(1, 2)], True)
    assert seated.tournament.shown == shown != ""


def test_readers_of_a_closed_round_see_no_call(seated):
    seated.record("called", call_referee, 1, 1)
    play(seated, 1)
    assert not seated.tournament.as_published.rounds[0].calls


def test_a_team_has_a_club_where_both_have_the_same(open_desk):
    desk = open_desk("belote_points")
    clubs = ("Lyon", "Metz", "Lyon", "Lyon", "Lyon", "Lyon", "", "", "", "")
    people = [NewPerson(f"P{n}", club=club, team=n // 2 + 1) for n, club in enumerate(clubs)]
    desk.record("enrolled", register, people, True)
    assert draw_request(desk.tournament, 1).clubs == ((2, 3),)


def test_who_has_no_partner_is_not_drawn_as_a_team(open_desk):
    desk = open_desk("belote_points", people=8)
    desk.record("enrolled", register, [NewPerson("Seul", team=-1)], True)
    assert draw_request(desk.tournament, 1).entrants == (1, 2, 3, 4)


@pytest.mark.parametrize("size, draw", [(4, "fft"), (4, "random"), (2, "fft")])
def test_an_evening_of_teams_is_what_the_checker_expects(open_desk, size, draw):
    desk = open_desk("tarot_pairs", draw=draw)
    people = [NewPerson(f"P{n}", team=n // size + 1) for n in range(32)]
    desk.record("enrolled", register, people, True)
    for number in range(1, 6):
        publish_next(desk, number)
        play(desk, number)
    assert {round.draw for round in desk.tournament.rounds} == {draw}
    assert [
        line for line in check(write(desk.tournament).encode()) if line.code != "avoidable"
    ] == []
