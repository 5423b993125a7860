import pytest
from conftest import token_of
from flask import request, request_started

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


def test_a_poll_after_a_hand_shows_it(answered_by, sheet, reader, client, post_hand, etag):
    client.get(reader)
    seen = etag(sheet)
    post_hand(sheet)
    news = client.get(f"{reader}/live?v={seen}")
    assert news.status_code == 200 and "+198" in news.text


@pytest.mark.parametrize("seen", ["", "0", "-1", "x", "999999", "²"])
def test_a_poll_with_another_etag_shows_the_sheet(answered_by, sheet, client, seen):
    answer = client.get(f"{sheet}/live?v={seen}")
    assert answer.status_code == 200 and 'id="live"' in answer.text


@pytest.mark.parametrize("path", ["/live", "/tv", "/share"])
def test_an_unknown_token_shows_nothing(client, path):
    assert client.get(f"/sheets/unknown{path}").status_code == 404


def test_the_example_is_polled_and_shown_on_a_screen(client):
    for path in ("/live", "/live?v=", "/live?v=1", "/tv", "/share"):
        assert client.get(f"/sheets/exemple{path}").status_code == 200
