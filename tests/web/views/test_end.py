import re

import pytest
from conftest import CAST

EXAMPLE = "/sheets/exemple"


DIFFERS = "Les totaux ne sont plus ceux de la clôture"


def test_the_match_sheet_has_its_printed_totals_and_bilans(client):
    page = client.get(f"{EXAMPLE}/print").text
    foot = page.split("<tfoot>")[1]
    cells = re.findall(r"<td[^>]*>(\d+|−\d+)</td>", foot)
    assert cells[:8] == ["318", "764", "270", "780", "1746", "400", "360", "750"]
    assert cells[8:] == ["−446", "−510", "1346", "−390"]


@pytest.mark.parametrize(
    "name",
    [
        *("tarot", "belote", "coinche", "contree"),
        *("belote_two", "belote_three", "tarot_mouche", "libre"),
    ],
)
def test_a_blank_sheet_of_every_game_prints(client, name):
    page = client.get(f"/games/{name}/blank?columns=3").text
    assert page.count("<tr>") >= 24
    assert client.get(f"/games/{name}/blank?columns=99").status_code == 200


def test_the_end_of_a_sheet_without_hands_is_a_page(sheet, client):
    assert client.get(f"{sheet}/end").status_code == 200
    assert client.get(f"{sheet}/picture.svg").status_code == 200


def test_the_picture_is_a_drawing_with_every_total(client):
    answer = client.get(f"{EXAMPLE}/picture.svg")
    assert answer.mimetype == "image/svg+xml"
    assert "−446" in answer.text and "<polyline" in answer.text


def test_a_stake_is_on_the_page_and_on_the_print(sheet, post_hand, client):
    post_hand(sheet)
    client.post(f"{sheet}/stake", data={"euros": "0,05", "per": "1"})
    for path in ("end", "print"):
        page = client.get(f"{sheet}/{path}").text.replace("\xa0", " ")
        assert "+9,90 €" in page and "3,30 €" in page
    client.post(f"{sheet}/stake", data={"euros": "0", "per": "1"})
    assert "€" not in client.get(f"{sheet}/print").text


@pytest.mark.parametrize("euros", ["x", "-1", "0,005", "99999", "1,2,3", "²"])
def test_a_stake_that_is_no_amount_is_refused(sheet, client, euros):
    assert client.post(f"{sheet}/stake", data={"euros": euros, "per": "1"}).status_code == 422


def test_two_teams_play_for_their_difference(client):
    form = {"rules": "belote-ffb", "name": [*CAST[:4]], "number": [""] * 4, "dealer": "0"}
    sheet = client.post("/sheets", data=form).location
    client.post(f"{sheet}/hands", data={"taker": "0", "points": "100"})
    client.post(f"{sheet}/stake", data={"euros": "1", "per": "1"})
    page = client.get(f"{sheet}/end").text.replace("\xa0", " ")
    assert "+38,00 €" in page and "−38,00 €" in page


def test_a_closed_sheet_records_nothing_until_it_is_reopened(
    sheet, post_hand, client, close, totals
):
    post_hand(sheet)
    close(sheet)
    assert 'id="entry"' not in client.get(sheet).text
    assert post_hand(sheet).status_code == 409
    correction = {"taker": "0", "contract": "petite", "bouts": "2", "points": "49"}
    assert client.post(f"{sheet}/hands/2", data=correction).status_code == 409
    assert totals(sheet) == [198, -66, -66, -66]
    client.post(f"{sheet}/end", data={"act": "reopen"})
    assert post_hand(sheet).status_code == 303
    journal = client.get(f"{sheet}/journal").text
    assert "Feuille close" in journal and "Feuille rouverte" in journal


def test_a_sheet_is_closed_with_the_totals_that_were_seen(sheet, post_hand, client, close):
    seen = re.search(r'name="base" value="(\d+)"', client.get(f"{sheet}/end").text)[1]
    post_hand(sheet)
    refused = close(sheet, base=seen)
    assert refused.status_code == 409 and "+198" in refused.text
    assert 'id="entry"' in client.get(sheet).text
    assert client.post(f"{sheet}/end", data={"act": "close"}).status_code == 409
    again = re.search(r'name="base" value="(\d+)"', refused.text)[1]
    assert close(sheet, base=again).status_code == 303
    assert 'id="entry"' not in client.get(sheet).text


def test_a_closed_sheet_warns_where_its_totals_differ_from_those_at_closing(
    app, client, close, sheet, post_hand
):
    post_hand(sheet)
    close(sheet)
    assert DIFFERS not in client.get(f"{sheet}/end").text
    storage = app.extensions["installation"].journal
    id = storage.grant(sheet.rsplit("/", 1)[1]).sheet_id
    storage.append(id, "x", "reopened", {}, 3)
    storage.append(id, "y", "closed", {"totals": [1, 2, 3, 4]}, 4)
    app.extensions["sheets"].cache.invalidate(id)
    assert DIFFERS in client.get(f"{sheet}/end").text


def test_a_closed_sheet_links_to_nothing_that_writes(sheet, post_hand, client, close):
    post_hand(sheet)
    assert f"{sheet}/table" in client.get(sheet).text
    close(sheet)
    assert f"{sheet}/table" not in client.get(sheet).text
    assert f"{sheet}/hands/2/edit" not in client.get(f"{sheet}/hands/2").text
