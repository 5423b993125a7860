"""The end of the night: paper, ranking, money, files."""

import csv
import io
import json
import random
import re
import zipfile

import pytest
from conftest import CAST

from scorekeeper.formats import night_document, spreadsheet
from scorekeeper.games import GAMES
from scorekeeper.reports.print_layout import blank, print_layout
from scorekeeper.reports.settlement import cents, payments
from scorekeeper.reports.statistics import largest_swing, ranking
from scorekeeper.sheets.sheet import fold

FFT = "/sheets/exemple"
DIFFERS = "Les totaux ne sont plus ceux de la clôture"


def sheet_of(game, hands, players=CAST[:4], **options):
    document = {"format": night_document.FORMAT, "game": game, "players": [*players]}
    return fold(night_document.read(document | {"options": options, "hands": hands}))


GARDE = {"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49}


def test_the_match_sheet_has_its_printed_totals_and_bilans(client):
    page = client.get(f"{FFT}/print").text
    foot = page.split("<tfoot>")[1]
    cells = re.findall(r"<td[^>]*>(\d+|−\d+)</td>", foot)
    assert cells[:8] == ["318", "764", "270", "780", "1746", "400", "360", "750"]
    assert cells[8:] == ["−446", "−510", "1346", "−390"]


def test_a_line_of_paper_has_its_plus_and_minus():
    line = print_layout(sheet_of("tarot", [GARDE])).lines[0]
    assert line.pairs == (("198", ""), ("", "66"), ("", "66"), ("", "66"))


def test_a_line_of_belote_has_its_marks_the_running_total_and_the_litige():
    lines = print_layout(
        sheet_of("belote", [{"taker": "Anne", "points": 81}, {"taker": "Anne", "points": 91}])
    ).lines
    assert lines[0].pairs == (("0", "0"), ("81", "81")) and lines[0].held.text
    assert lines[1].pairs == (("172", "172"), ("71", "152")) and not lines[1].held.text


@pytest.mark.parametrize(
    "name", ["tarot", "belote", "coinche", "contree", "tarot_mouche", "libre"]
)
def test_a_blank_sheet_of_every_game_prints(client, name):
    page = client.get(f"/games/{name}/blank?columns=3").text
    assert page.count("<tr>") >= 24
    assert client.get(f"/games/{name}/blank?columns=99").status_code == 200


@pytest.mark.parametrize("name", GAMES)
def test_a_blank_sheet_has_the_columns_of_the_printed_one(name):
    printed, empty = print_layout(sheet_of(name, [])), blank(GAMES[name], 4)
    assert (empty.heads, len(empty.columns)) == (printed.heads, len(printed.columns))


def test_a_player_is_told_what_he_took_and_made():
    lost = GARDE | {"points": 30}
    found = ranking(sheet_of("tarot", [GARDE, lost, GARDE | {"taker": "Bruno"}]))
    anne = next(one for one in found if one.name == "Anne")
    assert (anne.taken, anne.made, anne.best.points, anne.worst.points) == (2, 1, 198, -216)
    assert [one.rank for one in found] == [1, 2, 2, 4]


def test_the_biggest_swing_is_the_hand_that_moved_most():
    assert largest_swing(sheet_of("tarot", [GARDE, GARDE | {"points": 60}])) == (352, 2)


def test_the_end_of_an_evening_without_a_hand_is_a_page(sheet, client):
    assert client.get(f"{sheet}/end").status_code == 200
    assert client.get(f"{sheet}/picture.svg").status_code == 200


@pytest.mark.parametrize("per", [1, 100])
def test_money_sums_to_zero_and_is_within_a_cent(per):
    chance = random.Random(per)
    for _ in range(5000):
        points = [chance.randrange(-900, 900) for _ in range(chance.randrange(1, 8))]
        stake = chance.randrange(1, 500)
        amounts = cents(points, stake, per)
        assert sum(amounts) == 0
        mean = sum(points) / len(points)
        for own, amount in zip(points, amounts, strict=True):
            assert abs(amount - stake * (own - mean) / per) < 1.0001


def test_payments_make_everybody_even_and_are_fewer_than_the_people():
    chance = random.Random(1)
    for _ in range(2000):
        amounts = [chance.randrange(-50, 50) for _ in range(chance.randrange(2, 8))]
        amounts.append(-sum(amounts))
        found = payments(amounts)
        assert len(found) < len(amounts) or not any(amounts)
        left = list(amounts)
        for one in found:
            assert one.cents > 0
            left[one.payer] += one.cents
            left[one.receiver] -= one.cents
        assert not any(left)


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


def test_a_closed_sheet_takes_nothing_more_and_opens_again(sheet, post_hand, client, totals):
    post_hand(sheet)
    client.post(f"{sheet}/end", data={"act": "close"})
    assert 'id="entry"' not in client.get(sheet).text
    assert post_hand(sheet).status_code == 409
    assert client.post(f"{sheet}/hands/2", data=GARDE).status_code in (409, 422)
    assert totals(sheet) == [198, -66, -66, -66]
    client.post(f"{sheet}/end", data={"act": "reopen"})
    assert post_hand(sheet).status_code == 303
    journal = client.get(f"{sheet}/journal").text
    assert "Feuille close" in journal and "Feuille rouverte" in journal


def test_a_closed_sheet_says_when_its_totals_are_no_more_those_it_was_closed_with(
    app, client, sheet, post_hand
):
    post_hand(sheet)
    client.post(f"{sheet}/end", data={"act": "close"})
    assert DIFFERS not in client.get(f"{sheet}/end").text
    storage = app.extensions["installation"].journal
    id = storage.grant(sheet.rsplit("/", 1)[1]).sheet_id
    storage.append(id, "x", "reopened", {}, 3)
    storage.append(id, "y", "closed", {"totals": [1, 2, 3, 4]}, 4)
    app.extensions["sheets"].cache.forget_sheet(id)
    assert DIFFERS in client.get(f"{sheet}/end").text


def test_a_closed_sheet_offers_nothing_that_writes(sheet, post_hand, client):
    post_hand(sheet)
    assert f"{sheet}/table" in client.get(sheet).text
    client.post(f"{sheet}/end", data={"act": "close"})
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
    document = spreadsheet.read(content)
    assert document["date"] == "2026-11-20"
    sheet = fold(night_document.read(document))
    assert sheet.state.standing == (1210, -5, -2)
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
