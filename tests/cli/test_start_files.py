"""The files that a double click starts, on macOS and on Windows."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from scorekeeper.cli.bootstrap import OLDEST_PYTHON
from scorekeeper.cli.serve import read_options

ROOT = Path(__file__).resolve().parents[2]
MAC, WINDOWS = ROOT / "La Marque.command", ROOT / "La Marque.bat"
DOWNLOAD = "www.python.org/downloads"


@pytest.fixture
def double_click(tmp_path):
    """Start the file of macOS where these commands are Pythons, by the version of each."""

    def start(**versions):
        commands = tmp_path / "bin"
        commands.mkdir()
        (commands / "dirname").symlink_to("/usr/bin/dirname")
        (commands / "cat").symlink_to("/bin/cat")
        for name, version in versions.items():
            file = commands / name.replace("_", ".")
            new_enough = int(version >= OLDEST_PYTHON)
            file.write_text(
                f'#!/bin/sh\n[ "$1" = -c ] && exit {1 - new_enough}\n'
                f'echo "{file.name} $PWD $*"\n'
            )
            file.chmod(0o755)
        run = ["/bin/sh", MAC]
        environment = {"PATH": str(commands)}
        return subprocess.run(
            run, cwd=tmp_path, env=environment, capture_output=True, text=True
        )

    return start


@pytest.mark.parametrize(
    ("versions", "chosen"),
    [
        ({"python3": (3, 13)}, "python3"),
        ({"python3": (3, 9), "python3_12": (3, 12)}, "python3.12"),
    ],
)
def test_a_double_click_on_macos_starts_the_first_python_that_is_new_enough(
    double_click, versions, chosen
):
    assert double_click(**versions).stdout == f"{chosen} {ROOT} app.py run --open\n"


@pytest.mark.parametrize("versions", [{}, {"python3": (3, 9)}])
def test_a_double_click_on_macos_says_what_to_install(double_click, versions):
    done = double_click(**versions)
    assert done.returncode == 1 and done.stdout.count(DOWNLOAD) == 2


def test_the_file_of_macos_can_be_started():
    assert os.access(MAC, os.X_OK)


def test_the_file_of_windows_is_one_of_windows_and_does_the_same():
    text = WINDOWS.read_bytes().decode("ascii")  # the code page is any
    assert text.count("\r\n") == text.count("\n")
    assert f"sys.version_info < {OLDEST_PYTHON}" in text
    names = re.findall("(?m)^call :look (.+?)\r$", text)
    assert names == ["py -3", "python", "python3"]
    assert "app.py run --open" in text and text.count(DOWNLOAD) == 2
    assert text.rstrip().endswith("pause")  # the window stays open, also after an error


def test_the_option_of_both_files_opens_the_browser():
    assert read_options(["--open"]).open and not read_options([]).open
