"""A night given to another La Marque as a link, and taken in from one."""

import html
import re

import pytest
from conftest import GARDE

from scorekeeper.application import create_app


@pytest.fixture
def sheet(open_sheet, client):
    opened = open_sheet()
    client.post(f"{opened}/hands", data=GARDE)
    return opened


def link_of(client, sheet):
    page = client.get(f"{sheet}/night").text
    return html.unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", page)[1])


def totals(client, sheet):
    return client.get(f"{sheet}/night.json").json["hands"], client.get(
        f"{sheet}/hands.csv"
    ).text


def bring(client, link, **more):
    """Look at the night of a link, then confirm it; the answer."""
    seen = client.post("/import", data={"pasted": link})
    assert seen.status_code == 200, seen.text
    form = re.search(r'<textarea name="document" hidden>(.*?)</textarea>', seen.text, re.S)
    if form is None:
        return seen
    return client.post(
        "/import", data={"document": html.unescape(form[1]), "key": "a" * 32} | more
    )


@pytest.fixture
def elsewhere(tmp_path):
    """A client of another La Marque."""
    return create_app(
        {"INSTANCE": tmp_path / "elsewhere", "TESTING": True, "WTF_CSRF_ENABLED": False}
    ).test_client()


def test_a_night_comes_to_another_la_marque_once_as_a_marked_copy(client, sheet, elsewhere):
    link = link_of(client, sheet)
    address, _, night = link.partition("#")
    assert address.endswith("/import") and len(night) < 1000
    copy = bring(elsewhere, link).location
    assert totals(elsewhere, copy) == totals(client, sheet)
    assert "Copie d’une soirée" in elsewhere.get(copy).text
    assert "Copie d’une soirée" not in client.get(sheet).text
    again = bring(elsewhere, link)
    assert (
        again.status_code == 200
        and "déjà sur cet appareil" in again.text
        and copy in again.text
    )
    document = elsewhere.get(f"{copy}/night.json").text
    posted = elsewhere.post("/import", data={"document": document, "key": "b" * 32})
    assert posted.location == copy
    assert elsewhere.get("/").text.count("Retirer") == client.get("/").text.count("Retirer")


def test_the_night_of_this_device_is_not_taken_in_beside_itself(client, sheet):
    link = link_of(client, sheet)
    assert "déjà sur cet appareil, avec les mêmes" in bring(client, link).text
    client.post(f"{sheet}/stake", data={"euros": "0,10", "per": "100"})
    client.post(f"{sheet}/note", data={"note": "chez Paul", "seen": "0", "key": "f" * 32})
    assert "déjà sur cet appareil, avec les mêmes" in bring(client, link).text
    client.post(f"{sheet}/hands", data=GARDE | {"key": "c" * 32})
    assert "1 ici, 2 sur l’appareil" in client.post("/import", data={"pasted": link}).text
    another = bring(client, link, again="1").location
    assert another != sheet and "Copie" in client.get(another).text


def test_the_longer_night_replaces_its_copy(client, sheet, elsewhere):
    first = bring(elsewhere, link_of(client, sheet)).location
    client.post(f"{sheet}/hands", data=GARDE | {"key": "c" * 32})
    link = link_of(client, sheet)
    seen = elsewhere.post("/import", data={"pasted": link}).text
    assert "la même soirée, plus longue" in seen and "2 ici, 1 dans la copie" in seen
    assert "Remplacer la copie" in seen and "Écrire aussi" not in seen
    second = bring(elsewhere, link, again="1", key="d" * 32).location
    assert totals(elsewhere, second) == totals(client, sheet)
    home = elsewhere.get("/").text
    assert second in home and first not in home


def test_a_night_that_says_otherwise_stands_beside_its_copy(client, sheet, elsewhere):
    first = bring(elsewhere, link_of(client, sheet)).location
    elsewhere.post(f"{first}/hands", data=GARDE | {"taker": "1", "key": "e" * 32})
    client.post(f"{sheet}/hands", data=GARDE | {"key": "c" * 32})
    client.post(f"{sheet}/hands", data=GARDE | {"key": "f" * 32, "replaces": ""})
    link = link_of(client, sheet)
    seen = elsewhere.post("/import", data={"pasted": link}).text
    assert "Écrire aussi celle-ci" in seen and "Remplacer" not in seen
    second = bring(elsewhere, link, again="1", key="d" * 32).location
    home = elsewhere.get("/").text
    assert second in home and first in home


@pytest.mark.parametrize(
    "link",
    ["x", "https://a.example/#night=", "night=1/1-00000000-AAAA", "night=1/2-00000000-AAAA"],
)
def test_a_link_without_a_night_is_refused_with_a_sentence(client, link):
    answer = client.post("/import", data={"pasted": link})
    assert answer.status_code == 422 and "Rien n’a été écrit" in answer.text
