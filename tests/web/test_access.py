"""Access: every address, with every kind of token, by every method."""

import re
from types import SimpleNamespace

import pytest
from conftest import GARDE, UNGUARDED
from routes import (
    FORMS,
    GET,
    LISTED_ELSEWHERE,
    OPEN,
    POST,
    TOKENS,
    address,
    open_tokens,
    routes,
)

from app import create_app

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    """One application for the whole module, and its database file."""
    instance = tmp_path_factory.mktemp("access") / "instance"
    app = create_app({"INSTANCE": instance, **UNGUARDED})
    app.test_client().get("/")
    return SimpleNamespace(app=app, database=instance / "la_marque.sqlite3")


@pytest.fixture
def client(installation):
    return installation.app.test_client()


@pytest.fixture
def tokens(client):
    return open_tokens(client)


WRITING = ("writing", "other")
"""The kinds of token that change a sheet: after each form they need another one."""


def expected(method, path, kind):
    """The status that the tables list for a request; where only a form is posted, the page
    above it is opened instead."""
    if method == "OPTIONS":
        return 200
    method = "GET" if method == "HEAD" else method
    table = {"GET": GET, "POST": POST}.get(method, {})
    if path in table:
        return table[path][TOKENS.index(kind)]
    return OPEN.get((method, path), 302 if method == "GET" else 405)


def events_of(installation, token):
    """The events of the sheet that a token opens."""
    journal = installation.app.extensions["installation"].journal
    return journal.events(journal.grant(token).sheet_id)


def test_the_tables_list_every_address(installation):
    listed = {("GET", path) for path in GET} | {("POST", path) for path in POST} | set(OPEN)
    found = routes(installation.app)
    assert {
        (method, path) for package, method, path in found if package not in LISTED_ELSEWHERE
    } == listed
    assert {path for method, path in listed if method == "POST"} == set(FORMS)


@pytest.mark.parametrize("kind", TOKENS)
def test_every_token_opens_what_the_tables_list(installation, client, tokens, kind):
    wrong = []
    for path in sorted({*GET, *POST}, key=lambda path: (path in POST, path)):
        if kind in WRITING and path in POST:
            tokens = open_tokens(client)
        before = events_of(installation, tokens["writing"])
        for method in sorted(METHODS, key="POST".__eq__):
            form = FORMS.get(path, GARDE)
            if path.endswith("/end") and kind in WRITING:
                form = form | {"base": events_of(installation, tokens[kind])[-1].etag}
            answer = client.open(address(path, tokens[kind]), method=method, data=form)
            if answer.status_code != expected(method, path, kind):
                wrong.append((method, path, answer.status_code))
        if kind != "writing" and events_of(installation, tokens["writing"]) != before:
            wrong.append((path, "changed the sheet"))
    assert wrong == []


@pytest.mark.parametrize("path", list(dict.fromkeys(path for _, path in OPEN)))
def test_an_address_without_token_answers_as_listed(client, path):
    found = address(path)
    if path == "/assets/<name>":
        found = re.search(r'"(/assets/[^"]+\.js)"', client.get("/").text)[1]
    for method in METHODS:
        answer = client.open(found, method=method, data=FORMS.get(path, {}), buffered=True)
        assert answer.status_code == expected(method, path, ""), (method, path)


@pytest.mark.parametrize("kind", ["unknown", "reading", "example"])
def test_a_token_that_may_not_write_changes_no_byte(installation, client, tokens, kind):
    before = installation.database.read_bytes()
    for path in [*GET, *POST]:
        for method in METHODS:
            client.open(address(path, tokens[kind]), method=method, data=FORMS.get(path, {}))
    assert installation.database.read_bytes() == before


def is_of_sheets(link):
    """True for a link that stays here, but not for those of the season in the example circle,
    which are thousands."""
    return link.startswith("/") and not link.startswith(
        ("/circles/exemple/", "/sheets/exemple-")
    )


def test_reading_every_linked_page_changes_no_byte(installation, client, tokens):
    """Every page that links lead to, from the start and from the sheet that writes."""
    before = installation.database.read_bytes()
    writing = TOKENS.index("writing")
    found = [path for path, statuses in GET.items() if statuses[writing] != 404]
    start = [address(path, tokens["writing"]) for path in found]
    seen, ahead = set(), ["/", *start]
    while ahead:
        path = ahead.pop()
        if path in seen:
            continue
        seen.add(path)
        page = client.get(path, buffered=True, follow_redirects=True)
        assert page.status_code in (200, 204), path
        if page.mimetype == "text/html":
            linked = re.findall(r'(?:href|src|hx-get)="([^"#]+)[^"]*"', page.text)
            ahead += [link.replace("&amp;", "&") for link in linked if is_of_sheets(link)]
    assert len(seen) > 30
    assert installation.database.read_bytes() == before


@pytest.mark.parametrize(
    "token", ["0", "x" * 22, "é" * 22, "%00", "exemple%20", "..", "x" * 5000]
)
def test_an_unknown_token_is_404(client, token):
    answer = client.get(f"/sheets/{token}/print")
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/.git",
        "/.git/config",
        "/.venv/pyvenv.cfg",
        "/instance/secret_key",
        "/instance/la_marque.sqlite3",
        "/app.py",
        "/requirements.txt",
        "/scorekeeper/streams/base.py",
        "/templates/base.html",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/..\\app.py",
        "/static//etc/passwd",
        "/assets/../app.py",
        "/robots.txt",
    ],
)
def test_no_file_of_the_machine_is_an_address(client, path):
    assert client.get(path).status_code in (404, 308)
    assert client.get(path, follow_redirects=True).status_code == 404


def test_an_address_that_a_browser_shows_after_a_refusal_can_be_opened(client, tokens):
    for path in POST:
        place = address(path, tokens["writing"])
        answer = client.get(place, follow_redirects=True)
        assert answer.status_code == 200, place
    assert client.get(f"/sheets/{tokens['writing']}/hands").location == (
        f"/sheets/{tokens['writing']}"
    )
