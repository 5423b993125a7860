"""Whole evenings of each game."""

import pytest
from phone import (
    FOUR,
    choose,
    close_panel,
    enter,
    open_panel,
    open_sheet,
    save,
    shot,
    tap,
    totals,
)

pytestmark = pytest.mark.browser


def take(page, taker, suit, points):
    tap(page, "taker", taker)
    tap(page, "suit", suit)
    page.locator("[name=points]").fill(points)


def test_an_evening_of_belote_is_played_to_its_revanche(phone):
    page = phone()
    open_sheet(page, *FOUR, rules="belote-annonces")
    take(page, "Anne", "♥ Cœur", "81")
    page.wait_for_selector("#preview .verdict")
    assert page.locator("#preview .verdict").text_content().startswith("litige, 81 à 81")
    save(page)
    assert "Litige\xa0: 81 en jeu" in page.locator(".proof").inner_text()
    take(page, "Bruno", "♠ Pique", "100")
    open_panel(page, "belote")
    tap(page, "belote", "Attaque")
    open_panel(page, "annonces")
    tap(page, "annonces", "Attaque")
    page.get_by_role("radiogroup", name="Tierce").locator("label").nth(1).click()
    close_panel(page)
    save(page)
    assert totals(page) == [62, 81 + 100 + 20 + 20 + 81]
    page.locator(".row a").first.click()
    assert "162 + 20 + 20 = 202" in page.locator("#working").inner_text()
    page.get_by_role("link", name="Revenir").click()
    for _ in range(3):
        tap(page, "taker", "David")
        open_panel(page, "capot")
        tap(page, "capot", "Attaque")
        save(page)
    assert "Partie gagnée à la donne 5" in page.locator("#won").inner_text()
    shot(page, "belote-won")
    page.get_by_role("button", name="Revanche").click()
    page.wait_for_selector("#entry")
    page.wait_for_load_state()
    assert "Bruno & David 1" in page.locator("main").inner_text()


def test_settings_are_one_tap_behind_and_written_on_the_sheet(phone):
    page = phone()
    page.goto("/sheets/new")
    choose(page, "contree-annonces")
    for summary in page.locator(".rules summary").all():
        summary.click()
    page.locator("[name=option_target_other]").fill("750")
    page.locator("label:has([name=option_surcoinche][value='3'])").click()
    for place, name in enumerate(FOUR):
        page.locator("[name=name]").nth(place).fill(name)
    page.locator(".buttons .save").click()
    page.wait_for_selector("#entry")
    rules = page.locator("#rules").inner_text()
    assert "Contrée, points annoncés" in rules and "750 points" in rules and "×\xa03" in rules


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


def test_mouches_pile_up_and_a_chelem_takes_one(phone):
    page = phone()
    open_sheet(page, *FOUR[:3], rules="tarot-mouche")
    for _ in range(2):
        enter(page, "Anne", "Prise", "2", "40")
        save(page)
    assert "Mouches\xa0: 85 + 85" in page.locator(".proof").inner_text()
    tap(page, "taker", "Bruno")
    tap(page, "contract", "Grand chelem")
    assert not page.locator("[name=points]").is_visible()
    tap(page, "chelem_made", "Réussi")
    save(page)
    assert "Mouche\xa0: 85" in page.locator(".proof").inner_text()
    assert totals(page)[1] == -9 - 4 + 500 + 90
