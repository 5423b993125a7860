import pytest

MOUCHE = {"taker": "0", "contract": "prise", "bouts": "2", "points": "40"}


def test_mises_and_mouches_are_on_the_sheet(open_preset, post_answers, totals, client):
    sheet = open_preset("tarot-mouche", 3)
    post_answers(sheet, MOUCHE)
    assert totals(sheet) == [-62, -9, -9]
    post_answers(sheet, MOUCHE)
    page = client.get(sheet).text
    assert "Mouches : 85 + 85" in page.replace("\xa0", " ")
    assert 'class="seal"' in page and 'class="seal broken"' not in page


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"contract": "grand_chelem", "bouts": "", "points": "", "chelem_made": "yes"}, 303),
        ({"contract": "grand_chelem", "bouts": "", "points": ""}, 422),
        ({"contract": "grand_chelem", "chelem_made": "no"}, 303),
        ({"chelem_made": "yes"}, 303),
        ({"bouts": ""}, 422),
        ({"petit_au_bout_player": "1", "petit_au_bout_from": "0"}, 303),
        ({"petit_au_bout_player": "1", "petit_au_bout_from": "2"}, 422),
        ({"petit_au_bout_player": "1", "petit_au_bout_from": "none"}, 303),
    ],
)
def test_a_hand_with_mouches_is_recorded_where_it_is_possible(
    open_preset, post_answers, form, status
):
    answer = post_answers(open_preset("tarot-mouche", 3), MOUCHE | form)
    assert answer.status_code == status


def test_a_passed_deal_with_mouches_takes_the_mises(open_preset, client, totals):
    sheet = open_preset("tarot-mouche", 3)
    client.post(f"{sheet}/hands", data={"passed": "1"})
    assert totals(sheet) == [-20, -10, -10]
    assert "chacun met sa mise" in client.get(f"{sheet}/hands/2").text


def test_points_left_from_another_contract_are_ignored(open_preset, post_answers, totals):
    sheet = open_preset("tarot-mouche", 3)
    form = MOUCHE | {"contract": "petit_chelem", "points": "95", "chelem_made": "yes"}
    assert post_answers(sheet, form).status_code == 303
    assert totals(sheet) == [220, -110, -110]
