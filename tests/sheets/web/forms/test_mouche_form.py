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


def test_a_passed_deal_with_mouches_takes_the_mises(open_preset, client, totals):
    sheet = open_preset("tarot-mouche", 3)
    client.post(f"{sheet}/hands", data={"passed": "1"})
    assert totals(sheet) == [-20, -10, -10]
    assert "chacun met sa mise" in client.get(f"{sheet}/hands/2").text


@pytest.mark.parametrize(("language", "word"), [("fr", "Renonce"), ("en", "Revoke")])
def test_the_rules_of_mouches_name_no_article_of_the_federation(client, language, word):
    page = client.get("/games/tarot_mouche", headers={"Accept-Language": language}).text
    tables = page.split("<table", 1)[1].rsplit("</table>", 1)[0]
    assert "FFT" not in tables and word in tables
