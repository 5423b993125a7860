"""The cast, and an application of its own for each test."""

import os
import re

import pytest
from answers import FOUR
from phone import CHROMIUM, MISSING, NAME, OPTIONS
from server import Server

from app import create_app
from scorekeeper.games import GAMES
from scorekeeper.rules.game import Table
from scorekeeper.service import sheets
from scorekeeper.service.access import SheetRepository
from scorekeeper.storage.base import read_only_token
from scorekeeper.storage.sqlite import SqliteJournal
from scorekeeper.web.stylesheets import COOKIE

CAST = ("Anne", "Bruno", "Chloé", "David", "Eve")
UNGUARDED = {"TESTING": True, "WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False}
"""Settings of tests: neither CSRF tokens nor rate limits."""

GARDE = {"taker": "0", "contract": "garde", "bouts": "2", "points": "49"}
"""A hand of tarot as it is posted: +198 for the taker, −66 for each of the others."""

BELOTE = {"taker": "0", "suit": "hearts", "points": "91"}
"""A hand of belote as it is posted: 91 for the first team, 71 for the second."""


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="run the long tests too")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--long"):
        long = [item for item in items if item.get_closest_marker("long")]
        items[:] = [item for item in items if item not in long]
        config.hook.pytest_deselected(items=long)


@pytest.fixture(autouse=True)
def operator_language(monkeypatch):
    """Messages to the operator in French, on any machine."""
    monkeypatch.setenv("LANGUAGE", "fr")


@pytest.fixture
def instance(tmp_path):
    return tmp_path / "instance"


@pytest.fixture
def app(instance):
    return create_app({"INSTANCE": instance, **UNGUARDED})


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def has_stylesheets(app, client):
    """The client has the stylesheets in its cache, as its cookie says."""
    client.set_cookie(COOKIE, app.extensions["stylesheets"].version)


@pytest.fixture
def open_sheet(client):
    def opened(seats=4, **changes):
        form = {"name": list(CAST[:seats]), "number": [""] * seats, "dealer": "0"}
        return client.post("/sheets", data=form | changes).location

    return opened


@pytest.fixture
def open_preset(open_sheet):
    """Open a sheet by the name of its rules; its address."""
    return lambda rules, seats=4, **changes: open_sheet(seats, rules=rules, **changes)


@pytest.fixture
def sheet(open_sheet):
    return open_sheet()


@pytest.fixture
def reader(sheet):
    """The address of the sheet that may only read."""
    return f"/sheets/{read_only_token(token_of(sheet))}"


@pytest.fixture
def etag(app):
    """The ETag of a sheet as it stands, by its address."""
    return lambda sheet: app.extensions["sheets"].access(token_of(sheet)).sheet.etag


@pytest.fixture
def post_hand(client):
    def post(sheet, **changes):
        return client.post(f"{sheet}/hands", data=GARDE | changes)

    return post


@pytest.fixture
def post_answers(client):
    """Post the answers of a hand of any game."""
    return lambda sheet, form, **changes: client.post(f"{sheet}/hands", data=form | changes)


@pytest.fixture
def close(client):
    """Close a sheet as its page does, with the version that the page shows."""

    def post(sheet, **changes):
        seen = re.search(r'name="base" value="(\d+)"', client.get(f"{sheet}/end").text)[1]
        form = {"act": "close", "base": seen}
        return client.post(f"{sheet}/end", data=form | changes)

    return post


@pytest.fixture
def totals(client):
    """The totals shown at the head of a sheet."""

    def read(sheet):
        head = re.search(r'class="totals">(.*?)</tr>', client.get(sheet).text, re.S)[1]
        return [
            int(n.replace("−", "-").replace("\u202f", ""))
            for n in re.findall(r"<td>(.*?)</td>", head)
        ]

    return read


@pytest.fixture
def repository(tmp_path):
    """The sheets of an installation without HTTP."""
    journal = SqliteJournal(tmp_path / "journal.sqlite3")
    yield SheetRepository(lambda: journal, lambda: b"secret")
    journal.close()


@pytest.fixture
def open_access(repository):
    """Open a sheet without HTTP; the access of its writer."""

    def opened(game="tarot", table=FOUR, **options):
        token = sheets.open_sheet(repository, GAMES[game], options, table, title="Chez Anne")
        return repository.access(token)

    return opened


@pytest.fixture
def access(open_access):
    return open_access()


@pytest.fixture
def another(repository, access):
    """Another access to the same sheet, as another phone has it."""
    return lambda: repository.access(access.token)


def token_of(address):
    """The token in the address of a sheet."""
    return address.rsplit("/", 1)[1]


def table(seats=4, **options):
    tarot = GAMES["tarot"]
    return Table(CAST[:seats], tarot.read_options(options))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("server") / "instance")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def chromium():
    if not CHROMIUM and os.environ.get("CI") != "true":
        pytest.skip(MISSING)
    assert CHROMIUM, MISSING
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture
def phone(chromium, server):
    """A page on a phone; an error in the browser's console fails the test."""
    contexts, errors = [], []

    def opened(width=360, scheme="light", locale="fr-FR", host=NAME, **options):
        context = chromium.new_context(
            viewport={"width": width, "height": 640},
            color_scheme=scheme,
            locale=locale,
            base_url=f"http://{host}:{server.port}",
            **options,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console",
            lambda message: "Content Security" in message.text and errors.append(message.text),
        )
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []
