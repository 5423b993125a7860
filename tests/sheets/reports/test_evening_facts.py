"""The facts of random evenings against a recomputation from what was written on the sheet.

Scores come from the second scorer; who played, took, showed and won is read from the answers.
"""

from collections import defaultdict
from random import Random
from typing import NamedTuple

import pytest
from independent import belote, coinche, deals, evenings, tarot
from independent.evening import TABLES, Table
from long_cases import one_in

from scorekeeper.rules.choice import Side
from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.played import played_hands
from scorekeeper.sheets.reports import evening_statistics as statistics
from scorekeeper.sheets.sheet import fold
from scorekeeper.streams.events import Event

EVENINGS = 60
NAMES = (*deals.CAST, "Félix", "Gaby", "Hugo")
POIGNEES = {"simple": "poignée", "double": "double poignée", "triple": "triple poignée"}
PETITS = {"attack": "petit au bout", "defence": "petit à la défense"}


class Noted(NamedTuple):
    """One hand as a witness noted it, with names for players and columns."""

    number: int
    answers: dict
    scores: dict
    """The points of those who played."""
    attack: list
    made: bool | None


def tarot_evening(random):
    """The events of an evening of tarot with arrivals, departures and morts, and its notes."""
    names = list(NAMES[: random.randint(3, 5)])
    seated, events, notes, number = list(names), [], [], 0
    opening = {"game": "tarot", "title": "", "date": "", "options": {}, "names": [*names],
               "seats": [*range(len(names))], "active": min(5, len(names)),
               "dealer": 0}  # fmt: skip
    for _ in range(random.randint(1, 25)):
        if random.random() < 0.2:
            events.append(("seated", change_of_seats(random, names, seated)))
            continue
        number += 1
        if random.random() < 0.1:
            events.append(("hand", {"passed": True}))
            continue
        hand, noted = tarot_hand(random, names, seated, number)
        events.append(("hand", {"answers": hand}))
        notes.append(noted)
    recorded = [("opened", opening), *events]
    return fold([Event(n, *event) for n, event in enumerate(recorded, 1)]), notes


def change_of_seats(random, names, seated):
    away = [name for name in names if name not in seated]
    if len(seated) > 3 and random.random() < 0.5:
        seated.remove(random.choice(seated))
    elif away and random.random() < 0.5:
        seated.append(random.choice(away))
    elif len(names) < len(NAMES):
        names.append(NAMES[len(names)])
        seated.append(names[-1])
    seats = [names.index(name) for name in seated]
    return {"names": [*names], "seats": seats, "active": min(5, len(seats))}


def tarot_hand(random, names, seated, number):
    playing = random.sample(seated, random.randint(3, min(5, len(seated))))
    hand = deals.tarot(random, playing, {})
    out = [n for n in names if n not in playing or n in hand.get("sitting_out", [])]
    hand["sitting_out"] = out
    scores = dict(zip(names, tarot.score(hand, names, {}), strict=True))
    played = {name: points for name, points in scores.items() if name not in out}
    attack = [name for name in (hand["taker"], hand.get("partner")) if name]
    return by_number(hand, names), Noted(number, hand, played, attack, tarot.made(hand))


def by_number(answers, names):
    """The answers as the journal stores them."""
    if isinstance(answers, dict):
        return {key: by_number(value, names) for key, value in answers.items()}
    if isinstance(answers, list):
        return (
            sorted(by_number(value, names) for value in answers)
            if answers and isinstance(answers[0], str)
            else [by_number(value, names) for value in answers]
        )
    return names.index(answers) if answers in names else answers


def credited_at_tarot(noted):
    """The extras of a hand of tarot: each with the names that it is credited to."""
    answers = noted.answers
    for poignee in answers.get("poignees", []):
        yield POIGNEES[poignee["size"]], [poignee["player"]]
    if side := answers.get("petit_au_bout"):
        defence = [name for name in noted.scores if name not in noted.attack]
        yield PETITS[side], noted.attack if side == "attack" else defence


def numbers(hands):
    return [hand.number for hand in hands]


def check_columns(sheet, notes):
    """Every number of hands of every column."""
    hands = played_hands(sheet)
    for one in statistics.ranking(sheet, hands):
        own = [noted for noted in notes if one.name in noted.scores]
        attack = [noted for noted in own if one.name in noted.attack]
        defence = [noted for noted in own if noted.attack and one.name not in noted.attack]
        assert numbers(one.hands) == numbers(own)
        assert numbers(one.attack.hands) == numbers(attack)
        assert numbers(one.defence.hands) == numbers(defence)
        if sheet.game.name != "tarot_mouche":  # whose second scorer says no result
            check_results(one, attack, defence)
        check_extremes(one, own)


def check_results(one, attack, defence):
    assert one.attack.won == sum(noted.made is True for noted in attack)
    assert one.defence.won == sum(noted.made is False for noted in defence)


def check_extremes(one, own):
    points = [noted.scores[one.name] for noted in own]
    if not points:
        assert one.best is None and one.worst is None
        return
    by_number = {noted.number: noted.scores[one.name] for noted in own}
    assert by_number[one.best.number] == max(points) == one.best.points[one.column]
    assert by_number[one.worst.number] == min(points) == one.worst.points[one.column]


@pytest.mark.parametrize("seed", one_in(5, range(EVENINGS)))
def test_at_tarot_facts_are_of_the_hands_that_each_played(seed):
    sheet, notes = tarot_evening(Random(seed))
    check_columns(sheet, notes)
    hands = played_hands(sheet)
    for one in statistics.ranking(sheet, hands):
        taken = [noted for noted in notes if noted.answers["taker"] == one.name]
        assert numbers(one.taken.hands) == numbers(taken)
        assert one.taken.won == sum(noted.made for noted in taken)


@pytest.mark.parametrize("seed", one_in(5, range(EVENINGS)))
def test_at_tarot_an_extra_is_credited_to_its_side_and_to_who_made_it_alone(seed):
    sheet, notes = tarot_evening(Random(seed))
    hands = played_hands(sheet)
    alone, of_side = defaultdict(list), defaultdict(list)
    for noted in notes:
        for extra, authors in credited_at_tarot(noted):
            side = Side.ATTACK if authors[0] in noted.attack else Side.DEFENCE
            whose = [alone[authors[0], extra]] if len(authors) == 1 else []
            for found in (*whose, of_side[side, extra]):
                if noted.number not in found:
                    found.append(noted.number)
    given = {
        (one.name, counted.extra.label.text): numbers(counted.hands)
        for one in statistics.ranking(sheet, hands)
        for counted in one.extras
        if "chelem" not in counted.extra.label.text
    }
    assert given == alone
    given = {
        (side, counted.extra.label.text): numbers(counted.hands)
        for side, extras in statistics.sides(sheet, hands)
        for counted in extras
        if "chelem" not in counted.extra.label.text
    }
    assert given == of_side


@pytest.mark.parametrize("seed", one_in(5, range(EVENINGS)))
def test_at_tarot_contracts_are_counted_by_their_names(seed):
    sheet, notes = tarot_evening(Random(seed))
    found = {
        name.text: (numbers(taken.hands), taken.won)
        for name, taken in statistics.contracts(played_hands(sheet))
    }
    expected = {}
    for noted in notes:
        name = noted.answers["contract"].replace("_", " ").capitalize()
        at, won = expected.get(name, ([], 0))
        expected[name] = ([*at, noted.number], won + noted.made)
    assert found == expected


def noted_document(random, game):
    """A random evening of a game whose players stay, with its notes."""
    document = evenings.evening_of(random, game)
    table, notes, number = TABLES.get(game, Table)(document), [], 0
    for entry in document["hands"]:
        pots, last, played = getattr(table, "pots", ()), table.is_last, table.played
        scores = table.enter(entry)
        number += "penalty" not in entry
        if "taker" not in entry or table.played == played:
            continue
        names = [entry["taker"], entry.get("partner")]
        attack = [table.columns[column_of(table, name)] for name in names if name]
        made = outcome(game, entry, document["options"], pots, last)
        by_name = dict(zip(table.columns, scores, strict=True))
        notes.append(Noted(number, entry, by_name, attack, made))
    return night_document.read_sheet(document), notes


def column_of(table, name):
    at = table.players.index(name)
    return at % 2 if len(table.columns) < len(table.players) else at


def outcome(game, hand, options, pots, last):
    """True if the contract was made; nothing where the second scorer does not say it."""
    if game == "belote":
        return belote.score(hand, options, pots, last).made
    if game in ("coinche", "contree"):
        return coinche.score(hand, options, game, lambda marks: False, pots, last).made
    return None


@pytest.mark.parametrize("game", ["belote", "coinche", "contree", "tarot_mouche"])
@pytest.mark.parametrize("seed", one_in(5, range(EVENINGS // 3)))
def test_at_other_games_facts_are_of_the_hands_that_were_played(game, seed):
    sheet, notes = noted_document(Random(f"{game} {seed}"), game)
    check_columns(sheet, notes)
    for player, counted in statistics.takers(sheet, played_hands(sheet)):
        taken = [noted for noted in notes if noted.answers["taker"] == sheet.names[player]]
        assert numbers(counted.hands) == numbers(taken)


@pytest.mark.parametrize("seed", one_in(5, range(EVENINGS // 3)))
def test_at_mouche_announcements_are_credited_to_who_showed_them(seed):
    sheet, notes = noted_document(Random(f"shown {seed}"), "tarot_mouche")
    shown = defaultdict(list)
    for noted in notes:
        if noted.answers.get("fault", {}).get("kind") == "forbidden_discard":
            continue  # may annul the hand, announcements included
        for misere in noted.answers.get("miseres", []):
            if noted.number not in shown[misere["player"]]:
                shown[misere["player"]].append(noted.number)
    found = {
        one.name: numbers(counted.hands)
        for one in statistics.ranking(sheet, played_hands(sheet))
        for counted in one.extras
        if counted.extra.label.text == "misère"
    }
    annulled = [n.number for n in notes if "forbidden_discard" in str(n.answers.get("fault"))]
    found = {name: [n for n in of if n not in annulled] for name, of in found.items()}
    assert {name: of for name, of in found.items() if of} == shown


def test_a_belote_is_credited_to_the_team_that_announced_it():
    hands = [
        {"taker": "Anne", "points": 110, "belote": "defence"},
        {"taker": "Anne", "points": 30, "belote": "attack"},
        {"taker": "Bruno", "points": 30, "belote": "attack"},
    ]
    document = {"format": night_document.FORMAT, "game": "belote", "hands": hands}
    sheet = night_document.read_sheet(document | {"players": [*NAMES[:4]]})
    found = {
        one.name: [numbers(counted.hands) for counted in one.extras]
        for one in statistics.ranking(sheet, played_hands(sheet))
    }
    assert found == {"Anne & Chloé": [[2]], "Bruno & David": [[1, 3]]}
