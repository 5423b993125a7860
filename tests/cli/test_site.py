"""La Marque in a phone's browser, without a server: the folder that ``app.py site`` writes, on
a plain web server that is gone after the first load."""

import contextlib
import fcntl
import gzip
import io
import json
import os
import re
import shutil
import threading
from random import Random
from urllib.parse import urljoin
from zipfile import ZipFile

import pytest
from conftest import SECONDS, require, wait_until
from engines import FirefoxPhone, missing_packages
from independent import deals
from phone import CHROMIUM, FOUR, OPTIONS, WON, enter, go, save, shot, totals
from phone_site import Files, application, kill, open_sheet, served
from playwright.sync_api import Error, expect

from scorekeeper.cli import site
from scorekeeper.program import ROOT

pytestmark = pytest.mark.browser

BASE = "somewhere"
"""The folder stands below a path, as on a free page host."""

FULL = """() => {
  const { put } = IDBObjectStore.prototype;
  self.free = () => { IDBObjectStore.prototype.put = put; };
  const abort = function () { queueMicrotask(() => this.transaction.abort()); };
  IDBObjectStore.prototype.put = abort;
}"""
"""Let a worker store nothing, as a full disk does: each transaction that puts something is
aborted. ``free`` ends it."""


@pytest.fixture(scope="session")
def folder(run_folder):
    """The folder, built once in a run of several workers: it takes 40 seconds of a core."""
    if not site.PYODIDE.exists() or not shutil.which("node"):
        pytest.skip("no Node or no Pyodide: npm ci")
    top = run_folder / "site"
    with (run_folder / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (top / BASE).exists():
            site.write(top / BASE)
    return top


@pytest.fixture(scope="module")
def web(folder):
    """The address of the folder on a web server that knows only files."""
    with served(folder) as address:
        yield f"{address}{BASE}/"


LAUNCH = """
const fileOf = (text) => ({ getFile: async () => new File([text], "n.json") });
const setConsumer = (take) => { window.launch = (text) => take({ files: [fileOf(text)] }); };
Object.defineProperty(window, "launchQueue", { value: { setConsumer } });
"""
"""A browser in which La Marque is installed: ``launch`` opens a file with it."""


class Browser:
    """The browser of a phone, which has loaded nothing yet.

    :param web: the address of La Marque.
    """

    def __init__(self, chromium, web, locale="fr-FR"):
        size = {"width": 360, "height": 640}
        self.context = chromium.new_context(viewport=size, locale=locale)
        self.context.set_default_timeout(60_000)
        self.context.add_init_script(LAUNCH)
        self.web, self.errors = web, []
        self.context.on("weberror", lambda error: self.errors.append(str(error.error)))

    def open(self, path=""):
        """Open La Marque in a new tab; the shell."""
        tab = self.context.new_page()
        tab.goto(f"{self.web}#{path}")
        return tab


@pytest.fixture
def browser(request, chromium, web):
    opened = Browser(chromium, web, getattr(request, "param", "fr-FR"))
    yield opened
    opened.context.close()
    assert opened.errors == []


@pytest.fixture(scope="module")
def started():
    """Browsers in which La Marque has started once, by the number of tests that failed."""
    browsers = {}
    yield browsers
    for one in browsers.values():
        one.context.close()


@pytest.fixture
def tab(request, started, chromium, web):
    """The tab of a phone on which La Marque has started once, without a network since, at its
    first page; other tests have recorded sheets there."""
    failed = request.session.testsfailed  # what such a test has left is no place for another
    if failed not in started:
        started[failed] = Browser(chromium, web)
        application(started[failed].open())
    *left, tab = started[failed].context.pages
    for one in left:
        one.close()
    tab.context.set_offline(True)
    application(tab).goto(f"{web}app/")
    yield tab
    assert started[failed].errors == []


def count_hands(frame):
    return frame.locator(".row.hand").count()


def test_the_folder_is_small_and_has_its_licenses(folder):
    here = folder / BASE
    assert site.size_on_the_wire(here) <= 9_450_000  # « 9 Mo »
    licenses = {path.stem for path in (here / "licenses").iterdir()}
    assert {"la-marque", "pyodide", "python", "flask", "jinja2"} <= licenses
    for path in (here / "licenses").iterdir():
        assert len(path.read_text(encoding="utf-8")) > 900, path


def test_the_license_of_python_has_the_notice_of_the_python_in_the_folder(folder):
    here = folder / BASE
    wasm = (here / "pyodide" / "pyodide.asm.wasm").read_bytes()
    notice = re.search(rb"Copyright \(c\) [\d-]+ Python Software Foundation", wasm)
    assert notice[0].decode() in (here / "licenses" / "python.txt").read_text(encoding="utf-8")


def test_a_service_worker_that_is_written_again_is_the_same(folder, tmp_path):
    copied = shutil.copytree(folder / BASE, tmp_path / BASE)
    site.write_service_worker(copied)
    assert (copied / site.WORKER).read_bytes() == (folder / BASE / site.WORKER).read_bytes()


SHOWN = """
const page = document.querySelector("iframe")?.contentDocument;
if (!page?.querySelector("footer.bottom") || !page.URL.endsWith(%s)) return null;
const told = new DOMParser().parseFromString(%s, "text/html");
const words = (one) => one.querySelector("main").textContent.replace(/\\s+/g, " ");
return [words(page), words(told)];"""
"""The words of the page in the frame, once it is that of an address, and of another text."""


@pytest.mark.parametrize("page", ["", "/end", "/hands/3", "/print", "/rules"])
def test_a_page_says_what_the_program_says(tab, client, page):
    address, told = f"/sheets/exemple{page}", client.get(f"/sheets/exemple{page}").text
    application(tab).goto(f"{tab.url.split('#')[0]}app{address}")
    here, there = tab.evaluate(
        f"() => {{ {SHOWN % (json.dumps(address), json.dumps(told))} }}"
    )
    assert here == there and len(here) > 200


def test_the_program_starts_in_firefox(open_driven, web, client):
    require(not missing_packages("firefox"), f"no Firefox: {missing_packages('firefox')}")
    phone, told = open_driven(FirefoxPhone), client.get("/sheets/exemple").text
    phone.goto(f"{web}#sheets/exemple")
    shown = SHOWN % (json.dumps("/sheets/exemple"), json.dumps(told))
    wait_until(lambda: phone.script(shown))
    here, there = phone.script(shown)
    assert here == there


def test_a_reload_and_back_return_to_the_same_page(tab):
    frame = open_sheet(tab)
    address = tab.url
    go(frame, "Journal")
    tab.wait_for_url(f"{address}/journal")
    tab.reload()
    assert application(tab).url.endswith("/journal")
    open_page = tab.locator("iframe").element_handle().content_frame()
    open_page.get_by_role("link", name="Revenir").click()
    open_page.locator("#entry").wait_for()
    tab.wait_for_url(address)
    tab.go_back()
    tab.wait_for_url("**/journal")


@pytest.mark.parametrize("delay", [0, 20, 50, 100, 200])
def test_a_tab_that_is_killed_loses_no_hand(tab, delay):
    """Killed some milliseconds after taps."""
    frame = open_sheet(tab)
    enter(frame)
    save(frame)
    enter(frame)
    frame.locator("#entry .save").click()
    tab.wait_for_timeout(delay)  # the moment at which it is killed
    path, beside = tab.url, tab.context.new_page()
    kill(tab)
    beside.goto(path)
    frame = application(beside)
    frame.locator("#outbox li").first.wait_for(state="detached")
    frame.locator("#outbox:empty").wait_for(state="attached")
    frame.goto(frame.url)
    assert count_hands(frame) in (1, 2)
    wait_until(lambda: totals(frame) == [n * count_hands(frame) for n in WON])


def test_a_second_tab_says_where_the_first_is_and_takes_over(tab):
    first, second = open_sheet(tab), tab.context.new_page()
    second.goto(tab.url)
    second.locator("#elsewhere").wait_for()
    shot(second, "site-elsewhere")
    enter(first)
    save(first)
    second.locator("#take-over").click()
    frame = application(second)
    frame.locator("#entry").wait_for()
    assert totals(frame) == WON
    tab.locator("#elsewhere").wait_for()


def test_a_full_phone_says_so_and_records_the_hand_once_there_is_room(tab):
    frame = open_sheet(tab)
    tab.workers[0].evaluate(FULL)
    enter(frame)
    frame.locator("#entry .save").click()
    tab.locator("#unstored").wait_for()
    shot(tab, "site-full")
    assert count_hands(frame) == 0
    tab.workers[0].evaluate("free()")
    frame.locator(".row.hand").wait_for()
    tab.locator("#unstored").wait_for(state="hidden")
    assert totals(frame) == WON


FILES = """async (cut) => {
  const result = (request) => new Promise((done) => {
    request.onsuccess = () => done(request.result);
  });
  const database = await result(indexedDB.open(`La Marque ${location.pathname}`));
  const files = database.transaction("files", "readwrite").objectStore("files");
  const content = await result(files.get("la_marque.sqlite3"));
  if (cut) await result(files.put(content.slice(0, cut), "la_marque.sqlite3"));
  const names = await result(files.getAllKeys());
  database.close();
  return { names, size: content.length };
}"""
"""The names of the stored files, and the size of the database; before it is cut to ``cut``
bytes."""


def test_a_damaged_database_is_said_offered_as_a_copy_and_replaced_by_a_whole_one(
    tab, tmp_path
):
    frame = open_sheet(tab)
    path = tab.url.partition("#")[2]
    enter(frame)
    save(frame)
    frame.goto(f"{frame.url.partition('app/')[0]}app/settings")
    frame.locator(".fold summary").click()
    frame.locator("[name=file]").scroll_into_view_if_needed()
    shot(tab, "site-copies")
    copy = downloaded(tab, frame, tmp_path)
    cut = tab.evaluate(FILES, None)["size"] - 4096
    tab.evaluate(FILES, cut)
    tab.reload()
    no_copy = {"name": "copy", "mimeType": "", "buffer": b"no copy"}
    for damaged, given in (("la_marque.sqlite3", no_copy), ("copy.sqlite3", copy)):
        tab.locator("#failed").wait_for()
        shot(tab, "site-damaged")
        assert damaged in tab.locator("#reason").inner_text()
        stored = tab.evaluate(FILES, None)
        assert stored["size"] == cut and "copy.sqlite3" not in stored["names"]
        with tab.expect_download() as download:
            tab.locator("#copy").click()
        assert download.value.path().stat().st_size == cut
        with tab.expect_navigation():
            tab.locator("#taken").set_input_files(given)
    frame = application(tab)
    frame.locator(f"a[href$='{path}']").first.click()
    frame.locator("#entry").wait_for()
    assert totals(frame) == WON


STARTING = "address => sessionStorage.getItem(`La Marque ${new URL(address).pathname}`)"
"""What a tab notes while Python starts."""


@pytest.mark.parametrize(("pages", "cause"), [(100, "Wasm memory"), (500, "Error")])
def test_a_phone_that_refuses_memory_at_first_or_later_says_what_to_do(
    chromium, web, pages, cause
):
    """``chromium`` is not used: it has started what starts another browser."""
    limit = f"--js-flags=--wasm-max-mem-pages={pages}"
    small = chromium.browser_type.launch(executable_path=CHROMIUM, args=[*OPTIONS, limit])
    tab = small.new_page(viewport={"width": 360, "height": 640}, locale="fr-FR")
    tab.goto(web)
    tab.get_by_text("fermez les autres applications").wait_for(timeout=120_000)
    shot(tab, f"site-memory-{pages}")
    assert cause in tab.locator("#reason").inner_text()
    assert tab.locator("#failed .again").is_visible()
    small.close()


def erase(tab, web, types):
    """Leave La Marque, and let the browser erase what it stores of these types, and its HTTP
    cache, which answers for files that have not changed for long."""
    tab.context.set_offline(False)
    tab.goto(f"{web}../?")
    given = {"origin": web.removesuffix(f"/{BASE}/"), "storageTypes": types}
    session = tab.context.new_cdp_session(tab)
    session.send("Storage.clearDataForOrigin", given)
    session.send("Network.clearBrowserCache")


POOR = """
Object.defineProperty(navigator, "deviceMemory", { value: 1 });
Object.defineProperty(navigator, "storage", { value: undefined });
"""
"""A browser of 1 GB that promises no storage."""


@pytest.mark.parametrize("browser", ["en-GB"], indirect=True)
def test_a_phone_of_1_gb_loads_once_asked_and_goes_on_after_what_breaks_off(
    monkeypatch, browser
):
    """One file comes only once another one is asked for, which is the next in the list; at
    the next start nothing is asked, and nothing is said to be erased that never was there."""
    browser.context.add_init_script(POOR)
    monkeypatch.setattr(Files, "missing", "/shell.js")
    tab = browser.open()
    tab.locator("#late a").wait_for()
    shot(tab, "site-without-shell")
    monkeypatch.setattr(Files, "missing", "/program.packed")
    tab.locator("#late a").click()
    tab.get_by_text("close other apps").wait_for()
    shot(tab, "site-1-gb")
    assert tab.evaluate("caches.keys()") == []
    tab.locator("#failed .again").click()
    tab.locator("#unloaded .again").wait_for()
    shot(tab, "site-without-program")
    monkeypatch.setattr(Files, "missing", "?")
    asked, answer = threading.Event(), Files.do_GET

    def answer_in_turn(handler):
        if handler.path.endswith("/python.packed"):
            asked.set()
        if not handler.path.endswith("/program.packed") or asked.wait(SECONDS):
            answer(handler)

    monkeypatch.setattr(Files, "do_GET", answer_in_turn)
    tab.locator("#unloaded .again").click()
    frame = application(tab)
    frame.get_by_role("link", name="Settings").first.wait_for()
    assert frame.locator("#without-room").count() == 0
    erase(tab, browser.web, "indexeddb")
    tab.close()
    tab = browser.open()
    application(tab)
    assert tab.locator("#emptied").is_hidden()


def test_a_tab_that_is_killed_in_a_start_says_what_to_do_before_the_next(browser):
    tab = browser.open()
    wait_until(lambda: tab.evaluate(STARTING, browser.web) == "starting")
    tab.reload()  # none of it
    # a page of Playwright ends with its process
    session = browser.context.new_cdp_session(tab)
    wait_until(lambda: tab.evaluate(STARTING, browser.web) == "starting")
    with tab.expect_event("crash"), contextlib.suppress(Error):
        tab.goto("chrome://crash")
    session.send("Page.navigate", {"url": browser.web})

    def evaluate(expression):
        with contextlib.suppress(Error):  # the tab loads anew meanwhile
            found = session.send("Runtime.evaluate", {"expression": expression})
            return found["result"].get("value")

    wait_until(lambda: "fermez les autres" in (evaluate("document.body?.innerText") or ""))
    evaluate("document.querySelector('#failed .again').click()")
    wait_until(lambda: evaluate("document.querySelector('iframe').checkVisibility()"))


def given_night(frame):
    """The link of the night on the sheet in this frame."""
    go(frame, "Fin de soirée")
    frame.get_by_role("link", name="Donner cette soirée").click()
    return frame.locator("textarea.address").input_value()


FORTY = {
    "format": "scorekeeper/1",
    "game": "tarot",
    "players": list(FOUR),
    "hands": [
        deals.present(deals.tarot(Random(n), FOUR, {}) | {"sitting_out": None})
        for n in range(40)
    ],
}
"""A night of forty hands."""


def test_a_night_is_one_code_taken_once_by_phone_server_and_circle(tab, web, browser, phone):
    frame = open_sheet(tab)
    enter(frame)
    save(frame)
    short = given_night(frame)
    assert short.startswith(f"{web}#import?night=1/1-") and len(short) < 1000
    shot(tab, "site-night")
    frame.goto(f"{web}app/import")
    content = json.dumps(FORTY).encode()
    file = {"name": "night.json", "mimeType": "application/json", "buffer": content}
    frame.locator("[name=file]").set_input_files(file)
    frame.locator("form:has([name=file]) button").click()
    frame.get_by_text("Écrire cette feuille").click()
    frame.locator("#entry").wait_for()
    total = totals(frame)
    link = given_night(frame)
    assert frame.locator(".qr svg").count() == 1
    shot(tab, "site-forty")
    theirs = browser.open()
    for once_more in (False, True):
        theirs.goto(link)
        taken = application(theirs)
        shot(theirs, f"site-forty-taken-{once_more}")
        taken.get_by_text(OPENED[once_more], exact=True).click()
        taken.locator("#entry").wait_for()
        assert totals(taken) == total
        assert taken.get_by_text("Copie d’une soirée").is_visible()
    again = given_night(taken)
    assert again.partition("night=")[2] == link.partition("night=")[2]
    taken.goto(f"{web}app/")
    taken.locator("#mine").wait_for()
    shot(theirs, "site-forty-home")
    assert taken.locator("ul.sheets li").count() == 1
    on_server = phone()
    for once_more in (False, True):
        on_server.goto("/import")
        on_server.locator("[name=pasted]").fill(again)
        on_server.locator("#brought button").click()
        shot(on_server, f"site-forty-server-{once_more}")
        on_server.get_by_text(OPENED[once_more], exact=True).click()
        on_server.locator("#entry").wait_for()
        assert totals(on_server) == total
    go(on_server, "Fin de soirée")
    on_server.get_by_role("button", name="Garder ces joueurs ensemble").click()
    on_server.locator("body.circle").wait_for()
    on_server.goto(f"{on_server.url.partition('?')[0]}/seasons/0")
    shot(on_server, "site-forty-circle")
    points = on_server.locator("#board tbody .key b").all_inner_texts()
    assert points == [format(n, "+,").replace("-", "−") for n in sorted(total, reverse=True)]


OPENED = {False: "Écrire cette feuille", True: "Ouvrir celle d’ici"}
"""What a person taps who brings a night, the first time and once more."""


BROWSERS = {
    "refuses": ("StorageManager.prototype.persist = async () => false", "#without-room"),
    "Safari": (
        "Object.defineProperty(navigator, 'vendor', { value: 'Apple Computer, Inc.' })",
        "#after-seven-days",
    ),
    "keeps": ("StorageManager.prototype.persist = async () => true", ""),
}
"""What a browser is made to be, and the sentence about its memory that the first page has."""


@pytest.mark.parametrize("made", BROWSERS)
def test_the_first_page_says_if_the_browser_may_forget_and_offers_a_copy(tab, made):
    script, sentence = BROWSERS[made]
    open_sheet(tab)
    beside = tab.context.new_page()
    beside.add_init_script(script)
    beside.goto(f"{tab.url.partition('#')[0]}app/")
    beside.locator("#mine").wait_for()
    if sentence:
        beside.locator(sentence).wait_for()
        shot(beside, f"site-{made}")
        beside.get_by_role("link", name="Garder une copie").wait_for()
    assert beside.locator(".warning:visible").count() == bool(sentence)
    beside.close()


def downloaded(tab, frame, folder):
    with tab.expect_download() as download:
        frame.get_by_role("link", name="Garder une copie").click()
    assert download.value.suggested_filename.startswith("La Marque, cop")
    tab.locator("#kept").wait_for()
    download.value.save_as(folder / "copy.sqlite3")
    return folder / "copy.sqlite3"


ERASED = ["indexeddb", "indexeddb,cache_storage,service_workers"]
"""What a browser erases where the sheets are gone: them, or all but the notes of a page."""


@pytest.mark.parametrize("types", ERASED)
def test_sheets_that_the_browser_erased_are_said_and_taken_back_from_a_copy(
    tab, web, tmp_path, types
):
    frame = open_sheet(tab)
    path = tab.url.partition("#")[2]
    enter(frame)
    save(frame)
    go(frame, "Fin de soirée")
    assert not frame.get_by_role("link", name="Garder une copie").count()
    frame.locator("form:has([value=close]) button").click()
    frame.get_by_role("link", name="Garder une copie").scroll_into_view_if_needed()
    shot(tab, "site-end")
    copy = downloaded(tab, frame, tmp_path)
    erase(tab, web, types)
    tab.goto(web)
    frame = application(tab)
    tab.locator("#emptied").wait_for()
    shot(tab, f"site-erased-{len(types)}")
    frame.get_by_text("Commencer", exact=True).wait_for()
    frame.get_by_role("link", name="Reprendre une copie").wait_for()
    tab.locator("#emptied a").locator("visible=true").click()
    cut = tmp_path / "cut.sqlite3"
    cut.write_bytes(copy.read_bytes()[:-4096])
    for file in (cut, copy):
        frame.locator(".fold summary").click()
        frame.locator("[name=file]").set_input_files(file)
        frame.get_by_role("button", name="Remplacer par cette copie").click()
        if file == cut:
            frame.locator(".error").get_by_text("Rien n’a été remplacé").wait_for()
            shot(tab, "site-copy-refused")
    expect(tab).to_have_url(f"{web}#")  # the shell loads anew in between
    frame = application(tab)
    frame.locator(f"a[href$='{path}']").first.click()
    frame.locator(".totals").wait_for()
    assert totals(frame) == WON
    assert tab.locator("#emptied").is_hidden()


def test_a_program_that_the_browser_erased_comes_back_with_the_sheets(tab, web):
    frame = open_sheet(tab)
    address = tab.url
    enter(frame)
    save(frame)
    erase(tab, web, "cache_storage")
    tab.context.set_offline(True)
    tab.goto(address)
    tab.get_by_text("Rouvrez cette page avec du réseau").wait_for()
    shot(tab, "site-program-erased")
    for offline in (False, True):
        tab.context.set_offline(offline)
        tab.reload()
        frame = application(tab)
        frame.locator("#entry").wait_for()
        assert totals(frame) == WON


def newer(module, added):
    """Change a module in the program of a folder: what is added stands at its end."""

    def change(here):
        packed = here / "program.packed"
        name = module.relative_to(ROOT).as_posix()
        content = io.BytesIO(gzip.decompress(packed.read_bytes()))
        with ZipFile(content, "a") as archive:
            archive.writestr(name, module.read_text(encoding="utf-8") + added)
        packed.write_bytes(gzip.compress(content.getvalue(), 1))

    return change


def cut(name):
    """Cut a file of a folder short."""
    return lambda here: os.truncate(here / name, 99_999)


def set_clock_back(here):
    """Let the worker of a folder live a day earlier."""
    worker = here / "worker.js"
    earlier = "const now = Date.now; Date.now = () => now() - 864e5;\n"
    worker.write_text(earlier + worker.read_text(encoding="utf-8"), encoding="utf-8")


MIGRATION = [
    newer(ROOT / "scorekeeper/streams/sqlite/connection.py", "\nSCHEMA = 2\n"),
    newer(ROOT / "scorekeeper/streams/sqlite/migrations.py", "\nSTEPS = (lambda db: None,)\n"),
]
"""What makes a version that migrates the database."""


def refuse_memory(here):
    """Let a worker of a folder have no memory for Python, in the way of Firefox: what it
    throws is a string."""
    worker = here / "worker.js"
    refusal = 'WebAssembly.instantiateStreaming = async () => { throw "out of memory"; };\n'
    worker.write_text(refusal + worker.read_text(encoding="utf-8"), encoding="utf-8")


BROKEN = {
    "it has no memory": [refuse_memory],
    "its Python is cut short": [cut("pyodide/pyodide.asm.wasm")],
    "a file is missing": [lambda here: (here / "python.packed").unlink()],
    "its script fails": [lambda here: (here / "worker.js").write_text("throw new Error()")],
    "its migration fails": [
        MIGRATION[0],
        newer(
            ROOT / "scorekeeper/streams/sqlite/migrations.py",
            '\nSTEPS = (lambda db: db.execute("drop table event").no,)\n',
        ),
    ],
    "its first page fails after a migration": [
        *MIGRATION,
        newer(ROOT / "scorekeeper/home/first_page.py", "\ndel render_template\n"),
    ],
}
"""What is wrong with a version that does not start, and how to make it."""

LOADED = """async (path) => {
  const registration = await navigator.serviceWorker.getRegistration(path);
  const { installing } = await registration.update();
  await new Promise((done) => installing.addEventListener("statechange", done));
  return installing.state;
}"""
"""Load a new version of the folder at a path; what becomes of its service worker."""

ACTIVE = """async (path) => {
  const registration = await navigator.serviceWorker.getRegistration(path);
  return registration.active.state === "activated" && !registration.waiting;
}"""
"""True once no version of the folder at a path waits to take the place of another."""


class Deployed:
    """The folder as it is deployed, again and again, in the place of the version before."""

    def __init__(self, folder, top, browser):
        self._folder, self._here = folder, top / BASE
        self._change()
        self._browser, self._context = browser, browser.context

    def _change(self, changes=()):
        """Put the changed folder in the place of the one before; browsers may be loading."""
        new = self._here.with_name("new")
        shutil.copytree(self._folder / BASE, new, copy_function=shutil.copyfile)
        for change in changes:
            change(new)
        site.write_service_worker(new)
        shutil.rmtree(self._here, ignore_errors=True)
        new.rename(self._here)

    def take(self, tab, *changes):
        """Deploy the folder with these changes; it is taken in the place of what a tab shows,
        which is closed. The network is gone afterwards. A new tab at the same address."""
        self._context.set_offline(False)
        self._change(changes)
        beside = self._context.new_page()
        beside.goto(f"{self._browser.web}../?")  # of the same origin, but none of La Marque
        # a load that is broken off, on a busy machine, begins again as at the next visit
        wait_until(lambda: beside.evaluate(LOADED, f"/{BASE}/") == "installed")
        path = tab.url.partition("#")[2]
        tab.close()
        beside.wait_for_function(ACTIVE, arg=f"/{BASE}/")
        beside.close()
        self._context.set_offline(True)
        return self._browser.open(path)

    def written(self, name):
        """When a file of the folder was written, in seconds."""
        return (self._here / name).stat().st_mtime

    def builds(self, tab):
        """The versions that the browser keeps."""
        names = tab.evaluate("caches.keys()")
        return [name for name in names if name.startswith(f"La Marque /{BASE}/ ")]


@pytest.fixture
def deployed(folder, tmp_path, browser):
    with served(tmp_path) as address:
        browser.web = f"{address}{BASE}/"
        yield Deployed(folder, tmp_path, browser)


@pytest.mark.parametrize("why", BROKEN)
def test_a_version_that_does_not_start_leaves_the_one_before_and_its_sheets(
    deployed, browser, why
):
    tab = browser.open()
    frame = open_sheet(tab)
    enter(frame)
    save(frame)
    path, first = tab.url, deployed.builds(tab)
    tab = deployed.take(tab, *BROKEN[why])
    frame = application(tab)
    frame.locator("#entry").wait_for()
    assert (totals(frame), deployed.builds(tab)) == (WON, first)
    tab = deployed.take(tab, lambda here: (here / "shell.js").write_text("throw new Error()"))
    tab.locator("#late a").evaluate("one => one.click()")  # it is in view after 10 seconds
    application(tab)
    assert deployed.builds(tab) == first
    assert {*browser.errors} == {"Error"}  # of the shell, and of a worker whose script fails
    browser.errors.clear()
    tab.goto(path)
    tab = deployed.take(tab, *MIGRATION)
    frame = application(tab)
    frame.locator("#entry").wait_for()
    assert totals(frame) == WON
    assert len(deployed.builds(tab)) == 1
    assert deployed.builds(tab) != first
    assert "la_marque.sqlite3.v1" in tab.evaluate(FILES, None)["names"]


def test_a_version_of_the_same_second_with_a_clock_set_back_loses_no_hand_and_no_order(
    deployed, browser
):
    tab = browser.open()
    frame = open_sheet(tab)
    enter(frame)
    save(frame)
    first, written = deployed.builds(tab), deployed.written("worker.js")
    tab = deployed.take(
        tab, set_clock_back, lambda here: os.utime(here / "worker.js", (written,) * 2)
    )
    frame = application(tab)
    assert len(deployed.builds(tab)) == 1 and deployed.builds(tab) != first
    enter(frame, taker="Bruno")
    save(frame)
    tab.reload()
    frame = application(tab)
    frame.locator("#entry").wait_for()
    assert totals(frame) == [132, 132, -132, -132]
    takers = frame.locator(".row.hand").all_inner_texts()
    assert ["Bruno" in takers[0], "Anne" in takers[1]] == [True, True]


def test_the_manifest_opens_pages_and_files_of_this_folder(tab, web):
    read = tab.context.new_cdp_session(tab).send("Page.getAppManifest")
    assert read["errors"] == []
    manifest = read["manifest"]
    assert manifest["id"] == manifest["startUrl"] == manifest["scope"] == web
    frame = application(tab)
    for shortcut in manifest["shortcuts"]:
        assert shortcut["url"].startswith(f"{web}#sheets/new?rules=")
        tab.goto(shortcut["url"])
        rules = shortcut["url"].partition("=")[2]
        frame.locator(f"[name=rules][value={rules}]").wait_for(state="attached")
    given = json.loads(read["data"])
    [opened], shared = given["file_handlers"], given["share_target"]
    assert urljoin(read["url"], opened["action"]) == web
    assert urljoin(read["url"], shared["action"]) == f"{web}share"
    assert {*opened["accept"]} < {*shared["params"]["files"][0]["accept"]}


def test_a_shortcut_opens_while_another_page_loads(tab):
    frame = application(tab)
    tab.evaluate(
        """() => {
        location.hash = "sheets/new?rules=belote-ffb";
        document.querySelector("iframe").dispatchEvent(new Event("load"));
    }"""
    )
    frame.locator("[name=rules][value=belote-ffb]").wait_for(state="attached")


def night_of(taker):
    """A night with a player whom no sheet of the phone has."""
    return {
        "format": "scorekeeper/1",
        "game": "tarot",
        "players": [taker, *FOUR[1:]],
        "hands": [{"taker": taker, "contract": "garde", "bouts": 2, "points": 49}],
    }


SHARE = """
<form method="post" action="%s" enctype="multipart/form-data">
  <input name="file" type="file"><button>Share</button>
</form>"""
"""What a browser sends to the share target of the manifest."""


def share(tab, web, text):
    """Share a file with La Marque, as another program does."""
    tab.context.set_offline(False)
    tab.goto(f"{web}../?")
    tab.context.set_offline(True)
    tab.set_content(SHARE % f"{web}share")
    file = {"name": "n.json", "mimeType": "application/json", "buffer": text.encode()}
    tab.locator("[name=file]").set_input_files(file)
    tab.get_by_text("Share").click()


def launch(tab, web, text):
    """Open a file with La Marque, which is open."""
    tab.evaluate("launch", text)


@pytest.mark.parametrize(("give", "taker"), [(share, "Odile"), (launch, "Paul")])
def test_an_evening_that_another_program_gives_is_previewed_without_a_network(
    tab, web, give, taker
):
    for text in ("{}", json.dumps(night_of(taker))):
        give(tab, web, text)
        frame = tab.frame_locator("iframe")
        if text == "{}":
            frame.get_by_text("Rien n’a été écrit").wait_for()
    frame.get_by_text("Écrire cette feuille").wait_for()
    shot(tab, f"site-{give.__name__}")
    frame.get_by_text("Écrire cette feuille").click()
    frame.locator("#entry").wait_for()
    assert totals(frame) == WON
    tab.wait_for_url("**/#sheets/*")
