"""The copy of a tournament beside the database, each time something is published, and as the
clock changes."""

import subprocess
import sys

import pytest
from decided import play, publish_next

from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.service.people import change_person, erase_person
from scorekeeper.tournaments.service.tables import set_clock


@pytest.fixture
def copied(open_desk, tmp_path):
    """A tournament of which copies are kept, after its first round."""
    desk = open_desk(people=8, rounds="2")
    desk.repository.copies = tmp_path / "tournaments"
    publish_next(desk)
    play(desk, 1)
    return desk


def test_a_copy_is_kept_when_seats_are_published_and_when_a_round_is_closed(copied):
    assert copied.copy.read_text() == write(copied.tournament)
    assert copied.copy.stat().st_mode & 0o777 == 0o600
    publish_next(copied)
    assert copied.copy.read_text() == write(copied.tournament)
    play(copied, 2)
    assert copied.copy.read_text() == write(copied.tournament)


def test_a_copy_is_kept_when_a_round_is_shortened(copied):
    publish_next(copied)
    set_clock(copied, 2, lambda clock: clock._replace(deals=3), Clock().stamp)
    assert "deals=3" in copied.copy.read_text()


def test_without_a_folder_no_copy_is_kept(copied):
    copied.repository.copies = None
    publish_next(copied)
    play(copied, 2)
    assert copied.tournament.rounds[1].is_closed


def test_a_round_is_closed_where_its_copy_cannot_be_written(copied, caplog):
    copied.copy.unlink()
    copied.copy.parent.rmdir()
    copied.copy.parent.write_text("in the way")
    publish_next(copied)
    play(copied, 2)
    assert copied.tournament.rounds[1].is_closed
    assert {record.getMessage()[:18] for record in caplog.records} == {"Copie du tournoi :"}


def test_a_name_that_is_erased_leaves_the_copy_too(copied):
    change_person(copied, 1, "Marie-Ange", "", "")
    assert "\tMarie-Ange\t" in copied.copy.read_text()
    erase_person(copied, 1)
    assert "Marie-Ange" not in copied.copy.read_text()


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from scorekeeper.streams.files import write_durably
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_durably(Path(sys.argv[1]), b"x" * 5000)
except OSError:
    print("refused")
"""


def test_a_disk_that_fills_up_leaves_the_copy_before(tmp_path):
    copy = tmp_path / "1.txt"
    copy.write_bytes(b"before")
    command = [sys.executable, "-c", FULL_DISK, str(copy)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert (told, copy.read_bytes()) == ("refused\n", b"before")
