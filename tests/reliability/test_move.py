"""Moves between two databases: byte for byte, whatever is killed, and never both in use."""

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from typing import NamedTuple

import pytest
from filled_journals import content, fill
from server import ENVIRONMENT, ROOT

from scorekeeper.cli import bootstrap
from scorekeeper.streams import copying
from scorekeeper.streams.base import (
    DatabaseBusy,
    DatabaseMoved,
    StorageError,
    StoredEvent,
    StoredSheet,
)
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.lock import claim_alone
from scorekeeper.streams.move import Move, parse_mark
from scorekeeper.streams.opening import opened
from scorekeeper.streams.places import file_place, parse
from scorekeeper.streams.sqlite.driver import open_sqlite


class Databases:
    """Two databases and the moves between them; ``there`` is empty at first."""

    def __init__(self, here, there):
        self.here, self.there = here, there

    def move(self, **named):
        return Move(self.here, self.there, "a", "b").run(**named)

    def move_back(self):
        return Move(self.there, self.here, "b", "a").run()

    def cancel(self):
        return Move(self.here, self.there, "a", "b").cancel()

    @property
    def marks(self):
        return self.here.mark(), self.there.mark()


KINDS = [
    pytest.param(("file", "file"), id="file to file"),
    pytest.param(("server", "file"), id="server to file"),
    pytest.param(("file", "server"), id="file to server", marks=pytest.mark.long),
]
"""Where the sheets are, and where they are moved to."""


@pytest.fixture(params=KINDS)
def kinds(request):
    return request.param


@pytest.fixture
def places(kinds, tmp_path, request):
    """The places of a move; a server is skipped where there is none."""

    def place(name, kind):
        if kind == "server":
            return parse(request.getfixturevalue("database_url"))
        return file_place(tmp_path / name / f"{name}.sqlite3")

    return [place(name, kind) for name, kind in zip("ab", kinds, strict=True)]


@pytest.fixture
def one_by_one(monkeypatch):
    """Sheets are copied in transactions of their own, so that a move can stop in between."""
    monkeypatch.setattr(copying, "BATCH", 1)


@pytest.fixture
def databases(places, one_by_one):
    here, there = places
    with opened(here, create=True) as moving, opened(there, create=True) as filling:
        yield Databases(moving, filling)


def stop_after(sheets):
    """Progress that interrupts a move once so many sheets are copied."""

    def progress(done, total):
        if done >= sheets:
            raise KeyboardInterrupt

    return progress


def interrupt(databases, sheets=2):
    with pytest.raises(KeyboardInterrupt):
        databases.move(progress=stop_after(sheets))


def test_a_move_copies_every_byte_and_marks_the_source_only(databases):
    fill(databases.here)
    before = content(databases.here)
    assert databases.move() == 6
    assert content(databases.there) == before
    assert databases.marks == ("to b", "")


def test_sheets_are_copied_in_batches_of_any_size(databases, monkeypatch):
    monkeypatch.setattr(copying, "BATCH", 21)
    fill(databases.here)
    before = content(databases.here)
    steps = []
    assert databases.move(progress=lambda done, total: steps.append((done, total))) == 6
    assert steps == [(3, 6), (6, 6)]
    assert content(databases.there) == before


def test_the_tokens_open_the_same_sheets_after_a_move(databases):
    tokens = fill(databases.here)
    databases.move()
    for token in tokens:
        assert databases.there.grant(token) == databases.here.grant(token) is not None


def test_an_interrupted_move_leaves_both_databases_unwritable(databases):
    tokens = fill(databases.here)
    interrupt(databases)
    assert databases.marks == ("to b", "from a")
    for journal in (databases.here, databases.there):
        with pytest.raises(DatabaseMoved):
            journal.open_sheet([("opened", {})])
        with pytest.raises(DatabaseMoved):
            sheet_id = databases.here.grant(tokens[0]).sheet_id
            journal.append(sheet_id, "late", "hand", {}, 7)
        with pytest.raises(DatabaseMoved):
            journal.delete(sheet_id)


def test_an_interrupted_move_is_started_again(databases):
    fill(databases.here)
    before = content(databases.here)
    interrupt(databases, sheets=4)
    assert 0 < len(databases.there.sheet_ids()) < 6
    assert databases.move() == 6
    assert content(databases.there) == before


def test_a_cancelled_move_can_be_done_again_and_misses_nothing(databases):
    tokens = fill(databases.here)
    interrupt(databases, sheets=6)
    databases.cancel()
    assert databases.marks == ("", "from a")
    databases.here.delete(databases.here.grant(tokens[1]).sheet_id)
    grant = databases.here.grant(tokens[2])
    databases.here.append(grant.sheet_id, "more", "hand", {}, grant.head.seq)
    databases.here.open_sheet([("opened", {"names": ["Eve"]})])
    after = content(databases.here)
    assert databases.move() == 6
    assert content(databases.there) == after


def test_sheets_move_back_with_what_has_changed_meanwhile(databases):
    tokens = fill(databases.here)
    databases.move()
    databases.there.delete(databases.there.grant(tokens[1]).sheet_id)
    grant = databases.there.grant(tokens[2])
    databases.there.rename(grant.sheet_id, "again", 0, "Noé")
    databases.there.renew(databases.there.grant(tokens[3]).sheet_id, "renew", "another")
    databases.there.add_tokens(databases.there.grant(tokens[4]).sheet_id, {"a" * 22: True})
    circle = [("founded", {"names": ["Mardi", "Zoé"], "seed": "5eed"})]
    databases.there.open_sheet(circle, "circle/g", {"circle/g": True, "circle/r": False})
    after = content(databases.there)
    assert databases.move_back() == 6
    assert content(databases.here) == after
    assert databases.marks == ("", "to a")


def test_a_finished_move_is_neither_repeated_nor_cancelled(databases):
    fill(databases.here)
    databases.move()
    for again in (databases.move, databases.cancel):
        with pytest.raises(StorageError, match="sont déjà toutes dans b"):
            again()
    assert databases.marks == ("to b", "")


def test_a_database_with_other_sheets_is_no_target(databases):
    fill(databases.here)
    fill(databases.there, sheets=1)
    before = content(databases.there)
    with pytest.raises(StorageError, match="contient d'autres feuilles"):
        databases.move()
    assert content(databases.there) == before
    assert databases.marks == ("", "")


def test_a_sheet_that_is_opened_just_before_a_move_begins_is_kept(databases, monkeypatch):
    fill(databases.here)
    mark, set_mark = databases.there.mark, databases.there.set_mark

    def opened_first(text):
        if text and not mark():
            databases.there.open_sheet([("opened", {})])
        set_mark(text)

    monkeypatch.setattr(databases.there, "set_mark", opened_first)
    with pytest.raises(StorageError, match="contient d'autres feuilles"):
        databases.move()
    assert len(databases.there.sheet_ids()) == 1
    assert databases.marks == ("", "")


@pytest.mark.parametrize("mark", ["from c", "to c"])
def test_a_database_of_another_move_is_no_target(databases, mark):
    fill(databases.here)
    databases.there.set_mark(mark)
    with pytest.raises(StorageError, match="prenez une base vide"):
        databases.move()
    assert databases.marks == ("", mark)


@pytest.mark.parametrize("mark", ["from c", "from b", "to c", "reserved"])
def test_a_database_of_another_move_is_no_source(databases, mark):
    fill(databases.here)
    databases.here.set_mark(mark)
    with pytest.raises(StorageError):
        databases.move()
    assert databases.marks == (mark, "")


def test_an_empty_source_does_not_delete_the_sheets_of_its_former_place(databases):
    fill(databases.here)
    databases.here.set_mark("to b")  # b was made anew meanwhile
    with pytest.raises(StorageError, match="n'a aucune feuille"):
        databases.move_back()
    assert len(databases.here.sheet_ids()) == 6


def test_a_move_that_is_cancelled_while_it_runs_does_not_end(databases):
    fill(databases.here)

    def cancel(done, total):
        databases.cancel()

    with pytest.raises(StorageError, match="a été annulé"):
        databases.move(progress=cancel)
    assert databases.marks == ("", "from a")


def test_a_damaged_sheet_stops_the_move_and_is_named(databases):
    event = StoredEvent(1, "k", "hand", "{}", "2026-11-22T20:00:00+00:00", bytes(32))
    databases.here.store_sheet(StoredSheet(7, {bytes(32): True}, ["Zoé"], [event]))
    with pytest.raises(StorageError, match="La feuille 7 ne se suit plus à l'événement 1"):
        databases.move()
    assert databases.there.sheet_ids() == []


def test_a_sheet_that_arrives_changed_stops_the_move(databases, monkeypatch):
    fill(databases.here)
    store = databases.there.store_sheet
    monkeypatch.setattr(
        databases.there, "store_sheet", lambda sheet: store(sheet._replace(names=["Ann"]))
    )
    with pytest.raises(StorageError, match="n'est pas arrivée telle quelle"):
        databases.move()
    assert databases.marks == ("to b", "from a")


def test_a_move_does_not_end_while_the_databases_differ_in_their_events(
    databases, monkeypatch
):
    fill(databases.here)
    count = databases.here.count_events() - 1
    monkeypatch.setattr(databases.there, "count_events", lambda: count)
    with pytest.raises(StorageError, match="n'ont pas autant d'événements"):
        databases.move()
    assert databases.marks == ("to b", "from a")


@pytest.mark.parametrize(
    ("mark", "sentence"),
    [
        ("to postgresql://db/marque", "déplacées vers postgresql://db/marque"),
        ("from sqlite:/a", "pas encore toutes les feuilles de sqlite:/a"),
        ("reserved", "réservée à un déplacement"),
    ],
)
def test_a_program_does_not_run_on_a_marked_database(instance, mark, sentence):
    Installation(instance).open()
    with closing(open_sqlite(Installation(instance).database)) as journal:
        journal.set_mark(mark)
    with pytest.raises(StorageError, match=sentence):
        Installation(instance).open()


def test_a_place_never_shows_a_password():
    for text in (
        "postgresql://ada:secret@db/marque",
        "postgres://ada:se%40cret@db/marque?sslmode=require",
        "postgresql:///marque?password=secret&user=ada",
    ):
        assert "cret" not in parse(text).name
        assert "ada" in parse(text).name
    with pytest.raises(StorageError) as refused:
        parse("postgresq://ada:secret@db/marque")
    assert "secret" not in str(refused.value)


def address(place):
    return place.address or place.name


def command(*arguments):
    return [sys.executable, str(ROOT / "app.py"), "move", *map(str, arguments)]


def test_the_command_moves_a_database_and_names_the_secret_key(tmp_path, capsys):
    a, b = tmp_path / "a" / "a.sqlite3", tmp_path / "b" / "b.sqlite3"
    a.parent.mkdir()
    with closing(open_sqlite(a)) as journal:
        fill(journal)
        before = content(journal)
    assert bootstrap.main(["move", f"sqlite:{a}", f"sqlite:{b}"], None) == 0
    said = capsys.readouterr().out
    assert "6 feuilles sont dans sqlite:" in said and "SECRET_KEY" in said
    with closing(open_sqlite(b)) as journal:
        assert content(journal) == before
    assert b.stat().st_mode & 0o777 == 0o600


def test_the_command_is_refused_while_la_marque_runs(tmp_path):
    a = tmp_path / "a.sqlite3"
    with closing(open_sqlite(a)) as journal:
        fill(journal)
    lock = claim_alone(tmp_path)
    arguments = command(f"sqlite:{a}", f"sqlite:{tmp_path / 'b.sqlite3'}")
    refused = subprocess.run(arguments, env=ENVIRONMENT, capture_output=True, text=True)
    lock.release()
    assert refused.returncode == 1
    assert "déjà ouverte" in refused.stderr
    with closing(open_sqlite(a)) as journal:
        assert journal.mark() == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["sqlite:a"], "s'écrit ainsi"),
        (["sqlite:", "sqlite:b"], "sqlite:CHEMIN"),
        (["sqlite:a", "sqlite:./a"], "la même base"),
        (["sqlite:no/such", "sqlite:b"], "n'existe pas"),
    ],
)
def test_the_command_refuses_what_is_no_move(
    tmp_path, monkeypatch, capsys, arguments, sentence
):
    monkeypatch.chdir(tmp_path)
    assert bootstrap.main(["move", *arguments], None) == 1
    assert sentence in capsys.readouterr().err


def test_a_file_whose_creation_was_killed_is_empty(tmp_path):
    being_created, killed = tmp_path / "a.sqlite3", tmp_path / "b.sqlite3"
    with closing(sqlite3.connect(being_created, isolation_level=None)) as db:
        for statement in ("PRAGMA cache_size = 2", "BEGIN", "CREATE TABLE t (x)"):
            db.execute(statement)
        db.executemany("INSERT INTO t VALUES (?)", [(bytes(2000),)] * 50)
        shutil.copy(being_created, killed)
        shutil.copy(f"{being_created}-journal", f"{killed}-journal")
    assert killed.stat().st_size
    with opened(file_place(killed), create=True) as journal:
        assert journal.sheet_ids() == []


def play_on(journal):
    """One more hand on every sheet, so that each has to be copied again."""
    for sheet_id, head in journal.heads(journal.sheet_ids()).items():
        journal.append(sheet_id, f"more {head.seq}", "hand", {"points": 1}, head.seq)


class Seen(NamedTuple):
    """A database between two attempts to move it."""

    state: str = ""
    has_sheets: bool = False

    @property
    def is_live(self):
        """True if it has sheets, and a program may write to them."""
        return self.has_sheets and not self.state


def look(place):
    if place.path and not place.path.exists():
        return Seen()
    with opened(place) as journal:
        return Seen(parse_mark(journal.mark()).state, bool(journal.sheet_ids()))


def kill_at_random(dice, source, target):
    """Start a move until one ends, killing it before; what the kills have left."""
    left = []
    while True:
        process = subprocess.Popen(command(address(source), address(target)), env=ENVIRONMENT)
        try:
            process.wait(dice.uniform(0.1, 0.4) * 1.15 ** len(left))  # however slow it is
            return left
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            left.append((look(source), look(target)))


@pytest.mark.hours
def test_a_move_that_is_killed_at_random_moments_ends_whole(places):
    a, b = places
    with opened(a, create=True) as journal:
        fill(journal, sheets=900)
    dice, left = random.Random(18), []
    for source, target in [(a, b), (b, a)] * 2:
        with opened(source) as journal:
            play_on(journal)
            before = content(journal)
        left += kill_at_random(dice, source, target)
        assert (look(source).is_live, look(target).is_live) == (False, True)
        with opened(target) as journal:
            assert content(journal) == before
    assert not any(one.is_live and other.is_live for one, other in left)
    assert ("to", "from") in [(one.state, other.state) for one, other in left]


def test_what_is_acknowledged_while_a_move_begins_is_moved(database_url, tmp_path):
    here, there = parse(database_url), file_place(tmp_path / "b.sqlite3")
    with opened(here) as source, opened(there, create=True) as target:
        fill(source)
        writers = [Writer(source, sheet_id) for sheet_id in source.sheet_ids()]
        while sum(len(writer.keys) for writer in writers) < 12:
            time.sleep(0.001)
        Move(source, target, here.name, there.name).run()
        for writer in writers:
            writer.join()
            stored = target.stored_sheet(writer.sheet_id)
            assert writer.keys <= {event.key for event in stored.events}


class Writer(threading.Thread):
    """A player who writes hands until they are refused; ``keys`` are those acknowledged."""

    def __init__(self, journal, sheet_id):
        super().__init__()
        self.journal, self.sheet_id, self.keys = journal, sheet_id, set()
        self.start()

    def run(self):
        with suppress(DatabaseMoved):
            while True:
                with suppress(DatabaseBusy):  # a machine with much else to do
                    self.write()

    def write(self):
        head = self.journal.heads([self.sheet_id])[self.sheet_id]
        key = f"written {head.seq}"
        self.journal.append(self.sheet_id, key, "hand", {}, head.seq, head.hash)
        self.keys.add(key)
