"""The texts of the rules pages: one skeleton in every language, and each choice renders."""

import re
from hashlib import sha256

import pytest

from scorekeeper.games import GAMES
from scorekeeper.i18n.languages import LANGUAGES, SOURCE
from scorekeeper.rules.answers import HandError
from scorekeeper.sheets.web.rules_text import FOLDER, choice_tables, rule_tables

FRENCH = {path.stem.removesuffix(".fr"): path for path in FOLDER.glob(f"*/*.{SOURCE}.md")}
TRANSLATED = sorted(path for path in FOLDER.glob("*/*.*.md") if path not in FRENCH.values())

PLACE = re.compile(r"{[{%].*?[%}]}")
"""A place or a condition."""

PROSE = re.compile(r'\b(source|chosen|marked|failed|shares|example)\("[^"]*"')
"""The first argument of a place, where it is a label or an article."""


def lines_of(path):
    """The lines of a text that are neither empty nor a comment."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("{#")]


def skeleton(line):
    """What a translation keeps of a line: its kind, its cells, its places, its digits."""
    places = PLACE.findall(line)
    labels = re.findall(r'\("([^"]*)"', "".join(places))
    numbers = re.findall(r"\d+", "".join([PLACE.sub("", line), *labels]))
    coded = {PROSE.sub(r"\1(", place) for place in places}
    return re.match(r"[#*{]+|\|-*", line)[0], line.count("|"), coded, sorted(numbers)


def source_of(path):
    """The French text of a translation."""
    return FRENCH[path.name.partition(".")[0]]


def test_a_language_with_texts_has_all_of_them():
    codes = {path.suffixes[0][1:] for path in TRANSLATED}
    assert "en" in codes and codes <= set(LANGUAGES) - {SOURCE}
    assert len(TRANSLATED) == len(FRENCH) * len(codes)


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.name)
def test_languages_have_the_same_skeleton(path):
    expected, found = lines_of(source_of(path)), lines_of(path)
    changed = [
        pair
        for pair in zip(expected, found, strict=False)
        if skeleton(pair[0]) != skeleton(pair[1])
    ]
    assert changed == [] and len(found) == len(expected)


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.name)
def test_a_translation_knows_its_french_text(path):
    """Its first line names the French text that it translates, by a hash."""
    french = source_of(path)
    text = french.read_text(encoding="utf-8")
    line = f"{{# French {sha256(text.encode()).hexdigest()[:8]} #}}"
    assert path.read_text(encoding="utf-8").startswith(line), (
        f"{french.name} has changed: does {path.name} still say the same? "
        f"If it does, its first line becomes: {line}"
    )


def test_every_text_is_shown():
    included = "".join(path.read_text(encoding="utf-8") for path in FRENCH.values())
    shown = {f"{game}{part}" for game in GAMES for part in ("", "_examples")}
    shown |= set(re.findall(r'{% include "(\w+)" %}', included))
    assert set(FRENCH) <= shown
    assert set(GAMES) - set(FRENCH) == {"libre"}


def choices(game):
    """The options of each preset, and with any other choice, where the game accepts it."""
    for preset in game.presets:
        yield game.read_options(preset.options)
        for name, option in game.options.items():
            for value in option.choices:
                try:
                    yield game.read_options(game.together({**preset.options, name: value}))
                except HandError:
                    continue


def is_whole(table):
    """True if a table has a title, an article and rows as wide as its head."""
    widths = {len(row) for row in (table.head, *table.rows) if row}
    cells = [table.title, table.article, *table.head, *(c for row in table.rows for c in row)]
    prose = " ".join(cells)
    return len(widths) == 1 and all(cells[:2]) and not re.search(r"[{}]|%\(", prose)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.name != "libre"])
def test_every_choice_renders(game, code):
    pages = [rule_tables(game, options, code) for options in choices(game)]
    pages.append(choice_tables(game, code))
    assert all(pages[:-1])
    assert [table for page in pages for table in page if not is_whole(table)] == []
