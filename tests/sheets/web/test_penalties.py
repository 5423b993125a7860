import re

import pytest


def test_a_penalty_is_shown_apart_from_the_hands(sheet, post_hand, client, totals):
    post_hand(sheet)
    penalty = {"player": "1", "way": "less", "points": "100", "reason": "retard"}
    client.post(f"{sheet}/penalties", data=penalty)
    page = client.get(sheet).text
    assert totals(sheet) == [198, -166, -66, -66]
    assert "retard" in page and "hors donnes" in page and "−100" in page
    client.post(f"{sheet}/penalties/3", data=penalty | {"points": "200"})
    assert totals(sheet) == [198, -266, -66, -66]


def test_a_reader_sees_a_space_before_who_has_the_penalty(sheet, reader, client):
    client.post(f"{sheet}/penalties", data={"player": "1", "way": "less", "points": "100"})
    assert re.search(r'Pénalité <b\s+class="penalized">', client.get(reader).text)


@pytest.mark.parametrize(
    "points",
    [
        *("", "0", "-5", "1e3", "٣", "99999", "9" * 5000, "²"),
        *("000019999", "00001" + "9" * 4290, "10000", "+5"),
    ],
)
def test_a_penalty_of_no_points_or_of_too_many_is_refused(sheet, client, points):
    penalty = {"player": "1", "way": "less", "points": points}
    assert client.post(f"{sheet}/penalties", data=penalty).status_code == 422


def test_an_unusual_penalty_is_asked_about_and_corrected_where_it_ended_the_game(
    open_preset, client, totals
):
    sheet = open_preset("belote-ffb")
    form = {"player": "1", "points": "1600", "way": "more", "key": "a" * 32}
    asked = client.post(f"{sheet}/penalties", data=form)
    assert asked.status_code == 422 and "est-ce bien cela" in asked.text
    assert 'name="confirm" value="1600"' in asked.text
    other = client.post(
        f"{sheet}/penalties", data=form | {"points": "5160", "confirm": "1600"}
    )
    assert other.status_code == 422
    assert (
        client.post(f"{sheet}/penalties", data=form | {"confirm": "1600"}).status_code == 303
    )
    assert totals(sheet) == [0, 1600]
    assert (
        f"{sheet}/penalties/2/edit" in client.get(sheet).text.partition('id="won"')[2][:3000]
    )


def test_a_penalty_of_a_document_keeps_a_receiver_that_the_form_no_longer_offers(
    open_preset, client, totals
):
    first = open_preset("belote-ffb")
    form = {"player": "1", "points": "10", "way": "less", "to": "opponents"}
    client.post(f"{first}/penalties", data=form)
    document = client.get(f"{first}/night.json").text.replace('"opponents"', '"others"')
    document = re.sub('"night": .*', "", document)
    sheet = client.post("/import", data={"document": document, "key": "b" * 32}).location
    assert totals(sheet) == [10, -10]
    penalty = re.search(r"/penalties/\d+", client.get(sheet).text)[0]
    page = client.get(f"{sheet}{penalty}/edit").text
    assert re.search(r'name="to" value="others"[^>]*checked', page)
    client.post(f"{sheet}{penalty}", data=form | {"to": "others", "points": "20"})
    assert totals(sheet) == [20, -20]
