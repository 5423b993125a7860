"""The benchmark measures what it claims to; its figures are not tested."""

import argparse
import asyncio
import contextlib
import functools
import shutil
import time

import client
import club_evening
import costs
import process
import pytest
import slow
import talks
from evening import sitting, written
from exchange import Connection
from rounds import Row, ratio
from slow_line import SlowLine
from stage import EVENINGS, Stage, always, evenings, hand, poll, posting

pytestmark = pytest.mark.long

needs_wrk = pytest.mark.skipif(not shutil.which("wrk"), reason="needs Debian's package wrk")


@pytest.fixture
def stage(tmp_path):
    with contextlib.ExitStack() as held:
        yield Stage(tmp_path, held)


@pytest.fixture
def running(stage):
    """La Marque with a few tables, and their tokens."""
    program, (tokens,) = stage.marque("tables", (2 * EVENINGS, 10))
    return program, tokens


def sent(row):
    """The number of events that one turn of a row has written, and its client's reading."""
    requests, recorded, _ = next(row.turns)
    before = recorded()
    reading = client.load(row.process, requests, row.expected, 1, 1, before)
    return sum(recorded().values()) - sum(before.values()), reading


def test_the_page_beside_which_a_sheet_is_measured_has_40_rows_of_4(stage):
    _, (status, _, shown) = stage.limit("page")
    assert status == 200
    assert shown.count("<tr") == 1 + 40 and shown.count("<small>") == 160


@needs_wrk
def test_every_answer_of_the_bare_form_is_a_row(stage):
    *_, form = stage.limits
    rows, reading = sent(form)
    assert 0 < reading.answers <= rows


@needs_wrk
def test_every_hand_that_is_answered_is_written_once(stage, running):
    turns = evenings(*running, stage.folder / "tables")
    events, reading = sent(posting("hand", running[0], turns))
    assert 0 < reading.answers <= events <= reading.answers + 2


@needs_wrk
def test_hands_are_posted_to_fresh_tables_in_every_turn(stage, running):
    turns = evenings(*running, stage.folder / "tables")
    first, second = (set(next(turns).recorded()) for _ in range(2))
    assert len(first) == len(second) == 2 and not first & second


@needs_wrk
def test_a_poll_is_answered(running):
    program, tokens = running
    (phone,) = sitting(program, tokens[:1])
    _, reading = sent(poll("", program, phone))
    assert reading.answers


@needs_wrk
def test_a_rejected_hand_is_an_error(running):
    program, tokens = running
    (phone,) = sitting(program, tokens[:1])
    expired = hand(phone._replace(form={"csrf_token": "x"}), 0)
    with pytest.raises(RuntimeError, match="wrong"):
        sent(Row("hand", program, always([expired], lambda: {phone.token: 1}), (303,)))


@pytest.fixture
def tables(stage, monkeypatch):
    """Two tables at a time, of which each does everything twice in a round."""
    monkeypatch.setattr(costs, "ACTS", 4)
    return stage.tables(5, 2)


def test_a_phone_that_has_saved_a_hand_shows_the_latest_version(tables):
    tables.renew()
    before = [phone.version for phone in tables.phones]
    tables.take(talks.save)
    shown = [phone.version for phone in tables.phones]
    assert not set(shown) & set(before)
    tables.take(talks.page)
    assert [phone.version for phone in tables.phones] == shown


@pytest.mark.parametrize("look", [talks.page, talks.poll, talks.read_news])
def test_a_look_after_a_hand_shows_a_version_that_nobody_has_seen(tables, look):
    tables.renew()
    before = [phone.version for phone in tables.phones]
    tables.act(talks.send)
    assert tables.take(look).body
    assert not {phone.version for phone in tables.phones} & set(before)


def test_the_parts_of_an_act_are_summed(tables, capsys):
    acts = (
        costs.Act("one", tables, talks.page),
        costs.Act("other", tables, talks.page),
        costs.Act("hand", tables, talks.save, against=("one", "other"), goal="little"),
    )
    costs.compare(acts, 2)
    *_, line = capsys.readouterr().out.splitlines()
    assert line.startswith("| hand |") and "one + other" in line and line.endswith("little |")


def test_a_hand_that_is_not_recorded_is_an_error(tables):
    tables.renew()
    tables.act(talks.send)
    tables.check()
    (first, *others) = tables.phones
    tables.phones = [first._replace(form=first.form | {"base": "99"}), *others]
    with pytest.raises(RuntimeError, match="not 99"):
        tables.check()


def club_of(**changes):
    options = {"seconds": 6, "every": 2, "followers": 1, "readers": 1}
    return argparse.Namespace(**options | changes)


def test_a_club_plays_without_an_error(tmp_path):
    (tokens,) = written(tmp_path, (2, 5))
    with process.marque(tmp_path) as running:
        evening = club_evening.Evening(running, tokens, club_of())
        asyncio.run(evening.play())
    assert not evening.errors
    assert set(evening.took) - {"page"} == {"poll", "hand", "news"}
    assert evening.told > 0 and evening.whole > 0


def test_a_slow_line_has_its_round_trip_and_its_rate(running):
    program, tokens = running
    (phone,) = sitting(program, tokens[:1])
    rtt, rate = 0.1, 100_000
    with SlowLine(program.port, kbit=8 * rate / 1000, rtt=rtt) as line:
        began = time.perf_counter()
        with Connection(line.port) as connection:
            _, (first,) = connection.hold(talks.page(phone))
            _, (second,) = connection.hold(talks.poll(phone))
    size = len(first.head) + len(first.body)
    assert first.seconds >= 2 * rtt + size / rate
    assert rtt <= second.seconds < 2 * rtt
    assert time.perf_counter() - began >= first.seconds + second.seconds
    assert [(one.method, one.path.split("?")[0]) for one in line.asked] == [
        ("GET", phone.sheet),
        ("GET", f"{phone.sheet}/live"),
    ]
    assert line.asked[0].size == size


@pytest.mark.browser
def test_a_visit_on_a_slow_line_finds_every_figure(chromium, running, monkeypatch):
    rtt = 0.05
    monkeypatch.setattr(slow, "SlowLine", functools.partial(SlowLine, kbit=4000, rtt=rtt))
    monkeypatch.setattr(slow, "CALM", 500)
    program, tokens = running
    with contextlib.ExitStack() as held:
        sheets = [f"/sheets/{tokens[0]}"]
        (found,) = slow.visited(chromium, program.port, sheets, held, idle=0)
    assert 2 * rtt < found.painted <= found.last_row < 10
    assert rtt < found.preview < 5 and rtt < found.save < 5
    assert found.requests > 1 and found.there and found.back


def test_without_wrk_one_sentence_names_the_package(monkeypatch):
    monkeypatch.setattr(client.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="installez le paquet wrk"):
        client.require()


def test_a_ratio_is_the_median_of_those_within_a_round():
    assert ratio([1, 4, 9], [1, 2, 3]) == "2.00 (1.00..3.00)"
