"""Access to tournaments: every address, with every kind of token, by every method."""

from types import SimpleNamespace

import pytest
from conftest import CAST, UNGUARDED, token_of
from routes import routes
from test_access import METHODS
from tournament_routes import FORMS, GET, OPEN, POST, SHEET, TOKENS, address, open_tokens

from app import create_app
from scorekeeper.streams.base import read_only_token
from scorekeeper.tournaments.service.tokens import in_journal


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    """One application for the whole module."""
    app = create_app({"INSTANCE": tmp_path_factory.mktemp("access") / "instance", **UNGUARDED})
    return SimpleNamespace(app=app)


@pytest.fixture
def client(installation):
    return installation.app.test_client()


def tokens_of(client):
    form = {"name": list(CAST[:4]), "number": [""] * 4, "dealer": "0"}
    return open_tokens(client, client.post("/sheets", data=form).location)


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


def is_form_of(path, kind):
    """True if a token of this kind may post to an address, after which it needs another
    tournament."""
    return expected("POST", path, kind) not in (404, 405)


def events_of(installation, token):
    """The events of the tournament that a token opens."""
    journal = installation.app.extensions["installation"].journal
    return journal.events(journal.grant(in_journal(token)).sheet_id)


def test_the_tables_list_every_address_of_a_tournament(installation):
    listed = {("GET", path) for path in GET} | {("POST", path) for path in POST}
    listed |= {*OPEN, *SHEET}
    found = {
        tuple(one) for package, *one in routes(installation.app) if package == "tournaments"
    }
    assert found == listed
    assert {path for method, path in listed if method == "POST"} == set(FORMS)


@pytest.mark.parametrize("kind", TOKENS)
def test_every_token_opens_what_the_tables_list(installation, client, kind):
    wrong, tokens = [], tokens_of(client)
    for path in sorted({*GET, *POST}, key=lambda path: (is_form_of(path, kind), path)):
        if is_form_of(path, kind):
            tokens = tokens_of(client)
        before = events_of(installation, tokens["reading"])
        for method in sorted(METHODS, key="POST".__eq__):
            place = address(path, tokens[kind])
            answer = client.open(place, method=method, data=FORMS.get(path, {}), buffered=True)
            if answer.status_code != expected(method, path, kind):
                wrong.append((method, path, answer.status_code))
        if not is_form_of(path, kind) and events_of(installation, tokens["reading"]) != before:
            wrong.append((path, "changed the tournament"))
    assert wrong == []


def test_a_page_for_an_unknown_link_speaks_of_a_tournament(client):
    page = client.get(f"/tournaments/o{'x' * 22}")
    assert page.status_code == 404
    assert "aucun tournoi à cette adresse" in page.text


@pytest.mark.parametrize("path", dict.fromkeys(path for _, path in OPEN))
def test_an_address_without_token_answers_as_listed(client, path):
    for method in METHODS:
        answer = client.open(address(path), method=method, data=FORMS.get(path, {}))
        assert answer.status_code == expected(method, path, ""), (method, path)


@pytest.mark.parametrize("path", FORMS)
def test_no_form_is_accepted_without_its_csrf_token(tmp_path, path):
    protected = create_app({"INSTANCE": tmp_path / "instance"}).test_client()
    answer = protected.post(address(path, "t" + "x" * 22), data=FORMS[path])
    assert answer.status_code == 400 and "La Marque" in answer.text


@pytest.mark.parametrize(("method", "path"), SHEET)
def test_a_sheet_of_no_tournament_leads_to_its_own_end(client, method, path):
    form = {"name": list(CAST[:4]), "number": [""] * 4, "dealer": "0"}
    writing = token_of(client.post("/sheets", data=form).location)
    for token in (writing, read_only_token(writing), "exemple"):
        answer = client.open(address(path, token), method=method, data=FORMS.get(path, {}))
        is_refused = method == "POST" and token != writing
        assert answer.status_code == (404 if is_refused else SHEET[method, path])
    unknown = client.open(address(path, "A" * 22), method=method)
    assert unknown.status_code == 404
