"""A choice that names points says what the sheet will mark."""

import re

import pytest
from night import sheet_of

from scorekeeper.games import GAMES

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


@pytest.mark.parametrize(("failed", "tricks"), [("chute", 160), ("capot", 250)])
@pytest.mark.parametrize("bid", [250, 270, 350, 500])
def test_a_failed_capot_costs_the_tricks_and_the_contract(failed, tricks, bid):
    option = GAMES["coinche"].options["capot_failed"]
    hand = {"taker": "Anne"} | FAILED["capot_bid"]
    sheet = sheet_of("coinche", [hand], capot_bid=bid, capot_failed=failed)
    assert sheet.state.standing == (0, tricks + bid)
    assert str(option.choices[failed]).startswith(f"{tricks} + le contrat")


@pytest.mark.parametrize("name", ["chelem", "petit_chelem"])
def test_a_chelem_says_what_each_number_is_for(name):
    for numbers, label in GAMES["tarot"].options[name].choices.items():
        said = re.findall(r"(−?\d+) [a-zé]{4}", str(label))
        expected = {str(number).replace("-", "−") for number in (numbers or {}).values()}
        assert set(said) == expected, label
