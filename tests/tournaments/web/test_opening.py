"""Opening a tournament, its first page and its regulations."""

import re

import pytest
from conftest import token_of
from tournament_routes import OPENING, opened, role_token

from scorekeeper.tournaments.regulations import PRESETS


def tournament(app, address):
    return app.extensions["tournaments"].access(token_of(address)).state


def test_four_presets_are_offered_first(client):
    page = client.get("/tournaments/new").text
    assert re.findall(r"preset=(\w+)", page) == list(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_opens_with_its_usual_values_by_a_form_in_the_words_of_its_game(
    app, client, preset
):
    page = client.get(f"/tournaments/new?preset={preset}").text
    form = re.sub(r"<small>.*?</small>", "", page[page.index("<details") :])
    told = {word for word in ("position", "partie") if re.search(rf"\b{word}s?\b", form)}
    assert told == {"partie" if preset.startswith("belote") else "position"}
    usual = PRESETS[preset].regulations
    who = re.search("Combien coûte l.inscription d.(une équipe|un joueur)", page)[1]
    assert who == ("une équipe" if usual.ranks_teams else "un joueur") and "autofocus" in page
    address = opened(client, preset=preset, game=PRESETS[preset].games[0])
    assert tournament(app, address).regulations == usual


def test_what_is_wrong_is_told_beside_its_question(client):
    answer = client.post("/tournaments", data=OPENING | {"entry": "douze"})
    assert answer.status_code == 422
    assert answer.text.count('aria-invalid="true"') == 1 and 'value="douze"' in answer.text


@pytest.mark.parametrize("is_new", [True, False])
def test_the_field_that_is_refused_has_the_cursor_and_the_way_to_write_it(client, is_new):
    address = "/tournaments" if is_new else f"{opened(client)}/regulations"
    page = client.post(address, data=OPENING | {"grid": "60 euros"}).text
    assert re.findall(r'<input name="(\w+)"[^>]* autofocus', page) == ["grid"]
    assert "avec une espace entre deux" in page
    assert not re.search(r'role="alert">[^<]*</b>\s*<small>', page)  # three rows of a grid


def test_without_a_name_nothing_is_opened(client):
    answer = client.post("/tournaments", data=OPENING | {"title": " "})
    assert answer.status_code == 422 and "Il manque le nom du tournoi" in answer.text


def test_the_first_page_lists_the_tournaments_of_the_device(app, client):
    address = opened(client)
    assert f'href="{address}"' in client.get("/").text
    assert f'href="{address}"' not in app.test_client().get("/").text
    client.post("/forgotten", data={"token": token_of(address)})
    assert f'href="{address}"' not in client.get("/").text


def test_a_reader_is_offered_nothing_to_do(client):
    address = opened(client)
    page = client.get(f"/tournaments/{role_token(token_of(address))}").text
    assert "Inscrire les joueurs" in client.get(address).text
    assert "Inscrire les joueurs" not in page and "/people" not in page


def test_regulations_change_before_the_first_round(app, client):
    address = opened(client)
    saved = client.post(f"{address}/regulations", data={"rounds": "4", "grid": "60 30"})
    assert "Le règlement est enregistré." in client.get(saved.location).text
    assert "enregistré." not in client.get(f"{address}/regulations").text
    found = tournament(app, address).regulations
    assert (found.rounds, found.grid) == (4, (6000, 3000))


def test_the_prize_grid_is_computed_and_shown_before_it_is_kept(app, client):
    address = opened(client)
    form = {"entry": "10", "units": "40", "returned": "80", "rewarded": "20", "compute": "1"}
    page = client.post(f"{address}/regulations", data=form).text
    assert 'name="grid" value="105 55 40 30 25 25 20 20"' in page
    assert tournament(app, address).regulations.grid == ()


def test_a_page_for_an_unknown_link_speaks_of_a_tournament(client):
    page = client.get(f"/tournaments/o{'x' * 22}")
    assert page.status_code == 404
    assert "aucun tournoi à cette adresse" in page.text
