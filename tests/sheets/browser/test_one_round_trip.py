"""A form is answered with what it changes: one request, no navigation, the rest stays."""

import re
from urllib.parse import parse_qsl

import pytest
from conftest import wait_until
from phone import (
    NAME,
    changed_sheet,
    enter,
    go,
    opened,
    pass_deal,
    save,
    settle,
    sheet_of,
    tap,
    tap_save,
    totals,
)

pytestmark = pytest.mark.browser


class Traffic:
    """The requests of a page, but for polls, previews, and files that it has."""

    def __init__(self, page):
        self.asked = []
        page.on("request", self._note)

    def _note(self, request):
        if not re.search(r"/live|/preview|/assets/", request.url):
            self.asked.append((request.method, request.url.split("?")[0].rpartition("/")[2]))


def mark(page):
    """Mark the document, which another one would not be."""
    page.evaluate("document.marked = true")


def is_same(page):
    return page.evaluate("document.marked === true")


@pytest.fixture
def page(phone):
    page = opened(phone)
    return page


@pytest.mark.journey
def test_saving_is_one_request_without_navigation_or_history(page):
    """The focus stays in the form; a screen reader is told in the region that was there."""
    region = page.locator("#notice[role=status]")
    region.evaluate("one => one.marked = true")
    enter(page)
    page.locator("#preview .verdict").wait_for()
    mark(page)
    before, traffic = page.evaluate("history.length"), Traffic(page)
    save(page)
    assert totals(page) == [198, -66, -66, -66]
    assert traffic.asked == [("POST", "hands")]
    assert is_same(page) and page.evaluate("history.length") == before
    assert page.url.endswith(sheet_of(page))
    assert page.evaluate("document.activeElement.closest('#entry') !== null")
    assert "Donne 1 enregistrée" in region.inner_text()
    assert region.evaluate("one => one.marked")


def test_after_saving_the_empty_form_is_that_of_the_next_deal(page):
    keys = {page.locator("[name=key]").input_value()}
    for n, dealer in ((2, "Bruno"), (3, "Chloé")):
        enter(page)
        save(page)
        assert page.locator("#entry :checked:not([value=none])").count() == 0
        deal = page.locator(".deal").inner_text()
        assert f"Donne {n}" in deal and dealer in deal and "idem" in deal
        assert page.locator("#deal [name=base]").input_value().startswith(f"{n}_")
        keys.add(page.locator("[name=key]").input_value())
    assert len(keys) == 3


def test_undoing_is_one_request_without_navigation(page):
    enter(page)
    save(page)
    mark(page)
    traffic = Traffic(page)
    with changed_sheet(page):
        page.get_by_role("button", name="Annuler").click()
    assert page.locator(".row.hand").count() == 0
    notice = page.locator("#notice").inner_text()
    assert "Donne 1 retirée · dans le formulaire" in notice
    shown = page.locator(".deal > b, .save small").all_text_contents()
    assert " ".join(" ".join(shown).split()) == "Donne 1 faite de 8"
    assert traffic.asked == [("POST", "removals")] and is_same(page)
    with changed_sheet(page):
        page.get_by_role("button", name="Remettre").click()
    assert totals(page) == [198, -66, -66, -66] and is_same(page)
    page.locator("#entry [name=taker]:checked").wait_for(state="detached")
    assert page.locator("#preview, .save small").all_text_contents() == ["", ""]
    assert page.locator(".deal > b").first.inner_text() == "Donne 2"


def correct(page):
    page.locator(".row a").first.click()
    page.get_by_role("link", name="Corriger").click()
    page.wait_for_url("**/edit")
    tap(page, "contract", "Petite")
    return page.locator("#entry .save")


def fine(page):
    go(page, "Pénalité")
    page.wait_for_url("**/penalties/new")
    page.locator(".ask-player label").first.click()
    page.locator(".ask-way label").first.click()
    page.locator("[name=points]").fill("10")
    return page.locator(".page-form .save")


def remove(page):
    page.locator(".row a").first.click()
    page.wait_for_url("**/hands/*")
    return page.get_by_role("button", name="Retirer cette donne")


@pytest.mark.parametrize(
    ("act", "said"),
    [(correct, "corrigée"), (fine, "Pénalité enregistrée"), (remove, "retirée")],
)
def test_what_is_recorded_on_another_page_brings_the_sheet_in_one_request(page, act, said):
    enter(page)
    save(page)
    sheet = sheet_of(page)
    button = act(page)
    mark(page)
    before, traffic = page.evaluate("history.length"), Traffic(page)
    with changed_sheet(page):
        button.click()
    assert said in page.locator("#notice").inner_text()
    assert [method for method, _ in traffic.asked] == ["POST"] and is_same(page)
    assert page.evaluate("history.length") == before
    page.wait_for_url(f"**{sheet}")
    enter(page, taker="Bruno")
    save(page)
    assert page.locator(".row.hand").count() == (1 if act is remove else 2)


def test_a_refused_hand_is_shown_in_one_request_at_an_address_that_opens(page):
    tap(page, "taker", "Anne")
    mark(page)
    traffic = Traffic(page)
    tap_save(page)
    page.locator("#entry .error").first.wait_for()
    assert traffic.asked == [("POST", "hands")] and is_same(page)
    assert page.url.endswith(sheet_of(page))
    assert page.locator("[name=taker]:checked").input_value() == "0"
    enter(page)
    save(page)
    assert totals(page) == [198, -66, -66, -66]
    assert page.locator("#entry .error").count() == 0
    assert page.locator("#entry :checked:not([value=none])").count() == 0
    page.reload()
    assert page.locator(".row.hand").count() == 1


def test_a_refused_correction_stays_at_its_own_address(page):
    enter(page)
    save(page)
    correct(page)
    page.locator("[name=points]").fill("95")
    tap_save(page)
    page.locator("#entry .error").first.wait_for()
    assert page.url.endswith("/hands/2/edit")
    page.locator("[name=points]").fill("41")
    save(page)
    assert "corrigée" in page.locator("#notice").inner_text()
    page.wait_for_url(f"**{sheet_of(page)}")


def test_the_address_of_a_plain_form_s_answer_is_cleaned(page):
    enter(page)
    save(page)
    page.goto(f"{sheet_of(page)}?recorded=2")
    page.locator(".notice").wait_for()
    page.wait_for_url(f"**{sheet_of(page)}")


def test_a_form_that_somebody_has_begun_stays_when_an_answer_comes(page):
    held = []
    page.route("**/hands", lambda route: held.append(route), times=1)
    enter(page)
    tap_save(page)
    page.locator("#entry[class='']").wait_for()
    tap(page, "taker", "David")
    wait_until(lambda: page.title() and held)
    held[0].continue_()
    page.locator(".row.hand").wait_for()
    assert page.locator("[name=taker]:checked").input_value() == "3"
    enter(page, taker="David", points="50")
    save(page)
    assert page.locator(".row.hand").count() == 2


def test_a_form_touched_as_soon_as_it_comes_stays_begun(page):
    enter(page)
    save(page)
    with changed_sheet(page):
        page.get_by_role("button", name="Annuler").click()
    page.evaluate(
        """() => document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) =>
          target.id === "hand" && document.querySelector("[name=taker]").click())"""
    )
    with changed_sheet(page):
        page.get_by_role("button", name="Remettre").click()
    settle(page)
    assert page.locator("#entry.begun [name=taker]:checked").count() == 1


def test_an_answer_of_an_earlier_version_changes_nothing(phone, page):
    other = phone()
    other.goto(sheet_of(page))
    answers = []

    def hold(route):
        url = route.request.url.replace(NAME, "127.0.0.1")
        answers.append((route, route.fetch(url=url)))

    page.route("**/hands", hold)
    enter(page)
    tap_save(page)
    wait_until(lambda: page.title() and answers)
    other.reload()
    enter(other, taker="Bruno")
    save(other)
    page.get_by_text("Bruno : Garde").first.wait_for()
    (route, answer) = answers[0]
    with page.expect_response("**/hands"):
        route.fulfill(response=answer)
    settle(page)
    assert page.locator(".row.hand").count() == 2


class Previews:
    """The previews that a page asks for: their answers; the first one is held back."""

    def __init__(self, page):
        self.page, self.asked, self._held = page, [], None
        page.route("**/preview", self._hold)

    def _hold(self, route):
        self.asked.append(dict(parse_qsl(route.request.post_data)))
        if self._held is None:
            self._held = route
        else:
            route.continue_()

    def wait(self):
        """Wait until the first one is on its way."""
        wait_until(lambda: self.page.title() and self._held)

    def let_go(self):
        with self.page.expect_response("**/preview"):
            self._held.continue_()


@pytest.fixture
def previews(page):
    return Previews(page)


def test_one_preview_is_on_its_way_and_the_newest_answers_are_next(page, previews):
    enter(page)
    previews.wait()
    tap(page, "contract", "Petite")
    tap(page, "contract", "Garde sans")
    settle(page)
    assert len(previews.asked) == 1
    previews.let_go()
    page.locator("#preview b", has_text="+396").wait_for()
    assert [one["contract"] for one in previews.asked] == ["garde", "garde_sans"]


def test_an_overtaken_preview_is_dropped(page, previews):
    page.evaluate("""() => {
      window.said = [];
      const preview = document.querySelector("#preview");
      const note = () => said.push(preview.innerText);
      new MutationObserver(note).observe(preview, { childList: true });
    }""")
    enter(page)
    previews.wait()
    tap(page, "contract", "Garde sans")
    previews.let_go()
    page.locator("#preview b", has_text="+396").wait_for()
    assert not [text for text in page.evaluate("said") if "+198" in text]


def test_a_digit_waits_for_the_one_that_may_follow(page):
    asked = []
    page.on("request", lambda request: "/preview" in request.url and asked.append(request))
    enter(page, points="")
    settle(page)
    page.evaluate("""() => {
      for (const digit of "49") document.querySelector(`[data-key="${digit}"]`).click();
    }""")
    page.locator("#preview .verdict", has_text="faite de 8").wait_for()
    assert len(asked) == 1


def test_a_digit_that_none_follows_is_asked_about(page):
    enter(page, points="")
    page.locator("[data-key='9']").click()
    page.locator("#preview .failed").wait_for()


def test_the_same_answers_are_previewed_once(page):
    asked = []
    page.on("request", lambda request: "/preview" in request.url and asked.append(request))
    enter(page)
    page.locator("#preview .verdict").wait_for()
    before = len(asked)
    page.locator("[name=points]").dispatch_event("change")
    settle(page)
    assert len(asked) == before


def test_an_annulled_deal_is_asked_about_again_after_the_hand_was_saved(page):
    for _ in range(2):
        enter(page)
        pass_deal(page, "referee")
        page.locator("[role=alert]", has_text="annuler quand même").wait_for()
        save(page)
    assert page.locator(".row.hand .taker").count() == 2
