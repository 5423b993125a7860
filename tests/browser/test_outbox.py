"""What only some phones meet: an old browser, a memory that is full, the way back."""

import time
from functools import partial

import pytest
from phone import FOUR, NAME, enter, open_sheet, save, tap, totals
from test_phones import WON, all_sent, hands, noted, sheet_of, tap_save

pytestmark = pytest.mark.browser

OLD = """
delete Array.prototype.at;
delete Element.prototype.replaceChildren;
delete SubmitEvent.prototype.submitter;
const young = /:has\\(|:not\\([^)]*,/;
for (const kind of [Document, Element]) {
  for (const find of ["querySelector", "querySelectorAll", "closest", "matches"]) {
    const found = kind.prototype[find];
    if (!found) continue;
    kind.prototype[find] = function (what) {
      if (young.test(what)) throw new DOMException(what, "SyntaxError");
      return found.call(this, what);
    };
  }
}
"""
"""A browser of 2020, in what it lacks of what the scripts might ask for."""

FULL = """
const keep = Storage.prototype.setItem;
Storage.prototype.setItem = function (...what) {
  if (window.full) throw new DOMException("full", "QuotaExceededError");
  return keep.apply(this, what);
};
window.full = true;
"""


def refuse(page):
    """Let no hand through; whether the phone is on line, it does not know."""
    page.route("**/hands", lambda route: route.abort())


def begin_anew(page):
    """Save a hand that does not get through, until the form asks for the next one."""
    enter(page)
    tap_save(page)
    page.locator("#entry[class='']").wait_for()


def correct(page):
    """The form of the one hand of a sheet, to be corrected."""
    page.locator(".row.hand a").first.click()
    page.get_by_text("Corriger", exact=True).click()
    page.wait_for_selector("#entry [name=seen]", state="attached")


def answered(answers, route):
    """Give the answers of a list first, then those of the server; keep what was asked."""
    answers.append(time.monotonic())
    if isinstance(answers[0], dict):
        route.fulfill(**answers.pop(0))
    else:
        route.continue_()


def test_an_old_browser_notes_a_hand_and_one_that_everybody_passed(phone):
    page = phone()
    page.add_init_script(OLD)
    open_sheet(page, *FOUR)
    page.context.set_offline(True)
    begin_anew(page)
    page.locator("#entry .passed").click()
    noted(page, 2)
    assert "Donne passée" in page.locator("#outbox").inner_text()
    page.context.set_offline(False)
    all_sent(page)
    assert hands(page) == 2
    assert totals(page) == WON
    assert "passé" in page.locator(".row.hand").first.inner_text()


def test_an_old_browser_finds_the_rare_questions_of_a_draft_open(phone):
    page = phone()
    page.add_init_script(OLD)
    open_sheet(page, *FOUR)
    page.locator(".ask-petit_au_bout summary").click()
    page.locator(".ask-petit_au_bout label").last.click()
    tap(page, "taker", "Anne")
    page.reload()
    assert page.locator("[name=taker]:checked").input_value() == "0"
    opened = page.locator("#entry details").evaluate_all(
        "all => all.filter((one) => one.open).map((one) => one.className)"
    )
    assert opened == ["ask ask-petit_au_bout"]


def test_an_old_browser_hides_no_question_that_it_could_not_show_again(phone):
    page = phone()

    def older(route):
        answer = route.fetch(url=route.request.url.replace(NAME, "127.0.0.1"))
        route.fulfill(response=answer, body=answer.text().replace(":has(", ":not-yet("))

    page.route("**/assets/style*", older)
    open_sheet(page, *FOUR, rules="tarot-mouche")
    tap(page, "taker", "Anne")
    tap(page, "contract", "Petit chelem")
    tap(page, "chelem_made", "Réussi")
    save(page)
    assert totals(page)[0] > 0


def test_a_question_that_is_not_asked_is_not_missing(phone):
    page = phone()
    open_sheet(page, *FOUR, rules="tarot-mouche")
    page.context.set_offline(True)
    tap(page, "taker", "Anne")
    page.locator(".ask-contract label").first.click()
    tap(page, "bouts", "2")
    page.locator("[name=points]").fill("49")
    tap_save(page)
    page.locator("#entry[class='']").wait_for()
    page.context.set_offline(False)
    all_sent(page)
    assert hands(page) == 1


def test_a_hand_looked_at_again_and_found_the_same_is_off_the_phone(phone):
    first, second = phone(), phone()
    open_sheet(first, *FOUR)
    second.goto(sheet_of(first))
    refuse(second)
    begin_anew(second)
    enter(first)
    save(first)
    second.unroute("**/hands")
    noted(second, state="look")
    second.locator("#outbox .plain").first.click()
    with second.expect_navigation(url=f"**{sheet_of(first)}"):
        second.get_by_text("C’est la même : une seule").click()
    assert hands(second) == 1
    assert second.locator("#outbox li").count() == 0


@pytest.mark.long
def test_a_question_on_its_way_is_not_said_to_be_noted_and_keeps_its_draft(phone):
    page = phone()
    open_sheet(page, *FOUR)
    answers = [{"status": 409}, {"status": 204}]
    page.route("**/hands", partial(answered, answers))
    enter(page)
    tap_save(page)
    page.wait_for_timeout(3500)
    kept = page.evaluate("Object.keys(localStorage).filter((name) => /^marque:/.test(name))")
    assert len(answers) == 2 and len(kept) == 1 and "noted" not in kept[0]
    assert page.locator("#entry [name=points]").input_value() == "49"
    save(page)
    assert totals(page) == WON


@pytest.mark.long
def test_news_do_not_chase_away_what_is_only_in_memory(phone):
    page, other = phone(), phone()
    page.add_init_script(FULL)
    open_sheet(page, *FOUR)
    other.goto(sheet_of(page))
    refuse(page)
    begin_anew(page)
    enter(other, taker="Bruno")
    save(other)
    page.get_by_text("vient d’être écrite").wait_for(timeout=6000)
    page.unroute("**/hands")
    page.wait_for_selector("#told", timeout=20000)
    assert hands(page) == 2


def test_a_page_that_keeps_a_hand_in_memory_asks_before_it_goes(phone):
    page = phone()
    page.add_init_script(FULL)
    open_sheet(page, *FOUR)
    asked = []
    page.on("dialog", lambda dialog: asked.append(dialog.type) or dialog.dismiss())
    page.context.set_offline(True)
    enter(page, points="95")
    tap_save(page)
    noted(page)
    page.locator("#entry[class='']").wait_for()
    page.context.set_offline(False)
    noted(page, state="look")
    enter(page)
    tap_save(page)
    page.get_by_text("+198").first.wait_for(timeout=6000)
    noted(page, state="look")
    assert asked == [] and page.locator("[name=taker]:checked").count() == 0
    page.locator(".brand").click()
    page.wait_for_timeout(500)
    assert asked == ["beforeunload"]
    noted(page, state="look")
    page.locator("#outbox .plain").first.click()
    page.locator(".ask-points .error").wait_for()
    assert asked == ["beforeunload"]


def test_a_memory_that_is_full_for_a_while_shows_and_sends_a_hand_once(phone):
    page = phone()
    page.add_init_script(FULL)
    open_sheet(page, *FOUR)
    page.evaluate("window.full = false")
    page.context.set_offline(True)
    enter(page, points="95")
    tap_save(page)
    page.locator("#entry[class='']").wait_for()
    page.evaluate("window.full = true")
    sent = []
    page.route("**/hands", lambda route: sent.append(1) or route.continue_())
    page.context.set_offline(False)
    noted(page, state="look")
    page.evaluate("window.full = false")
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    page.wait_for_timeout(500)
    assert len(sent) == 1
    assert page.locator("#outbox .look").count() == 1
    assert page.locator("#outbox .wait").count() == 0


@pytest.mark.long
def test_a_page_come_back_to_follows_the_others_again(phone):
    first, second = phone(), phone()
    open_sheet(first, *FOUR)
    second.goto(sheet_of(first))
    tap(second, "taker", "Anne")
    second.evaluate("leaving = true; window.dispatchEvent(new Event('pageshow'))")
    enter(first)
    save(first)
    second.get_by_text("+198").first.wait_for(timeout=6000)


@pytest.mark.parametrize(
    ("status", "wait"),
    [pytest.param(429, 4, marks=pytest.mark.long), (503, 4), (503, "soon")],
)
def test_a_server_that_says_when_to_come_again_is_left_alone_until_then(phone, status, wait):
    page = phone()
    open_sheet(page, *FOUR)
    busy = {"status": status, "headers": {"Retry-After": str(wait)}}
    times = [busy]
    page.route("**/hands", partial(answered, times))
    enter(page)
    tap_save(page)
    page.wait_for_selector("#told", timeout=20000)
    assert len(times) == 2
    waited = times[1] - times[0]
    assert waited >= 4 if wait == 4 else waited < 4


def test_nobody_waits_longer_than_a_minute_for_what_a_server_says(phone):
    page = phone()
    page.add_init_script(
        "window.waits = []; const late = window.setTimeout; window.setTimeout ="
        " (act, wait) => { waits.push(wait); return late(act, wait); };"
    )
    open_sheet(page, *FOUR)
    busy = {"status": 503, "headers": {"Retry-After": "86400"}}
    page.route("**/hands", partial(answered, [busy]))
    enter(page)
    tap_save(page)
    noted(page)
    page.locator("#entry[class='']").wait_for()
    assert 60000 < max(page.evaluate("waits")) < 62000


def test_a_correction_that_changes_nothing_goes_to_its_hand(phone):
    page = phone()
    open_sheet(page, *FOUR)
    enter(page)
    save(page)
    correct(page)
    with page.expect_navigation(url="**/hands/2"):
        tap_save(page)
    assert page.locator("#outbox li").count() == 0


def test_a_correction_whose_answer_is_lost_is_one_correction(phone):
    page = phone()
    open_sheet(page, *FOUR)
    enter(page)
    save(page)
    correct(page)
    sent = []

    def lose(route):
        sent.append(route.request.method)
        if len(sent) > 1:
            return route.continue_()
        route.fetch(url=route.request.url.replace(NAME, "127.0.0.1"), max_redirects=0)
        return route.abort()

    page.route("**/hands/2", lose)
    page.locator("[name=points_defence]").fill("")
    page.locator("[name=points]").fill("56")
    with page.expect_navigation(timeout=20000):
        tap_save(page)
    page.unroute("**/hands/2")
    assert sent[:2] == ["POST", "POST"]
    assert page.locator("#outbox li").count() == 0
    page.goto(page.url.split("/hands")[0])
    assert totals(page)[0] == 240
