"""Commands of the operator on a database in which there is a tournament."""

import pytest
from random_evenings import Evening, comparable

from scorekeeper.cli import bootstrap
from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.sqlite.driver import open_sqlite
from scorekeeper.tournaments.formats.tournament_reader import folded
from scorekeeper.tournaments.people import NewPerson, register
from scorekeeper.tournaments.service.access import TournamentRepository, announce
from scorekeeper.tournaments.service.people import change_person, erase_person
from scorekeeper.tournaments.service.tokens import Role


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """The installation of the commands, and the desk of an evening that was played in it."""
    monkeypatch.setenv("INSTANCE", str(tmp_path / "instance"))
    installation = Installation(tmp_path / "instance")
    installation.open()
    sheets = SheetRepository(lambda: installation.journal, lambda: installation.secret_key)
    repository = TournamentRepository(sheets)

    def desk(**about):
        return repository.access(announce(repository, **about), Role)

    evening = Evening(1, desk, most=18, rounds=3)
    evening.play()
    yield installation, evening.desk
    stop(installation)


def stop(installation):
    """Let another program have the installation."""
    installation.journal.close()
    installation.release()


def run(*arguments):
    return bootstrap.main([str(one) for one in arguments], None)


def tournament_in(path):
    """The tournament of a database that has no other stream."""
    journal = open_sqlite(path)
    (stream,) = journal.stream_ids()
    kinds = [(event.kind, event.body) for event in journal.events(stream)]
    journal.close()
    return comparable(folded(kinds))


def test_a_tournament_is_checked_copied_and_restored(installed, tmp_path):
    installation, desk = installed
    expected, database = comparable(desk.tournament), installation.database
    stop(installation)
    assert run("check") == 0 and run("backup", tmp_path / "copy") == 0
    assert tournament_in(tmp_path / "copy") == expected
    assert run("restore", tmp_path / "copy") == 0
    assert tournament_in(database) == expected


def test_a_name_that_is_erased_or_replaced_leaves_every_file(installed, tmp_path):
    _, desk = installed
    in_teams = desk.tournament.regulations.ranks_teams
    person = NewPerson("Marie-Ange Éphémère", team=90 * in_teams)
    desk.record("enrolled", register, [person], False)
    number = len(desk.tournament.team_of)
    change_person(desk, number, "Anne-Lise Passagère", "", "")
    erase_person(desk, number)
    content = b"".join(
        p.read_bytes() for p in (tmp_path / "instance").rglob("*") if p.is_file()
    )
    assert "Éphémère".encode() not in content and "Passagère".encode() not in content


def test_erasing_a_person_rewrites_the_files_of_the_database(installed, monkeypatch):
    rewritten, (_, desk) = [], installed
    journal = desk.repository.journal
    monkeypatch.setattr(journal, "purge", lambda: rewritten.append(desk.tournament))
    erase_person(desk, 1)
    assert [tournament.person(1).name for tournament in rewritten] == [""]
