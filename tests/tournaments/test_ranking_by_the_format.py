"""The ranking against that of the checker; changes, what it rests on."""

import pytest
from check_tournament import check
from long_cases import one_in
from random_evenings import decided_evening
from slip_faults import tournament_of

from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.ranking import RankingChange, changes, ranking, rests_on
from scorekeeper.tournaments.round import Published, TableResult

JUDGED = {"ranking", "place", "total", "wins", "order"}
EVENINGS = pytest.mark.parametrize("seed", one_in(15, range(300)))


@EVENINGS
def test_rankings_are_those_of_the_checker(seed):
    tournament = decided_evening(seed)
    rounds = tuple(
        played._replace(
            ranking=tuple(ranking(tournament, played.number)), draw="manual", seed=0
        )
        for played in tournament.rounds
        if played.is_closed
    )
    found = check(write(tournament._replace(rounds=rounds)).encode())
    assert [one for one in found if one.code in JUDGED] == []


@EVENINGS
def test_a_projection_counts_a_round_as_if_it_was_closed(seed):
    tournament = decided_evening(seed)
    after = len(tournament.rounds)
    rounds = tuple(played._replace(is_closed=True) for played in tournament.rounds)
    closed = tournament._replace(rounds=rounds)
    assert ranking(tournament, after, provisional=True) == ranking(closed, after)


@pytest.mark.parametrize(
    ("tie", "order"),
    [
        ("shared", [(1, 1), (1, 2), (1, 3), (4, 4)]),
        ("first_round", [(1, 1), (2, 2), (3, 3), (4, 4)]),
        ("last_round", [(1, 3), (2, 2), (3, 1), (4, 4)]),
        ("best_round", [(1, 3), (2, 1), (3, 2), (4, 4)]),
    ],
)
def test_equals_are_told_apart_by_the_round_of_the_regulations(tie, order):
    slips = TableResult((0, 20, 50, -70)), TableResult((30, 10, -20, -20))
    tournament = tournament_of("tarot_libre", *((one,) for one in slips), tables=1, tie=tie)
    rounds = tuple(played._replace(is_closed=True) for played in tournament.rounds)
    lines = ranking(tournament._replace(rounds=rounds), 2)
    assert [(line.place, line.who) for line in lines] == order


def test_an_exempt_partner_at_tarot_counts_for_his_team_without_a_win():
    tournament = tournament_of(
        "tarot_pairs", (TableResult((9, -3, -3, -3)),), exempt_points=50
    )
    first, second = tournament.rounds
    second = second._replace(tables=second.tables[:1], exempt=(7,), is_closed=True)
    lines = ranking(tournament._replace(rounds=(first, second)), 2)
    assert (1, 4, 50, 0) in lines


def test_a_player_of_no_team_is_not_ranked_where_teams_are():
    tournament = tournament_of("tarot_pairs", (TableResult((9, -3, -3, -3)),))
    first, second = tournament.rounds
    second = second._replace(tables=second.tables[:1], is_closed=True)
    tournament = tournament._replace(team_of=(1, 1, 0, 2, 2, 0, 0, 0), rounds=(first, second))
    assert [line.who for line in ranking(tournament, 2)] == [1, 2]


def test_changes_say_who_moved_whose_total_changed_who_came_and_who_left():
    before = [Published(1, 4, 120, 0), Published(2, 2, 100, 0), Published(3, 9, 50, 0)]
    now = [Published(1, 2, 130, 0), Published(2, 4, 120, 0), Published(3, 9, 50, 0)]
    moved = RankingChange(4, 1, 2, 120, 120)
    assert changes(before, now) == (RankingChange(2, 2, 1, 100, 130), moved)
    came, left = RankingChange(2, 0, 1, 0, 130), RankingChange(4, 1, 0, 120, 0)
    assert changes(before[:1], now[:1]) == (came, left)


@pytest.mark.parametrize(
    ("slips", "closed", "says"),
    [
        (
            (),
            (True, False),
            [
                "Positions comptées : 1.",
                "Provisoire. Position 2 : tables qui manquent : 1, 2.",
            ],
        ),
        (
            (1, 1),
            (True, False),
            ["Positions comptées : 1, 2.", "Provisoire. Position 2 : pas encore publiée."],
        ),
        ((1, 1), (True, True), ["Positions comptées : 1, 2."]),
    ],
)
def test_a_ranking_says_what_it_rests_on(slips, closed, says):
    result = TableResult((9, -3, -3, -3))
    tournament = tournament_of("tarot_libre", [result for _ in slips], (result, result))
    pairs = zip(tournament.rounds, closed, strict=True)
    rounds = tuple(played._replace(is_closed=is_closed) for played, is_closed in pairs)
    assert [str(line) for line in rests_on(tournament._replace(rounds=rounds), 2)] == says
