"""The outbox: nothing twice, nothing lost."""

import pytest
from phone import (
    FOUR,
    GARDE,
    WON,
    block_hands,
    count_hands,
    enter,
    lose_answer,
    open_panel,
    open_sheet,
    opened,
    pass_deal,
    post,
    queue_hand,
    save,
    save_impossible,
    settle,
    sheet_of,
    tap,
    tap_save,
    totals,
    touch,
    two_phones,
    wait_for_queued,
    wait_until_sent,
)
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.mark.journey
def test_three_taps_are_one_hand(page):
    enter(page)
    page.evaluate("for (let n = 0; n < 3; n++) document.querySelector('#entry .save').click()")
    page.wait_for_selector(".notice")
    assert count_hands(page) == 1


def test_a_hand_queued_before_the_tab_was_closed_is_sent_by_the_next_one(page):
    page.route("**/hands", lambda route: route.abort())
    enter(page)
    tap_save(page)
    wait_for_queued(page)
    sheet, other = sheet_of(page), page.context.new_page()
    page.close()
    with other.expect_response("**/hands"):
        other.goto("/")
    wait_until_sent(other)
    other.goto(sheet)
    assert totals(other) == WON


def look_at_impossible(page):
    """Save a hand that the server refuses, without a network, and open it again."""
    save_impossible(page)
    wait_for_queued(page, state="look")
    look = page.locator("#outbox .look")
    assert look.text_content().startswith("Pas encore notée"), look.text_content()
    page.get_by_role("button", name="Donne 1 attend votre réponse").click()
    page.locator(".ask-points .error").wait_for()


def discard(page):
    """Delete the first hand that this phone holds, unsent."""
    page.locator("#outbox summary").click()
    page.get_by_role("button", name="Effacer", exact=True).first.click()


def test_an_impossible_hand_stays_queued_until_somebody_looks_at_it(page):
    look_at_impossible(page)
    page.locator("[name=points_defence]").fill("")
    page.locator("[name=points]").fill("49")
    save(page)
    page.wait_for_selector(".notice")
    wait_until_sent(page)
    assert totals(page) == WON
    page.reload()  # of the sheet, and no second post of the hand that was refused
    assert (
        "Donne 2" in page.locator(".deal").inner_text() and not page.locator(".error").count()
    )


def test_a_hand_opened_again_and_left_there_asks_again(page):
    look_at_impossible(page)
    page.goto("/")
    wait_for_queued(page, state="look")
    discard(page)
    page.locator(".toast", has_text="effacée").wait_for()
    page.reload()
    page.wait_for_load_state("networkidle")  # every script has run
    assert page.locator("#outbox li").count() == 0


def test_a_hand_to_look_at_is_gone_once_its_form_is_emptied(page):
    look_at_impossible(page)
    page.locator("[data-clear]").click()
    page.locator("#entry:not(.begun)").wait_for()
    page.reload()
    page.wait_for_load_state("networkidle")  # every script has run
    assert page.locator("#outbox li").count() == 0


def test_an_incomplete_hand_is_not_queued_and_says_what_is_missing(phone):
    page = phone(width=360, has_touch=True, is_mobile=True)
    post(page, "/settings", {"text": "largest"})
    open_sheet(page, *FOUR, rules="coinche-ffb")
    page.context.set_offline(True)
    tap(page, "taker", "Anne")
    tap(page, "contract", "110")
    open_panel(page, "belote")
    tap(page, "belote", "Attaque")
    touch(page, "#entry .save")
    page.get_by_text("Il manque : points", exact=False).wait_for()
    assert page.get_by_role("button", name="Noter quand même").count() == 0
    assert page.locator("#outbox .wait").count() == 0
    dock = page.locator(".dock").bounding_box()["y"]
    missing = page.locator(".refused").first.bounding_box()
    assert missing["y"] > 0 and missing["y"] + missing["height"] <= dock
    assert page.locator("[name=taker]:checked").input_value() == "0"


@pytest.mark.parametrize("is_offline", [False, True])
def test_saving_a_form_without_an_answer_does_nothing(page, is_offline):
    page.wait_for_load_state("networkidle")  # every script is there
    page.context.set_offline(is_offline)
    enter(page)
    for pause in (1500, 500):
        tap_save(page)
        page.wait_for_timeout(pause)
    assert not page.locator(".reasons > *").count()
    page.context.set_offline(False)
    wait_until_sent(page)
    assert count_hands(page) == 1
    page.goto(f"{sheet_of(page)}/rules")
    page.wait_for_load_state("networkidle")  # every script has run
    assert page.locator("#outbox li").count() == 0


GENERALE = {"generale": "500"}


@pytest.mark.parametrize(
    ("rules", "players", "options", "answers", "missing"),
    [
        ("coinche-ffb", 4, {}, {"contract": "110", "capot": "attack"}, ""),
        ("coinche-ffb", 4, {}, {"contract": "110", "fault": "attack"}, ""),
        ("coinche-ffb", 4, {}, {"contract": "110"}, "points"),
        ("coinche-ffb", 4, GENERALE, {"contract": "generale"}, "la générale"),
        ("coinche-ffb", 4, GENERALE, {"contract": "generale", "made": "yes"}, ""),
        ("belote-deux", 2, {}, {"capot": "1"}, ""),
        ("belote-deux", 2, {"cards": "some"}, {"capot": "1"}, "points des plis"),
        ("tarot-mouche", 4, {}, {"contract": "garde", "fault_kind": "misdeal"}, ""),
        ("tarot-mouche", 4, {}, {"contract": "petit_chelem"}, "le chelem"),
    ],
)
def test_what_another_answer_stands_for_is_not_missing_without_a_network(
    phone, rules, players, options, answers, missing
):
    page = phone()
    more = {f"option_{name}": value for name, value in options.items()}
    open_sheet(page, *FOUR[:players], rules=rules, **more)
    page.wait_for_load_state("networkidle")  # every script is there
    page.context.set_offline(True)
    for name, value in ({"taker": "0"} | answers).items():
        page.locator(f"[name$={name}][value='{value}']").dispatch_event("click")
    tap_save(page)
    if missing:
        page.get_by_text(f"Il manque : {missing}", exact=False).wait_for()
        return
    wait_for_queued(page)
    page.context.set_offline(False)
    wait_until_sent(page)
    assert count_hands(page) == 1


def said(page):
    """What the line of the deal says, and who is marked as the dealer."""
    return page.locator(".deal").inner_text().replace("\xa0", " ").replace("\n", " ")


MARK = "(column) => getComputedStyle(column, '::before').display"


@pytest.mark.parametrize("rules", ["tarot-fft", "coinche-ffb"])
@pytest.mark.parametrize("is_loaded_again", [False, True])
def test_behind_hands_that_wait_the_line_says_the_next_deal_and_its_dealer(
    phone, rules, is_loaded_again
):
    page = phone()
    open_sheet(page, *FOUR, rules=rules)
    block_hands(page)
    deal = page.locator(".deal b").first
    for name, number in (("Bruno", 2), ("Chloé", 3), ("David", 4), ("Anne", 5)):
        tap(page, "taker", "Anne")
        page.locator("[name=contract]").first.dispatch_event("click")
        if rules == "tarot-fft":
            tap(page, "bouts", "2")
        page.locator("[name=points]").fill("49" if rules == "tarot-fft" else "100")
        tap_save(page)
        expect(deal).to_have_text(f"Donne {number}")
        if is_loaded_again:
            page.reload()
        expect(page.locator(".deal bdi").first).to_have_text(name)
        assert "donneur" in said(page) and not page.locator("#preview").inner_text()
    assert page.locator(".standing .deals").evaluate(MARK) == "none"
    page.unroute("**/hands")
    page.evaluate("dispatchEvent(new Event('online'))")
    wait_until_sent(page)
    assert "Donne 5" in said(page) and "Anne" in said(page)
    assert page.locator(".standing .deals").evaluate(MARK) != "none"


@pytest.mark.parametrize("passes", [True, False])
def test_behind_a_hand_that_may_not_move_the_deal_on_no_dealer_is_named(phone, passes):
    page = phone()
    rules = "tarot-fft" if passes else "belote-decouverte"
    open_sheet(page, *FOUR[: 4 if passes else 2], rules=rules)
    block_hands(page)
    if passes:
        pass_deal(page)
    else:
        page.locator("[data-keypad-digits]").first.fill("91")
        tap_save(page)
    wait_for_queued(page)
    expect(page.locator(".deal b").first).to_have_text("Donne 2")
    expect(page.locator(".deal").get_by_text("donneur")).to_be_hidden()
    assert page.locator(".standing .deals").evaluate(MARK) == "none"


def test_the_last_hand_is_repeated_before_any_answer_and_while_none_waits(phone):
    page = phone()
    open_sheet(page, *FOUR, hands=[GARDE])
    repeat = page.locator(".repeat")
    expect(repeat).to_be_visible()
    block_hands(page)
    tap(page, "taker", "Bruno")
    expect(repeat).to_be_hidden()
    queue_hand(page, taker="Bruno")
    expect(repeat).to_be_hidden()
    page.unroute("**/hands")
    wait_until_sent(page)
    expect(repeat).to_be_visible()


def test_a_question_that_is_not_asked_is_not_missing(phone):
    page = phone()
    open_sheet(page, *FOUR, rules="tarot-mouche")
    page.context.set_offline(True)
    tap(page, "taker", "Anne")
    page.locator(".ask-contract label").first.click()
    tap(page, "bouts", "2")
    page.locator("[name=points]").fill("49")
    tap_save(page)
    wait_for_queued(page)
    page.context.set_offline(False)
    wait_until_sent(page)
    assert count_hands(page) == 1


def test_without_storage_the_page_holds_the_queue_and_says_so(phone):
    page = phone()
    page.add_init_script(
        "Storage.prototype.setItem = IDBFactory.prototype.open ="
        " () => { throw new DOMException('refused'); }"
    )
    open_sheet(page, *FOUR)
    page.context.set_offline(True)
    enter(page)
    tap_save(page)
    page.get_by_text("laissez cette page ouverte").wait_for()
    page.context.set_offline(False)
    page.wait_for_selector(".notice")
    assert totals(page) == WON


@pytest.mark.parametrize("key", ["the same key", "another key"])
def test_a_page_open_since_yesterday_records_its_hand_once(page, server, key):
    enter(page)
    server.kill()
    if key == "another key":
        (server.instance / "secret_key").unlink()
    server.start()
    tap_save(page)
    page.wait_for_selector(".notice")
    assert count_hands(page) == 1


@pytest.mark.parametrize(("choice", "hands"), [("Oui, garder celle", 1), ("Non, l’écrire", 2)])
def test_a_queued_hand_found_to_be_a_duplicate_leaves_the_queue(phone, choice, hands):
    first, second = two_phones(phone)
    block_hands(second)
    queue_hand(second)
    enter(first)
    save(first)
    second.unroute("**/hands")
    wait_for_queued(second, state="look")
    second.locator("#outbox .plain").first.click()
    with second.expect_navigation(url=f"**{sheet_of(first)}"):
        second.get_by_text(choice).click()
    second.locator(".row.hand").first.wait_for()
    settle(second)
    assert second.get_by_text("effacée").count() == 0
    assert count_hands(second) == hands
    assert second.locator("#outbox li").count() == 0


def test_each_of_several_that_are_asked_about_can_be_seen(phone):
    page = phone()
    for _ in range(2):
        open_sheet(page, *FOUR)
        save_impossible(page)
        wait_for_queued(page, state="look")
    last = sheet_of(page)
    page.goto("/")
    wait_for_queued(page, 2, state="look")
    page.locator("#outbox summary").click()
    with page.expect_navigation(url=f"**{last}*"):
        page.get_by_role("button", name="Revoir").click()
    expect(page.locator("[name=points]")).to_have_value("95")


def test_refused_corrections_of_a_hand_are_one_to_be_looked_at(page):
    enter(page)
    save(page)
    page.goto(f"{sheet_of(page)}/hands/2/edit")
    for points in ("95", "96"):
        page.locator("[name=points_defence]").fill("")
        page.locator("[name=points]").fill(points)
        tap_save(page)
        page.locator(".ask-points .error").wait_for()
        page.reload()
        page.locator("#entry[data-outbox-replaces]").wait_for()
    page.goto("/")
    wait_for_queued(page, state="look")


def test_the_late_refusal_of_a_hand_leaves_what_was_mended_meanwhile(phone):
    page, held = opened(phone), []
    page.route("**/hands", lambda route: route.continue_() if held else held.append(route))
    enter(page, points="95")
    with page.expect_request("**/hands"):
        touch(page, "#entry .save")
    page.locator("#outbox summary").tap()
    page.get_by_role("button", name="Corriger").tap()
    page.locator("[name=points]").fill("49")
    touch(page, "#entry .save")
    page.locator("#entry:not(.begun)").wait_for()
    held[0].continue_()
    expect(page.locator(".row.hand")).to_have_count(1)
    assert totals(page) == WON
    assert not page.locator("#entry.begun, #entry .error").count()


LACKING = {
    "tarot-fft": {"taker": "Anne", "contract": "Garde"},
    "coinche-ffb": {"taker": "Anne", "contract": "110"},
}
"""Answers that no game takes without points."""


@pytest.mark.parametrize("rules", LACKING)
@pytest.mark.parametrize("others", [0, 1])
def test_a_hand_refused_in_its_form_is_a_draft_and_nothing_waits(phone, rules, others):
    page, other = phone(width=360, has_touch=True), phone()
    open_sheet(page, *FOUR, rules=rules)
    other.goto(page.url)
    for leave in (page.reload, lambda: page.goto("/settings") and page.go_back()):
        for question, label in LACKING[rules].items():
            tap(page, question, label)
        touch(page, "#entry .save")
        page.locator(".reasons [role=alert]").wait_for()
        leave()
        page.locator("#entry.begun").wait_for()
        assert page.locator("#outbox li").count() == 0
        expect(page.locator("[name=taker]:checked")).to_have_value("0")
        expect(page.locator(".deal b").first).to_have_text("Donne 1")
        touch(page, "[data-clear]")
        page.locator("#entry[class='']").wait_for()
        page.reload()
        page.wait_for_load_state("networkidle")
        assert page.locator("#outbox li, .reasons > *").count() == 0
    for _ in range(others):
        pass_deal(other)
    page.locator(f"#live[data-hands='{others}']").wait_for(state="attached")
    pass_deal(page)
    page.locator(f"#live[data-hands='{others + 1}']").wait_for(state="attached")
    assert page.locator("#outbox .look").count() == 0


@pytest.mark.parametrize("choice", ["Garder celle de la feuille", "L’écrire en plus"])
def test_a_hand_of_two_versions_waits_until_one_is_chosen(phone, choice):
    page, other = two_phones(phone)
    page.route("**/live?*", lambda route: route.abort())
    enter(other, taker="Bruno")
    save(other)
    enter(page)
    tap_save(page)
    page.get_by_text(choice).wait_for()
    page.unroute("**/live?*")
    page.reload()
    page.locator("#outbox .waiting > .plain").click()
    page.get_by_text(choice).click()
    hands = 1 + choice.startswith("L’écrire")
    expect(page.locator(".row.hand")).to_have_count(hands)
    page.wait_for_load_state("networkidle")
    assert page.locator("#outbox li, .reasons > *").count() == 0


def renew_links(page):
    """Give the sheet of a page new addresses; return the one that writes."""
    page.goto(f"{sheet_of(page)}/share")
    page.get_by_text("Changer les adresses").click()
    before = page.url
    page.get_by_role("button", name="Nouvelles adresses").click()
    page.wait_for_url(lambda address: address != before)
    return page.url.removesuffix("/share")


def test_a_hand_that_waits_while_links_are_renewed_is_sent_by_the_new_one(phone):
    page, other = two_phones(phone)
    block_hands(other)
    queue_hand(other)
    new = renew_links(page)
    other.unroute("**/hands")
    wait_for_queued(other, state="look")
    other.goto(new)
    other.locator("#outbox .waiting > .plain").click()
    other.locator(".row.hand").wait_for()
    assert totals(other) == WON


def test_a_hand_that_is_refused_by_a_former_link_waits_by_the_new_one(phone):
    page, other = two_phones(phone)
    page.route("**/live?*", lambda route: route.abort())
    enter(page)
    new = renew_links(other)
    tap_save(page)
    wait_for_queued(page, state="look")
    page.unroute("**/live?*")
    page.goto(new)
    page.locator("#outbox .waiting > .plain").click()
    wait_until_sent(page)
    page.locator(".row.hand").wait_for()


def test_nothing_waits_once_a_correction_to_a_passed_deal_is_denied(page):
    enter(page)
    save(page)
    page.locator(".row.hand a").first.click()
    page.get_by_role("link", name="Corriger").click()
    page.get_by_role("button", name="Donne passée").click()
    page.get_by_role("button", name="Non").click()
    page.goto(sheet_of(page) if page.locator("#live").count() else page.url.split("/hands")[0])
    page.locator(".row.hand").wait_for()
    assert page.locator("#outbox li").count() == 0 and totals(page) == WON


def test_a_passed_deal_that_is_asked_about_waits(phone):
    page, other = two_phones(phone)
    page.route("**/live?*", lambda route: route.abort())
    enter(other, taker="Bruno")
    save(other)
    pass_deal(page)
    page.get_by_text("L’écrire en plus").wait_for()
    page.reload()
    wait_for_queued(page, state="look")
    assert page.locator("#entry.begun").count() == 0


def test_a_hand_that_an_earlier_version_stored_as_sent_is_sent(page):
    block_hands(page)
    queue_hand(page)
    wait_for_queued(page)
    page.evaluate(AS_SENT)
    page.unroute("**/hands")
    page.reload()
    page.locator(".row.hand").wait_for()
    wait_until_sent(page)
    assert totals(page) == WON


AS_SENT = """() => new Promise((done) => {
  indexedDB.open("marque").onsuccess = ({ target: { result } }) => {
    const store = result.transaction("outbox", "readwrite").objectStore("outbox");
    store.getAll().onsuccess = ({ target }) => {
      store.put({ ...target.result[0], state: "sent" }).onsuccess = () => done();
    };
  };
})"""


def test_hands_that_wait_by_two_links_of_a_sheet_are_no_question(page):
    block_hands(page)
    queue_hand(page, points="49")
    page.goto(renew_links(page))
    queue_hand(page, taker="Bruno", points="55")
    wait_for_queued(page, 2)
    page.unroute("**/hands")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".row.hand")).to_have_count(2)
    expect(page.locator("[data-deal]")).to_have_text("Donne 3")


def test_a_hand_recorded_before_links_were_renewed_is_not_recorded_twice(phone):
    page, other = two_phones(phone)
    other.route("**/hands", lose_answer)
    queue_hand(other)
    page.locator(".row.hand").wait_for()
    new = renew_links(page)
    other.unroute("**/hands")
    wait_for_queued(other, state="look")
    other.goto(new)
    other.locator("#outbox .waiting > .plain").click()
    wait_until_sent(other)
    assert count_hands(other) == 1


def test_a_hand_that_was_deleted_unsent_leaves_the_deal_named_and_can_be_put_back(page):
    save_impossible(page)
    wait_for_queued(page, state="look")
    discard(page)
    expect(page.locator(".deal")).to_be_visible()
    page.get_by_role("button", name="Annuler").click()
    wait_for_queued(page, state="look")
    discard(page)
    page.get_by_role("button", name="Annuler").wait_for()  # it is stored
    page.reload()
    page.locator(".deal").wait_for()
    assert page.locator("#outbox li").count() == 0


def test_a_deleted_hand_can_be_put_back_also_after_another_one_was_tried_again(page):
    save_impossible(page)
    wait_for_queued(page, state="look")
    block_hands(page)
    queue_hand(page)
    discard(page)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/hands")):
        page.evaluate("dispatchEvent(new Event('online'))")
    settle(page)
    page.get_by_role("button", name="Annuler").click()
    wait_for_queued(page, state="look")


def test_a_hand_to_look_at_is_on_no_page_of_another_sheet_and_on_no_paper(page):
    save_impossible(page)
    wait_for_queued(page, state="look")
    own = sheet_of(page)
    page.emulate_media(media="print")
    assert not page.locator("#outbox").is_visible()
    page.emulate_media(media="screen")
    open_sheet(page, *FOUR)
    settle(page)
    assert page.locator("#outbox li").count() == 0
    page.goto(f"{own}/end")
    wait_for_queued(page, state="look")
