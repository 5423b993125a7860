"""A sheet with as many entries as it can have: its page, its forms, the way to the next."""

import pytest
from conftest import GARDE, token_of

from scorekeeper.sheets import sheet as sheet_module


@pytest.fixture
def full(monkeypatch, sheet, post_hand):
    monkeypatch.setattr(sheet_module, "MAX_ENTRIES", 2)
    post_hand(sheet)
    post_hand(sheet)
    return sheet


def test_a_full_sheet_offers_the_next_one_instead_of_the_form(full, client):
    page = client.get(full).text
    assert "Cette feuille est pleine" in page and "Ouvrir la feuille suivante" in page
    assert 'id="entry"' not in page


def test_a_reader_of_a_full_sheet_sees_no_such_offer(full, reader, client):
    assert "Ouvrir la feuille suivante" not in client.get(reader).text


def test_a_hand_for_a_full_sheet_is_refused_with_the_way_to_the_next(full, client):
    answer = client.post(f"{full}/hands", data=GARDE | {"points": "50"})
    assert answer.status_code == 409
    assert "Cette feuille est pleine" in answer.text and 'href="/sheets/new"' in answer.text


def test_a_table_with_more_hands_than_a_sheet_can_have_is_refused(monkeypatch, client):
    monkeypatch.setattr("scorekeeper.sheets.formats.night_document.MAX_ENTRIES", 2)
    answer = client.post("/import", data={"document": "A;B;C\n" + "5;2;3\n" * 3})
    assert answer.status_code == 422
    answer = client.post("/import", data={"document": "A;B;C\n5;2;3\n4;5;7\n"})
    assert answer.status_code == 303


def test_the_last_rows_are_shown_and_the_printed_sheet_has_all(
    monkeypatch, sheet, post_hand, client
):
    monkeypatch.setattr("scorekeeper.sheets.web.templating.MAX_ROWS", 1)
    monkeypatch.setattr("scorekeeper.sheets.web.templating.MAX_ALL_ROWS", 2)
    for _ in range(3):
        post_hand(sheet)
    assert f"/sheets/{token_of(sheet)}?all=1" in client.get(sheet).text
    page = client.get(f"{sheet}?all=1").text
    assert page.count('id="row-') == 2 and "Voir les donnes d’avant" in page
    assert client.get(f"{sheet}/print").text.count('class="printed-line"') == 3
