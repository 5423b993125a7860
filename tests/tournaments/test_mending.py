"""Late comers and leavers at tables that are published."""

import pytest

from scorekeeper.tournaments.draw import places_for

FOURS = ((1, 2, 3, 4), (5, 6, 7, 8))
WITH_THREE = (*FOURS, (9, 10, 11))


def tarot(late, tables, odd="three", **fields):
    return places_for(late, tables, 4, odd, **fields)


def belote(late, tables, **fields):
    return places_for(late, tables, 2, "exempt", **fields)


def test_a_late_player_sits_at_a_table_of_three_first():
    assert tarot([20], WITH_THREE)[0].tables == (*FOURS, (9, 10, 11, 20))


def test_only_the_table_where_somebody_sits_down_is_changed():
    assert tarot([20], WITH_THREE)[0].changed == (3,)


def test_three_late_players_are_a_table():
    best = tarot([20, 21, 22], FOURS)[0]
    assert (sorted(best.tables[2]), best.changed) == ([20, 21, 22], (3,))


@pytest.mark.parametrize("odd, sizes", [("three", [3, 3, 3]), ("five", [4, 5])])
def test_a_late_player_among_fours_makes_the_usual_odd_tables(odd, sizes):
    best = tarot([20], FOURS, odd)[0]
    assert sorted(len(table) for table in best.tables) == sizes


WITH_FIVES = ((1, 2, 3, 4), *(tuple(range(n, n + 5)) for n in (5, 10, 15)))


@pytest.mark.parametrize(
    "late, tables, sizes, moved",
    [
        ([20], WITH_FIVES, [5, 5, 5, 5], 0),
        ([20, 21], WITH_FIVES, [4, 5, 4, 4, 4], 2),
        ([20, 21, 22], WITH_FIVES, [4, 5, 5, 4, 4], 1),
        ([20, 21, 22], (*FOURS, (9, 10, 11, 12)), [5, 5, 5], 0),
        ([20], WITH_FIVES[1:], [4, 4, 4, 4], 3),
        ([], (*WITH_FIVES[1:3], (15, 16)), [4, 4, 4], 2),
        ([20, 21], WITH_FIVES[:2], [4, 4, 3], 1),
    ],
)
def test_fives_seat_who_is_late_as_fifths_or_with_their_morts(late, tables, sizes, moved):
    best = tarot(late, tables, "five")[0]
    before = {one: n for n, table in enumerate(tables) for one in table}
    now = {one: n for n, table in enumerate(best.tables) for one in table}
    others = sum(now[one] != n for one, n in before.items())
    assert ([len(table) for table in best.tables], others) == (sizes, moved)


def test_a_fourth_table_of_three_is_given_up_though_more_people_move():
    best = tarot([20], ((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11)))[0]
    assert [len(table) for table in best.tables] == [4, 4, 4]


def test_two_tables_of_two_become_one():
    best = tarot([], ((1, 2), *FOURS[1:], (9, 10)))[0]
    assert best.tables == ((1, 2, 9, 10), FOURS[1])


def test_the_last_table_takes_the_number_of_one_that_is_given_up():
    proposals = tarot([], ((1, 2, 3, 4), (5,), (9, 10, 11), (13, 14, 15, 16)))
    assert ((1, 2, 3, 4), (13, 14, 15, 16), (9, 10, 11, 5)) in [p.tables for p in proposals]


def test_who_must_not_meet_is_not_seated_together():
    apart = frozenset({(9, 20)})
    proposals = tarot([20], WITH_THREE, apart=apart)
    assert proposals and not any({9, 20} <= {*t} for p in proposals for t in p.tables)


@pytest.mark.parametrize("late", [[], [20], [20, 21], [20, 21, 22, 23, 24]])
@pytest.mark.parametrize(
    "tables",
    [WITH_THREE, ((1, 2), *WITH_THREE[1:]), ((1,), *WITH_THREE[1:]), ((1, 2), (5,), (9, 10))],
)
def test_everybody_sits_once_at_a_table_of_three_to_five(late, tables):
    people = sorted([*late, *(one for table in tables for one in table)])
    proposals = tarot(late, tables)
    assert proposals
    for proposal in proposals:
        assert sorted(one for table in proposal.tables for one in table) == people
        assert {3, 4, 5} >= {len(table) for table in proposal.tables}


def test_a_late_team_is_exempt_without_a_change():
    assert belote([9], ((1, 2), (3, 4)))[0] == (((1, 2), (3, 4)), (9,), ())


def test_a_late_team_plays_with_the_exempt_one():
    assert belote([9], ((1, 2), (3, 4)), exempt=[5])[0] == (((1, 2), (3, 4), (5, 9)), (), (3,))


def test_two_teams_without_an_opponent_meet():
    assert belote([], ((1,), (3, 4), (6,)))[0].tables == ((1, 6), (3, 4))


def melee(late, tables, **fields):
    return places_for(late, tables, 4, "exempt", **fields)


def test_one_who_is_late_to_a_melee_is_exempt():
    first = melee((9,), [(1, 2, 3, 4), (5, 6, 7, 8)])[0]
    assert (first.tables, first.exempt) == (((1, 2, 3, 4), (5, 6, 7, 8)), (9,))


def test_the_fourth_without_a_seat_makes_a_table_of_a_melee():
    first = melee((8,), [(1, 2, 3, 4)], exempt=(5, 6, 7))[0]
    assert [sorted(table) for table in first.tables] == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_an_exempt_player_takes_the_seat_of_a_leaver_of_a_melee():
    first = melee((), [(1, 2, 3), (5, 6, 7, 8)], exempt=(9,))[0]
    assert (first.tables[0], first.exempt) == ((1, 2, 3, 9), ())


def test_one_who_is_late_is_offered_every_table_with_room():
    threes = ((1, 2, 3), (4, 5, 6), (7, 8, 9, 10), (11, 12, 13, 14))
    joined = [
        t for p in tarot([20], threes) for t in p.tables if 20 in t and len(p.changed) == 1
    ]
    assert {t[0] for t in joined} == {1, 4, 7, 11}
    assert [len(t) for t in joined] == sorted(map(len, joined))


def test_no_table_with_room_is_offered_twice_or_to_who_must_not_meet():
    proposals = tarot([20], FOURS, apart=frozenset({(1, 20)}))
    tables = [p.tables for p in proposals]
    assert len(set(tables)) == len(tables)
    assert not any({1, 20} <= {*t} for each in tables for t in each)
