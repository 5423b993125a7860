import re

import pytest

from scorekeeper.games import GAMES


def test_the_rules_are_told_by_the_tables_that_score(client):
    tarot = client.get("/games/tarot").text
    assert all(f"<td>{points}</td>" in tarot for points in (56, 51, 41, 36, 400))
    cannes = client.get("/games/contree").text.split("<h2>Contrée, Cannes")[1]
    assert all(f"<td>{points}</td>" in cannes for points in (260, 360, 460))


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
