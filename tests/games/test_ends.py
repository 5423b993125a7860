"""The end of a game: who has won, who may not yet, and what comes after."""

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
MADE = contract(110, 120)
CAPOT_100 = contract(100, capot="attack", belote="defence")
AT_GENERALE = {"generale": 350, "target": 1000}
GENERALE = contract("generale", generale_made=True, taker="Bruno", belote="defence")
LOST_GENERALE = GENERALE | {"generale_made": False}
CAPOT_BELOTE = {"taker": "Bruno", "capot": "attack", "belote": "defence"}


@pytest.mark.parametrize(
    ("game", "options", "standing", "hand", "after", "winner"),
    [
        # FFB 27-01-2016 (FFB-04): rounding counts, 910 and 85 is 1000
        ("belote", {"rounding": "5up"}, (910, 800), belote(85), (1000, 880), US),
        ("belote", {}, (910, 800), belote(85), (995, 877), None),
        ("belote", {}, (909, 800), belote(91), (1000, 871), US),
        # both pass on the same hand: the higher total
        ("belote", {}, (950, 955), belote(91), (1041, 1026), US),
        ("belote", {}, (950, 971), belote(91), (1041, 1042), THEM),
        # level: further hands
        ("belote", {}, (950, 970), belote(91), (1041, 1041), None),
        # FFB contrée 27-01-2016 (FFB-10): 1770 + 120 + 110 = 2000
        ("contree", {}, (1770, 500), contract(120, 105, belote="attack"), (2020, 560), US),
        ("contree", {}, (1770, 500), MADE, (2000, 540), US),
        ("contree", {"must_exceed": True}, (1770, 500), MADE, (2000, 540), None),
        ("contree", {"target": 0}, (1990, 500), MADE, (2220, 540), None),
        ("contree", {"counting": "announced"}, (900, 0), contract(100, 110), (1000, 0), US),
        # coinche: a failed taker does not win on his belote alone (C9)
        ("coinche", {}, (1990, 500), FAILED, (2010, 760), None),
        ("coinche", {"finish": "off"}, (1990, 500), FAILED, (2010, 760), US),
        ("coinche", {"finish": "capot"}, (1990, 500), FAILED, (2010, 760), US),
        # nor does a side without a trick
        ("coinche", {"finish": "capot"}, (500, 1990), CAPOT_100, (850, 2010), None),
        ("coinche", AT_GENERALE, (990, 0), GENERALE, (1010, 600), None),
        ("coinche", AT_GENERALE, (990, 0), LOST_GENERALE, (1520, 0), US),
        (
            "belote",
            {"target": 262, "finish": "capot"},
            (252, 0),
            CAPOT_BELOTE,
            (272, 252),
            None,
        ),
        ("belote", {"target": 262}, (252, 0), CAPOT_BELOTE, (272, 252), US),
        # but the other side, on the same hand, does, even with less
        ("coinche", {}, (1990, 1760), FAILED, (2010, 2020), THEM),
        ("coinche", {}, (1995, 1740), FAILED, (2015, 2000), THEM),
        # a taker who makes his contract wins on his belote
        ("coinche", {}, (1800, 0), contract(80, 100, belote="attack"), (2000, 60), US),
        # a defence with a trick wins on its belote
        ("coinche", {}, (500, 1940), contract(100, 110, belote="defence"), (710, 2010), THEM),
    ],
)
def test_who_has_won(game, options, standing, hand, after, winner):
    assert result(started(game, standing, hand, **options)) == (after, winner)


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
