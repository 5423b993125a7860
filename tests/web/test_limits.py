"""Rate limits: of a sheet, of a device, and of new devices behind one IP address."""

import io
import json
import time

import pytest
from conftest import GARDE, UNGUARDED, token_of
from limited import LIMITED
from routes import FORMS, SEATS, address

from app import create_app
from scorekeeper.sheets.formats.file_bounds import stored_size
from scorekeeper.streams import files
from scorekeeper.streams.base import read_only_token
from scorekeeper.web import rate_limits

app, wait, phone = LIMITED

PASSED = {"format": "scorekeeper/1", "game": "tarot", "players": ["A", "B", "C"]}
PASSED |= {"hands": [{"passed": True}]}
"""A night document of one hand that all passed."""


@pytest.fixture
def client(phone):
    return phone()


def write(device, sheet, times):
    """Write on a sheet so many times; the set of statuses."""
    form = {"euros": "0,05"}
    return {device.post(f"{sheet}/stake", data=form).status_code for _ in range(times)}


@pytest.fixture
def post_stakes(client):
    """Write on a sheet so many times from one device; the set of statuses."""
    return lambda sheet, times: write(client, sheet, times)


def open_sheets(device, times):
    """Open so many sheets; the statuses in order."""
    return [device.post("/sheets", data=SEATS).status_code for _ in range(times)]


def minutes_to_wait(answer):
    """The time in the Retry-After of a refusal."""
    return int(answer.headers["Retry-After"]) // 60


def test_a_clock_put_back_stops_nobody(wait, sheet, client, post_stakes, monkeypatch):
    wait(3600)
    assert post_stakes(sheet, 61) == {303, 429}
    hour = time.monotonic() - 3600
    monkeypatch.setattr(time, "time", lambda: hour)
    wait(60)
    assert post_stakes(sheet, 1) == {303}


def test_a_device_writes_on_a_sheet_sixty_times_a_minute(wait, sheet, client, post_stakes):
    assert post_stakes(sheet, 60) == {303}
    answer = client.post(f"{sheet}/hands", data=GARDE)
    assert answer.status_code == 429 and minutes_to_wait(answer) == 1
    assert "Attendez une minute" in answer.text and 'id="row-' not in client.get(sheet).text
    wait(60)
    assert client.post(f"{sheet}/hands", data=GARDE).status_code == 303


@pytest.fixture
def exhausted(open_sheet, post_stakes):
    """A sheet on which this device has written as often as it may."""
    sheet = open_sheet()
    post_stakes(sheet, rate_limits.WRITES.amount)
    return sheet


def writing_addresses(app):
    """The address of every form of a sheet, but for the preview, which writes nothing."""
    for rule in app.url_map.iter_rules():
        writes = "POST" in rule.methods and rule.endpoint != "hands.preview"
        if writes and rule.rule.startswith("/sheets/<token>"):
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


def test_devices_do_not_use_up_each_other_on_one_sheet(wait, sheet, phone, post_stakes):
    assert post_stakes(sheet, 70) == {303, 429}
    assert write(phone(), sheet, 60) == {303}


def test_a_sheet_is_written_a_limited_number_of_times_however_many_devices_do(
    wait, sheet, phone
):
    assert [write(phone(), sheet, 60) for _ in range(3)] == [{303}, {303}, {429}]


def test_new_links_do_not_start_afresh(wait, sheet, phone, client, monkeypatch):
    most, statuses = rate_limits.Limit(20, rate_limits.MINUTE), []
    monkeypatch.setattr(rate_limits, "STREAM_WRITES", most)
    for n in range(most.amount + 1):
        answer = phone().post(f"{sheet}/share", data={"key": f"{n:032x}"})
        statuses.append(answer.status_code)
        sheet = answer.location.removesuffix("/share") if answer.location else sheet
    assert statuses == [303] * most.amount + [429]


def test_a_sheet_is_written_a_limited_number_of_times_a_day(wait, sheet, phone, monkeypatch):
    monkeypatch.setattr(
        rate_limits, "STREAM_WRITES_PER_DAY", rate_limits.Limit(90, rate_limits.DAY)
    )
    assert [write(phone(), sheet, 45) for _ in range(2)] == [{303}, {303}]
    wait(60)
    assert write(phone(), sheet, 1) == {429}


def test_reading_is_never_limited(wait, sheet, reader, client, post_stakes):
    post_stakes(sheet, 61)
    for _ in range(150):
        assert client.post(f"{sheet}/hands/preview", data=GARDE).status_code == 200
        assert client.get(f"{reader}/live?v=2").status_code in (200, 204)
    assert client.get(sheet).status_code == 200


@pytest.mark.long
def test_a_hundred_tables_behind_one_ip_address_are_not_limited(wait, phone):
    """All within one minute: each opens its sheet and records three hands."""
    for _ in range(100):
        device = phone()
        sheet = device.post("/sheets", data=SEATS).location
        sent = [device.post(f"{sheet}/hands", data=GARDE).status_code for _ in range(3)]
        assert sent == [303] * 3


def test_a_known_token_is_not_limited_by_failed_lookups_of_its_ip_address(
    wait, sheet, client, post_stakes
):
    page_sizes(client, 200)
    assert client.get(sheet).status_code == 200 and post_stakes(sheet, 10) == {303}
    assert client.get("/sheets/exemple").status_code == 200


def page_sizes(client, times, **environ):
    """Ask for so many unknown tokens; the sizes of the answers, all of which are 404."""
    unknown = [client.get(f"/sheets/{n:022}", environ_base=environ) for n in range(times)]
    assert {answer.status_code for answer in unknown} == {404}
    return [len(answer.data) for answer in unknown]


def test_a_mistyped_address_is_never_refused_and_soon_costs_little(wait, client, phone):
    """No guess has to be refused, for a token has 128 random bits."""
    most = rate_limits.FULL_ERROR_PAGES.amount
    sizes = page_sizes(client, most + 5)
    assert min(sizes[:most]) > 1000 and max(sizes[most:]) < 200
    answer = phone().get(f"/sheets/{'x' * 22}")
    assert answer.status_code == 404 and "Vérifiez le lien" in answer.text
    wait(60)
    assert page_sizes(client, 1)[0] > 1000


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("203.0.113.9", "198.51.100.7"),
        ("::ffff:203.0.113.9", "::ffff:198.51.100.7"),
        ("2001:db8:0:ff::2", "2001:db8:0:100::1"),  # the first is another one of 2001:db8::1
        *((ip, "203.0.113.9") for ip in ("", "unix:", "fe80::1%eth0")),
    ],
)
def test_unknown_tokens_of_one_network_are_counted_apart(wait, client, one, other):
    first = "2001:db8::1" if one.startswith("2001:") else one
    page_sizes(client, rate_limits.FULL_ERROR_PAGES.amount, REMOTE_ADDR=first)
    assert page_sizes(client, 1, REMOTE_ADDR=one)[0] < 200
    assert page_sizes(client, 1, REMOTE_ADDR=other)[0] > 1000


def test_a_device_opens_twelve_sheets_a_minute_and_sixty_an_hour(wait, client):
    assert open_sheets(client, 13) == [303] * 12 + [429]
    for _ in range(4):
        wait(60)
        assert open_sheets(client, 12) == [303] * 12
    wait(60)
    answer = client.post("/sheets", data=SEATS)
    assert answer.status_code == 429 and minutes_to_wait(answer) == 55
    wait(3600)
    assert open_sheets(client, 1) == [303]


def test_a_device_that_opens_sheets_stops_no_other_behind_its_address(wait, client, phone):
    assert 429 in open_sheets(client, 13)
    assert open_sheets(phone(), 1) == [303]


def test_imports_and_revanches_count_as_sheets_opened(wait, client, open_preset):
    game = open_preset("belote-ffb", option_target_other="100", option_target="")
    client.post(f"{game}/hands", data={"taker": "0", "capot": "attack"})
    posts = [("/import", FORMS["/import"]), (f"{game}/revanche", {}), ("/sheets", SEATS)]
    sent = [client.post(*one[:1], data=one[1]).status_code for one in posts * 4]
    assert sent == [303] * 11 + [429]


def new_devices(app, times):
    """Open so many sheets, each without a cookie; the statuses in order."""
    return [app.test_client().post("/sheets", data=SEATS).status_code for _ in range(times)]


@pytest.fixture
def few_new_devices(monkeypatch):
    """New devices open six sheets a minute, and 30 an hour."""
    minute, hour = (
        rate_limits.Limit(6, rate_limits.MINUTE),
        rate_limits.Limit(30, rate_limits.HOUR),
    )
    monkeypatch.setattr(rate_limits, "NEW_DEVICE_SHEETS", (minute, hour))


@pytest.mark.usefixtures("few_new_devices")
def test_new_devices_behind_one_address_open_a_limited_number_of_sheets(wait, app):
    sent = []
    for _ in range(6):
        sent += new_devices(app, 7)
        wait(60)
    assert sent == ([303] * 6 + [429]) * 5 + [429] * 7
    elsewhere = {"REMOTE_ADDR": "198.51.100.7"}
    answer = app.test_client().post("/sheets", data=SEATS, environ_base=elsewhere)
    assert answer.status_code == 303


@pytest.fixture
def known(wait, phone):
    """A phone that opened its first sheet more than an hour ago."""
    device = phone()
    open_sheets(device, 1)
    wait(3601)
    return device


@pytest.mark.usefixtures("few_new_devices")
def test_new_devices_stop_no_known_phone_behind_their_address(app, known, wait):
    assert 429 in new_devices(app, 7)
    assert open_sheets(known, 12) == [303] * 12


@pytest.mark.usefixtures("few_new_devices")
def test_a_phone_is_new_for_an_hour_after_its_first_sheet(wait, app, phone):
    device = phone()
    open_sheets(device, 1)
    for seconds, status in ((3590, 429), (11, 303)):
        wait(seconds)
        new_devices(app, 7)
        assert open_sheets(device, 1) == [status]


def test_known_devices_leave_each_other_one_sheet_an_hour(wait, known, phone, monkeypatch):
    monkeypatch.setattr(rate_limits, "NETWORK_SHEETS", rate_limits.Limit(10, rate_limits.HOUR))
    other = phone()
    open_sheets(other, 1)
    wait(3601)
    assert open_sheets(known, 12) == [303] * 10 + [429] * 2
    assert open_sheets(other, 2) == [303, 429]


@pytest.mark.usefixtures("few_new_devices")
def test_a_phone_is_new_again_with_a_cookie_of_before(wait, app, phone):
    """A cookie is no counter: an earlier one tells less, and never more."""
    device = phone()
    earlier = device.get_cookie("marque").value
    open_sheets(device, 1)
    wait(3601)
    device.set_cookie("marque", earlier)
    new_devices(app, 6)
    assert open_sheets(device, 1) == [429]


@pytest.mark.long
def test_one_attacker_stops_no_honest_phone_behind_its_address(
    wait, app, client, sheet, known, phone
):
    """The attacker has one link, one address, and a cookie or none, as it likes."""
    honest = known.post("/sheets", data=SEATS).location
    for attacker in (client, *(phone() for _ in range(5))):
        write(attacker, sheet, 130)
        open_sheets(attacker, 70)
    new_devices(app, 150)
    page_sizes(client, 200)
    assert open_sheets(known, 1) == [303]
    assert known.post(f"{honest}/hands", data=GARDE).status_code == 303
    answer = known.get(f"/sheets/{'x' * 22}")
    assert answer.status_code == 404 and "Vérifiez le lien" in answer.text


def test_files_of_one_device_are_read_a_limited_number_of_times(wait, client, phone):
    def read(device):
        sent = {"file": (io.BytesIO(json.dumps(PASSED).encode()), "night.json")}
        return device.post("/import", data=sent).status_code

    assert [read(client) for _ in range(21)] == [200] * 20 + [429]
    assert read(phone()) == 200
    assert [read(phone()) for _ in range(60)][-1] == 429


def test_nothing_is_limited_where_limits_are_turned_off(tmp_path):
    app = create_app({"INSTANCE": tmp_path / "other", **UNGUARDED})
    client = app.test_client()
    unknown = [client.get(f"/sheets/{n:022}").status_code for n in range(30)]
    document = {"document": json.dumps(PASSED)}
    imported = [client.post("/import", data=document).status_code for _ in range(61)]
    assert (set(unknown), set(imported)) == ({404}, {303})


def test_only_what_opens_a_sheet_is_counted(wait, app, client):
    before = str(app.extensions["limits"]._windows)
    for _ in range(13):
        assert client.post("/sheets", data=SEATS | {"more": "1"}).status_code == 200
    assert str(app.extensions["limits"]._windows) == before
    assert client.post("/sheets", data=SEATS).status_code == 303
    assert str(app.extensions["limits"]._windows) != before


def test_no_counter_holds_a_usable_token(app, sheet, post_stakes):
    post_stakes(sheet, 1)
    counters = list(app.extensions["limits"]._windows)
    assert counters and token_of(sheet) not in str(counters)
    assert read_only_token(token_of(sheet)) not in str(counters)


def test_tokens_that_write_nothing_have_no_counter(app, reader, client):
    counters = app.extensions["limits"]._windows
    before = set(counters)
    for token in (token_of(reader), "exemple", *map(str, range(100))):
        client.post(f"/sheets/{token}/hands", data=GARDE)
    (failed_lookups,) = set(counters) - before
    assert failed_lookups == (rate_limits.FULL_ERROR_PAGES, "unknown 127.0.0.1")


def test_ended_windows_are_deleted_once_a_minute(wait):
    limits, imports = rate_limits.RateLimits(enabled=True), rate_limits.IMPORTS
    kept = []
    for device, seconds in enumerate((0, 59, 2, 59, 2)):
        wait(seconds)
        limits.count((imports, f"{device}"), (rate_limits.STREAM_WRITES_PER_DAY, "stream"))
        kept.append(len(limits._windows))
    assert kept == [2, 3, 3, 4, 3]


def test_limits_are_enabled_unless_they_are_turned_off(instance):
    assert create_app({"INSTANCE": instance}).extensions["limits"].enabled
    assert not create_app({"RATELIMIT_ENABLED": False}).extensions["limits"].enabled


def test_the_counters_of_two_applications_are_apart(wait, tmp_path, client):
    page_sizes(client, rate_limits.FULL_ERROR_PAGES.amount)
    other = create_app({"INSTANCE": tmp_path / "other", "RATELIMIT_ENABLED": True})
    assert page_sizes(other.test_client(), 1)[0] > 1000


@pytest.fixture
def little(monkeypatch):
    """A function that lets one of the bounds of imported bytes take two small files."""
    size = stored_size(len(json.loads(FORMS["/import"]["document"])["hands"]), 2000)
    return lambda name: monkeypatch.setattr(
        rate_limits, name, rate_limits.Limit(3 * size, rate_limits.DAY)
    )


def bring(device, address="203.0.113.9"):
    """Store a night document from this address; the answer."""
    origin = {"REMOTE_ADDR": address}
    return device.post("/import", data=FORMS["/import"] | {"again": "1"}, environ_base=origin)


@pytest.mark.parametrize(
    ("bound", "other_network"), [("NETWORK_IMPORTED", 303), ("MOST_IMPORTED", 422)]
)
def test_what_files_add_to_the_database_is_bounded_by_network_and_all(
    wait, phone, little, bound, other_network
):
    little(bound)
    device = phone()
    while bring(device).status_code == 303:
        pass
    answer = bring(device)
    assert answer.status_code == 422 and "Revenez demain" in answer.text
    assert bring(phone()).status_code == 422
    assert bring(phone(), "198.51.100.7").status_code == other_network
    assert open_sheets(device, 1) == [303]
    wait(rate_limits.DAY)
    assert bring(device).status_code == 303


def test_files_leave_the_room_in_which_sheets_are_opened():
    """Two days of imports may be between two backups."""
    assert 2 * rate_limits.MOST_IMPORTED.amount < files.MAX_GROWTH


def test_two_networks_leave_to_every_other_one_its_first_file(wait, phone, little):
    for bound in ("ALL_IMPORTED", "FIRST_IMPORTED"):
        little(bound)
    for network in ("203.0.113.9", "198.51.100.7"):
        while bring(phone(), network).status_code == 303:
            pass
    device = phone()
    answers = [bring(device, "192.0.2.5").status_code for _ in range(5)]
    assert (answers[0], answers[-1]) == (303, 422)
    assert bring(phone(), "192.0.2.6").status_code == 303


def test_no_file_is_stored_for_which_the_disk_has_no_room(client, monkeypatch):
    monkeypatch.setattr(files, "MAX_GROWTH", files.MEBIBYTE // 4)
    many = {"document": json.dumps(PASSED | {"hands": PASSED["hands"] * 1000})}
    answer = client.post("/import", data=many)
    assert answer.status_code == 422 and "Revenez demain" in answer.text
    assert open_sheets(client, 1) == [303]


def test_the_file_of_a_long_form_is_closed_after_the_request(client):
    answer = client.post("/import", data={"file": (io.BytesIO(bytes(600_000)), "night.json")})
    assert answer.status_code == 422 and answer.request.environ["wsgi.input"].closed
