"""A générale has no points, nor has a contract lost by a fault: the form does not ask."""

import pytest
from phone import FOUR, close_panel, open_panel, open_sheet, save, shot, tap, totals
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_generale_is_made_or_failed_and_its_points_are_hidden(phone):
    page = phone()
    open_sheet(page, *FOUR, rules="coinche-ffb", option_generale="500")
    points, made = page.locator(".ask-points"), page.locator(".ask-generale_made")
    assert points.is_visible() and not made.is_visible()
    tap(page, "taker", "Anne")
    page.locator("[name=points]").fill("90")
    tap(page, "contract", "Générale")
    assert not points.is_visible() and made.is_visible()
    assert not page.locator(".keypad").is_visible()
    assert not page.locator(".ask-capot").is_visible()
    shot(page, "generale")
    tap(page, "generale_made", "Réussie")
    save(page)
    assert totals(page) == [750, 0]
    assert points.is_visible() and not made.is_visible()


@pytest.mark.parametrize(
    ("rules", "scores"), [("coinche-ffb", [0, 260]), ("contree-faits", [0, 160])]
)
def test_a_fault_takes_one_tap_and_no_points(phone, rules, scores):
    page = phone()
    open_sheet(page, *FOUR, rules=rules)
    tap(page, "taker", "Anne")
    tap(page, "contract", "100")
    open_panel(page, "fault")
    tap(page, "fault", "Attaque")
    close_panel(page)
    assert not page.locator(".ask-points").is_visible()
    assert not page.locator(".keypad").is_visible()
    page.locator("[name=suit][value=hearts]").dispatch_event("click")
    expect(page.locator("#standing .gain")).to_have_text(["0", f"+{scores[1]}"])
    shot(page, "fault")
    save(page)
    assert totals(page) == scores
    assert page.locator(".ask-points").is_visible()
