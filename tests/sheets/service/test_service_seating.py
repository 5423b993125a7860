import pytest
from answers import FIVE, FOUR, GARDE
from writes import add_hand, change_seating, correct_hand

from scorekeeper.sheets.service.errors import InvalidAnswers, SeatingChanged
from scorekeeper.sheets.service.seating import Seating


@pytest.fixture
def fixed(open_access):
    return open_access("belote")


@pytest.mark.parametrize("seats", [(0, 1, 2), (0, 1, 2, 3, 4), (0, 1, 2, 4), (1, 0, 2, 3)])
def test_fixed_seats_do_not_change(fixed, seats):
    with pytest.raises(InvalidAnswers):
        change_seating(fixed, FIVE._replace(seats=seats, active=None))
    assert change_seating(fixed, FOUR._replace(names=("Zoé", *FOUR.names[1:]))) == 2


def test_a_ninth_column_is_refused(open_access):
    names = tuple("ABCDEFGH")
    table = open_access(table=Seating(names, tuple(range(8)), 0))
    with pytest.raises(InvalidAnswers):
        change_seating(table, Seating((*names, "I"), (*range(7), 8), 0))


def test_two_players_of_an_old_sheet_whose_names_look_the_same_keep_them(open_access):
    names = ("Rene\u0301", *FOUR.names[1:])
    table = open_access(table=FOUR._replace(names=names))
    table.record("seated", {"names": [*names, "René"], "seats": [0, 1, 2, 3, 4], "active": 4})
    change_seating(table, Seating((*names, "René"), (0, 1, 2, 3), 0))
    with pytest.raises(InvalidAnswers):
        change_seating(table, Seating((*names, "René", "RENÉ"), (0, 1, 2, 3, 5), 0))


def test_the_deal_follows_the_hands_unless_another_dealer_is_chosen(access):
    change_seating(access, FOUR._replace(names=("Zoé", *FOUR.names[1:])))
    assert "dealer" not in access.sheet.entry(2).body
    change_seating(access, FOUR._replace(dealer=2))
    assert access.sheet.entry(3).body["dealer"] == 2


def test_a_player_who_left_sits_out_of_every_hand(access, another):
    change_seating(access, FOUR._replace(seats=(0, 1, 2)))
    with pytest.raises(InvalidAnswers):
        add_hand(access, GARDE | {"taker": 3})
    with pytest.raises(InvalidAnswers):
        add_hand(access, GARDE | {"sitting_out": "x"})
    first = add_hand(access, GARDE)
    assert correct_hand(another(), first, GARDE | {"sitting_out": [3]}) is None
    assert another().sheet.state.standing == (132, -66, -66, 0)


def test_answers_for_another_seating_are_refused(access, another):
    shown = access.sheet.seating_version
    change_seating(another(), FIVE._replace(active=None))
    with pytest.raises(SeatingChanged):
        add_hand(another(), GARDE, seen=1, seating=shown)


def test_a_seating_that_changes_while_a_hand_is_recorded_is_a_conflict(another):
    first, second = another(), another()
    assert first.sheet.version == second.sheet.version == 1
    change_seating(first, FIVE._replace(active=None))
    with pytest.raises(SeatingChanged):
        add_hand(second, GARDE)
    assert another().sheet.version == 2


@pytest.mark.parametrize("stale", [{"seen": "7"}, {"dealer": 2}])
def test_a_seating_is_changed_only_where_the_one_before_was_seen(access, stale):
    with pytest.raises(SeatingChanged):
        change_seating(access, FIVE, **stale)
    assert access.sheet.version == 1
