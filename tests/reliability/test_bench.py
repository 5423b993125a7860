"""The benchmark measures what it claims to; its figures are not tested."""

import asyncio
import contextlib
import shutil

import client
import club
import process
import pytest
from evening import sitting, written
from rounds import Row, ratio
from stage import EVENINGS, Stage, always, evenings, hand, page, poll, posting

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
def test_a_page_and_a_poll_are_answered(running):
    program, tokens = running
    (phone,) = sitting(program, tokens[:1])
    (_, long), (_, short) = sent(page("", program, phone)), sent(poll("", program, phone))
    assert long.size > short.size


@needs_wrk
def test_a_rejected_hand_is_an_error(running):
    program, tokens = running
    (phone,) = sitting(program, tokens[:1])
    expired = hand(phone._replace(form={"csrf_token": "x"}), 0)
    with pytest.raises(RuntimeError, match="wrong"):
        sent(Row("hand", program, always([expired], lambda: {phone.token: 1}), (303,)))


def test_a_club_plays_without_an_error(tmp_path):
    (tokens,) = written(tmp_path, (2, 5))
    with process.marque(tmp_path) as running:
        evening = club.Evening(running.port, 2.5)  # each phone polls within two seconds
        asyncio.run(evening.play(sitting(running, tokens)))
    assert not evening.errors
    assert set(evening.took) == {"poll", "hand", "page"}


def test_without_wrk_one_sentence_names_the_package(monkeypatch):
    monkeypatch.setattr(client.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="installez le paquet wrk"):
        client.require()


def test_a_ratio_is_the_median_of_those_within_a_round():
    assert ratio([1, 4, 9], [1, 2, 3]) == "2.00 (1.00..3.00)"
