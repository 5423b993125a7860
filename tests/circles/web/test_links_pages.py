"""The three links of a circle, the recovery card, and the ways back to a circle."""

import re

import pytest
from circle_routes import found
from conftest import UNGUARDED, on_postgresql

from app import create_app
from scorekeeper.circles.service import founding
from scorekeeper.circles.service.tokens import tokens_from

KEY = "a" * 32


@pytest.fixture
def addresses(circle):
    """The addresses by role, the guardians' first."""
    return [f"/circles/{token}" for token in tokens_from(token_of(circle))]


@pytest.fixture
def words(app, circle):
    access = app.extensions["circles"].access(token_of(circle))
    return founding.recovery_words(access)


def token_of(address):
    return address.split("/")[2]


def shown_in(page, addresses):
    """Which of these addresses stand in a page as a link to copy."""
    return [f"{address}</textarea>" in page for address in addresses]


def test_each_role_shares_its_own_link_and_those_below(addresses, client):
    pages = [client.get(f"{address}/links").text for address in addresses]
    assert [shown_in(page, addresses) for page in pages] == [
        [True, True, True],
        [False, True, True],
        [False, False, True],
    ]
    assert [page.count('<div class="qr">') for page in pages] == [3, 2, 1]


def test_a_page_for_unknown_links_tells_the_way_back(circle, client):
    client.post(f"{circle}/links", data={"key": KEY})
    page = client.get(circle)
    assert page.status_code == 404 and "pas de cercle à cette adresse" in page.text
    assert 'href="/circles/recovery"' in page.text


@pytest.mark.parametrize(("role", "remembered"), [(0, True), (1, True), (2, False)])
def test_a_device_remembers_a_circle_in_which_it_may_open_sheets(
    addresses, app, role, remembered
):
    phone = app.test_client()
    phone.get(addresses[role])
    with phone.session_transaction() as session:
        expected = [token_of(addresses[role])] if remembered else []
        assert session.get("circles", []) == expected


# The card and the words


def test_the_card_has_the_code_and_the_words_in_order(circle, words, client):
    page = client.get(f"{circle}/card").text
    assert re.findall(r'<li><b lang="fr">(\w+)</b>', page) == list(words)
    assert len(words) == 7 and page.count("<svg") == 1
    assert "/circles/recovery<" in page.replace("<wbr>", "")


@pytest.mark.one_process
def test_with_another_key_the_card_has_no_words(circle, client, app):
    app.extensions["circles"].sheets._secret_key = lambda: b"another key of this test"
    page = client.get(f"{circle}/card").text
    assert "<svg" in page and '<ol class="words">' not in page
    assert "ont plus de mots" in page


def test_the_words_open_the_circle_as_its_guardian_in_three_requests(circle, words, app):
    phone = app.test_client()
    assert phone.get("/circles/recovery").status_code == 200
    typed = "  ".join(words).upper()
    answer = phone.post("/circles/recovery", data={"words": typed})
    assert (answer.status_code, answer.location) == (303, circle)
    assert phone.get(answer.location).status_code == 200
    assert "Cercle" in phone.get("/").text or circle in phone.get("/").text


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "en voici 0"),
        ("abeille abricot", "en voici 2"),
        ("abeille abricot zzz tigre loupe lion lapin", "zzz. Regardez"),
        ("abeille abricot tigre loupe lion lapin <b>", "b. Regardez"),
        ("abeille abricot tigre loupe lion lapin aigle", "aucun cercle ici"),
        ("x" * 5000, "Pas dans la liste"),
    ],
)
def test_words_that_open_nothing_are_refused_beside_the_question(circle, client, typed, says):
    answer = client.post("/circles/recovery", data={"words": typed})
    assert answer.status_code == 422 and says in answer.text
    assert answer.text.index('id="words"') < answer.text.index(says)


def test_the_words_of_before_open_nothing_after_a_renewal(circle, words, client):
    client.post(f"{circle}/links", data={"key": KEY})
    answer = client.post("/circles/recovery", data={"words": " ".join(words)})
    assert answer.status_code == 422 and "aucun cercle ici" in answer.text


def test_the_circles_of_this_phone_come_first(circle, client):
    client.get(circle)
    page = client.get("/circles/recovery").text
    assert page.index(circle) < page.index('id="words"')


@pytest.mark.parametrize(("is_one_device", "allowed"), [(True, 11), (False, 30)])
def test_attempts_to_guess_words_are_limited(instance, is_one_device, allowed):
    """Ten a minute once a device has its cookie, thirty of a network."""
    app = create_app({"INSTANCE": instance, **UNGUARDED, "RATELIMIT_ENABLED": True})
    phone, statuses = app.test_client(), []
    for _ in range(40):
        phone = phone if is_one_device else app.test_client()
        form = {"words": "abeille abricot tigre loupe lion lapin aigle"}
        statuses.append(phone.post("/circles/recovery", data=form).status_code)
    assert statuses == [422] * allowed + [429] * (40 - allowed)


def test_a_circle_is_written_at_the_rate_of_a_sheet(instance):
    app = create_app({"INSTANCE": instance, **UNGUARDED, "RATELIMIT_ENABLED": True})
    phone = app.test_client()
    circle = found(phone)
    place = f"{circle}/players/1/erasure"
    statuses = [phone.post(place).status_code for _ in range(130)]
    assert statuses == [303] * 120 + [429] * 10
    assert phone.get(circle).status_code == 200


# What is kept, and deleting it


def test_the_privacy_page_tells_where_and_how_long(circle, client, pytestconfig):
    page = client.get(f"{circle}/privacy").text
    own, shared = "garde les 14 dernières", "par la personne qui s’occupe de la base"
    expected = shared if on_postgresql(pytestconfig) else own
    found = [words for words in (own, shared) if words in page.replace("&#39;", "’")]
    assert found == [expected] and "localhost" in page


@pytest.mark.one_process
def test_a_deleted_circle_leaves_no_byte_and_its_sheets_stay(
    circle, client, instance, open_sheet
):
    sheet = open_sheet()
    base = instance / "la_marque.sqlite3"
    other = found(client, title="Zéphyrin", name=["Théodule"])
    assert "Théodule".encode() in base.read_bytes()
    assert "Zéphyrin" in client.get(f"{other}/deletion").text
    assert client.post(f"{other}/deletion").location == "/"
    content = base.read_bytes()
    assert "Théodule".encode() not in content and "Zéphyrin".encode() not in content
    assert client.get(other).status_code == 404
    assert [client.get(place).status_code for place in (circle, sheet)] == [200, 200]
    with client.session_transaction() as session:
        assert session["circles"] == [token_of(circle)]
