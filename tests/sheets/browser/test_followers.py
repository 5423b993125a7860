"""Phones and a television that follow a sheet."""

import pytest
from conftest import token_of
from phone import FOUR, open_sheet, post, save, sheet_of, shot, tap

from scorekeeper.streams.base import read_only_token

pytestmark = pytest.mark.browser


ALL_TRICKS = {"taker": "0", "suit": "hearts", "capot": "attack"}
CAPOT = "document.querySelector('[name=capot][value=attack]').click()"


def capot(page):
    tap(page, "taker", "Anne")
    page.evaluate(CAPOT)
    save(page)


def test_a_reader_is_told_the_end_again_in_the_place_of_the_first(phone):
    writer, reader = phone(), phone()
    open_sheet(writer, *FOUR, rules="belote-ffb", hands=[ALL_TRICKS] * 3)
    sheet = sheet_of(writer)
    reader.goto(f"/sheets/{read_only_token(token_of(sheet))}")
    capot(writer)
    champion = reader.locator("#won .champion")
    champion.filter(has_text="Anne & Chloé").wait_for()
    writer.goto(f"{sheet}/penalties/new")
    writer.evaluate("document.querySelector('[name=player][value=\"1\"]').click()")
    writer.evaluate("document.querySelector('[name=way][value=more]').click()")
    writer.locator("[name=points]").fill("1500")
    writer.locator("form button.save").first.click()
    writer.get_by_role("button", name="Noter quand même").click()
    champion.filter(has_text="Bruno & David").wait_for()
    assert champion.count() == 1
    assert "sur une pénalité" in reader.locator("#won").inner_text()
    shot(reader, "winner-again")


def test_the_last_hand_of_a_game_is_undone_where_its_form_is_gone(phone):
    page = phone()
    open_sheet(page, *FOUR, rules="belote-ffb", hands=[ALL_TRICKS] * 3)
    capot(page)
    page.locator("#entry").wait_for(state="detached")
    page.get_by_role("button", name="Annuler").click()
    page.get_by_role("button", name="Remettre").wait_for()
    assert page.locator("#entry").count() == 1


@pytest.fixture
def evening(phone):
    """The phone that writes a game of Belote of which one hand is missing, another one that
    writes it, one whose hand is begun, one that reads it, and a television."""
    writer, other, busy, reader, screen = phone(), phone(), phone(), phone(), phone(width=1280)
    open_sheet(writer, *FOUR, rules="belote-ffb", hands=[ALL_TRICKS] * 3)
    sheet = sheet_of(writer)
    watched = f"/sheets/{read_only_token(token_of(sheet))}"
    screen.goto(f"{watched}/tv")
    reader.goto(watched)
    for page in (other, busy):
        page.goto(sheet)
    tap(busy, "taker", "David")
    return writer, other, busy, reader, screen


def test_everybody_follows_a_revanche_and_sees_the_winner_first(evening):
    writer, other, busy, reader, screen = evening
    addresses = {page: sheet_of(page) for page in evening}
    capot(writer)
    for page in (reader, screen):
        page.get_by_text("Partie gagnée à la donne 4").last.wait_for()
    assert reader.locator("#won .champion").inner_text().endswith("Anne & Chloé")
    shot(reader, "winner")
    assert screen.locator(".champion").is_visible()
    assert not other.locator("#won .confetti").count()
    writer.get_by_role("button", name="Revanche").click()
    writer.wait_for_selector("#entry")
    following = sheet_of(writer)
    other.wait_for_url(f"**{following}")
    assert other.locator("#entry").is_visible()
    for page in (reader, screen):
        page.wait_for_url(lambda url, page=page: addresses[page] not in url)
        page.wait_for_selector("#live", state="attached")
    assert sheet_of(reader) == sheet_of(screen).removesuffix("/tv") != following
    assert sheet_of(busy) == addresses[busy]
    assert busy.locator("[name=taker]:checked").input_value() == "3"
    busy.get_by_role("link", name="Aller à la revanche").wait_for()
    other.go_back()
    other.get_by_role("link", name="Aller à la revanche").wait_for()


def test_a_reader_who_touches_the_page_stays_beside_the_way_on(evening):
    writer, _, _, reader, _ = evening
    reader.clock.install()
    capot(writer)
    reader.locator("#won .champion").wait_for()
    writer.get_by_role("button", name="Revanche").click()
    way_on = reader.get_by_role("link", name="Aller à la revanche")
    way_on.wait_for()
    reader.locator("#won .champion").click()
    reader.clock.fast_forward(20_000)
    reader.wait_for_timeout(1000)
    assert way_on.is_visible()
    shot(reader, "stays")


@pytest.fixture
def winner(evening):
    """The phone whose hand has just won the game."""
    writer = evening[0]
    capot(writer)
    return writer


def test_the_phone_that_wins_shows_the_poster_and_the_ways_on(winner):
    shot(winner, "won")
    for what in ("#won .champion", "#won .places", "#won .actions"):
        box = winner.locator(what).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 640, what
    winner.locator("#won").get_by_role("link", name="Fin de soirée").click()
    winner.wait_for_url("**/end")


@pytest.mark.parametrize(("motion", "falls"), [("no-preference", True), ("reduce", False)])
def test_suits_fall_where_motion_is_allowed(winner, motion, falls):
    winner.emulate_media(reduced_motion=motion)
    winner.locator("#won .confetti").wait_for(state="visible" if falls else "hidden")


def test_the_phone_that_is_filling_a_form_keeps_its_place(evening):
    writer, _, busy, *_ = evening
    points = busy.locator("[name=points]")
    points.focus()
    capot(writer)
    busy.locator("#won .champion").wait_for()
    assert points.evaluate("one => one === document.activeElement")
    assert not busy.locator(".confetti").count()


def test_the_games_won_are_counted_once_on_the_page(winner):
    winner.get_by_role("button", name="Revanche").click()
    winner.wait_for_selector("#entry")
    winner.wait_for_load_state()
    counts = winner.get_by_text("Parties gagnées")
    assert counts.locator("visible=true").count() == 1
    sheet = sheet_of(winner)
    for _ in range(4):
        post(winner, f"{sheet}/hands", ALL_TRICKS)
    winner.goto(sheet)
    assert counts.locator("visible=true").count() == 1
    assert winner.locator(".games-won b").all_inner_texts() == ["2", "0"]
