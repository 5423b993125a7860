import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from scorekeeper.i18n.locales import CATALOGUE, english, typeset

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def sources():
    """Every French text of the program and its pages."""
    found = extract_from_dir(
        str(ROOT),
        method_map=[
            ("scorekeeper/**.py", "python"),
            ("templates/**.html", "jinja2.ext:babel_extract"),
        ],
        options_map={"templates/**.html": {"trimmed": "true", "newstyle_gettext": "true"}},
        keywords={"said": None, "_": None},
    )
    return {message for _, _, message, _, _ in found}


@pytest.fixture(scope="module")
def catalogue():
    with CATALOGUE.open("rb") as file:
        return {str(message.id): message for message in read_po(file) if message.id}


def test_no_text_is_missing_in_english(sources, catalogue):
    assert sorted(sources - set(catalogue)) == []


def test_no_english_is_left_over(sources, catalogue):
    assert sorted(set(catalogue) - sources) == []


def test_no_english_is_empty_or_fuzzy(catalogue):
    assert [m.id for m in catalogue.values() if not m.string or m.fuzzy] == []


def test_every_english_text_has_the_same_places(catalogue):
    def places(text):
        return set(re.findall(r"%\(\w+\)s", text))

    assert [m.id for m in catalogue.values() if places(m.id) != places(m.string)] == []


def test_a_page_is_in_the_language_of_its_browser(client):
    french = client.get("/", headers={"Accept-Language": "fr-FR,fr"}).text
    english_page = client.get("/", headers={"Accept-Language": "en-US,en"}).text
    other = client.get("/", headers={"Accept-Language": "de"}).text
    assert 'lang="fr"' in french and "Nouvelle feuille" in french
    assert 'lang="en"' in english_page and english()["Nouvelle feuille"] in english_page
    assert 'lang="fr"' in other


def test_a_chosen_language_stays(client):
    answer = client.post(
        "/language", data={"language": "en", "next": "/sheets/exemple?told=2"}
    )
    assert answer.location == "/sheets/exemple?told=2"
    assert 'lang="en"' in client.get("/sheets/exemple").text


@pytest.mark.parametrize(
    "path", ["/", "/sheets/new", "/sheets/exemple", "/sheets/exemple/hands/2", "/nothing"]
)
def test_an_english_page_has_no_french_left(client, path, sources):
    page = client.get(path, headers={"Accept-Language": "en"}).text
    french = {t for t in sources if len(t) > 12 and "%" not in t and english()[t] != t}
    assert [text for text in french if text in page or typeset(text) in page] == []
