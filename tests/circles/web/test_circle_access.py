"""Access to circles: every address, with every kind of token, by every method."""

from types import SimpleNamespace

import pytest
from circle_routes import FORMS, GET, OPEN, POST, TOKENS, address, open_tokens
from conftest import UNGUARDED
from routes import routes
from test_access import METHODS

from app import create_app
from scorekeeper.circles.service.tokens import in_journal


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


WRITING = ("table", "guardian")
"""The kinds of token that change a circle: after each form they need another one."""


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
    """The events of the circle that a token opens."""
    journal = installation.app.extensions["installation"].journal
    return journal.events(journal.grant(in_journal(token)).sheet_id)


def test_the_tables_list_every_address_of_a_circle(installation):
    listed = {("GET", path) for path in GET} | {("POST", path) for path in POST} | set(OPEN)
    found = {tuple(one) for package, *one in routes(installation.app) if package == "circles"}
    assert found == listed
    assert {path for method, path in listed if method == "POST"} == set(FORMS)


@pytest.mark.parametrize("kind", TOKENS)
def test_every_token_opens_what_the_tables_list(installation, client, tokens, kind):
    wrong = []
    for path in sorted({*GET, *POST}, key=lambda path: (path in POST, path)):
        if kind in WRITING and path in POST:
            tokens = open_tokens(client)
        before = events_of(installation, tokens["reading"])
        for method in sorted(METHODS, key="POST".__eq__):
            place = address(path, tokens[kind])
            answer = client.open(place, method=method, data=FORMS.get(path, {}), buffered=True)
            if answer.status_code != expected(method, path, kind):
                wrong.append((method, path, answer.status_code))
        if kind not in WRITING and events_of(installation, tokens["reading"]) != before:
            wrong.append((path, "changed the circle"))
    assert wrong == []


@pytest.mark.parametrize("path", dict.fromkeys(path for _, path in OPEN))
def test_an_address_without_token_answers_as_listed(client, path):
    for method in METHODS:
        answer = client.open(address(path), method=method, data=FORMS.get(path, {}))
        assert answer.status_code == expected(method, path, ""), (method, path)


@pytest.mark.parametrize("path", FORMS)
def test_no_form_is_accepted_without_its_csrf_token(tmp_path, path):
    protected = create_app({"INSTANCE": tmp_path / "instance"}).test_client()
    answer = protected.post(address(path, "g" + "x" * 22), data=FORMS[path])
    assert answer.status_code == 400 and "La Marque" in answer.text


@pytest.mark.parametrize("kind", ["unknown", "sheet", "reading", "example"])
def test_a_token_that_may_change_nothing_changes_no_byte(installation, client, tokens, kind):
    client.get(address("/circles/<token>", tokens["reading"]))  # stores summaries of sheets
    before = installation.database.read_bytes()
    for path in [*GET, *POST]:
        for method in METHODS:
            place = address(path, tokens[kind])
            client.open(place, method=method, data=FORMS.get(path, {}), buffered=True)
    assert installation.database.read_bytes() == before


@pytest.mark.parametrize("kind", ["table", "guardian"])
def test_a_page_that_is_only_read_changes_no_byte(installation, client, tokens, kind):
    client.get(address("/circles/<token>", tokens["reading"]))  # stores summaries of sheets
    before = installation.database.read_bytes()
    for path in GET:
        client.get(address(path, tokens[kind]), buffered=True)
    assert installation.database.read_bytes() == before


@pytest.mark.parametrize("kind", ["guardian", "table", "reading"])
def test_a_token_of_a_circle_opens_no_sheet(client, tokens, kind):
    assert client.get(f"/sheets/{tokens[kind]}").status_code == 404


def test_no_page_says_the_id_of_a_sheet_or_of_the_circle(installation, client, tokens):
    journal = installation.app.extensions["installation"].journal
    ids = [
        journal.grant(in_journal(tokens["table"])).sheet_id,
        journal.grant(tokens["sheet"]).sheet_id,
    ]
    pages = {
        path: client.get(address(path, tokens["guardian"]), follow_redirects=True).text
        for path in GET
    }
    assert not [(path, id) for path, page in pages.items() for id in ids if str(id) in page]


@pytest.mark.parametrize("role", ["reading", "table", "guardian"])
def test_a_token_of_a_circle_is_no_sheet_to_found_a_circle_of(client, tokens, role):
    sheet = f"circle/{tokens[role]}"
    assert client.post("/circles", data={"sheet": sheet}).status_code == 404
    assert client.get("/").status_code == client.get("/sheets/new").status_code == 200
