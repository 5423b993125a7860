"""How often: by link for what is written, by address for who opens nothing."""

import io
import time

import pytest
from conftest import CAST, GARDE, UNGUARDED

from app import create_app
from scorekeeper.formats.examples import FFT_MATCH
from scorekeeper.storage.sqlite import read_only_token
from scorekeeper.web import limits

SEATS = {"name": list(CAST[:4]), "number": [""] * 4, "dealer": "0"}


@pytest.fixture
def app(instance):
    return create_app({"INSTANCE": instance, **UNGUARDED, "RATELIMIT_ENABLED": True})


@pytest.fixture
def later(monkeypatch):
    """Move a clock that stands at the beginning of an hour."""
    now = [time.time() // 3600 * 3600]
    monkeypatch.setattr(time, "time", lambda: now[0])

    def move(seconds):
        now[0] += seconds

    return move


@pytest.fixture
def write(client):
    """Write on a sheet as often as is said; the statuses there were."""

    def posts(sheet, times):
        form = {"euros": "0,05"}
        return {client.post(f"{sheet}/stake", data=form).status_code for _ in range(times)}

    return posts


@pytest.fixture
def knock(client):
    """Come from an address with tokens that open nothing; the statuses there were."""

    def comes(times, place="203.0.113.9", path=""):
        recorded = {"environ_base": {"REMOTE_ADDR": place}}
        tried = [f"/sheets/{n:022}{path}" for n in range(times)]
        return {client.get(address, **recorded).status_code for address in tried}

    return comes


def waits(answer):
    """How many minutes a refused one is told to wait."""
    return int(answer.headers["Retry-After"]) // 60


def test_a_link_writes_sixty_times_a_minute(later, sheet, client, write):
    assert write(sheet, 60) == {303}
    answer = client.post(f"{sheet}/hands", data=GARDE)
    assert answer.status_code == 429 and waits(answer) == 1
    assert "Attendez une minute" in answer.text and 'id="row-' not in client.get(sheet).text
    later(60)
    assert client.post(f"{sheet}/hands", data=GARDE).status_code == 303


def test_one_link_too_many_times_leaves_the_other_tables_alone(
    later, sheet, open_sheet, write
):
    assert write(sheet, 61) == {303, 429}
    assert write(open_sheet(), 60) == {303}


def test_what_is_only_looked_at_is_never_too_often(later, sheet, client, write):
    write(sheet, 61)
    reader = f"/sheets/{read_only_token(sheet.split('/')[-1])}"
    for _ in range(150):
        assert client.post(f"{sheet}/hands/preview", data=GARDE).status_code == 200
        assert client.get(f"{reader}/live?v=2").status_code in (200, 204)
    assert client.get(sheet).status_code == 200


def test_a_club_of_a_hundred_tables_behind_one_address_plays_its_evening(
    later, app, client, post_hand
):
    """All within one minute: each opens its sheet, and writes three hands."""
    for _ in range(100):
        sheet = app.test_client().post("/sheets", data=SEATS).location
        assert [post_hand(sheet).status_code for _ in range(3)] == [303] * 3


def test_a_stranger_tries_twenty_tokens_a_minute(later, knock, client):
    assert knock(20) == {404}
    assert knock(1, path="/live") == knock(1, path="/night.json") == {429}
    later(60)
    assert knock(20) == {404}


def test_a_stranger_is_told_when_to_come_again(later, knock, client):
    knock(20, place="127.0.0.1")
    answer = client.get(f"/sheets/{'x' * 22}")
    assert answer.status_code == 429 and waits(answer) == 1
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_who_knows_a_sheet_is_not_kept_out_with_the_stranger_beside(
    later, sheet, client, knock, write
):
    assert knock(30, place="127.0.0.1") == {404, 429}
    assert client.get(sheet).status_code == 200 and write(sheet, 10) == {303}
    assert client.get("/sheets/exemple").status_code == 200


def test_a_form_with_an_unknown_token_is_a_stranger_too(later, client):
    sent = [client.post(f"/sheets/{n:022}/hands", data=GARDE) for n in range(21)]
    assert [answer.status_code for answer in sent] == [404] * 20 + [429]


def test_one_stranger_does_not_keep_out_another(later, knock):
    assert knock(21) == {404, 429}
    assert knock(20, place="198.51.100.7") == {404}


def test_a_stranger_with_a_network_of_addresses_is_one_stranger(later, knock):
    seen = [knock(1, place=f"2001:db8::{n:x}") for n in range(1, 22)]
    assert seen == [{404}] * 20 + [{429}]
    assert knock(1, place="2001:db8:0:1::1") == {404}


@pytest.mark.parametrize("place", ["", "unix:", "::ffff:203.0.113.9", "fe80::1%eth0"])
def test_any_address_is_counted(later, knock, place):
    assert knock(21, place=place) == {404, 429}


@pytest.mark.parametrize(
    ("path", "form", "most"),
    [
        ("/sheets", SEATS, int(limits.OPENINGS.split()[0])),
        (
            "/import",
            {"document": FFT_MATCH.read_text("utf-8")},
            int(limits.IMPORTS.split()[0]),
        ),
    ],
)
def test_an_address_opens_so_many_sheets_an_hour(later, client, path, form, most):
    sent = [client.post(path, data=form).status_code for _ in range(most + 1)]
    assert sent == [303] * most + [429]
    assert waits(client.post(path, data=form)) == 60
    later(3600)
    assert client.post(path, data=form).status_code == 303


def test_only_what_opens_a_sheet_is_counted(later, client):
    for _ in range(300):
        assert client.post("/sheets", data=SEATS | {"more": "1"}).status_code == 200
    for _ in range(70):
        sent = {"file": (io.BytesIO(FFT_MATCH.read_bytes()), "night.json")}
        assert client.post("/import", data=sent).status_code == 200
    assert client.post("/sheets", data=SEATS).status_code == 303


def test_no_token_is_kept_in_memory_as_it_is(app, sheet, write):
    write(sheet, 1)
    kept = list(app.extensions["limits"].storage.storage)
    assert kept and sheet.split("/")[-1] not in str(kept)
    assert read_only_token(sheet.split("/")[-1]) not in str(kept)


def test_the_links_that_write_nothing_fill_no_memory(app, sheet, client):
    reader = read_only_token(sheet.split("/")[-1])
    for token in (reader, "exemple", *map(str, range(100))):
        client.post(f"/sheets/{token}/hands", data=GARDE)
    kept = app.extensions["limits"].storage.storage
    assert not [key for key in kept if "writes" in key]
    assert len(kept) <= 2


def test_an_installation_has_its_limits_unless_it_is_told_otherwise(instance):
    assert create_app({"INSTANCE": instance}).extensions["limits"].enabled
    assert not create_app({"RATELIMIT_ENABLED": False}).extensions["limits"].enabled
