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
    assert (count(table, dealer=1), count(table, dealer=2)) == (1, 1)


@pytest.mark.parametrize(
    ("sheet", "how"),
    [
        (sheet_of("belote", [], target=0), {}),
        (sheet_of("tarot", [], misere=10), {}),
        (sheet_of("tarot", [], players=[*CAST[:3], "Zoé"]), {}),
        (sheet_of("tarot", [], players=CAST[:3]), {}),
        (sheet_of("tarot", [], players=CAST), {"seats": (0, 1, 2, 3), "players": 4}),
        (sheet_of("tarot", []), {"code": "en"}),
        (sheet_of("tarot", []), {"seats": (0, 1, 2)}),
        (sheet_of("tarot", []), {"seats": (1, 0, 2, 3)}),
        (sheet_of("tarot", []), {"active": 3}),
        (sheet_of("tarot", []), {"active": 3, "dealer": 2}),
    ],
)
def test_another_table_language_or_seating_has_others(count, table, sheet, how):
    count(table)
    count(sheet_of("tarot", [], players=CAST), seats=(0, 1, 2, 3))
    before = count(table, active=3, dealer=1)
    assert count(sheet, **how) == before + 1


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
