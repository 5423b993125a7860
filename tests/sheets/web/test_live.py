import gzip
import re

import pytest
from conftest import BELOTE, CAST, GARDE, token_of
from flask import request, request_started

from scorekeeper.streams.base import read_only_token
from scorekeeper.web import addresses
from scorekeeper.web.middleware import poll


@pytest.fixture(params=["middleware", "view"])
def answered_by(request, monkeypatch):
    """Polls answered by the middleware and the view, and by the view alone."""
    if request.param == "view":
        monkeypatch.setattr(poll.PollMiddleware, "__call__", forward)


def forward(middleware, environ, start):
    return middleware._application(environ, start)


def test_a_poll_without_news_is_204(answered_by, sheet, reader, client, etag):
    for address in (sheet, reader):
        client.get(address)
        answer = client.get(f"{address}/live?v={etag(sheet)}")
        assert (answer.status_code, answer.data) == (204, b"")


def test_a_poll_without_news_does_not_enter_flask(sheet, app, client, etag):
    requests, seen = [], etag(sheet)
    with request_started.connected_to(lambda app: requests.append(request.full_path), app):
        client.get(f"{sheet}/live?v={seen}")
        client.get(f"{sheet}/live?v=x")
    assert requests == [f"{sheet}/live?v=x"]


def test_a_poll_with_another_argument_is_answered_by_the_view(sheet, client, etag):
    answer = client.get(f"{sheet}/live?v={etag(sheet)}&x=1")
    assert (answer.status_code, answer.data) == (204, b"")
    assert "Content-Type" in answer.headers  # the middleware sends none


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/live?x={etag}", 200),
        ("GET", "/live/?v={etag}", 404),
        ("POST", "/live?v={etag}", 405),
        ("GET", "?v={etag}", 200),
    ],
)
def test_only_a_poll_is_answered_by_its_etag(sheet, client, etag, method, path, status):
    answer = client.open(sheet + path.format(etag=etag(sheet)), method=method)
    assert answer.status_code == status


def test_a_poll_of_a_cold_cache_is_204_without_news(app, sheet, client, etag):
    seen, sheets = etag(sheet), app.extensions["sheets"]
    sheets.cache.invalidate(sheets.access(token_of(sheet)).sheet_id)
    answer = client.get(f"{sheet}/live?v={seen}")
    assert (answer.status_code, answer.data) == (204, b"")


NEVER = [
    "",
    "0",
    "-1",
    "x",
    "999999",
    "²",
    *(f"{seq}_0123456789abcdef" for seq in ("0", "1", "01", "9", "-1")),
]
"""ETags that no sheet has had."""


@pytest.mark.parametrize("seen", NEVER)
def test_a_page_of_a_sheet_that_never_was_is_to_load_itself_again(
    answered_by, sheet, client, seen
):
    answer = client.get(f"{sheet}/live?v={seen}")
    assert answer.status_code == 200 and 'id="live"' in answer.text
    assert answer.headers["HX-Refresh"] == "true"


ROW = re.compile(r'<tbody id="row-(\d+)"')
SEATS = {"name": [*CAST[:4], "Eve"], "number": [*"0123", ""], "dealer": "0"}


@pytest.fixture
def news(client, sheet, etag):
    """The news of what is posted, as a phone with this address gets it."""

    def read(path, form, address=sheet):
        seen = etag(sheet)
        assert client.post(f"{sheet}/{path}", data=form).status_code == 303
        answer = client.get(f"{address}/live?v={seen}", headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200 and "HX-Refresh" not in answer.headers
        return answer

    return read


def text_of(answer):
    return gzip.decompress(answer.data).decode()


@pytest.mark.parametrize(
    ("path", "form", "rows", "unchanged"),
    [
        ("hands", GARDE, ["6"], "row-5"),
        ("hands", {"passed": "sure"}, ["6"], "row-5"),
        ("penalties", {"player": "1", "points": "7", "way": "less"}, ["6"], "row-5"),
        ("hands", GARDE | {"before": "4"}, ["5", "4", "6"], "row-3"),
        ("hands/5", GARDE | {"points": "50"}, ["5"], "row-4"),
        ("hands/3", GARDE | {"points": "50"}, ["5", "4", "3"], "row-2"),
        ("journal/removals", {"entry": "4"}, ["5"], "row-3"),
        ("journal/removals", {"entry": "5"}, [], "row-4"),
        ("hands/2", GARDE | {"points": "50"}, ["5", "4", "3", "2"], None),
        ("table", SEATS, ["6", "5", "4", "3", "2"], None),
    ],
)
def test_news_are_the_rows_that_changed(news, post_hand, sheet, path, form, rows, unchanged):
    for taker in "0123":
        post_hand(sheet, taker=taker)
    shown = text_of(news(path, form))
    assert ROW.findall(shown) == rows
    found = re.search(r'data-unchanged="([^"]*)"', shown)
    assert (found[1] if found else None) == unchanged


def test_news_of_more_rows_than_a_page_has_are_the_whole_table(client, sheet, post_hand, etag):
    post_hand(sheet)
    seen = etag(sheet)
    for n in range(41):
        post_hand(sheet, points=str(40 + n))
    shown = client.get(f"{sheet}/live?v={seen}").text
    assert len(ROW.findall(shown)) == 24 and 'id="marks"' in shown


def test_news_of_one_hand_fit_into_a_kilobyte(news, post_hand, sheet, reader):
    for n in range(40):
        post_hand(sheet, taker=str(n % 4), points=str(40 + n))
    for address in (sheet, reader):
        answer = news("hands", GARDE | {"points": "30"}, address)
        print(f"{len(answer.data)} bytes")
        assert len(answer.data) <= 1024


def test_news_of_a_finished_game_show_its_winner_and_take_the_form(client, open_preset, etag):
    sheet = open_preset("belote-ffb", option_target="other", option_target_other="100")
    seen, reader = etag(sheet), f"/sheets/{read_only_token(token_of(sheet))}"
    client.post(f"{sheet}/hands", data=BELOTE | {"points": "120"})
    shown, watched = (client.get(f"{one}/live?v={seen}").text for one in (sheet, reader))
    assert 'id="won"' in shown and 'id="entry"' not in shown and 'id="hand"' in shown
    assert "confetti" in watched
    assert "confetti" not in shown  # its last hand may be in the form, to be corrected


def test_a_form_whose_questions_stay_is_not_sent_again(news, sheet, post_hand):
    post_hand(sheet)
    shown = text_of(news("hands", GARDE))
    assert 'id="deal"' in shown and 'id="entry"' not in shown


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("journal/removals", {"entry": "2"}),
        ("hands/2", GARDE | {"points": "50"}),
        ("table", SEATS | {"dealer": "2"}),
    ],
)
def test_a_form_whose_questions_may_be_others_is_sent_again(
    news, sheet, post_hand, path, form
):
    post_hand(sheet)
    post_hand(sheet)
    assert 'id="entry"' in text_of(news(path, form))


def test_the_form_of_a_table_where_one_sits_out_is_sent_with_each_hand(
    client, open_sheet, etag
):
    sheet = open_sheet(5, active="4")
    client.post(f"{sheet}/hands", data=GARDE | {"taker": "1", "sitting_out": "0"})
    seen = etag(sheet)
    client.post(f"{sheet}/hands", data=GARDE | {"taker": "0", "sitting_out": "1"})
    assert 'id="entry"' in client.get(f"{sheet}/live?v={seen}").text


def test_a_reader_gets_no_form_and_no_links_that_write(news, sheet, reader):
    shown = text_of(news("hands", GARDE, reader))
    assert "+198" in shown and token_of(sheet) not in shown
    assert not re.search('id="(deal|hand|entry)"', shown)


SCREEN = re.compile(r'<div id="screen" data-hx-swap-oob="true"')


def test_a_television_gets_its_own_news(answered_by, sheet, reader, client, post_hand, etag):
    client.get(reader)
    seen = etag(sheet)
    assert client.get(f"{reader}/tv/live?v={seen}").status_code == 204
    post_hand(sheet)
    news = client.get(f"{reader}/tv/live?v={seen}").text
    assert SCREEN.search(news) and "+198" in news and "HX-Refresh" not in news
    assert 'id="live"' in news and "/tv/live?v=" in news


def test_a_television_is_offered_the_address_that_reads(client, sheet, reader):
    page = client.get(f"{sheet}/share").text
    assert f'href="{reader}/tv"' in page and f"{sheet}/tv" not in page


def test_a_television_shows_the_code_of_the_reading_address(client, reader, monkeypatch):
    coded = []
    monkeypatch.setattr("scorekeeper.sheets.web.live.qr_code", lambda link: coded.append(link))
    client.get(f"{reader}/tv", headers={"Host": "table.example"})
    assert coded == [f"http://table.example{reader}"]


@pytest.mark.parametrize(
    ("host", "shown"), [("0.0.0.0", "192.168.1.5"), ("127.0.0.1", "127.0.0.1")]
)
def test_a_code_shows_an_address_at_which_the_server_listens(
    client, sheet, monkeypatch, host, shown
):
    monkeypatch.setattr(addresses, "own_address", lambda: "192.168.1.5")
    monkeypatch.setitem(client.application.config, "HOST", host)
    page = client.get(f"{sheet}/share", headers={"Host": "localhost:8080"}).text
    assert f"http://{shown}:8080{sheet}" in page
