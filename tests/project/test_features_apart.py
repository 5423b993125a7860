"""The features are apart: without circles and tournaments the pad is whole, and each of these
two without the other. Tried by deleting them from a copy of the tree."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

COPIED = (
    *("app.py", "package.json", "package-lock.json", "pyproject.toml", "requirements.txt"),
    *("scorekeeper", "static", "templates", "tests"),
)

BUILT = ("__pycache__", "artefacts", ".*_cache")
"""What is no source."""

FOLDERS = ("scorekeeper", "templates", "tests")
"""Where each feature has a folder of its name."""

PAD = ["sheets/web", "home", "web"]
"""Tests of pages and commands: import-linter keeps features out of all below them."""

PART = ["tests/home/test_home.py"]
"""Tests of the pad for the ordinary run: of the page that asks every feature."""

APART = {
    "pad": (("circles", "tournaments"), PAD),
    "circles": (("tournaments",), ["circles/web"]),
    "tournaments": (("circles",), ["tournaments/web"]),
}
"""What is deleted, and whose tests must pass then."""

PARTS = 2
"""In how many parts these tests are run."""


def copy_without(features, target):
    """Copy the project without these features, also in the module that names them all."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns(*BUILT))
        else:
            shutil.copy(ROOT / name, target / name)
    application = target / "scorekeeper" / "application.py"
    text = application.read_text(encoding="utf-8")
    for feature in features:
        for folder in FOLDERS:
            shutil.rmtree(target / folder / feature)
        line = f'    "{feature}",\n'
        assert text.count(line) == 1
        text = text.replace(line, "")
    application.write_text(text, encoding="utf-8")


def run_tests(tree, paths):
    """Run these tests of a copy but for those in a browser; the status, and what it prints."""
    clean = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", "not browser"),
            *paths,
        ],
        cwd=tree,
        env=clean,
        capture_output=True,
        encoding="utf-8",
    )
    return done.returncode, done.stdout + done.stderr


def test_a_part_of_the_pads_tests_passes_without_other_features(tmp_path):
    copy_without(("circles", "tournaments"), tmp_path)
    status, printed = run_tests(tmp_path, PART)
    assert status == 0, printed


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("deleted", "whole"), APART.values(), ids=APART)
def test_all_pages_pass_their_tests_without_other_features(tmp_path, deleted, whole, part):
    copy_without(deleted, tmp_path)
    tests = tmp_path / "tests"
    files = sorted(file for folder in whole for file in tests.glob(f"{folder}/**/test_*.py"))
    status, printed = run_tests(tmp_path, files[part::PARTS])
    assert status == 0, printed
