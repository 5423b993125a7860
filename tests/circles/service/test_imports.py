"""Circles that are brought as files: one at a time beside the requests, whole or not."""

import json
import threading
import time

import pytest

from scorekeeper.circles.formats.circle_reader import read_circle
from scorekeeper.circles.formats.examples import example_circle
from scorekeeper.circles.service import files, imports
from scorekeeper.circles.service.files import store_circle
from scorekeeper.circles.service.imports import Imports, Offered, Pace
from scorekeeper.sheets.formats import file_bounds
from scorekeeper.sheets.formats.file_bounds import stored_size
from scorekeeper.streams.errors import ImportRefused

EVENINGS = 3
DOCUMENT = example_circle()
DOCUMENT |= {"sheets": DOCUMENT["sheets"][:EVENINGS]}
CONTENT = json.dumps(DOCUMENT).encode()


class Killed(BaseException):
    """The process ends here."""


class Thread:
    """A thread of imports that works when the test says so."""

    started: list

    def __init__(self, target, args, daemon):
        assert daemon  # it holds up no stop
        self.work = lambda: target(*args)

    def start(self):
        Thread.started.append(self)


@pytest.fixture
def taken(circles, monkeypatch):
    """The imports of a process, whose thread works when the test says so."""
    Thread.started = []
    monkeypatch.setattr(imports.threading, "Thread", Thread)
    monkeypatch.setattr(Pace, "rest", lambda pace: None)
    return Imports(circles)


def offered(
    imports, network="a", content=CONTENT, admit=lambda size: None, translate=str, key="k"
):
    token = imports.token(key, content)
    imports.offer(Offered(token, network, content, admit, translate))
    return token


def test_files_are_read_one_at_a_time_in_their_order(taken, circles):
    tokens = [offered(taken, network, key=network) for network in "abc"]
    (thread,) = Thread.started
    assert [taken.state(token).done for token in tokens] == [0, 0, 0]
    thread.work()
    assert [bool(taken.circle_token(token)) for token in tokens] == [True] * 3
    assert len(circles.journal.stream_ids()) == 3 * (EVENINGS + 1)


def test_the_thread_ends_where_nothing_waits_and_another_one_begins(taken):
    for key in "kl":
        offered(taken, key=key)
        Thread.started[-1].work()
    assert len(Thread.started) == 2


def test_few_files_of_one_network_wait_and_others_have_their_turn(taken):
    for n in range(imports.OF_NETWORK):
        offered(taken, key=str(n))
    with pytest.raises(ImportRefused, match="Recommencez"):
        offered(taken, key="x")
    offered(taken, "b", key="x")
    Thread.started[0].work()
    assert offered(taken, key="y")


def test_the_files_that_wait_are_bounded_together(taken, monkeypatch):
    monkeypatch.setattr(imports, "MAX_WAITING", 2)
    for network in "ab":
        offered(taken, network, key=network)
    with pytest.raises(ImportRefused):
        offered(taken, "c", key="c")


def test_the_same_form_posted_again_imports_once(taken, circles):
    for _ in range(2):
        token = offered(taken)
    Thread.started[0].work()
    assert offered(taken) == token and len(Thread.started) == 1
    assert len(circles.journal.stream_ids()) == EVENINGS + 1


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"{", "document"),
        (b"{}", "pas un cercle"),
        (json.dumps(DOCUMENT | {"zork": 1}).encode(), "zork"),
        (json.dumps(DOCUMENT | {"sheets": [*DOCUMENT["sheets"], {}]}).encode(), "feuille 4"),
    ],
)
def test_a_refused_file_stores_nothing_and_says_why_in_the_words_of_who_brings_it(
    taken, circles, content, why
):
    token = offered(taken, content=content, translate=lambda message: f"<{message}>")
    Thread.started[0].work()
    said = taken.state(token).why
    assert said[0] == "<" and why in said and not taken.circle_token(token)
    assert circles.journal.stream_ids() == []


def test_a_file_has_to_be_admitted_by_its_size_before_it_is_read(taken, circles, monkeypatch):
    sizes = []

    def admit(size):
        sizes.append(size)
        raise ImportRefused("zu groß")

    monkeypatch.setattr(imports, "read_circle", None)
    token = offered(taken, admit=admit)
    Thread.started[0].work()
    assert taken.state(token).why == "zu groß"
    assert sizes == [stored_size(DOCUMENT["sheets"], len(CONTENT))]


def hands(sheets, entries):
    """A circle with so many sheets, each of so many deals that everybody passed."""
    sheet = {"format": "scorekeeper/1", "game": "tarot", "players": ["A", "B", "C"]}
    sheet |= {"player_ids": [None] * 3, "hands": [{"passed": True}] * entries}
    circle = {"format": "scorekeeper-circle/1", "title": "X", "players": []}
    return circle | {"sheets": [sheet] * sheets}


@pytest.mark.parametrize(("sheets", "entries"), [(100, 999), (456, 999)])
def test_a_file_of_more_hands_than_a_family_plays_is_not_read(
    taken, monkeypatch, sheets, entries
):
    monkeypatch.setattr(imports, "read_circle", None)
    token = offered(taken, content=json.dumps(hands(sheets, entries)).encode())
    Thread.started[0].work()
    assert f"{file_bounds.MAX_ENTRIES // 1000}" in taken.state(token).why


@pytest.mark.parametrize("values", ["[]," * 300_000, "1," * 1_300_000, "[" * 300_000])
def test_a_file_of_more_values_than_a_circle_has_is_not_parsed(taken, monkeypatch, values):
    monkeypatch.setattr(imports, "parse", None)
    content = f'{{"format":"scorekeeper-circle/1","players":[{values}1]}}'.encode()
    token = offered(taken, content=content)
    Thread.started[0].work()
    assert f"{file_bounds.MAX_ENTRIES // 1000}" in taken.state(token).why


@pytest.mark.parametrize("document", [hands(5, 999), hands(300, 0), DOCUMENT])
def test_a_circle_needs_no_more_bytes_than_were_counted(circles, document):
    def pages(name):
        driver = circles.journal.driver
        return driver.rows(f"PRAGMA {name}")[0][0]

    before = pages("page_count")
    store_circle(circles, read_circle(document), "x")
    grown = (pages("page_count") - before) * pages("page_size")
    length = len(json.dumps(document, separators=(",", ":")))
    assert grown <= stored_size(document["sheets"], length)


@pytest.fixture
def killed(taken, monkeypatch):
    """The token of an import whose process was killed after its first sheet."""
    monkeypatch.setattr(files, "BATCH_EVENTS", 1)
    steps = []

    def die(pace):
        steps.append(pace)
        if len(steps) > EVENINGS:
            raise Killed

    monkeypatch.setattr(Pace, "rest", die)
    token = offered(taken)
    with pytest.raises(Killed):
        Thread.started[0].work()
    monkeypatch.setattr(Pace, "rest", lambda pace: None)
    return token


def test_an_import_that_was_killed_is_known_as_lost_at_once(killed, circles):
    assert len(circles.journal.stream_ids()) == 1
    assert Imports(circles).state(killed) is None


def test_the_next_start_removes_what_a_killed_import_had_stored(killed, circles):
    Imports(circles).resume()
    assert circles.journal.stream_ids() == [] and circles.journal.notes("import ") == {}


def test_the_next_import_removes_it_too_and_brings_the_same_file_whole(killed, circles):
    again = Imports(circles)
    token = offered(again, key="l")
    Thread.started[-1].work()
    assert again.circle_token(token)
    assert len(circles.journal.stream_ids()) == EVENINGS + 1


def test_an_import_of_another_process_is_left_to_it_while_it_goes_on(
    killed, circles, monkeypatch
):
    monkeypatch.setattr(type(circles.journal), "is_shared", True)
    beside = Imports(circles)
    beside.resume()
    assert beside.state(killed).sheets == EVENINGS and circles.journal.stream_ids()
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + imports.LOST_AFTER + 1)
    beside.resume()
    assert beside.state(killed) is None and circles.journal.stream_ids() == []


def raise_again(*arguments):
    raise Killed


def store_until(circles, monkeypatch, ended):
    """Store the circle as a command does, that ends so before the circle itself is stored."""

    def end(*arguments, **options):
        raise ended

    with monkeypatch.context() as patched:
        patched.setattr(files, "open_circle", end)
        with pytest.raises(type(ended)):
            Imports(circles).store(read_circle(DOCUMENT), lambda done, total: None)


def test_a_command_that_fails_leaves_nothing(circles, monkeypatch):
    store_until(circles, monkeypatch, KeyboardInterrupt())
    assert circles.journal.stream_ids() == [] and circles.journal.notes("import ") == {}


def test_what_a_killed_command_had_stored_is_removed_later_and_not_while_it_works(
    circles, monkeypatch
):
    with monkeypatch.context() as patched:
        patched.setattr(imports, "remove_unopened", raise_again)
        store_until(circles, patched, Killed())
    serving = Imports(circles)
    serving.resume()
    assert len(circles.journal.stream_ids()) == EVENINGS
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + imports.LOST_AFTER + 1)
    serving.resume()
    assert circles.journal.stream_ids() == [] and circles.journal.notes("import ") == {}


def test_a_command_stores_a_circle_with_its_sheets(circles):
    token = Imports(circles).store(read_circle(DOCUMENT), lambda done, total: None)
    assert len(circles.access(token).circle.links) == EVENINGS
    assert circles.journal.notes("import ") == {}


def test_an_import_works_no_longer_than_it_rests(monkeypatch):
    clock, slept = [0.0], []
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(time, "sleep", slept.append)
    pace = Pace()
    for worked in (0.1, 0.25, 9.0):
        clock[0] += worked
        pace.rest()
    assert slept == pytest.approx([0.1, 0.25, imports.LONGEST_REST])


def test_no_thread_is_there_before_a_file_is(circles):
    before = threading.active_count()
    Imports(circles).resume()
    assert threading.active_count() == before
