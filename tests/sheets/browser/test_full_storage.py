"""A phone whose storage is full, or emptied by its browser."""

import pytest
from conftest import wait_until
from phone import (
    FOUR,
    block_hands,
    count_hands,
    enter,
    go,
    open_sheet,
    queue_hand,
    save,
    save_offline,
    settle,
    sheet_of,
    tap_save,
    wait_for_queued,
    wait_until_sent,
)

pytestmark = pytest.mark.browser

FULL = """
for (const [kind, write] of [[Storage, "setItem"], [IDBObjectStore, "put"]]) {
  const written = kind.prototype[write];
  kind.prototype[write] = function (...what) {
    if (window.full) throw new DOMException("full", "QuotaExceededError");
    return written.apply(this, what);
  };
}
window.full = true;
"""


def test_news_do_not_replace_a_page_that_holds_a_hand_in_memory(phone):
    page, other = phone(), phone()
    page.add_init_script(FULL)
    open_sheet(page, *FOUR)
    other.goto(sheet_of(page))
    block_hands(page)
    queue_hand(page)
    enter(other, taker="Bruno")
    save(other)
    page.locator(".row.hand").wait_for()
    page.unroute("**/hands")
    wait_for_queued(page, state="look")
    page.locator("#outbox .plain").first.click()
    page.get_by_role("button", name="écrire en plus").click()
    page.wait_for_selector(".notice")
    assert count_hands(page) == 2


def test_a_page_that_holds_a_hand_in_memory_asks_before_it_is_left(phone):
    page = phone()
    page.add_init_script(FULL)
    open_sheet(page, *FOUR)
    asked = []
    page.on("dialog", lambda dialog: asked.append(dialog.type) or dialog.dismiss())
    page.context.set_offline(True)
    save_offline(page, points="95")
    page.locator("#entry[class='']").wait_for()
    page.context.set_offline(False)
    wait_for_queued(page, state="look")
    enter(page)
    tap_save(page)
    wait_for_queued(page)  # behind the one that is asked about
    wait_for_queued(page, state="look")
    assert asked == [] and page.locator("[name=taker]:checked").count() == 0
    go(page, "Journal")
    wait_until(lambda: page.title() and asked == ["beforeunload"])
    wait_for_queued(page, state="look")
    page.locator(".menu summary").click()
    page.locator("#outbox .plain").first.click()
    page.locator(".ask-points .error").wait_for()
    assert asked == ["beforeunload"]


def test_a_storage_that_is_full_for_a_while_shows_and_sends_a_hand_once(phone):
    page = phone()
    page.add_init_script(FULL)
    open_sheet(page, *FOUR)
    page.evaluate("window.full = false")
    page.context.set_offline(True)
    save_offline(page, points="95")
    page.locator("#entry[class='']").wait_for()
    page.evaluate("window.full = true")
    sent = []
    page.route("**/hands", lambda route: sent.append(1) or route.continue_())
    page.context.set_offline(False)
    wait_for_queued(page, state="look")
    page.evaluate("window.full = false")
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    settle(page)
    assert len(sent) == 1
    assert page.locator("#outbox .look").count() == 1
    assert page.locator("#outbox .wait").count() == 0


STORED = """async () => {
  const limit = () => new Promise((_, fail) => setTimeout(fail, 5000));
  const result = (request) => Promise.race([limit(), new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = request.onblocked = fail;  // emptied meanwhile: the next look counts
  })]);
  let database;
  try {
    const known = await Promise.race([limit(), indexedDB.databases()]);
    if (!known.some(({ name }) => name === "marque")) return 0;
    database = await result(indexedDB.open("marque"));
    return await result(database.transaction("outbox").objectStore("outbox").count());
  } catch {
    return 0;
  } finally {
    database?.close();
  }
}"""
"""How many hands a phone has stored."""


def delete_database(page):
    """Delete the database as another page may."""
    page.evaluate("indexedDB.deleteDatabase('marque')")


def evict(page):
    """Empty the storage of the page as a browser does that needs the room."""
    origin = page.evaluate("location.origin")
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})


@pytest.mark.parametrize("empty", [evict, delete_database])
def test_a_hand_is_stored_again_where_the_browser_has_emptied_its_storage(page, empty):
    page.context.route("**/hands", lambda route: route.abort())
    queue_hand(page)
    wait_for_queued(page)
    empty(page)
    wait_until(lambda: page.evaluate(STORED) == 1)
    wait_for_queued(page)
    tab = page.context.new_page()
    tab.goto(sheet_of(page))
    wait_for_queued(tab)
    page.context.unroute("**/hands")
    wait_until_sent(tab)
    assert count_hands(tab) == 1


def test_a_page_says_that_it_alone_holds_a_hand_once_nothing_can_be_stored_again(phone):
    page = phone()
    page.add_init_script(FULL)
    open_sheet(page, *FOUR)
    page.evaluate("window.full = false")
    block_hands(page)
    queue_hand(page)
    wait_for_queued(page)
    page.evaluate("window.full = true")
    evict(page)
    page.get_by_text("laissez cette page ouverte").wait_for()
    wait_for_queued(page)
    page.unroute("**/hands")
    wait_until_sent(page)
    page.evaluate("window.full = false")
    assert count_hands(page) == 1


def test_lasting_storage_is_asked_for_with_the_first_hand(phone):
    page = phone(host="localhost")
    page.add_init_script(
        "window.asked = 0; StorageManager.prototype.persist = async () => { asked += 1; };"
    )
    open_sheet(page, *FOUR)
    assert page.evaluate("asked") == 0
    enter(page)
    save(page)
    assert page.evaluate("asked") == 1
