"""Messages to the operator follow the locale of the terminal."""

import pytest
from flask import Flask

from scorekeeper.cli import bootstrap, serve
from scorekeeper.sheets import commands
from scorekeeper.streams import lock
from scorekeeper.streams.installation import Installation

LOCALES = [("fr_FR.UTF-8", 0), ("en_US.UTF-8", 1)]
"""A locale, and the place of its sentence in a test's list."""


@pytest.fixture
def locale(monkeypatch):
    def use(**variables):
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)

    return use


@pytest.fixture
def app(tmp_path):
    """An application without pages, with its commands and its installation."""
    bare = Flask("scorekeeper")
    bare.extensions["installation"] = Installation(tmp_path / "instance")
    for command in commands.COMMANDS:
        bare.cli.add_command(command)
    return bare


@pytest.mark.parametrize(("lang", "place"), LOCALES)
def test_a_start_that_fails(locale, app, tmp_path, capsys, lang, place):
    locale(LANG=lang)
    (tmp_path / "instance").mkdir()
    other = lock.claim_alone(tmp_path / "instance")
    assert serve.main([], lambda: app) == 1
    other.release()
    expected = [f"La Marque est déjà ouverte sur {tmp_path}", "La Marque is already open on"]
    error = capsys.readouterr().err
    assert error.startswith(expected[place]) and str(tmp_path / "instance") in error


@pytest.mark.parametrize(("lang", "place"), LOCALES)
def test_a_backup_that_fails(locale, monkeypatch, tmp_path, capsys, lang, place):
    locale(LANG=lang)
    monkeypatch.setenv("INSTANCE", str(tmp_path / "instance"))
    assert bootstrap.main(["backup", str(tmp_path / "copy")], None) == 1
    database = tmp_path / "instance" / "la_marque.sqlite3"
    expected = [
        f"{database} n'existe pas ou est vide.",
        f"{database} does not exist or is empty.",
    ]
    assert capsys.readouterr().err == expected[place] + "\n"


@pytest.mark.parametrize(("lang", "place"), LOCALES)
def test_an_import_that_fails(locale, app, lang, place):
    locale(LANG=lang)
    result = app.test_cli_runner().invoke(args=["import", "nowhere.json"])
    expected = ["nowhere.json ne se lit pas :", "nowhere.json cannot be read:"]
    assert (result.exit_code, result.stderr.startswith(expected[place])) == (2, True)


@pytest.mark.parametrize(("lang", "place"), LOCALES)
def test_a_document_that_is_rejected(locale, app, lang, place):
    locale(LANG=lang)
    result = app.test_cli_runner().invoke(args=["score", "-"], input="[]")
    expected = ["on attend un objet {…}", "expected an object {…}"]
    assert expected[place] in result.stderr
