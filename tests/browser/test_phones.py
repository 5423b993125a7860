"""Several phones, a bad network, a server that goes: nothing twice, nothing lost."""

import time

import pytest
from phone import FOUR, NAME, enter, open_sheet, save, tap, totals

pytestmark = pytest.mark.browser

WON = [198, -66, -66, -66]
"""What Anne's usual hand is worth."""


def sheet_of(page):
    """The address of the sheet that this page shows."""
    return page.locator("#live").get_attribute("data-sheet")


def hands(page):
    """How many hands the server has."""
    page.goto(sheet_of(page))
    return page.locator(".row.hand").count()


def tap_save(page):
    page.locator("#entry .save").click()


def noted(page, n=1, state="wait"):
    """Wait for so many hands noted on this phone."""
    page.locator(f"#outbox .{state}").nth(n - 1).wait_for()
    assert page.locator(f"#outbox .{state}").count() == n


def all_sent(page):
    page.locator("#outbox li").first.wait_for(state="detached", timeout=20000)


def test_a_hand_saved_on_one_phone_is_on_the_others(phone):
    first, second, watcher = phone(), phone(), phone()
    open_sheet(first, *FOUR)
    sheet = first.url.split("?")[0]
    second.goto(sheet)
    first.goto(f"{sheet}/share")
    watcher.goto(first.locator(".address a").first.get_attribute("href").split("/", 3)[3])
    first.goto(sheet)
    tap(second, "taker", "David")
    second.locator("[name=points]").fill("30")
    enter(first)
    save(first)
    watcher.get_by_text("+198").first.wait_for(timeout=5000)
    second.get_by_text("vient d’être écrite sur un autre téléphone").wait_for(timeout=5000)
    assert totals(second) == [198, -66, -66, -66]
    assert second.locator("[name=points]").input_value() == "30"
    assert second.locator("[name=taker]:checked").input_value() == "3"


def test_a_page_without_its_server_says_since_when_and_resumes(phone, server):
    page = phone()
    open_sheet(page, *FOUR)
    page.route("**/live*", lambda route: route.abort())
    page.get_by_text("Pas de réponse depuis").wait_for(timeout=8000)
    page.unroute("**/live*")
    page.locator("#away").wait_for(state="hidden", timeout=12000)


def test_a_page_in_a_pocket_asks_nothing(phone):
    page = phone()
    open_sheet(page, *FOUR)
    asked = []
    page.evaluate("Object.defineProperty(document, 'visibilityState', {get: () => 'hidden'})")
    page.on("request", lambda request: "/live" in request.url and asked.append(request.url))
    page.wait_for_timeout(3500)
    assert asked == []


def test_three_taps_are_one_hand(phone):
    page = phone()
    open_sheet(page, *FOUR)
    enter(page)
    page.evaluate("for (let n = 0; n < 3; n++) document.querySelector('#entry .save').click()")
    page.wait_for_selector("#told")
    assert hands(page) == 1


def test_an_answer_lost_twice_is_one_hand(phone):
    page = phone()
    open_sheet(page, *FOUR)
    sent = []

    def lose(route):
        sent.append(route.request.post_data)
        if len(sent) > 2:
            return route.continue_()
        route.fetch(url=route.request.url.replace(NAME, "127.0.0.1"), max_redirects=0)
        return route.abort()

    page.route("**/hands", lose)
    enter(page)
    tap_save(page)
    page.wait_for_selector("#told", timeout=20000)
    assert (hands(page), len(sent)) == (1, 3)


def test_hands_of_two_phones_survive_a_server_that_is_killed(phone, server):
    first, second = phone(), phone()
    open_sheet(first, *FOUR)
    second.goto(sheet_of(first))
    server.kill()
    try:
        for page, points in ((first, "49"), (first, "51"), (second, "60"), (second, "61")):
            enter(page, points=points)
            tap_save(page)
            page.locator("#entry[class='']").wait_for()
        noted(first, 2)
        noted(second, 2)
    finally:
        server.start()
    all_sent(first)
    all_sent(second)
    assert hands(first) == 4


def test_a_hand_noted_before_the_tab_was_closed_is_sent_by_the_next_one(phone):
    page = phone()
    open_sheet(page, *FOUR)
    page.route("**/hands", lambda route: route.abort())
    enter(page)
    tap_save(page)
    noted(page)
    sheet, other = sheet_of(page), page.context.new_page()
    page.close()
    other.goto("/")
    all_sent(other)
    other.goto(sheet)
    assert totals(other) == WON


def test_two_tabs_of_one_phone_send_each_hand_once(phone):
    one = phone()
    open_sheet(one, *FOUR)
    two = one.context.new_page()
    two.goto(sheet_of(one))
    one.context.set_offline(True)
    for page, points in ((one, "49"), (two, "55")):
        enter(page, points=points)
        tap_save(page)
        page.locator("#entry[class='']").wait_for()
    one.context.set_offline(False)
    all_sent(one)
    all_sent(two)
    assert hands(one) == 2


def test_a_hand_that_cannot_be_is_to_be_looked_at_again_and_never_dropped(phone):
    page = phone()
    open_sheet(page, *FOUR)
    page.context.set_offline(True)
    enter(page, points="95")
    tap_save(page)
    noted(page)
    page.context.set_offline(False)
    noted(page, state="look")
    page.locator("#outbox .plain").first.click()
    page.locator(".ask-points .error").wait_for()
    page.locator("[name=points_defence]").fill("")
    page.locator("[name=points]").fill("49")
    save(page)
    page.wait_for_selector("#told")
    assert page.locator("#outbox li").count() == 0
    assert totals(page) == WON


def test_a_hand_opened_again_and_left_there_asks_again(phone):
    page = phone()
    open_sheet(page, *FOUR)
    page.context.set_offline(True)
    enter(page, points="95")
    tap_save(page)
    noted(page)
    page.context.set_offline(False)
    noted(page, state="look")
    page.locator("#outbox .plain").first.click()
    page.locator(".ask-points .error").wait_for()
    page.goto("/")
    noted(page, state="look")
    page.locator("#outbox .plain").last.click()
    all_sent(page)


def test_a_hand_half_told_is_not_noted_and_says_what_is_missing(phone):
    page = phone()
    open_sheet(page, *FOUR)
    page.context.set_offline(True)
    tap(page, "taker", "Anne")
    tap_save(page)
    page.get_by_text("Pas encore notée. Il manque").wait_for()
    assert page.locator("#outbox .wait").count() == 0
    assert page.locator("[name=taker]:checked").input_value() == "0"


def test_where_the_browser_keeps_nothing_the_page_does_and_says_so(phone):
    page = phone()
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full'); }"
    )
    open_sheet(page, *FOUR)
    page.context.set_offline(True)
    enter(page)
    tap_save(page)
    page.get_by_text("laissez cette page ouverte").wait_for()
    page.context.set_offline(False)
    page.wait_for_selector("#told", timeout=20000)
    assert totals(page) == WON


@pytest.mark.parametrize("key", ["the same key", "another key"])
def test_a_page_open_since_yesterday_records_its_hand_once(phone, server, key):
    page = phone()
    open_sheet(page, *FOUR)
    enter(page)
    server.kill()
    if key == "another key":
        (server.instance / "secret_key").unlink()
    server.start()
    tap_save(page)
    page.wait_for_selector("#told", timeout=20000)
    assert hands(page) == 1


def test_the_same_hand_on_two_phones_is_one_question(phone):
    first, second = phone(), phone()
    open_sheet(first, *FOUR)
    sheet = sheet_of(first)
    second.goto(sheet)
    enter(first)
    enter(second)
    save(first)
    save(second)
    second.get_by_text("La même donne vient d’être écrite").wait_for()
    second.get_by_text("C’est la même : une seule").click()
    assert second.locator("[name=taker]:checked").count() == 0
    assert hands(second) == 1


def test_the_same_hand_played_twice_is_two_hands_if_the_table_says_so(phone):
    first, second = phone(), phone()
    open_sheet(first, *FOUR)
    second.goto(sheet_of(first))
    enter(first)
    enter(second)
    save(first)
    save(second)
    save(second)
    second.wait_for_selector("#told")
    assert hands(second) == 2


def test_two_hands_at_once_are_both_written_and_the_second_is_told_of_the_first(phone):
    first, second = phone(), phone()
    open_sheet(first, *FOUR)
    second.goto(sheet_of(first))
    enter(first)
    enter(second, taker="Bruno")
    save(first)
    save(second)
    second.get_by_text("Entre-temps, un autre téléphone a écrit").wait_for()
    assert totals(second) == [132, 132, -132, -132]


def test_a_phone_out_of_a_pocket_is_fresh_at_once(phone):
    first, second = phone(), phone()
    open_sheet(first, *FOUR)
    second.goto(sheet_of(first))
    second.evaluate(
        "Object.defineProperty(document, 'visibilityState',"
        " {get: () => window.hidden ? 'hidden' : 'visible'}); window.hidden = true"
    )
    enter(first)
    save(first)
    second.wait_for_timeout(2500)
    assert totals(second) == []
    second.evaluate("window.hidden = false")
    second.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    began = time.monotonic()
    second.get_by_text("+198").first.wait_for(timeout=5000)
    print(f"fresh after {time.monotonic() - began:.2f} s")


@pytest.mark.long
def test_one_poll_that_hangs_does_not_end_the_news(phone):
    first, second = phone(), phone()
    open_sheet(first, *FOUR)
    second.goto(sheet_of(first))
    held = []
    second.route("**/live*", lambda route: route.continue_() if held else held.append(route))
    enter(first)
    save(first)
    second.get_by_text("+198").first.wait_for(timeout=12000)


def test_new_addresses_shut_every_other_phone_out_at_once(phone):
    first, second = phone(), phone()
    open_sheet(first, *FOUR)
    sheet = sheet_of(first)
    second.goto(sheet)
    first.goto(f"{sheet}/share")
    first.get_by_text("Changer les adresses").click()
    first.get_by_role("button", name="Nouvelles adresses").click()
    first.wait_for_load_state()
    second.get_by_text("Cette adresse n’ouvre plus la feuille").wait_for(timeout=6000)
    assert second.goto(sheet).status == 404
    first.locator(".address a").last.click()
    enter(first)
    save(first)
    assert totals(first) == WON


@pytest.mark.long
def test_the_phones_follow_a_copy_that_was_put_back(phone, server):
    from scorekeeper.storage import backup

    first, second = phone(), phone()
    open_sheet(first, *FOUR)
    second.goto(sheet_of(first))
    enter(first)
    save(first)
    base = server.instance / "la_marque.sqlite3"
    copy = base.with_name("yesterday")
    backup.backup(base, copy)
    enter(first, taker="Bruno")
    save(first)
    second.get_by_text("+132").first.wait_for(timeout=6000)
    server.stop()
    backup.restore(copy, base)
    server.start()
    second.locator(".standing b", has_text="+198").wait_for(timeout=20000)
    assert totals(second) == WON
