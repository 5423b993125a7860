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


def test_a_penalty_at_belote_is_for_a_team(open_preset, client, totals):
    sheet = open_preset("belote-ffb")
    form = {"player": "1", "points": "162", "way": "more", "reason": "renonce"}
    assert client.post(f"{sheet}/penalties", data=form).status_code == 303
    assert totals(sheet) == [0, 162]
    assert client.post(f"{sheet}/penalties", data=form | {"player": "2"}).status_code == 422
