"""The end of a game: who has won, who may not yet, and what comes after."""

import tomllib
from pathlib import Path

import pytest
from night import document, sheet_of

from scorekeeper.rules.answers import answers
from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.reports.result import ending
from scorekeeper.sheets.sheet import fold
from scorekeeper.streams.events import Event


def belote(points, taker="Anne", **more):
    return {"taker": taker, "points": points, **more}


def contract(bid, points=None, taker="Anne", **more):
    hand = {"taker": taker, "contract": bid, **more}
    return hand if points is None else hand | {"points": points}


CAPOT = {"taker": "Anne", "capot": "attack"}


def result(sheet):
    winner = sheet.state.end.winner
    return sheet.state.standing, None if winner is None else sheet.columns[winner]


def started(game, standing, *hands, **options):
    """A sheet whose teams have so much already, by penalties, and then play these hands."""
    sheet = sheet_of(game, [], **options)
    for column, points in enumerate(standing):
        if not points:
            continue
        body = {"player": column, "points": points, "reason": ""}
        sheet = sheet.apply(Event(sheet.version + 1, "penalty", body))
    for given in hands:
        hand = sheet.game.read(given, sheet.table(sheet.state))
        body = {"answers": answers(hand, range(4))}
        sheet = sheet.apply(Event(sheet.version + 1, "hand", body))
    return sheet


US, THEM = "Anne & Chloé", "Bruno & David"
FAILED = contract(100, 60, belote="attack")


ENDS = tomllib.loads(Path(__file__).with_name("ends.toml").read_text("utf-8"))["hand"]


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end["game"])
def test_who_has_won(end):
    sheet = started(end["game"], end["standing"], end["answers"], **end.get("options", {}))
    assert sheet.state.standing == tuple(end["after"])
    assert sheet.state.end.winner == end.get("winner")


def test_delayed_end_comes_with_the_next_trick():
    first = FAILED
    sheet = started("coinche", (1990, 500), first)
    assert sheet.state.end.short == (0,)
    assert "encore faire un pli" in str(sheet.state.end.waiting)
    for_them = contract(80, 100, taker="Bruno")
    assert result(started("coinche", (1990, 500), first, for_them))[1] == US
    capot = contract(80, capot="attack", taker="Bruno")
    again = started("coinche", (1990, 500), first, capot)
    assert result(again)[1] is None and again.state.end.short == (0,)


def test_a_tie_at_the_target_says_so():
    sheet = started("belote", (950, 970), belote(91))
    assert str(sheet.state.end.waiting) == "égalité à 1\u202f041 : encore une donne"


def fined(sheet, column, points):
    body = {"player": column, "points": points, "reason": "renonce"}
    return sheet.apply(Event(sheet.version + 1, "penalty", body))


WON = ("belote", (990, 970), belote(91))


def test_a_penalty_after_the_end_that_moves_the_win_ends_the_game():
    sheet = fined(started(*WON), 1, 162)
    assert result(sheet)[1] == THEM and sheet.ended.entry.kind == "penalty"
    assert str(ending(sheet)) == "Partie gagnée, sur une pénalité, par"
    again = fined(sheet, 0, 300)
    assert result(again)[1] == US and again.ended.entry.id == again.version


def test_a_penalty_after_the_end_that_moves_no_win_ends_nothing():
    sheet = fined(started(*WON), 1, -162)
    assert result(sheet)[1] == US and sheet.ended.dealt


def test_a_penalty_after_the_last_deal_that_moves_the_win_ends_the_game():
    sheet = started("belote", (0, 0), belote(91), deals=1)
    assert str(ending(sheet)) == "Partie de 1 donnes, gagnée par"
    assert str(ending(fined(sheet, 1, 162))) == "Partie gagnée, sur une pénalité, par"


def test_a_penalty_after_the_end_that_takes_the_win_away_lets_the_game_go_on():
    sheet = fined(started("belote", (990, 500), belote(91)), 0, -162)
    assert result(sheet)[1] is None and sheet.ended is None


def test_no_hand_is_read_after_the_end():
    hands = [CAPOT] * 4
    recorded = night_document.with_scores(document("belote", hands))
    assert (recorded["winner"], recorded["totals"]) == (US, [1008, 0])
    for more in (CAPOT, {"passed": True}):
        with pytest.raises(DocumentError, match="donne 5, hands : la partie est finie"):
            night_document.with_scores(document("belote", [*hands, more]))


def corrected(sheet, id, answers):
    return sheet.apply(
        Event(sheet.version + 1, "corrected", {"entry": id, "body": {"answers": answers}})
    )


def test_correction_may_end_the_game_earlier():
    sheet = sheet_of("belote", [CAPOT, belote(91), CAPOT, CAPOT, belote(100)])
    assert result(sheet) == ((947, 133), None)
    earlier = corrected(sheet, 3, {"taker": 0, "capot": "attack"})
    assert result(earlier) == ((1008, 0), US)
    assert [row.late for row in earlier.rows] == [False] * 4 + [True]
    assert earlier.rows[-1].points == (0, 0)
    assert len(night_document.write(earlier)["hands"]) == 4
    assert result(corrected(earlier, 3, {"taker": 0, "points": 91})) == result(sheet)


def test_document_has_delaying_penalties():
    sheet = started("belote", (-200, 0), *[CAPOT] * 5)
    assert result(sheet) == ((1060, 0), US)
    assert result(fold(night_document.read(night_document.write(sheet)))) == result(sheet)


@pytest.mark.parametrize(
    ("scores", "winner"),
    [([99, 40, 50, 60], None), ([100, 40, 50, 60], "Bruno"), ([120, 40, 40, 60], None)],
)
def test_fewest_points_win_once_one_player_has_the_target(scores, winner):
    sheet = sheet_of("libre", [{"scores": scores}], target=100, wins="least")
    assert result(sheet) == (tuple(scores), winner)
