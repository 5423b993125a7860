"""What is typed under each head of a table."""

import pytest
from conftest import CAST

from scorekeeper.games import GAMES
from scorekeeper.i18n.languages import LANGUAGES, translator
from scorekeeper.i18n.messages import render
from scorekeeper.rules.answers import questions
from scorekeeper.rules.game import Table
from scorekeeper.rules.question import OneOf
from scorekeeper.sheets.formats.columns import Answers, Unreadable, columns
from scorekeeper.sheets.formats.typed_game import Heads
from scorekeeper.sheets.formats.words import Words

in_every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
in_every_language = pytest.mark.parametrize("language", LANGUAGES)

BELOTE = questions(GAMES["belote"].hand)
SEVERAL = questions(BELOTE["annonces"].record)["list"]


def typed(question, cell):
    """The answer of a night document for what was typed in a cell."""
    return Answers(question, Table(CAST)).read(cell)


@in_every_game
@in_every_language
def test_a_column_is_found_by_its_label_and_its_code(game, language):
    find, translate = Heads(game).find, translator(language)
    for column in columns(game):
        heads = render(column.head, translate), column.name
        assert [find(head) for head in heads] == [column.name] * 2


@in_every_game
@in_every_language
def test_a_choice_is_read_by_its_label_and_its_code(game, language):
    asked = [q for q in questions(game.hand).values() if isinstance(q, OneOf)]
    for question, choice in ((q, choice) for q in asked for choice in q.choices):
        said = choice.label.render(translator(language)).upper()
        assert [typed(question, cell) for cell in (said, choice.code)] == [choice.code] * 2


@pytest.mark.parametrize("cell", ["Attaque 2, Défense", "attaque ×2, Défense x 1"])
def test_both_sides_in_one_cell(cell):
    assert typed(BELOTE["belote"], cell) == {"attack": 2, "defence": 1}


@pytest.mark.parametrize(("cell", "made"), [("Réussi", True), ("oui", True), ("no", False)])
def test_a_question_of_yes_or_no_is_answered_by_its_own_words_and_these(cell, made):
    assert typed(questions(GAMES["tarot_mouche"].hand)["chelem_made"], cell) is made


@pytest.mark.parametrize(
    ("cell", "points"),
    [("49½", 49.5), ("49,5", 49.5), ("49.5 pts", 49.5), ("49.500", 49.5), ("½", 0.5)],
)
def test_card_points_may_be_halves(cell, points):
    assert typed(questions(GAMES["tarot"].hand)["points"], cell) == points


def test_a_choice_with_a_comma_is_one_of_a_list():
    cell = "Four aces, tens, kings or queens, tierce"
    assert typed(SEVERAL, cell) == ["carre", "tierce"]


def test_a_long_list_of_choices_is_read_in_bounded_time(monkeypatch):
    calls, find = [], Words.find
    monkeypatch.setattr(Words, "find", lambda *asked: calls.append(1) or find(*asked))
    with pytest.raises(Unreadable):
        typed(SEVERAL, "cent, " * 33)
    assert len(calls) < 100


def test_a_player_and_the_size_of_a_poignee_are_named_where_something_else_is_typed():
    with pytest.raises(Unreadable, match=r"Anne Triple, Bruno Simple, .*, …"):
        typed(questions(GAMES["tarot"].hand)["poignees"], "Zoé simple")


@pytest.mark.parametrize("cell", ["Anne", "Attaque | Bruno | 20", "Attaque : huit"])
def test_what_is_no_announcement_is_refused(cell):
    with pytest.raises(Unreadable, match="on attend"):
        typed(BELOTE["annonces"], cell)
