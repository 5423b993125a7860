"""What a table asks of a rules page: the numbers of the texts, against what the page says.

The expected cells are those of the texts, typed by hand in ``reference.toml``; the page
computes its own.
"""

import tomllib
from pathlib import Path

import pytest
from rules_pages import french_tables

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.sheets.reports.worked_example import worked_example


def cells(preset, title, **options):
    """The rows of the table of this title, by their labels."""
    game, rules = PRESETS[preset]
    tables = french_tables(game, {**rules.options, **options})
    (table,) = (table for table in tables if table.title.startswith(title))
    return {label: answers for label, *answers in table.rows}


ROWS = tomllib.loads(Path(__file__).with_name("reference.toml").read_text("utf-8"))


def each(kind):
    ids = [f"{row['preset']}: {row['row']}" for row in ROWS[kind]]
    return pytest.mark.parametrize("row", ROWS[kind], ids=ids)


@each("cells")
def test_a_table_answers_as_its_text(row):
    assert cells(row["preset"], row["title"])[row["row"]] == row["cells"]


@each("changed")
def test_tables_have_the_numbers_of_the_sheet(row):
    usual, own = (cells(row["preset"], row["title"], **o) for o in ({}, row["options"]))
    assert own[row["row"]] == row["cells"] != usual[row["row"]]


@each("added")
def test_what_a_table_added_is_said_there_alone(row):
    usual, own = (cells(row["preset"], row["title"], **o) for o in ({}, row["options"]))
    assert row["row"] in own and row["row"] not in usual


@each("told")
def test_the_table_is_told_what_its_options_need(row):
    titles = ("À la table", "La fin de la")
    tables = [cells(row["preset"], title, **row["options"]) for title in titles]
    assert any(row["row"] in table for table in tables) == row["is_told"]


def test_a_failed_contract_is_told_by_its_levels():
    game, rules = PRESETS["contree-cannes"]
    (failed,) = (t for t in french_tables(game, rules.options) if "chuté" in t.title)
    assert failed.head == ("Contrat", "simple", "Contré", "Surcontré")


@pytest.mark.parametrize("preset", PRESETS)
def test_each_game_has_an_example_that_the_engine_scores(preset):
    game, rules = PRESETS[preset]
    example = worked_example(game, game.read_options(rules.options))
    if game.board or game.name == "libre":
        assert example is None
    else:
        (row,) = example.rows
        assert any(row.points) and len(row.sources) == len(row.score.lines) > 0


def test_an_example_follows_the_options():
    game = GAMES["tarot"]
    flat = worked_example(game, game.read_options({"formula": "flat"}))
    assert flat.state.totals == (3 * (40 + 8 + 10 + 20), -78, -78, -78)
    no_garde = game.read_options({"contracts": {"petite": 1}})
    assert worked_example(game, no_garde) is None and french_tables(game, no_garde)
