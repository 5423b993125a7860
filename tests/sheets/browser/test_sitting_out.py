"""Who sits out: the form and the line of the deal follow the answer, also offline."""

import pytest
from phone import (
    ALONE,
    block_hands,
    close_panel,
    count_hands,
    enter,
    open_panel,
    open_sheet,
    queue_hand,
    save,
    tap,
    wait_for_queued,
    wait_until_sent,
)
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

LONG = (
    *("Marie-Françoise", "Geneviève", "Jean-Christophe", "Éléonore"),
    *("Bernadette", "Maximilien", "Dominique-Anne", "Jean-Baptiste"),
)
SEVEN = ("Anne", "Bruno", "Chloé", "David", "Eve", "Félix", "Gaëlle")


def offered(page):
    return page.locator(".ask-taker .chip:visible bdi").all_inner_texts()


def deal(page):
    return page.locator(".deal").inner_text().replace("\xa0", " ").replace("\n", " ")


def test_without_a_network_those_sit_out_of_whom_the_page_says_so(phone):
    page = phone()
    open_sheet(page, *SEVEN)
    page.wait_for_load_state("networkidle")  # every script is there
    page.context.set_offline(True)
    said = []
    for taker in ("Bruno", "Chloé", "Eve"):
        tap(page, "partner", "Seul")
        out = {*SEVEN} - {*offered(page)}
        summary = page.locator(".ask-sitting_out summary b").inner_text()
        assert {*summary.split(", ")} == out
        assert "ne jouent pas : " + summary in deal(page)
        said.append(summary)
        queue_hand(page, taker=taker)
    assert said == ["Anne, David", "Bruno, Eve", "Chloé, Félix"]
    page.context.set_offline(False)
    wait_until_sent(page)
    assert count_hands(page) == 3
    rows = page.locator(".row.hand").all()[::-1]
    for row, names in zip(rows, said, strict=True):
        cells = row.locator("td").all_inner_texts()
        out = [name for name, cell in zip(SEVEN, cells, strict=True) if "mort" in cell]
        assert ", ".join(out) == names


def test_a_hand_that_waits_is_mended_under_the_dealer_of_its_deal(phone):
    page = phone()
    open_sheet(page, *SEVEN)
    block_hands(page)
    for taker in ("Bruno", "Chloé"):
        tap(page, "partner", "Seul")
        queue_hand(page, taker=taker)
    page.locator("#outbox summary").click()
    page.get_by_role("button", name="Corriger").last.click()
    expect(page.locator("#outbox .waiting > span")).to_have_text("À corriger : Donne 2")
    expect(page.locator(".deal > b").first).to_have_text("Donne 2")
    expect(page.locator(".deal .dealer bdi")).to_have_text("Bruno")
    expect(page.locator(".deal:not([data-behind=''])")).to_have_count(1)
    assert page.locator("#standing .deals").inner_text().startswith("Bruno")
    expect(page.locator(".ask-sitting_out summary b")).to_have_text("Bruno, Eve")
    page.locator("#outbox").get_by_role("button", name="Annuler").click()
    expect(page.locator(".deal .dealer bdi")).to_have_text("Chloé")


def test_a_page_that_is_loaded_again_says_whose_turn_it_is_behind_what_waits(phone):
    page = phone()
    open_sheet(page, *SEVEN)
    block_hands(page)
    tap(page, "partner", "Seul")
    queue_hand(page, taker="Bruno")
    page.reload()
    wait_for_queued(page)
    expect(page.locator(".ask-taker .chip:visible")).to_have_count(5)
    expect(page.locator(".ask-sitting_out summary b")).to_have_text("Bruno, Eve")
    assert {*offered(page)} == {*SEVEN} - {"Bruno", "Eve"}


def test_another_sits_out_in_place_of_the_one_whose_turn_it_is_and_has_dealt(phone):
    page = phone()
    open_sheet(page, *SEVEN[:6])
    assert "donneur, et mort : Anne" in deal(page) and "entame : Bruno" in deal(page)
    open_panel(page, "sitting_out")
    tap(page, "sitting_out", "Chloé")
    assert page.locator(".ask-sitting_out :checked").count() == 1
    close_panel(page)
    assert "donneur, et mort : Chloé" in deal(page) and "entame : David" in deal(page)
    assert offered(page) == ["Anne", "Bruno", "David", "Eve", "Félix"]
    assert page.locator("#standing .deals").inner_text().startswith("Chloé")
    tap(page, "partner", "Seul")
    enter(page)
    save(page)
    assert "donneur, et mort : David" in deal(page)
    open_panel(page, "sitting_out")
    tap(page, "sitting_out", "Anne")
    close_panel(page)
    page.locator(".repeat").click()
    assert not page.locator(".ask-taker :checked").count(), "she sits out"


def test_one_more_who_sits_out_takes_the_place_of_another_and_the_dealer_deals_on(phone):
    page = phone()
    open_sheet(page, *SEVEN, dealer="4")
    out = page.locator(".ask-sitting_out summary b")
    expect(out).to_have_text("Anne, Eve")
    open_panel(page, "sitting_out")
    for name, said in (("Bruno", "Bruno, Eve"), ("Félix", "Eve, Félix")):
        tap(page, "sitting_out", name)
        expect(out).to_have_text(said)
    for name in ("Eve", "Anne"):
        tap(page, "sitting_out", name)
    expect(out).to_have_text("Anne, Félix")
    assert "donneur : Félix" in deal(page)


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("players", [7, 8])
def test_however_many_sit_out_their_line_has_the_height_of_the_result(phone, players, width):
    page = phone(width=width)
    hand = ALONE | {"sitting_out": [*"257"[: players - 5]]}
    open_sheet(page, *LONG[:players], dealer="2", hands=[hand])
    turn = page.locator("#turn").bounding_box()
    assert turn["height"] == 37
    for part in (".out", ".dealer", ".repeat"):
        box = page.locator(f".deal {part}").bounding_box()
        assert turn["y"] < box["y"] + box["height"] / 2 < turn["y"] + 37, part
