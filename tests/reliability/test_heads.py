"""What was cut off at an end is found by the signed list of the last events."""

import shutil

import pytest
from conftest import wait_until
from filled_journals import change
from server import Phone, Server, open_sheet

from scorekeeper.cli import bootstrap, serve
from scorekeeper.streams.base import DatabaseDamaged, StorageError
from scorekeeper.streams.installation import Installation

OF_STREAMS = "PRAGMA foreign_keys = ON"
CUT = "DELETE FROM event WHERE seq = 3 AND sheet = (SELECT min(sheet) FROM event)"
GONE = "DELETE FROM sheet WHERE id = (SELECT min(sheet) FROM event)"


@pytest.fixture
def installation(tmp_path):
    """An installation of two streams with three events each, noted."""
    installation = Installation(tmp_path / "instance")
    for n in range(2):
        installation.journal.open_stream([("opened", {"n": n}), ("hand", {}), ("hand", {})])
    installation.note_heads()
    return installation


def streams(installation):
    return installation.journal.stream_ids()


@pytest.mark.parametrize("statement", [CUT, GONE])
def test_a_stream_that_is_cut_or_gone_is_found(installation, statement):
    assert installation.check() == 6
    lost = streams(installation)[0]
    change(installation.database, OF_STREAMS, statement)
    with pytest.raises(DatabaseDamaged, match=f"{lost}, ou sa fin .1 en tout"):
        installation.check()


@pytest.mark.parametrize("played_on", [1, 2])
def test_a_stream_that_has_other_events_in_their_place_is_found(installation, played_on):
    lost = streams(installation)[0]
    change(installation.database, OF_STREAMS, CUT)
    for n in range(played_on):
        installation.journal.append(lost, f"another {n}", "hand", {"other": 1}, 2 + n)
    with pytest.raises(DatabaseDamaged):
        installation.check()


def test_what_was_added_since_or_deleted_by_the_program_is_no_loss(installation):
    first, second = streams(installation)
    installation.journal.append(first, "more", "hand", {}, 3)
    installation.journal.delete(second)
    assert installation.check() == 4
    installation.note_heads()
    assert installation.check() == 4
    assert installation.journal.notes("deleted ") == {}


def test_a_list_that_is_contradicted_stays(installation, caplog):
    before = (installation.path / "heads").read_bytes()
    change(installation.database, OF_STREAMS, GONE)
    with pytest.raises(DatabaseDamaged):
        installation.note_heads()
    serve.note_heads(installation)
    assert "n'a plus tout" in caplog.text
    assert (installation.path / "heads").read_bytes() == before


def test_a_list_of_another_key_or_that_was_changed_is_told(installation):
    heads = installation.path / "heads"
    heads.write_bytes(heads.read_bytes()[:-70] + b"\n")
    with pytest.raises(StorageError, match="signée avec sa clé"):
        installation.check()


def test_an_older_copy_that_was_restored_is_no_damage(installation, tmp_path, capsys):
    copy = tmp_path / "copy"
    installation.back_up(copy)
    installation.journal.open_stream([("opened", {})])
    installation.note_heads()
    installation.journal.close()
    installation.release()
    shutil.copy(copy, installation.database)
    with pytest.raises(DatabaseDamaged, match="sans la commande restore, rien n'est abîmé"):
        installation.check()
    installation.restore(copy)
    assert installation.check() == 6


def test_the_key_of_the_environment_signs_too(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "k" * 40)
    monkeypatch.setenv("INSTANCE", str(tmp_path / "instance"))
    installation = Installation(tmp_path / "instance", "k" * 40)
    installation.journal.open_stream([("opened", {}), ("hand", {}), ("hand", {})])
    installation.note_heads()
    installation.journal.close()
    assert bootstrap.main(["check"], None) == 0
    change(installation.database, OF_STREAMS, CUT)
    assert bootstrap.main(["check"], None) == 1
    assert not (installation.path / "secret_key").exists()


def test_a_daily_copy_and_an_orderly_stop_write_the_list(instance):
    server = Server(instance)
    wait_until(lambda: (instance / "heads").exists())
    open_sheet(Phone(server.url))
    server.stop()
    assert len((instance / "heads").read_text().splitlines()) == 3
    assert Installation(instance).check() == 1
