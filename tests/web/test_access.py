"""Who may do what: every address, with every kind of link, by every method."""

import re
import sqlite3
import time
from types import SimpleNamespace

import pytest
from conftest import CAST, GARDE, UNGUARDED

from app import create_app
from scorekeeper.formats.examples import FFT_MATCH
from scorekeeper.storage.sqlite import read_only_token
from scorekeeper.web.views import sheets

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")

WHO = ("unknown", "reading", "writing", "other", "example")
"""Who comes with which token: none there is; the one that reads this sheet; the one that
writes it; the one that writes another sheet, which has no hand yet; the example's."""

GET = {
    #                                                 unknown reading writing other example
    "/sheets/<token>":                               (404,    200,    200,    200,  200),
    "/sheets/<token>/print":                         (404,    200,    200,    200,  200),
    "/sheets/<token>/journal":                       (404,    200,    200,    200,  200),
    "/sheets/<token>/end":                           (404,    200,    200,    200,  200),
    "/sheets/<token>/picture.svg":                   (404,    200,    200,    200,  200),
    "/sheets/<token>/night.json":                    (404,    200,    200,    200,  200),
    "/sheets/<token>/hands.csv":                     (404,    200,    200,    200,  200),
    "/sheets/<token>/live":                          (404,    200,    200,    200,  200),
    "/sheets/<token>/tv":                            (404,    200,    200,    200,  200),
    "/sheets/<token>/curves":                        (404,    204,    204,    204,  200),
    "/sheets/<token>/share":                         (404,    200,    200,    200,  200),
    "/sheets/<token>/hands/<int:id>":                (404,    200,    200,    404,  200),
    "/sheets/<token>/hands/<int:id>/edit":           (404,    404,    200,    404,  404),
    "/sheets/<token>/hands/new":                     (404,    404,    200,    404,  404),
    "/sheets/<token>/penalties/new":                 (404,    404,    200,    200,  404),
    "/sheets/<token>/penalties/<int:id>/edit":       (404,    404,    200,    404,  404),
    "/sheets/<token>/table":                         (404,    404,    200,    200,  404),
    "/sheets/<token>/deletion":                      (404,    404,    200,    200,  404),
}  # fmt: skip
"""What is shown to whom."""

POST = {
    #                                                 unknown reading writing other example
    "/sheets/<token>/hands":                         (404,    404,    303,    303,  404),
    "/sheets/<token>/hands/<int:id>":                (404,    404,    303,    404,  404),
    "/sheets/<token>/hands/preview":                 (404,    404,    200,    404,  404),
    "/sheets/<token>/penalties":                     (404,    404,    303,    303,  404),
    "/sheets/<token>/penalties/<int:id>":            (404,    404,    303,    404,  404),
    "/sheets/<token>/table":                         (404,    404,    303,    303,  404),
    "/sheets/<token>/journal/removals":              (404,    404,    303,    404,  404),
    "/sheets/<token>/journal/restorations":          (404,    404,    303,    404,  404),
    "/sheets/<token>/end":                           (404,    404,    303,    303,  404),
    "/sheets/<token>/stake":                         (404,    404,    303,    303,  404),
    "/sheets/<token>/revanche":                      (404,    404,    409,    409,  404),
    "/sheets/<token>/share":                         (404,    404,    303,    303,  404),
    "/sheets/<token>/deletion":                      (404,    404,    303,    303,  404),
}  # fmt: skip
"""Who may write what; a game that nobody has won yet has no *revanche*."""

OPEN = {
    ("GET", "/"): 200,
    ("GET", "/sheets/new"): 200,
    ("POST", "/sheets"): 303,
    ("GET", "/import"): 200,
    ("POST", "/import"): 303,
    ("GET", "/archive.zip"): 200,
    ("GET", "/games/<name>"): 200,
    ("GET", "/games/<name>/blank"): 200,
    ("POST", "/language"): 303,
    ("POST", "/forgotten"): 303,
    ("GET", "/assets/<name>"): 200,
    ("GET", "/static/<path:filename>"): 200,
}
"""What needs no token."""

SEATS = {"name": list(CAST[:4]), "number": [""] * 4, "dealer": "0"}
OTHER_SEATS = {"name": [*CAST[:3], "Zoé"], "number": ["0", "1", "2", "3"], "dealer": "0"}
PENALTY = {"player": "1", "way": "less", "points": "100"}

FORMS = {
    "/sheets": SEATS,
    "/import": {"document": FFT_MATCH.read_text(encoding="utf-8")},
    "/language": {"language": "en"},
    "/forgotten": {"token": "x"},
    "/sheets/<token>/hands": GARDE,
    "/sheets/<token>/hands/<int:id>": GARDE | {"contract": "petite"},
    "/sheets/<token>/hands/preview": GARDE | {"entry": "2"},
    "/sheets/<token>/penalties": PENALTY,
    "/sheets/<token>/penalties/<int:id>": PENALTY | {"points": "50"},
    "/sheets/<token>/table": OTHER_SEATS,
    "/sheets/<token>/journal/removals": {"entry": "2"},
    "/sheets/<token>/journal/restorations": {"entry": "2"},
    "/sheets/<token>/end": {"act": "close"},
    "/sheets/<token>/stake": {"euros": "0,05", "per": "1"},
    "/sheets/<token>/revanche": {},
    "/sheets/<token>/share": {"key": "f" * 32},
    "/sheets/<token>/deletion": {},
}
"""A form that each address takes, from who may send it; those that end a link come last."""

WORDS = {
    "<name>": "tarot",
    "<path:filename>": "icon.svg",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """One program for the whole table, and its database."""
    instance = tmp_path_factory.mktemp("access") / "instance"
    app = create_app({"INSTANCE": instance, **UNGUARDED})
    app.test_client().get("/")
    return SimpleNamespace(app=app, base=instance / "la_marque.sqlite3")


@pytest.fixture
def client(house):
    return house.app.test_client()


@pytest.fixture
def tokens(client):
    """A token of each kind; the sheet has hand 2 and penalty 3, the other one nothing."""
    mine, other = (client.post("/sheets", data=SEATS).location for _ in range(2))
    client.post(f"{mine}/hands", data=GARDE)
    client.post(f"{mine}/penalties", data=PENALTY)
    token = mine.split("/")[-1]
    return {
        "unknown": "A" * 22,
        "reading": read_only_token(token),
        "writing": token,
        "other": other.split("/")[-1],
        "example": "exemple",
    }


def routes(app):
    """Every address with its own methods; Werkzeug adds HEAD and OPTIONS to each."""
    for rule in app.url_map.iter_rules():
        for method in rule.methods - {"HEAD", "OPTIONS"}:
            yield method, rule.rule


def address(path, token=""):
    path = path.replace("<token>", token)
    path = path.replace("<int:id>", "3" if "penalties" in path else "2")
    path += "?before=2" if path.endswith("hands/new") else ""
    for word, value in WORDS.items():
        path = path.replace(word, value)
    return path


def expected(method, path, who):
    """The status of a cell of the table."""
    if method == "OPTIONS":
        return 200
    method = "GET" if method == "HEAD" else method
    table = {"GET": GET, "POST": POST}.get(method, {})
    if path in table:
        return table[path][WHO.index(who)]
    return OPEN.get((method, path), 405)


def journal(house, token):
    """The events of the sheet that a token opens."""
    storage = house.app.extensions["installation"].journal
    return storage.events(storage.grant(token).sheet_id)


def test_the_table_names_every_address_there_is(house):
    recorded = {("GET", path) for path in GET} | {("POST", path) for path in POST} | set(OPEN)
    assert set(routes(house.app)) == recorded
    assert {path for method, path in recorded if method == "POST"} == set(FORMS)


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("path", [*dict.fromkeys([*GET, *POST])])
def test_every_link_opens_what_the_table_says(house, client, tokens, path, who):
    before = journal(house, tokens["writing"])
    for method in sorted(METHODS, key="POST".__eq__):
        form = FORMS.get(path, GARDE)
        if path.endswith("/end") and who in ("writing", "other"):
            form = form | {"base": len(journal(house, tokens[who]))}
        answer = client.open(address(path, tokens[who]), method=method, data=form)
        assert answer.status_code == expected(method, path, who), (method, path, who)
    if who != "writing":
        assert journal(house, tokens["writing"]) == before


@pytest.mark.parametrize("path", list(dict.fromkeys(path for _, path in OPEN)))
def test_what_needs_no_token_does_as_the_table_says(client, path):
    place = address(path)
    if path == "/assets/<name>":
        place = re.search(r'"(/assets/[^"]+\.css)"', client.get("/").text)[1]
    for method in METHODS:
        answer = client.open(place, method=method, data=FORMS.get(path, {}), buffered=True)
        assert answer.status_code == expected(method, path, ""), (method, path)


@pytest.mark.parametrize("who", ["unknown", "reading", "example"])
def test_who_may_not_write_leaves_the_database_as_it_is(house, client, tokens, who):
    before = house.base.read_bytes()
    for path in [*GET, *POST]:
        for method in METHODS:
            client.open(address(path, tokens[who]), method=method, data=FORMS.get(path, {}))
    assert house.base.read_bytes() == before


def test_looking_at_everything_changes_nothing(house, client, tokens):
    """Every page that links lead to, from the start and from the sheet that writes."""
    before = house.base.read_bytes()
    start = [address(path, tokens["writing"]) for path in GET]
    seen, ahead = set(), ["/", *start]
    while ahead:
        path = ahead.pop()
        if path in seen:
            continue
        seen.add(path)
        page = client.get(path, buffered=True)
        assert page.status_code in (200, 204), path
        if page.mimetype == "text/html":
            linked = re.findall(r'(?:href|src|hx-get)="([^"#]+)[^"]*"', page.text)
            ahead += [link.replace("&amp;", "&") for link in linked if link.startswith("/")]
    assert len(seen) > 30
    assert house.base.read_bytes() == before


@pytest.mark.parametrize(
    "token", ["0", "x" * 22, "é" * 22, "%00", "exemple%20", "..", "x" * 5000]
)
def test_a_token_that_opens_nothing_is_not_there(client, token):
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
        "/scorekeeper/storage.py",
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


ANSWERS = {
    200: ("GET", "/", {}),
    204: ("GET", "/sheets/{token}/live?v={stamp}", {}),
    303: ("POST", "/language", {"language": "fr"}),
    400: ("POST", "/language", {"language": "xx"}),
    404: ("GET", "/nothing", {}),
    405: ("PUT", "/", {}),
    409: ("POST", "/sheets/{token}/revanche", {}),
    413: ("POST", "/language", {"language": "x" * 70_000}),
    422: ("POST", "/sheets/{token}/hands", GARDE | {"points": "92"}),
    500: ("GET", "/sheets/{token}/print?wrong", {}),
    503: ("GET", "/sheets/{token}/print?busy", {}),
}
"""A request for each status that the program gives."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


@pytest.fixture
def wrong(house, monkeypatch):
    """A program whose paper is broken, as it would be outside of tests."""

    def first_broken_event(sheet):
        raise sqlite3.OperationalError("locked") if busy() else ValueError("inside")

    def busy():
        from flask import request

        return "busy" in request.args

    monkeypatch.setattr(sheets, "written", first_broken_event)
    monkeypatch.setitem(house.app.config, "TESTING", False)


def of_the_house(answer):
    """Whether an answer has the headers that each one has."""
    headers = answer.headers
    assert headers["Content-Security-Policy"] == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["X-Robots-Tag"] == "noindex"
    assert not [name for name, _ in headers if name.startswith("Access-Control")]
    assert "Server" not in headers
    return True


@pytest.mark.parametrize("status", ANSWERS)
def test_every_answer_has_the_headers_of_the_house(house, client, tokens, wrong, status):
    method, path, form = ANSWERS[status]
    etag = journal(house, tokens["writing"])[-1].etag
    place = path.format(token=tokens["writing"], etag=etag)
    answer = client.open(place, method=method, data=form)
    assert answer.status_code == status and of_the_house(answer)
    assert answer.headers["Cache-Control"] == "no-store"
    assert "inside" not in answer.text and "Traceback" not in answer.text


def test_a_file_has_the_headers_of_the_house_too_and_no_cookie(client, tokens):
    assert "Set-Cookie" in client.get("/").headers
    for path in re.findall(r'"(/assets/[^"]+)"', client.get("/").text):
        answer = client.get(path)
        assert of_the_house(answer) and "immutable" in answer.headers["Cache-Control"]
        assert "Set-Cookie" not in answer.headers and "Cookie" not in answer.headers["Vary"]
    assert of_the_house(client.get("/static/icon.svg", buffered=True))


@pytest.mark.parametrize("path", ["/assets/none.js", "/static/none.js"])
def test_a_file_that_is_not_there_is_not_kept(client, path):
    answer = client.get(path)
    assert answer.headers["Cache-Control"] == "no-store" and of_the_house(answer)


@pytest.mark.parametrize("path", GET)
def test_a_page_with_names_is_kept_nowhere(client, tokens, path):
    answer = client.get(address(path, tokens["writing"]))
    assert of_the_house(answer) and answer.headers["Cache-Control"] == "no-store"


def test_another_site_is_told_nothing_it_may_read(client):
    answer = client.get("/", headers={"Origin": "https://evil.test"})
    asked = {"Origin": "https://evil.test", "Access-Control-Request-Method": "POST"}
    assert of_the_house(answer) and of_the_house(client.options("/sheets", headers=asked))


def test_only_https_is_asked_for_again_by_https(client):
    assert "Strict-Transport-Security" not in client.get("/").headers
    secure = client.get("/", base_url="https://table.test/").headers
    assert secure["Strict-Transport-Security"] == "max-age=31536000"


@pytest.fixture
def guarded(house):
    """The same installation as it is served: a form needs its token."""
    return lambda: create_app({"INSTANCE": house.base.parent})


def csrf(page):
    return re.search(r'name="csrf_token" value="(.*?)"', page.text)[1]


@pytest.mark.parametrize("path", FORMS)
def test_no_form_is_taken_without_its_token(house, guarded, tokens, path):
    before = house.base.read_bytes()
    answer = guarded().test_client().post(address(path, tokens["writing"]), data=FORMS[path])
    assert answer.status_code == 400 and of_the_house(answer)
    assert house.base.read_bytes() == before


def test_a_form_opened_before_the_evening_is_taken_at_its_end(guarded, monkeypatch):
    client, now = guarded().test_client(), time.time()
    monkeypatch.setattr(time, "time", lambda: now - 20 * 3600)
    page = client.get("/sheets/new")
    monkeypatch.undo()
    assert client.post("/sheets", data=SEATS | {"csrf_token": csrf(page)}).status_code == 303


def test_a_form_outlives_the_program_that_showed_it(guarded):
    first, second = guarded().test_client(), guarded().test_client()
    page = first.get("/sheets/new")
    second.set_cookie("marque", first.get_cookie("marque").value)
    assert second.post("/sheets", data=SEATS | {"csrf_token": csrf(page)}).status_code == 303


@pytest.mark.parametrize(
    ("referrer", "status"),
    [("https://table.test/sheets/new", 303), ("https://evil.test/", 400), (None, 400)],
)
def test_on_https_a_form_comes_from_a_page_of_ours(guarded, referrer, status):
    client, place = guarded().test_client(), {"base_url": "https://table.test/"}
    form = SEATS | {"csrf_token": csrf(client.get("/sheets/new", **place))}
    headers = {"Referer": referrer} if referrer else {}
    assert client.post("/sheets", data=form, headers=headers, **place).status_code == status
