"""The language of pages: negotiated with the browser, or chosen on a page."""

import pytest
from babel.messages.pofile import read_po

from scorekeeper.i18n.languages import LOCALES, translator, typeset

ENGLISH = translator("en")


@pytest.fixture(scope="module")
def sources():
    """Every French text of the program and its pages."""
    with (LOCALES / "en/LC_MESSAGES/messages.po").open("rb") as file:
        return {message.id for message in read_po(file) if message.id}


def test_a_page_is_in_the_language_of_its_browser(client):
    french = client.get("/", headers={"Accept-Language": "fr-FR,fr"}).text
    english = client.get("/", headers={"Accept-Language": "en-US,en"}).text
    other = client.get("/", headers={"Accept-Language": "de"}).text
    assert '<html lang="fr"' in french and "Les règles" in french
    assert '<html lang="en"' in english and ENGLISH("Les règles") in english
    assert '<html lang="fr"' in other


def test_a_chosen_language_stays(client):
    answer = client.post(
        "/language", data={"language": "en", "next": "/sheets/exemple?recorded=2"}
    )
    assert answer.location == "/sheets/exemple?recorded=2"
    assert '<html lang="en"' in client.get("/sheets/exemple").text


@pytest.mark.parametrize(
    "path", ["/", "/sheets/new", "/sheets/exemple", "/sheets/exemple/hands/2", "/nothing"]
)
def test_an_english_page_has_no_french_left(client, path, sources):
    page = client.get(path, headers={"Accept-Language": "en"}).text
    french = {
        t
        for t in sources
        if len(t) > 12 and "%" not in t and ENGLISH(t) not in (t, typeset(t))
    }
    assert french
    assert [text for text in french if text in page or typeset(text) in page] == []
