"""Every page is opened once in a look and judged: axe, widths, the smallest text."""

import pytest
from phone import (
    ALONE,
    CAST,
    FOUR,
    IS_ON_TOP,
    LOOKS,
    SIDEWAYS,
    SMALL_TEXT,
    UNFOLD,
    block_hands,
    close_every_panel,
    enter,
    faults,
    new_sheet,
    open_every_panel,
    open_sheet,
    opened,
    post,
    save,
    scroll,
    shot,
    tap,
    tap_save,
)

pytestmark = pytest.mark.browser

LONG = ("Anne-Sophie de la Tour", "🃏👑", "Jean-Christophe", "Wwwwwwwwwwwwwwwwwwwwww")
LONG_NAMES = (
    *("Maximilien-Louis", "Jean-Christophe", "Marie-Antoinette"),
    *("Anne-Charlotte", "Pierre-Emmanuel", "Bernadette-Lise"),
)
SIZES = [(320, ""), (360, ""), (1280, "")]

OF_A_SHEET = (
    *("", "/hands/2", "/hands/2/edit", "/journal", "/table", "/penalties/new", "/print"),
    *("/rules", "/end", "/share", "/deletion", "/tv"),
)
OTHERS = (
    *("/", "/sheets/new", "/no", "/games/tarot", "/sheets/exemple", "/import", "/settings"),
    *("/offline", "/sheets/exemple/tv"),
)
PICTURED = ("print", "tv")
"""Pages on which small text stands as on paper, or grows with the screen."""


@pytest.mark.parametrize(("scheme", "locale"), LOOKS)
def test_axe_finds_nothing_and_no_page_is_too_wide_or_too_small(phone, scheme, locale):
    page = phone(scheme=scheme, locale=locale)
    sheet = new_sheet(page, *LONG, "Eve", hands=[ALONE])
    for path in (*(sheet + path for path in OF_A_SHEET), *OTHERS):
        page.set_viewport_size({"width": 360, "height": 640})
        page.goto(path)
        name = path.replace(sheet, "sheet").strip("/").replace("/", "-") or "start"
        shot(page, f"{name}-{scheme}")
        text = {} if path.endswith(PICTURED) else {"small": SMALL_TEXT}
        assert faults(page, SIZES, axe=True, **text) == {}, path


CAPOT = {"taker": "0", "capot": "attack"}
HANDS = {
    "belote-annonces": CAPOT | {"suit": "hearts"},
    "contree-cannes": CAPOT | {"contract": "160"},
    "contree-faits": {},
    "coinche-ffb": {},
    "tarot-mouche": {"taker": "0", "contract": "grand_chelem", "chelem_made": "yes"},
    "libre": {"scores_0": "-99999"},
}
"""A hand of each of the other games with large figures; their pages without a hand are those
of a game of the same family."""


@pytest.mark.parametrize(("scheme", "locale"), LOOKS)
@pytest.mark.parametrize("rules", HANDS)
def test_no_page_of_the_other_games_is_too_wide_or_too_small(phone, rules, scheme, locale):
    page, is_asked = phone(scheme=scheme, locale=locale), locale == "fr-FR"
    more = [f"Eulalie {n}" for n in range(4)] if rules == "libre" else []
    sheet = new_sheet(page, *LONG, *more, rules=rules)
    page.goto(sheet)
    open_every_panel(page)
    assert faults(page, SIZES, axe=is_asked, small=SMALL_TEXT) == {}
    close_every_panel(page)
    page.goto("/sheets/new")
    page.evaluate(UNFOLD)
    assert faults(page, axe=is_asked) == {}
    if HANDS[rules]:
        post(page, f"{sheet}/hands", HANDS[rules])
        for path in (*OF_A_SHEET[:5], "/print"):
            page.goto(sheet + path)
            shot(page, f"{rules}{path.replace('/', '-')}-{scheme}")
            assert faults(page, SIZES) == {}, path


def test_the_totals_give_way_to_text_of_twice_the_size(phone):
    page = phone(width=360)
    open_sheet(page, *FOUR)
    page.evaluate("document.documentElement.style.fontSize = '36px'")
    scroll(page, 300)
    assert page.locator(".standing").bounding_box()["y"] < 0
    assert page.locator(".bar").bounding_box()["y"] > 450
    assert page.evaluate(SIDEWAYS) == 0


def test_the_totals_stay_in_view_of_the_rows(phone):
    page = phone(width=360)
    open_sheet(page, *CAST, hands=[ALONE] * 8)
    scroll(page, 3000)
    assert page.locator(".standing").bounding_box()["y"] == 0


@pytest.fixture
def enlarge(phone):
    """Open a page in very large text: a sheet of these players, or the form of a new one."""

    def enlarged(*names, **options):
        page = phone(**options)
        if names:
            open_sheet(page, *names)
        else:
            page.goto("/sheets/new")
        page.evaluate("document.documentElement.dataset.text = 'largest'")
        return page

    return enlarged


def test_a_seat_is_one_line_with_very_large_text(enlarge):
    page = enlarge()
    seat = page.locator(".chairs li").first
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 640})
        name, grip = (seat.locator(one).bounding_box() for one in ("[name=name]", ".grip"))
        assert abs(name["y"] - grip["y"]) < 5, width


def test_the_menu_stays_on_the_screen_with_very_large_text(enlarge):
    page = enlarge(*FOUR)
    page.locator(".menu summary").click()
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 640})
        box = page.locator(".menu nav").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width


def test_names_on_buttons_grow_with_the_text(enlarge):
    page = enlarge("Monique", "Bernard", "Colette", "Lucienne")
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    assert page.locator(".ask-taker .chip span").first.evaluate(size) >= 18


@pytest.mark.parametrize("names", [FOUR, CAST])
def test_takers_points_and_save_button_are_in_view_with_very_large_text(enlarge, names):
    page = enlarge(*names, has_touch=True, is_mobile=True)
    for chip in page.locator(".ask-taker .chip").all():
        assert chip.evaluate(IS_ON_TOP)
    enter(page)
    if len(names) > 4:
        tap(page, "partner", "Seul")
    page.locator("#preview .made").wait_for()
    shown = page.locator("#preview .each").bounding_box()
    saved = page.locator("#entry .save").bounding_box()
    assert shown["y"] + shown["height"] <= saved["y"] + 1
    assert saved["y"] + saved["height"] <= 641


@pytest.mark.parametrize("height", [640, 560])
def test_six_long_names_stand_over_the_keys_while_a_hand_waits(phone, height):
    page = phone(has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 360, "height": height})
    open_sheet(page, *LONG_NAMES)
    block_hands(page)
    enter(page, taker=LONG_NAMES[1])
    tap(page, "partner", "Seul")
    tap_save(page)
    page.locator("#outbox .wait").wait_for(state="attached")
    last = page.locator("#entry > .rare").bounding_box()
    assert last["y"] + last["height"] <= page.locator(".dock").bounding_box()["y"]


def test_the_same_again_is_whole_with_very_large_text(enlarge):
    page = enlarge(*FOUR)
    enter(page)
    save(page)
    page.set_viewport_size({"width": 320, "height": 640})
    box = page.locator(".deal .repeat").bounding_box()
    assert box["x"] + box["width"] <= 320


def test_very_large_pages_fit_with_the_way_back_on_the_first_screen(phone):
    page = phone()
    sheet = new_sheet(page, *CAST, hands=[ALONE])
    rules = new_sheet(page, *CAST[:3], rules="belote-trois") + "/rules"
    page.goto("/settings")
    page.locator("[value=largest]").click()
    own = ("hands/2", "penalties/new", "note")
    for path in ("/settings", rules, *(f"{sheet}/{path}" for path in own)):
        page.goto(path)
        assert page.evaluate(SIDEWAYS) == 0, path
        box = page.get_by_role("link", name="Revenir").bounding_box()
        assert box["y"] + box["height"] <= 640


@pytest.mark.parametrize("rules", ["tarot-fft", "coinche-ffb"])
def test_a_name_that_fits_two_lines_is_whole_over_its_total(phone, rules):
    names = ("Papa", "Mamie Odette", "Tonton Jean-Pierre", "Jean-Christophe")
    page = opened(phone, names, rules=rules)
    for name in page.locator("#standing .name").all():
        over = "e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]"
        assert max(name.evaluate(over)) <= 1, name.inner_text()


def test_at_a_table_of_five_what_lacks_covers_nothing_of_the_form(phone):
    page = opened(phone, ("Mamie Odette", *CAST[1:]))
    page.locator("[name=taker]").first.dispatch_event("click")
    page.locator("#entry .save").tap()
    page.locator(".reasons .error").wait_for()
    rare, dock = (page.locator(f"#entry {css}").bounding_box() for css in (".rare", ".dock"))
    assert rare["y"] + rare["height"] <= dock["y"]


CAPOT = {"taker": "0", "contract": "capot", "suit": "hearts", "capot": "attack"}
SCORES = {f"scores_{n}": points for n, points in enumerate(("198", "-99", "0"))}


@pytest.mark.parametrize(
    ("rules", "text", "hands"),
    [("coinche-ffb", "", [CAPOT] * 2), ("libre", "Très grand", [SCORES])],
)
def test_a_longer_total_makes_the_head_no_higher(phone, rules, text, hands):
    heights = []
    for recorded in ([], hands):
        names = FOUR[: 3 if text else 4]
        page = opened(phone, names, rules=rules, text=text, hands=recorded)
        heights.append(page.locator("#standing").bounding_box()["height"])
        for key in page.locator("[data-key]").all():
            assert key.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert heights[0] == heights[1]
