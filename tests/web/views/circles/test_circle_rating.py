"""The page of the estimated levels: what it shows, and that it explains."""

import pytest

EXAMPLE = "/circles/exemple/rating"


def test_the_page_says_how_the_level_is_reckoned(client):
    page = client.get(EXAMPLE).text
    assert "OpenSkill" in page and "Sans connaître les joueurs" in page
    assert "Pas de niveau" in page and "Pas encore de niveau" in page


def test_a_circle_without_contracts_has_the_explanation_alone(client):
    circle = client.post("/circles", data={"title": "Nous", "name": ["Anne", "Zoé"]}).location
    assert "Pas encore de contrat" in client.get(f"{circle}/rating").text


@pytest.mark.parametrize("token", ["r" + "A" * 22, "g" + "A" * 22])
def test_an_unknown_circle_has_no_rating(client, token):
    assert client.get(f"/circles/{token}/rating").status_code == 404
