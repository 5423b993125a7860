"""Several phones at one table."""

import re

import pytest
from conftest import wait_until
from phone import (
    CAST,
    FOUR,
    GARDE,
    NAME,
    WON,
    block_hands,
    count_hands,
    enter,
    open_sheet,
    post,
    save,
    save_offline,
    settle,
    sheet_of,
    tap,
    tap_save,
    totals,
    two_phones,
    wait_for_queued,
    wait_until_sent,
)
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_hand_saved_on_one_phone_is_on_the_others(phone):
    first, second, watcher = phone(), phone(), phone()
    open_sheet(first, *FOUR)
    sheet = first.url.split("?")[0]
    second.goto(sheet)
    first.goto(f"{sheet}/share")
    watcher.goto(first.locator(".address").last.input_value())
    first.goto(sheet)
    tap(second, "taker", "David")
    second.locator("[name=points]").fill("30")
    enter(first)
    save(first)
    watcher.get_by_text("+198").first.wait_for()
    told = second.get_by_text("déjà écrite sur un autre téléphone")
    told.wait_for()
    assert "Anne : Garde" in told.inner_text().replace("\xa0", " ")
    assert totals(second) == [198, -66, -66, -66]
    assert second.locator("[name=points]").input_value() == "30"
    assert second.locator("[name=taker]:checked").input_value() == "3"


def test_a_page_without_its_server_says_since_when_and_resumes(page, server):
    for path in ("**/live*", "**/preview"):
        page.route(path, lambda route: route.abort())
    enter(page)
    page.get_by_text("le calcul viendra après").wait_for()
    page.get_by_text("Pas de réponse depuis").wait_for()
    page.unroute_all()
    page.locator("#connection").wait_for(state="hidden")
    page.locator("#standing .gain").first.wait_for()


def test_a_recorded_hand_says_that_the_server_is_back(timed):
    timed.route("**/live*", lambda route: route.abort())
    silent = timed.get_by_text("Pas de réponse depuis")
    wait_until(lambda: timed.clock.run_for(3000) or silent.is_visible())
    timed.unroute("**/live*")
    enter(timed)
    save(timed)
    timed.locator("#connection").wait_for(state="hidden")


def test_a_hidden_page_does_not_poll(timed):
    asked = []
    timed.evaluate("Object.defineProperty(document, 'visibilityState', {get: () => 'hidden'})")
    timed.on("request", lambda request: "/live" in request.url and asked.append(request.url))
    timed.clock.run_for(60_000)
    settle(timed)
    assert asked == []


def test_a_page_shown_again_polls_at_once(phone):
    first, second = phone(), phone()
    second.clock.install()
    open_sheet(first, *FOUR)
    second.goto(first.url)
    second.evaluate(
        "Object.defineProperty(document, 'visibilityState',"
        " {get: () => window.hidden ? 'hidden' : 'visible'}); window.hidden = true"
    )
    enter(first)
    save(first)
    second.clock.run_for(4500)
    settle(second)
    assert totals(second) == []
    second.evaluate("window.hidden = false")
    second.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    second.get_by_text("+198").first.wait_for()


def close_sheet(page):
    """Close the sheet of a page, which stays as it is."""
    shown = page.locator("#live").get_attribute("data-etag")
    post(page, f"{sheet_of(page)}/end", {"act": "close", "base": shown})


REOPEN = "Rouvrir et noter"
CLOSED = re.compile(r"^Cette feuille est close\s+· 1 donne$")


def test_a_sheet_that_is_closed_says_so_to_whoever_types_and_keeps_the_hand(phone):
    first, second = two_phones(phone)
    enter(first)
    close_sheet(second)
    first.get_by_text("Feuille close.").wait_for()
    assert first.evaluate("getComputedStyle(document.body).pointerEvents") == "none"
    expect(first.locator("#entry")).to_have_count(0)
    first.reload()
    first.get_by_text("La donne commencée est gardée.").wait_for()
    first.get_by_role("button", name=REOPEN).click()
    expect(first.locator("[name=points]")).to_have_value("49")
    save(first)
    assert totals(first) == WON


@pytest.mark.parametrize("where", ["here", "on the other phone"])
@pytest.mark.parametrize("form", ["hand", "correction"])
def test_what_is_saved_on_a_closed_sheet_is_recorded_once_it_is_reopened(phone, form, where):
    first, second = two_phones(phone, hands=[GARDE])
    sheet = sheet_of(first)
    if form == "correction":
        first.goto(f"{sheet}/hands/2/edit")
    first.route("**/live?*", lambda route: route.abort())
    close_sheet(second)
    first.locator("[name=points_defence]").fill("")
    enter(first, points="60")
    first.unroute("**/live?*")
    tap_save(first)
    first.get_by_text("Feuille close.").wait_for()
    wait_for_queued(first)
    why = first.locator("#outbox li li span").first
    assert "Cette feuille est close" in why.text_content()
    expect(first.locator("#outbox summary")).to_have_text(CLOSED)
    if where == "here":
        first.route("**/hands**", lambda route: route.abort())
        first.get_by_role("button", name=REOPEN).click()
        expect(first.locator("#outbox summary")).to_contain_text("Gardé ici, pas compté")
        first.unroute("**/hands**")
    else:
        post(second, f"{sheet}/end", {"act": "reopen"})
    wait_until_sent(first)
    expect(first.locator(".row.hand")).to_have_count(1 + (form == "hand"))
    expect(first.locator(".verdict").first).to_have_text("faite de 19")


def test_what_is_mended_when_its_sheet_is_closed_is_recorded_as_it_was_mended(phone):
    first, second = two_phones(phone)
    first.wait_for_load_state("networkidle")
    first.context.set_offline(True)
    save_offline(first)
    first.locator("#outbox summary").click()
    first.get_by_role("button", name="Corriger").click()
    first.locator("[name=points]").fill("60")
    close_sheet(second)
    first.context.set_offline(False)
    first.get_by_text("Feuille close.").wait_for()
    asked = first.get_by_role("button", name="Donne 1 attend votre réponse")
    with first.expect_navigation():
        asked.click()
    wait_for_queued(first, state="look")
    post(second, f"{sheet_of(second)}/end", {"act": "reopen"})
    first.locator("#entry").wait_for()
    asked.click()
    expect(first.locator("[name=points]")).to_have_value("60")
    save(first)
    expect(first.locator(".verdict")).to_have_text("faite de 19")


def test_a_hand_refused_late_is_sent_again_to_a_sheet_that_is_open_by_then(phone):
    first, second = two_phones(phone)
    first.wait_for_load_state("networkidle")
    first.route("**/live?*", lambda route: route.abort())
    close_sheet(second)
    late = []

    def hold(route):
        if late:
            return route.continue_()
        url = route.request.url.replace(NAME, "127.0.0.1")
        late.append((route, route.fetch(url=url, max_redirects=0)))

    first.route("**/hands", hold)
    enter(first)
    tap_save(first)
    wait_until(lambda: first.wait_for_timeout(100) or late)
    first.unroute("**/live?*")
    post(second, f"{sheet_of(second)}/end", {"act": "reopen"})
    with first.expect_response(lambda answer: "/live?" in answer.url and answer.ok):
        first.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    settle(first)
    [(route, closed)] = late
    assert closed.status == 423
    route.fulfill(response=closed)
    first.locator(".row.hand").wait_for(timeout=5000)


TAKEN_AWAY = """(css) => {
  document.querySelector(css).click();
  for (const place of document.querySelectorAll("#turn, #hand")) place.replaceChildren();
}"""
"""The news of a closed sheet come while what a tap has begun is being stored."""


@pytest.mark.parametrize("css", ["#entry .save", "[data-clear]"])
def test_a_tap_whose_form_is_taken_away_ends_well(page, css):
    enter(page)
    page.wait_for_load_state("networkidle")
    if css == "[data-clear]":
        page.evaluate(TAKEN_AWAY, css)
        settle(page)  # without an error
    else:
        with page.expect_response("**/hands"):
            page.evaluate(TAKEN_AWAY, css)
    assert count_hands(page) == (css != "[data-clear]")


def test_a_hand_behind_a_won_game_says_so_beside_the_button_that_deletes_it(phone):
    page = phone()
    target = {"option_target": "other", "option_target_other": "100"}
    open_sheet(page, *FOUR, rules="belote-ffb", **target)
    block_hands(page)
    for n in (1, 2):
        tap(page, "taker", "Anne")
        for answer in ("suit][value=hearts", "capot][value=attack"):
            page.locator(f"[name={answer}]").dispatch_event("click")
        tap_save(page)
        page.locator("#entry[class='']").wait_for()
        wait_for_queued(page, n)
    page.unroute("**/hands")
    page.locator("#won").wait_for()
    page.locator("#standing").click()  # the line is back where the notice was
    page.get_by_role("button", name="Donne 2 attend votre réponse").click()
    expect(page.locator("#outbox .look")).to_contain_text("La partie est gagnée")
    page.locator("#outbox ul").get_by_role("button", name="Effacer").click()
    expect(page.locator("#outbox li")).to_have_count(0)
    assert page.locator("#won").is_visible() and count_hands(page) == 1


def test_a_poll_that_hangs_does_not_end_polling(phone):
    first, second = two_phones(phone)
    held = []
    second.route("**/live*", lambda route: route.continue_() if held else held.append(route))
    enter(first)
    save(first)
    second.get_by_text("+198").first.wait_for()


def test_a_draft_that_is_filled_in_again_keeps_the_deal_that_it_is_for(phone):
    first, second = two_phones(phone)
    enter(second, taker="Bruno")
    second.reload()
    second.locator("#entry.begun").wait_for()
    enter(first)
    save(first)
    second.locator(
        "#live[data-etag]:not([data-etag='{}'])".format(
            second.locator("#entry [name=base]").input_value()
        )
    ).wait_for(state="attached")
    tap_save(second)
    second.locator(".versions .lead").wait_for()


def test_a_draft_of_five_players_is_there_after_the_deal_was_written_elsewhere(phone):
    first, second = two_phones(phone, *CAST)
    for page in (first, second):
        enter(page, taker="Bruno", points="50" if page is second else "49")
        tap(page, "partner", "Chloé")
    save(first)
    second.reload()
    second.get_by_role("button", name="Reprendre").click()
    second.get_by_text("déjà écrite sur un autre téléphone").wait_for()
    assert second.locator("[name=points]").input_value() == "50"
    tap_save(second)
    second.locator(".versions .lead").wait_for()


def test_a_deal_that_was_decided_on_is_not_asked_about_for_the_next_draft(phone):
    first, second = two_phones(phone)
    second.context.set_offline(True)
    enter(second, taker="Bruno")
    tap_save(second)
    second.locator("#entry[class='']").wait_for()
    enter(first)
    save(first)
    enter(second, taker="Chloé")
    second.context.set_offline(False)
    second.locator("#outbox .waiting > .plain").click()
    second.locator(".versions .lead").wait_for()
    with second.expect_navigation():
        second.get_by_role("link", name="Garder celle de la feuille").click()
    second.locator("[name=taker][value='2']:checked").wait_for(state="attached")
    save(second)
    assert count_hands(second) == 2


def test_an_own_hand_that_waited_is_no_other_phones(page):
    """It is recorded while another page of the phone is open."""
    sheet = sheet_of(page)
    page.route("**/hands", lambda route: route.abort())
    enter(page)
    tap_save(page)
    page.locator("#entry[class='']").wait_for()
    page.reload()
    enter(page, taker="Chloé")
    page.unroute("**/hands")
    with page.expect_response("**/hands"):
        page.goto(f"{sheet}/journal")
    page.wait_for_load_state("networkidle")
    page.goto(sheet)
    page.locator("[name=taker][value='2']:checked").wait_for(state="attached")
    save(page)
    assert count_hands(page) == 2
