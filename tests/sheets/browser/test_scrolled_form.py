"""A hand is saved, or asked about, while its page is scrolled."""

import pytest
from phone import AT_REST, IS_ON_TOP, changed_sheet, open_sheet, opened, touch
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SIX = (
    *("Marie-Françoise", "Geneviève", "Jean-Christophe"),
    *("Éléonore", "Bernadette", "Maximilien"),
)
FOUR = SIX[:4]
SCROLLS = (0, 40, 90, 200)
SIZES = [(320, ""), (360, ""), (412, ""), (360, "Très grand")]


def fill(page, names, **rare):
    """Answer every question; the taker is not the player who sits out."""
    dealt = page.locator(".row.hand").count()
    answers = {"taker": f"{(dealt + 2) % len(names)}", "contract": "garde", "bouts": "0"}
    if len(names) > 4:
        page.get_by_text("Seul", exact=True).dispatch_event("click")
    for question, answer in (answers | rare).items():
        page.locator(f"[name={question}][value='{answer}']").dispatch_event("click")
    page.locator("[name=points]").fill("57")
    page.locator("#preview :is(.outcome, .warning)").wait_for()
    expect(page.locator(".shield")).to_have_count(0)  # no finger has chosen these answers


def scroll_to(page, top):
    """Scroll, and let it be drawn."""
    page.evaluate(
        "top => new Promise((done) => { scrollTo(0, top); requestAnimationFrame(done); })", top
    )
    return page.evaluate("scrollY")


@pytest.mark.parametrize("names", [FOUR, SIX])
def test_the_next_hand_begins_at_the_top_wherever_the_page_was_scrolled(phone, names):
    page = opened(phone, names)
    for top in SCROLLS:
        fill(page, names)
        scroll_to(page, top)
        with changed_sheet(page):
            touch(page, "#entry .save")
        assert page.evaluate(AT_REST) == 0


def touch_or_click(page):
    """Save; in very large text the button may have to be scrolled to first."""
    save = page.locator("#entry .save")
    if not save.evaluate(IS_ON_TOP):
        save.scroll_into_view_if_needed()
    touch(page, "#entry .save")


def assert_in_view(page, said, button, *where):
    """What is said of a hand, and the button that saves it, once the page rests and a
    question may be answered."""
    page.locator(said).wait_for()
    page.wait_for_timeout(850)
    page.evaluate(AT_REST)
    for css in (said, button):
        assert page.locator(css).evaluate(IS_ON_TOP), (css, *where)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("names", [FOUR, SIX])
def test_a_refusal_or_a_question_and_its_button_are_in_view_wherever_the_page_was_scrolled(
    phone, size, names
):
    page = opened(phone, names, *size)
    page.locator("[name=taker]").nth(2).dispatch_event("click")
    touch_or_click(page)
    assert_in_view(page, ".reasons .error", "#entry .save")
    assert page.locator("#entry .refused").first.evaluate(IS_ON_TOP)
    open_sheet(page, *names)
    fill(page, names)
    touch_or_click(page)
    page.locator(".row.hand").wait_for()
    for top in SCROLLS:
        fill(page, names, petit_au_bout="attack")
        scroll_to(page, top)
        touch_or_click(page)
        assert_in_view(page, ".reasons .warning", "[data-yes]", top)
        page.reload()


@pytest.mark.parametrize(
    ("rules", "first"), [("tarot-fft", "preneur"), ("libre", "points de chacun")]
)
def test_save_shows_and_names_the_first_question_of_an_empty_form(phone, rules, first):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *FOUR[:3], rules=rules)
    touch(page, "#entry .save")
    assert page.locator("#entry .refused").count() == 1 and page.evaluate("scrollY") == 0
    assert page.locator("#entry .refused").first.evaluate(IS_ON_TOP)
    expect(page.locator("#preview")).to_have_text(f"Donne 1 · il manque : {first}")
    assert not page.locator("#outbox li, .reasons > *").count()


def test_what_is_asked_in_a_panel_goes_once_it_is_answered(phone):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *FOUR, rules="belote-annonces")
    for name, code in (("taker", "0"), ("suit", "hearts"), ("annonces_list_tierce", "1")):
        page.locator(f"[name={name}][value='{code}']").dispatch_event("click")
    page.locator("[name=points]").fill("91")
    touch(page, "#entry .save")
    page.locator(".ask-annonces.refused").wait_for()
    touch(page, ".ask-annonces summary")
    assert page.locator(".ask-annonces .error").count()
    page.locator("[name=annonces_side][value=attack]").tap()
    assert not page.locator(".ask-annonces.refused, .ask-annonces .error").count()


@pytest.mark.parametrize("names", [FOUR, SIX])
def test_in_very_large_text_each_question_comes_over_the_keys(phone, names):
    page = opened(phone, names, text="Très grand")
    answers = [("taker", "1"), ("partner", "2"), ("contract", "garde"), ("bouts", "2")]
    for name, code in answers if len(names) > 4 else [answers[0], *answers[2:]]:
        touch(page, f"label:has([name={name}][value='{code}'])")
    for css in ("[data-key='4']", "[data-key='9']"):
        touch(page, css)
    assert page.locator("[name=points]").evaluate(IS_ON_TOP)
    with changed_sheet(page):
        touch(page, "#entry .save")
