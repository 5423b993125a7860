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
        ({"contract": "capot", "points": "120"}, [0, 410]),
        ({"contract": "capot", "capot": "defence", "points": ""}, [0, 410]),
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


def test_a_capot_that_is_bid_is_not_taken_for_made(open_preset, post_answers):
    form = COINCHE | {"contract": "capot", "points": ""}
    answer = post_answers(open_preset("coinche-ffb"), form)
    assert answer.status_code == 422
    assert "qui a fait tous les plis" in " ".join(errors(answer))


@pytest.mark.parametrize("other", ["85", "70", "660", "x", "-100", "0", "1" * 40])
def test_an_impossible_contract_is_refused(open_preset, post_answers, other):
    answer = post_answers(
        open_preset("coinche-ffb"), COINCHE | {"contract": "", "contract_other": other}
    )
    assert answer.status_code == 422
    msg = " ".join(errors(answer))
    assert "un multiple de 10, de 80 à 650" in msg or "en chiffres" in msg


def test_bids_in_fives_are_one_tap_where_marks_are(open_preset, post_answers, totals, client):
    sheet = open_preset("coinche-ffb", option_rounding="to5")
    fives, tens = client.get(sheet).text, client.get(open_preset("coinche-ffb")).text
    assert 'name="contract" value="85"' in fives and 'placeholder="125+"' in fives
    assert 'name="contract" value="85"' not in tens and 'placeholder="170+"' in tens
    assert post_answers(sheet, COINCHE | {"contract": "85"}).status_code == 303
    assert totals(sheet) == [195, 50]


def test_contree_is_played_with_announcements_by_an_option(open_preset, post_answers, totals):
    sheet = open_preset("contree-faits", option_annonces="True")
    shown = {"annonces_side": "attack", "annonces_list_cinquante": "1"}
    assert post_answers(sheet, COINCHE | {"contract": "130"} | shown).status_code == 303
    assert totals(sheet) == [160, 50]


def test_announcements_of_contree_are_asked_before_the_other_options(client):
    page = client.get("/sheets/new?rules=contree-faits").text
    assert 'name="option_annonces"' in page.split('<details class="others"')[0]


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
    assert "100\xa0♥\xa0Cœur, contré" in client.get(sheet).text


def test_a_typed_contract_and_a_chosen_one_may_not_differ(open_preset, post_answers):
    answer = post_answers(open_preset("coinche-ffb"), COINCHE | {"contract_other": "170"})
    assert answer.status_code == 422 and "100 ou 170" in answer.text


@pytest.mark.parametrize(
    ("shown", "what"),
    [
        ({"annonces_list_tierce": "2"}, "de la tierce"),
        ({"annonces_list_carre_rois": "1"}, "du carré"),
        ({"annonces_list_tierce": "1", "annonces_list_cent": "1"}, "des annonces"),
        ({"annonces_points": "50"}, "des annonces"),
    ],
)
def test_annonces_without_a_side_lack_it(open_preset, post_answers, shown, what):
    answer = post_answers(open_preset("coinche-ffb"), COINCHE | shown)
    assert answer.status_code == 422
    assert f": le camp {what}</p>" in answer.text
    assert not re.search('name="annonces_side"[^>]* checked', answer.text)


def test_a_generale_is_offered_where_it_is_played(open_preset, client):
    assert 'value="generale"' not in client.get(open_preset("coinche-ffb")).text
    page = client.get(open_preset("coinche-ffb", option_generale="500")).text
    assert 'name="contract" value="generale"' in page
    assert 'name="generale_made" value="yes"' in page


@pytest.mark.parametrize(("made", "after"), [("yes", [750, 0]), ("no", [0, 660])])
def test_a_generale_is_made_or_failed_and_hidden_answers_do_not_count(
    open_preset, post_answers, totals, client, made, after
):
    sheet = open_preset("coinche-ffb", option_generale="500")
    form = COINCHE | {"contract": "generale", "generale_made": made, "capot": "attack"}
    assert post_answers(sheet, form).status_code == 303
    assert totals(sheet) == after
    page = client.get(f"{sheet}/hands/2/edit").text
    assert f'name="generale_made" value="{made}" checked' in page
    assert 'name="points" value=""' in page


def test_a_generale_without_its_outcome_is_refused(open_preset, post_answers):
    sheet = open_preset("contree-faits", option_generale="500")
    answer = post_answers(sheet, COINCHE | {"contract": "generale"})
    assert answer.status_code == 422 and "choisissez une réponse" in errors(answer)


def test_a_generale_posted_where_it_is_not_played_is_refused(open_preset, post_answers):
    form = COINCHE | {"contract": "generale", "generale_made": "yes"}
    assert post_answers(open_preset("coinche-ffb"), form).status_code == 422


def test_the_outcome_of_a_generale_does_not_count_with_another_contract(
    open_preset, post_answers, totals
):
    sheet = open_preset("coinche-ffb", option_generale="500")
    assert post_answers(sheet, COINCHE | {"generale_made": "yes"}).status_code == 303
    assert totals(sheet) == [210, 50]


def test_a_renonce_is_one_tap(open_preset, post_answers, totals, client):
    sheet = open_preset("coinche-ffb")
    shown = {"annonces_side": "attack", "annonces_list_tierce": "1"}
    form = COINCHE | shown | {"annonces_renonce": "yes"}
    assert post_answers(sheet, form).status_code == 303
    assert totals(sheet) == [210, 70]
    page = client.get(f"{sheet}/hands/2/edit").text
    assert 'type="checkbox" name="annonces_renonce" value="yes" checked' in page


def test_squares_have_their_ranks_at_no_trump(open_preset, post_answers, totals):
    sheet = open_preset("coinche-ffb", option_no_trump="True")
    shown = {"annonces_side": "attack", "annonces_list_carre_as": "1"}
    assert post_answers(sheet, COINCHE | {"suit": "no_trump"} | shown).status_code == 303
    assert totals(sheet) == [410, 50]


def test_a_square_without_its_rank_is_shown_only_where_a_hand_has_it(
    open_preset, post_answers, totals, client
):
    sheet = open_preset("coinche-ffb")
    assert "annonces_list_carre_as" in client.get(sheet).text
    assert 'name="annonces_list_carre"' not in client.get(sheet).text
    shown = {"annonces_side": "attack", "annonces_list_carre": "1"}
    assert post_answers(sheet, COINCHE | shown).status_code == 303
    assert totals(sheet) == [310, 50]
    assert (
        'name="annonces_list_carre" value="1" checked'
        in client.get(f"{sheet}/hands/2/edit").text
    )
    assert 'name="annonces_list_carre"' not in client.get(sheet).text


def test_a_bid_above_160_is_to_be_confirmed_at_contree(open_preset, post_answers, totals):
    form = COINCHE | {"contract": "", "contract_other": "170"}
    sheet = open_preset("contree-faits-annonces")
    answer = post_answers(sheet, form)
    assert answer.status_code == 422 and "on demande 160 au plus" in answer.text
    confirm = re.search(r'name="confirm" value="(.+?)"', answer.text)[1]
    assert post_answers(sheet, form, confirm=confirm).status_code == 303
    open_to_650 = open_preset("contree-faits-annonces", option_highest_bid="650")
    assert post_answers(open_to_650, form).status_code == 303


@pytest.mark.parametrize(
    ("options", "is_offered"),
    [({}, False), ({"highest_bid": "270"}, True), ({"annonces": "True"}, True)],
)
def test_contree_offers_a_bid_to_type_only_above_those_to_tap(
    client, open_preset, options, is_offered
):
    chosen = {f"option_{name}": value for name, value in options.items()}
    page = client.get(open_preset("contree-faits", **chosen)).text
    assert ('name="contract_other"' in page) == is_offered


def test_a_tie_of_coinche_is_held_and_shown(open_preset, post_answers, totals, client):
    sheet = open_preset("coinche-ffb", option_tie="litige")
    post_answers(sheet, COINCHE | {"contract": "80", "points": "81"})
    assert totals(sheet) == [0, 80]
    assert "Litige : 80 en jeu" in client.get(sheet).text.replace("\xa0", " ")
    post_answers(sheet, COINCHE)
    assert totals(sheet) == [290, 130]


def test_who_doubled_may_be_said(open_preset, post_answers, totals, client):
    sheet = open_preset("coinche-ffb")
    assert post_answers(sheet, COINCHE | {"coinche": "coinche"}).status_code == 303
    said = COINCHE | {"coinche": "coinche", "coinched_by": "1"}
    assert post_answers(sheet, said).status_code == 303
    assert totals(sheet) == [1040, 0]
    assert client.get(sheet).text.count("coinché par Bruno") == 1
    document = client.get(f"{sheet}/night.json").json["hands"]
    assert [hand.get("coinched_by") for hand in document] == [None, "Bruno"]
    page = client.get(f"{sheet}/hands/3/edit").text
    assert re.search(r'name="coinched_by" value="1" checked', page)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"coinched_by": "1"}, "ne se dit que d’un contrat doublé"),
        ({"coinched_by": "2", "coinche": "coinche"}, "on attend un joueur de la défense"),
    ],
)
def test_who_cannot_have_doubled_is_refused(open_preset, post_answers, given, why):
    answer = post_answers(open_preset("coinche-ffb"), COINCHE | given)
    assert answer.status_code == 422
    assert why in " ".join(errors(answer)).replace("\xa0", " ").replace("&#39;", "’")
