"""Access: every address, with every kind of token, by every method.

The tables of each package stand beside its tests, ``*_routes.py``: a new address or role is a
line there.
"""

import functools
import html
import re
from types import SimpleNamespace

import pytest
import routes
from conftest import UNGUARDED
from route_tables import TABLES

from app import create_app
from scorekeeper.sheets.web.access import SHEET
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.sqlite import connection
from scorekeeper.web.access import open_stream
from scorekeeper.web.rate_limits import RateLimits

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")

OPENED = [
    (name, kind)
    for name, tables in TABLES.items()
    for kind in tables.TOKENS
    if kind != "sheet"
]

RENEWALS = {"share.renew", "circle_links.renew"}
"""The views that take a token which opens nothing any more: links that are renewed twice."""


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    """One application for the whole module, and its database file, which waits for no disk."""
    instance = tmp_path_factory.mktemp("access") / "instance"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connection.SETTINGS, "synchronous", ("OFF", 0))
        app = create_app({"INSTANCE": instance, **UNGUARDED})
        app.test_client().get("/")
        yield SimpleNamespace(app=app, database=instance / "la_marque.sqlite3")


@pytest.fixture
def client(installation):
    return installation.app.test_client()


def expected(tables, method, path, kind):
    """The status that the tables list for a request; where only a form is posted, the page
    above it is opened instead."""
    if method == "OPTIONS":
        return 200
    method = "GET" if method == "HEAD" else method
    table = {"GET": tables.GET, "POST": tables.POST}.get(method, {})
    if path in table:
        return table[path][tables.TOKENS.index(kind)]
    return tables.OPEN.get((method, path), 302 if method == "GET" else 405)


def may_post(tables, path, kind):
    """True if a token of this kind may post to an address."""
    return expected(tables, "POST", path, kind) not in (404, 405)


@pytest.fixture(scope="module")
def visits(installation, sampled):
    """What came of opening every address with a token, once for all tests of it."""
    few = {"GET", "POST", *sampled(METHODS)}
    return functools.cache(lambda name, kind: Visit(installation, TABLES[name], kind, few))


class Visit:
    """Every address with a token of one kind, and what was not as it should be.

    :param few: the methods for tokens that are neither unknown nor the writer's; what is no
        method of an address is the same for all of them.
    """

    def __init__(self, installation, tables, kind, few):
        self.app, self.client = installation.app, installation.app.test_client()
        self.tables, self.kind = tables, kind
        self.wrong, self.lookups, self.counted = [], [], []
        methods = METHODS if kind in ("unknown", tables.WRITER) else few
        self.renewed = {
            rule.rule for rule in self.app.url_map.iter_rules() if rule.endpoint in RENEWALS
        }
        with pytest.MonkeyPatch.context() as patch:
            self._patch(patch)
            self._visit(methods, installation.database)

    def _patch(self, patch):
        grant, self._asked = EventStore.grant, []
        patch.setattr(
            EventStore,
            "grant",
            lambda store, token: [self._asked.append(token), grant(store, token)][1],
        )
        patch.setattr(RateLimits, "hit", lambda limits, *counts: self._hits.append(counts))

    def _visit(self, methods, database):
        tables, posts = self.tables, []
        tokens = self._open_tokens()
        self.client.get(f"/{tables.STREAMS}/{tokens['reading']}/circle.json")  # summaries
        before = database.read_bytes()
        for path in dict.fromkeys([*tables.GET, *tables.POST]):
            for method in methods:
                if method == "POST" and may_post(tables, path, self.kind):
                    posts.append(path)
                else:
                    self._open(method, path, tokens)
        self.is_unchanged = database.read_bytes() == before
        for path in posts:
            self._open("POST", path, self._open_tokens())

    def _open_tokens(self):
        self._hits = []
        return self.tables.open_tokens(self.client)

    def _open(self, method, path, tokens):
        tables, token, form = self.tables, tokens[self.kind], self.tables.FORMS.get(path, {})
        if path == "/sheets/<token>/end" and self.kind in ("writing", "other"):
            repository = self.app.extensions[tables.STREAMS]
            seen = repository.journal.events(repository.grant(token).sheet_id)[-1].etag
            form = form | {"base": seen}
        self._asked.clear()
        self._hits = []
        place = tables.address(path, token)
        answer = self.client.open(place, method=method, data=form, buffered=True)
        if answer.status_code != expected(tables, method, path, self.kind):
            self.wrong.append((method, path, answer.status_code))
        is_listed = path in {"GET": tables.GET, "POST": tables.POST}.get(method, {})
        looked_up = sum(one.endswith(token) for one in self._asked)
        if is_listed and path not in self.renewed and looked_up != 1:
            self.lookups.append((method, path))
        has_own_limit = "<code>" in path  # the card of a table
        if method == "POST" and self._hits and not has_own_limit:
            self.counted.append((method, path))


def test_the_tables_list_every_address(installation):
    listed = set()
    for tables in TABLES.values():
        paths = {("GET", path) for path in tables.GET} | {
            ("POST", path) for path in tables.POST
        }
        paths |= {*tables.OPEN, *getattr(tables, "SHEET", ())}
        assert {path for method, path in paths if method == "POST"} == set(tables.FORMS)
        listed |= paths
    found = {
        (method, rule.rule)
        for rule in installation.app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}  # which Werkzeug adds to each
    }
    assert found == listed


@pytest.mark.parametrize(("name", "kind"), OPENED)
def test_every_token_opens_what_the_tables_list(visits, name, kind):
    assert visits(name, kind).wrong == []


@pytest.mark.parametrize(("name", "kind"), OPENED)
def test_what_a_token_may_only_read_changes_no_byte(visits, name, kind):
    assert visits(name, kind).is_unchanged


@pytest.mark.parametrize("name", TABLES)
def test_a_request_looks_its_token_up_once(visits, name):
    assert visits(name, TABLES[name].WRITER).lookups == []


UNABLE = [(name, kind) for name, kind in OPENED if kind in ("unknown", "reading", "example")]


@pytest.mark.parametrize(("name", "kind"), UNABLE)
def test_a_token_that_may_not_write_counts_for_no_limit(visits, name, kind):
    assert visits(name, kind).counted == []


def test_a_view_declares_the_roles_that_the_tables_list(installation, client):
    app, wrong = installation.app, []
    by_path = {
        (method, rule.rule): app.view_functions[rule.endpoint]
        for rule in app.url_map.iter_rules()
        for method in rule.methods
        if rule.endpoint not in RENEWALS
    }
    for tables in TABLES.values():
        tokens, repository = tables.open_tokens(client), app.extensions[tables.STREAMS]
        roles = {
            kind: repository.access(token).role
            for kind, token in tokens.items()
            if kind != "other" and repository.is_known(token)
        }
        for method, table in (("GET", tables.GET), ("POST", tables.POST)):
            for path, statuses in table.items():
                listed = dict(zip(tables.TOKENS, statuses, strict=True))
                view = by_path.get((method, path))
                having = {role for kind, role in roles.items() if listed[kind] != 404}
                if view and having and having != view.permission.roles & set(roles.values()):
                    wrong.append((method, path))
    assert wrong == []


def test_no_address_with_a_token_is_without_a_declaration(installation):
    rules = [
        rule
        for rule in installation.app.url_map.iter_rules()
        if "token" in rule.arguments and rule.endpoint not in RENEWALS
    ]
    assert len(rules) > 30
    views = installation.app.view_functions
    assert [rule for rule in rules if not hasattr(views[rule.endpoint], "permission")] == []


def test_links_get_the_token_of_this_request_only_for_pages_of_its_kind(installation, client):
    app, tokens = installation.app, routes.open_tokens(client)
    with app.test_request_context():
        assert "token" not in _defaults(app, "sheets.show")
        open_stream(SHEET, tokens["writing"])
        assert _defaults(app, "sheets.show") == {"token": tokens["writing"]}
        assert _defaults(app, "sheets.show", token="x") == {"token": "x"}
        assert _defaults(app, "circles.show") == _defaults(app, "sheets.new") == {}


def _defaults(app, endpoint, **values):
    app.inject_url_defaults(endpoint, values)
    return values


LISTED_OPEN = [
    (name, path)
    for name, tables in TABLES.items()
    for path in dict.fromkeys(path for _, path in tables.OPEN)
]


@pytest.mark.parametrize(("name", "path"), LISTED_OPEN)
def test_an_address_without_token_answers_as_listed(client, name, path):
    tables = TABLES[name]
    place = tables.address(path)
    if path == "/assets/<name>":
        place = re.search(r'"(/assets/[^"]+\.js)"', client.get("/").text)[1]
    for method in METHODS:
        form = tables.FORMS.get(path, {})
        answer = client.open(place, method=method, data=form, buffered=True)
        assert answer.status_code == expected(tables, method, path, ""), (method, path)


@pytest.mark.parametrize(
    ("name", "path"),
    [(name, path) for name, tables in TABLES.items() for path in tables.FORMS],
)
def test_no_form_is_accepted_without_its_csrf_token(installation, name, path):
    tables, app = TABLES[name], installation.app
    before = installation.database.read_bytes()
    app.config["WTF_CSRF_ENABLED"] = True
    try:
        place = tables.address(path, "g" + "x" * 22)
        answer = app.test_client().post(place, data=tables.FORMS[path])
    finally:
        app.config["WTF_CSRF_ENABLED"] = False
    assert answer.status_code == 400 and "La Marque" in answer.text
    assert installation.database.read_bytes() == before


@pytest.mark.parametrize("name", TABLES)
def test_the_language_button_of_a_refused_form_leads_to_a_page(client, name):
    tables, asked, token = TABLES[name], 0, None
    for path in tables.POST:
        token = token or tables.open_tokens(client)[tables.WRITER]
        answer = client.post(tables.address(path, token), data={})
        if answer.status_code < 400:
            token = None  # it may have changed everything
        for place in re.findall(r'name="next" value="([^"]*)"', answer.text):
            asked += 1
            answer = client.get(html.unescape(place), follow_redirects=True)
            assert answer.status_code == 200, (path, place)
    assert asked


def test_reading_every_linked_page_changes_no_byte(installation, client):
    """Every page that links lead to, from the start and from the sheet that writes."""
    tokens = routes.open_tokens(client)
    before = installation.database.read_bytes()
    writing = routes.TOKENS.index("writing")
    found = [path for path, statuses in routes.GET.items() if statuses[writing] != 404]
    start = [routes.address(path, tokens["writing"]) for path in found]
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
            ahead += [link.replace("&amp;", "&") for link in linked if link[0] == "/"]
    assert len(seen) > 30
    assert installation.database.read_bytes() == before


OUTSIDE = ["/.git/config", "/instance/secret_key", "/app.py", "/static//etc/passwd"]
OUTSIDE += [
    "/static/../app.py",
    "/static/%2e%2e/app.py",
    "/static/..\\app.py",
    "/assets/../app.py",
]


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_file_of_the_machine_is_an_address(client, path):
    assert client.get(path).status_code in (404, 308)
    assert client.get(path, follow_redirects=True).status_code == 404


def test_an_address_that_a_browser_shows_after_a_refusal_can_be_opened(client):
    tokens = routes.open_tokens(client)
    for path in routes.POST:
        place = routes.address(path, tokens["writing"])
        answer = client.get(place, follow_redirects=True)
        assert answer.status_code == 200, place
    assert client.get(f"/sheets/{tokens['writing']}/hands").location == (
        f"/sheets/{tokens['writing']}"
    )
