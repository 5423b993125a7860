"""Browsers of 2020."""

import pytest
from phone import (
    FOUR,
    NAME,
    WON,
    count_hands,
    link_stylesheets,
    open_panel,
    open_sheet,
    pass_deal,
    queue_hand,
    save,
    tap,
    totals,
    wait_for_queued,
    wait_until_sent,
)

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


def test_an_old_browser_queues_a_hand_and_a_passed_deal(phone):
    page = phone()
    page.add_init_script(OLD)
    open_sheet(page, *FOUR)
    page.context.set_offline(True)
    queue_hand(page)
    pass_deal(page)
    wait_for_queued(page, 2)
    assert "Donne passée" in page.locator("#outbox").text_content()
    page.context.set_offline(False)
    wait_until_sent(page)
    assert count_hands(page) == 2
    assert totals(page) == WON
    assert "passé" in page.locator(".row.hand").first.inner_text()


def test_an_old_browser_shows_the_rare_answers_of_a_draft(phone):
    page = phone()
    page.add_init_script(OLD)
    open_sheet(page, *FOUR)
    open_panel(page, "petit_au_bout")
    page.locator(".ask-petit_au_bout label").last.click()
    tap(page, "taker", "Anne")
    page.reload()
    assert page.locator("[name=taker]:checked").input_value() == "0"
    answered = page.locator("#entry .answered")
    assert [one.inner_text() for one in answered.all()] == ["Petit au bout\nDéfense"]


def test_an_old_browser_hides_no_question_that_it_could_not_show_again(phone):
    page = phone()

    def older(route):
        answer = route.fetch(url=route.request.url.replace(NAME, "127.0.0.1"))
        route.fulfill(response=answer, body=answer.text().replace(":has(", ":not-yet("))

    page.route("**/assets/style*", older)
    link_stylesheets(page)
    open_sheet(page, *FOUR, rules="tarot-mouche")
    tap(page, "taker", "Anne")
    tap(page, "contract", "Petit chelem")
    tap(page, "chelem_made", "Réussi")
    save(page)
    assert totals(page)[0] > 0
    assert page.locator(".toast").evaluate("one => getComputedStyle(one).zIndex") == "9"
