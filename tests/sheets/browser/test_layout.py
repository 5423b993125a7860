"""No page scrolls sideways, at any width, size of text, scheme and language."""

import pytest
from phone import (
    CAST,
    FOUR,
    close_every_panel,
    enter,
    open_every_panel,
    open_sheet,
    save,
    scroll,
    shot,
    tap,
)

pytestmark = pytest.mark.browser

WIDE = (1280, "light", "fr-FR")


def test_the_totals_give_way_to_text_of_twice_the_size(phone):
    page = phone(width=360)
    open_sheet(page, *FOUR)
    page.evaluate("document.documentElement.style.fontSize = '36px'")
    scroll(page, 300)
    assert page.locator(".standing").bounding_box()["y"] < 0
    assert page.locator(".bar").bounding_box()["y"] > 450
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_totals_stay_in_view_of_the_rows(phone):
    page = phone(width=360)
    open_sheet(page, *CAST)
    for _ in range(8):
        enter(page)
        tap(page, "partner", "Seul")
        save(page)
    scroll(page, 3000)
    assert page.locator(".standing").bounding_box()["y"] == 0


@pytest.mark.parametrize(
    ("width", "scheme", "locale"),
    [(320, "light", "fr-FR"), (360, "dark", "en-GB"), WIDE],
)
def test_no_page_of_the_other_games_scrolls_sideways(phone, width, scheme, locale):
    page = phone(width, scheme, locale)
    names = ["Anne-Sophie de la Tour", "🃏👑", "Jean-Christophe", "Wwwwwwwwwwwwwwwwwwwwww"]
    for rules in ("belote-annonces", "contree-cannes", "tarot-mouche", "libre"):
        more = [f"Eulalie {n}" for n in range(4)] if rules == "libre" else []
        open_sheet(page, *names, *more, rules=rules)
        open_every_panel(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, rules
        close_every_panel(page)
        page.locator("[name=taker], [name=scores_0]").first.evaluate(
            "box => box.type === 'radio' ? box.click() : (box.value = '-99999')"
        )
        capot = page.locator("[name=capot][value=attack], [value=grand_chelem]")
        if capot.count():
            capot.first.evaluate("box => box.click()")
        other = page.locator("[name=contract][value='160'], [name=chelem_made]")
        if other.count():
            other.first.evaluate("box => box.click()")
        save(page)
        page.wait_for_selector(".notice")
        sheet = page.url.split("?")[0]
        for path in ("", "/hands/2", "/hands/2/edit", "/journal", "/table", "/print"):
            page.goto(sheet + path)
            shot(page, f"{rules}{path.replace('/', '-')}-{width}-{scheme}")
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, rules + path


@pytest.mark.parametrize(
    ("width", "scheme", "locale"),
    [
        (320, "light", "fr-FR"),
        (360, "dark", "en-GB"),
        (360, "light", "fr-FR"),
        WIDE,
    ],
)
def test_no_page_scrolls_sideways(phone, width, scheme, locale):
    page = phone(width, scheme, locale)
    names = [
        "Anne-Sophie de la Tour",
        "🃏👑",
        "Jean-Christophe",
        "Wwwwwwwwwwwwwwwwwwwwww",
        "Eve",
    ]
    open_sheet(page, *names)
    enter(page, names[0])
    tap(page, "partner", names[4])
    save(page)
    sheet = page.url.split("?")[0]
    paths = ["", "/hands/2", "/hands/2/edit", "/journal", "/table", "/penalties/new", "/print"]
    paths += ["/share", "/deletion", "/end", "/tv"]
    for path in [
        *(sheet + path for path in paths),
        "/",
        "/sheets/new",
        "/sheets/exemple",
        "/settings",
        "/no",
    ]:
        page.goto(path)
        name = path.removeprefix(sheet).strip("/").replace("/", "-")
        name = name or ("start" if path == "/" else "sheet")
        shot(page, f"{name}-{width}-{scheme}")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, path
