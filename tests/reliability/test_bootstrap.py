import os
import subprocess
import sys

import pytest

from scorekeeper.cli import bootstrap

BARE = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}


@pytest.fixture
def clone(tmp_path):
    """The program without its environment, as it is after a clone."""
    files = subprocess.run(
        ["git", "ls-files", "app.py", "scorekeeper/bootstrap.py", "scorekeeper/__init__.py"],
        cwd=bootstrap.HERE,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    for name in [*files, "requirements.txt", "tests/requirements.txt"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((bootstrap.HERE / name).read_bytes())
    return tmp_path


def run(clone, *arguments, path=BARE["PATH"]):
    """Run the clone's ``app.py`` with a Python that has nothing installed."""
    bare = [sys.executable, "-I", "-S", str(clone / "app.py"), *arguments]
    code = f"import sys; sys.path.insert(0, {str(clone)!r}); sys.argv = {bare[3:]!r}; "
    code += "from scorekeeper import bootstrap; sys.exit(bootstrap.main(sys.argv[1:]))"
    return subprocess.run(
        [*bare[:3], "-c", code], capture_output=True, text=True, env=BARE | {"PATH": path}
    )


def test_a_bare_start_names_what_is_missing_and_the_two_commands(clone):
    recorded = run(clone)
    assert recorded.returncode == 1
    for message in ("flask", "waitress", "python3 app.py run", "python3 app.py test"):
        assert message in recorded.stderr
    assert "Traceback" not in recorded.stderr


def test_an_unknown_command_is_told_the_two_that_exist(clone):
    recorded = run(clone, "serve")
    assert recorded.returncode == 1
    assert "python3 app.py run" in recorded.stderr


def test_without_venv_one_sentence_names_the_package(monkeypatch, tmp_path):
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "_quietly", lambda command: False)
    with pytest.raises(bootstrap.Stopped, match="python3-venv"):
        bootstrap._make()
    assert not (tmp_path / ".venv").exists()


def test_an_installation_that_fails_is_one_sentence(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", tmp_path)
    monkeypatch.setattr(bootstrap, "_quietly", lambda command: True)
    monkeypatch.setattr(bootstrap.subprocess, "call", lambda command: 1)
    with pytest.raises(bootstrap.Stopped, match="pip install --require-hashes"):
        bootstrap._fill(bootstrap.REQUIREMENTS["run"])


def test_a_changed_lock_is_installed_again(monkeypatch, tmp_path):
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", tmp_path)
    lock = bootstrap.REQUIREMENTS["run"]
    assert not bootstrap._filled(lock)
    bootstrap._stamp(lock).write_text(bootstrap._print(lock))
    assert bootstrap._filled(lock)
    bootstrap._stamp(lock).write_text("of another day")
    assert not bootstrap._filled(lock)


def test_an_old_python_is_told_which_one_is_needed(monkeypatch, capsys):
    monkeypatch.setattr(bootstrap.sys, "version_info", (3, 9, 2))
    assert bootstrap.main([]) == 1
    assert "3.11" in capsys.readouterr().err


@pytest.mark.parametrize(("asked", "passed"), [([], 1), (["--long"], 2)])
def test_a_long_test_runs_where_it_is_asked_for(tmp_path, asked, passed):
    file = tmp_path / "test_it.py"
    file.write_text(
        "import pytest\ndef test_a(): pass\n@pytest.mark.long\ndef test_b(): pass\n"
    )
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "conftest", *asked, str(file)],
        cwd=bootstrap.HERE,
        env=os.environ | {"PYTHONPATH": str(bootstrap.HERE / "tests")},
        capture_output=True,
        text=True,
    )
    assert f"{passed} passed" in run.stdout
