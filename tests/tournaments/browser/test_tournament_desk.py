"""The desk of a tournament with real keys and taps on plain http: a round typed, a gap found,
a late pair seated."""

import pytest
from conftest import wait_until
from desk import NAMES, hidden
from phone import LOOKS, UNFOLD, Taps, ask, faults, post, shot
from test_tournaments import LONG, assert_fit, opened_at_once
from test_tournaments import PATHS as OF_THE_DOOR

pytestmark = pytest.mark.browser

PATHS = [
    *("/draw", "/draw?kind=manual", "/rounds/1", "/rounds/1?one=1", "/rounds/1/slips?table=1"),
    *("/ranking", "/me/1", "/penalties", "/prizes"),
]

HELD_BACK = """const { setTimeout } = window;
window.later = [];
window.setTimeout = (then, time) =>
  time === 800 ? later.push(then) : setTimeout(then, time);"""
"""Keeps what waits 0.8 s until the page is told to go on."""


def enter(page, text):
    """Type a text and Enter, which opens a page; its cursor is where to go on."""
    with page.expect_navigation():
        page.keyboard.type(f"{text}\n")
    page.locator(":is(input, button):focus").wait_for()


def published(page, names, **fields):
    """Open a tournament of these people and publish its first round; its address."""
    address = opened_at_once(page, *names, **fields)
    shown = []

    def is_drawn():  # on a slow machine a page comes first that waits for the draw
        shown[:] = [ask(page, f"{address}/draw")[1]]
        return '/rounds"' in shown[0]

    wait_until(is_drawn)
    post(page, f"{address}/rounds", hidden(shown[0], "/rounds"))
    return address


def seated(page, names):
    """The same, with the page of its seats; its address."""
    address = published(page, names)
    page.goto(f"{address}/rounds/1")
    return address


def join(page, address, names):
    """Register people at the door, a line each, with keys."""
    page.goto(f"{address}/people")
    page.locator("[name=here]").first.check()
    page.locator("[name=people]").first.focus()
    for name in names:
        enter(page, name)


def shown_seats(page):
    """The names at each table on the page of the seats."""
    tables = page.locator(".desk-tables > li").all()
    return [table.locator("bdi").all_inner_texts() for table in tables]


def test_a_round_is_typed_with_keys_alone(phone):
    page = phone(1280)
    address = opened_at_once(page)
    join(page, address, NAMES[:20])
    page.goto(f"{address}/draw")
    with page.expect_navigation():
        page.get_by_role("button", name="Publier ces places").press("Enter")
    tables = shown_seats(page)
    page.get_by_role("link", name="Saisir les feuilles").press("Enter")
    page.wait_for_url("**/slips")
    page.wait_for_load_state()
    page.locator("[name=table]:focus").wait_for()
    for table in (4, 2, 5, 1):  # slips come in any order
        page.keyboard.type(f"{table}\n")
        assert page.locator(".box bdi").all_inner_texts() == tables[table - 1]
        page.keyboard.type(f"{table}20\n{table}00-\n-{table}00\n")
        enter(page, f"{100 * table - 20}")
    page.keyboard.type("\n100\n-72\n-8\n")
    page.keyboard.type("-2")
    assert page.locator(".sum").inner_text().replace("\xa0", " ") == "De trop : 18"
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.locator("[name=points]:focus").wait_for()
    cause = page.get_by_role("button", name="un chiffre oublié")
    shot(page, "tournament-gap")
    page.add_init_script(HELD_BACK)
    with page.expect_navigation():
        cause.press("Enter")
    assert page.locator(".sum").inner_text() == "Somme juste ✓"
    page.locator(".box:has(mark) [name=points]:focus").wait_for()
    assert page.locator("#slip .save").is_disabled()  # where the cause was
    page.evaluate("later.forEach((one) => one())")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.locator("a:focus", has_text="Voir et publier").wait_for()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    with page.expect_navigation():
        page.get_by_role("button", name="Publier le classement").press("Enter")
    assert page.url.endswith("/ranking/1")
    first = page.locator(".standings tbody tr").first
    assert tables[4][0] in first.inner_text() and "+520" in first.inner_text()
    assert page.locator(".standings tbody tr").count() == 20
    assert address in page.url


def test_a_late_pair_is_seated_in_four_taps(phone):
    page = phone(has_touch=True)
    address = seated(page, NAMES[:18])
    before = shown_seats(page)
    join(page, address, ["Zoé", "Yves"])
    taps = Taps(page)
    taps.tap(page.get_by_role("link", name="Placement"))
    page.wait_for_url("**/rounds/1")
    taps.tap(page.locator(".change button").first)
    page.locator(".late").wait_for(state="detached")
    page.wait_for_load_state()
    after = shown_seats(page)
    assert taps.count <= 4 and taps.small == []
    assert after[:3] == before[:3]
    assert [{*new} - {*old} for new, old in zip(after, before, strict=True) if new != old] in (
        [{"Zoé"}, {"Yves"}],
        [{"Yves"}, {"Zoé"}],
    )


def test_a_table_number_replaces_the_one_that_is_there(phone):
    page = phone(1280)
    address = published(page, NAMES[:8])
    page.goto(f"{address}/rounds/1/slips?table=1")
    table = page.locator("#pick [name=table]")
    table.click()
    page.keyboard.type("2")
    assert table.input_value() == "2"


def test_without_javascript_enter_goes_to_the_next_empty_number(phone):
    address = published(phone(), NAMES[:8])
    page = phone(java_script_enabled=False)
    page.goto(f"{address}/rounds/1/slips")
    page.locator("[name=table]:focus").wait_for()
    for keys in ("2", "30", "-10", "-10", "-10"):
        enter(page, keys)
    assert page.locator(".done").inner_text().startswith("Table 2")


def test_long_names_fit_every_page(phone):
    page = phone()
    address = published(page, ["W" * 40, *NAMES[:7], LONG, f"{LONG[:36]}-Bis", "Léa"])
    for table in (1, 2, 3):
        page.goto(f"{address}/rounds/1/slips?table={table}")
        seats = page.locator(".box").count()
        for place in range(seats):
            page.locator("[data-box]").nth(place).fill(str(0 if place else 12000 + 12 * table))
        page.locator("[data-box]").last.fill(str(-12000 - 12 * table))
        with page.expect_navigation():
            page.locator("#slip .save").click()
    for _ in ("the ranking", "is published"):
        with page.expect_navigation():
            page.locator(".next .save").click()
    assert_fit(page, address, PATHS)


COLUMNS = """() => {
  const all = "main > *, .desk > *, #check-in > *, #round > *";
  const parts = [...document.querySelectorAll(all)];
  const shown = parts.filter((one) => !one.matches(".desk, #check-in") && one.offsetHeight);
  return new Set(shown.map((one) => Math.round(one.getBoundingClientRect().left))).size;
}"""
"""The number of columns that the parts of a page stand in."""

WORKING = ("/people", "/check-in", "/rounds/1", "/rounds/1/slips")


@pytest.mark.parametrize(("width", "working"), [(360, (1, 333)), (1280, (2, 1253))])
def test_a_wide_screen_has_two_columns_where_one_works_and_a_narrow_one_elsewhere(
    phone, width, working
):
    page = phone(width)
    address = published(page, NAMES[:8])
    for path in ("", "/draw", "/ranking", "/prizes", *WORKING):
        page.goto(address + path)
        found = (
            page.evaluate(COLUMNS),
            page.locator("main").evaluate("(one) => one.offsetWidth"),
        )
        assert found == (working if path in WORKING else (1, min(working[1], 801))), path


HEIGHTS = "(found) => found.map((one) => one.getBoundingClientRect().height)"


@pytest.mark.parametrize("width", [360, 1280])
def test_the_sides_of_a_table_stand_in_one_line(phone, width):
    page = phone(width)
    teams = [f"{LONG} / {name}" for name in NAMES[:4]]
    address = opened_at_once(page, *teams, preset="belote_points", game="coinche")
    page.goto(f"{address}/draw")
    page.locator(".desk-tables").wait_for()
    assert max(page.locator(".desk-tables small").evaluate_all(HEIGHTS)) < 30


@pytest.mark.parametrize(("scheme", "locale"), LOOKS)
def test_axe_finds_nothing(phone, scheme, locale):
    page = phone(scheme=scheme, locale=locale)
    seated, announced = published(page, NAMES[:8]), opened_at_once(page, "Anne / Bruno")
    paths = [seated + path for path in PATHS[:5] + PATHS[7:]]
    paths += [announced + path for path in OF_THE_DOOR]
    for path in (*paths, "/tournaments/new", "/tournaments/new?preset=belote_wins"):
        page.goto(path)
        page.evaluate(UNFOLD)
        assert faults(page, axe=True) == {}, path


def test_enter_on_the_second_total_saves_a_right_slip(phone):
    page = phone(1280)
    names = ("Anne / Bruno", "Chloé / David")
    address = published(page, names, preset="belote_points", game="belote")
    page.goto(f"{address}/rounds/1/slips?table=1")
    page.locator("[name=points]").first.focus()
    page.keyboard.type("1000\n900\n")
    assert page.locator("[name=belotes]:focus").count() == 1
    page.locator("[name=points]").nth(1).fill("944")
    page.locator("[name=points]").nth(1).focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "done=1" in page.url
