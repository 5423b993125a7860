"""The rules pages: a text for each game and language beside the game, read as tables.

``scorekeeper/games/*/NAME.LANGUAGE.md`` is a Jinja template of Markdown tables. What it names
is in ``places.py`` of the game; a text may include another one by its name. A language without
a text shows the French one.
"""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FunctionLoader, StrictUndefined, TemplateNotFound

from scorekeeper import games
from scorekeeper.i18n.languages import SOURCE, translator, typeset, unbroken
from scorekeeper.i18n.messages import Message, Translate, half_points, msg, render, signed
from scorekeeper.rules.game import Game
from scorekeeper.rules.option import Options

FOLDER = Path(games.__file__).parent


class RuleTable(NamedTuple):
    """One table of a rules page, in the language of its reader."""

    title: str
    article: str
    head: tuple[str, ...]
    """The heads of the columns, if they need any."""
    rows: list[tuple[str, ...]]
    """Each row: its label, then its cells."""


def rule_tables(game: Game, options: Options, code: str) -> list[RuleTable]:
    """Return the tables of a game by these options; none for a game without a text.

    :param code: the language.
    :raises jinja2.TemplateError: if a text names what its game does not have.
    :raises ValueError: for a line that is no part of a table.
    """
    return _tables(game.name, game, options, code)


def choice_tables(game: Game, code: str) -> list[RuleTable]:
    """Return the tables of what other choices mark, for the page of the game.

    They are in the text ``NAME_examples``; see :func:`rule_tables`.
    """
    return _tables(f"{game.name}_examples", game, game.read_options({}), code)


def _tables(name: str, game: Game, options: Options, code: str) -> list[RuleTable]:
    try:
        template = _environment(code).get_template(name)
    except TemplateNotFound:
        return []

    def source(article: str | Message, *names: str) -> Message:
        text = Message(article) if isinstance(article, str) else article
        return game.source(options, text, *names)

    def chosen(article: str | Message, *names: str) -> Message:
        text = source(article)
        if source(article, *names) == text:
            return text
        return msg("%(article)s, et les choix de la table", article=text)

    def source_of(name: str) -> Message:
        return game.options[name].source_of(options[name])

    places = game.places(game, options)
    named = {"source": source, "source_of": source_of, "chosen": chosen}
    text = template.render(places, options=options, **named)
    return _read(text, f"{name}.{code}.md", typeset if code == SOURCE else unbroken)


@cache
def _environment(code: str) -> Environment:
    translate = translator(code)
    environment = Environment(
        loader=FunctionLoader(partial(_text, code)),
        undefined=StrictUndefined,
        finalize=partial(_written, translate),
    )
    environment.globals |= {
        "half_points": half_points,
        "signed": partial(signed, translate=translate),
    }
    return environment


def _text(code: str, name: str) -> tuple[str, str, None] | None:
    """Return the text of this name, with its path for messages; nothing if there is none."""
    for language in (code, SOURCE):
        for path in FOLDER.glob(f"*/{name}.{language}.md"):
            return path.read_text(encoding="utf-8"), str(path), None
    return None


def _written(translate: Translate, value: object) -> str:
    """Return a value as its place shows it; a list is rows of a table."""
    if not isinstance(value, list):
        return render(value, translate)
    rows = (" | ".join(render(cell, translate) for cell in row) for row in value)
    return "\n".join(f"| {row} |" for row in rows)


def _read(text: str, name: str, typography: Callable[[str], str]) -> list[RuleTable]:
    """Read the tables of a rendered text.

    :param typography: joins what no line break may part.
    :raises ValueError: for a line that is no part of a table.
    """
    tables: list[RuleTable] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("## "):
            tables.append(RuleTable(typography(line[3:]), "", (), []))
        elif tables and line.startswith("*") and line.endswith("*"):
            tables[-1] = tables[-1]._replace(article=typography(line[1:-1]))
        elif tables and line.startswith("|--"):
            tables[-1] = tables[-1]._replace(head=tables[-1].rows.pop())
        elif tables and line.startswith("|") and line.endswith("|"):
            cells = (typography(cell.strip()) for cell in line[1:-1].split("|"))
            tables[-1].rows.append(tuple(cells))
        else:
            raise ValueError(f"{name}: {line}")
    return tables
