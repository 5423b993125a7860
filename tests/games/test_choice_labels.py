"""A choice that names points says what the sheet will mark."""

import re
from contextlib import suppress

import pytest
from conftest import CAST
from night import sheet_of

from scorekeeper.games import GAMES
from scorekeeper.games.tarot.hand import TRUMPS, Contract
from scorekeeper.rules.answers import HandError, schema
from scorekeeper.rules.game import LENGTHS, Table

MADE = {"capot_bid": {"contract": "capot", "capot": "attack"}}
MADE["generale"] = {"contract": "generale", "generale_made": True}
FAILED = {"capot_bid": {"contract": "capot", "points": 150}}
FAILED["generale"] = {"contract": "generale", "generale_made": False}


def marked(game, name, value, hand):
    """What a bid of every trick marks, for the side that has it."""
    sheet = sheet_of(game, [{"taker": "Anne", **hand}], **{name: value})
    return max(sheet.state.standing)


@pytest.mark.parametrize("game", ["coinche", "contree"])
@pytest.mark.parametrize("name", ["capot_bid", "generale"])
def test_a_bid_of_every_trick_says_what_it_marks(game, name):
    for value, label in GAMES[game].options[name].choices.items():
        numbers = [
            int(n) for n in re.findall(r"\d+", re.sub(r"(?<=\d)\s(?=\d)", "", str(label)))
        ]
        if not value:
            continue
        assert numbers[0] == marked(game, name, value, MADE[name]), label
        if isinstance(value, int):
            assert numbers[0] == sum(numbers[1:])
        else:
            assert numbers[1] == marked(game, name, value, FAILED[name]), label


ENDS = ("announced_made", "made", "announced_failed")
ALL, COINCHE, SURCOINCHE = (
    {"capot": "attack"},
    {"coinche": "coinche"},
    {"coinche": "surcoinche"},
)
HANDS = {
    "misere": [{"miseres": [{"player": "Bruno", "kind": "tete"}]}],
    "poignee": [{"poignees": [{"player": "Bruno", "size": size.code}]} for size in TRUMPS[4]],
    "formula": [{}],
    "contracts": [{"contract": contract.code} for contract in Contract],
    "margin_to": [{}],
    "petit_au_bout": [{"petit_au_bout": "attack"}],
    "without_petit": [{"without_petit": True}],
    "chelem": [{"chelem": end} for end in ENDS],
    "petit_chelem": [{"chelem": f"petit_{end}"} for end in ENDS],
    "mise": [{"contract": "prise"}],
    "rounding": [{"points": points} for points in (84, 85, 86, 106, 118)],
    "litige_belote": [{"points": 71, "belote": "attack"}],
    "capot": [ALL],
    "eighty_needs": [{"points": 81}],
    "surcoinche": [SURCOINCHE],
    "doubling": [COINCHE],
    "base": [{}],
    "capot_doubled": [ALL | COINCHE],
    "defence_capot": [{"capot": "defence"}],
    "capot_failed": [FAILED["capot_bid"]],
    "announced_chute": [{}],
    "announced_belote": [{"points": 90, "belote": "attack"}],
    "no_trick": [{"points": 112, "no_trick": "Chloé"}],
}
"""Hands on which the choices of an option mark something else, besides their usual answers."""

CARDS = {"all_trump", "all_trump_belotes", "cards", "defence_chelem"}
UNMARKED = {*CARDS, *LENGTHS, *MADE, "highest_bid", "split", "event"}
"""The options whose numbers are cards, limits and shares, and those of the test above."""


def numbers(text):
    return {int(n) for n in re.findall(r"\d+", re.sub(r"(?<=\d)\s(?=\d)", "", str(text)))}


def marked_by(game, name, value):
    """The numbers in the lines, the scores and the held points of an option's hands."""
    needed = [needed] if (needed := game.options[name].requires) else []
    if name == "rounding" and "counting" in game.options:
        needed = [("counting", "made")]
    options = game.together(dict(needed) | {name: value})
    at = Table(CAST[: game.seats[0]], game.read_options(options), standing=(0, 0))
    found = ""
    for hand in HANDS[name]:
        tarot = game.family == "tarot"
        answers = {"taker": "Anne", "contract": "garde" if tarot else 80, "bouts": 2}
        answers |= hand if "capot" in hand else {"points": 44 if tarot else 60} | hand
        if game.name.startswith("belote_"):
            points = answers.pop("points", None)
            deck = 152 if "no_trick" in hand else 162  # no last trick is counted then
            each = {"points": [points, deck - (points or 0), 0][: game.seats[0]]}
            answers |= {"capot": "Anne"} if points is None else each
        asked = schema(game.hand).questions
        with suppress(HandError):  # a contract that this choice does not have
            read = game.read({a: answers[a] for a in asked if a in answers}, at)
            score = game.score(read, at)
            lines = [(line.working, str(line.because)) for line in score.lines]
            found += f"{lines} {score.scores} {score.held.pots}"
    return numbers(found)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param(game, name, id=f"{game.name}: {name}")
        for game in GAMES.values()
        for name, option in game.options.items()
        if name not in UNMARKED and any(map(numbers, (option.label, *option.choices.values())))
    ],
)
def test_every_number_of_a_choice_is_marked(game, name):
    option = game.options[name]
    marked = {value: marked_by(game, name, value) for value in option.choices}
    for value, label in option.choices.items():
        assert numbers(label) - {1} <= marked[value], label  # × 1 is not written
    assert numbers(option.label) <= set().union(*marked.values())
