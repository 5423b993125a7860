import pytest
from answers import FIVE, FOUR, GARDE
from writes import add_hand, change_seating, correct_hand

from scorekeeper.sheets.service.errors import InvalidAnswers
from scorekeeper.sheets.service.turns import turn_of


def test_every_error_of_a_hand_is_raised_at_once(open_access):
    table = open_access("belote", no_trump=True)
    capot = {"taker": 0, "capot": "attack", "points": 100, "suit": "no_trump"}
    with pytest.raises(InvalidAnswers) as refused:
        add_hand(table, capot | {"belote": "attack"})
    assert [error.name for error in refused.value.errors] == ["points", "belote"]


def test_a_hand_is_inserted_at_the_table_of_its_place(access, another):
    first, shown = add_hand(access, GARDE), access.sheet.seating_version
    change_seating(access, FOUR._replace(seats=(0, 1, 2)))
    hand = GARDE | {"taker": 3}
    inserted = add_hand(another(), hand, before=first, seating=shown)
    assert correct_hand(another(), inserted, hand | {"points": 50})
    assert [row.entry.id for row in another().sheet.hands] == [inserted, first]


def test_the_same_answers_correct_nothing(access):
    add_hand(access, GARDE)
    turn_of(access, 2).annotate("au tarot de mamie")
    assert correct_hand(access, 2, GARDE) is None
    assert access.sheet.version == 3


def test_a_correction_keeps_the_place_of_an_inserted_hand(access):
    first = add_hand(access, GARDE)
    inserted = add_hand(access, GARDE | {"taker": 1}, before=first)
    assert correct_hand(access, inserted, GARDE | {"taker": 1}) is None
    correct_hand(access, inserted, GARDE | {"taker": 2})
    assert [row.entry.id for row in access.sheet.rows] == [inserted, first]


def test_who_sits_out_has_to_be_said_where_more_sit_than_play(open_access):
    table = open_access(table=FIVE)
    with pytest.raises(InvalidAnswers) as refused:
        add_hand(table, GARDE | {"taker": 1})
    assert [error.name for error in refused.value.errors] == ["sitting_out"]
    assert add_hand(table, GARDE | {"taker": 1, "sitting_out": [0]}) == 2


def test_a_hand_that_more_played_is_corrected_as_it_was_played(open_access):
    table = open_access(table=FIVE._replace(active=5))
    hand = GARDE | {"taker": 1, "partner": 2}
    add_hand(table, hand)
    change_seating(table, FIVE)
    assert correct_hand(table, 2, hand | {"points": 50}) == 4


def test_a_hand_that_fewer_played_is_corrected_to_one_of_all(open_access):
    table = open_access(table=FIVE)
    add_hand(table, GARDE | {"taker": 1, "sitting_out": [0, 4]})
    assert correct_hand(table, 2, GARDE | {"taker": 1, "sitting_out": [0]}) == 3
