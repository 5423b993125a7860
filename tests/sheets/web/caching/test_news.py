"""The news cache: every phone of a table gets the same news, made once."""

import re

import pytest
from conftest import GARDE, token_of

from scorekeeper.sheets.web import _sheet_page, templating
from scorekeeper.streams.base import DatabaseBusy, read_only_token

pytestmark = pytest.mark.one_process

OUTBOX = {"X-Outbox": "1"}


@pytest.fixture
def rendered(monkeypatch):
    """The templates rendered for news, in order."""
    names, render = [], templating.render_template

    def record(name, **context):
        names.append(name)
        return render(name, **context)

    monkeypatch.setattr(_sheet_page, "render_template", record)
    return names


@pytest.fixture
def seen(sheet, post_hand, etag):
    """The ETag that the phones have seen before one more hand was recorded."""
    post_hand(sheet)
    before = etag(sheet)
    post_hand(sheet)
    return before


def test_phones_with_the_same_address_get_news_that_are_made_once(app, sheet, seen, rendered):
    first, second = (app.test_client().get(f"{sheet}/live?v={seen}").text for _ in range(2))
    assert first == second and "+396" in first
    assert rendered == ["sheets/live/_news.html"]


def test_what_the_phone_that_writes_is_answered_is_what_the_others_get(
    app, client, sheet, post_hand, etag, rendered
):
    post_hand(sheet)
    before = etag(sheet)
    client.post(f"{sheet}/hands", data=GARDE | {"shown": before}, headers=OUTBOX)
    app.test_client().get(f"{sheet}/live?v={before}")
    assert rendered == ["sheets/live/_news.html", "sheets/_recorded.html"]


def test_another_address_language_or_version_has_news_of_its_own(
    client, sheet, reader, seen, etag, post_hand, rendered
):
    english = {"Accept-Language": "en"}
    shown = [client.get(f"{address}/live?v={seen}").text for address in (sheet, reader)]
    shown.append(client.get(f"{sheet}/live?v={seen}", headers=english).text)
    between = etag(sheet)
    post_hand(sheet)
    shown += [client.get(f"{sheet}/live?v={old}").text for old in (seen, between)]
    assert len(set(shown)) == len(rendered) == 5


def test_news_of_a_won_game_never_lead_to_a_revanche_that_is_deleted(
    app, client, open_preset, post_answers, etag, monkeypatch
):
    def busy(*given):
        raise DatabaseBusy("x")

    won = open_preset("belote-ffb", option_target_other="100", option_target="")
    news = f"/sheets/{read_only_token(token_of(won))}/live?v={etag(won)}"
    post_answers(won, {"taker": "0", "capot": "attack"})
    revanche = client.post(f"{won}/revanche").location
    assert "Aller à la revanche" in client.get(news).text
    monkeypatch.setattr(app.extensions["sheets"].journal, "tell", busy)
    client.post(f"{revanche}/deletion")
    assert "Aller à la revanche" not in client.get(news).text


def test_news_with_a_token_against_forgery_are_never_shared(app, client, sheet, seen):
    client.post(f"{sheet}/journal/removals", data={"entry": "2"})
    app.config["WTF_CSRF_ENABLED"] = True
    shown = [app.test_client().get(f"{sheet}/live?v={seen}").text for _ in range(2)]
    tokens = [re.search(r'name="csrf_token" value="([^"]+)"', text)[1] for text in shown]
    assert tokens[0] != tokens[1]


def test_cached_news_hold_no_secret_of_a_device(sheet, seen, client, app):
    client.get(f"{sheet}/live?v={seen}")
    fragments = app.extensions["fragments"]._values.values()
    (html,) = (fragment for fragment in fragments if isinstance(fragment, str))
    assert not re.search('csrf_token|name="key"', html)
