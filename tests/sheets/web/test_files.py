import csv
import html
import io
import json
import re
import zipfile

import pytest
from typed_tables import read_text

from scorekeeper.games import GAMES
from scorekeeper.sheets.formats import file_bounds
from scorekeeper.sheets.formats.typed_game import Heads

EXAMPLE = "/sheets/exemple"


def test_an_imported_document_is_exported_as_it_was(client):
    exported = client.get(f"{EXAMPLE}/night.json")
    assert "attachment" in exported.headers["Content-Disposition"]
    seen = client.post("/import", data={"file": (io.BytesIO(exported.data), "night.json")})
    assert "−446" in seen.text and "n’est encore écrit" in seen.text
    assert client.get("/").text.count("/sheets/") < 4
    document = exported.get_data(as_text=True)
    sheet = client.post("/import", data={"document": document, "key": "a" * 32}).location
    copied = client.get(f"{sheet}/night.json").json
    assert copied.pop("night") and copied == json.loads(document)
    again = client.post("/import", data={"document": document, "key": "a" * 32}).location
    assert again == sheet


def test_the_day_of_an_evening_without_a_date_is_asked_for(client):
    field = '<input type="date" name="date">'
    typed = "Anne;Bruno;Chloé\n2;-1;-1\n"
    assert field in client.post("/import", data={"pasted": typed}).text
    dated = "date;2026-01-08\n" + typed.replace("Anne", "date;Anne").replace(
        "2;", "2026-01-08;2;"
    )
    assert field not in client.post("/import", data={"pasted": dated}).text
    form = {"document": typed, "key": "a" * 32}
    bad = client.post("/import", data=form | {"date": "2026-02-31"})
    assert bad.status_code == 422 and "on attend une date" in bad.text
    sheet = client.post("/import", data=form | {"date": "2026-01-08"}).location
    assert client.get(f"{sheet}/night.json").json["date"] == "2026-01-08"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"{}",
        b"[1]",
        b"\x00\xff",
        b"Anne;Bruno\n1;?",
        b"Anne\n1",
        b"A;B\n1;2\n" * 9000,
    ],
)
def test_an_unreadable_file_is_refused_with_its_reason(client, content):
    answer = client.post("/import", data={"file": (io.BytesIO(content), "night.json")})
    assert answer.status_code == 422 and "rien" in answer.text.casefold()


DEEP = b"[" * 900 + b"]" * 900
ODD_VALUES = [
    *(b'"\\ud800"', b"NaN", b"Infinity", b"1e400", b"9" * 5000, DEEP, b"[" * 100_000),
    *(b'{"\\ud800": 1}', b'"\\u0000"', b'"' + b"x" * 140_000 + b'"'),
]


@pytest.mark.parametrize("value", ODD_VALUES, ids=lambda value: value[:12].decode())
@pytest.mark.parametrize("place", [b'"zork": %s', b'"hands": [%s]', b'"title": %s', b"%s: 1"])
def test_an_odd_value_anywhere_in_a_document_is_refused_with_its_place(client, place, value):
    head = b'{"format": "scorekeeper/1", "game": "libre", "players": ["Anne", "Bruno"], '
    content = head + place.replace(b"%s", value) + b"}"
    answer = client.post("/import", data={"file": (io.BytesIO(content), "night.json")})
    assert answer.status_code == 422 and "rien" in answer.text.casefold()


@pytest.mark.parametrize(
    "table",
    [
        b"Anne;Bruno\n1;" + b"x" * 140_000,
        b'"' + b"x" * 140_000,
        b"date;Anne;Bruno\n20/" + b"1" * 5000 + b"/2026;1;?",
        b"date;Anne;Bruno\n99999999999999999999/1/1;1;?",
    ],
    ids=["cell", "name", "month", "year"],
)
def test_a_table_with_something_endless_is_refused(client, table):
    answer = client.post("/import", data={"file": (io.BytesIO(table), "soir.csv")})
    assert answer.status_code == 422 and "rien" in answer.text.casefold()


def test_a_sheet_without_a_document_says_so_and_offers_the_table(open_preset, client):
    sheet = open_preset("tarot-mouche", 3)
    seats = {"name": ["Anne", "Bruno", "Chloé"], "number": ["0", "1", "2"], "dealer": "2"}
    client.post(f"{sheet}/table", data=seats)
    client.post(f"{sheet}/hands", data={"passed": "1"})
    answer = client.get(f"{sheet}/night.json")
    assert answer.status_code == 409 and answer.mimetype == "text/html"
    assert f'href="{sheet}/hands.csv"' in answer.text
    for other in ("hands.csv", "print", "end", "journal"):
        assert client.get(f"{sheet}/{other}").status_code == 200


def test_the_csv_has_every_hand(sheet, post_hand, client):
    post_hand(sheet)
    post_hand(sheet, taker="1", points="50.5", confirm="")
    answer = client.get(f"{sheet}/hands.csv")
    assert answer.data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig")), delimiter=";"))
    heads = next(place for place, row in enumerate(rows) if row[0] == "donne")
    assert rows[heads][:3] == ["donne", "donneur", "Preneur"]
    assert rows[heads + 1][:3] == ["1", "Anne", "Anne"]
    assert rows[heads + 1][-4:] == ["198", "-66", "-66", "-66"]


def test_a_hand_after_the_end_of_a_game_is_in_the_table_and_not_read(open_preset, client):
    sheet, hand = open_preset("belote-ffb"), {"taker": "0", "suit": "hearts"}
    for tricks in ({"points": "91"}, *[{"capot": "attack"}] * 3, {"points": "100"}):
        client.post(f"{sheet}/hands", data=hand | tricks)
    seen = re.search(r'name="seen" value="(\w+)"', client.get(f"{sheet}/hands/2/edit").text)[1]
    correction = hand | {"capot": "attack", "seen": seen}
    assert client.post(f"{sheet}/hands/2", data=correction).status_code == 303
    table = client.get(f"{sheet}/hands.csv").text
    assert table.splitlines()[-1].startswith("après la fin de la partie;")
    assert len(read_text(table.encode()).document["hands"]) == 4


def test_a_penalty_at_a_table_that_has_changed_is_counted_once_in_a_column(open_sheet, client):
    sheet = open_sheet()
    form = {"name": ["Anne", "Bruno", "Chloé", "Eve"], "number": ["0", "1", "2", ""]}
    assert client.post(f"{sheet}/table", data=form | {"dealer": "0"}).status_code == 303
    penalty = {"player": "2", "points": "10", "to": "others", "reason": "x", "sign": "-1"}
    assert client.post(f"{sheet}/penalties", data=penalty).status_code == 303
    rows = [line.split(";") for line in client.get(f"{sheet}/hands.csv").text.splitlines()]
    points = [list(map(int, row[3:8])) for row in rows if row[0] == "pénalité"]
    assert [sum(column) for column in zip(*points, strict=True)] == [10, 10, -30, 0, 10]


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


def test_an_archive_names_the_sheets_that_are_too_long_for_it(
    monkeypatch, open_sheet, post_hand, client
):
    monkeypatch.setattr("scorekeeper.sheets.web.files.ARCHIVE_EVENTS", 3)
    for _ in range(3):
        post_hand(open_sheet())
    whole = zipfile.ZipFile(io.BytesIO(client.get("/archive.zip").data))
    assert [name[:2] + name[-3:] for name in whole.namelist()] == [
        *("01csv", "01son"),
        *("02txt", "03txt"),
    ]
    assert "ouvrez-la" in whole.read(whole.namelist()[-1]).decode()


def test_a_table_with_columns_by_the_thousand_is_refused_at_once(client, monkeypatch):
    asked, find = [], Heads.find
    monkeypatch.setattr(Heads, "find", lambda *head: asked.append(1) or find(*head))
    content = "a;" * 100_000 + "\n1\n1\n"
    answer = client.post("/import", data={"file": (io.BytesIO(content.encode()), "a.csv")})
    assert answer.status_code == 422 and len(asked) < 1000


PAPER = """jeu;Tarot
preneur;contrat;bouts;points;Anne;Bruno;Chloé;David
Anne;garde;2;49;198;-66;-66;-66
Bruno;garde;2;49;-66;189;-66;-66
"""


def upload(client, text, language="fr"):
    file = {"file": (io.BytesIO(text.encode()), "soir.csv")}
    return client.post("/import", data=file, headers={"Accept-Language": language})


@pytest.mark.parametrize("bound", ["MAX_VALUES", "MAX_OBJECTS"])
def test_a_document_of_more_hands_than_a_file_may_have_is_not_stored(
    client, monkeypatch, bound
):
    document = json.dumps(client.get(f"{EXAMPLE}/night.json").json)
    monkeypatch.setattr(file_bounds, bound, 1)
    answer = client.post("/import", data={"document": document})
    assert answer.status_code == 422 and "au plus 1\u202f000 donnes" in answer.text


def test_a_paper_night_becomes_a_sheet_of_its_game(client):
    page = upload(client, PAPER).text.replace("\xa0", " ")
    assert "ligne 4, Bruno : le papier dit 189, le calcul donne 198" in page
    box = re.search(r'<textarea name="document"[^>]*>(.*?)</textarea>', page, re.S)
    document = html.unescape(box[1])
    sheet = client.post("/import", data={"document": document}).location
    assert client.get(f"{sheet}/night.json").json["game"] == "tarot"


def test_every_refused_line_is_on_the_page(client):
    answer = upload(client, PAPER.replace("garde", "grade").replace(";49;", ";99;"))
    assert answer.status_code == 422
    assert "B3, Contrat" in answer.text and "B4, Contrat" in answer.text


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_table_to_fill_in(client, name):
    answer = client.get(f"/import/{name}.csv")
    assert answer.mimetype == "text/csv" and f'filename="{name}-' in answer.headers.get(
        "Content-Disposition"
    )
    assert f"/import/{name}.csv" in client.get("/import").text


@pytest.mark.parametrize(
    ("language", "says"), [("fr", "2 Mo au plus"), ("en", "2 MB at most")]
)
def test_a_file_of_three_megabytes_is_refused_on_a_page_of_the_program(client, language, says):
    answer = client.post(
        "/import",
        data=bytes(3_000_000),
        content_type="multipart/form-data; boundary=x",
        headers={"Accept-Language": language},
    )
    assert answer.status_code == 413 and says in answer.text.replace("\xa0", " ")
    assert 'class="brand"' in answer.text


@pytest.fixture
def without_david(open_sheet, post_hand, client):
    """A sheet that David has left, and Anne deals."""
    sheet = open_sheet()
    post_hand(sheet)
    form = {"name": ["Anne", "Bruno", "Chloé", "Eve"], "number": ["0", "1", "2", ""]}
    client.post(f"{sheet}/table", data=form | {"dealer": "0"})
    return sheet


@pytest.mark.parametrize(
    ("hands", "passed", "told"), [(2, 0, True), (2, 2, True), (1, 0, False), (1, 1, False)]
)
def test_the_preview_of_a_table_says_who_is_seated_again(
    without_david, post_hand, client, hands, passed, told
):
    sheet = without_david
    for points in range(50, 50 + hands):
        post_hand(sheet, points=str(points))
    for _ in range(passed):
        post_hand(sheet, passed="1")
    table = client.get(f"{sheet}/hands.csv").data
    seen = client.post("/import", data={"file": (io.BytesIO(table), "soir.csv")})
    assert ("ne jouaient pas : David." in seen.text.replace("\xa0", " ")) == told


def test_the_preview_of_a_document_says_who_left_who_deals_and_the_stake(
    without_david, client
):
    client.post(f"{without_david}/stake", data={"euros": "0,10", "per": "100"})
    document = client.get(f"{without_david}/night.json")
    seen = client.post("/import", data={"file": (io.BytesIO(document.data), "soir.json")})
    text = re.sub(r"\s+", " ", seen.text)
    assert "Ont quitté la table : David." in text
    assert "Donne ensuite : Anne." in text
    assert "Enjeu : 0,10 € les 100 points" in text
    copy = client.post(
        "/import", data={"document": document.text, "key": "a" * 32, "again": "1"}
    ).location
    assert client.get(f"{copy}/night.json").json == document.json
