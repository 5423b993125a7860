"""The worker: one process beside the requests, for what takes long."""

import contextlib
import multiprocessing
import os
import subprocess
import sys
import threading

import pytest
import worker_jobs
from conftest import wait_until
from worker_jobs import begun, die, note, open_gate, refuse, unreadable, wait

from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.web import worker
from scorekeeper.web.worker import NotReady, Owner, TooLong, Worker

OWNER = Owner("network", "device")

LONG = 120
"""Seconds after which a test gives up."""


@pytest.fixture
def process():
    one = Worker()
    yield one
    one.close()


@pytest.fixture(scope="module")
def shared():
    """A worker of several tests, which leave it as it is."""
    one = Worker()
    yield one
    one.close()


@pytest.fixture
def hasty(process, monkeypatch):
    """A worker that no request waits for."""
    monkeypatch.setattr(worker, "PATIENCE", 0)
    monkeypatch.setattr(worker, "START", 0)
    return process


def insist(ask, *arguments):
    """Ask as a page does, until the answer is there."""
    found = []

    def is_answered():
        with contextlib.suppress(NotReady):
            found.append(ask(*arguments))
        return found

    wait_until(is_answered)
    return found[0]


def test_the_result_is_of_another_process(shared):
    assert insist(shared.result, OWNER, os.getpid) != os.getpid()


@pytest.mark.skipif(not hasattr(os, "nice"), reason="Windows has no such priority")
def test_phones_have_priority(shared):
    lower = min(19, os.nice(0) + worker.BELOW)
    assert insist(shared.result, OWNER, os.nice, 0) == lower


def test_nothing_is_started_before_it_is_needed(instance):
    from app import create_app

    before = {*threading.enumerate(), *multiprocessing.active_children()}
    app = create_app({"INSTANCE": instance, "WTF_CSRF_ENABLED": False})
    client = app.test_client()
    assert client.get("/").status_code == 200
    form = {"name": ["Ann", "Bea", "Col", "Dan"], "number": [""] * 4, "dealer": "0"}
    sheet = client.post("/sheets", data=form).headers["Location"]
    assert client.get(sheet).status_code == 200
    assert before.issuperset([*threading.enumerate(), *multiprocessing.active_children()])


def test_a_question_is_computed_once(hasty, tmp_path):
    with pytest.raises(NotReady):
        hasty.result(OWNER, wait, tmp_path)
    with pytest.raises(NotReady):
        hasty.result(Owner("other"), wait, tmp_path)
    open_gate(tmp_path)
    for owner in (OWNER, Owner("other")):
        assert insist(hasty.result, owner, wait, tmp_path) == "wait"
    assert begun(tmp_path) == ["wait"]


def test_an_error_is_raised_with_its_message(shared):
    with pytest.raises(DocumentError) as refused:
        insist(shared.result, OWNER, refuse)
    assert str(refused.value) == "ligne 7 : il manque un champ"
    assert str(refused.value.message) == str(refused.value)
    assert "in refuse" in refused.value.__notes__[0]  # where it was raised


def test_an_unreadable_result_ends_nothing(shared):
    before = insist(shared.result, OWNER, os.getpid)
    with pytest.raises(Exception, match="pickle"):
        insist(shared.result, OWNER, unreadable)
    assert insist(shared.result, OWNER, os.getpid) == before


def test_what_takes_too_long_is_ended(process, tmp_path, monkeypatch, caplog):
    first = insist(process.result, OWNER, os.getpid)
    monkeypatch.setattr(worker, "LONGEST", 0)
    with pytest.raises(TooLong):
        insist(process.result, OWNER, wait, tmp_path)
    monkeypatch.setattr(worker, "LONGEST", LONG)
    assert "Un calcul a été arrêté" in caplog.text
    open_gate(tmp_path)
    assert insist(process.result, OWNER, wait, tmp_path) == "wait"
    assert insist(process.result, OWNER, os.getppid) == os.getpid() != first


def test_a_process_that_dies_is_replaced(process, tmp_path):
    assert insist(process.result, OWNER, die, tmp_path, 1) == 2


def test_what_kills_two_processes_is_given_up(process, tmp_path):
    with pytest.raises(TooLong):
        insist(process.result, OWNER, die, tmp_path, 2)
    assert insist(process.result, OWNER, note, tmp_path, "next") == "next"


def test_a_process_killed_between_two_questions_is_replaced(process, tmp_path):
    insist(process.result, OWNER, os.getpid)
    process._process.kill()
    assert insist(process.result, OWNER, note, tmp_path, "next") == "next"


def test_one_device_has_two_computations_at_most(hasty, tmp_path):
    for name in ("first", "second", "third"):
        with pytest.raises(NotReady):
            hasty.result(OWNER, wait, tmp_path, name)
    other = OWNER._replace(device="other")
    with pytest.raises(NotReady):
        hasty.result(other, wait, tmp_path, "his")
    open_gate(tmp_path)
    insist(hasty.result, other, wait, tmp_path, "his")
    insist(hasty.result, OWNER, wait, tmp_path, "second")
    assert sorted(begun(tmp_path)) == ["first", "his", "second"]


def ask_each(hasty, folder, *asked):
    """Ask for computations: network, device and number of each."""
    for name in asked:
        with pytest.raises(NotReady):
            hasty.result(Owner(*name[:2]), wait, folder, name)
    wait_until(lambda: begun(folder))
    open_gate(folder)


def test_networks_take_turns_and_the_devices_of_each(hasty, tmp_path):
    ask_each(hasty, tmp_path, "xx0", "aa1", "aa2", "ab1", "bb1")
    insist(hasty.result, Owner("a", "a"), wait, tmp_path, "aa2")
    assert begun(tmp_path) == ["xx0", "aa1", "bb1", "ab1", "aa2"]


def test_what_nobody_asks_for_any_more_is_not_computed(hasty, tmp_path):
    asked = [(OWNER._replace(device=name), wait, tmp_path, name) for name in ("a", "b", "c")]
    for one in asked:
        with pytest.raises(NotReady):
            hasty.result(*one)
    wait_until(lambda: begun(tmp_path))
    for job in hasty._jobs.values():
        job.asked -= worker.ABANDONED_AFTER
    with pytest.raises(NotReady):
        hasty.result(*asked[2])
    others = [Owner(OWNER.network, str(n)) for n in range(worker.MAX_JOBS_OF_NETWORK)]
    for owner in others:  # what is left takes no place of theirs, who is asked for takes one
        with pytest.raises(NotReady):
            hasty.result(owner, wait, tmp_path, owner.device)
    open_gate(tmp_path)
    wait_until(lambda: not hasty._jobs)
    assert begun(tmp_path) == ["a", "c", *(owner.device for owner in others[:-1])]


@pytest.mark.parametrize(
    ("owners", "bound"),
    [
        ([Owner(f"network {n}") for n in range(70)], worker.MAX_JOBS),
        ([Owner("network", f"device {n}") for n in range(70)], worker.MAX_JOBS_OF_NETWORK),
    ],
)
def test_a_network_and_all_of_them_have_a_bounded_queue(hasty, tmp_path, owners, bound):
    for n, owner in enumerate(owners):
        with pytest.raises(NotReady):
            hasty.result(owner, wait, tmp_path, str(n))
    assert len(hasty._jobs) == bound


def test_two_requests_wait_and_the_others_come_again(process, tmp_path, monkeypatch):
    monkeypatch.setattr(worker, "PATIENCE", LONG)
    monkeypatch.setattr(worker, "START", LONG)
    found = []
    waiting = [
        threading.Thread(
            target=lambda n=n: found.append(
                process.result(Owner(str(n)), wait, tmp_path, str(n))
            )
        )
        for n in range(worker.MAX_WAITING)
    ]
    for thread in waiting:
        thread.start()
    wait_until(lambda: process._slots._value == 0)
    with pytest.raises(NotReady):
        process.result(Owner("late"), wait, tmp_path, "late")
    open_gate(tmp_path)
    for thread in waiting:
        thread.join(LONG)
    assert sorted(found) == ["0", "1"]


def test_a_starter_that_does_not_ask_for_its_name_is_not_run_again(tmp_path):
    starter = tmp_path / "starter.py"
    starter.write_text(
        "import os\nfrom scorekeeper.web.worker import Owner, Worker\n"
        "print(Worker().result(Owner(''), os.path.basename, 'a/answer'))\n"
    )
    path = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, starter]
    done = subprocess.run(command, env=path, capture_output=True, text=True, timeout=LONG)
    assert (done.stdout, done.stderr) == ("answer\n", "")


@pytest.mark.parametrize("how", ["killed", "stopped", "ended"])
def test_the_process_ends_with_the_program(tmp_path, how):
    # it has the same standard output: whose end is the end of both
    program = subprocess.Popen(
        [sys.executable, worker_jobs.__file__, tmp_path],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert program.stdout.readline() == b"begun\n"
    if how == "killed":
        program.kill()
    if how == "stopped":
        program.terminate()
    assert program.communicate(timeout=LONG) == (b"", None)
