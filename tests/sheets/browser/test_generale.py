"""A générale has no points: the form asks for its outcome in their place."""

import pytest
from phone import FOUR, open_sheet, save, shot, tap, totals

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


def test_a_sheet_without_generale_does_not_offer_it(phone):
    page = phone()
    open_sheet(page, *FOUR, rules="coinche-ffb")
    assert page.locator("[name=contract][value=generale]").count() == 0
