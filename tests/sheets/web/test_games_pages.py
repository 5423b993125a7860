import re

import pytest

from scorekeeper.games import GAMES


def test_a_game_that_is_not_has_no_rules(client):
    assert client.get("/games/bridge").status_code == 404


@pytest.mark.parametrize("name", GAMES)
def test_a_page_of_rules_begins_with_every_game_and_its_own_tables(client, name):
    page = client.get(f"/games/{name}").text
    top = page.split('class="lead"')[0]
    assert all(f'href="/games/{other}"' in top for other in GAMES)
    assert f'href="/games/{name}" aria-current="page"' in top
    contents = page.split('<details class="fold contents">')[1].split("</details>")[0]
    links = re.findall('href="#(.+?)"', contents)
    assert links == re.findall(r'<(?:table class="tables"|h2) id="(.+?)"', page)


@pytest.mark.parametrize(("language", "word"), [("fr", "Renonce"), ("en", "Revoke")])
def test_the_rules_of_mouches_name_no_article_of_the_federation(client, language, word):
    page = client.get("/games/tarot_mouche", headers={"Accept-Language": language}).text
    tables = page.split("<table", 1)[1].rsplit("</table>", 1)[0]
    assert "FFT" not in tables and word in tables
