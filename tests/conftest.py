"""The cast, and an application of its own for each test."""

import gc
import io
import os
import re
import time
from collections import defaultdict
from datetime import date
from itertools import chain
from pathlib import Path

import compiled_once  # noqa: F401
import long_cases
import postgres
import pytest
from answers import FOUR
from built_once import share_parts
from declared_texts import refuse_undeclared
from engines import FirefoxPhone, missing_packages
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from phone import CAST, CHROMIUM, GARDE, MISSING, NAME, OPTIONS
from phone import open_sheet as open_on_phone
from printers import ChromiumPrinter, FirefoxPrinter
from server import Server

from app import create_app
from scorekeeper.games import GAMES
from scorekeeper.rules.game import Table
from scorekeeper.sheets.service import sheets
from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.base import read_only_token
from scorekeeper.streams.sqlite import connection
from scorekeeper.streams.sqlite.driver import open_sqlite
from scorekeeper.web.assets import STYLES_COOKIE

pytest_plugins = [path.stem for path in Path(__file__).parent.glob("*/support/*_fixtures.py")]
"""The fixtures of a folder of tests, which would hide this file in a conftest of its own."""

SECONDS = 60
"""The longest wait for something that is to come, on a machine that is busy."""

UNGUARDED = {"TESTING": True, "WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False}
"""Settings of tests: neither CSRF tokens nor rate limits."""

BELOTE = {"taker": "0", "suit": "hearts", "points": "91"}
"""A hand of belote as it is posted: 91 for the first team, 71 for the second."""


class ClosingClient(FlaskClient):
    """A client that closes the file in which werkzeug puts a form of more than 500 KB: left
    to the garbage collector, it fails whichever test runs then."""

    def run_wsgi_app(self, environ, buffered=False):
        try:
            return super().run_wsgi_app(environ, buffered)
        finally:
            form = environ["wsgi.input"]
            if not isinstance(form, io.BytesIO):  # which a redirect reads again
                form.close()


Flask.test_client_class = ClosingClient


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="run the long tests too")
    parser.addoption("--hours", action="store_true", help="run all tests: it takes hours")
    parser.addoption(
        "--slice",
        type=int,
        choices=range(long_cases.SLICES),
        default=date.today().toordinal() % long_cases.SLICES,
        help="which slice of many cases --long takes; without it another one each day",
    )
    parser.addoption(
        "--database",
        choices=["sqlite", "postgresql"],
        default="sqlite",
        help="what the application of each test keeps its sheets in; with postgresql two"
        " processes answer by turns",
    )


def pytest_configure(config):
    """Set how many cases are collected, and the same random examples each time."""
    is_whole = config.getoption("--hours")
    is_long = is_whole or config.getoption("--long")
    number = config.getoption("--slice") if is_long else 0
    long_cases.run = long_cases.Extent(is_long, is_whole, number)
    same = {"deadline": None, "derandomize": True, "database": None}
    settings.register_profile("the same each time", max_examples=50, **same)
    settings.load_profile("the same each time")


def pytest_ignore_collect(collection_path, config):
    """Do not import a file of tests that this run leaves out."""
    if collection_path.match("test_*.py"):
        text = collection_path.read_text(encoding="utf-8")
        of_all = re.search(r"^pytestmark = .*?^$", text, re.M | re.S)
        markers = re.findall(r"mark\.(\w+)", of_all[0] if of_all else "")
        some = re.findall(r"mark\.(journey)", text)
        return _is_left_out({*markers, *some}, config) or None  # None: as pytest does


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Keep the tests of this run, and of the cases of a long one those of its slice."""
    of_slice = set()
    for item in items:
        if "sampled" in getattr(item, "fixturenames", ()) and long_cases.run.is_long:
            item.add_marker("long")  # it takes a slice itself
            of_slice.add(item.nodeid)
    marked = [(item, {marker.name for marker in item.iter_markers()}) for item in items]
    kept = [one for one in marked if not _is_left_out(one[1], config)]
    of_slice |= long_cases.in_slice(item.nodeid for item, markers in kept if _is_long(markers))
    kept = [item for item, markers in kept if item.nodeid in of_slice or not _is_long(markers)]
    config.hook.pytest_deselected(items=[*{*items} - {*kept}])
    # the phones of the simulation need a worker whose browser has not opened its event loop
    items[:] = sorted(kept, key=lambda item: "tests/simulation" not in item.nodeid)


def _is_left_out(markers, config):
    """True for tests with these markers of ``pyproject.toml`` that this run does not take."""
    if on_postgresql(config) and "one_process" in markers:
        return True
    if long_cases.run.is_whole:
        return False
    return "hours" in markers or (_is_long(markers) and not long_cases.run.is_long)


def _is_long(markers):
    return "long" in markers or ("browser" in markers and "journey" not in markers)


def pytest_terminal_summary(terminalreporter):
    """Say which slice of many cases and of random numbers was taken; it can be taken again."""
    run = long_cases.run
    if run.is_long:
        terminalreporter.write_line(f"slice {run.slice} of many cases: --slice {run.slice}")


def pytest_collection_finish():
    """Leave the tests and the program, which stay to the end, out of later collections of
    garbage, and collect seldom: an application is garbage by the thousand objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


def on_postgresql(config):
    return config.getoption("--database") == "postgresql"


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory, pytestconfig):
    """A folder that the workers of this run share."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if hasattr(pytestconfig, "workerinput") else folder


@pytest.fixture(autouse=True, scope="session")
def parts_built_once(run_folder):
    """Applications share their templates and routes."""
    with pytest.MonkeyPatch.context() as patch:
        share_parts(patch, run_folder / "templates")
        yield


@pytest.fixture(autouse=True)
def texts_declared(request, monkeypatch):
    """No test records a text that an erasure would miss, but those of storage alone."""
    if "streams" not in request.path.parts:
        refuse_undeclared(monkeypatch)


@pytest.fixture(autouse=True)
def unsynced(request, monkeypatch):
    """No test waits for the disk, but those of what survives a power cut."""
    if not {"reliability", "streams"} & set(request.path.parts):
        monkeypatch.setattr(os, "fsync", lambda file: None)
        monkeypatch.setitem(connection.SETTINGS, "synchronous", ("OFF", 0))


@pytest.fixture(autouse=True)
def operator_language(monkeypatch):
    """Messages to the operator in French, on any machine."""
    monkeypatch.setenv("LANGUAGE", "fr")


@pytest.fixture(autouse=True)
def own_database(monkeypatch):
    """No test uses the database of whoever runs it."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("INSTANCE", raising=False)


@pytest.fixture(scope="session")
def sampled():
    """Takes few of many cases; see :func:`long_cases.sampled`."""
    return long_cases.sampled


@pytest.fixture
def instance(tmp_path):
    return tmp_path / "instance"


@pytest.fixture
def app(instance, pytestconfig, request):
    """The application; its requests are answered by two processes in turn, by
    ``--database postgresql``."""
    config = {"INSTANCE": instance, **UNGUARDED}
    if not on_postgresql(pytestconfig):
        return create_app(config)
    from two_processes import TwoProcesses

    shared = {"DATABASE_URL": request.getfixturevalue("database_url"), "SECRET": "k" * 32}
    both = TwoProcesses(config | shared)
    request.addfinalizer(both.close)
    return both.apps[0]


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def has_stylesheets(app, client):
    """The client has the stylesheets in its cache, as its cookie says."""
    client.set_cookie(STYLES_COOKIE, app.extensions["assets"].styles_version)


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
        seen = re.search(r'name="base" value="(\w+)"', client.get(f"{sheet}/end").text)[1]
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
def open_repository(tmp_path, pytestconfig, request):
    """Open the sheets of an installation without HTTP, as one more process does."""
    if on_postgresql(pytestconfig):
        from scorekeeper.streams.postgres.driver import open_postgres as open_store

        place = request.getfixturevalue("database_url")
    else:
        open_store, place = open_sqlite, tmp_path / "journal.sqlite3"

    def opened():
        journal = open_store(place)
        request.addfinalizer(journal.close)
        return SheetRepository(lambda: journal, lambda: b"secret")

    return opened


@pytest.fixture
def repository(open_repository):
    """The sheets of an installation without HTTP."""
    return open_repository()


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
def another(repository, access, pytestconfig, request):
    """Another access to the same sheet, as another phone has it; of another process, by
    ``--database postgresql``."""
    if on_postgresql(pytestconfig):
        repository = request.getfixturevalue("open_repository")()
    return lambda: repository.access(access.token)


def token_of(address):
    """The token in the address of a sheet."""
    return address.rsplit("/", 1)[1]


def table(seats=4, **options):
    tarot = GAMES["tarot"]
    return Table(CAST[:seats], tarot.read_options(options))


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("server") / "instance")
    yield running
    running.stop()


@pytest.fixture
def stopped(server):
    """Kill the server; it is there again for the next test."""
    yield server.kill
    if server.process.poll() is not None:
        server.start()


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """Reads the pages of a circle with an invented season."""
    from circle_helpers import Reader

    return Reader(tmp_path_factory.mktemp("example") / "instance")


@pytest.fixture(scope="session")
def example_address(server):
    """The address of the same circle on the server of the browsers."""
    from circle_helpers import bring, example_circle

    return bring(server.instance, example_circle())


@pytest.fixture(scope="session")
def chromium():
    require(CHROMIUM, MISSING)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1000 * SECONDS)
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
        context.set_default_timeout(1000 * SECONDS)
        contexts.append(context)
        page = context.new_page()
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


@pytest.fixture
def page(phone):
    """A phone that shows a new sheet of four."""
    page = phone()
    open_on_phone(page, *CAST[:4])
    return page


@pytest.fixture
def timed(phone):
    """The same, on a phone whose clock ``page.clock.run_for`` turns."""
    page = phone()
    page.clock.install()
    open_on_phone(page, *CAST[:4])
    return page


@pytest.fixture(scope="session")
def driven():
    """The phones in Firefox and in WebKitGTK that were started, by their class."""
    started = defaultdict(list)
    yield started
    for phone in chain(*started.values()):
        phone.close()


@pytest.fixture
def open_driven(driven):
    """Open one more phone of such a class, another test's if there is one."""
    opened = defaultdict(list)

    def next_one(engine):
        if len(opened[engine]) == len(driven[engine]):
            driven[engine].append(engine())
        opened[engine].append(driven[engine][len(opened[engine])])
        return opened[engine][-1]

    yield next_one
    for phone in chain(*opened.values()):
        phone.forget()


def require(package, missing):
    """Skip the test without a Debian package, unless all of them must be there."""
    if not package and os.environ.get("CI") != "true":
        pytest.skip(missing)
    assert package, missing


def wait_until(holds):
    """Wait until something is true; fail if it never is."""
    until = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.fixture(params=["chromium", "firefox"])
def printer(request):
    """A browser that prints pages to a file."""
    if missing := missing_packages(request.param):
        pytest.skip(f"no {request.param}: {missing}")
    if request.param == "chromium":
        return ChromiumPrinter(request.getfixturevalue("phone")(width=1280))
    return FirefoxPrinter(request.getfixturevalue("open_driven")(FirefoxPhone))


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL server, the same for all tests that leave it running as it is."""
    require(postgres.binary("initdb"), postgres.MISSING)
    running = postgres.Cluster()
    yield running
    running.remove()


@pytest.fixture
def database_url(cluster):
    """An empty database in PostgreSQL, by its URL."""
    name = cluster.create_database()
    yield cluster.url(name)
    cluster.drop_database(name)


@pytest.fixture
def bouncer(cluster):
    """PgBouncer in transaction mode in front of the server of :func:`cluster`."""
    require(postgres.bouncer_binary(), postgres.NO_BOUNCER)
    running = postgres.PgBouncer(cluster)
    yield running
    running.stop()


@pytest.fixture
def network(cluster):
    """The server of :func:`cluster` behind a proxy that counts round trips."""
    from counting_proxy import CountingProxy

    running = CountingProxy(cluster.folder)
    yield running
    running.stop()


@pytest.fixture
def start_process(network, database_url, instance, request):
    """Start one more process, with nothing in its caches."""

    def started():
        url = network.url(postgres.name_of(database_url))
        shared = {"DATABASE_URL": url, "SECRET": "k" * 32, "INSTANCE": instance}
        app = create_app(UNGUARDED | shared)
        journal = app.extensions["installation"].journal
        request.addfinalizer(journal.close)
        journal.heads([1])  # its pool has a connection
        return app.test_client()

    return started
