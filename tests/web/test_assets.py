"""What a page weighs, and how long its files are kept."""

import gzip
import re

import pytest
from conftest import CAST

FILES = re.compile(r'(?:src|href)="(/assets/[^"]+)"')


@pytest.fixture
def long_sheet(sheet, post_hand):
    for n in range(40):
        petit = {"petit_au_bout": "attack"} if n % 4 == 0 else {}
        post_hand(sheet, taker=str(n % 4), points=str(35 + n % 20), **petit)
    return sheet


def fetched(client, path):
    answer = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    return answer


def test_a_first_visit_to_forty_hands_is_light_and_a_later_one_lighter(long_sheet, client):
    page = fetched(client, long_sheet)
    files = set(FILES.findall(gzip.decompress(page.data).decode()))
    files -= {path for path in files if path.endswith(".webmanifest")}
    weights = {path: len(fetched(client, path).data) for path in files}
    print(f"page {len(page.data)} bytes, files {weights}")
    assert len(files) <= 3
    assert len(page.data) + sum(weights.values()) <= 32 * 1024
    assert len(page.data) <= 8 * 1024


def test_a_file_is_named_by_its_content_and_kept_a_year(client):
    for path in set(FILES.findall(client.get("/").text)):
        answer = client.get(path)
        assert answer.status_code == 200 and "immutable" in answer.headers["Cache-Control"]
        assert re.search(r"-[0-9a-f]{12}\.", path)
        assert gzip.decompress(fetched(client, path).data) == answer.data


def test_a_file_of_another_version_is_not_there(client):
    assert client.get("/assets/marque-000000000000.js").status_code == 404


def test_the_script_has_htmx_as_it_was_published(client, app):
    path = next(p for p in FILES.findall(client.get("/").text) if p.endswith(".js"))
    with open(f"{app.static_folder}/htmx-2.0.11.min.js", encoding="utf-8") as published:
        assert published.read() in client.get(path).text


def test_a_browser_that_packs_nothing_gets_plain_text(client):
    answer = client.get("/", headers={"Accept-Encoding": "gzip;q=0"})
    assert "Content-Encoding" not in answer.headers and "La Marque" in answer.text


def test_a_page_asks_nothing_of_another_server(long_sheet, client):
    for path in ("/", long_sheet, f"{long_sheet}/print", "/games/tarot"):
        page = client.get(path).text
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page)


@pytest.mark.parametrize(
    "name", ["tarot", "belote", "coinche", "contree", "tarot_mouche", "libre"]
)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_rules_of_a_game_are_one_page(client, name, language):
    page = client.get(f"/games/{name}", headers={"Accept-Language": language})
    assert page.status_code == 200 and "/games/" in page.text


def test_the_rules_are_told_by_the_tables_that_score(client):
    tarot = client.get("/games/tarot").text
    assert all(f"<td>{points}</td>" in tarot for points in (56, 51, 41, 36, 400))
    cannes = client.get("/games/contree").text.split("Cannes")[1]
    assert all(f"<td>{points}</td>" in cannes for points in (260, 360, 460))


def test_a_game_that_is_not_has_no_rules(client):
    assert client.get("/games/bridge").status_code == 404


def test_the_curves_of_an_evening_end_where_the_totals_are(sheet, post_hand, client):
    assert "/curves" not in client.get(sheet).text
    post_hand(sheet)
    post_hand(sheet, taker="1")
    assert "/curves" in client.get(sheet).text
    page = client.get(f"{sheet}/curves").text
    assert page.count("<polyline") == 4
    assert all(f"{mark} {name}" in page for mark, name in zip("●■▲◆", CAST, strict=False))


def test_places_are_shared_by_those_who_are_level(sheet, post_hand, client):
    post_hand(sheet)
    ranks = re.findall(r'class="rank"[^>]*>(\d)<', client.get(sheet).text)
    assert ranks == ["1", "2", "2", "2"]
