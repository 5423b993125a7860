"""Rate limits: writes per token; failed lookups and new sheets per IP address."""

import io
import time

import pytest
from conftest import GARDE, UNGUARDED, token_of
from routes import FORMS, SEATS, address

from app import create_app
from scorekeeper.formats.examples import FFT_MATCH
from scorekeeper.storage.base import read_only_token
from scorekeeper.web import rate_limits


@pytest.fixture
def app(instance):
    return create_app({"INSTANCE": instance, **UNGUARDED, "RATELIMIT_ENABLED": True})


@pytest.fixture
def wait(monkeypatch):
    """Let time pass on a clock that stands at the beginning of an hour."""
    now = [time.time() // 3600 * 3600]
    monkeypatch.setattr(time, "time", lambda: now[0])

    def move(seconds):
        now[0] += seconds

    return move


@pytest.fixture
def post_stakes(client):
    """Write on a sheet so many times; the set of statuses."""

    def post(sheet, times):
        form = {"euros": "0,05"}
        return {client.post(f"{sheet}/stake", data=form).status_code for _ in range(times)}

    return post


@pytest.fixture
def try_tokens(client):
    """Ask for so many unknown tokens from one IP address; the set of statuses."""

    def get(times, ip="203.0.113.9", path=""):
        environ = {"REMOTE_ADDR": ip}
        addresses = [f"/sheets/{n:022}{path}" for n in range(times)]
        return {client.get(one, environ_base=environ).status_code for one in addresses}

    return get


def minutes_to_wait(answer):
    """The time in the Retry-After of a refusal."""
    return int(answer.headers["Retry-After"]) // 60


def test_a_token_writes_sixty_times_a_minute(wait, sheet, client, post_stakes):
    assert post_stakes(sheet, 60) == {303}
    answer = client.post(f"{sheet}/hands", data=GARDE)
    assert answer.status_code == 429 and minutes_to_wait(answer) == 1
    assert "Attendez une minute" in answer.text and 'id="row-' not in client.get(sheet).text
    wait(60)
    assert client.post(f"{sheet}/hands", data=GARDE).status_code == 303


@pytest.fixture
def exhausted(open_sheet, post_stakes):
    """A sheet whose token has written as often as it may."""
    sheet = open_sheet()
    post_stakes(sheet, rate_limits.WRITES.amount)
    return sheet


def writing_addresses(app):
    """The address of every form of a sheet, but for the preview, which writes nothing."""
    for rule in app.url_map.iter_rules():
        writes = "POST" in rule.methods and rule.endpoint != "hands.preview"
        if writes and "token" in rule.arguments:
            yield rule.rule


def test_every_form_of_a_sheet_is_limited(wait, app, client, exhausted):
    addresses = sorted(writing_addresses(app))
    assert len(addresses) >= 12
    for path in addresses:
        answer = client.post(address(path, token_of(exhausted)), data=FORMS.get(path, {}))
        assert answer.status_code == 429, path


def test_the_limit_of_one_sheet_leaves_the_others_alone(wait, sheet, open_sheet, post_stakes):
    assert post_stakes(sheet, 61) == {303, 429}
    assert post_stakes(open_sheet(), 60) == {303}


def test_reading_is_never_limited(wait, sheet, reader, client, post_stakes):
    post_stakes(sheet, 61)
    for _ in range(150):
        assert client.post(f"{sheet}/hands/preview", data=GARDE).status_code == 200
        assert client.get(f"{reader}/live?v=2").status_code in (200, 204)
    assert client.get(sheet).status_code == 200


def test_a_hundred_tables_behind_one_ip_address_are_not_limited(wait, app, client, post_hand):
    """All within one minute: each opens its sheet and records three hands."""
    for _ in range(100):
        sheet = app.test_client().post("/sheets", data=SEATS).location
        assert [post_hand(sheet).status_code for _ in range(3)] == [303] * 3


def test_twenty_failed_lookups_a_minute_are_allowed(wait, try_tokens, client):
    assert try_tokens(20) == {404}
    assert try_tokens(1, path="/live") == try_tokens(1, path="/night.json") == {429}
    wait(60)
    assert try_tokens(20) == {404}


def test_a_failed_lookup_too_many_has_a_retry_after(wait, try_tokens, client):
    try_tokens(20, ip="127.0.0.1")
    answer = client.get(f"/sheets/{'x' * 22}")
    assert answer.status_code == 429 and minutes_to_wait(answer) == 1
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_a_known_token_is_not_limited_by_failed_lookups_of_its_ip_address(
    wait, sheet, client, try_tokens, post_stakes
):
    assert try_tokens(30, ip="127.0.0.1") == {404, 429}
    assert client.get(sheet).status_code == 200 and post_stakes(sheet, 10) == {303}
    assert client.get("/sheets/exemple").status_code == 200


def test_ipv4_addresses_in_ipv6_form_are_limited_apart(wait, try_tokens):
    assert try_tokens(21, ip="::ffff:203.0.113.9") == {404, 429}
    assert try_tokens(20, ip="::ffff:198.51.100.7") == {404}


def test_a_form_with_an_unknown_token_is_a_failed_lookup(wait, client):
    sent = [client.post(f"/sheets/{n:022}/hands", data=GARDE) for n in range(21)]
    assert [answer.status_code for answer in sent] == [404] * 20 + [429]


def test_failed_lookups_of_one_ip_address_leave_another_alone(wait, try_tokens):
    assert try_tokens(21) == {404, 429}
    assert try_tokens(20, ip="198.51.100.7") == {404}


def test_an_ipv6_network_is_limited_as_one_address(wait, try_tokens):
    seen = [try_tokens(1, ip=f"2001:db8::{n:x}") for n in range(1, 22)]
    assert seen == [{404}] * 20 + [{429}]
    assert try_tokens(1, ip="2001:db8:0:1::1") == {404}


@pytest.mark.parametrize("ip", ["", "unix:", "::ffff:203.0.113.9", "fe80::1%eth0"])
def test_failed_lookups_from_any_kind_of_address_are_counted(wait, try_tokens, ip):
    assert try_tokens(21, ip=ip) == {404, 429}


@pytest.mark.parametrize(
    ("path", "form", "most"),
    [
        ("/sheets", SEATS, rate_limits.NEW_SHEETS.amount),
        ("/import", FORMS["/import"], rate_limits.IMPORTS.amount),
    ],
)
def test_an_ip_address_opens_a_limited_number_of_sheets_an_hour(
    wait, client, path, form, most
):
    sent = [client.post(path, data=form).status_code for _ in range(most + 1)]
    assert sent == [303] * most + [429]
    assert minutes_to_wait(client.post(path, data=form)) == 60
    wait(3600)
    assert client.post(path, data=form).status_code == 303


def test_sheets_opened_from_one_ip_address_leave_another_alone(wait, client):
    form = FORMS["/import"]
    sent = [client.post("/import", data=form) for _ in range(rate_limits.IMPORTS.amount + 1)]
    assert sent[-1].status_code == 429
    elsewhere = {"REMOTE_ADDR": "198.51.100.7"}
    assert client.post("/import", data=form, environ_base=elsewhere).status_code == 303


def test_nothing_is_limited_where_limits_are_turned_off(tmp_path):
    app = create_app({"INSTANCE": tmp_path / "other", **UNGUARDED})
    client = app.test_client()
    unknown = [client.get(f"/sheets/{n:022}").status_code for n in range(30)]
    imported = [client.post("/import", data=FORMS["/import"]).status_code for _ in range(61)]
    assert (set(unknown), set(imported)) == ({404}, {303})


def test_only_what_opens_a_sheet_is_counted(wait, client):
    for _ in range(300):
        assert client.post("/sheets", data=SEATS | {"more": "1"}).status_code == 200
    for _ in range(70):
        sent = {"file": (io.BytesIO(FFT_MATCH.read_bytes()), "night.json")}
        assert client.post("/import", data=sent).status_code == 200
    assert client.post("/sheets", data=SEATS).status_code == 303


def test_no_counter_holds_a_usable_token(app, sheet, post_stakes):
    post_stakes(sheet, 1)
    counters = list(app.extensions["limits"].storage.storage)
    assert counters and token_of(sheet) not in str(counters)
    assert read_only_token(token_of(sheet)) not in str(counters)


def test_tokens_that_write_nothing_have_no_counter(app, reader, client):
    counters = app.extensions["limits"].storage.storage
    before = set(counters)
    for token in (token_of(reader), "exemple", *map(str, range(100))):
        client.post(f"/sheets/{token}/hands", data=GARDE)
    (failed_lookups,) = set(counters) - before
    assert "127.0.0.1" in failed_lookups


def test_limits_are_enabled_unless_they_are_turned_off(instance):
    assert create_app({"INSTANCE": instance}).extensions["limits"].enabled
    assert not create_app({"RATELIMIT_ENABLED": False}).extensions["limits"].enabled


def test_opened_and_imported_sheets_are_limited_apart(wait, client):
    for _ in range(rate_limits.NEW_SHEETS.amount):
        client.post("/sheets", data=SEATS)
    refused = {"name": ["Anne"], "number": [""], "dealer": "0"}
    assert client.post("/sheets", data=refused).status_code == 429
    assert client.post("/import", data=FORMS["/import"]).status_code == 303


def test_the_counters_of_two_applications_are_apart(wait, tmp_path, try_tokens):
    assert try_tokens(21) == {404, 429}
    other = create_app({"INSTANCE": tmp_path / "other", "RATELIMIT_ENABLED": True})
    environ = {"REMOTE_ADDR": "203.0.113.9"}
    unknown = f"/sheets/{0:022}"
    assert other.test_client().get(unknown, environ_base=environ).status_code == 404
