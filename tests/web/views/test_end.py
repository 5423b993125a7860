"""The end of the night: paper, ranking, money, files."""

import csv
import io
import json
import re
import zipfile

import pytest
from conftest import CAST

FFT = "/sheets/exemple"
DIFFERS = "Les totaux ne sont plus ceux de la clôture"


GARDE = {"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49}


def test_the_match_sheet_has_its_printed_totals_and_bilans(client):
    page = client.get(f"{FFT}/print").text
    foot = page.split("<tfoot>")[1]
    cells = re.findall(r"<td[^>]*>(\d+|−\d+)</td>", foot)
    assert cells[:8] == ["318", "764", "270", "780", "1746", "400", "360", "750"]
    assert cells[8:] == ["−446", "−510", "1346", "−390"]


@pytest.mark.parametrize(
    "name", ["tarot", "belote", "coinche", "contree", "tarot_mouche", "libre"]
)
def test_a_blank_sheet_of_every_game_prints(client, name):
    page = client.get(f"/games/{name}/blank?columns=3").text
    assert page.count("<tr>") >= 24
    assert client.get(f"/games/{name}/blank?columns=99").status_code == 200


def test_the_end_of_an_evening_without_a_hand_is_a_page(sheet, client):
    assert client.get(f"{sheet}/end").status_code == 200
    assert client.get(f"{sheet}/picture.svg").status_code == 200


def test_a_stake_is_on_the_page_and_on_paper(sheet, post_hand, client):
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


def test_a_closed_sheet_takes_nothing_more_and_opens_again(
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


def test_a_closed_sheet_says_when_its_totals_are_no_more_those_it_was_closed_with(
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


def test_a_closed_sheet_offers_nothing_that_writes(sheet, post_hand, client, close):
    post_hand(sheet)
    assert f"{sheet}/table" in client.get(sheet).text
    close(sheet)
    assert f"{sheet}/table" not in client.get(sheet).text
    assert f"{sheet}/hands/2/edit" not in client.get(f"{sheet}/hands/2").text


# Files


def test_a_document_brought_in_and_exported_again_is_the_same(client):
    exported = client.get(f"{FFT}/night.json")
    assert "attachment" in exported.headers["Content-Disposition"]
    seen = client.post("/import", data={"file": (io.BytesIO(exported.data), "night.json")})
    assert "−446" in seen.text and "n’est encore écrit" in seen.text
    assert client.get("/").text.count("/sheets/") < 4
    document = exported.get_data(as_text=True)
    sheet = client.post("/import", data={"document": document, "key": "a" * 32}).location
    assert client.get(f"{sheet}/night.json").json == json.loads(document)
    again = client.post("/import", data={"document": document, "key": "a" * 32}).location
    assert again == sheet


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"{}",
        b"[1]",
        b"\x00\xff",
        b"Anne;Bruno\n1;x",
        b"Anne\n1",
        b"A;B\n1;2\n" * 9000,
    ],
)
def test_a_file_that_tells_nothing_is_refused_in_words(client, content):
    answer = client.post("/import", data={"file": (io.BytesIO(content), "night.json")})
    assert answer.status_code == 422 and "rien" in answer.text.casefold()


def test_a_night_typed_from_paper_is_free_marking(client):
    content = "date;Anne;Bruno;Chloé\n20/11/2026;10;−5;-5\n;1 200;;3\n".encode()
    seen = client.post("/import", data={"file": (io.BytesIO(content), "soir.csv")})
    assert "+1210" in seen.text


def test_a_table_for_a_spreadsheet_has_every_hand(sheet, post_hand, client):
    post_hand(sheet)
    post_hand(sheet, taker="1", points="50.5", confirm="")
    answer = client.get(f"{sheet}/hands.csv")
    assert answer.data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig")), delimiter=";"))
    assert rows[0][:3] == ["donne", "donneur", "taker"]
    assert rows[1][:3] == ["1", "Anne", "Anne"] and rows[1][-4:] == [
        "198",
        "-66",
        "-66",
        "-66",
    ]


def test_no_cell_is_a_formula(client):
    names = ["=1+1", "+Anne", "-Bruno", "@Chloé"]
    form = {"name": names, "number": [""] * 4, "dealer": "0"}
    sheet = client.post("/sheets", data=form).location
    client.post(
        f"{sheet}/hands",
        data={"taker": "0", "contract": "garde", "bouts": "2", "points": "49"},
    )
    for row in csv.reader(io.StringIO(client.get(f"{sheet}/hands.csv").text), delimiter=";"):
        for cell in row:
            plain = re.fullmatch(r"-?\d*", cell)
            assert plain or not cell.startswith(("=", "+", "-", "@")), cell


def test_all_sheets_of_a_device_are_one_archive(sheet, post_hand, client):
    post_hand(sheet)
    whole = zipfile.ZipFile(io.BytesIO(client.get("/archive.zip").data))
    names = sorted(name.rsplit(".", 1)[1] for name in whole.namelist())
    assert names == ["csv", "json"]


def test_the_picture_is_a_drawing_with_every_total(client):
    answer = client.get(f"{FFT}/picture.svg")
    assert answer.mimetype == "image/svg+xml"
    assert "−446" in answer.text and "<polyline" in answer.text
