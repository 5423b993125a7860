"""The command line: score, import and export of a night; options and the environment."""

import json
import re
import sqlite3
from contextlib import closing

import pytest

from app import create_app
from scorekeeper import program
from scorekeeper.cli import commands, environment, serve, settings
from scorekeeper.sheets.formats.examples import FFT_MATCH

pytestmark = pytest.mark.one_process


@pytest.fixture
def run(app):
    runner = app.test_cli_runner()
    return lambda *args, given=None: runner.invoke(args=args, input=given)


def test_score_prints_the_scores_and_creates_nothing(run, instance):
    scored = json.loads(run("score", str(FFT_MATCH)).stdout)
    assert scored["totals"] == [-446, -510, 1346, -390]
    assert not instance.exists()


def test_score_reads_standard_input(run):
    document = FFT_MATCH.read_text(encoding="utf-8")
    assert json.loads(run("score", "-", given=document).stdout)["columns"][0] == "Nord"


@pytest.mark.parametrize("command", ["score", "import"])
@pytest.mark.parametrize("document", ["{", "[]", '{"format": "scorekeeper/1", "game": "x"}'])
def test_a_rejected_document_is_one_line_and_status_two(run, command, document, instance):
    result = run(command, "-", given=document)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert not instance.exists()


def test_an_imported_document_is_exported_unchanged(run, app):
    imported = run("import", str(FFT_MATCH)).stdout
    address = imported.split("Pour écrire : ")[1].split()[0]
    document = json.loads(run("export", address).stdout)
    original = json.loads(FFT_MATCH.read_text(encoding="utf-8"))
    options = original.pop("options", {})
    assert document.pop("options") == options
    assert document == original
    assert app.test_client().get("/sheets/" + address.split("/")[-1]).status_code == 200


def test_an_unknown_sheet_is_not_exported(run):
    result = run("export", "nothing")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "aucune feuille à l'adresse nothing\n"


def test_export_holds_the_penalties(run, client, sheet):
    client.post(f"{sheet}/penalties", data={"player": "1", "way": "less", "points": "100"})
    exported = run("export", sheet)
    penalty = {"player": "Bruno", "points": 100}
    assert json.loads(exported.stdout)["hands"] == [{"penalty": penalty}]
    assert not exported.stderr


@pytest.mark.parametrize("command", ["import", "export"])
def test_a_damaged_database_is_one_line_of_the_log_and_status_two(
    run, app, sheet, caplog, command
):
    with closing(sqlite3.connect(app.extensions["installation"].database)) as db:
        db.execute("DROP TABLE sheet" if command == "import" else "UPDATE event SET body = ''")
        db.commit()
    result = run(command, str(FFT_MATCH) if command == "import" else sheet)
    assert (result.exit_code, result.stdout) == (2, "")
    assert [record.levelname for record in caplog.records] == ["CRITICAL"]


def test_an_installation_that_cannot_be_created_is_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    runner = create_app({"INSTANCE": tmp_path / "file" / "in"}).test_cli_runner()
    result = runner.invoke(args=["export", "x"])
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_import_prints_the_address_of_the_running_program(run, app):
    installation = app.extensions["installation"]
    installation.open()
    installation.announce("http://192.0.2.7:9000/")
    assert (
        "Pour écrire : http://192.0.2.7:9000/sheets/" in run("import", str(FFT_MATCH)).stdout
    )
    installation.release()


@pytest.mark.parametrize("option", ["--help", "-h", "help"])
def test_the_commands_are_listed_when_they_are_asked_for(option, capsys):
    assert commands.main([option], create_app) == 0
    assert "python3 app.py backup" in capsys.readouterr().out


def test_the_commands_of_flask_are_commands_of_the_program(monkeypatch, capfdbinary):
    assert set(commands.APPLICATION) == set(create_app().cli.commands)
    monkeypatch.setattr(environment, "ensure", lambda *given: None)
    with pytest.raises(SystemExit) as ended:
        commands.main(["score", str(FFT_MATCH)], create_app)
    assert not ended.value.code and b'"totals"' in capfdbinary.readouterr().out


def test_a_folder_is_named_before_or_after_the_command(monkeypatch, tmp_path):
    monkeypatch.setenv("INSTANCE", "")
    assert settings.instance() == program.default_instance()
    for arguments in (["--instance=new", "run"], ["run", "--instance", "new"]):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("INSTANCE", "")
        assert settings.take_instance(arguments) == ["run"]
        assert settings.instance() == tmp_path / "new"


def test_options_alone_are_those_of_run(monkeypatch):
    monkeypatch.setattr(environment, "ensure", lambda *given: None)
    monkeypatch.setattr(commands, "_answer", lambda command, rest, create: [command, *rest])
    assert commands.main(["--port", "8081"], create_app) == ["run", "--port", "8081"]
    assert commands.main([], create_app) == ["run"]


def test_the_version_is_that_of_the_project(capsys):
    assert commands.main(["--version"], create_app) == 0
    assert re.fullmatch(r"La Marque \d+\.\d+\.\d+(rc\d+)?\n", capsys.readouterr().out)


@pytest.mark.parametrize("command", ["check", "circles", "run"])
def test_a_malformed_address_of_the_database_is_a_sentence(monkeypatch, capsys, command):
    monkeypatch.setattr(environment, "ensure", lambda *given: None)
    monkeypatch.setenv("DATABASE_URL", "sqlite://x")
    assert commands.main([command], create_app) == 1
    assert "DATABASE_URL commence par" in capsys.readouterr().err


def test_the_package_that_postgresql_needs_is_named(monkeypatch, capsys):
    def run(*given):
        raise ModuleNotFoundError("No module named 'psycopg'", name="psycopg")

    monkeypatch.setattr(commands, "_run", run)
    assert commands.main(["run"], create_app) == 1
    assert "le paquet psycopg" in capsys.readouterr().err


def test_an_option_of_the_server_is_not_shortened(capsys):
    with pytest.raises(SystemExit):
        serve.read_options(["--inst", "elsewhere"])


@pytest.mark.parametrize("arguments", [["--instance"], ["run", "--instance="]])
def test_a_folder_that_is_not_named_is_asked_for(capsys, arguments):
    assert commands.main(arguments, create_app) == 1
    assert capsys.readouterr().err == "--instance demande un dossier.\n"


@pytest.mark.parametrize(("option", "status"), [("--help", 0), ("-x", 1)])
def test_an_option_is_not_taken_for_the_name_of_a_copy(
    capsys, tmp_path, monkeypatch, option, status
):
    monkeypatch.chdir(tmp_path)
    assert commands.main(["backup", option], create_app) == status
    assert "app.py backup COPIE" in "".join(capsys.readouterr())
    assert list(tmp_path.iterdir()) == []
