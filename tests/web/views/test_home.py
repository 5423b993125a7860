import pytest
from conftest import GARDE


def test_a_device_remembers_its_sheets_and_their_players(sheet, client):
    assert sheet in client.get("/").text
    assert 'name="name" value="Chloé"' in client.get("/sheets/new").text
    client.post("/forgotten", data={"token": sheet.split("/")[-1]})
    assert sheet not in client.get("/").text


def test_another_device_shows_no_sheet_of_this_one(sheet, app):
    assert sheet not in app.test_client().get("/").text


def test_the_example_is_the_federations_sheet(client, totals):
    assert totals("/sheets/exemple") == [-446, -510, 1346, -390]
    assert client.post("/sheets/exemple/hands", data=GARDE).status_code == 404


def test_the_working_of_a_hand_quotes_its_articles(client):
    page = client.get("/sheets/exemple/hands/2").text
    assert "(25 + 8) × 2" in page
    assert "FFT 2012, p. 7" in page


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/sheets/unknown",
        "/sheets/" + "A" * 22,
        "/sheets/%00%ff",
        "/sheets/exemple/hands/99",
        "/sheets/exemple/hands/2/edit",
        "/sheets/exemple/table",
        "/instance/secret_key",
        "/.git/config",
        "/app.py",
    ],
)
def test_an_unknown_address_is_a_page_of_its_own(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "La Marque" in answer.text


@pytest.mark.parametrize(
    "away", ["//evil.test/", "/\\evil.test", "https://evil.test/", "x\r\ny"]
)
def test_the_address_after_a_language_is_one_of_this_site(client, away):
    answer = client.post("/language", data={"language": "en", "next": away})
    assert answer.location == "/"
