"""Several phones on one sheet: what is asked for, and what an address allows."""

import re

import pytest

from scorekeeper.storage.sqlite import read_only_token


@pytest.fixture
def reader(sheet):
    return f"/sheets/{read_only_token(sheet.rsplit('/', 1)[1])}"


def version(client, sheet):
    return re.search(r'/live\?v=([0-9a-f]+)"', client.get(sheet).text)[1]


def test_nothing_new_is_an_empty_answer(sheet, client):
    answer = client.get(f"{sheet}/live?v={version(client, sheet)}")
    assert (answer.status_code, answer.data) == (204, b"")


def test_what_another_phone_wrote_is_the_news(sheet, reader, client, post_hand):
    seen = version(client, reader)
    post_hand(sheet)
    news = client.get(f"{reader}/live?v={seen}")
    assert news.status_code == 200 and "+198" in news.text
    assert client.get(f"{reader}/live?v={version(client, reader)}").status_code == 204


@pytest.mark.parametrize("seen", ["", "0", "-1", "x", "999999", "²"])
def test_a_phone_that_is_lost_gets_the_whole_sheet(sheet, client, seen):
    assert client.get(f"{sheet}/live?v={seen}").status_code == 200


def test_who_may_read_is_never_given_the_address_that_writes(sheet, reader, client, post_hand):
    post_hand(sheet)
    writer = sheet.rsplit("/", 1)[1]
    paths = (
        "",
        "/live",
        "/tv",
        "/share",
        "/end",
        "/print",
        "/journal",
        "/hands/2",
        "/night.json",
        "/hands.csv",
        "/picture.svg",
    )
    for path in paths:
        answer = client.get(reader + path)
        assert answer.status_code == 200 and writer not in answer.text, path


def test_both_addresses_are_shared_by_who_has_both(sheet, reader, client):
    page = client.get(f"{sheet}/share").text
    assert f'{reader}"' in page and f'{sheet}"' in page and page.count("<svg") == 2
    assert client.get(f"{reader}/share").text.count("<svg") == 1


@pytest.mark.parametrize("host", ["table.example", "192.168.1.7:8080", "[fd00::1]:8080"])
def test_an_address_is_shared_as_it_was_reached(sheet, client, host):
    page = client.get(f"{sheet}/share", headers={"Host": host}).text
    assert f"http://{host}/sheets/" in page


@pytest.mark.parametrize("path", ["/live", "/tv", "/share"])
def test_a_stranger_sees_nothing(client, path):
    assert client.get(f"/sheets/unknown{path}").status_code == 404


def test_the_example_may_be_watched_too(client):
    for path in ("/live?v=1", "/tv", "/share"):
        assert client.get(f"/sheets/exemple{path}").status_code == 200
