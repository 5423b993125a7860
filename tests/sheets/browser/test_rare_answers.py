"""Rare answers open from the bottom of the screen, in view, and move nothing."""

import pytest
from phone import (
    IS_ON_TOP,
    IS_READ,
    changed_sheet,
    close_panel,
    enter,
    open_panel,
    open_sheet,
    opened,
    pass_deal,
    save,
    tap,
    touch,
)

pytestmark = pytest.mark.browser

NAMES = ("Anne", "Bruno", "Chloé", "David", "Eve", "Franck", "Gil", "Hugo")
TABLES = [
    *(("tarot-fft", players) for players in range(3, 9)),
    *(("tarot-mouche", players) for players in (3, 4, 5)),
    ("belote-annonces", 4),
    ("coinche-ffb", 4),
    ("contree-cannes", 4),
    ("belote-deux", 2),
    ("belote-decouverte", 2),
    ("tarot-deux", 2),
    ("belote-trois", 3),
]
"""Every game with rare questions, at every number of seats."""

BUTTONS = ".chip:visible, [name=passed]"

PLACES = """() => [...document.querySelectorAll("#entry .chip, .bar, .rare summary")]
  .filter((one) => !one.closest(".panel")).map((one) => one.getBoundingClientRect().top)"""


@pytest.fixture
def page(phone):
    """A phone that shows a new sheet of four."""
    page = opened(phone)
    return page


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_a_rare_question_opens_in_view_and_moves_nothing(phone, rules, players):
    page = opened(phone, NAMES[:players], rules=rules)
    for details in page.locator(".rare details").all():
        assert details.locator("summary").evaluate(IS_ON_TOP)
        before = page.evaluate(PLACES)
        details.locator("summary").tap()
        panel = details.locator(".panel")
        panel.wait_for()
        panel.evaluate("one => Promise.all(one.getAnimations().map((a) => a.finished))")
        box = panel.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 641
        assert panel.evaluate("one => one.scrollHeight <= one.clientHeight")
        assert min(one.bounding_box()["height"] for one in panel.locator(BUTTONS).all()) >= 48
        assert page.evaluate(PLACES) == before
        close_panel(page)


LONG_NAMES = ("Marie-Françoise", "Geneviève", "Jean-Christophe", "Éléonore", "Bernadette")


@pytest.mark.parametrize("step", ["begun", "warned", "corrected"])
@pytest.mark.parametrize(
    ("rules", "names"),
    [("tarot-fft", NAMES[:4]), ("tarot-fft", LONG_NAMES), ("contree-cannes", LONG_NAMES[:4])],
)
def test_rare_questions_and_the_save_button_are_always_in_view(phone, rules, names, step):
    page = opened(phone, names, rules=rules)
    if step == "warned":
        page.locator("[name=taker]").first.dispatch_event("click")
        page.locator("#entry .save").click()
        page.locator(".reasons p").wait_for()
    if step == "corrected":
        with changed_sheet(page):
            pass_deal(page)
        page.goto(page.url.split("?")[0] + "/hands/2/edit")
    for summary in page.locator(".rare summary, #entry .save").all():
        box = summary.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 641
        assert summary.evaluate(IS_ON_TOP)


def test_a_closed_question_says_what_was_answered(page):
    open_panel(page, "poignees")
    page.get_by_role("group", name="Bruno").locator("label").first.click()
    close_panel(page)
    assert page.locator(".ask-poignees summary").inner_text() == "Poignées\nSimple Bruno"


def test_one_tap_on_the_only_answer_closes_the_panel(page):
    open_panel(page, "petit_au_bout")
    tap(page, "petit_au_bout", "Attaque")
    assert not page.locator(".rare [open]").count()
    assert page.locator(".ask-petit_au_bout summary").inner_text() == "Petit au bout\nAttaque"


def test_no_announcement_takes_back_what_was_marked(phone):
    page = opened(phone, NAMES[:4], rules="belote-annonces")
    open_panel(page, "annonces")
    for choice in ("side'][value=attack", "list_cent'][value='1'", "renonce'][value=yes"):
        page.locator(f".panel label:has([name='annonces_{choice}])").tap()
    page.locator("[name=annonces_points]").fill("100")
    page.locator(".panel label:has([name=annonces_side][value=none])").tap()
    assert page.locator(".panel :checked:not([value=none], [value='0'])").count() == 0
    assert page.locator("[name=annonces_points]").input_value() == ""
    assert page.locator(".ask-annonces summary b").text_content() == ""


@pytest.mark.parametrize("place", [".ask-poignees", ".menu"])
def test_escape_closes_the_panel(page, place):
    touch(page, f"{place} summary")
    page.keyboard.press("Escape")
    page.locator("details[open]").wait_for(state="detached")


@pytest.mark.parametrize(
    ("place", "scripts"), [(".ask-poignees", True), (".ask-poignees", False), (".menu", True)]
)
def test_a_tap_beside_the_panel_closes_it_and_answers_nothing(phone, place, scripts):
    page = phone(has_touch=True, is_mobile=True, java_script_enabled=scripts)
    open_sheet(page, *NAMES[:4])
    taker = page.locator(".ask-taker .chip").first.bounding_box()
    page.locator(f"{place} summary").tap()
    page.locator("details[open]").wait_for()
    page.evaluate(IS_READ)
    page.touchscreen.tap(taker["x"] + 20, taker["y"] + 20)
    page.locator("details[open]").wait_for(state="detached")
    assert not page.locator("[name=taker]:checked").count()


@pytest.mark.parametrize("place", [".ask-taker legend", ".toast p"])
def test_the_notice_of_a_saved_hand_goes_at_a_touch_of_anything_but_its_button(page, place):
    enter(page)
    save(page)
    page.evaluate("scrollTo(0, 0)")
    page.locator(".shield").first.wait_for(state="detached")
    box = page.locator(place).bounding_box()  # the words of a notice let taps through
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator(".toast").wait_for(state="detached", timeout=5000)
    touch(page, ".ask-poignees summary")
    page.locator(".ask-poignees .panel").wait_for()


def test_the_way_back_of_the_phone_closes_a_panel(page):
    page.evaluate(
        "() => { window.CloseWatcher = class extends CloseWatcher {"
        " constructor() { super(); window.watcher = this; } }; }"
    )
    for panel in (".ask-poignees", ".menu details"):
        touch(page, f"{panel} summary")
        page.evaluate(IS_READ)
        page.evaluate("watcher.requestClose()")
        assert not page.locator("details[open]").count()
        page.evaluate(IS_READ)


def test_a_finger_on_its_way_to_what_the_notice_covers_takes_nothing_back(page):
    enter(page)
    animations = page.context.new_cdp_session(page)
    animations.send("Animation.enable")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 0})
    save(page)
    box = page.locator(".toast button:visible").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.locator(".row.hand").count() == 1
    animations.send("Animation.setPlaybackRate", {"playbackRate": 1})
    with changed_sheet(page):  # a second tap means it
        page.locator(".toast button:visible").tap()


@pytest.mark.parametrize("names", [NAMES[:4], LONG_NAMES])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (320, 640), (640, 360)])
def test_the_result_of_a_failed_contract_covers_no_button(phone, names, width, height):
    page = opened(phone, names)
    page.set_viewport_size({"width": width, "height": height})
    enter(page, names[0], bouts="1", points="44")
    if len(names) == 5:
        tap(page, "partner", names[1])
    page.locator(".outcome .verdict", has_text="de 7").wait_for()
    for button in page.locator(".rare > details > summary, #entry .save").all():
        button.scroll_into_view_if_needed()
        assert button.evaluate(IS_ON_TOP)


def test_announcements_without_their_side_leave_no_answer_of_none(phone):
    page = opened(phone, rules="coinche-ffb")
    open_panel(page, "annonces")
    page.locator("label:has([name=annonces_list_tierce][value='2'])").tap()
    assert not page.locator("[name=annonces_side]:checked").count()
    assert page.locator(".ask-annonces summary b").text_content() == "Tierce ×\xa02"


@pytest.mark.parametrize(
    ("taker", "defence", "who"),
    [("Anne", ["Bruno", "David"], 1), ("Bruno", ["Anne", "Chloé"], 0)],
)
def test_who_doubles_is_asked_of_the_defence_in_the_open_panel(phone, taker, defence, who):
    page = opened(phone, rules="coinche-ffb")
    tap(page, "taker", taker)
    open_panel(page, "coinche")
    page.locator(".ask-coinche [name=coinche][value=coinche]").tap()
    shown = page.locator(".ask-coinched_by .chip:visible bdi")
    assert shown.all_inner_texts() == defence
    page.locator(f".ask-coinched_by [value='{who}']").tap()
    page.locator(".ask-coinche [name=coinche][value=surcoinche]").tap()
    page.locator(".ask-coinche .panel").wait_for(state="hidden")
    open_panel(page, "coinche")
    page.locator(".ask-coinche [name=coinche][value=none]").tap()
    assert not page.locator(f".ask-coinched_by [value='{who}']").is_checked()
    open_panel(page, "coinche")
    page.locator(f".ask-coinched_by [value='{who}']").tap()  # who doubled says that it was
    close_panel(page)
    assert page.locator(".ask-coinche summary").inner_text() == "Coinche\nCoinché"


CUT = """() => {
  const cut = [];
  for (const summary of document.querySelectorAll(".rare .answered")) {
    const frame = summary.getBoundingClientRect(), text = document.createRange();
    for (const part of summary.children) {
      text.selectNodeContents(part);
      const { left, right, bottom } = text.getBoundingClientRect();
      const isOut = left < frame.left || right > frame.right || bottom > frame.bottom;
      if (isOut || part.scrollHeight > part.clientHeight + 1) cut.push(summary.textContent);
    }
  }
  return cut;
}"""


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize(
    ("rules", "question", "choice"),
    [
        ("tarot-fft", "chelem", "announced_failed"),
        ("tarot-fft", "chelem", "made"),
        ("tarot-fft", "petit_au_bout", "defence"),
        ("coinche-ffb", "coinche", "surcoinche"),
        ("belote-trois", "capot", "2"),
    ],
)
def test_a_closed_question_cuts_no_word_of_its_answer(phone, rules, question, choice, width):
    page = phone(has_touch=True, is_mobile=True, width=width)
    open_sheet(page, *NAMES[: 3 if rules == "belote-trois" else 4], rules=rules)
    before = page.evaluate(PLACES)
    open_panel(page, question)
    page.locator(f"[name={question}][value='{choice}']").check(force=True)
    if page.locator(".rare [open]").count():
        close_panel(page)
    assert page.locator(f".ask-{question} .answered").count()
    assert page.evaluate(CUT) == []
    if width >= 360:  # the narrowest phones may need another row
        assert page.evaluate(PLACES) == before
