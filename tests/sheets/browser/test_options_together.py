"""Options of a new sheet that choose each other."""

import pytest
from phone import choose

pytestmark = pytest.mark.browser


def test_contracts_and_formula_choose_each_other_under_the_finger(phone):
    page = phone()
    page.goto("/sheets/new")
    choose(page, "tarot-fft")
    for summary in page.locator(".rules summary").all():
        summary.click()

    def tap_choice(pair):
        name, value = pair
        page.locator(f"label:has([name=option_{name}][value='{value}'])").click()

    def chosen(name):
        return page.locator(f"[name=option_{name}]:checked").get_attribute("value")

    page.locator("[name=option_contracts_garde]").fill("3")
    for tapped, together in (
        (("contracts", "4"), ("flat", "4")),
        (("contracts", "2"), ("times", "2")),
        (("formula", "flat"), ("flat", "4")),
        (("contracts", "5"), ("flat", "5")),
        (("formula", "times"), ("times", "0")),
    ):
        tap_choice(tapped)
        assert (chosen("formula"), chosen("contracts")) == together
    assert page.locator("[name=option_contracts_garde]").input_value() == ""
