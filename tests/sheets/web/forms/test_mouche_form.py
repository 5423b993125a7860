import pytest

MOUCHE = {"taker": "0", "contract": "prise", "bouts": "2", "points": "40"}


def test_mises_and_mouches_are_on_the_sheet(open_preset, post_answers, totals, client):
    sheet = open_preset("tarot-mouche", 3)
    post_answers(sheet, MOUCHE)
    assert totals(sheet) == [-62, -9, -9]
    post_answers(sheet, MOUCHE)
    page = client.get(sheet).text
    assert "Mouches : 85 + 85" in page.replace("\xa0", " ")
    assert "85 + 90" in page.partition('class="deal"')[2].partition("</p>")[0]
    assert 'class="seal"' in page and 'class="seal broken"' not in page


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"contract": "grand_chelem", "bouts": "", "points": "", "chelem_made": "yes"}, 303),
        ({"contract": "grand_chelem", "chelem_made": "no"}, 303),
        ({"chelem_made": "yes"}, 303),
        ({"petit_au_bout_player": "1", "petit_au_bout_from": "0"}, 303),
        ({"petit_au_bout_player": "1", "petit_au_bout_from": "none"}, 303),
        ({"fault_kind": "none", "fault_player": "none"}, 303),
        ({"fault_kind": "revoke", "fault_player": "2"}, 303),
        ({"fault_kind": "none", "fault_player": "2"}, 422),
        ({"fault_kind": "forbidden_discard"}, 303),
        ({"fault_kind": "misdeal", "bouts": "", "points": ""}, 303),
        ({"fault_kind": "misdeal", "contract": "grand_chelem"}, 303),
        ({"fault_kind": "cheating"}, 422),
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


def test_a_revoke_is_a_word_of_the_row_and_is_shown_to_be_corrected(
    open_preset, post_answers, totals, client
):
    sheet = open_preset("tarot-mouche", 3)
    post_answers(sheet, MOUCHE | {"fault_kind": "revoke", "fault_player": "2"})
    assert totals(sheet) == [0, -10, -10]
    page = client.get(sheet).text
    assert "donne annulée" in page and "renonce</span>" in page
    entry = client.get(f"{sheet}/hands/2/edit").text
    fault = entry.split("ask-fault")[-1]
    assert 'value="revoke" checked' in fault and 'value="2" checked' in fault


def test_a_mise_and_a_single_mouche_are_chosen_with_the_sheet(
    open_preset, post_answers, totals, client
):
    options = {"option_mise_other": "2", "option_failure_other": "20"}
    sheet = open_preset("tarot-mouche", 3, **options)
    post_answers(sheet, MOUCHE)
    assert totals(sheet) == [-62, -19, -19]
    printed = client.get(f"{sheet}/print").text
    assert "multipliés par" in printed and "20 points" in printed


@pytest.mark.parametrize(("language", "word"), [("fr", "Renonce"), ("en", "Revoke")])
def test_the_rules_of_mouches_name_no_article_of_the_federation(client, language, word):
    page = client.get("/games/tarot_mouche", headers={"Accept-Language": language}).text
    tables = page.split("<table", 1)[1].rsplit("</table>", 1)[0]
    assert "FFT" not in tables and word in tables
