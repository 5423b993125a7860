import csv
import io
import json
import re
import zipfile

import pytest

EXAMPLE = "/sheets/exemple"


def test_an_imported_document_is_exported_as_it_was(client):
    exported = client.get(f"{EXAMPLE}/night.json")
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
def test_an_unreadable_file_is_refused_with_its_reason(client, content):
    answer = client.post("/import", data={"file": (io.BytesIO(content), "night.json")})
    assert answer.status_code == 422 and "rien" in answer.text.casefold()


def test_a_table_of_numbers_is_imported_as_a_freeform_sheet(client):
    content = "date;Anne;Bruno;Chloé\n20/11/2026;10;−5;-5\n;1 200;;3\n".encode()
    seen = client.post("/import", data={"file": (io.BytesIO(content), "soir.csv")})
    assert "+1210" in seen.text


def test_the_csv_has_every_hand(sheet, post_hand, client):
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
