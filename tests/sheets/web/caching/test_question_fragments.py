"""The cached HTML of the questions about a hand: one for each table as it sits."""

import pytest
from conftest import CAST
from guarded import Guarded
from night import GARDE as HAND
from night import sheet_of
from werkzeug.datastructures import MultiDict

from scorekeeper.i18n.localization import language
from scorekeeper.sheets.service.turns import NextTurn
from scorekeeper.sheets.web.forms.hand_form import HandForm, questions_html
from scorekeeper.web.language import use_language
from scorekeeper.web.memo_cache import MemoCache


@pytest.fixture
def count(app):
    """The number of cached questions after those of these sheets were rendered."""

    def rendered(*sheets, code="fr", **seating):
        with app.test_request_context():
            for sheet in sheets:
                use_language(language(code))
                turn = NextTurn(None, sheet, sheet.state._replace(**seating))
                questions_html(HandForm(turn))
        return len(app.extensions["fragments"])

    return rendered


@pytest.fixture
def table():
    return sheet_of("tarot", [HAND])


def test_same_table_has_the_same_questions(count, table):
    later = sheet_of("tarot", [HAND, HAND | {"taker": "Bruno"}])
    assert count(table, sheet_of("tarot", [HAND]), later) == 1


@pytest.mark.parametrize(
    "other",
    [
        sheet_of("belote", [], target=0),
        sheet_of("tarot", [], misere=10),
        sheet_of("tarot", [], players=[*CAST[:3], "Zoé"]),
        sheet_of("tarot", [], players=CAST[:3]),
    ],
)
def test_another_game_option_or_player_has_others(count, table, other):
    assert count(table, other) == 2


def test_another_language_has_others(count, table):
    assert (count(table), count(table, code="en")) == (1, 2)


@pytest.mark.parametrize(
    "seating",
    [{"seats": (0, 1, 2)}, {"seats": (1, 0, 2, 3)}, {"active": 3}, {"active": 3, "dealer": 2}],
)
def test_another_seating_has_others(count, table, seating):
    assert (count(table), count(table, **seating)) == (1, 2)


def test_dealer_matters_where_he_sits_out(count, table):
    assert (count(table, active=3, dealer=1), count(table, active=3, dealer=2)) == (1, 2)
    assert (count(table, dealer=1), count(table, dealer=2)) == (3, 3)


def test_earlier_state_with_fewer_players_has_others(count):
    five = sheet_of("tarot", [], players=CAST)
    seats = five.state.seats[:4]
    assert (count(five, seats=seats), count(five, seats=seats, players=4)) == (1, 2)


def test_answered_questions_are_not_cached(app, table):
    with app.test_request_context():
        use_language(language("fr"))
        form = HandForm(NextTurn(None, table, table.state), MultiDict({"taker": "1"}))
        assert 'value="1" checked' in "".join(questions_html(form))
    assert len(app.extensions["fragments"]) == 0


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
