"""The documentation: the files, objects, commands and headings that it names exist."""

import pkgutil
import re
from pathlib import Path

import pytest

import scorekeeper
from app import create_app
from scorekeeper.cli import database_commands, environment
from scorekeeper.formats import night_document
from scorekeeper.formats.examples import fft_match
from scorekeeper.i18n.messages import signed
from scorekeeper.sheets.sheet import fold

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
RULES = ROOT / "docs" / "rules.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
DOCUMENTS = [README, ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md"))]

TOP = r"(?:scorekeeper|templates|static|tests|docs)/[\w./*-]*|\.ci/\w+"
"""A path in the repository that begins at its top."""

FILE = r"[\w-]+\.(?:py|html|js|css|sql|po|toml|md|in)"
"""The name of a file, in a sentence that has named its folder."""


def quoted(path, pattern):
    """The words in backticks of a document that match a pattern as a whole."""
    found = re.findall(r"`([^`\n]+)`", path.read_text(encoding="utf-8"))
    words = " ".join(found).split()
    return {word for word in words if re.fullmatch(pattern, word)}


def anchors(path):
    """The addresses of the headings of a document."""
    headings = re.findall(r"(?m)^#+ (.*)$", path.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def short(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_a_document_names_files_that_exist(path):
    names = quoted(path, TOP)
    assert names or path == README
    assert [name for name in sorted(names) if not list(ROOT.glob(name))] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_a_document_names_file_names_that_exist(path):
    folders = ("scorekeeper", "templates", "static", "tests", "docs")
    known = {file.name for folder in folders for file in (ROOT / folder).rglob("*.*")}
    known |= {file.name for file in ROOT.iterdir()}
    assert quoted(path, FILE) - known == set()


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_a_document_names_objects_that_exist(path):
    for name in quoted(path, r"scorekeeper(\.\w+)+"):
        assert pkgutil.resolve_name(name) is not None, name


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_a_document_names_commands_that_exist(path):
    text = path.read_text(encoding="utf-8")
    own = set(re.findall(r"python3 app\.py (\w+)", text))
    assert own <= {*environment.REQUIREMENTS, *database_commands.COMMANDS}
    flask = set(re.findall(r"(?m)(?:^ +|`)flask (\w+)", text))
    assert flask <= {"run", *create_app().cli.commands}


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_a_document_links_to_headings_that_exist(path):
    links = re.findall(r"\]\((\w[\w./-]*\.md)(?:#([\w-]+))?\)", path.read_text("utf-8"))
    for name, anchor in links:
        target = path.parent / name
        assert target.exists() and (not anchor or anchor in anchors(target)), (name, anchor)


def test_every_command_is_documented():
    text = "".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    for command in (*environment.REQUIREMENTS, *database_commands.COMMANDS):
        assert f"python3 app.py {command}" in text
    for command in create_app().cli.commands:
        assert f"flask {command}" in text


def test_every_package_is_in_the_architecture():
    text = ARCHITECTURE.read_text(encoding="utf-8")
    packages = {path.parent for path in (ROOT / "scorekeeper").glob("*/__init__.py")}
    assert len(packages) > 5
    for path in packages:
        assert f"| `{short(path)}/` |" in text
        assert f"\n    {path.name} " in scorekeeper.__doc__


def test_the_rules_show_the_example_as_it_is_scored():
    lines = RULES.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip(" *") for cell in line.split("|")[1:-1]] for line in lines]
    sheet = fold(night_document.read(fft_match()))
    for row in sheet.rows:
        extras = ", ".join(str(line.extra.label) for line in row.score.lines if line.extra)
        title = f"{row.number} · {row.headline}, {row.score.verdict} ({extras})"
        assert [title, *map(signed, row.score.scores), "Σ 0"] in cells
    assert ["Bilan", *map(signed, sheet.state.standing), "Σ 0"] in cells
    working = [re.split(r"\s{2,}", line.strip()) for line in lines]
    for line in sheet.rows[0].score.lines:
        assert [str(line.rule.title), line.working, *map(signed, line.scores)] in working


def test_contributing_quotes_the_code():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    quotes = re.findall(r"\(`([\w./]+)`\):\n\n```python\n(.*?)```", text, re.S)
    assert len(quotes) == 3
    for path, quote in quotes:
        assert quote in (ROOT / path).read_text(encoding="utf-8")
