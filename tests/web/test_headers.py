import re
from base64 import b64encode
from hashlib import sha256

import pytest
from conftest import GARDE
from flask import request
from routes import GET, address, open_tokens

from scorekeeper.sheets.web import sheets
from scorekeeper.streams.base import DatabaseBusy

ANSWERS = {
    200: ("GET", "/", {}),
    303: ("POST", "/language", {"language": "fr"}),
    400: ("POST", "/language", {"language": "xx"}),
    404: ("GET", "/nothing", {}),
    405: ("PUT", "/", {}),
    409: ("POST", "/sheets/{token}/revanche", {}),
    413: ("POST", "/language", {"language": "x" * 70_000}),
    422: ("POST", "/sheets/{token}/hands", GARDE | {"points": "92"}),
    500: ("GET", "/sheets/{token}/print?fail", {}),
    503: ("GET", "/sheets/{token}/print?busy", {}),
}
"""A request for each status that the program answers with a content."""


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


@pytest.fixture
def tokens(client):
    return open_tokens(client)


@pytest.fixture
def failing_print(app, monkeypatch):
    """A print view that raises the error its query names, with error pages turned on."""

    def fail(*arguments):
        raise DatabaseBusy("locked") if "busy" in request.args else ValueError("a detail")

    monkeypatch.setattr(sheets, "print_layout", fail)
    monkeypatch.setitem(app.config, "TESTING", False)


def policy(answer):
    """The policy of an answer: it names the inline styles that are there, and no others."""
    is_html = answer.mimetype == "text/html"
    styles = re.findall(r"<style[^>]*>(.*?)</style>", answer.text, re.S) if is_html else []
    digests = [b64encode(sha256(style.encode()).digest()).decode() for style in styles]
    allowed = " ".join(["style-src 'self'", *(f"'sha256-{digest}'" for digest in digests)])
    return POLICY.replace("style-src 'self'", allowed)


def check_security_headers(answer):
    """The answer; it has the headers that every answer with a content has."""
    headers = answer.headers
    if answer.status_code == 204:
        return answer
    assert headers["Content-Security-Policy"] == policy(answer)
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    is_secure = "Strict-Transport-Security" in headers
    assert ("Cross-Origin-Opener-Policy" in headers) is is_secure
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Permissions-Policy"] == "camera=(), geolocation=(), microphone=()"
    assert (headers.get("X-Robots-Tag") == "noindex") is (answer.request.path != "/")
    assert not [name for name, _ in headers if name.startswith("Access-Control")]
    assert "Server" not in headers
    return answer


@pytest.mark.parametrize("status", ANSWERS)
def test_every_answer_with_a_content_has_the_security_headers(
    client, tokens, failing_print, etag, status
):
    method, path, form = ANSWERS[status]
    token = tokens["writing"]
    path = path.format(token=token, etag=etag(f"/sheets/{token}"))
    answer = check_security_headers(client.open(path, method=method, data=form))
    assert answer.status_code == status
    assert answer.headers["Cache-Control"] == "no-store"
    assert "a detail" not in answer.text and "Traceback" not in answer.text


@pytest.mark.parametrize("query", ["v={etag}", "v={etag}&then=Flask"])
def test_a_poll_without_news_says_only_that_it_is_not_kept(client, sheet, etag, query):
    answer = client.get(f"{sheet}/live?{query.format(etag=etag(sheet))}")
    assert answer.status_code == 204
    said = set(answer.headers.keys()) - {"Date", "Content-Length", "Content-Type"}
    assert said == {"Cache-Control"} and answer.headers["Cache-Control"] == "no-store"


def test_an_asset_has_the_security_headers_and_no_cookie(client, tokens):
    assert "Set-Cookie" in client.get("/").headers
    for path in re.findall(r'"(/assets/[^"]+)"', client.get("/").text):
        answer = check_security_headers(client.get(path))
        assert "immutable" in answer.headers["Cache-Control"]
        assert "Set-Cookie" not in answer.headers and "Cookie" not in answer.headers["Vary"]


@pytest.mark.parametrize("path", ["/assets/none.js", "/static/none.js"])
def test_a_missing_asset_is_not_cached(client, path):
    answer = check_security_headers(client.get(path))
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("path", GET)
def test_a_page_of_a_sheet_is_not_cached(client, tokens, path):
    answer = check_security_headers(client.get(address(path, tokens["writing"])))
    assert answer.headers["Cache-Control"] == "no-store"


def test_another_site_gets_no_cors_header(client):
    check_security_headers(client.get("/", headers={"Origin": "https://evil.test"}))
    preflight = {"Origin": "https://evil.test", "Access-Control-Request-Method": "POST"}
    check_security_headers(client.options("/sheets", headers=preflight))


def test_hsts_is_sent_on_https_only(client):
    assert "Strict-Transport-Security" not in client.get("/").headers
    secure = client.get("/", base_url="https://table.test/").headers
    assert secure["Strict-Transport-Security"] == "max-age=31536000"
