"""Any options of any game open a sheet whose pages are served and whose document is whole."""

import random

import pytest
from conftest import token_of
from hostile_values import encoded
from interruption import Interruption
from long_cases import long
from random_browser import RandomBrowser

from scorekeeper.games import PRESETS
from scorekeeper.rules.option import NumberTable, Option

PAGES = ("", "/print", "/end", "/journal", "/hands.csv", "/tv", "/share")


def no_error(answer, sent):
    assert answer.status_code < 500, sent


def posted(chance, name, option):
    """Fields that give an option any value that the form takes."""
    field = f"option_{name}"
    if isinstance(option, NumberTable):
        rows = option.rows.items() if chance.random() < 0.5 else ()
        typed = [(f"{field}_{code}", str(chance.choice(row.allowed))) for code, row in rows]
        return [(field, str(chance.randrange(len(option.choices)))), *typed]
    value = chance.choice(list(option.choices))
    others = option.numbers if type(option) is Option and chance.random() < 0.2 else None
    return [
        (field, str(value)),
        (f"{field}_other", str(chance.choice(others)) if others else ""),
    ]


def play(browser, chance, address):
    """Two hands, as far as random answers are possible ones."""
    browser.forms = [form for form in browser.forms if address in form.action]
    return sum(browser.play_hand(chance) for _ in range(2))


def fields_of_new_sheet(chance, game, preset):
    seats = chance.choice(game.seats)
    changed = [
        pair for name, one in game.options.items() for pair in posted(chance, name, one)
    ]
    names = [("name", "" if game.board else f"Joueur {n}") for n in range(seats)]
    return [
        *(("rules", preset), ("dealer", "0"), ("count", str(seats))),
        *names,
        *[("number", "")] * seats,
        *changed,
    ]


@pytest.mark.parametrize("rounds", [1, *long(2), pytest.param(40, marks=pytest.mark.hours)])
@pytest.mark.parametrize("preset", PRESETS)
def test_any_options_are_played_shown_and_exported(app, monkeypatch, preset, rounds):
    game, _ = PRESETS[preset]
    browser, hands = RandomBrowser(app, no_error, Interruption(monkeypatch)), 0
    for seed in range(rounds):
        chance = random.Random(f"{preset} {seed}")
        opened = browser.post("/sheets", encoded(fields_of_new_sheet(chance, game, preset)))
        if opened.status_code == 422:  # random numbers that no table of numbers allows
            continue
        hands += play(browser, chance, opened.location)
        for page in PAGES:
            assert browser.visit(opened.location + page).status_code == 200, (seed, page)
        exported = browser.send(0, "GET", f"{opened.location}/night.json")
        again = browser.post("/import", encoded([("document", exported.text)]))
        assert again.status_code == 303, (seed, exported.text)
        first, second = (sheet_of(app, one.location) for one in (opened, again))
        assert first.state.standing == second.state.standing
        assert first.options == second.options and not first.state.discrepancy
    print(f"{preset}: {hands} hands")


def sheet_of(app, address):
    return app.extensions["sheets"].access(token_of(address)).sheet
