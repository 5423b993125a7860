import re

import pytest
from conftest import CAST, GARDE, token_of

from scorekeeper.i18n.localization import language
from scorekeeper.sheets.web import templating
from scorekeeper.web.language import use_language
from scorekeeper.web.memo_cache import MemoCache
from scorekeeper.web.templating import fragment_size

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
            patch.setitem(app.extensions, "fragments", MemoCache(9))
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


def test_fragments_leave_a_full_cache_by_their_size():
    cache = MemoCache(10, fragment_size)
    for fragment in ("four", "five5", ("row", "three")):
        assert cache.get(fragment, lambda fragment=fragment: fragment) == fragment
    assert len(cache) == 2 and cache.get("four", lambda: "anew") == "anew"


def test_fragment_larger_than_the_cache_is_not_kept():
    cache = MemoCache(3, fragment_size)
    assert [cache.get(1, lambda: "four") for _ in range(2)] == ["four"] * 2
    assert len(cache) == 0


def test_an_equal_row_of_another_sheet_is_another_row(sheet, post_hand, app):
    post_hand(sheet)
    access = app.extensions["sheets"].access(token_of(sheet))
    rows, fragments = access.sheet.rows, app.extensions["fragments"]
    twins = [rows[0]._replace() for _ in range(100)]
    with app.test_request_context():
        use_language(language("fr"))
        before = len(fragments)
        for twin in twins:
            templating.rows_html(access, [twin])
    assert len(fragments) == before + 100


def test_a_cached_row_is_never_mistaken_for_a_later_one(sheet, post_hand, app, monkeypatch):
    post_hand(sheet)
    access = app.extensions["sheets"].access(token_of(sheet))
    rendered = iter(map(str, range(100)))
    monkeypatch.setattr(templating, "render_template", lambda *args, **values: next(rendered))
    with app.test_request_context():
        shown = [
            templating.rows_html(access, [access.sheet.rows[0]._replace()]) for _ in range(100)
        ]
    assert shown == list(map(str, range(100)))
