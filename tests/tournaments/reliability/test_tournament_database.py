"""The files of a database in which there is a tournament."""

import pytest

from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.installation import Installation
from scorekeeper.tournaments.people import NewPerson, register
from scorekeeper.tournaments.service.access import TournamentRepository, announce
from scorekeeper.tournaments.service.people import change_person, erase_person
from scorekeeper.tournaments.service.tokens import Role

ABOUT = {"title": "Coupe", "date": "", "place": "", "game": "tarot", "preset": "tarot_libre"}


@pytest.fixture
def desk(instance):
    """The access of the organizer of a tournament in an installation, with one person."""
    installation = Installation(instance)
    installation.open()
    sheets = SheetRepository(lambda: installation.journal, lambda: installation.secret_key)
    repository = TournamentRepository(sheets)
    desk = repository.access(announce(repository, **ABOUT, fields={}), Role)
    desk.record("enrolled", register, [NewPerson("Marie-Ange Éphémère")], False)
    yield desk
    installation.journal.close()
    installation.release()


def test_a_name_that_is_erased_or_replaced_leaves_every_file(desk, instance):
    change_person(desk, 1, "Anne-Lise Passagère", "", "")
    erase_person(desk, 1)
    content = b"".join(path.read_bytes() for path in instance.rglob("*") if path.is_file())
    assert "Éphémère".encode() not in content and "Passagère".encode() not in content


def test_erasing_a_person_rewrites_the_files_of_the_database(desk, monkeypatch):
    rewritten = []
    journal = desk.repository.journal
    monkeypatch.setattr(journal, "purge", lambda: rewritten.append(desk.tournament))
    erase_person(desk, 1)
    assert [tournament.person(1).name for tournament in rewritten] == [""]
