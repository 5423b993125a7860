"""What only some phones meet: an old browser, a memory that is full, the way back."""

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


def refuse(page):
    """Let no hand through; whether the phone is on line, it does not know."""
    page.route("**/hands", lambda route: route.abort())


def begin_anew(page):
    """Save a hand that does not get through, until the form asks for the next one."""
    enter(page)
    tap_save(page)
    page.locator("#entry[class='']").wait_for()


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
