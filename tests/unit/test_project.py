import ast
import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.rules.score import Rule

ROOT = Path(__file__).resolve().parent.parent
HOUSE = ROOT / "scorekeeper"
TEMPLATES = sorted(ROOT.glob("templates/**/*.html"))
FRAGMENTS = [
    path for path in TEMPLATES if path.name.startswith("_") and path.parent.name != "games"
]
PAGES = [path for path in ROOT.glob("templates/*.html") if not path.name.startswith("_")]

KNOWS = {
    "words": (),
    "question": ("words",),
    "hand": ("question", "words"),
    "score": ("words",),
    "game": ("hand", "score", "words"),
    "games": ("games", "game", "hand", "question", "score", "words"),
    "state": ("score",),
    "row": ("game", "score", "state", "words"),
    "sheet": ("game", "games", "row", "score", "state", "words"),
    "changes": ("row", "sheet"),
    "chart": ("score", "sheet"),
    "paper": ("game", "row", "score", "sheet", "words"),
    "stats": ("row", "sheet"),
    "money": ("sheet",),
    "spreadsheet": ("hand", "night", "sheet", "words"),
    "names": (),
    "night": ("game", "games", "hand", "names", "question", "row", "score", "sheet", "words"),
    "examples": (),
    "storage": (),
    "copies": ("storage",),
    "migrations": ("copies", "storage"),
    "instance": ("copies", "migrations", "storage"),
    "logs": (),
    "language": ("words",),
    "fields": ("question", "words"),
    "typed": ("fields", "question", "words"),
    "asking": ("fields", "hand", "question", "sheet", "state", "typed", "words"),
    "forms": (
        *("asking", "fields", "game", "hand", "question", "score", "sheet", "state", "words"),
    ),
    "bootstrap": ("copies", "instance", "serve", "storage"),
    "serve": ("copies", "instance", "storage"),
    "commands": ("instance", "night", "row", "serve", "sheet", "storage"),
}
"""Which rooms each room may know; ``views`` may know them all."""

OUTSIDE = {
    "language": {"babel"},
    "fields": {"wtforms"},
    "typed": {"wtforms"},
    "asking": {"wtforms"},
    "forms": {"flask_wtf", "wtforms"},
    "serve": {"segno", "waitress", "app"},
    "commands": {"click", "flask"},
    "bootstrap": {"pytest"},
}
"""What each room may import from outside the standard library; ``views`` what it likes."""


def room(path):
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


def imported(path):
    """The rooms and the outside modules that a file imports."""
    inside, outside = set(), set()
    depth = len(path.relative_to(HOUSE).parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            outside |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            name = node.module.split(".")
            if name[0] == "scorekeeper":
                inside |= {name[1]} if len(name) > 1 else {alias.name for alias in node.names}
            else:
                outside.add(name[0])
        elif isinstance(node, ast.ImportFrom):
            up = room(path) if node.level < depth else None
            module = node.module.split(".")[0] if node.module else None
            inside |= {up or module} if up or module else {alias.name for alias in node.names}
    return inside, outside - set(sys.stdlib_module_names)


FILES = [path for path in HOUSE.rglob("*.py") if room(path) not in ("__init__", "views")]


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(HOUSE)))
def test_the_arrows_run_one_way(path):
    inside, outside = imported(path)
    assert inside - {room(path)} <= set(KNOWS[room(path)])
    assert outside <= OUTSIDE.get(room(path), set())


def test_no_room_is_missing_from_the_plan():
    rooms = {room(path) for path in HOUSE.rglob("*.py")} - {"__init__", "views"}
    assert rooms == set(KNOWS)
    plan = (HOUSE / "__init__.py").read_text(encoding="utf-8")
    assert [name for name in rooms if name not in plan] == []


@pytest.mark.parametrize("path", FRAGMENTS, ids=lambda p: p.name)
def test_a_fragment_says_what_it_needs_and_has_one_root_of_its_name(path):
    text = path.read_text(encoding="utf-8")
    assert re.match(r"\{#- .*Needs: .*?-#\}", text, re.S)
    body = re.sub(r"\{[#%].*?[#%]\}", "", text, flags=re.S).strip()
    root = re.match(r'<(\w+) [^>]*?id="([a-z]+)', body)
    assert root and root[2] == path.stem.lstrip("_").split("_")[0]
    assert body.endswith(f"</{root[1]}>")


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_a_page_extends_the_house(path):
    if path.name not in ("base.html", "macros.html"):
        assert path.read_text(encoding="utf-8").startswith('{% extends "base.html" %}')


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda p: p.name)
def test_a_template_has_neither_script_nor_style_of_its_own(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=|\|safe", text)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda g: g.name)
def test_every_game_has_its_file_its_vectors_and_its_partial(game):
    assert (HOUSE / "games" / f"{game.name}.py").exists()
    assert (ROOT / "tests" / "vectors" / f"{game.name}.toml").exists()
    assert (ROOT / "templates" / "games" / f"_{game.name}.html").exists()


def test_every_rule_has_a_title_and_an_article():
    for kind in Rule.__subclasses__():
        assert all(str(rule.title) and str(rule.article) for rule in kind)


def test_htmx_is_the_one_that_was_published():
    found = hashlib.sha256((ROOT / "static" / "htmx-2.0.11.min.js").read_bytes()).hexdigest()
    assert found == "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717"


def test_the_readme_names_files_that_exist():
    table = (ROOT / "README.md").read_text(encoding="utf-8").split("## Where do I change")[1]
    names = re.findall(r"`([\w./*-]+\.\w+|[\w./-]+/)`", table.split("\n## ")[0])
    assert len(names) > 10
    assert [name for name in names if not list(ROOT.glob(name))] == []


def test_the_top_level_is_as_it_was_fixed():
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    top = {name.split("/")[0] for name in listed}
    fixed = {"app.py", "scorekeeper", "templates", "static", "tests", "requirements.txt"}
    assert (
        fixed
        <= top
        <= fixed
        | {
            "README.md",
            "CHANGELOG.md",
            "pyproject.toml",
            ".ci",
            ".gitignore",
        }
    )


@pytest.mark.parametrize("tool", [["ruff", "check"], ["ruff", "format", "--check"], ["mypy"]])
def test_the_code_is_clean(tool):
    run = subprocess.run(
        [sys.executable, "-m", *tool], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("name", ["requirements.txt", "tests/requirements.txt"])
def test_every_dependency_is_locked_to_its_hash(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "--index" not in text and "http" not in text
    blocks = re.split(r"\n(?=[a-z])", text.strip())
    assert all("==" in block and "--hash=sha256:" in block for block in blocks)
