"""Who is ranked: enough rounds, hors classement, finalists before the others."""

import check_tournament as checker
import pytest
from decided import Decided, play, seat

from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.formats.tournament_reader import folded, read
from scorekeeper.tournaments.next_round import best_here, seated_order
from scorekeeper.tournaments.people import attend, set_ranked
from scorekeeper.tournaments.ranking import least_rounds, ranking, unranked
from scorekeeper.tournaments.regulations import stored_regulations
from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.rounds import close, publish_final, record_slip


def left_after_one(**fields):
    """Four rounds of nine players, the first of which is won by one who leaves after it."""
    desk = Decided("tarot_libre", 9, rounds="4", grid="6000 3000", **fields)
    seat(desk)
    play_all(desk, 1)
    first = ranking(desk.tournament, 1)[0].who
    desk.record("attending", attend, [first], False)
    for number in range(2, 5):
        seat(desk)
        play_all(desk, number)
    return desk, first


def play_all(desk, number):
    for table, seats in enumerate(desk.tournament.rounds[number - 1].tables, 1):
        wins_much = number == table == 1  # one of all players
        points = (900, *[-300] * 3) if wins_much else (30, *[-10] * 3)
        points = (*points[: len(seats) - 1], -sum(points[: len(seats) - 1]))
        desk.record("slip", record_slip, number, table, TableResult(points))
    desk.record("closed", close, number)


def findings(tournament):
    return [(one.code, one.sentence) for one in checker.check(write(tournament).encode())]


def test_somebody_who_can_still_play_enough_rounds_is_ranked():
    desk, gone = left_after_one()
    ranked = [{line.who for line in ranking(desk.tournament, n)} for n in (1, 2, 3)]
    assert [gone in them for them in ranked] == [True, True, False]


@pytest.mark.parametrize(
    ("asked", "least"), [("0", [0, 1, 2, 3]), ("1", [-2, -1, 0, 1]), ("4", [1, 2, 3, 4])]
)
def test_the_least_rounds_leave_out_those_to_come(asked, least):
    desk, _ = left_after_one(ranked_from=asked)
    rounds = desk.tournament.rounds
    assert [least_rounds(desk.tournament, rounds[:n]) for n in range(1, 5)] == least


def test_a_round_beyond_those_of_the_regulations_asks_for_no_more_of_them():
    desk, _ = left_after_one(ranked_from="2")
    planned = desk.tournament.regulations._replace(rounds=3)
    longer = desk.tournament._replace(regulations=planned)
    assert least_rounds(longer, longer.rounds) == 2


def test_an_unranked_person_has_no_place_is_seated_and_is_ranked_again():
    desk, _ = left_after_one(ranked_from="1")
    first = ranking(desk.tournament, 4)[0]
    desk.record("unranked", set_ranked, first.who, False, "hors concours")
    assert [(one.who, one.place) for one in unranked(desk.tournament, 4)] == [(first.who, 0)]
    assert first.who in seated_order(desk.tournament)
    desk.record("unranked", set_ranked, first.who, True)
    assert ranking(desk.tournament, 4)[0] == first


def test_an_unranked_person_needs_a_reason_and_a_name():
    desk = Decided("tarot_libre", 8)
    with pytest.raises(TournamentRefused):
        set_ranked(desk.tournament, 1, False, "  ")
    desk.erase(2)
    for number in (2, 9):
        with pytest.raises(UnknownEntry):
            set_ranked(desk.tournament, number, False, "hors concours")
    assert set_ranked(desk.tournament, 1, True) is None


def test_readers_see_who_is_unranked_once_the_ranking_is_published():
    desk = Decided("tarot_libre", 8)
    seat(desk)
    play(desk, 1)
    shown = desk.tournament.shown
    desk.record("unranked", set_ranked, 1, False, "hors concours")
    assert desk.tournament.shown == shown and not desk.tournament.as_published.unranked
    desk.record("closed", close, 1)
    assert desk.tournament.as_published.unranked == {1: "hors concours"}


def with_final(**fields):
    """Two rounds of 16, then a final of 12 in which the best of them lose most."""
    desk = Decided("tarot_libre", 16, rounds="3", **fields)
    for number in (1, 2):
        seat(desk)
        play(desk, number)
    best = best_here(desk.tournament)[:12]
    desk.record("published", publish_final, 3, 12)
    for table in (1, 2, 3):
        desk.record("slip", record_slip, 3, table, TableResult((-900, 300, 300, 300)))
    desk.record("closed", close, 3)
    return desk.tournament, best


@pytest.mark.parametrize("first", ["yes", "no"])
def test_finalists_are_ranked_before_the_others_if_the_regulations_say_so(first):
    tournament, best = with_final(final_first=first)
    lines = ranking(tournament, 3)
    totals = [line.total for line in lines]
    assert ({line.who for line in lines[:12]} == {*best}) is (first == "yes")
    assert (totals == sorted(totals, reverse=True)) is (first == "no")
    assert len(lines) == 16 and findings(tournament) == []


@pytest.mark.parametrize(("asked", "least"), [("0", 1), ("3", 2)])
def test_a_final_is_no_round_that_one_can_miss(asked, least):
    tournament, _ = with_final(ranked_from=asked)
    assert least_rounds(tournament, tournament.rounds) == least


def test_the_prize_of_the_last_two_after_a_final_is_that_of_the_checker():
    tournament, _ = with_final(grid="6000", last_two="1000")
    assert "\nprize\tlast_two\t" in write(tournament) and findings(tournament) == []


def test_a_tournament_announced_before_these_fields_ranks_everybody():
    known = stored_regulations("tarot_libre", {"rounds": "4"})
    assert (known.ranked_from, known.final_first) == (1, "no")


def test_the_file_holds_who_is_unranked_and_why():
    desk = Decided("tarot_libre", 8)
    desk.record("unranked", set_ranked, 2, False, "hors concours")
    text = write(desk.tournament)
    assert "player\t2\tJ2\there=1\tunranked=1\treason=hors concours\n" in text
    assert folded(read(text.encode())).unranked == {2: "hors concours"}
    assert write(folded(read(text.encode()))) == text


def test_a_file_without_these_fields_is_read_and_judged_as_before():
    desk, gone = left_after_one(ranked_from="1")
    text = write(desk.tournament)
    old = "".join(
        line
        for line in text.splitlines(keepends=True)
        if not line.startswith(("set\tranked_from", "set\tfinal_first"))
    )
    assert checker.check(old.encode()) == []
    assert ranking(folded(read(old.encode())), 4)[0].who == gone


def test_the_checker_finds_a_ranking_with_somebody_unranked():
    desk, gone = left_after_one(ranked_from="1")
    text = write(desk.tournament).replace(f"J{gone}\t", f"J{gone}\tunranked=1\t", 1)
    text = text.replace(f"J{gone}\n", f"J{gone}\tunranked=1\n", 1)
    assert {one.code for one in checker.check(text.encode())} >= {"ranking", "place"}
