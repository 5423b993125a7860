"""The two addresses of a sheet: shared, renewed, and gone with the sheet."""

import pytest
from conftest import token_of

from scorekeeper.streams.base import read_only_token

KEY = "a" * 32


def test_no_page_of_a_reader_holds_the_write_token(sheet, reader, client, post_hand):
    post_hand(sheet)
    writer = token_of(sheet)
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
    )
    for path in paths:
        answer = client.get(reader + path)
        assert answer.status_code == 200 and writer not in answer.text, path


def test_a_writer_shares_both_addresses_and_a_reader_one(sheet, reader, client):
    page = client.get(f"{sheet}/share").text
    assert f"{reader}<" in page and f"{sheet}<" in page and page.count("<svg") == 2
    assert client.get(f"{reader}/share").text.count("<svg") == 1


@pytest.mark.parametrize("host", ["table.example", "192.168.1.7:8080", "[fd00::1]:8080"])
def test_an_address_is_shared_as_it_was_reached(sheet, client, host):
    page = client.get(f"{sheet}/share", headers={"Host": host}).text
    assert f"http://{host}/sheets/" in page


def test_renewed_addresses_open_and_the_old_ones_do_not(sheet, reader, client, app):
    new = client.post(f"{sheet}/share", data={"key": KEY}).location.removesuffix("/share")
    assert new != sheet and client.get(new).status_code == 200
    for old in (sheet, reader):
        for path in ("", "/live?v=x", "/share", "/hands/2", "/night.json"):
            assert app.test_client().get(old + path).status_code == 404
    assert client.get(f"/sheets/{read_only_token(token_of(new))}").status_code == 200
    assert "Adresses changées" in client.get(f"{new}/journal").text
    assert client.get("/").text.count(new) and sheet not in client.get("/").text


def test_the_same_form_posted_twice_renews_once(sheet, client):
    first, second = (client.post(f"{sheet}/share", data={"key": KEY}) for _ in range(2))
    assert first.location == second.location


@pytest.mark.one_process
def test_a_deleted_sheet_leaves_no_byte_in_the_database(
    open_sheet, post_hand, client, instance
):
    other = open_sheet()
    sheet = open_sheet(name=["Zéphyrine", "Bruno", "Chloé", "Zénobie"], title="Chez Zoé")
    for n in range(40):
        post_hand(sheet, taker=str(n % 4))
    client.post(f"{sheet}/penalties", data={"player": "0", "points": "1", "reason": "Zut"})
    base = instance / "la_marque.sqlite3"
    assert "Zéphyrine".encode() in base.read_bytes()
    assert "Zéphyrine" in client.get(f"{sheet}/deletion").text
    assert client.post(f"{sheet}/deletion").location == "/"
    for name in ("Zéphyrine", "Zénobie", "Chez Zoé", "Zut"):
        assert name.encode() not in base.read_bytes()
    assert client.get(sheet).status_code == 404
    assert client.get(other).status_code == 200
    assert sheet not in client.get("/").text


def test_a_device_does_not_remember_a_sheet_that_it_may_only_read(sheet, reader, app):
    phone = app.test_client()
    assert phone.get(reader).status_code == 200
    assert reader not in phone.get("/").text and sheet not in phone.get("/").text


def test_the_link_to_write_comes_first_and_its_code_is_in_view(sheet, reader, client):
    page = client.get(f"{sheet}/share").text
    write, read = page.index(f"{sheet}</textarea>"), page.index(f"{reader}</textarea>")
    folded = page.index("<details", read)
    assert page.index("<svg") < write < read < folded < page.rindex("<svg")
    only = client.get(f"{reader}/share").text
    assert "<svg" in only and "<details" not in only.partition("<main>")[2]
