"""What is rendered once is what would be rendered now, for everybody who may see it."""

import gzip
import re

import pytest
from conftest import CAST, GARDE

from app import create_app
from scorekeeper.storage.sqlite import read_only_token

PLAIN = {"Accept-Encoding": "identity"}


def bare(page):
    """A page without what differs each time."""
    return re.sub(r'name="(key|csrf_token)" value="[^"]*"', "", page)


@pytest.fixture
def guarded(instance):
    """An application whose forms have a token, and no limit."""
    return create_app({"INSTANCE": instance, "TESTING": True, "RATELIMIT_ENABLED": False})


def test_a_kept_page_is_the_page_and_has_its_own_token_and_key(guarded, sheet, post_hand):
    post_hand(sheet)
    phone = guarded.test_client()
    first, second, direct = (phone.get(sheet + end).text for end in ("", "", "?all="))
    assert bare(first) == bare(second) == bare(direct).replace("?all=", "?")
    keys = [
        re.search(r'name="key" value="([0-9a-f]{32})"', page)[1] for page in (first, second)
    ]
    assert keys[0] != keys[1] and "\x01" not in first and "\x02" not in first
    (csrf,) = set(re.findall(r'name="csrf_token" value="([^"]+)"', second))
    hand = GARDE | {"csrf_token": csrf, "key": keys[1]}
    assert phone.post(f"{sheet}/hands", data=hand).status_code == 303


def test_a_kept_page_is_packed_as_it_is_sent_plain(guarded, sheet, post_hand):
    for n in range(3):
        post_hand(sheet, taker=str(n))
    phone = guarded.test_client()
    for _ in range(2):
        packed = phone.get(sheet, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        plain = phone.get(sheet, headers=PLAIN)
        assert "Content-Encoding" not in plain.headers
        assert bare(gzip.decompress(packed.data).decode()) == bare(plain.text)
        assert "Accept-Encoding" in packed.headers["Vary"]


def test_each_phone_gets_its_own_token(guarded, sheet):
    tokens = set()
    for _ in range(3):
        page = guarded.test_client().get(sheet).text
        tokens.add(re.search(r'name="csrf_token" value="([^"]+)"', page)[1])
    assert len(tokens) == 3


def test_a_page_is_kept_for_its_link_and_its_language(sheet, post_hand, client):
    post_hand(sheet)
    reader = f"/sheets/{read_only_token(sheet.rsplit('/', 1)[1])}"
    for _ in range(2):
        assert 'id="entry"' in client.get(sheet).text
        assert 'id="entry"' not in client.get(reader).text
        english = client.get(sheet, headers={"Accept-Language": "en"}).text
        assert "made by 8" in english and "fait de 8" not in english
        assert "fait de 8" in client.get(sheet).text


@pytest.mark.parametrize(
    ("path", "form", "shows"),
    [
        ("hands", GARDE | {"taker": "2"}, 'class="number">2<'),
        ("hands/2", GARDE | {"contract": "petite"}, "Petite, fait"),
        ("penalties", {"player": "1", "points": "7", "way": "less"}, "−7"),
        ("table", {"name": [*CAST[:3], "Zoé"], "number": [*"0123"], "dealer": "0"}, "Zoé"),
        ("table", {"name": [*CAST], "number": [*"0123", ""], "dealer": "0"}, "Eve"),
        ("end", {"act": "close", "base": "2"}, "Feuille close"),
    ],
)
def test_what_is_written_is_on_the_next_page(sheet, post_hand, client, path, form, shows):
    post_hand(sheet)
    before = client.get(sheet).text
    client.post(f"{sheet}/{path}", data=form)
    after = client.get(sheet).text
    assert shows not in before and shows in after
    assert bare(after) == bare(client.get(f"{sheet}?all=").text).replace("?all=", "?")


def test_a_long_sheet_shows_its_latest_hands_and_the_others_for_a_tap(
    sheet, post_hand, client
):
    for n in range(45):
        post_hand(sheet, taker=str(n % 4))
    page = client.get(sheet).text
    assert page.count('id="row-') == 40 and 'id="row-46"' in page and 'id="row-2"' not in page
    link = re.search(r'href="([^"]+all=1)"', page)[1]
    assert client.get(link).text.count('id="row-') == 45
    assert client.get(f"{sheet}/print").text.count("Garde") >= 45
    assert client.get(f"{sheet}/curves").text.count("<polyline") == 4
