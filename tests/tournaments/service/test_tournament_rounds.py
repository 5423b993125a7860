"""The rounds of a tournament: seats, slips, penalties, closing, without HTTP."""

from contextlib import nullcontext

import pytest
from check_tournament import check

from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.tournaments.errors import SlipDiffers, TournamentRefused
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.formats.tournament_reader import folded, read
from scorekeeper.tournaments.next_round import draw_request, drawn, fingerprint, kind_of_draw
from scorekeeper.tournaments.service.access import regulate
from scorekeeper.tournaments.service.people import NewPerson, attend, enrol, erase_person
from scorekeeper.tournaments.service.rounds import (
    close,
    fine,
    publish,
    publish_by_hand,
    record_slip,
    reseat,
    unfine,
)
from scorekeeper.tournaments.tournament import Result

TABLES = [(1, 2, 3, 4), (5, 6, 7, 8)]
FIRST, OTHER = Result((30, -10, -10, -10)), Result((60, -20, -20, -20))


def play(desk, number, result=FIRST):
    """Record a slip for each table of a round, and close it."""
    for table in range(1, len(desk.tournament.rounds[number - 1].tables) + 1):
        record_slip(desk, number, table, result)
    close(desk, number)


def publish_next(desk, seed=1, kind=""):
    asked = draw_request(desk.tournament, seed, kind)
    publish(desk, seed, kind, fingerprint(asked))


@pytest.fixture
def seated(open_desk):
    """Two tables of four, published by hand."""
    desk = open_desk(people=8)
    publish_by_hand(desk, 1, TABLES)
    return desk


def test_what_the_preview_showed_is_published(open_desk):
    desk = open_desk(people=20)
    seats = drawn(draw_request(desk.tournament, 7))
    publish_next(desk, 7)
    assert desk.tournament.rounds[0].tables == seats.tables


def test_a_preview_is_not_published_once_people_have_changed(open_desk):
    desk = open_desk(people=12)
    seen = fingerprint(draw_request(desk.tournament, 7))
    attend(desk, [3], is_here=False)
    with pytest.raises(TournamentRefused):
        publish(desk, 7, "", seen)
    assert desk.tournament.rounds == ()


def test_a_round_is_published_once_by_the_same_key(open_desk):
    desk = open_desk(people=8)
    seen = fingerprint(draw_request(desk.tournament, 7))
    for _ in range(2):
        publish(desk, 7, "", seen, key="once")
    assert len(desk.tournament.rounds) == 1


def test_regulations_are_frozen_with_the_first_round(seated):
    with pytest.raises(TournamentRefused):
        regulate(seated, {"rounds": "6"})


def test_the_first_round_is_random_where_the_ranking_decides(open_desk):
    desk = open_desk("belote_points", people=8)
    assert kind_of_draw(desk.tournament) == "random"
    publish_next(desk)
    assert kind_of_draw(desk.tournament) == "ranking"


def test_a_ranking_draw_waits_for_the_round_before(open_desk):
    desk = open_desk("belote_points", people=16)
    publish_next(desk)
    record_slip(desk, 1, 1, Result((1000, 944)))
    with pytest.raises(TournamentRefused, match="Partie 1 : tables 2, 3, 4"):
        draw_request(desk.tournament, 1)
    for table in (2, 3, 4):
        record_slip(desk, 1, table, Result((1000, 944)))
    with pytest.raises(TournamentRefused):
        draw_request(desk.tournament, 1)
    close(desk, 1)
    best = {desk.tournament.rounds[0].tables[n][0] for n in range(4)}
    assert set(draw_request(desk.tournament, 1).entrants[:4]) == best


def test_a_ranking_draw_has_no_rematch(open_desk):
    desk = open_desk("belote_points", people=16)
    for number in (1, 2, 3, 4):
        publish_next(desk)
        play(desk, number, Result((1000, 944)))
    assert [round.repeats for round in desk.tournament.rounds] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "tables",
    [
        [(1, 2, 3, 4), (4, 5, 6, 7)],
        [(1, 2, 3, 9), (5, 6, 7, 8)],
        [(1, 2), (3, 4, 5, 6)],
        [(1, 2, 3, 4, 5, 6)],
    ],
)
def test_seats_that_are_none_are_refused(open_desk, tables):
    with pytest.raises(TournamentRefused):
        publish_by_hand(open_desk(people=8), 1, tables)


def test_a_round_is_not_published_twice(seated):
    with pytest.raises(TournamentRefused):
        publish_by_hand(seated, 1, TABLES)


def test_repeats_count_pairs_as_often_as_they_met_before(seated):
    publish_by_hand(seated, 2, [(1, 2, 5, 6), (3, 4, 7, 8)])
    publish_by_hand(seated, 3, [(1, 2, 3, 5), (4, 6, 7, 8)])
    assert [round.repeats for round in seated.tournament.rounds] == [0, 4, 12]


def test_a_late_player_sits_down_at_a_table_of_three(open_desk):
    desk = open_desk(people=7)
    publish_by_hand(desk, 1, [(1, 2, 3, 4), (5, 6, 7)])
    enrol(desk, [NewPerson("Tard")], is_here=True)
    etag = desk.tournament.etag
    reseat(desk, 1, [(1, 2, 3, 4), (5, 6, 7, 8)], (), etag)
    assert desk.tournament.rounds[0].tables[1] == (5, 6, 7, 8)


def test_the_slip_of_a_table_stays_while_it_has_as_many_seats(seated):
    record_slip(seated, 1, 1, FIRST)
    etag = seated.tournament.etag
    reseat(seated, 1, [(2, 1, 3, 4), (5, 6, 7, 8)], (), etag)
    assert seated.tournament.rounds[0].slips[1].result == FIRST


def test_seats_are_not_changed_over_those_of_another_page(seated):
    etag = seated.tournament.etag
    reseat(seated, 1, [(2, 1, 3, 4), (5, 6, 7, 8)], (), etag)
    stale = seated.repository.access(seated.token)
    record_slip(stale, 1, 1, FIRST)
    with pytest.raises(TournamentRefused):
        reseat(seated, 1, TABLES, (), etag)


@pytest.mark.parametrize("table, fits", [(1, False), (2, True)])
def test_seats_are_not_changed_over_a_slip_that_came_since(seated, table, fits):
    etag = seated.tournament.etag
    record_slip(seated, 1, table, FIRST)
    with nullcontext() if fits else pytest.raises(TournamentRefused):
        reseat(seated, 1, [(2, 1, 3, 4), (5, 6, 7, 8)], (), etag)


def test_the_same_slip_again_says_that_it_was_typed_twice(seated):
    record_slip(seated, 1, 1, FIRST)
    record_slip(seated, 1, 1, FIRST)
    assert seated.tournament.rounds[0].slips[1].typed == 2


def test_the_same_post_again_is_not_typed_twice(seated):
    for _ in range(2):
        record_slip(seated, 1, 1, FIRST, key="once")
    assert seated.tournament.rounds[0].slips[1].typed == 1


def test_another_result_is_asked_about(seated):
    record_slip(seated, 1, 1, FIRST)
    with pytest.raises(SlipDiffers) as refused:
        record_slip(seated, 1, 1, OTHER)
    record_slip(seated, 1, 1, OTHER, seen=refused.value.seq)
    assert seated.tournament.rounds[0].slips[1].result == OTHER


@pytest.mark.parametrize(("number", "table"), [(2, 1), (0, 1), (1, 3), (1, 0), (1, -1)])
def test_a_slip_of_no_table_is_refused(seated, number, table):
    with pytest.raises(UnknownEntry):
        record_slip(seated, number, table, FIRST)


def test_a_slip_has_one_number_a_seat(seated):
    with pytest.raises(TournamentRefused):
        record_slip(seated, 1, 1, Result((10, -10)))


def test_a_round_is_closed_once_all_slips_are_there(seated):
    record_slip(seated, 1, 1, FIRST)
    with pytest.raises(TournamentRefused, match="Position 1 : tables 2"):
        close(seated, 1)
    record_slip(seated, 1, 2, FIRST)
    close(seated, 1)
    assert [line[:3] for line in seated.tournament.rounds[0].ranking[:2]] == [
        (1, 1, 30),
        (1, 5, 30),
    ]


def test_rounds_are_closed_in_their_order(seated):
    publish_by_hand(seated, 2, TABLES)
    for table in (1, 2):
        record_slip(seated, 2, table, FIRST)
    with pytest.raises(TournamentRefused):
        close(seated, 2)


def test_a_correction_of_a_closed_round_needs_a_reason(seated):
    play(seated, 1)
    seq = seated.tournament.rounds[0].slips[1].seq
    with pytest.raises(TournamentRefused):
        record_slip(seated, 1, 1, OTHER, seen=seq)
    record_slip(seated, 1, 1, OTHER._replace(reason="mal lu"), seen=seq)
    assert seated.tournament.rounds[0].slips[1].result.reason == "mal lu"


def test_a_published_ranking_stays_until_it_is_published_again(seated):
    play(seated, 1)
    published = seated.tournament.rounds[0].ranking
    seq = seated.tournament.rounds[0].slips[1].seq
    record_slip(seated, 1, 1, OTHER._replace(reason="mal lu"), seen=seq)
    assert seated.tournament.rounds[0].ranking == published
    close(seated, 1)
    assert seated.tournament.rounds[0].ranking[0][:3] == (1, 1, 60)


def test_a_penalty_is_taken_back(seated):
    fine(seated, 1, 5, -100, "renonce")
    penalty = seated.tournament.rounds[0].penalties[0]
    assert (penalty.who, penalty.points, penalty.reason) == (5, -100, "renonce")
    unfine(seated, penalty.entry)
    assert seated.tournament.rounds[0].penalties == ()


def test_a_penalty_needs_a_reason(seated):
    with pytest.raises(TournamentRefused):
        fine(seated, 1, 5, -100, " ")


def test_who_sits_at_a_table_is_not_erased_before_its_end(seated):
    with pytest.raises(TournamentRefused):
        erase_person(seated, 1)
    play(seated, 1)
    erase_person(seated, 1)
    assert seated.tournament.person(1).name == ""


def test_who_plays_an_earlier_round_to_its_end_is_not_erased_before(open_desk):
    desk = open_desk(people=8)
    publish_next(desk)
    attend(desk, [1], is_here=False)
    publish_next(desk)
    with pytest.raises(TournamentRefused):
        erase_person(desk, 1)


def test_who_leaves_is_absent_from_the_next_round(open_desk):
    desk = open_desk(people=9)
    publish_next(desk)
    attend(desk, [4], is_here=False)
    publish_next(desk)
    assert desk.tournament.absent(desk.tournament.rounds[1]) == (4,)


@pytest.mark.long
def test_a_movement_that_cannot_go_on_is_published_as_random(open_desk):
    desk = open_desk(people=20, draw="fft")
    publish_next(desk)
    attend(desk, [4], is_here=False)
    publish_next(desk)
    assert [round.draw for round in desk.tournament.rounds] == ["fft", "random"]


@pytest.fixture
def reopened(open_desk):
    """A round that was closed, until a player was added to a table whose slip is lost."""
    desk = open_desk(people=8)
    publish_by_hand(desk, 1, [(1, 2, 3, 4), (5, 6, 7)])
    record_slip(desk, 1, 1, FIRST)
    record_slip(desk, 1, 2, Result((20, -10, -10)))
    close(desk, 1)
    publish_by_hand(desk, 2, TABLES)
    play(desk, 2)
    reseat(desk, 1, TABLES, (), desk.tournament.etag)
    return desk


def test_a_round_whose_seats_lose_a_slip_is_open_again(reopened):
    first = reopened.tournament.rounds[0]
    assert (first.is_closed, first.missing) == (False, (2,))


def test_the_file_of_a_round_that_is_open_again_is_read(reopened):
    text = write(reopened.tournament)
    assert write(folded(read(text.encode()))) == text


def test_a_ranking_draw_waits_for_a_round_that_is_open_again(reopened):
    with pytest.raises(TournamentRefused, match="2"):
        draw_request(reopened.tournament, 1, "ranking")


def test_who_has_no_partner_is_not_drawn_as_a_team(open_desk):
    desk = open_desk("belote_points", people=8)
    enrol(desk, [NewPerson("Seul", team=-1)], is_here=True)
    assert draw_request(desk.tournament, 1).entrants == (1, 2, 3, 4)


@pytest.mark.parametrize("size, draw", [(4, "fft"), (4, "random"), (2, "fft")])
def test_an_evening_of_teams_is_what_the_checker_expects(open_desk, size, draw):
    desk = open_desk("tarot_pairs", draw=draw)
    enrol(desk, [NewPerson(f"P{n}", team=n // size + 1) for n in range(32)], is_here=True)
    for number in range(1, 6):
        publish_next(desk, number)
        play(desk, number)
    assert {round.draw for round in desk.tournament.rounds} == {draw}
    assert [
        line for line in check(write(desk.tournament).encode()) if line.code != "avoidable"
    ] == []
