"""The program as a phone's browser runs it: below a path, with its cookies and files."""

import ast
from contextlib import closing
from io import BytesIO

import pytest
from conftest import UNGUARDED
from page_forms import forms_of, links_of
from routes import FORMS, GET, OPEN, POST, WRITER, address, open_tokens
from server import token
from werkzeug.test import EnvironBuilder

from app import create_app
from scorekeeper.cli import site
from scorekeeper.cli.phone import Phone
from scorekeeper.home import copies
from scorekeeper.home.copies import COOKIES
from scorekeeper.program import PACKAGE
from scorekeeper.streams.installation import DATABASE_NAME, Installation
from scorekeeper.streams.sqlite.driver import open_sqlite

PATH = "/somewhere/app"
URL = f"https://localhost{PATH}/"


class Browser:
    """A phone with what is stored on it, which may be started again.

    ``answer`` is the last answer as a status, its headers and its text.
    """

    def __init__(self, folder):
        self.folder, self.stored = folder, {}
        self.start()

    def start(self):
        """Start with what is stored and nothing else."""
        self.folder = self.folder / "next"
        self.folder.mkdir(parents=True)
        for name, content in self.stored.items():
            (self.folder / name).write_bytes(content)
        app = create_app({"HOME": "phone", "INSTANCE": self.folder})
        self.phone = Phone(app, URL)
        self.reason = self.phone.open()

    def ask(self, method, path, form=b""):
        headers = [("Referer", URL), ("Content-Type", "application/x-www-form-urlencoded")]
        headers.append(("Cookie", "of=the browser"))
        path = path.removeprefix(f"{PATH}/")
        status, given, body = self.phone.answer(method, path, headers, memoryview(form))
        return status, dict(given), body.decode()

    def store(self):
        changes = self.phone.changes
        self.stored |= dict(changes)
        self.phone.note_stored(changes)
        return [name for name, _ in changes]

    def open_sheet(self):
        form = f"csrf_token={token(self.ask('GET', 'sheets/new')[2])}&dealer=0"
        form += "".join(f"&name={name}&number=" for name in ("A", "B", "C", "D"))
        return self.ask("POST", "sheets", form.encode())[1]["Location"]


@pytest.fixture
def browser(tmp_path):
    return Browser(tmp_path)


def test_a_form_is_taken_by_the_cookie_that_is_kept(browser):
    sheet = browser.open_sheet()
    assert sheet.startswith(f"{PATH}/sheets/")
    assert browser.ask("GET", sheet)[0] == 200
    assert sheet in browser.ask("GET", "")[2]


def test_what_was_stored_is_there_after_a_new_start_and_nothing_else(browser):
    stored = browser.open_sheet()
    assert "la_marque.sqlite3" in browser.store()
    lost = browser.open_sheet()
    browser.start()
    assert browser.ask("GET", stored)[0] == 200
    assert browser.ask("GET", lost)[0] == 404
    page = browser.ask("GET", "")[2]
    assert stored in page and lost not in page


def test_only_what_changed_is_stored(browser):
    sheet = browser.open_sheet()
    browser.store()
    browser.ask("GET", sheet)
    assert browser.store() == []
    browser.open_sheet()
    assert browser.store() == ["cookies.json", "la_marque.sqlite3"]


def test_a_damaged_database_is_said_and_stays_as_it_is(browser):
    browser.open_sheet()
    browser.store()
    browser.stored["la_marque.sqlite3"] = browser.stored["la_marque.sqlite3"][:-4096]
    browser.start()
    assert "la_marque.sqlite3" in browser.reason
    assert browser.store() == []


def test_what_needs_a_server_is_not_there(browser):
    sheet = browser.ask("GET", browser.open_sheet())[2]
    assert "/share" not in sheet and 'data-hx-trigger="refresh"' not in sheet
    assert browser.ask("GET", "tournaments/new")[0] == 404
    assert browser.ask("GET", "circles/new")[0] == 200


def test_a_page_is_shown_in_a_frame_of_this_site_alone(browser):
    policy = browser.ask("GET", "")[1]["Content-Security-Policy"]
    assert "frame-ancestors 'self'" in policy


@pytest.fixture
def below(instance):
    """A client of the program below a path, and the tokens of its sheets."""
    client = create_app({"INSTANCE": instance, **UNGUARDED}).test_client()
    tokens = open_tokens(client)

    def ask(path, form=None):
        there, method = f"https://localhost{PATH}", "GET" if form is None else "POST"
        given = {"data": form} if form is not None else {}
        path = address(path, tokens[WRITER])
        return client.open(path, method=method, base_url=there, **given)

    return ask


@pytest.mark.parametrize("path", [*GET, *(path for method, path in OPEN if method == "GET")])
def test_a_page_names_no_address_above_its_path(below, path):
    with closing(below(path)) as answer:
        page = answer.text if answer.mimetype == "text/html" else ""
    named = links_of(page) + [form.action for form in forms_of(page)]
    assert [one for one in named if not one.startswith(f"{PATH}/")] == []


@pytest.mark.parametrize("path", [*POST, *(path for method, path in OPEN if method == "POST")])
def test_a_form_leads_to_no_address_above_its_path(below, path):
    location = below(path, FORMS[path] | {"next": ""}).location
    assert location is None or location.startswith(f"{PATH}/")


def test_the_language_is_chosen_where_one_is(below):
    page = below("/settings").text
    (language,) = [form for form in forms_of(page) if form.action.endswith("/language")]
    (here,) = language.fields["next"].filled
    answer = below("/language", {"language": "en", "next": here})
    assert answer.location.rstrip("?") == f"{PATH}/settings"


def sent(browser, name, content):
    """Post a copy of everything; the status, headers and page of the answer."""
    page = browser.ask("GET", "settings")[2]
    fields = {"csrf_token": token(page), "file": (BytesIO(content), name)}
    form = EnvironBuilder(method="POST", data=fields).get_environ()
    headers = [("Referer", URL), ("Content-Type", form["CONTENT_TYPE"])]
    body = form["wsgi.input"].read()
    return browser.phone.answer("POST", "copy", headers, body)


def test_a_copy_of_one_phone_is_everything_on_another(browser, tmp_path):
    sheet = browser.open_sheet()
    status, headers, copy = browser.phone.answer("GET", "copy", [("Referer", URL)], b"")
    assert status == 200 and "La Marque, cop" in dict(headers)["Content-Disposition"]
    other = Browser(tmp_path / "other")
    lost = other.open_sheet()
    other.store()
    before = dict(other.stored)
    assert sent(other, "copy.sqlite3", copy)[0] == 303
    assert not other.phone.is_to_restart
    other.store()
    assert other.phone.is_to_restart
    assert {name: other.stored[name] for name in before} == before | {
        COOKIES: other.stored[COOKIES]
    }
    other.start()
    assert other.reason == ""
    assert other.ask("GET", sheet)[0] == 200 and sheet in other.ask("GET", "")[2]
    assert other.ask("GET", lost)[0] == 404
    assert copies.TAKEN in other.store() and not other.phone.is_to_restart


@pytest.mark.parametrize("cut", [0, 100, -4096])
def test_a_damaged_copy_is_refused_with_a_sentence(browser, cut):
    sheet = browser.open_sheet()
    copy = browser.phone.answer("GET", "copy", [("Referer", URL)], b"")[2]
    browser.store()
    status, _, page = sent(browser, "<b>soirée.sqlite3", copy[:cut])
    assert status == 422 and "&lt;b&gt;soirée.sqlite3" in page.decode()
    assert copies.TAKEN not in browser.store()
    assert browser.ask("GET", sheet)[0] == 200


def test_a_backup_of_a_server_is_no_copy_of_a_phone(browser, tmp_path):
    Installation(tmp_path / "server").create()
    backup = (tmp_path / "server" / DATABASE_NAME).read_bytes()
    status, _, page = sent(browser, "backup.sqlite3", backup)
    assert status == 422 and "backup.sqlite3 n’est pas une copie" in page.decode()


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("secret_key", ""),
        ("secret_key", " " * 64),
        (COOKIES, ""),
        (COOKIES, "{"),
        (COOKIES, "[]"),
        (COOKIES, '{"session": 1}'),
    ],
)
def test_a_copy_that_could_not_start_is_refused(browser, tmp_path, name, note):
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(browser.phone.answer("GET", "copy", [("Referer", URL)], b"")[2])
    with closing(open_sqlite(copy)) as journal:
        journal.note(copies.NOTE + name, note)
    status, _, page = sent(browser, copy.name, copy.read_bytes())
    assert status == 422 and "copy.sqlite3 n’est pas une copie" in page.decode()


def test_a_server_gives_its_database_to_nobody(below):
    assert below("/copy").status_code == 404
    assert "/copy" not in below("/settings").text


def test_no_page_imports_what_is_left_out_of_the_standard_library():
    for path in PACKAGE.rglob("*.py"):
        if path.parent.name in ("cli", "tournaments"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            names = [alias.name for alias in node.names]
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}", *(f"{node.module}/{name}" for name in names)]
            left_out = [name for name in names if site.UNUSED.match(name.replace(".", "/"))]
            assert left_out == [], path
