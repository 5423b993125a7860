"""The documentation: the files, objects, commands and headings that it names exist."""

import pkgutil
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

import scorekeeper
from app import create_app
from scorekeeper.cli import commands, database_commands, environment
from scorekeeper.i18n.messages import signed
from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.formats.examples import fft_match
from scorekeeper.sheets.sheet import fold

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("deploy", "docs", "scorekeeper", "static", "templates", "tests")
READMES = sorted(ROOT.glob("README*.md"))
RULES = ROOT / "docs" / "rules.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
MARKDOWN = [
    *ROOT.glob("*.md"),
    *(p for f in FOLDERS if f != "scorekeeper" for p in (ROOT / f).rglob("*.md")),
]
"""Every document; those of ``scorekeeper`` are texts of the program."""
DOCUMENTS = [path for path in sorted(MARKDOWN) if path.name != "CHANGELOG.md"]
"""The documents of the program as it is; the changelog also names what is gone."""

TOP = rf"(?:{'|'.join(FOLDERS)})/(?!secrets/)[\w./@*-]*|\.ci/\w+"
"""A path in the repository from its top; ``deploy/secrets/`` is made by a command."""

FILE = r"[\w-]+\.(?:py|html|js|css|sql|po|toml|md|in)"
"""The name of a file, in a sentence that has named its folder."""

FENCED = re.compile(r"(?ms)^ *```\w*\n(.*?)^ *```$")
LINK = re.compile(r'\]\(([^)\s]+)[^)]*\)|\b(?:src|href)="([^"]+)"|(?m:^\[[^\]]+\]: *(\S+))')


def code(path):
    """The code of a document: its fenced and indented lines, and what is in backticks."""
    text = path.read_text(encoding="utf-8")
    rest = FENCED.sub("", text)
    found = [*FENCED.findall(text), *re.findall(r"(?m)^ {4,}(.*)$", rest)]
    return "\n".join([*found, *re.findall(r"`([^`]+)`", rest)])


def quoted(path, pattern):
    """The words in the code of a document that match a pattern as a whole."""
    return {word for word in code(path).split() if re.fullmatch(pattern, word)}


def anchors(path):
    """The addresses of the headings of a document; equal headings are numbered from the
    second one."""
    text, found = FENCED.sub("", path.read_text(encoding="utf-8")), []
    for heading in re.findall(r"(?m)^#+ (.*)$", text):
        found.append(re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-"))
    return {f"{a}-{found[:n].count(a)}".removesuffix("-0") for n, a in enumerate(found)}


def links(path):
    """The links of a document to files of the repository and to its own headings."""
    text = re.sub(r"`[^`]+`", "", FENCED.sub("", path.read_text(encoding="utf-8")))
    found = {"".join(groups) for groups in LINK.findall(text)}
    return sorted(link for link in found if not re.match(r"[a-z]+:", link))


def leads_somewhere(path, link):
    """True if the file of a link is there, and has the heading that the link names."""
    name, _, anchor = link.partition("#")
    target = path.parent / unquote(name) if name else path
    return target.exists() and (not anchor or anchor in anchors(target))


def short(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_a_document_names_files_that_exist(path):
    names = quoted(path, TOP)
    is_guide = path.suffixes == [".fr", ".md"]  # for people who never open the folder
    assert names or is_guide or path.parent == ROOT
    assert [name for name in sorted(names) if not list(ROOT.glob(name))] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_a_document_names_file_names_that_exist(path):
    known = {file.name for folder in FOLDERS for file in (ROOT / folder).rglob("*.*")}
    known |= {file.name for file in ROOT.iterdir()}
    assert quoted(path, FILE) - known == set()


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_a_document_names_objects_that_exist(path):
    for name in quoted(path, r"scorekeeper(\.\w+)+"):
        assert pkgutil.resolve_name(name) is not None, name


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_a_document_names_commands_that_exist(path):
    text, typed = path.read_text(encoding="utf-8"), code(path)
    own = set(re.findall(r"\bpy(?:thon3?)?(?: -3)? app\.py (\w+)", text))
    own |= set(re.findall(r"(?<![\w/-])la-marque (\w+)", typed))
    assert own <= {
        *environment.REQUIREMENTS,
        *database_commands.COMMANDS,
        *commands.APPLICATION,
    }
    flask = set(re.findall(r"(?m)(?:^|/)flask (\w+)", typed))
    assert flask <= {"run", *create_app().cli.commands}


@pytest.mark.parametrize("path", READMES, ids=short)
def test_a_readme_names_start_files_that_exist(path):
    names = set(re.findall(r"La Marque\.\w+", path.read_text(encoding="utf-8")))
    assert [name for name in sorted(names) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("path", sorted(MARKDOWN), ids=short)
def test_a_document_links_to_files_and_headings_that_exist(path):
    assert [link for link in links(path) if not leads_somewhere(path, link)] == []


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
