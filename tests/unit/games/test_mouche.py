"""Tarot with mouches: the printed evening, and what never gets lost."""

import random

import pytest
from conftest import CAST

from scorekeeper.formats import night_document
from scorekeeper.games import GAMES
from scorekeeper.games.mouche.choices import Contract
from scorekeeper.games.mouche.point_values import CHELEM, TRUMPS
from scorekeeper.rules.answers import HandError
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import Held
from scorekeeper.sheets.events import Event
from scorekeeper.sheets.sheet import fold

GAME = GAMES["tarot_mouche"]
LOST = {"taker": "Anne", "contract": "prise", "bouts": 2, "points": 40}
WON = LOST | {"points": 41}


def table_of(players=3, held=()):
    return Table(CAST[:players], GAME.read_options({}), 0, Held(held), (0,) * players)


def evening(*hands, players=3, **options):
    return fold(
        night_document.read(
            {
                "format": night_document.FORMAT,
                "game": "tarot_mouche",
                "players": [*CAST[:players]],
                "options": options,
                "hands": list(hands),
            }
        )
    )


@pytest.mark.parametrize(
    ("players", "tops"),
    [(3, (40, 85, 90, 95)), (4, (50, 105, 110, 115)), (5, (60, 125, 130, 135))],
)
def test_the_printed_evening_has_its_printed_mouches(players, tops):
    lost = LOST | ({"partner": None} if players == 5 else {})
    sheet = evening(lost, lost, lost, {"passed": True}, players=players)
    before = [row.before.held.pots for row in sheet.rows]
    played_for = [held.pots[-1] for held in (GAME.passed(at).held for at in tables(sheet))]
    assert tuple(played_for) == tops
    assert before[0] == () and before[1] == (2 * tops[0],)
    assert before[3] == (tops[1], tops[2], tops[2])


def tables(sheet):
    return [sheet.table(row.before) for row in sheet.rows]


def test_the_stack_is_85_90_95_when_the_fourth_deal_begins():
    sheet = evening(LOST, LOST, LOST, {"passed": True})
    assert sheet.state.held.pots == (85, 90, 95)
    assert sheet.state.held.total == 270 == -sum(sheet.state.totals)


def test_a_win_takes_the_last_mouche_and_leaves_the_first():
    sheet = evening(LOST, LOST, WON)
    assert sheet.state.held.pots == (85,)
    assert sheet.rows[-1].points[0] == 90


def test_a_passed_deal_costs_the_dealer_his_five():
    sheet = evening({"passed": True}, {"passed": True})
    assert [row.points for row in sheet.rows] == [(-20, -10, -10), (0, -5, 0)]
    assert sheet.state.held == Held((45,), untouched=True)


def test_the_first_failure_doubles_even_after_passed_deals():
    assert evening({"passed": True}, LOST).state.held.pots == (90,)
    assert evening({"passed": True}, LOST, mouches="separate").state.held.pots == (45, 45)


def any_hand(players, chance):
    contract = chance.choice(list(Contract))
    hand = {"taker": chance.randrange(players), "contract": contract}
    if contract in CHELEM:
        hand["chelem_made"] = chance.random() < 0.5
    else:
        hand |= {"bouts": chance.randrange(4), "points": chance.randrange(183)}
    if players == 5 and chance.random() < 0.7:
        hand["partner"] = (hand["taker"] + chance.randrange(1, 5)) % 5
    return GAME.hand(**hand)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_balances_and_mouches_sum_to_zero_and_no_mouche_is_lost(players):
    chance = random.Random(players)
    for _ in range(1000):
        at, balance = table_of(players), (0,) * players
        for deal in range(35):
            at = at._replace(dealer=deal % players)
            hand = any_hand(players, chance) if chance.random() < 0.9 else None
            found = GAME.score(hand, at) if hand else GAME.passed(at)
            balance = tuple(map(sum, zip(balance, found.scores, strict=True)))
            assert sum(balance) + found.held.total == 0
            assert all(pot > 0 for pot in found.held.pots)
            assert abs(len(found.held.pots) - max(1, len(at.held.pots))) <= 1
            at = at._replace(held=found.held)


@pytest.mark.parametrize(
    ("players", "changes", "name"),
    [
        (4, {"partner": "Bruno"}, "partner"),
        (5, {"partner": "Anne"}, "partner"),
        (3, {"contract": "grand_chelem", "chelem_made": True}, "bouts"),
        (3, {"contract": "grand_chelem", "bouts": None, "points": None}, "chelem_made"),
        (3, {"points": None}, "points"),
        (3, {"bouts": None}, "bouts"),
        (3, {"chelem_made": True}, "chelem_made"),
        (3, {"contract": "garde_contre"}, "contract"),
        (3, {"petit_au_bout": "attack"}, "petit_au_bout"),
        (3, {"petit_au_bout": {"player": "Anne", "from": "Anne"}}, "petit_au_bout"),
        (3, {"petit_au_bout": {"player": "Bruno", "from": "Chloé"}}, "petit_au_bout"),
        (3, {"petit_au_bout": {"from": "Chloé"}}, "petit_au_bout"),
        (3, {"sitting_out": ["Chloé"]}, "sitting_out"),
        (3, {"miseres": [{"player": "Anne", "kind": "tete"}] * 2}, "miseres"),
    ],
)
def test_what_cannot_be_is_refused_at_its_question(players, changes, name):
    with pytest.raises(HandError) as refused:
        GAME.read(LOST | changes, table_of(players))
    assert refused.value.name == name


def test_an_evening_whose_dealer_was_changed_has_no_document():
    sheet = evening(LOST)
    seats = {"names": list(sheet.names), "seats": [0, 1, 2], "active": 3, "dealer": 0}
    sheet = sheet.apply(Event(sheet.version + 1, "seated", seats))
    answers = {"taker": 0, "contract": "prise", "bouts": 2, "points": 40}
    sheet = sheet.apply(Event(sheet.version + 1, "hand", {"answers": answers}))
    with pytest.raises(night_document.DocumentError, match="qui a donné"):
        night_document.write(sheet)


def test_the_trumps_of_a_poignee_are_those_of_the_rules():
    shown = {players: tuple(TRUMPS[players].values()) for players in TRUMPS}
    assert shown == {3: (13, 15, 22), 4: (10, 13, 18), 5: (8, 10, 15)}


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"bouts": 0, "points": 80}, "points"),
        ({"bouts": 0, "points": 50, "petit_au_bout": {"player": "Anne"}}, "petit_au_bout"),
        ({"bouts": 3, "petit_au_bout": {"player": "Bruno"}}, "petit_au_bout"),
        (
            {
                "poignees": [{"player": "Anne", "size": "simple"}],
                "miseres": [{"player": "Anne", "kind": "atout"}],
            },
            "miseres",
        ),
    ],
)
def test_what_no_pack_can_do_is_doubted(changes, name):
    hand = GAME.read(LOST | changes, table_of())
    assert [warning.name for warning in GAME.warnings(hand, table_of())] == [name]


def test_more_trumps_than_there_are_is_doubted():
    shown = [{"player": player, "size": "double"} for player in ("Anne", "Bruno")]
    hand = GAME.read(LOST | {"poignees": shown}, table_of())
    assert [warning.name for warning in GAME.warnings(hand, table_of())] == ["poignees"]
