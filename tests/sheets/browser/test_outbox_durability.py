"""The ways in which a phone once lost, doubled or misreported a hand."""

import subprocess
from contextlib import suppress

import pytest
from phone import (
    CHROMIUM,
    FOUR,
    IS_ON_TOP,
    NAME,
    OPTIONS,
    block_hands,
    count_hands,
    enter,
    lose_answer,
    open_sheet,
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
    two_phones,
    wait_for_queued,
    wait_until_sent,
)
from playwright.sync_api import Error, expect

pytestmark = pytest.mark.browser
FIVE = (*FOUR, "Eve")
SEATS = {
    "name": ["Anne", "Bruno", "Chloé", "Zoé"],
    "number": ["0", "1", "2", ""],
    "dealer": "0",
}

COUNTED = """
window.counted = { transaction: 0, commit: 0 };
for (const [of, name] of [[IDBDatabase, "transaction"], [IDBTransaction, "commit"]]) {
  const act = of.prototype[name];
  of.prototype[name] = function (...how) {
    counted[name] += 1;
    return act.apply(this, how);
  };
}"""
"""Count the transactions that a page begins, and those that it commits."""

HIDDEN = """async (hidden) => {
  counted.transaction = 0;
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await new Promise((resolve) => setTimeout(resolve, 300));
  return counted.transaction;
}"""
"""How many transactions a page begins when it is hidden, or shown again."""


def words(page):
    """What the outbox says, folded lines included."""
    return page.locator("#outbox").text_content()


def test_a_draft_in_two_tabs_becomes_two_hands(phone):
    one = phone()
    open_sheet(one, *FOUR)
    tap(one, "taker", "Anne")
    two = one.context.new_page()
    two.goto(sheet_of(one))
    two.locator("[name=taker]:checked").wait_for(state="attached")
    one.context.set_offline(True)
    for page, points in ((one, "49"), (two, "55")):
        enter(page, points=points)
        tap_save(page)
        page.locator("#entry[class='']").wait_for()
    wait_for_queued(one, 2)
    one.context.set_offline(False)
    wait_until_sent(one)
    assert count_hands(one) == 2


def refused_once(page):
    """Let the first request of the outbox through, and nothing after it."""
    seen = []

    def meet(route):
        seen.append(route.request)
        if len(seen) > 1:
            return route.abort()
        return route.continue_()

    page.route("**/hands", meet)


def test_a_refused_hand_is_kept_if_the_network_drops_before_its_page(page):
    refused_once(page)
    enter(page, points="95")
    with page.expect_response("**/hands"):
        tap_save(page)
    settle(page)
    page.unroute("**/hands")
    page.goto(sheet_of(page))
    expect(page.locator("[name=points]")).to_have_value("95")


def test_a_hand_for_other_seats_is_kept_if_its_page_is_closed(phone):
    page, other = phone(), phone()
    open_sheet(page, *FIVE)
    sheet = sheet_of(page)
    other.goto(f"{sheet}/table")
    page.locator(".ask-partner label").first.wait_for()
    other.locator("label:has([name=active][value='4'])").click()
    other.locator(".buttons .save").click()
    other.wait_for_selector(".notice")
    enter(page, taker="Bruno")
    tap(page, "partner", "Anne")
    tap_save(page)
    page.locator("[role=alert]", has_text="La table a changé").wait_for()
    tab = page.context.new_page()
    page.close()
    tab.goto(sheet)
    expect(tab.locator("[name=taker]:checked")).to_have_value("1")
    assert tab.locator("#outbox li").count() == 0


def test_a_hand_saved_twice_leaves_the_passed_deal_after_it_alone(timed):
    block_hands(timed)
    enter(timed)
    tap_save(timed)
    tap_save(timed)
    timed.locator("#entry[class='']").wait_for()
    pass_deal(timed)
    wait_for_queued(timed, 2)
    timed.clock.run_for(3500)
    settle(timed)
    assert "49" in words(timed) and "Donne passée" in words(timed)


def test_a_hand_for_a_sheet_that_is_gone_is_kept_and_says_why(phone):
    page, other = two_phones(phone)
    why = "Il n’y a pas de feuille à cette adresse"
    block_hands(page)
    queue_hand(page)
    post(other, f"{sheet_of(page)}/deletion", {})
    page.unroute("**/hands")
    wait_for_queued(page, state="look")
    assert why in words(page) and "49" in words(page)
    page.locator("#outbox .waiting > .plain").click()
    page.locator("#outbox .look", has_text=why).wait_for()
    page.goto("/")
    wait_for_queued(page, state="look")
    assert why in words(page)


def test_a_doubt_confirmed_without_the_server_is_one_hand_and_an_empty_form(page):
    enter(page, points="91")
    tap_save(page)
    confirm = page.get_by_role("button", name="Noter quand même")
    confirm.wait_for()
    block_hands(page)
    confirm.click()
    wait_for_queued(page, 1)
    assert page.get_by_text("n’est pas encore enregistrée").count() == 0
    assert page.locator("[name=taker]:checked").count() == 0
    page.unroute("**/hands")
    wait_until_sent(page)
    assert count_hands(page) == 1


def test_enter_twice_on_passed_is_one_passed_deal(timed):
    block_hands(timed)
    for _ in range(2):
        timed.locator(".rare [name=passed]").focus()
        timed.keyboard.press("Enter")
        timed.clock.run_for(1000)
        settle(timed)
    wait_for_queued(timed, 1)


def test_a_second_passed_deal_is_asked_for_while_the_first_waits(timed):
    block_hands(timed)
    pass_deal(timed)
    wait_for_queued(timed, 1)
    timed.clock.run_for(1000)
    settle(timed)
    pass_deal(timed)
    timed.get_by_text("Encore une donne passée").wait_for()
    wait_for_queued(timed, 1)
    timed.clock.run_for(1000)
    settle(timed)
    pass_deal(timed)
    timed.locator("button[data-yes]").click()
    wait_for_queued(timed, 2)


def test_save_twice_and_a_reload_leave_nothing_empty_behind(page):
    block_hands(page)
    enter(page)
    page.evaluate("for (let n = 0; n < 2; n++) document.querySelector('#entry .save').click()")
    page.locator("#entry[class='']").wait_for()
    page.reload()
    wait_for_queued(page, 1)
    page.unroute("**/hands")
    wait_until_sent(page)
    assert page.locator("#outbox .look").count() == 0
    assert count_hands(page) == 1


def take_up(page, name="Corriger"):
    """Tap a button of the first hand that waits."""
    page.locator("#outbox summary").click()
    page.locator("#outbox ul").get_by_role("button", name=name).first.click()


@pytest.mark.parametrize(
    ("act", "verdicts"),
    [
        ("save", ["faite de 19", "faite de 14"]),
        ("save once the network is back", ["faite de 19", "faite de 14"]),
        ("leave", ["faite de 8", "faite de 14"]),
    ],
)
@pytest.mark.parametrize("block", ["offline", "silent"])
def test_a_hand_that_waits_is_mended_in_its_place_or_left_as_it_was(
    page, block, act, verdicts
):
    page.context.set_offline(True) if block == "offline" else block_hands(page)
    queue_hand(page, points="49")
    queue_hand(page, taker="Bruno", points="55")
    take_up(page)
    page.locator("#entry.begun").wait_for()
    assert page.locator("[name=points]").input_value() == "49"
    expect(page.locator(".deal b").first).to_have_text("Donne 1")

    def unblock():
        page.context.set_offline(False) if block == "offline" else page.unroute("**/hands")

    if act == "leave":
        page.locator("#outbox").get_by_role("button", name="Annuler").click()
    else:
        page.locator("[name=points_defence]").fill("")
        page.locator("[name=points]").fill("60")
        if act != "save":
            unblock()
            settle(page)
            assert not page.locator(".row.hand").count()
        tap_save(page)
    page.locator("#entry[class='']").wait_for()
    if act != "save once the network is back":
        wait_for_queued(page, 2)
        unblock()
    wait_until_sent(page)
    rows = page.locator(".row.hand .verdict").all_inner_texts()
    assert [row for row in reversed(rows)] == verdicts
    page.goto(f"{sheet_of(page)}/journal")
    assert page.get_by_text("retirée").count() == 0


def verdicts(page):
    """Those of the rows, the first hand first."""
    return page.locator(".row.hand .verdict").all_inner_texts()[::-1]


@pytest.mark.parametrize("act", ["answer", "delete", "keep theirs"])
def test_hands_behind_one_that_is_questioned_wait_and_keep_their_order(phone, act):
    page, other = two_phones(phone)
    block_hands(page)
    for taker, points in (("Anne", "50"), ("Bruno", "55"), ("Chloé", "60")):
        queue_hand(page, taker=taker, points=points)
    enter(other)
    save(other)
    page.unroute("**/hands")
    asked = page.get_by_role("button", name="Donne 1 attend votre réponse, la suite après")
    asked.wait_for()
    queue_hand(page, taker="David", points="65")  # the network is there
    settle(page)
    expect(page.locator(".row.hand")).to_have_count(1)
    page.reload()
    asked.wait_for()
    if act == "delete":
        page.locator("#outbox summary").click()
        page.get_by_role("button", name="Effacer", exact=True).first.click()
        wait_for_queued(page, state="look")
        page.locator(".ask-taker legend").click()  # the line is back where the notice was
        page.get_by_role("button", name="Donne 2 attend votre réponse").click()
        page.get_by_text("L’écrire en plus").click()
    else:
        asked.click()
        name = "L’écrire en plus" if act == "answer" else "Garder celle de la feuille"
        page.get_by_text(name).click()
    rest = ["faite de 14", "faite de 19", "faite de 24"]
    first = ["faite de 8", "faite de 9"] if act == "answer" else ["faite de 8"]
    expect(page.locator(".row.hand")).to_have_count(len(first + rest))
    assert verdicts(page) == first + rest


def test_a_hand_that_waits_is_deleted_or_put_back_in_its_place(page):
    block_hands(page)
    for taker, points in (("Anne", "49"), ("Bruno", "55"), ("Chloé", "60")):
        queue_hand(page, taker=taker, points=points)
    take_up(page, "Effacer")
    wait_for_queued(page, 2)
    page.locator(".toast button").click()
    wait_for_queued(page, 3)
    page.locator("#outbox summary").click()
    page.locator("#outbox ul").get_by_role("button", name="Effacer").nth(1).click()
    expect(page.locator(".toast > p")).to_have_text("Donne 2 effacée")
    page.unroute("**/hands")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".row.hand")).to_have_count(2)
    assert verdicts(page) == ["faite de 8", "faite de 19"]


def test_a_hand_that_is_put_back_is_sent(page):
    block_hands(page)
    queue_hand(page)
    take_up(page, "Effacer")
    page.locator(".toast").wait_for()
    expect(page.locator("#preview")).to_be_empty()  # it said that the hand waits
    page.unroute("**/hands")
    page.locator(".toast button").click()
    page.locator(".row.hand").wait_for()


def test_a_hand_that_is_mended_has_a_heading_and_is_there_again_after_a_reload(page):
    block_hands(page)
    queue_hand(page, points="49")
    take_up(page)
    heading = page.locator("#outbox .waiting > span")
    expect(heading).to_have_text("À corriger : Donne 1")
    expect(page.locator("[data-clear]")).to_be_hidden()  # « Annuler » leaves it
    before = page.locator("#entry").bounding_box()["y"]
    page.locator("[name=points_defence]").fill("")
    page.locator("[name=points]").fill("60")
    page.reload()
    expect(heading).to_have_text("À corriger : Donne 1")
    assert page.locator("[name=points]").input_value() == "60"
    assert page.locator("#entry").bounding_box()["y"] == before
    page.unroute("**/hands")
    page.evaluate("dispatchEvent(new Event('online'))")
    settle(page)
    tap_save(page)
    page.locator(".row.hand").wait_for()
    assert verdicts(page) == ["faite de 19"]


def test_the_form_of_a_hand_that_was_left_is_again_that_of_the_page(phone):
    page, other = two_phones(phone)
    block_hands(page)
    queue_hand(page, points="49")
    enter(other, taker="Bruno")
    save(other)
    page.locator(".row.hand").wait_for()
    fields = [page.locator(f"#entry [name={name}]") for name in ("base", "known_hands")]
    before = [field.input_value() for field in fields]
    take_up(page)
    page.locator("[name=points]").fill("60")
    assert fields[0].input_value() != before[0]
    page.locator("#outbox").get_by_role("button", name="Annuler").click()
    page.locator("#entry[class='']").wait_for()
    assert [field.input_value() for field in fields] == before
    assert not page.evaluate("Object.keys(localStorage).some((key) => key.length > 20)")


def test_a_hand_for_other_seats_is_not_mended_in_the_form_of_these(phone):
    page, other = two_phones(phone)
    block_hands(page)
    queue_hand(page)
    post(other, f"{sheet_of(other)}/table", SEATS)
    page.reload()
    wait_for_queued(page)
    page.locator("#outbox summary").click()
    page.get_by_role("button", name="Effacer", exact=True).wait_for()
    assert page.get_by_role("button", name="Corriger").count() == 0


@pytest.mark.parametrize("is_offline", [False, True])
def test_a_hand_that_is_mended_while_others_take_seats_stays_mended(phone, is_offline):
    page, other = two_phones(phone)
    block_hands(page)
    queue_hand(page)
    take_up(page)
    page.locator("[name=points_defence]").fill("")
    page.locator("[name=points]").fill("60")
    post(other, f"{sheet_of(other)}/table", SEATS)
    page.unroute("**/hands")
    page.reload()
    page.wait_for_load_state("networkidle")  # every script is there
    page.context.set_offline(is_offline)
    page.locator("#outbox .waiting > .plain").click()
    expect(page.locator("[name=points]")).to_have_value("60")
    page.context.set_offline(False)
    save(page)
    assert totals(page) == [264, -88, -88, 0, -88]


def test_a_refused_hand_for_other_seats_is_offered_in_the_form_of_these(phone):
    page, other = two_phones(phone)
    enter(page, points="95")
    tap_save(page)
    page.locator(".ask-points .error").wait_for()
    post(other, f"{sheet_of(other)}/table", SEATS)
    page.reload()
    page.get_by_role("button", name="Reprendre").click()
    expect(page.locator("[name=points]")).to_have_value("95")


def test_a_hand_that_waits_stays_as_it_is_while_another_one_is_begun(page):
    page.context.set_offline(True)
    queue_hand(page, points="49")
    tap(page, "taker", "Bruno")
    take_up(page)
    page.get_by_text("Donne 2 commencée, pas notée.").wait_for()
    assert page.locator("[name=points]").input_value() == ""
    wait_for_queued(page)


def test_a_hand_to_look_at_is_seen_without_a_network_too(page):
    save_impossible(page)
    wait_for_queued(page, state="look")
    address = page.url
    page.context.set_offline(True)
    page.locator("#outbox .waiting > .plain").click()
    expect(page.locator("[name=points]")).to_have_value("95")
    assert page.url == address
    page.context.set_offline(False)
    page.goto("/")
    page.wait_for_load_state("networkidle")  # every script is there
    page.context.set_offline(True)
    page.locator("#outbox .waiting > .plain").click()
    expect(page.locator("#outbox .look")).to_be_visible()  # its form is on its sheet
    page.context.set_offline(False)
    page.wait_for_function("navigator.onLine")
    page.locator("#outbox .waiting > .plain").click()
    expect(page.locator("[name=points]")).to_have_value("95")


@pytest.mark.parametrize("typed", [["60"], ["60", "63"]])
@pytest.mark.parametrize("is_lost", [False, True])
def test_a_hand_that_was_recorded_before_it_was_mended_is_corrected(page, typed, is_lost):
    loses = [True]
    page.route("**/hands", lambda route: lose_answer(route) if loses else route.continue_())
    queue_hand(page, points="49")
    for points in typed:
        take_up(page)
        page.locator("[name=points_defence]").fill("")
        page.locator("[name=points]").fill(points)
        if not is_lost and points == typed[-1]:
            loses.clear()
        tap_save(page)
        page.locator("#entry[class='']").wait_for()
        verdict = f"faite de {int(points) - 41}"
        page.locator(".row.hand .verdict", has_text=verdict).wait_for()  # by a poll's news
    loses.clear()
    wait_until_sent(page)
    assert verdicts(page) == [verdict]
    page.goto(f"{sheet_of(page)}/journal")
    assert page.get_by_text("corrigée").count() == len(typed)


def test_a_recorded_hand_that_is_refused_as_it_was_mended_is_corrected_all_the_same(page):
    page.route("**/hands", lose_answer)
    queue_hand(page, points="49")
    take_up(page)
    page.unroute("**/hands")
    for points in ("95", "60"):
        page.locator("[name=points_defence]").fill("")
        page.locator("[name=points]").fill(points)
        tap_save(page)
        if points == "95":
            page.locator(".ask-points .error").wait_for()
            page.reload()
            page.locator("#outbox .waiting > .plain").click()
            page.locator(".ask-points .error").wait_for()
    page.locator(".row.hand .verdict", has_text="faite de 19").wait_for()
    assert count_hands(page) == 1


def test_a_recorded_hand_that_another_phone_has_changed_is_not_overwritten(phone):
    page, other = two_phones(phone)
    page.route("**/hands", lose_answer)
    queue_hand(page, points="49")
    take_up(page)
    page.locator("[name=points_defence]").fill("")
    page.locator("[name=points]").fill("60")
    other.goto(f"{sheet_of(other)}/hands/2/edit")
    other.locator("[name=points_defence]").fill("")
    other.locator("[name=points]").fill("50")
    other.locator("#entry .save").click()
    other.wait_for_url(lambda address: "edit" not in address)
    page.unroute("**/hands")
    tap_save(page)
    page.get_by_role("button", name="Mettre la vôtre à la place").click()
    page.locator(".row.hand .verdict", has_text="faite de 19").wait_for()
    assert count_hands(page) == 1


def test_a_penalty_and_an_undo_wait_for_the_network_too(page):
    enter(page)
    save(page)
    tab = page.context.new_page()
    tab.goto(f"{sheet_of(page)}/penalties/new")
    page.context.set_offline(True)
    tab.locator("[name=points]").fill("50")
    tab.locator(".ask label").first.click()
    tab.locator(".buttons .save").click()
    wait_for_queued(tab, 1)
    assert page.locator(".toast > p").evaluate(IS_ON_TOP)  # also for a finger
    page.locator(".notice").get_by_role("button", name="Annuler").click()
    wait_for_queued(page, 2)
    page.context.set_offline(False)
    wait_until_sent(page)
    page.goto(sheet_of(tab) if tab.locator("#live").count() else page.url.split("?")[0])
    assert page.locator(".row.hand").count() == 0
    assert page.locator(".row").count() == 1


def test_a_hand_said_to_be_noted_survives_a_browser_that_is_killed(chromium, server, tmp_path):
    folder = str(tmp_path / "profile")

    def start():
        return chromium.browser_type.launch_persistent_context(
            folder,
            executable_path=CHROMIUM,
            args=OPTIONS,
            base_url=f"http://{NAME}:{server.port}",
        )

    context = start()
    page = context.new_page()
    open_sheet(page, *FOUR)
    context.set_offline(True)
    enter(page)
    tap_save(page)
    page.locator("#outbox .waiting").wait_for()
    subprocess.run(["pkill", "-KILL", "-f", folder], check=True)
    with suppress(Error):
        context.close()
    context = start()
    page = context.new_page()
    block_hands(page)
    page.goto("/")
    wait_for_queued(page, 1)
    context.close()


def test_a_page_that_is_left_begins_no_transaction(phone):
    page = phone()
    page.add_init_script(COUNTED)
    open_sheet(page, *FOUR)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(HIDDEN, True) == 0
    assert page.evaluate(HIDDEN, False) > 0


def test_no_transaction_waits_for_its_page(phone):
    page = phone()
    page.add_init_script(COUNTED)
    open_sheet(page, *FOUR)
    enter(page)
    save(page)
    page.wait_for_load_state("networkidle")
    begun = page.evaluate("counted")
    assert begun["transaction"] == begun["commit"] >= 4
