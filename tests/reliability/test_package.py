"""The wheel: built, installed into an empty environment, started in an empty folder."""

import contextlib
import os
import subprocess
import sys
import urllib.error

import pytest
from conftest import GARDE, wait_until
from server import ROOT, Phone, free_port, open_sheet

from scorekeeper import program
from scorekeeper.cli.environment import _pip

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder of the commands of an environment that has the wheel and what it needs."""
    folder = tmp_path_factory.mktemp("package")
    build = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder]
    subprocess.run([*_pip(), *build, ROOT], check=True)
    (wheel,) = folder.glob("*.whl")
    assert wheel.name == f"la_marque-{program.version()}-py3-none-any.whl"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
    pip = [sys.executable, "-m", "pip", "--python", folder / "env/bin/python"]
    subprocess.run([*pip, "install", "--quiet", wheel], check=True)
    return folder / "env" / "bin"


@pytest.fixture
def call(installed, tmp_path):
    """Start the installed command in an empty folder."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANGUAGE": "en"}
    environment["XDG_DATA_HOME"] = str(tmp_path / "data")
    (tmp_path / "empty").mkdir()
    return lambda *arguments: subprocess.Popen(
        [installed / "la-marque", *arguments],
        cwd=tmp_path / "empty",
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def opened(phone):
    """Wait until the program answers; its page."""
    found = []

    def answers():
        with contextlib.suppress(urllib.error.URLError):
            found.append(phone.get("/"))
        return found

    wait_until(answers)
    return found[0]


def test_an_installed_package_records_a_hand_and_stores_it_in_the_folder_of_the_user(
    call, tmp_path
):
    port = free_port()
    running = call("run", "--host", "127.0.0.1", "--port", str(port))
    phone = Phone(f"http://127.0.0.1:{port}")
    opened(phone)
    sheet, csrf = open_sheet(phone)
    page = phone.post(f"{sheet}/hands", GARDE | {"csrf_token": csrf, "key": "a" * 22})
    assert "+198" in page and "+198" in phone.get(f"{sheet}/print")
    running.terminate()
    assert f"The sheets stay in {tmp_path}/data/la-marque" in running.communicate()[0]
    assert os.listdir(tmp_path / "empty") == []
    checked = call("check").communicate()[0]
    assert f"{tmp_path}/data/la-marque/la_marque.sqlite3" in checked


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        (["--version"], 0, f"La Marque {program.version()}\n"),
        (["help"], 0, "  la-marque backup COPY"),
        (["test"], 1, "“test” is not a command"),
        (["circles", "--instance", "new"], 0, ""),
    ],
)
def test_a_command_of_an_installed_package(call, arguments, status, text):
    process = call(*arguments)
    assert text in process.communicate()[0] and process.returncode == status


def test_a_folder_that_is_named_is_used(call, tmp_path):
    call("circles", "--instance", "new").communicate()
    assert (tmp_path / "empty" / "new" / "secret_key").exists()
    assert not (tmp_path / "data").exists()
