"""A page without its server: from a copy on https and localhost, kept open on plain http."""

import pytest
from conftest import wait_until
from phone import (
    FOUR,
    GARDE,
    count_hands,
    enter,
    open_sheet,
    save,
    sheet_of,
    stop_clock,
    tap_save,
    wait_for_queued,
    wait_until_sent,
)

pytestmark = pytest.mark.browser

QUIET = 21_000
READY = "navigator.serviceWorker.ready.then(() => true)"
COPY = """async (path) => {
  const copy = await caches.match(path, { cacheName: "pages" });
  return Boolean(copy) && (await copy.text()).includes("+198");
}"""


def wait_for_copy(page, path):
    wait_until(lambda: page.evaluate(COPY, path))


def test_an_installed_sheet_opens_without_a_network_and_is_never_old_with_one(
    phone, server, stopped
):
    page = phone(host="localhost")
    page.clock.install()
    open_sheet(page, *FOUR)
    page.clock.run_for(QUIET)
    assert page.evaluate(READY)
    page.goto(sheet_of(page))
    enter(page)
    save(page)
    wait_for_copy(page, sheet_of(page))
    stopped()
    page.reload()
    assert page.get_by_text("+198").first.is_visible()
    enter(page, taker="Bruno", points="51")
    tap_save(page)
    wait_for_queued(page)
    page.goto("/sheets/exemple/journal")
    assert page.get_by_text("le serveur ne répond pas").is_visible()
    page.go_back()
    wait_for_queued(page)
    server.start()
    wait_until_sent(page)
    assert count_hands(page) == 2
    first = phone()
    first.goto(sheet_of(page))
    enter(first, taker="David")
    save(first)
    page.reload()
    assert page.locator(".row.hand").count() == 3


def test_on_plain_http_a_page_is_not_left_while_the_server_is_silent(phone, server, stopped):
    page, asked = phone(), []
    page.on("dialog", lambda dialog: asked.append(dialog.type) or dialog.dismiss())
    page.clock.install()
    open_sheet(page, *FOUR)
    page.clock.run_for(QUIET)
    address = page.url
    wait_until(lambda: "marque_styles" in {one["name"] for one in page.context.cookies()})
    stopped()
    page.get_by_text("Pas de réponse depuis").wait_for()
    page.locator(".menu summary").click()
    page.locator(".menu").get_by_role("link", name="Journal").click()
    page.clock.run_for(500)
    assert page.url == address and page.locator("#entry").is_visible()
    page.evaluate("location.reload()")
    wait_until(lambda: page.title() and asked == ["beforeunload"])
    assert page.locator("#entry").is_visible()
    server.start()
    page.locator("#connection").wait_for(state="hidden")
    page.locator(".menu").get_by_role("link", name="Journal").click()
    page.wait_for_url("**/journal")


INSTALL = """navigator.serviceWorker.register("/service_worker.js")
  .then(() => navigator.serviceWorker.ready)
  .then(() => new Promise((done) => {
    navigator.serviceWorker.oncontrollerchange = done;
    if (navigator.serviceWorker.controller) done();
  }))
  .then(() => true)"""
COPIES = """async () => {
  const pages = await caches.open("pages");
  const copies = {};
  for (const request of await pages.keys()) {
    const copy = await pages.match(request);
    if (copy) copies[new URL(request.url).pathname] = await copy.text();
  }
  return copies;
}"""
"""The copies of pages on a device, each as its text by its path."""

AGE = """async (days) => {
  const pages = await caches.open("pages");
  for (const request of await pages.keys()) {
    const copy = await pages.match(request);
    const headers = new Headers(copy.headers);
    headers.set("X-Stored-At", Date.now() - days * 24 * 3600 * 1000);
    await pages.put(request, new Response(await copy.text(), { headers }));
  }
}"""
"""Let all copies be so many days old."""


def open_installed(page):
    """Open the installed application, which keeps copies of what it shows."""
    page.goto("/")
    assert page.evaluate(INSTALL)
    return page


@pytest.fixture
def installed(phone):
    """Open a page of the installed application."""
    return lambda: open_installed(phone(host="localhost"))


def visit(page, *paths):
    """Open pages until there is a copy of each."""
    for path in paths:
        page.goto(path)
        wait_for_copies(page, lambda copies, path=path: path in copies)


def wait_for_copies(page, expected):
    wait_until(lambda: expected(page.evaluate(COPIES)))


def press(page, path, name):
    """Press a button of a page, of a folded part too; wait for the next page."""
    page.goto(path)
    page.evaluate(
        "for (const one of document.querySelectorAll('main details')) one.open = true"
    )
    with page.expect_navigation():
        page.get_by_role("button", name=name).click()


@pytest.mark.parametrize(
    ("path", "name"),
    [("deletion", "Supprimer pour toujours"), ("share", "Nouvelles adresses")],
)
def test_a_sheet_deleted_or_renewed_on_this_phone_leaves_no_copy(installed, path, name):
    page = installed()
    open_sheet(page, *FOUR)
    sheet = sheet_of(page)
    visit(page, sheet, f"{sheet}/tv", "/")
    press(page, f"{sheet}/{path}", name)
    gone = "Anne" if path == "deletion" else sheet
    wait_for_copies(page, lambda copies: not any(gone in text for text in copies.values()))


def test_a_poll_of_a_sheet_deleted_elsewhere_drops_its_copies(installed, phone):
    page, other = installed(), phone()
    open_sheet(page, *FOUR)
    sheet = sheet_of(page)
    visit(page, f"{sheet}/tv", "/", sheet)
    press(other, f"{sheet}/deletion", "Supprimer pour toujours")
    page.get_by_text("n’ouvre plus la feuille").wait_for()
    wait_for_copies(page, lambda copies: not any("Anne" in text for text in copies.values()))


def test_copies_are_checked_once_the_installed_application_is_opened_again(installed, phone):
    page, other = installed(), phone()
    open_sheet(page, *FOUR)
    sheet = sheet_of(page)
    visit(page, sheet)
    page.goto("about:blank")
    press(other, f"{sheet}/share", "Nouvelles adresses")
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    page.goto("/")
    wait_for_copies(page, lambda copies: sheet not in copies)


@pytest.mark.parametrize("act", ["correction", "forgotten", "restored", "seats"])
def test_without_a_network_a_sheet_is_as_the_last_act_left_it_and_says_of_when(
    installed, stopped, act
):
    page = installed()
    open_sheet(page, *FOUR, hands=[GARDE])
    sheet = sheet_of(page)
    visit(page, sheet)
    paths = {"correction": "hands/2/edit", "forgotten": "hands/new?before=2", "seats": "table"}
    page.goto(f"{sheet}/{paths.get(act, 'hands/2')}")
    if act == "restored":
        page.get_by_role("button", name="Retirer cette donne").click()
        wait_for_copies(page, lambda copies: "+198" not in copies.get(sheet, "+198"))
        page.get_by_role("button", name="Remettre").click()
    elif act == "seats":
        page.locator("[name=name]").first.fill("Zoé")
        page.locator(".buttons .save").click()
    else:
        enter(page, taker="Bruno")
        page.locator("#entry .save").click()
    page.wait_for_url(sheet)
    expected = {"correction": "−66", "forgotten": "+132", "restored": "+198", "seats": "Zoé"}
    wait_for_copies(page, lambda copies: expected[act] in copies.get(sheet, ""))
    stopped()
    page.reload()
    page.get_by_text("la feuille du").wait_for()
    assert page.locator("#standing li").first.get_by_text(expected[act]).is_visible()


def test_without_a_network_no_sheet_leaves_the_list_of_the_first_page(installed, stopped):
    page = installed()
    open_sheet(page, *FOUR)
    visit(page, "/")
    stopped()
    page.locator(".sheets button").first.click()
    page.get_by_text("le serveur ne répond pas").wait_for()
    page.goto("/")
    page.locator(".sheets", has_text="Bruno").wait_for()


def test_a_stored_page_says_so_at_once_and_no_longer_once_the_server_answers(
    installed, server, stopped
):
    page = installed()
    open_sheet(page, *FOUR)
    visit(page, sheet_of(page))
    page.clock.install()
    stop_clock(page)
    stopped()
    page.reload()
    page.get_by_text("la feuille du").wait_for()
    server.start()
    page.clock.run_for(9000)
    page.locator("#connection").wait_for(state="hidden")
    assert page.locator("[data-stored]").count() == 0


@pytest.mark.parametrize(("days", "opens"), [(13, True), (15, False)])
def test_a_copy_opens_for_fourteen_days_without_the_server(installed, stopped, days, opens):
    page = installed()
    open_sheet(page, *FOUR)
    sheet = sheet_of(page)
    visit(page, sheet)
    page.evaluate(AGE, days)
    stopped()
    page.goto(sheet)
    assert page.locator("#entry").is_visible() == opens
    assert (sheet in page.evaluate(COPIES)) == opens


def test_without_a_copy_of_the_first_page_its_link_leads_to_the_stored_sheet(phone, stopped):
    page = phone(host="localhost")
    open_sheet(page, *FOUR)
    sheet = page.url
    assert page.evaluate(INSTALL)
    wait_for_copies(page, lambda copies: sheet_of(page) in copies)
    stopped()
    page.goto(f"{sheet}/journal")
    page.get_by_role("link", name="Première page").click()
    page.wait_for_url(sheet)


def test_without_a_network_the_sheet_opened_last_is_first_and_one_tap_away(installed, stopped):
    page = installed()
    open_sheet(page, *FOUR)
    former = sheet_of(page)
    visit(page, "/")
    open_sheet(page, *FOUR)
    latest = sheet_of(page)
    wait_for_copies(page, lambda copies: latest in copies.get("/", ""))
    visit(page, "/", former, latest)
    stopped()
    page.goto(f"{former}/journal")
    page.get_by_role("link", name="La dernière feuille").click()
    page.wait_for_url(latest)
    page.goto("/")
    assert page.locator(".resume").get_attribute("href") == latest


def test_hands_that_wait_are_one_line_that_says_since_when_and_that_no_total_counts_them(
    page, server, stopped
):
    page.wait_for_load_state("networkidle")
    stopped()
    enter(page)
    tap_save(page)
    line = page.locator("#outbox .waiting")
    line.wait_for()
    noted = page.evaluate("new Date().toTimeString().slice(0, 3)")
    assert line.inner_text().startswith(f"Gardé ici, pas compté, depuis {noted}")
    page.locator("#connection:not([hidden])").wait_for(state="attached")
    assert not page.locator("#connection").is_visible()
    assert line.bounding_box()["height"] <= 52
    server.start()
    line.wait_for(state="detached")
    assert count_hands(page) == 1
