"""A table that somebody keeps is brought: looked at, asked about, written."""

import html
import io
import json
import re

import pytest

from scorekeeper.sheets.service.access import SheetAccess

TABLE = "N°;Anne;Bruno;Chloé\n1;10;-5;-5\n2;-20;10;10\nTotal;-10;5;5\n"
EUROS = "Anne;Bruno\n1,50;-1,50\n"


def upload(client, text, name="soirée.csv"):
    return client.post("/import", data={"file": (io.BytesIO(text.encode()), name)})


def hidden(page, name):
    return html.unescape(
        re.search(rf'<textarea name="{name}"[^>]*>(.*?)</textarea>', page, re.S)[1]
    )


def write(client, page, **fields):
    key = re.search(r'name="key" value="([^"]+)"', page)[1]
    return client.post(
        "/import", data={"document": hidden(page, "document"), "key": key, **fields}
    )


def answer(client, page, **answers):
    return client.post("/import", data={"tables": hidden(page, "tables"), **answers}).text


def hands(client, place):
    document = client.get(f"{place}/night.json").json
    return document["players"], [hand["scores"] for hand in document["hands"]]


def test_cells_that_are_pasted_become_a_sheet(client):
    page = client.post("/import", data={"pasted": TABLE.replace(";", "\t")}).text
    assert "est le numéro de la donne" in page and "n’est pas une donne" in page
    assert "Donne ensuite" not in page
    assert re.findall(r'class="cell-name">(\w+)<', page) == [*"ABCD", *"1234"]
    assert "tableau" in client.post("/import", data={"pasted": "Anne"}).text
    place = write(client, page).location
    assert hands(client, place) == (["Anne", "Bruno", "Chloé"], [[10, -5, -5], [-20, 10, 10]])


def test_an_assumption_is_taken_back_by_a_button(client):
    page = upload(client, TABLE).text
    assert "Pas ainsi" in page and "Si, ainsi" not in page
    page = answer(client, page, column0="no", line4="aside")
    assert "Si, ainsi" in page and "→ <b>Laisser de côté" in page and "Pas ainsi" not in page
    place = write(client, page).location
    assert hands(client, place)[0] == ["N°", "Anne", "Bruno", "Chloé"]


def test_a_question_is_answered_before_anything_is_written(client):
    page = upload(client, EUROS).text
    assert "Répondez d’abord" in page and 'name="document"' not in page
    page = answer(client, page, cents="yes")
    assert hands(client, write(client, page).location)[1] == [[150, -150]]


def test_of_a_workbook_with_several_sheets_one_is_chosen(client):
    tables = '[["Tarot", [["Al", "Bo"], ["1", "-1"]]], ["Rami", [["A", "B"], ["3", "4"]]]]'
    asked = client.post("/import", data={"tables": tables}).text
    assert "Quelle feuille du classeur" in asked and 'name="document"' not in asked
    assert "tel qu’il est" in asked
    page = client.post("/import", data={"tables": tables, "sheet": "1"}).text
    assert hands(client, write(client, page).location) == (["A", "B"], [[3, 4]])


def test_of_a_workbook_the_only_sheet_with_numbers_is_read(client):
    tables = '[["Lisez-moi", [["Nos", "règles"]]], ["Rami", [["A", "B"], ["3", "4"]]]]'
    page = client.post("/import", data={"tables": tables}).text
    assert hands(client, write(client, page).location) == (["A", "B"], [[3, 4]])


def test_cells_that_are_refused_stay_in_their_box(client):
    pasted = "Anne\tBruno\n1\tdeux"
    page = client.post("/import", data={"pasted": pasted}).text
    assert "B2" in page and hidden(page, "pasted") == pasted


def test_an_answer_that_leads_to_a_refusal_is_asked_again(client):
    page = upload(client, ";1;2\nAnne;10;-5\nBruno;-10;5\n").text
    asked = answer(client, page, turned="no")
    assert "Rien n’a été écrit" in asked and hidden(asked, "tables") == hidden(page, "tables")
    assert asked.count("<button") == page.count("<button")


def test_what_is_asked_about_can_be_corrected_in_the_box(client):
    rows = ["Anne", "Bruno"], ["10", "-10"], [], ["50", "-4"], ["7", "-7"]
    pasted = "\n".join(map("\t".join, rows)) + "\n"
    page = client.post("/import", data={"pasted": pasted}).text
    asked = answer(client, page, correct="1")
    assert "ligne 4" in asked and hidden(asked, "pasted") == pasted
    page = client.post("/import", data={"pasted": pasted.replace("-4", "-50")}).text
    assert hands(client, write(client, page).location)[1] == [[10, -10], [50, -50], [7, -7]]


@pytest.mark.parametrize(
    "tables",
    [
        *("", "{", "[]", "1", '"x"', "[1]", "[[1]]", '[["a", 1]]', '[["a", [1]]]'),
        *('[["a", [[[]]]]]', '{"a": 1}', '[["a", ["bc"]], null]'),
        '[["a", [["' + "x" * 300 + '"]]]]',
    ],
)
def test_tables_that_no_preview_has_posted_are_refused(client, tables):
    assert client.post("/import", data={"tables": tables}).status_code == 422


def test_tables_that_were_posted_again_have_no_more_columns_than_a_file(client):
    tables = json.dumps([["a", [[f"A{n}" for n in range(5000)], ["1"] * 5000]]])
    assert "24 colonnes" in client.post("/import", data={"tables": tables}).text


def test_the_same_table_twice_is_one_evening_in_any_format(client):
    place = write(client, upload(client, TABLE).text).location
    for text in (TABLE, client.get(f"{place}/hands.csv").text):
        page = upload(client, text).text
        assert "avec les mêmes donnes" in page and f'href="{place}"' in page
        assert 'name="document"' not in page


def test_a_longer_table_adds_its_hands_to_the_sheet(client):
    place = write(client, upload(client, TABLE).text).location
    longer = TABLE.replace("Total;-10;5;5\n", "3;2;-1;-1\n4;-2;4;-2\n")
    page = upload(client, longer).text
    assert "Ajouter les donnes de plus\xa0: 2" in page
    for _ in range(2):  # the same post again changes nothing
        assert write(client, page, add="1").location == place
    assert hands(client, place)[1] == [[10, -5, -5], [-20, 10, 10], [2, -1, -1], [-2, 4, -2]]


def test_hands_of_which_some_were_stored_before_a_kill_are_added_once(client, monkeypatch):
    place = write(client, upload(client, TABLE).text).location
    longer = TABLE.replace("Total;-10;5;5\n", "3;2;-1;-1\n4;-2;4;-2\n")
    page, record = upload(client, longer).text, SheetAccess.record

    def killed(access, *event, **named):
        if len(access.sheet.rows) == 3:
            raise KeyboardInterrupt
        return record(access, *event, **named)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(SheetAccess, "record", killed)
        write(client, page, add="1")
    assert write(client, page, add="1").location == place
    assert hands(client, place)[1][2:] == [[2, -1, -1], [-2, 4, -2]]


def test_other_players_or_other_hands_are_another_evening(client):
    place = write(client, upload(client, TABLE).text).location
    for text in (TABLE.replace("Anne", "Zoé"), TABLE.replace("10;-5;-5", "12;-6;-6")):
        assert place not in upload(client, text).text
