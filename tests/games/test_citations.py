"""The articles that a reader of the rules pages is shown, read against the texts."""

import re
import tomllib
from pathlib import Path

import pytest
from rules_pages import french_choices, french_tables

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.games.belote.point_values import CARDS
from scorekeeper.games.tarot.hand import DECK
from scorekeeper.games.tarot.point_values import BOUT, JACK, KING, KNIGHT, OTHER, QUEEN
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import Held

HOUSE = "règle de la table"
CITATIONS = tomllib.loads(Path(__file__).with_name("citations.toml").read_text("utf-8"))


def each(kind):
    return pytest.mark.parametrize("cited", CITATIONS[kind], ids=lambda cited: cited["game"])


def options_of(cited):
    preset = PRESETS[cited["preset"]][1].options if "preset" in cited else {}
    return {**preset, **cited.get("options", {})}


def tables_of(name):
    """The tables of a game by the options of its first preset, and its other tables."""
    game = GAMES[name]
    return [*french_tables(game, game.presets[0].options), *french_choices(game)]


def test_a_choice_that_names_a_federation_is_no_house_rule():
    options = [option for game in GAMES.values() for option in game.options.values()]
    named = [
        (option.source_of(value), label.text)
        for option in options
        for value, label in option.choices.items()
        if re.search(r"\((FFT|FFB)", label.text)
    ]
    assert named and [label for source, label in named if str(source) == HOUSE] == []


@each("table")
def test_table_of_a_sheet_cites_what_made_it(cited):
    tables = french_tables(GAMES[cited["game"]], options_of(cited))
    found = (t.article for t in tables if t.title.startswith(cited["title"]))
    assert next(found) == cited["article"]


@pytest.mark.parametrize(
    ("game", "name"), [(game.name, name) for game in GAMES.values() for name in game.options]
)
def test_a_label_does_not_say_the_source_again(game, name):
    option = GAMES[game].options[name]
    for value, label in option.choices.items():
        said = re.findall(r"\(([A-Z]\w+)[^)]*\)$", str(label))
        assert not said or said == ["FFT"] or said[0] not in str(option.source_of(value))


def test_cards_of_tarot_are_91_points():
    assert 3 * BOUT + 4 * (KING + QUEEN + KNIGHT + JACK) + 59 * OTHER == 2 * DECK


@pytest.mark.parametrize(
    "suits", [["trump", *["plain"] * 3], *([kind] * 4 for kind in ("no_trump", "13", "14"))]
)
def test_cards_of_belote_are_152_points(suits):
    assert sum(sum(CARDS[suit]) for suit in suits) == 152


@pytest.mark.parametrize(
    ("game", "titles"),
    [
        ("tarot_two", ["Valeur des cartes", "Points à faire, sur 91", "Ce qui se marque"]),
        (
            "belote_decouverte",
            [
                *("Valeur des cartes", "Les points d'une donne"),
                *("Tous les plis (capot)", "Annonces"),
            ],
        ),
    ],
)
def test_game_without_contracts_has_no_table_of_them(game, titles):
    assert [table.title for table in tables_of(game)] == titles


@pytest.mark.parametrize(
    ("game", "option", "value", "source"),
    [
        ("tarot", "poignee", (20, 30, 40), "FFT 2012, p. 7 à 9"),
        ("tarot", "poignee", (10, 20, 40), "règle de la table"),
        ("tarot", "split", "halves", "Pagat, French Tarot"),
        ("coinche", "capot_failed", "chute", "FFB coinche 2015"),
        ("contree", "capot_failed", "capot", "FFB contrée 27-01-2016, § 10.2"),
        ("contree", "belote_on_chute", "stays", "FFB coinche 2015"),
        ("tarot_duplicate", "contract", "garde_contre", "FFT 2012, p. 25"),
    ],
)
def test_choice_has_the_text_that_says_it(game, option, value, source):
    assert str(GAMES[game].options[option].source_of(value)) == source


def of_all_options(get):
    return [
        (game.name, name, value)
        for game in GAMES.values()
        for name, option in game.options.items()
        for value in get(option)
    ]


@pytest.mark.parametrize(("game", "name", "value"), of_all_options(lambda o: o.sources))
def test_source_belongs_to_a_choice_of_its_option(game, name, value):
    assert value in GAMES[game].options[name].choices


@each("hand")
def test_line_cites_what_made_it(cited):
    game, sources = GAMES[cited["game"]], cited["sources"]
    options = game.read_options(options_of(cited))
    before = tuple(cited.get("before", ()))
    at = Table(tuple("ABCD"[: game.seats[-1]]), options, held=Held(before), standing=(0, 0))
    found = list(map(str, game.sources(game.read(cited["answers"], at), at)))
    assert (found[-1:] if before else found) == sources


def test_stakes_of_a_passed_deal_are_a_house_rule():
    game = GAMES["tarot_mouche"]
    at = Table(("A", "B", "C"), game.read_options({"mise": 2}))
    assert list(map(str, game.sources(None, at))) == [HOUSE]
