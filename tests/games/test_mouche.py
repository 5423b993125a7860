"""Tarot with mouches: the printed evening, and what never gets lost."""

import pytest
from conftest import CAST
from night import sheet_of

from scorekeeper.games import GAMES
from scorekeeper.games.mouche.hand import TRUMPS
from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.streams.events import Event

GAME = GAMES["tarot_mouche"]
LOST = {"taker": "Anne", "contract": "prise", "bouts": 2, "points": 40}


def evening(*hands, players=3, **options):
    return sheet_of("tarot_mouche", hands, CAST[:players], **options)


@pytest.mark.parametrize(
    ("players", "tops"),
    [(3, (40, 85, 90, 95)), (4, (50, 105, 110, 115)), (5, (60, 125, 130, 135))],
)
def test_printed_evening(players, tops):
    lost = LOST | ({"partner": None} if players == 5 else {})
    sheet = evening(lost, lost, lost, {"passed": True}, players=players)
    before = [row.before.held.pots for row in sheet.rows]
    tables = [sheet.table(row.before) for row in sheet.rows]
    played_for = [held.pots[-1] for held in (GAME.passed(at).held for at in tables)]
    assert tuple(played_for) == tops
    assert before[0] == () and before[1] == (2 * tops[0],)
    assert before[3] == (tops[1], tops[2], tops[2])


def test_taker_takes_back_his_last_stake():
    revoke = {"kind": "revoke", "player": "Chloé"}
    failed = LOST | {"fault": revoke}
    sheet = evening(
        {"passed": True}, failed, failed, LOST | {"taker": "Bruno", "fault": revoke}
    )
    assert [row.points for row in sheet.rows] == [
        (-20, -10, -10),
        (20, -5, 0),
        (0, 0, -5),
        (-5, 10, 0),
    ]
    assert sheet.state.held.pots == (25,)


def test_a_stake_taken_back_stays_so_after_another_contract():
    failed = LOST | {"fault": {"kind": "revoke", "player": "Chloé"}}
    sheet = evening({"passed": True}, failed, LOST | {"taker": "Bruno"}, failed, dealer_ante=0)
    assert [row.points[0] for row in sheet.rows] == [-20, 20, 1, 0]


def test_mouche_taken_back_whole_is_gone():
    revoke = {"kind": "revoke", "player": "Chloé"}
    hands = [LOST | {"taker": taker, "fault": revoke} for taker in ("Anne", "Bruno")]
    by_bruno = {"kind": "revoke", "player": "Bruno"}
    last = LOST | {"taker": "Chloé", "fault": by_bruno}
    sheet = evening(*hands, last, {"passed": True}, dealer_ante=0)
    assert sheet.rows[2].after.held.pots == () and sheet.rows[2].after.totals == (0, 0, 0)
    assert sheet.state.held.pots == (40,)


def test_first_failure_applies_to_stacks():
    listed = [option for option, _ in GAME.options_in_use(GAME.read_options({"failure": 20}))]
    assert GAME.options["mouches"] not in listed and GAME.options["mise"] in listed


def test_changed_dealer_has_no_document():
    sheet = evening(LOST)
    seats = {"names": list(sheet.names), "seats": [0, 1, 2], "active": 3, "dealer": 0}
    sheet = sheet.apply(Event(sheet.version + 1, "seated", seats))
    answers = {"taker": 0, "contract": "prise", "bouts": 2, "points": 40}
    sheet = sheet.apply(Event(sheet.version + 1, "hand", {"answers": answers}))
    with pytest.raises(DocumentError, match="qui a donné"):
        night_document.write(sheet)


def test_trumps_of_a_poignee():
    shown = {players: tuple(TRUMPS[players].values()) for players in TRUMPS}
    assert shown == {3: (13, 15, 22), 4: (10, 13, 18), 5: (8, 10, 15)}
