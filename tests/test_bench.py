"""The parts of the measure work; how fast anything is, no test says."""

import asyncio
import contextlib
import shutil

import client
import club
import process
import pytest
from evening import sitting, written
from rounds import ratio
from stage import Stage, page, poll, posting

needs_wrk = pytest.mark.skipif(not shutil.which("wrk"), reason="needs Debian's package wrk")


@pytest.fixture
def stage(tmp_path):
    with contextlib.ExitStack() as held:
        yield Stage(tmp_path, held)


def sent(row):
    return client.load(row.process, row.requests, row.expected, 2, 1, row.recorded())


def test_the_page_beside_which_a_sheet_is_measured_has_40_rows_of_4(stage):
    _, (status, _, shown) = stage.limit("page")
    assert status == 200
    assert shown.count("<tr") == 1 + 40 and shown.count("<small>") == 160


@needs_wrk
def test_what_the_bare_form_answers_is_written(stage):
    *_, form = stage.limits
    assert form.recorded() == {"": 0}
    assert 0 < sent(form).answers <= form.recorded()[""]


@needs_wrk
def test_every_hand_that_is_answered_is_written_once(stage):
    running, (phones,) = stage.marque("tables", (20, 10))
    row = posting("hand", running, phones, stage.folder / "tables")
    before = sum(row.recorded().values())
    answers = sent(row).answers
    assert 0 < answers <= sum(row.recorded().values()) - before <= answers + 2


@needs_wrk
def test_a_page_and_a_poll_are_answered(stage):
    running, ((phone,),) = stage.marque("tables", (1, 10))
    assert sent(page("page", running, phone)).size > sent(poll("poll", running, phone)).size


@needs_wrk
def test_a_hand_that_is_refused_does_not_count(stage):
    running, (phones,) = stage.marque("tables", (1, 10))
    stranger = [phone._replace(form={"csrf_token": "x"}) for phone in phones]
    row = posting("hand", running, stranger, stage.folder / "tables")
    with pytest.raises(RuntimeError, match="wrong"):
        sent(row)


def test_a_club_plays_without_an_error(tmp_path):
    (tokens,) = written(tmp_path, (2, 5))
    with process.marque(tmp_path) as running:
        evening = club.Evening(running.port, 1)
        asyncio.run(evening.play(sitting(running, tokens)))
    assert not evening.errors
    assert set(evening.took) == {"poll", "hand", "page"}


def test_without_wrk_one_sentence_names_the_package(monkeypatch):
    monkeypatch.setattr(client.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="installez le paquet wrk"):
        client.require()


def test_a_ratio_is_the_median_of_those_within_a_round():
    assert ratio([1, 4, 9], [1, 2, 3]) == "2.00 (1.00..3.00)"
