"""From a bare Python to an environment: sentences where it fails, no imports too early."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from server import ROOT

from scorekeeper.cli import bootstrap, commands, database_commands, environment
from scorekeeper.cli.environment import CommandFailed

SOURCES = ("scorekeeper/__init__.py", "scorekeeper/program.py")

BARE = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "LANGUAGE": "fr"}


@pytest.fixture
def clone(tmp_path):
    """The program without its environment, as it is after a clone or in a ZIP."""
    skip = shutil.ignore_patterns("__pycache__")
    for name in ("cli", "i18n", "streams"):
        package = Path("scorekeeper", name)
        shutil.copytree(ROOT / package, tmp_path / package, ignore=skip)
    (tmp_path / "tests").mkdir()
    for name in ("app.py", *SOURCES, "requirements.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "tests" / "requirements.txt", tmp_path / "tests")
    return tmp_path


def run_bare(folder, code, *arguments):
    """Run code in this folder with a Python that has nothing installed."""
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); {code}"
    command = [sys.executable, "-I", "-S", "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=BARE)


def run_app(clone, *arguments):
    code = (
        "from scorekeeper.cli import bootstrap; sys.exit(bootstrap.main(sys.argv[1:], None))"
    )
    return run_bare(clone, code, *arguments)


def test_an_unknown_command_is_answered_with_those_that_exist(clone):
    run = run_app(clone, "serve")
    assert run.returncode == 1
    for text in ("python3 app.py run", "python3 app.py test"):
        assert text in run.stderr
    assert "Traceback" not in run.stderr


IMPORTED_EARLY = [
    *(f"scorekeeper.cli.{name}" for name in ("bootstrap", "commands", "database_commands")),
    *(
        f"scorekeeper.streams.{path.stem}"
        for path in ROOT.glob("scorekeeper/streams/*.py")
        if path.stem not in ("access", "repository")
    ),
    *(
        f"scorekeeper.streams.sqlite.{path.stem}"
        for path in ROOT.glob("scorekeeper/streams/sqlite/*.py")
    ),
    *(
        "scorekeeper.program",
        "scorekeeper.i18n.messages",
        "scorekeeper.i18n.languages",
        "scorekeeper.web.addresses",
    ),
    "app",
]
"""Modules that are imported before the environment exists, or may be."""


def test_what_runs_before_the_environment_needs_only_the_standard_library():
    run = run_bare(ROOT, f"import {', '.join(IMPORTED_EARLY)}")
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "address", "needs"),
    [
        (["check"], "", False),
        (["check"], "postgresql://db/marque", True),
        (["backup", "postgresql://x"], "", False),
    ],
)
def test_the_environment_is_made_for_postgresql_only(monkeypatch, arguments, address, needs):
    made = []
    monkeypatch.setattr(environment, "ensure_service", made.append)
    monkeypatch.setattr(database_commands, "run", lambda *given: 0)
    monkeypatch.setenv("DATABASE_URL", address)
    assert bootstrap.main(arguments, None) == 0
    assert made == [arguments] * needs


def test_an_old_python_reads_the_modules_that_refuse_it():
    for name in ("app.py", "scorekeeper/cli/bootstrap.py"):
        source = (ROOT / name).read_text(encoding="utf-8")
        ast.parse(source, feature_version=(3, 7))
    for name in ("scorekeeper/__init__.py", "scorekeeper/cli/__init__.py"):
        tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
        assert all(isinstance(node, ast.Expr) for node in tree.body)


def test_an_old_python_is_refused_with_the_version_it_needs(monkeypatch, capsys):
    monkeypatch.setattr(bootstrap.sys, "version_info", (3, 9, 2))
    assert bootstrap.main([], None) == 1
    error = capsys.readouterr().err
    assert "demande Python 3.11" in error and "this is 3.9." in error


def test_a_folder_that_cannot_be_written_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(environment, "VENV", tmp_path / "nowhere" / ".venv")
    with pytest.raises(CommandFailed, match=r"ne peut pas écrire dans .*nowhere"):
        environment.create()


def test_without_venv_one_sentence_names_the_package(monkeypatch, tmp_path):
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(environment, "_succeeds", lambda command: False)
    with pytest.raises(CommandFailed, match="python3-venv"):
        environment.create()
    assert not (tmp_path / ".venv").exists()


def test_an_installation_that_fails_is_one_sentence(monkeypatch, tmp_path):
    lock = environment.REQUIREMENTS["run"]
    monkeypatch.setattr(environment, "VENV", tmp_path)
    monkeypatch.setattr(environment, "_succeeds", lambda command: True)
    monkeypatch.setattr(environment.subprocess, "call", lambda command: 1)
    with pytest.raises(CommandFailed, match="--require-hashes -r requirements"):
        environment.install(lock)
    assert not environment.is_installed(lock)


def test_a_changed_lock_file_is_installed_again(monkeypatch, tmp_path):
    lock, calls = environment.REQUIREMENTS["run"], []
    monkeypatch.setattr(environment, "VENV", tmp_path)
    monkeypatch.setattr(environment, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(environment.subprocess, "call", lambda command: calls.append(command))
    for _ in range(2):
        environment.install(lock)
    assert len(calls) == 1 and environment.is_installed(lock)
    monkeypatch.setattr(environment, "_digest", lambda requirements: "changed")
    environment.install(lock)
    assert len(calls) == 2


def test_a_failing_linter_fails_the_command(monkeypatch):
    monkeypatch.setattr(commands, "LINTERS", [("-c", "exit(0)"), ("-c", "exit(3)")])
    assert commands._lint() == 1
    monkeypatch.setattr(commands, "LINTERS", [("-c", "exit(0)")] * 2)
    assert commands._lint() == 0
