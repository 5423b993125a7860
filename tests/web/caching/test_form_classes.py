import pytest
from conftest import CAST
from guarded import Guarded
from night import GARDE as HAND
from night import sheet_of

from scorekeeper.i18n.localization import language
from scorekeeper.web.forms.hand_form import hand_form
from scorekeeper.web.language import use_language
from scorekeeper.web.memo_cache import MemoCache


@pytest.fixture
def form_class(app):
    """The class of the form of a hand at the end of a sheet, from the cache."""

    def made(sheet, **seating):
        with app.test_request_context():
            use_language(language("fr"))
            return type(hand_form(sheet, sheet.state._replace(**seating)))

    return made


@pytest.fixture
def table():
    return sheet_of("tarot", [HAND])


def test_the_same_table_has_the_same_form_class(app, form_class, table):
    again = sheet_of("tarot", [HAND])
    later = sheet_of("tarot", [HAND, HAND | {"taker": "Bruno"}])
    assert form_class(table) is form_class(again) is form_class(later)
    assert len(app.extensions["form_classes"]) == 1


@pytest.mark.parametrize(
    "other",
    [
        sheet_of("belote", [], target=0),
        sheet_of("tarot", [], misere=10),
        sheet_of("tarot", [], players=[*CAST[:3], "Zoé"]),
        sheet_of("tarot", [], players=CAST[:3]),
    ],
)
def test_another_game_option_or_player_has_another_form_class(form_class, table, other):
    assert form_class(table) is not form_class(other)


@pytest.mark.parametrize(
    "seating",
    [{"seats": (0, 1, 2)}, {"seats": (1, 0, 2, 3)}, {"active": 3}, {"active": 3, "dealer": 2}],
)
def test_another_seating_has_another_form_class(form_class, table, seating):
    assert form_class(table) is not form_class(table, **seating)


def test_another_dealer_has_another_form_class_where_the_dealer_sits_out(form_class, table):
    assert form_class(table, active=3, dealer=1) is not form_class(table, active=3, dealer=2)
    assert form_class(table, dealer=1) is form_class(table, dealer=2)


def test_an_earlier_point_with_fewer_players_has_another_form_class(form_class):
    five = sheet_of("tarot", [], players=CAST)
    seats = five.state.seats[:4]
    assert form_class(five, seats=seats) is not form_class(five, seats=seats, players=4)


def test_the_least_recently_used_value_leaves_the_full_cache():
    cache, made = MemoCache(2), []

    def make(key):
        return lambda: made.append(key) or f"{key}{len(made)}"

    for key in "abacba":
        cache.get(key, make(key))
    assert made == ["a", "b", "c", "b", "a"]
    assert len(cache) == 2


def test_the_values_are_used_with_their_lock_held_but_made_without():
    cache = MemoCache(2)
    cache._values = Guarded(cache._lock)
    for _ in range(2):
        assert cache.get("key", lambda: str(cache._lock.locked())) == "False"
