"""The seats as a form posts them: numbered, moved, and each with its column."""

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.games import GAMES
from scorekeeper.sheets.web.forms.seats_form import SeatsForm

FOUR = ["Anne", "Bruno", "Chloé", "David"]


def posted(game="tarot", names=(), typed=FOUR, numbers=None, dealer="0", **more):
    """The seats that a form posts, at the table of a new sheet or one with these players."""
    numbers = [""] * len(typed) if numbers is None else numbers
    pairs = [("name", name) for name in typed] + [("number", one) for one in numbers]
    form = MultiDict([*pairs, ("dealer", dealer), *more.items()])
    return SeatsForm.posted(form, GAMES[game], names)


def names_of(form):
    return [seat.name for seat in form.seats]


def dealer_of(form):
    return form.seats[form.dealer].name


@pytest.mark.parametrize(
    ("button", "place", "expected", "moved"),
    [
        ("up", "2", ["Anne", "Chloé", "Bruno", "David"], 1),
        ("down", "0", ["Bruno", "Anne", "Chloé", "David"], 1),
        ("down", "3", FOUR, 3),
    ],
)
def test_a_seat_that_moved_keeps_its_buttons_and_the_deal_stays(
    button, place, expected, moved
):
    form = posted(dealer="1", **{button: place})
    assert names_of(form) == expected and form.moved == moved
    assert dealer_of(form) == "Bruno" and form.is_rearranged


def test_a_seat_dragged_on_a_page_of_before_moves_nobody_and_saves_nothing():
    form = posted(move="3 0")
    assert names_of(form) == FOUR and form.is_rearranged


def test_seats_added_one_after_the_other_are_each_a_new_player_with_his_own_column():
    form = posted(names=FOUR, numbers=["0", "1", "2", "3"], more="1")
    for _ in range(2):
        numbers = ["" if seat.number is None else str(seat.number) for seat in form.seats]
        form = posted(names=FOUR, typed=names_of(form), numbers=numbers, more="1")
    assert [seat.number for seat in form.seats] == [0, 1, 2, 3, None, None, None]
    assert form.columns == [0, 1, 2, 3, 4, 5, 6]


def test_a_player_keeps_his_column_wherever_he_sits():
    form = posted(names=FOUR, numbers=["0", "1", "2", "3"], up="3")
    assert form.columns == [0, 1, 3, 2]


def test_partners_have_the_column_of_their_team():
    assert posted("belote").columns == [0, 1, 0, 1]


def test_no_seat_moves_where_seats_are_fixed():
    form = posted("belote", FOUR, numbers=["0", "1", "2", "3"], up="3")
    assert names_of(form) == FOUR and not form.is_rearranged
