import re

import pytest
from conftest import CAST, GARDE, token_of
from guarded import Guarded
from night import sheet_of

from scorekeeper.caching.row_cache import RowCache
from scorekeeper.i18n.localization import language
from scorekeeper.web import templating
from scorekeeper.web.language import use_language

pytestmark = pytest.mark.one_process

ROW = re.compile(r'<tbody id="row-(\d+)"')
RENAMED = {"name": [*CAST[:3], "Zoé"], "number": [*"0123"], "dealer": "0"}
ONE_MORE = {"name": [*CAST], "number": [*"0123", ""], "dealer": "0"}
PENALTY = {"player": "1", "points": "7", "way": "less", "reason": "retard"}


@pytest.fixture
def rows_of(app):
    """The HTML of all rows of a sheet, as one token and language shows them."""

    def rendered(address, code="fr"):
        access = app.extensions["sheets"].access(token_of(address))
        with app.test_request_context():
            use_language(language(code))
            return templating.rows_html(access, access.sheet.rows)

    return rendered


@pytest.fixture
def rows_afresh(app, rows_of, monkeypatch):
    """The same, rendered without what was cached before."""

    def rendered(*args):
        with monkeypatch.context() as patch:
            patch.setitem(app.extensions, "row_cache", RowCache())
            return rows_of(*args)

    return rendered


@pytest.fixture
def views(sheet, reader):
    """Every way to look at the sheet."""
    return [(address, code) for address in (sheet, reader) for code in ("fr", "en")]


def test_cached_rows_are_those_rendered_afresh_for_every_view(
    sheet, post_hand, client, views, rows_of, rows_afresh
):
    post_hand(sheet)
    client.post(f"{sheet}/penalties", data=PENALTY)
    for _ in range(2):
        shown = [rows_of(*view) for view in views]
        assert shown == [rows_afresh(*view) for view in views]
    assert len(set(shown)) == len(views)


@pytest.mark.parametrize(
    ("path", "form", "shows"),
    [
        ("hands", GARDE | {"taker": "2"}, "Chloé"),
        ("hands", GARDE | {"contract": "petite", "before": "2"}, "Petite"),
        ("hands/2", GARDE | {"contract": "petite"}, "Petite"),
        ("hands/2", GARDE | {"points": "50"}, "corrigée"),
        ("journal/removals", {"entry": "2"}, "+132"),
        ("penalties", PENALTY, "retard"),
        ("table", RENAMED, "Zoé"),
        ("table", ONE_MORE, "Eve"),
    ],
)
def test_cached_rows_follow_every_change(
    sheet, post_hand, client, views, rows_of, rows_afresh, path, form, shows
):
    for taker in "03":
        post_hand(sheet, taker=taker)
    before = [rows_of(*view) for view in views]
    assert client.post(f"{sheet}/{path}", data=form).status_code == 303
    after = [rows_of(*view) for view in views]
    assert after == [rows_afresh(*view) for view in views]
    assert (shows in after[0]) is not (shows in before[0])


def test_a_row_is_rendered_once_for_two_views_of_the_page(
    sheet, post_hand, client, monkeypatch
):
    for _ in range(3):
        post_hand(sheet)
    rendered, render = [], templating.render_template

    def record(template, **context):
        rendered.append((template, context["row"].entry.id))
        return render(template, **context)

    monkeypatch.setattr(templating, "render_template", record)
    first, second = client.get(sheet).text, client.get(sheet).text
    assert rendered == [("sheets/_row.html", id) for id in (4, 3, 2)]
    assert ROW.findall(first) == ROW.findall(second) == ["4", "3", "2"]
    post_hand(sheet)
    client.get(sheet)
    assert rendered[3:] == [("sheets/_row.html", 5)]


# The cache alone


@pytest.fixture
def rows():
    return sheet_of("tarot", [{"passed": True}] * 3).rows


def render_never(row):
    raise AssertionError("rendered again")


def test_the_least_recently_used_row_leaves_the_full_cache(rows):
    cache = RowCache(max_rows=2)
    first, second, third = rows
    for row in (first, second, first, third):
        cache.html([row], "fr", lambda row: "then")
    assert len(cache) == 2
    assert cache.html([first, third], "fr", render_never) == ["then", "then"]
    assert cache.html([first, second], "fr", lambda row: "now") == ["then", "now"]


def test_the_rows_are_used_with_their_lock_held_but_rendered_without(rows):
    cache = RowCache()
    cache._rows = Guarded(cache._lock)
    for _ in range(2):
        cache.html(rows[:1], "fr", lambda row: str(cache._lock.locked()))
    assert cache.html(rows[:1], "fr", render_never) == ["False"]


def test_an_equal_row_of_another_sheet_is_another_row(rows):
    cache, row = RowCache(), rows[0]
    twin = row._replace()
    assert twin == row
    assert cache.html([row, twin], "fr", lambda one: str(id(one))) == [
        str(id(row)),
        str(id(twin)),
    ]
    assert cache.html([row], "en", lambda row: "three") == ["three"]


def test_a_cached_row_is_never_mistaken_for_a_later_one(rows):
    cache = RowCache()
    for n in range(100):
        passing = rows[0]._replace()
        assert cache.html([passing], "fr", lambda row, n=n: f"{n}") == [f"{n}"]
        del passing
