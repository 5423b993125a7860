"""What a finger means: keys, questions that have just appeared, two versions of a hand."""

import re

import pytest
from phone import (
    ALONE,
    AT_REST,
    CAST,
    FOUR,
    GARDE,
    IS_ON_TOP,
    IS_READ,
    changed_sheet,
    new_sheet,
    open_panel,
    open_sheet,
    opened,
    post,
    settle,
    sheet_of,
    touch,
    wait_for_queued,
)
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TIMED = """async (taps) => {
  for (const [css, after] of taps) {
    await new Promise((done) => setTimeout(done, after));
    document.querySelector(css).click();
  }
}"""
"""Taps, each some milliseconds after the one before."""


TAPPED = """window.tapped = [];
addEventListener("pointerdown", ({ target }) => {
  if (target.closest("#page")) tapped.push(target.className);
}, true);"""
"""What of this page has been tapped."""


def on(page, key):
    return page.locator(f"[data-key='{key}']")


SHADE = "one => getComputedStyle(one).boxShadow"


def answer(page, **answers):
    for name, code in ({"taker": "1", "contract": "garde", "bouts": "2"} | answers).items():
        page.locator(f"[name={name}][value='{code}']").dispatch_event("click")


def press(page, keys, pause=150):
    page.evaluate(TIMED, [[f"[data-key='{key}']", pause] for key in keys])


@pytest.mark.parametrize(
    ("keys", "pause", "typed"),
    [
        ("58⌫", 400, "5"),
        ("488", 90, "48"),
        ("487", 150, "48"),
        ("44", 150, "44"),
        ("4⌫9", 200, "9"),
        ("04", 200, "4"),
    ],
)
def test_keys_type_what_was_meant(phone, keys, pause, typed):
    page = opened(phone)
    answer(page)
    press(page, keys, pause)
    assert page.locator("[name=points]").input_value() == typed


@pytest.mark.parametrize("box", ["contract_other", "points"])
def test_a_digit_too_many_is_seen_and_refused(phone, box):
    page = opened(phone, rules="coinche-ffb")
    bid(page, "160")
    touch(page, f"[name={box}]")
    press(page, "1622")
    assert page.locator(f"[name={box}]").input_value() == "1622"
    page.locator("#entry .save").tap()
    page.locator(".reasons .error").wait_for()
    press(page, "100", 110)
    assert page.locator(f"[name={box}]").input_value() == "100"


@pytest.mark.parametrize(
    ("old", "keys", "shown", "total"),
    [
        ("125", "7", "7", "7"),
        ("-5", "7", "7", "7"),
        ("0", "7", "7", "7"),
        ("125", "⌫", "", "0"),
        ("125", "⌫9", "9", "9"),
        ("125", "−⌫", "", "0"),
        ("125", "98⌫", "9", "9"),
        ("125", "−", "−125", "−125"),
        ("-125", "−", "125", "125"),
        ("5", "−10", "−10", "−10"),
        ("-5", "−10", "−10", "−10"),
        ("0", "−10", "−10", "−10"),
        ("49", "−−8", "8", "8"),
    ],
)
def test_a_number_typed_before_is_marked_and_begins_anew_with_a_digit_or_the_eraser(
    phone, old, keys, shown, total
):
    page = phone(has_touch=True, is_mobile=True)
    hand = {"scores_0": old, "scores_1": "0"}
    page.goto(new_sheet(page, *FOUR[:2], rules="libre", hands=[hand]) + "/hands/2/edit")
    box = page.locator("[name=scores_0]")
    expect(box).to_have_value(old.replace("-", "−"))
    shade = box.evaluate(SHADE)
    press(page, keys)
    assert (box.evaluate(SHADE) == shade) == (keys[-1] == "−")  # the next digit begins anew
    expect(box).to_have_value(shown)
    expect(page.locator(".deal .sum")).to_have_text(total)


@pytest.mark.parametrize(("key", "shown", "rest"), [("⌫", "", ""), ("½", "49½", "41½")])
def test_points_typed_before_are_changed_by_a_key_that_is_no_digit(phone, key, shown, rest):
    page = phone(has_touch=True, is_mobile=True)
    page.goto(new_sheet(page, *FOUR, hands=[GARDE]) + "/hands/2/edit")
    press(page, key)
    expect(page.locator("[name=points]")).to_have_value(shown)
    expect(page.locator("[name=points_defence]")).to_have_value(rest)


def test_a_free_sheet_goes_on_at_the_box_that_an_error_names(phone):
    page = opened(phone, FOUR[:3], rules="libre")
    press(page, "5›−›3")
    touch(page, "#entry .save")
    page.locator(".reasons .error", has_text="Bruno : il faut un nombre").wait_for()
    press(page, "7")
    assert page.locator("[name=scores_1]").input_value() == "−7"


@pytest.mark.parametrize("top", [150, 230])
def test_the_page_does_not_scroll_while_a_bid_is_typed_in_very_large_text(phone, top):
    page = opened(phone, text="Très grand", rules="coinche-ffb")
    page.evaluate(f"scrollTo(0, {top})")
    touch(page, "[name=contract_other]")
    places = [page.locator(css) for css in ("[data-key='8']", "[name=contract_other]")]
    before = [place.bounding_box() for place in places]
    for key in "180":
        touch(page, f"[data-key='{key}']")
        assert [place.bounding_box() for place in places] == before
    assert page.locator("[name=contract_other]").input_value() == "180"
    assert page.locator("#standing").bounding_box()["y"] == 0


@pytest.mark.parametrize(("names", "hand"), [(FOUR, GARDE), (CAST, ALONE)])
def test_in_very_large_text_totals_are_larger_and_points_stand_in_their_columns(
    phone, names, hand
):
    page = opened(phone, names, text="Très grand", hands=[hand])
    last = len(names) - 1
    total, points = (page.locator(css).nth(last) for css in ("#standing b", ".row.hand small"))
    assert total.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") > 22
    middles = [
        box["x"] + box["width"] / 2 for box in (total.bounding_box(), points.bounding_box())
    ]
    assert abs(middles[0] - middles[1]) < 12


def test_a_free_sheet_of_eight_needs_no_tap_on_a_box(phone):
    page = opened(phone, (*CAST, "Fanny", "Gilles", "Hugo"), rules="libre")
    taps = "›".join("12345678")
    press(page, taps)
    expect(page.locator(".deal .sum")).to_have_text("36")
    touch(page, "[data-key='›']")
    assert page.locator("#entry .save").evaluate("save => save.getAnimations().length")
    with changed_sheet(page):
        touch(page, "#entry .save")
    assert page.locator("#standing b").all_inner_texts() == [f"+{n}" for n in range(1, 9)]
    assert len(taps) + 1 <= 17


@pytest.mark.parametrize(
    ("keys", "more", "boxes"),
    [
        ("20›0›−", "5›7", ["20", "0", "−5", "7"]),
        ("20›4", "5", ["20", "45", "", ""]),
        ("20›4›", "5", ["20", "4", "5", ""]),
        ("1›2›3›4", "›5", ["1", "2", "3", "45"]),  # none is left: nothing is replaced
        ("››3", "›4›5", ["5", "", "3", "4"]),
    ],
)
def test_a_draft_of_a_free_sheet_goes_on_where_it_was_left(phone, keys, more, boxes):
    page = opened(phone, FOUR, rules="libre")
    press(page, keys)
    page.reload()
    page.locator("#entry.begun").wait_for()
    press(page, more)
    found = page.locator(".numbers [data-keypad-digits]")
    assert [box.input_value() for box in found.all()] == boxes


@pytest.mark.parametrize(
    ("zero", "shown", "total"),
    [("False", ["0", "0"], "12"), ("True", ["0", "0"], "12"), ("True", ["−20"], "0")],
)
def test_a_box_left_empty_shows_what_it_counts_once_another_is_typed(
    phone, zero, shown, total
):
    page = opened(phone, FOUR[:3], rules="libre", option_zero_sum=zero)
    assert not page.locator(".numbers [placeholder]:not([placeholder=''])").count()
    press(page, "12" if len(shown) > 1 else "12›8")
    left = page.locator(".numbers input[data-keypad-digits]:placeholder-shown")
    assert [box.get_attribute("placeholder") for box in left.all()] == shown
    said = "" if shown == ["−20"] else ", case vide = 0"
    expect(page.locator(".deal .sum").locator("..")).to_have_text(
        f"somme : {total}{said}", use_inner_text=True
    )


@pytest.mark.parametrize("is_correction", [False, True])
def test_the_keys_stay_where_they_are_once_a_question_goes(phone, is_correction):
    page = opened(phone, CAST, height=560)
    if is_correction:
        hand = GARDE | {"partner": "2"}
        page.goto(new_sheet(page, *CAST, hands=[hand]) + "/hands/2/edit")
    answer(page, partner="2", bouts="3", chelem="announced_made")
    press(page, "80")
    assert page.locator("#preview .warning").bounding_box()["height"] <= 37  # two lines, and …
    touch(page, "#entry .save")
    page.locator("button[data-yes]").wait_for()
    eraser = page.locator("[data-key='⌫']")
    before = eraser.bounding_box()["y"]
    touch(page, "[data-key='⌫']")
    expect(page.locator("button[data-yes]")).to_have_count(0)
    assert abs(eraser.bounding_box()["y"] - before) <= 1


@pytest.mark.parametrize("button", ["#entry .save", ".rare [name=passed]"])
def test_after_no_the_result_is_there_again_and_what_was_in_doubt_in_view(phone, button):
    page = opened(phone, text="Très grand")
    page.goto(new_sheet(page, *FOUR, hands=[GARDE]) + "/hands/2/edit")
    if "save" in button:
        answer(page, chelem="made")
    page.locator(button).tap()
    page.locator("[data-no]").wait_for()
    touch(page, "[data-no]")
    assert page.locator(".reasons").bounding_box()["height"] == 0
    if "save" in button:
        expect(page.locator("#preview .warning")).to_contain_text("un chelem avec 49 points")
        assert page.locator(".ask-chelem.refused summary").evaluate(IS_ON_TOP)
    else:
        expect(page.locator(".save small")).to_have_text("faite de 8")
        expect(page.locator("#preview .each li").first).to_be_visible()


@pytest.mark.parametrize("height", [560, 640, 720])
@pytest.mark.parametrize(("names", "hand"), [(FOUR, GARDE), (CAST, ALONE)])
def test_the_keys_of_a_correction_stay_where_they_are_once_a_question_goes(
    phone, names, hand, height
):
    page = opened(phone, names, height)
    page.goto(new_sheet(page, *names, hands=[hand]) + "/hands/2/edit")
    page.locator(".rare [name=passed]").tap()
    page.locator("[data-yes]").wait_for()
    key = page.locator("[data-key='4']")
    before = key.bounding_box()["y"]
    touch(page, "[data-no]")
    for keys in ("4", "9"):
        assert abs(key.bounding_box()["y"] - before) <= 1
        press(page, keys)


def overlaps(one, other):
    return all(
        one[start] < other[start] + other[size] and other[start] < one[start] + one[size]
        for start, size in (("x", "width"), ("y", "height"))
    )


def slow_down(page):
    """Let what takes no tap yet take none for five times as long, as a slow machine needs; how
    to set another pace."""
    animations = page.context.new_cdp_session(page)
    animations.send("Animation.enable")

    def set_pace(rate):
        animations.send("Animation.setPlaybackRate", {"playbackRate": rate})

    set_pace(0.2)
    return set_pace


def doubtful(page):
    """A hand that the server asks about: 88 points without a bout."""
    answer(page, bouts="0")
    press(page, "87")


@pytest.mark.parametrize("pause", [80, 300, 600])
def test_a_double_tap_on_save_answers_no_question(phone, pause):
    page = opened(phone)
    doubtful(page)
    box = page.locator("#entry .save").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*middle)
    page.wait_for_timeout(pause)
    page.touchscreen.tap(*middle)
    page.locator("button[data-yes]").wait_for()
    settle(page)
    page.wait_for_timeout(800)
    assert (
        page.locator("button[data-yes]").is_visible() and not page.locator(".row.hand").count()
    )


def test_a_yes_is_not_where_save_was_takes_no_tap_at_once_and_is_taken_later(phone):
    page = opened(phone)
    doubtful(page)
    save, set_pace = page.locator("#entry .save").bounding_box(), slow_down(page)
    touch(page, "#entry .save")
    yes = page.locator("button[data-yes]")
    yes.wait_for()
    box = yes.bounding_box()
    assert not overlaps(box, save)
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    settle(page)
    assert not page.locator(".row.hand").count()
    expect(page.locator("#standing .gain")).to_have_count(4)  # what « Oui » will write
    assert not page.locator(".rare [name=passed]").is_visible()  # a full hand is not passed
    set_pace(1)
    page.wait_for_timeout(800)
    with changed_sheet(page):
        yes.tap()
    assert page.locator(".row.hand").count() == 1


@pytest.mark.parametrize("button", ["#entry .save", "#annulments button"])
@pytest.mark.parametrize(("css", "left"), [("[data-no]", "87"), ("[data-clear]", "")])
def test_a_question_goes_by_no_or_with_the_hand(phone, button, css, left):
    page = opened(phone)
    doubtful(page)
    page.locator(button).first.tap()
    page.locator("[data-yes]").wait_for()
    touch(page, css)
    expect(page.locator("[data-yes]")).to_have_count(0)
    assert page.locator("[name=points]").input_value() == left
    if not left:
        page.reload()
        settle(page)
        assert not page.locator("#outbox li, .row.hand").count()
        assert page.locator("[name=points]").input_value() == ""


def test_a_hand_taken_back_is_emptied_by_one_tap_and_filled_again_by_another(phone):
    page = opened(phone, (*CAST, "Fanny"), active="4")
    out = page.locator(".ask-role-out :checked")
    clear, passed = (page.locator(f".rare {css}") for css in ("[data-clear]", "[name=passed]"))
    assert passed.is_visible() and not clear.is_visible()
    answer(page, taker="2", petit_au_bout="attack")
    press(page, "49")
    for css in ("#entry .save", ".toast button"):
        with changed_sheet(page):
            page.locator(css).tap()
    assert clear.is_visible() and not passed.is_visible() and out.count() == 2
    page.evaluate("scrollTo(0, 60)")
    box = clear.bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    again = page.get_by_role("button", name="Reprendre")
    for _ in range(2):  # the second one is that of a finger that bounced
        page.touchscreen.tap(*place)
        page.wait_for_timeout(300)
    chosen = "all => all.map(({ name, value }) => `${name} ${value}`)"
    left = page.locator("#entry :is(:checked, [data-keypad-digits])").evaluate_all(chosen)
    assert [one for one in left if not re.match("sitting_out|.* none$|points.* $", one)] == []
    assert again.evaluate(IS_ON_TOP) and out.count() == 2
    assert passed.evaluate(IS_ON_TOP) and not clear.is_visible()
    assert again.bounding_box()["x"] < box["x"] + 2  # nothing else is where it was
    assert not page.locator("#entry .reasons > *").count()
    again.tap()
    expect(again).to_have_count(0)
    assert clear.is_visible() and page.locator("[name=points]").input_value() == "49"
    assert page.locator("[name=petit_au_bout]:checked").input_value() == "attack"
    page.locator(".shield").wait_for(state="detached")
    clear.tap()
    again.wait_for()
    page.locator("[name=points]").fill("5")  # another hand, by a keyboard
    expect(again).to_have_count(0)
    assert clear.is_visible() and not passed.is_visible()


@pytest.mark.parametrize("shown", ["4", "45"])
def test_a_number_goes_on_after_a_reload_while_it_has_room(phone, shown):
    page = opened(phone)
    answer(page)
    press(page, shown)
    page.reload()
    page.locator("#entry.begun").wait_for()
    press(page, "6")
    assert page.locator("[name=points]").input_value() == {"4": "46", "45": "6"}[shown]


def test_a_free_sheet_is_emptied_and_filled_again(phone):
    page = opened(phone, (*CAST, "Fanny", "Gilles", "Hugo"), rules="libre", height=560)
    press(page, "12345›−7")
    page.locator("[data-clear]").tap()
    expect(page.locator(".deal .sum")).to_have_text("0")
    page.get_by_role("button", name="Reprendre").tap()
    expect(page.locator(".deal .sum")).to_have_text("12338")


CHOICES = ".choices a, .choices button"
BOXES = "(all) => all.map((one) => one.getBoundingClientRect().toJSON())"


@pytest.mark.parametrize("text", ["", "largest"])
def test_two_versions_are_a_choice_in_view_that_no_second_tap_makes(phone, text):
    first, second = (phone(width=360, has_touch=True, is_mobile=True) for _ in range(2))
    open_sheet(first, *FOUR)
    second.goto(first.url)
    second.wait_for_selector("#entry")
    answer(second)
    press(second, "51")
    answer(first)
    press(first, "49")
    with changed_sheet(first):
        touch(first, "#entry .save")
    second.evaluate("(text) => (document.documentElement.dataset.text = text)", text)
    save, bar = (second.locator(f"#entry .{one}").bounding_box() for one in ("save", "bar"))
    set_pace = slow_down(second)
    touch(second, "#entry .save")
    second.locator("button[data-yes]").first.wait_for()
    second.evaluate(AT_REST)
    for box in second.locator(CHOICES).evaluate_all(BOXES):
        assert not overlaps(box, bar)
    second.wait_for_timeout(1500)  # 0.3 s of the page
    menu = second.locator(".menu summary").bounding_box()
    for box in (save, menu):
        second.touchscreen.tap(box["x"] + 30, box["y"] + 20)
    settle(second)
    assert not second.locator("[open]").count()
    set_pace(1)
    second.wait_for_timeout(800)
    for choice in second.locator(CHOICES).all():
        assert choice.evaluate(IS_ON_TOP), choice.inner_text()
    assert second.locator(CHOICES).first.inner_text() == "Oui, garder celle de la feuille"


def test_a_notice_covers_nothing_of_the_next_hand(phone):
    page = opened(phone, (*CAST, "Fanny"))
    answer(page, partner="2")
    press(page, "49")
    with changed_sheet(page):
        touch(page, "#entry .save")
    notice = page.locator(".toast").bounding_box()
    for part in page.locator(
        ".menu *, #standing li, .deal, #entry :is(.chip, summary, .dock button)"
    ).all():
        box = part.bounding_box()
        assert not (box and overlaps(box, notice)), part.inner_text()


def test_the_line_under_the_totals_covers_no_row(phone):
    page = phone(width=360, has_touch=True, is_mobile=True)
    sheet = new_sheet(page, *FOUR, hands=[GARDE])
    post(
        page,
        f"{sheet}/penalties",
        {"player": "0", "way": "less", "points": "10", "to": "nobody"},
    )
    page.goto(sheet)
    fined = page.locator(".fined").bounding_box()
    row = page.locator("#marks .row").first.bounding_box()
    assert fined["y"] + fined["height"] <= row["y"]


def test_a_whole_row_opens_its_hand(phone):
    page = phone(width=360, has_touch=True, is_mobile=True)
    page.goto(new_sheet(page, *FOUR, hands=[GARDE]))
    row = page.locator(".row.hand td").nth(1)
    row.scroll_into_view_if_needed()
    row.tap()
    page.wait_for_url("**/hands/2")


@pytest.mark.parametrize("pause", [80, 3000])
@pytest.mark.parametrize(
    ("panel", "answer_css", "under"),
    [
        (".ask-poignees", "[data-close]", "[data-key='6']"),
        (".ask-petit_au_bout", ".chip:nth-child(2)", "[data-key='3']"),
    ],
)
def test_a_second_tap_on_a_panel_that_closes_does_nothing(
    phone, panel, answer_css, under, pause
):
    page = opened(phone)
    answer(page)
    press(page, "49")
    touch(page, f"{panel} summary")
    choice = page.locator(f"{panel} .panel {answer_css}").first
    choice.evaluate("one => Promise.all(document.getAnimations().map((a) => a.finished))")
    box, key = choice.bounding_box(), page.locator(f"#entry {under}").bounding_box()
    here = max(box["x"], key["x"]) + 10, max(box["y"], key["y"]) + 10
    slow_down(page)
    page.touchscreen.tap(*here)
    page.wait_for_timeout(pause)
    page.touchscreen.tap(*here)
    settle(page)
    assert page.locator("[name=points]").input_value() == "49"
    assert not page.locator(".ask-petit_au_bout [data-close]").count()
    press(page, "8")
    assert page.locator("[name=points]").input_value() in ("8", "49")


@pytest.mark.parametrize("pause", [80, 600])
def test_a_double_tap_passes_one_deal(phone, pause):
    page = opened(phone)
    tap_twice(page, ".rare [name=passed]", pause)
    page.locator(".row.hand").wait_for(state="attached")
    settle(page)
    assert page.locator(".row.hand").count() == 1


ANSWERS = "() => [...new FormData(document.querySelector('#entry'))].join(' ')"


def tap_twice(page, css, pause):
    """Tap twice on a control, where a second of the page takes five."""
    slow_down(page)
    box = page.locator(css).first.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*middle)
    page.wait_for_timeout(pause)
    page.touchscreen.tap(*middle)


@pytest.mark.parametrize("pause", [80, 300])
@pytest.mark.parametrize(
    ("rules", "summary"),
    [
        ("tarot-fft", ".ask-poignees summary"),
        ("tarot-fft", ".ask-petit_au_bout summary"),
        ("tarot-fft", ".menu summary"),
        ("coinche-ffb", ".ask-coinche summary"),
        ("belote-annonces", ".ask-annonces summary"),
        ("belote-annonces", ".ask-belote summary"),
        ("belote-annonces", ".ask-capot summary"),
    ],
)
def test_a_double_tap_opens_a_panel_and_answers_nothing_in_it(phone, rules, summary, pause):
    page = opened(phone, rules=rules)
    page.locator(summary).tap(trial=True)
    before = page.evaluate(ANSWERS)
    tap_twice(page, summary, pause)
    settle(page)
    assert page.locator("[open]").count() == 1
    assert page.evaluate(ANSWERS) == before


@pytest.mark.parametrize("pause", [80, 700])
def test_a_double_tap_answers_no_question_that_scrolls_under_it(phone, pause):
    page = opened(phone, FOUR, text="Très grand", rules="coinche-ffb", height=640)
    moved = page.evaluate("scrollY")
    tap_twice(page, ".ask-taker label:nth-of-type(2)", pause)
    settle(page)
    assert page.evaluate("scrollY") > moved
    assert page.locator("[name=taker]:checked").count() == 1
    contract = page.locator("[name=contract]:checked")
    assert contract.count() == 0
    page.wait_for_timeout(700)
    page.locator(".ask-contract label").first.tap()
    assert contract.count() == 1


@pytest.mark.parametrize("pause", [80, 300])
def test_a_double_tap_sets_a_chip_once_and_a_later_one_takes_it_back(phone, pause):
    page = opened(phone)
    open_panel(page, "poignees")
    chip = page.locator(".ask-poignees .chip:has([type=checkbox])").first
    chip.tap(trial=True)
    tap_twice(page, ".ask-poignees .chip:has([type=checkbox])", pause)
    settle(page)
    assert page.locator(".ask-poignees :checked").count() == 1
    chip.tap()
    assert page.locator(".ask-poignees :checked").count() == 0


@pytest.mark.parametrize("pause", [80, 300])
@pytest.mark.parametrize(
    ("path", "css", "comes", "leads_to"),
    [
        ("/hands/2", "main .save", "#entry", "/hands/2/edit"),
        ("/hands/2/edit", "#entry .save", ".toast", ""),
        ("", ".menu [href$=print]", ".paper", "/print"),
    ],
)
def test_a_double_tap_does_nothing_on_the_page_that_comes(
    phone, path, css, comes, leads_to, pause
):
    # a screen of 360 pixels, not a mobile one: while that has not read a page's viewport, the
    # DevTools protocol moves a touch to another place, as no finger does
    page = phone(width=360, has_touch=True)
    page.add_init_script(TAPPED)
    sheet = new_sheet(page, *FOUR, hands=[GARDE])
    page.goto(sheet + path)
    if path.endswith("edit"):
        answer(page, bouts="1")
    elif not path:
        page.locator(".menu summary").tap()
    page.locator(css).tap(trial=True)
    tap_twice(page, css, pause)
    page.locator(comes).wait_for()
    settle(page)
    assert page.locator(comes).is_visible()
    assert page.url.split("?")[0].endswith(sheet + leads_to)
    if leads_to:  # another document
        assert page.evaluate("tapped") == []
    assert page.evaluate("document.activeElement.localName") == "body"
    typed = page.locator("#entry [name=points]").all()
    assert [box.input_value() for box in typed] == ["49" if path == "/hands/2" else ""] * len(
        typed
    )


@pytest.mark.parametrize("pause", [80, 3000])
@pytest.mark.parametrize(("text", "names"), [("", (*CAST, "Fanny")), ("Très grand", FOUR)])
def test_a_double_tap_on_yes_types_nothing_and_the_next_deal_is_in_view(
    phone, text, names, pause
):
    page = opened(phone, names, width=360, text=text)
    answer(page, bouts="0", petit_au_bout="attack", **({} if text else {"partner": "2"}))
    press(page, "57")
    page.locator("#entry .save").tap()
    page.locator("[data-yes]").tap(trial=True)
    tap_twice(page, "[data-yes]", pause)
    page.locator(".row.hand").wait_for(state="attached")
    settle(page)
    assert page.locator("[name=points]").input_value() == ""
    assert page.evaluate("scrollY") == 0
    assert page.locator(".toast").is_visible()


def save_without_network(page):
    """Save a hand without a network, until the page says that it waits."""
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    touch(page, "#entry .save")
    wait_for_queued(page)
    page.locator("#outbox .waiting").wait_for()


def test_the_notice_is_in_its_place_once_the_network_is_back(phone):
    page = opened(phone, FOUR, rules="libre")
    press(page, "45›30")
    save_without_network(page)
    assert "Anne 45 · Bruno 30" in page.locator("#outbox b").text_content()
    assert page.locator("#outbox summary").inner_text().endswith("1 donne")
    expect(page.locator(".deal .sum")).to_have_text("0")
    page.context.set_offline(False)
    page.locator(".toast").wait_for()
    page.locator("#outbox .waiting").wait_for(state="detached")
    assert page.locator(".toast").bounding_box()["y"] == 0
    press(page, "7")  # the next hand begins at the first box
    assert page.locator("[name=scores_0]").input_value() == "7"


NO_ANSWER = """live => live.dispatchEvent(new CustomEvent("htmx:sendError", {
  bubbles: true, detail: { xhr: { status: 0, getResponseHeader: () => null } },
}))"""


def test_a_hand_that_waits_moves_nothing_out_of_view_at_a_table_of_six(phone):
    page = opened(phone, (*CAST, "Fanny"))
    answer(page, taker="2", partner="3")
    press(page, "49")
    place = page.locator("#turn").bounding_box()
    page.locator("#live").evaluate(NO_ANSWER)
    page.locator("#connection").wait_for()
    assert page.locator("#turn").bounding_box() == place
    totals = page.locator("#standing")
    paper = totals.evaluate("one => getComputedStyle(one).backgroundColor")
    save_without_network(page)
    assert page.locator("#turn").bounding_box() == place
    expect(totals).not_to_have_css("background-color", paper)
    for part in page.locator("#entry :is(.chip, .side input, summary):visible").all():
        assert part.evaluate(IS_ON_TOP), part.inner_text()
    page.locator("#outbox summary").tap()
    assert page.locator("#outbox ul button").last.evaluate(IS_ON_TOP)
    assert page.locator("#turn").bounding_box() == place


LOOK = """() => new Promise((done) => {
  indexedDB.open("marque").onsuccess = ({ target: { result } }) => {
    const [name] = result.objectStoreNames;
    const store = result.transaction(name, "readwrite").objectStore(name);
    store.getAll().onsuccess = ({ target }) => {
      for (const one of target.result) store.put({ ...one, state: "look" });
      store.transaction.oncomplete = () => done(dispatchEvent(new Event("focus")));
    };
  };
})"""
"""Let a person look at every hand that waits."""


def test_a_double_tap_deletes_one_of_two_hands(phone):
    page = opened(phone)
    answer(page)
    press(page, "49")
    save_without_network(page)
    answer(page, taker="2")
    press(page, "58")
    page.locator(".shield").wait_for(state="detached")  # of the save before
    touch(page, "#entry .save")
    page.get_by_text("2 donnes").wait_for()
    page.evaluate(LOOK)
    page.locator("#outbox .waiting > .plain").wait_for()
    page.locator("#outbox summary").tap()
    set_pace, erase = slow_down(page), page.locator("#outbox button:text-is('Effacer')")
    erase.first.tap(trial=True)
    box = erase.first.bounding_box()
    erase.first.tap()
    page.get_by_text("effacée").wait_for()
    page.touchscreen.tap(box["x"] + box["width"] / 2 + 10, box["y"] + box["height"] / 2 - 10)
    page.wait_for_timeout(200)
    assert page.locator("#outbox .look").count() == 1
    set_pace(1)
    page.evaluate(IS_READ)
    for css in (".toast > p", "#outbox summary"):
        page.locator(css).tap()
    erase.tap()
    page.locator("#outbox .look").wait_for(state="detached")


def test_one_line_at_a_time_says_what_was_done_or_what_waits(phone):
    page = opened(phone)
    paper = page.locator("#standing").evaluate("one => getComputedStyle(one).backgroundColor")
    for queued, points in enumerate(("49", "58", "65")):
        answer(page)
        press(page, points)
        page.evaluate(IS_READ)
        page.context.set_offline(True)
        touch(page, "#entry .save")
        wait_for_queued(page, queued + 1)
    page.locator("#outbox summary").tap()
    page.locator("#outbox ul button:text-is('Effacer')").first.tap()
    notice, waiting = page.locator(".toast > p"), page.locator("#outbox .waiting")
    expect(notice).to_have_text("Donne 1 effacée")
    expect(waiting).to_be_hidden()
    page.evaluate(IS_READ)
    notice.tap()
    expect(waiting).to_contain_text("2 donnes")
    page.locator("#outbox summary").tap()
    page.locator("#outbox ul button:text-is('Effacer')").first.tap()
    page.context.set_offline(False)
    page.locator(".row.hand").wait_for()
    settle(page)
    expect(notice).to_have_text("Donne 2 effacée")  # it was done after what is recorded now
    expect(page.locator("#standing")).to_have_css("background-color", paper)
    box = notice.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] - 5, box["y"] + box["height"] / 2)
    expect(notice).to_have_count(0)
    settle(page)
    assert page.locator(".row.hand").count() == 1 and not page.locator("#outbox li").count()


def test_a_free_sheet_keeps_every_digit_and_refuses_a_number_that_is_too_long(phone):
    page = opened(phone, FOUR, rules="libre")
    press(page, "12345›678912")
    assert page.locator("[name=scores_1]").input_value() == "678912"
    expect(page.get_by_text("5 chiffres au plus")).to_be_visible()
    expect(page.locator(".deal .sum")).to_be_hidden()
    touch(page, "#entry .save")
    page.locator(".reasons .error", has_text="Bruno : il faut un nombre").wait_for()
    assert page.locator("#entry .refused").all_inner_texts() == ["Bruno"]
    press(page, "⌫")
    expect(page.locator(".deal .sum")).to_have_text("12345")
    with changed_sheet(page):
        page.locator("#entry .save").tap()


def test_a_hand_is_corrected_from_the_side_that_was_typed(phone):
    page = opened(phone)
    answer(page)
    touch(page, "[name=points_defence]")
    press(page, "42")
    with changed_sheet(page):
        touch(page, "#entry .save")
    assert page.locator("[name=points].active").count()  # of the next hand
    page.goto(page.url.split("?")[0] + "/hands/2/edit")
    press(page, "40")
    assert page.locator("[name=points_defence]").input_value() == "40"
    assert page.locator("[name=points]").input_value() == "51"


def test_a_notice_that_names_another_hand_is_whole_and_hides_nothing(phone):
    page = opened(phone, rules="belote-ffb")
    post(page, f"{sheet_of(page)}/hands", {"taker": "0", "suit": "hearts", "points": "81"})
    post(page, f"{sheet_of(page)}/hands", {"taker": "0", "suit": "hearts", "points": "91"})
    page.goto(f"{sheet_of(page)}/hands/2/edit")
    press(page, "80")
    with changed_sheet(page):
        touch(page, "#entry .save")
    toast = page.locator(".toast")
    assert "la 2 change aussi" in toast.inner_text()
    assert toast.evaluate("one => one.scrollHeight - one.clientHeight") <= 0
    for css in (".invite", ".menu summary", "#standing"):
        assert not overlaps(toast.bounding_box(), page.locator(css).bounding_box())
    touch(page, ".menu summary")
    expect(page.locator("#nav nav")).to_be_visible()


def test_in_very_large_text_a_notice_covers_no_button_and_the_menu_is_seen_whole(phone):
    page = opened(phone, text="Très grand", height=560)
    answer(page)
    page.locator("[name=points]").fill("49")
    with changed_sheet(page):
        touch(page, "#entry .save")
    notice = page.locator(".toast").bounding_box()
    for css in (".invite", ".menu summary"):
        assert not overlaps(notice, page.locator(css).bounding_box())
    touch(page, ".menu summary")
    menu = page.locator("#nav nav").bounding_box()
    assert menu["y"] + menu["height"] <= 560


UNDER_SAVE = """() => {
  for (const one of document.getAnimations()) one.finish();
  const box = document.querySelector("#entry .save").getBoundingClientRect();
  const parts = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y]));
  const places = parts.map(([x, y]) => [box.x + x * box.width, box.y + y * box.height]);
  const found = places.map((place) => document.elementFromPoint(...place));
  return found.filter((one) => one.closest(".panel *")).map((one) => one.outerHTML);
}"""
"""What of an open panel lies over the save button."""


@pytest.mark.parametrize("text", ["", "Très grand"])
@pytest.mark.parametrize("rules", ["tarot-fft", "coinche-ffb", "belote-annonces"])
def test_no_answer_of_a_panel_stands_where_the_save_button_is(phone, rules, text):
    page = opened(phone, text=text, rules=rules)
    panels = page.locator("#entry .rare details")
    for n in range(panels.count()):
        panels.nth(n).evaluate("one => (one.open = true)")
        panels.nth(n).locator(".panel").wait_for()
        assert not page.evaluate(UNDER_SAVE)
        panels.nth(n).evaluate("one => (one.open = false)")


def test_a_question_about_a_capot_is_whole(phone):
    page = opened(phone, rules="coinche-ffb")
    for name, code in (("taker", "1"), ("contract", "capot"), ("suit", "hearts")):
        page.locator(f"[name={name}][value='{code}']").dispatch_event("click")
    press(page, "162")
    warning = page.locator("#preview .warning")
    assert "tous les plis" in warning.inner_text()
    assert warning.evaluate("one => one.scrollHeight - one.clientHeight") <= 0
    touch(page, "#entry .save")
    page.locator("[name=suggested]").wait_for()
    settle(page)
    assert page.locator(".ask-capot.refused summary").evaluate(IS_ON_TOP)
    touch(page, ".ask-capot summary")
    touch(page, ".ask-capot [value=attack]")
    expect(page.locator(".save small")).to_have_text("capot fait")
    touch(page, ".ask-capot summary")
    touch(page, ".ask-capot [value=none]")
    press(page, "⌫⌫⌫", 200)
    touch(page, "#entry .save")
    reasons = page.locator(".reasons .error")
    assert reasons.inner_text().endswith("points de l’attaque, ou «\xa0tous les plis\xa0»")
    touch(page, ".ask-capot summary")
    touch(page, ".ask-capot [value=attack]")
    expect(page.locator("#entry .refused")).to_have_count(0)


def bid(page, contract="100"):
    for name, code in (("taker", "0"), ("contract", contract), ("suit", "spades")):
        page.locator(f"[name={name}][value='{code}']").dispatch_event("click")


def test_a_choice_ends_the_box_of_another_contract(phone):
    page = opened(phone, rules="coinche-ffb")
    touch(page, "[name=contract_other]")
    active = page.locator(".active")
    expect(active).to_have_attribute("name", "contract_other")
    expect(active).to_have_css("box-shadow", re.compile("inset"))
    press(page, "18")
    bid(page)
    expect(active).to_have_attribute("name", "points")
    press(page, "130")
    assert page.locator("[name=contract_other]").input_value() == ""
    with changed_sheet(page):
        touch(page, "#entry .save")
    touch(page, "[name=contract_other]")
    touch(page, ".repeat")
    press(page, "120")
    assert page.locator("[name=contract_other]").input_value() == ""
    expect(page.locator(".save small")).to_have_text("fait, 120 pour 100")


@pytest.mark.parametrize(
    ("rules", "names", "box", "typed"),
    [("tarot-fft", FOUR, "points", "5"), ("belote-trois", FOUR[:3], "points_1", "40")],
)
def test_a_tap_on_a_box_begins_its_number_anew(phone, rules, names, box, typed):
    page = opened(phone, names, rules=rules)
    touch(page, f"[name={box}]")
    press(page, "61")
    touch(page, f"[name={box}]")
    press(page, typed)
    assert page.locator(f"[name={box}]").input_value() == typed


def test_the_third_player_has_the_rest_of_a_draft(phone):
    page = opened(phone, FOUR[:3], rules="belote-trois")
    press(page, "62")
    page.reload()
    page.locator("#entry.begun").wait_for()
    touch(page, "[name=points_2]")
    press(page, "40")
    assert page.locator("[name=points_1]").input_value() == "60"


def test_a_draft_that_is_offered_takes_no_tap_at_once_and_then_one(phone):
    page = opened(phone)
    answer(page)
    for _ in range(2):
        post(page, f"{sheet_of(page)}/hands", GARDE)
    set_pace = slow_down(page)
    page.reload()
    offered = page.locator("#entry .reasons button")
    page.get_by_text("commencée, pas notée").wait_for()
    set_pace(0.02)
    offered.tap(force=True)
    assert offered.is_visible()
    set_pace(1)
    offered.tap(trial=True)
    set_pace(0.02)
    box = offered.bounding_box()
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#entry .reasons > *")).to_have_count(0)
    assert page.locator("[name=points]").input_value() == ""


@pytest.mark.parametrize(
    ("keys", "taker", "typed"), [("", 1, ["", "70", ""]), ("6", 1, ["670", "", ""])]
)
def test_the_points_of_the_taker_are_typed_first_among_three(phone, keys, taker, typed):
    page = opened(phone, FOUR[:3], rules="belote-trois")
    press(page, keys)
    touch(page, f".ask-taker label:has([value='{taker}'])")
    press(page, "70")
    assert [box.input_value() for box in page.locator(".points input").all()] == typed


def test_the_third_player_has_the_rest_and_the_last_box_stays(phone):
    page = opened(phone, FOUR[:3], rules="belote-trois")
    boxes = page.locator(".points input")
    for css in ("[name=taker][value='0']", "[name=suit][value=spades]"):
        page.locator(css).dispatch_event("click")
    press(page, "62")
    touch(page, "[name=points_2]")
    press(page, "40")
    assert [box.input_value() for box in boxes.all()] == ["62", "60", "40"]
    press(page, "⌫⌫")
    assert [box.input_value() for box in boxes.all()] == ["62", "", ""]
    press(page, "108")
    touch(page, "#entry .save")
    page.locator(".reasons .error").wait_for()
    expect(page.locator(".active")).to_have_attribute("name", "points_2")
    press(page, "100")
    assert [box.input_value() for box in boxes.all()] == ["62", "0", "100"]


@pytest.mark.parametrize(
    ("path", "css", "then"),
    [
        ("", ".ask-petit_au_bout summary", ".ask-petit_au_bout .chip:has([value=defence])"),
        ("", ".ask-poignees summary", ".ask-poignees [data-close]"),
        ("", ".menu summary", ".menu [href$=print]"),
        ("/hands/2", "main .save", "#entry .chip:has([value=garde_contre])"),
    ],
)
def test_what_has_come_takes_a_tap_in_another_place_at_once(phone, path, css, then):
    page = phone(width=360, has_touch=True, is_mobile=True)
    page.goto(new_sheet(page, *FOUR, hands=[GARDE]) + path)
    page.wait_for_load_state()
    page.locator(css).tap(trial=True)
    slow_down(page)
    page.locator(css).tap()
    page.locator(then).wait_for()
    page.wait_for_timeout(50)
    target = page.locator(then).bounding_box()
    page.touchscreen.tap(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)
    if "print" in then:
        return page.wait_for_url("**/print")
    settle(page)
    assert not page.locator(f"[open] {then}, {then} :is(input):not(:checked)").count()


def test_the_notice_of_a_hand_takes_no_key_of_the_next_one(phone):
    page, held = opened(phone), []
    page.route("**/hands", lambda route: held.append(route))
    answer(page)
    press(page, "58")
    with page.expect_request("**/hands"):
        touch(page, "#entry .save")
    answer(page, taker="2")
    key = page.locator('[data-key="5"]').bounding_box()
    place = key["x"] + key["width"] / 2, key["y"] + key["height"] / 2
    page.locator(".shield").wait_for(state="detached")
    page.touchscreen.tap(*place)
    page.wait_for_timeout(150)  # else the finger bounced
    held[0].continue_()
    page.locator(".toast").wait_for()
    page.touchscreen.tap(*place)
    assert page.locator("[name=points]").input_value() == "55"
