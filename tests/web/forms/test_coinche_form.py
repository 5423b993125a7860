import re

import pytest

COINCHE = {"taker": "0", "suit": "hearts", "contract": "100", "points": "110"}


def errors(page):
    return re.findall(r'class="error"[^>]*>(.*?)</p>', page.text)


@pytest.mark.parametrize(
    ("form", "after"),
    [
        ({}, [210, 50]),
        ({"contract": "capot", "capot": "attack", "points": ""}, [500, 0]),
        ({"contract": "", "contract_other": "180"}, [0, 340]),
        ({"coinche": "coinche"}, [520, 0]),
        ({"coinche": "surcoinche", "belote": "attack"}, [1120, 0]),
        ({"points": "80"}, [0, 260]),
    ],
)
def test_a_hand_of_coinche_is_typed_in_a_few_ways(
    open_preset, post_answers, totals, form, after
):
    sheet = open_preset("coinche-ffb")
    assert post_answers(sheet, COINCHE | form).status_code == 303
    assert totals(sheet) == after


@pytest.mark.parametrize("other", ["85", "70", "660", "x", "-100", "0", "1" * 40])
def test_an_impossible_contract_is_refused(open_preset, post_answers, other):
    answer = post_answers(
        open_preset("coinche-ffb"), COINCHE | {"contract": "", "contract_other": other}
    )
    assert answer.status_code == 422
    msg = " ".join(errors(answer))
    assert "un multiple de 10, de 80 à 650" in msg or "en chiffres" in msg


def test_a_typed_contract_is_shown_again(open_preset, post_answers, client):
    sheet = open_preset("coinche-ffb")
    post_answers(sheet, COINCHE | {"contract": "", "contract_other": "180"})
    page = client.get(f"{sheet}/hands/2/edit").text
    assert 'name="contract_other" value="180"' in page


def test_at_all_trump_each_side_has_its_belotes(open_preset, post_answers, totals, client):
    sheet = open_preset("contree-faits")
    form = COINCHE | {"suit": "all_trump", "belote_attack": "2", "belote_defence": "1"}
    assert post_answers(sheet, form).status_code == 303
    assert totals(sheet) == [150, 70]
    page = client.get(f"{sheet}/hands/2/edit").text
    assert 'name="belote_attack" value="2" checked' in page


def test_contree_has_its_own_labels(open_preset, post_answers, client):
    sheet = open_preset("contree-faits-annonces")
    assert "Surcontré" in client.get(sheet).text
    post_answers(sheet, COINCHE | {"coinche": "coinche"})
    assert "100 ♥ Cœur, contré, fait" in client.get(sheet).text


def test_a_typed_contract_and_a_chosen_one_may_not_differ(open_preset, post_answers):
    answer = post_answers(open_preset("coinche-ffb"), COINCHE | {"contract_other": "170"})
    assert answer.status_code == 422 and "100 ou 170" in answer.text


def test_annonces_without_a_side_are_refused(open_preset, post_answers):
    for shown in ({"annonces_list_tierce": "1"}, {"annonces_points": "50"}):
        answer = post_answers(open_preset("coinche-ffb"), COINCHE | shown)
        assert answer.status_code == 422 and "Camp qui marque" in answer.text
