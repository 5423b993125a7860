import gzip
import re

import pytest
from conftest import GARDE

from app import create_app


@pytest.fixture
def protected_app(instance):
    """The application as it is served, without rate limits."""
    return create_app({"INSTANCE": instance, "TESTING": True, "RATELIMIT_ENABLED": False})


def hidden(page, name):
    """The value of a hidden field of the form of the next hand."""
    form = page[page.index('id="entry"') :]
    return re.search(rf'name="{name}" value="([^"]+)"', form)[1]


def without_secrets(page):
    return re.sub(r'name="(key|csrf_token)" value="[^"]*"', "", page)


def test_the_opening_of_a_sheet_is_not_confirmed(sheet, client):
    page = client.get(f"{sheet}?recorded=1")
    assert page.status_code == 200 and '<div id="notice" role="status"></div>' in page.text


def test_each_view_of_a_sheet_has_an_idempotency_key_of_its_own(sheet, client):
    first, second = (hidden(client.get(sheet).text, "key") for _ in range(2))
    assert re.fullmatch("[0-9a-f]{32}", first) and first != second


@pytest.mark.one_process
def test_each_phone_gets_a_csrf_token_of_its_own(protected_app, sheet, post_hand):
    post_hand(sheet)
    pages = [protected_app.test_client().get(sheet).text for _ in range(3)]
    assert len({hidden(page, "csrf_token") for page in pages}) == 3
    assert len({without_secrets(page) for page in pages}) == 1


@pytest.mark.one_process
def test_the_form_of_a_page_is_accepted_with_its_hidden_fields(protected_app, sheet):
    phone = protected_app.test_client()
    page = phone.get(sheet).text
    fields = {name: hidden(page, name) for name in ("csrf_token", "key", "base", "seating")}
    assert phone.post(f"{sheet}/hands", data=GARDE | fields).status_code == 303


def test_a_page_is_the_same_with_and_without_compression(sheet, post_hand, client):
    for n in range(3):
        post_hand(sheet, taker=str(n))
    packed = client.get(sheet, headers={"Accept-Encoding": "gzip"})
    plain = client.get(sheet, headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    unpacked = gzip.decompress(packed.data).decode()
    assert without_secrets(unpacked) == without_secrets(plain.text)
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (packed, plain))


def test_a_reader_has_no_form_and_a_language_its_own_words(sheet, reader, post_hand, client):
    post_hand(sheet)
    for _ in range(2):
        assert 'id="entry"' in client.get(sheet).text
        assert 'id="entry"' not in client.get(reader).text
        english = client.get(sheet, headers={"Accept-Language": "en"}).text
        assert "made by 8" in english and "faite de 8" not in english
        assert "faite de 8" in client.get(sheet).text


@pytest.mark.parametrize("path", ["", "?all=1"])
def test_closing_is_on_the_next_page(sheet, post_hand, client, close, path):
    post_hand(sheet)
    assert "Feuille close" not in client.get(sheet + path).text
    close(sheet)
    assert "Feuille close" in client.get(sheet + path).text


def test_a_long_sheet_shows_its_latest_hands_and_links_to_all(sheet, post_hand, client):
    for n in range(45):
        post_hand(sheet, taker=str(n % 4))
    page = client.get(sheet).text
    assert page.count('id="row-') == 24 and 'id="row-46"' in page and 'id="row-2"' not in page
    link = re.search(r'href="([^"]+all=1)"', page)[1]
    assert client.get(link).text.count('id="row-') == 45
    assert client.get(f"{sheet}/print").text.count("Garde") >= 45
    assert client.get(f"{sheet}/end").text.count("<polyline") == 4


STANDING = re.compile(r'<li class="([^"]*)"><span class="name[^>]*>.*?<bdi>(.*?)</bdi>', re.S)


def standing(client, sheet):
    """The classes of each total, by name."""
    found = STANDING.findall(client.get(sheet).text)
    return {name: set(classes.split()) for classes, name in found}


def test_the_leader_is_marked_once_somebody_leads(sheet, post_hand, client):
    assert not any("leads" in classes for classes in standing(client, sheet).values())
    post_hand(sheet, taker="2")
    marked = standing(client, sheet)
    assert [name for name, classes in marked.items() if "leads" in classes] == ["Chloé"]


def test_the_player_who_deals_next_is_marked(sheet, post_hand, client):
    post_hand(sheet)
    marked = standing(client, sheet)
    assert [name for name, classes in marked.items() if "deals" in classes] == ["Bruno"]


EVERY_TRICK = {"bouts": "3", "points": "91"}


@pytest.mark.parametrize(
    ("answers", "leader"),
    [
        ({}, "Bruno"),
        ({"chelem": "made"} | EVERY_TRICK, "Bruno"),
        ({"chelem": "announced_made"} | EVERY_TRICK, "Chloé"),
        ({"chelem": "announced_failed"}, "Chloé"),
    ],
)
def test_whoever_announced_a_chelem_leads(answers, leader, sheet, post_hand, client):
    post_hand(sheet, taker="2", **answers)
    page = client.get(f"{sheet}/hands/2").text
    assert re.search(rf"Entame\s: <bdi>{leader}</bdi>", page)
    form = client.get(f"{sheet}/hands/2/edit").text
    assert re.search(rf"entame\s: <b><bdi>{leader}</bdi>", form)


def test_the_totals_lead_nowhere_and_each_stands_beside_its_name(client, sheet, post_hand):
    post_hand(sheet)
    page = client.get(sheet).text
    head = re.search(r'<div class="head">(.*?)</div>', page, re.S)[1]
    assert "<a" not in head and f'href="{sheet}/table"' in page
    said = re.sub(r"<[^>]*>", "", re.search(r'<li class="player-0.*?</li>', head, re.S)[0])
    assert said.startswith("Anne") and said.endswith("+198")
