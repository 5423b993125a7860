"""axe finds nothing."""

import pytest
from phone import FOUR, enter, open_every_panel, open_sheet, save

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("scheme", "locale"), [("light", "fr-FR"), ("dark", "en-GB")])
def test_axe_finds_nothing(phone, scheme, locale):
    from axe_playwright_python.sync_playwright import Axe

    page = phone(scheme=scheme, locale=locale)
    open_sheet(page, "Anne", "Bruno", "Chloé", "David")
    enter(page)
    save(page)
    sheet = page.url.split("?")[0]
    paths = ["", "/hands/2", "/hands/2/edit", "/journal", "/table", "/penalties/new"]
    paths += ["/print", "/rules", "/end", "/share", "/tv"]
    others = ["/", "/sheets/new", "/no", "/games/tarot", "/sheets/exemple", "/import"]
    others += ["/settings", "/offline", "/sheets/exemple/tv"]
    for path in [*(sheet + path for path in paths), *others]:
        page.goto(path)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize(
    "rules",
    ["tarot-fft", "belote-annonces", "coinche-ffb", "contree-faits", "tarot-mouche", "libre"],
)
def test_axe_finds_nothing_on_the_other_games(phone, rules):
    from axe_playwright_python.sync_playwright import Axe

    page = phone()
    open_sheet(page, *FOUR, rules=rules)
    open_every_panel(page)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.goto("/sheets/new")
    for summary in page.locator(".rules summary").all():
        summary.click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
