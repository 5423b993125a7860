import re

import pytest
from conftest import GARDE


def messages(page):
    return re.findall(r'class="(?:error|warning)"[^>]*>(.*?)</p>', page.text)


def test_an_invalid_hand_keeps_what_was_typed(sheet, post_hand):
    page = post_hand(sheet, points="92").text
    assert 'value="garde" checked' in page
    assert 'name="points" value="92"' in page


def test_a_hand_with_warnings_is_recorded_once_confirmed(sheet, post_hand, totals):
    first = post_hand(sheet, bouts="0", points="80", petit_au_bout="attack")
    assert (first.status_code, len(messages(first))) == (422, 3)
    confirm = re.search(r'name="confirm" value="(.*?)"', first.text)[1]
    answer = post_hand(sheet, bouts="0", points="80", petit_au_bout="attack", confirm=confirm)
    assert answer.status_code == 303
    assert sum(totals(sheet)) == 0 != totals(sheet)[0]


@pytest.mark.parametrize(
    "changes",
    [
        {"sitting_out": ["1", "2"]},
        {"sitting_out": ["0"]},
        {"points": "x"},
        {"taker": "9"},
        {"poignees": "nope"},
    ],
)
def test_the_preview_of_an_impossible_hand_shows_no_score(sheet, client, changes):
    answer = client.post(f"{sheet}/hands/preview", data=GARDE | changes)
    assert answer.status_code == 200
    assert "verdict" not in answer.text
    assert "verdict" in client.post(f"{sheet}/hands/preview", data=GARDE).text


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        (
            {"chelem": "announced_failed", "petit_au_bout": "defence"},
            "faite de 8, chelem chuté",
        ),
        ({"points": "30", "petit_au_bout": "attack"}, "chutée de 11, petit au bout"),
        ({"poignees": "0-double", "petit_au_bout": "attack"}, "faite de 8"),
    ],
)
def test_the_verdict_before_saving_names_what_counts_most_against_it(
    client, sheet, changes, verdict
):
    shown = client.post(f"{sheet}/hands/preview", data=GARDE | changes).text
    assert f'<p class="verdict">{verdict}</p>' in shown.replace("\xa0", " ")


def test_a_hand_for_another_seating_is_asked_again(sheet, post_hand, client, totals):
    table = {"name": ["Anne", "Bruno", "Chloé"], "number": ["0", "1", "2"], "dealer": "1"}
    client.post(f"{sheet}/table", data=table | {"seating": "0"})
    assert post_hand(sheet, seating="0").status_code == 422
    assert client.post(f"{sheet}/table", data=table | {"seating": "0"}).status_code == 409
    assert post_hand(sheet, seating="2").status_code == 303
    assert totals(sheet) == [132, -66, -66, 0]


def test_a_deal_that_another_phone_has_recorded_at_another_table_is_asked_again_with_it(
    sheet, post_hand, client
):
    base = re.search(r'name="base" value="(\w+)"', client.get(sheet).text)[1]
    table = {"name": ["Anne", "Bruno", "Chloé"], "number": ["0", "1", "2"], "dealer": "1"}
    client.post(f"{sheet}/table", data=table | {"seating": "0"})
    post_hand(sheet, seating="2", key="a" * 32)
    late = post_hand(sheet, base=base, seating="0", key="b" * 32)
    assert late.status_code == 422
    assert 'name="seating" value="2"' in late.text


@pytest.mark.parametrize("key", ["", "x", "A" * 32, "a" * 31, "a" * 33])
def test_a_key_that_is_no_key_is_replaced(sheet, post_hand, totals, key):
    for _ in range(2):
        assert post_hand(sheet, key=key).status_code == 303
    assert totals(sheet) == [396, -132, -132, -132]


def test_a_hand_for_another_dealer_is_asked_again(open_sheet, post_hand, client):
    sheet = open_sheet(5, active="4")
    seating_version = re.search(r'name="seating" value="(.*?)"', client.get(sheet).text)[1]
    first = post_hand(sheet, taker="2", sitting_out=["0"], seating=seating_version)
    second = post_hand(sheet, taker="3", sitting_out=["0"], seating=seating_version)
    assert (first.status_code, second.status_code) == (303, 422)
    assert 'name="sitting_out" value="1" checked' in second.text


# The notes of a hand and of the sheet

NOTE = "la garde contre d'<b>Anne</b> ! 🂡"
SHOWN = "la garde contre d&#39;&lt;b&gt;Anne&lt;/b&gt; ! 🂡"


@pytest.fixture
def annotate(client):
    def post(place, note=NOTE, seen="0", **fields):
        return client.post(f"{place}/note", data={"note": note, "seen": seen, **fields})

    return post


@pytest.fixture
def hand(sheet, post_hand):
    post_hand(sheet)
    return f"{sheet}/hands/2"


@pytest.fixture(params=["hand", "evening"])
def noted(request, sheet, hand):
    """A place for a note, and the event that its form saw."""
    return (hand, "2") if request.param == "hand" else (sheet, "0")


def test_a_note_is_on_its_pages_and_on_paper(sheet, noted, annotate, client, reader, totals):
    place, seen = noted
    answer = annotate(place, seen=seen)
    assert (answer.status_code, answer.location) == (303, f"{sheet}?recorded=3")
    own = (place,) if place != sheet else (f"{sheet}/end",)
    for page in (*own, sheet, reader, f"{sheet}/print", f"{sheet}/journal"):
        assert SHOWN in client.get(page).text
    assert totals(sheet) == [198, -66, -66, -66]
    assert ">corrigée<" not in client.get(sheet).text


def test_a_correction_keeps_the_note(sheet, hand, annotate, client):
    annotate(hand, seen="2")
    client.post(hand, data={**GARDE, "points": "50", "seen": "3", "key": "1" * 32})
    page = client.get(hand).text
    assert SHOWN in page and "+204" in page


def test_an_empty_note_removes_it(noted, annotate, client):
    place, seen = noted
    annotate(place, seen=seen)
    annotate(place, " \u200b ", seen="3")
    assert SHOWN not in client.get(place).text


def test_a_note_for_another_version_is_asked_again(noted, annotate, client):
    place, seen = noted
    annotate(place, "la première", seen=seen)
    answer = annotate(place, "la seconde", seen=seen)
    assert answer.status_code == 409
    assert 'value="la seconde"' in answer.text and "« <bdi>la première</bdi> »" in answer.text
    assert "la seconde" not in client.get(place).text
    assert annotate(place, "la seconde", seen="3").status_code == 303


def test_the_same_note_sent_twice_is_one(sheet, hand, annotate, client):
    for _ in range(2):
        assert annotate(hand, seen="2", key="2" * 32).status_code == 303
    assert client.get(f"{sheet}/journal").text.count("Note de la donne 1") == 1


def test_a_note_is_one_short_line(hand, annotate, client):
    annotate(hand, "a\nb" + "c" * 5000, seen="2")
    assert "« <bdi>a b" + "c" * 77 + "</bdi> »" in client.get(hand).text


def test_only_a_hand_has_a_note_and_only_a_writer_writes_it(
    sheet, hand, annotate, client, reader
):
    assert annotate(f"{sheet}/hands/1").status_code == 404
    assert annotate(f"{reader}/hands/2").status_code == 404
    assert "/note" not in client.get(f"{reader}/hands/2").text
    client.post(f"{sheet}/journal/removals", data={"entry": "2", "seen": "2"})
    assert annotate(hand, seen="3").status_code == 404


def test_a_note_of_the_evening_goes_with_its_document(sheet, annotate, client):
    annotate(sheet)
    document = client.get(f"{sheet}/night.json")
    assert document.json["note"] == NOTE
    copy = client.post("/import", data={"document": document.text}).location
    assert client.get(f"{copy}/night.json").json["note"] == NOTE
    annotate(sheet, "", seen="2")
    assert "note" not in client.get(f"{sheet}/night.json").json
    assert "Note de la soirée retirée" in client.get(f"{sheet}/journal").text


def test_other_phones_get_the_note_of_the_evening(sheet, reader, annotate, client):
    etag = re.search(r"live\?v=([\w.-]+)", client.get(reader).text)[1]
    annotate(sheet)
    news = client.get(f"{reader}/live?v={etag}")
    assert news.status_code == 200 and SHOWN in news.text
