import fnmatch
import re
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.rules.score import Rule

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted(ROOT.glob("templates/**/*.html"))
SHARED = [
    ROOT / "templates" / name
    for name in (
        "web/base.html",
        "web/macros.html",
        "sheets/forms/questions.html",
        "sheets/forms/rules.html",
    )
]
PARTIALS = [
    *sorted(ROOT.glob("templates/sheets/hands/games/_*.html")),
    ROOT / "templates/tournaments/_progress.html",
]
FRAGMENTS = [p for p in TEMPLATES if p.name.startswith("_") and p not in PARTIALS]
PAGES = [p for p in TEMPLATES if not p.name.startswith("_") and p not in SHARED]

FIXED = {"app.py", "scorekeeper", "templates", "static", "tests", "requirements.txt"}
"""The top level that the owner fixed."""

FOR_TOOLS = {
    *(
        "README.md",
        "README.fr.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "LICENSE",
        "docs",
        ".github",
        "pyproject.toml",
        ".ci",
        ".gitignore",
        ".gitattributes",
        "La Marque.bat",
        "La Marque.command",
    ),
    *("package.json", "package-lock.json", "deploy"),
}
"""What documentation and development need beside it."""


def short(path):
    return str(path.relative_to(ROOT))


def ignored(name):
    """True if ``.gitignore`` names this entry of the top level."""
    patterns = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    return any(fnmatch.fnmatch(name, pattern.strip("/")) for pattern in patterns)


@pytest.mark.parametrize("path", FRAGMENTS, ids=short)
def test_a_fragment_documents_its_needs_and_has_one_root_of_its_name(path):
    text = path.read_text(encoding="utf-8")
    assert re.match(r"\{#- .*Needs: .*?-#\}", text, re.S)
    body = re.sub(r"\{[#%].*?[#%]\}", "", text, flags=re.S).strip()
    root = re.match(r'<(\w+) [^>]*?id="([a-z]+)', body)
    assert root and root[2] == path.stem.lstrip("_").split("_")[0]
    assert body.endswith(f"</{root[1]}>")


@pytest.mark.parametrize("path", PAGES, ids=short)
def test_a_page_extends_the_base_template(path):
    text = path.read_text(encoding="utf-8")
    while found := re.match(r'(?:\{#-.*?-#\}\n)?\{% extends "(.+?)" %\}', text, re.S):
        text = (ROOT / "templates" / found[1]).read_text(encoding="utf-8")
    assert text.startswith(("<!doctype html>", "{#- Macros: "))


@pytest.mark.parametrize("path", TEMPLATES, ids=short)
def test_a_template_has_neither_script_nor_style_of_its_own(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son(?!e=)\w+=|\|safe", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=short)
def test_a_sign_with_a_space_before_it_is_typeset(path):
    """What is no message would break before it: ``{{ _(" ; ") }}``."""
    assert not re.search(r"[%}>]\}? [;:!?][ {<]", path.read_text(encoding="utf-8"))


def test_no_line_of_a_template_is_longer_than_200_characters():
    assert [
        f"{short(path)}:{n}"
        for path in ROOT.glob("templates/**/*.*")
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 200
    ] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_has_its_vectors_and_its_partial(game):
    assert (ROOT / "tests" / "vectors" / f"{game.name}.toml").exists()
    assert (ROOT / "templates" / "sheets" / "hands" / "games" / f"_{game.name}.html").exists()


def test_every_rule_has_a_title_and_an_article():
    for kind in Rule.__subclasses__():
        assert all(str(rule.title) and str(rule.article) for rule in kind)


def test_the_top_level_is_as_it_was_fixed():
    top = {path.name for path in ROOT.iterdir() if not ignored(path.name)} - {".git"}
    assert FIXED <= top <= FIXED | FOR_TOOLS


LOCKS = ["requirements.txt", "tests/requirements.txt", "deploy/requirements.txt"]


@pytest.mark.parametrize("name", LOCKS)
def test_every_dependency_is_locked_to_its_hash(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "--index" not in text and "http" not in text
    blocks = re.split(r"\n(?=[a-z])", text.strip())
    assert all("==" in block and "--hash=sha256:" in block for block in blocks)


def test_every_test_module_has_a_name_of_its_own():
    names = [path.name for path in ROOT.glob("tests/**/test_*.py")]
    assert [name for name in set(names) if names.count(name) > 1] == []
