"""A page without its server: from a copy on https and localhost, kept open on plain http."""

import pytest
from phone import (
    FOUR,
    count_hands,
    enter,
    open_sheet,
    save,
    sheet_of,
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
    for _ in range(50):
        if page.evaluate(COPY, path):
            return
        page.wait_for_timeout(200)
    pytest.fail("the copy of the page is not that of the last hand")


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
    page.wait_for_timeout(1000)
    stopped()
    page.get_by_text("Pas de réponse depuis").wait_for(timeout=8000)
    page.locator(".menu summary").click()
    page.locator(".menu").get_by_role("link", name="Journal").click()
    page.wait_for_timeout(500)
    assert page.url == address and page.locator("#entry").is_visible()
    page.evaluate("location.reload()")
    page.wait_for_timeout(500)
    assert asked == ["beforeunload"] and page.locator("#entry").is_visible()
    server.start()
    page.locator("#connection").wait_for(state="hidden", timeout=20000)
    page.locator(".menu").get_by_role("link", name="Journal").click()
    page.wait_for_url("**/journal")
