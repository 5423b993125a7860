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
from engines import missing_packages
from independent import deals
from long_cases import one_in, sampled
from phone import CHROMIUM, FOUR, OPTIONS, WON, enter, go, save, shot, totals
from phone_evenings import TwoTables, phone_without_server, program
from phone_site import Files, application, kill, open_sheet, served
from playwright.sync_api import Error, expect

from scorekeeper.cli import site
from scorekeeper.program import ROOT

pytestmark = pytest.mark.browser

BASE = "somewhere"
"""The folder stands below a path, as on a free page host."""

POINTS = (49, 52, 30, 61, 45, 56, 38, 70, 41, 51, 28, 64)
"""The card points of an evening of twelve hands, each of the next taker."""


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


@pytest.fixture
def web(folder):
    """The address of the folder on a web server that knows only files."""
    with served(folder) as address:
        yield f"{address}{BASE}/"


@pytest.fixture
def context(chromium):
    opened = chromium.new_context(viewport={"width": 360, "height": 640}, locale="fr-FR")
    opened.set_default_timeout(60_000)
    yield opened
    opened.close()


@pytest.fixture
def errors():
    found = []
    yield found
    assert found == []


@pytest.fixture
def open_tab(context, web, errors):
    """Open La Marque in a new tab; the shell."""

    def opened(path=""):
        tab = context.new_page()
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.goto(f"{web}#{path}")
        return tab

    return opened


@pytest.fixture
def tab(open_tab, context):
    """A tab after the first load, without a network."""
    opened = open_tab()
    application(opened)
    context.set_offline(True)
    return opened


@pytest.fixture(scope="module")
def started(folder, chromium):
    """A phone on which La Marque has started once, without a network since: its tab, and the
    errors that were raised there."""
    with served(folder) as address:
        opened = chromium.new_context(viewport={"width": 360, "height": 640}, locale="fr-FR")
        opened.set_default_timeout(60_000)
        tab, found = opened.new_page(), []
        tab.on("pageerror", lambda error: found.append(str(error)))
        tab.goto(f"{address}{BASE}/")
        application(tab)
        opened.set_offline(True)
        yield tab, found
        opened.close()


@pytest.fixture
def same_tab(started):
    """The tab of all cases that neither close it nor harm what it stores, at its first page;
    other cases have recorded sheets there."""
    tab, found = started
    application(tab).goto(f"{tab.url.partition('#')[0]}app/")
    yield tab
    assert found == []


def count_hands(frame):
    return frame.locator(".row.hand").count()


def test_the_folder_is_small_and_has_its_licenses(folder):
    here = folder / BASE
    assert site.size_on_the_wire(here) <= 9_000_000
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


def play_evening(frame):
    """Play an evening as a person does, with a correction; what the pages say of it."""
    for n, points in enumerate(POINTS):
        enter(frame, FOUR[n % 4], "Petite", bouts=str(n % 4), points=str(points))
        save(frame)
    said = [totals(frame)]
    frame.locator(".row.hand a").first.click()
    frame.locator("main a[href$='/edit']").click()
    frame.locator(".ask-contract label:has([value=garde])").click()
    frame.locator("#entry .save").click()
    frame.locator(".row.hand .mark").wait_for()
    said.append(totals(frame))
    go(frame, "Fin de soirée")
    frame.locator("form:has([value=close]) button").click()
    frame.locator("form:has([value=reopen])").wait_for()
    said.append(frame.locator(".podium").text_content().split())
    go(frame, "Imprimer")
    said.append(frame.locator(".p-balance").first.text_content().split())
    return said


def test_an_evening_without_a_network_says_what_a_server_says(same_tab, phone):
    here = play_evening(open_sheet(same_tab))
    on_server = phone()
    on_server.goto("/")
    assert here == play_evening(open_sheet(on_server))
    assert len({str(said) for said in here}) == 4


@pytest.mark.parametrize("engine", ["chromium", "firefox"])
def test_a_random_evening_says_in_each_browser_what_the_program_says(
    engine, folder, chromium, tmp_path
):
    missing = missing_packages(engine)
    require(not missing, f"no {engine}: install Debian's {missing}")
    with phone_without_server(engine, folder, chromium, f"{BASE}/") as shell:
        evening = TwoTables(program(tmp_path), shell, Random(engine))
        assert evening.play() == []
    assert evening.count > 3


def open_again(context, open_tab, path):
    """Open the page of a shell once more, without a network."""
    context.set_offline(True)
    frame = application(open_tab(path))
    frame.locator("#entry").wait_for()
    return frame


def test_a_reload_and_back_return_to_the_same_page(tab):
    frame = open_sheet(tab)
    address = tab.url
    go(frame, "Journal")
    tab.wait_for_url(f"{address}/journal")
    tab.reload()
    assert application(tab).url.endswith("/journal")
    open_page = tab.locator("iframe").element_handle().content_frame()
    go(open_page, "Feuille")
    open_page.locator("#entry").wait_for()
    tab.wait_for_url(address)
    tab.go_back()
    tab.wait_for_url("**/journal")


def test_a_tab_that_is_killed_loses_no_hand(tab, context, open_tab):
    """Killed at once after one that is recorded, and some milliseconds after taps."""
    frame = open_sheet(tab)
    path = tab.url.partition("#")[2]
    enter(frame)
    save(frame)
    kill(tab)
    frame = open_again(context, open_tab, path)
    assert totals(frame) == WON
    for delay in sampled((0, 20, 50, 100, 200)):
        before = count_hands(frame)
        enter(frame)
        frame.locator("#entry .save").click()
        frame.page.wait_for_timeout(delay)  # the moment at which it is killed
        kill(frame.page)
        frame = open_again(context, open_tab, path)
        frame.locator("#outbox li").first.wait_for(state="detached")
        frame.locator("#outbox:empty").wait_for(state="attached")
        frame.goto(frame.url)
        assert count_hands(frame) in (before, before + 1)
        wait_until(lambda frame=frame: totals(frame) == [n * count_hands(frame) for n in WON])


def test_a_second_tab_says_where_the_first_is_and_takes_over(tab, open_tab):
    first = open_sheet(tab)
    path = tab.url.partition("#")[2]
    second = open_tab(path)
    second.locator("#elsewhere").wait_for()
    shot(second, "site-elsewhere")
    enter(first)
    save(first)
    second.locator("#take-over").click()
    frame = application(second)
    frame.locator("#entry").wait_for()
    assert totals(frame) == WON
    tab.locator("#elsewhere").wait_for()


def test_a_full_phone_says_so_and_records_the_hand_once_there_is_room(same_tab):
    tab, frame = same_tab, open_sheet(same_tab)
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


FILES = """async ({ put, cut }) => {
  const result = (request) => new Promise((done) => {
    request.onsuccess = () => done(request.result);
  });
  const database = await result(indexedDB.open(`La Marque ${location.pathname}`));
  const files = database.transaction("files", "readwrite").objectStore("files");
  if (put) await result(files.put(new Uint8Array(9000), put));
  const content = await result(files.get("la_marque.sqlite3"));
  if (cut) await result(files.put(content.slice(0, cut), "la_marque.sqlite3"));
  const names = await result(files.getAllKeys());
  database.close();
  return { names, size: content.length };
}"""
"""The names of the stored files, and the size of the database; before it is cut to ``cut``
bytes, and after a file ``put`` was stored that is none of La Marque."""


def size_of(tab):
    """The bytes of the stored database."""
    return tab.evaluate(FILES, {})["size"]


def test_a_damaged_database_is_said_offered_as_a_copy_and_not_overwritten(tab):
    open_sheet(tab)
    cut = size_of(tab) - 4096
    tab.evaluate(FILES, {"cut": cut})
    tab.reload()
    tab.locator("#failed").wait_for()
    shot(tab, "site-damaged")
    assert "la_marque.sqlite3" in tab.locator("#reason").inner_text()
    with tab.expect_download() as download:
        tab.locator("#copy").click()
    assert download.value.path().stat().st_size == cut == size_of(tab)


STARTING = "address => sessionStorage.getItem(`La Marque ${new URL(address).pathname}`)"
"""What a tab notes while Python starts."""


@pytest.mark.parametrize(("pages", "cause"), [(100, "Wasm memory"), (500, "MemoryError")])
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


def test_a_phone_of_1_gb_loads_nothing_before_it_is_asked(context, open_tab):
    context.add_init_script("Object.defineProperty(navigator, 'deviceMemory', { value: 1 })")
    tab = open_tab()
    tab.get_by_text("fermez les autres applications").wait_for()
    shot(tab, "site-1-gb")
    assert tab.evaluate("caches.keys()") == []
    tab.locator("#failed .again").click()
    application(tab)
    tab.close()
    application(open_tab())


def test_a_tab_that_is_killed_in_a_start_says_what_to_do_before_the_next(
    open_tab, context, web
):
    tab = open_tab()
    for _ in range(2):  # to load anew meanwhile is none of it
        wait_until(lambda: tab.evaluate(STARTING, web) == "starting")
        tab.reload()
    browser = context.new_cdp_session(tab)  # a page of Playwright ends with its process
    wait_until(lambda: tab.evaluate(STARTING, web) == "starting")
    with tab.expect_event("crash"), contextlib.suppress(Error):
        tab.goto("chrome://crash")
    browser.send("Page.navigate", {"url": web})

    def evaluate(expression):
        found = browser.send("Runtime.evaluate", {"expression": expression})
        return found["result"].get("value")

    wait_until(lambda: "fermez les autres" in evaluate("document.body?.innerText ?? ''"))
    evaluate("document.querySelector('#failed .again').click()")
    wait_until(lambda: evaluate("document.querySelector('iframe').checkVisibility()"))


@pytest.mark.parametrize(
    ("missing", "again"),
    [("/program.packed", "#unloaded .again"), ("/shell.js", "#late a")],
)
def test_a_load_that_breaks_off_is_said_and_tried_again(monkeypatch, open_tab, missing, again):
    monkeypatch.setattr(Files, "missing", missing)
    tab = open_tab()
    tab.locator(again).wait_for()
    shot(tab, f"site-without-{missing[1:]}")
    monkeypatch.setattr(Files, "missing", "?")
    tab.locator(again).click()
    application(tab)


def test_a_file_that_comes_late_holds_up_no_other(monkeypatch, open_tab):
    """A file that comes only once another one is asked for, which is the next in the list."""
    asked, answer = threading.Event(), Files.do_GET

    def answer_in_turn(handler):
        if handler.path.endswith("/python.packed"):
            asked.set()
        if not handler.path.endswith("/program.packed") or asked.wait(SECONDS):
            answer(handler)

    monkeypatch.setattr(Files, "do_GET", answer_in_turn)
    application(open_tab())


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


@pytest.fixture
def other_phone(chromium):
    """Open a tab of another phone, in a language."""
    opened = []

    def other(locale="fr-FR"):
        opened.append(
            chromium.new_context(viewport={"width": 360, "height": 640}, locale=locale)
        )
        opened[-1].set_default_timeout(60_000)
        return opened[-1].new_page()

    yield other
    for one in opened:
        one.close()


def test_a_night_is_one_code_taken_once_by_phone_server_and_circle(
    tab, web, other_phone, phone
):
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
    theirs = other_phone()
    for once_more in (False, True):
        theirs.goto("about:blank")
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
        on_server.locator("[name=link]").fill(again)
        on_server.locator("#night button").click()
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


def test_a_browser_that_promises_no_storage_starts_all_the_same(context, open_tab):
    context.add_init_script(
        "Object.defineProperty(navigator, 'storage', { value: undefined })"
    )
    application(open_tab())


BROWSERS = {
    "refuses": ("StorageManager.prototype.persist = async () => false", "#without-room"),
    "Safari": (
        "Object.defineProperty(navigator, 'vendor', { value: 'Apple Computer, Inc.' })",
        "#after-seven-days",
    ),
    "keeps": ("StorageManager.prototype.persist = async () => true", ""),
}
"""What a browser is made to be, and the sentence about its memory that the first page has."""


@pytest.mark.parametrize("browser", one_in(3, BROWSERS))
def test_the_first_page_says_if_the_browser_may_forget_and_offers_a_copy(
    context, open_tab, browser
):
    script, sentence = BROWSERS[browser]
    context.add_init_script(script)
    tab = open_tab()
    frame = application(tab)
    assert frame.locator("#without-room").count() == 0
    open_sheet(tab)
    go(frame, "Accueil")
    frame.locator("#mine").wait_for()
    if sentence:
        frame.locator(sentence).wait_for()
        shot(tab, f"site-{browser}")
        frame.get_by_role("link", name="Garder une copie").wait_for()
    assert frame.locator(".warning:visible").count() == bool(sentence)


def kept_copy(tab, frame, folder):
    """A copy of everything, kept as a person does."""
    frame.goto(frame.url.partition("app/")[0] + "app/settings")
    frame.locator(".fold summary").click()
    frame.locator("[name=file]").scroll_into_view_if_needed()
    shot(tab, "site-copies")
    return downloaded(tab, frame, folder)


def downloaded(tab, frame, folder):
    with tab.expect_download() as download:
        frame.get_by_role("link", name="Garder une copie").click()
    assert download.value.suggested_filename.startswith("La Marque, cop")
    tab.locator("#kept").wait_for()
    download.value.save_as(folder / "copy.sqlite3")
    return folder / "copy.sqlite3"


def test_a_copy_of_everything_is_taken_back_on_another_phone(tab, web, other_phone, tmp_path):
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
    theirs = other_phone("en-GB")
    theirs.goto(f"{web}#settings")
    frame = application(theirs)
    cut = tmp_path / "cut.sqlite3"
    cut.write_bytes(copy.read_bytes()[:-4096])
    for file in (cut, copy):
        frame.get_by_text("Take a copy back").click()
        frame.locator("[name=file]").set_input_files(file)
        frame.get_by_role("button", name="Replace by this copy").click()
        if file == cut:
            frame.locator(".error").get_by_text("Nothing was replaced").wait_for()
            shot(theirs, "site-copy-refused")
    expect(theirs).to_have_url(f"{web}#")  # the shell loads anew in between
    frame = application(theirs)
    frame.locator(f"a[href$='{path}']").first.click()
    frame.locator(".totals").wait_for()
    assert totals(frame) == WON


def test_a_copy_that_does_not_start_replaces_nothing(tab):
    frame = open_sheet(tab)
    enter(frame)
    save(frame)
    tab.evaluate(FILES, {"put": "copy.sqlite3"})
    tab.reload()
    tab.locator("#failed").wait_for()
    tab.locator("#failed .again").click()
    frame = application(tab)
    frame.locator("#entry").wait_for()
    assert totals(frame) == WON


def test_a_damaged_database_is_replaced_by_a_copy(tab, tmp_path):
    frame = open_sheet(tab)
    path = tab.url.partition("#")[2]
    enter(frame)
    save(frame)
    copy = kept_copy(tab, frame, tmp_path)
    tab.evaluate(FILES, {"cut": size_of(tab) - 4096})
    tab.reload()
    tab.locator("#failed").wait_for()
    with tab.expect_navigation():
        tab.locator("#taken").set_input_files(copy)
    frame = application(tab)
    frame.locator(f"a[href$='{path}']").first.click()
    frame.locator("#entry").wait_for()
    assert totals(frame) == WON


def erase(tab, web, types):
    """Leave La Marque, and let the browser erase what it stores of these types, and its HTTP
    cache, which answers for files that have not changed for long."""
    tab.context.set_offline(False)
    tab.goto(f"{web}../?")
    given = {"origin": web.removesuffix(f"/{BASE}/"), "storageTypes": types}
    session = tab.context.new_cdp_session(tab)
    session.send("Storage.clearDataForOrigin", given)
    session.send("Network.clearBrowserCache")


ERASED = ["indexeddb", "indexeddb,cache_storage,service_workers"]
"""What a browser erases where the sheets are gone: them, or all but the notes of a page."""


@pytest.mark.parametrize("types", one_in(2, ERASED))
def test_sheets_that_the_browser_erased_are_said_and_taken_back_from_a_copy(
    tab, web, tmp_path, types
):
    frame = open_sheet(tab)
    path = tab.url.partition("#")[2]
    enter(frame)
    save(frame)
    copy = kept_copy(tab, frame, tmp_path)
    erase(tab, web, types)
    tab.goto(web)
    frame = application(tab)
    tab.locator("#emptied").wait_for()
    shot(tab, f"site-erased-{len(types)}")
    frame.get_by_text("Commencer", exact=True).wait_for()
    frame.get_by_role("link", name="Reprendre une copie").wait_for()
    tab.locator("#emptied a").locator("visible=true").click()
    frame.locator(".fold summary").click()
    frame.locator("[name=file]").set_input_files(copy)
    frame.get_by_role("button", name="Remplacer par cette copie").click()
    expect(tab).to_have_url(f"{web}#")  # the shell loads anew in between
    frame = application(tab)
    frame.locator(f"a[href$='{path}']").first.click()
    frame.locator(".totals").wait_for()
    assert totals(frame) == WON
    assert tab.locator("#emptied").is_hidden()


def test_nothing_is_said_to_be_erased_where_nothing_was_recorded(tab, web):
    erase(tab, web, "indexeddb")
    tab.goto(web)
    application(tab)
    assert tab.locator("#emptied").is_hidden()


def test_a_program_that_the_browser_erased_comes_back_with_the_sheets(tab, web, context):
    frame = open_sheet(tab)
    address = tab.url
    enter(frame)
    save(frame)
    erase(tab, web, "cache_storage")
    context.set_offline(True)
    tab.goto(address)
    tab.get_by_text("Rouvrez cette page avec du réseau").wait_for()
    shot(tab, "site-program-erased")
    for offline in (False, True):
        context.set_offline(offline)
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


def add_a_comment(here):
    """Change the worker of a folder by what does nothing."""
    worker = here / "worker.js"
    worker.write_text(worker.read_text(encoding="utf-8") + "// newer", encoding="utf-8")


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

    def __init__(self, folder, top, context, address):
        self._folder, self._here = folder, top / BASE
        self._change()
        self._context, self._address = context, address
        self._beside = None

    def _change(self, changes=()):
        """Put the changed folder in the place of the one before; browsers may be loading."""
        new = self._here.with_name("new")
        shutil.copytree(self._folder / BASE, new, copy_function=shutil.copyfile)
        for change in changes:
            change(new)
        site.write_service_worker(new)
        shutil.rmtree(self._here, ignore_errors=True)
        new.rename(self._here)

    def open_tab(self, path=""):
        tab = self._context.new_page()
        tab.goto(f"{self._address}{BASE}/#{path}")
        return tab

    def take(self, tab, *changes):
        """Deploy the folder with these changes; it is taken in the place of what a tab shows,
        which is closed. The network is gone afterwards."""
        self._context.set_offline(False)
        self._change(changes)
        beside = self._context.new_page()
        beside.goto(f"{self._address}?")  # of the same origin, but none of La Marque
        # a load that is broken off, on a busy machine, begins again as at the next visit
        wait_until(lambda: beside.evaluate(LOADED, f"/{BASE}/") == "installed")
        tab.close()
        beside.wait_for_function(ACTIVE, arg=f"/{BASE}/")
        beside.close()
        self._context.set_offline(True)

    def written(self, name):
        """When a file of the folder was written, in seconds."""
        return (self._here / name).stat().st_mtime

    def builds(self, tab):
        """The versions that the browser keeps."""
        names = tab.evaluate("caches.keys()")
        return [name for name in names if name.startswith(f"La Marque /{BASE}/ ")]


@pytest.fixture
def deployed(folder, tmp_path, context):
    with served(tmp_path) as address:
        yield Deployed(folder, tmp_path, context, address)


def test_a_version_that_does_not_start_leaves_the_one_before_and_its_sheets(deployed):
    tab = deployed.open_tab()
    frame = open_sheet(tab)
    path = tab.url.partition("#")[2]
    enter(frame)
    save(frame)
    first = deployed.builds(tab)
    for why, changes in sampled(BROKEN.items()):
        deployed.take(tab, *changes)
        tab = deployed.open_tab(path)
        frame = application(tab)
        frame.locator("#entry").wait_for()
        assert (totals(frame), deployed.builds(tab)) == (WON, first), why
    tab.reload()
    application(tab).locator("#entry").wait_for()
    deployed.take(tab, *MIGRATION)
    tab = deployed.open_tab(path)
    frame = application(tab)
    frame.locator("#entry").wait_for()
    assert totals(frame) == WON
    assert len(deployed.builds(tab)) == 1
    assert deployed.builds(tab) != first
    assert "la_marque.sqlite3.v1" in tab.evaluate(FILES, {})["names"]


def test_a_clock_that_was_set_back_loses_no_hand_and_keeps_their_order(deployed):
    tab = deployed.open_tab()
    frame = open_sheet(tab)
    path = tab.url.partition("#")[2]
    enter(frame)
    save(frame)
    deployed.take(tab, set_clock_back)
    tab = deployed.open_tab(path)
    frame = application(tab)
    enter(frame, taker="Bruno")
    save(frame)
    tab.reload()
    frame = application(tab)
    frame.locator("#entry").wait_for()
    assert totals(frame) == [132, 132, -132, -132]
    takers = frame.locator(".row.hand").all_inner_texts()
    assert ["Bruno" in takers[0], "Anne" in takers[1]] == [True, True]


def test_a_version_whose_page_cannot_run_its_script_is_left_by_a_tap(deployed):
    tab = deployed.open_tab()
    application(tab)
    before = deployed.builds(tab)
    deployed.take(tab, lambda here: (here / "shell.js").write_text("throw new Error()"))
    tab = deployed.open_tab()
    tab.locator("#late a").click()
    application(tab)
    assert deployed.builds(tab) == before


def test_a_file_that_was_replaced_within_a_second_is_loaded_again(deployed):
    tab = deployed.open_tab()
    application(tab)
    before = deployed.builds(tab)
    written = deployed.written("worker.js")
    deployed.take(
        tab, add_a_comment, lambda here: os.utime(here / "worker.js", (written,) * 2)
    )
    tab = deployed.open_tab()
    application(tab)
    assert len(deployed.builds(tab)) == 1 and deployed.builds(tab) != before


def test_the_manifest_opens_pages_and_files_of_this_folder(same_tab):
    tab, web = same_tab, same_tab.url.partition("#")[0]
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


NIGHT = {
    "format": "scorekeeper/1",
    "game": "tarot",
    "players": [*FOUR],
    "hands": [{"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49}],
}

SHARE = """
<form method="post" action="%s" enctype="multipart/form-data">
  <input name="file" type="file"><button>Share</button>
</form>"""
"""What a browser sends to the share target of the manifest."""

LAUNCH = """
const fileOf = (text) => ({ getFile: async () => new File([text], "n.json") });
const setConsumer = (take) => { window.launch = (text) => take({ files: [fileOf(text)] }); };
Object.defineProperty(window, "launchQueue", { value: { setConsumer } });
"""
"""A browser in which La Marque is installed: ``launch`` opens a file with it."""


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


@pytest.mark.parametrize("give", [share, launch])
def test_an_evening_that_another_program_gives_is_previewed_without_a_network(
    context, web, open_tab, give
):
    context.add_init_script(LAUNCH)
    tab = open_tab()
    application(tab)
    context.set_offline(True)
    for text in ("{}", json.dumps(NIGHT)):
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
