from types import SimpleNamespace

import pytest
from conftest import CAST
from night import GARDE, sheet_of

from scorekeeper.rules.score import End
from scorekeeper.sheets.played import played_hands
from scorekeeper.sheets.reports.evening_statistics import podium, ranking
from scorekeeper.sheets.reports.headline import headline, lead
from scorekeeper.sheets.sheet import Sheet


def evening(*scores, players=CAST[:3], **options):
    return sheet_of("libre", [{"scores": [*one]} for one in scores], players, **options)


def headline_of(sheet):
    return str(headline(sheet, played_hands(sheet)))


def test_a_level_evening_has_no_winner():
    sheet = evening((5, 5, 0))
    assert headline_of(sheet) == "Anne et Bruno à égalité" and lead(sheet) is None
    assert headline_of(evening((5, 5, 5))) == "Égalité en tête"


def test_who_played_no_hand_has_not_won():
    lost = {CAST[0]: 300, CAST[2]: 10, CAST[3]: 20}
    faults = [{"penalty": {"player": who, "points": n}} for who, n in lost.items()]
    sheet = sheet_of("tarot", [GARDE | {"sitting_out": [CAST[4]]}, *faults], CAST[:5])
    assert sheet.state.standing == (-102, -66, -76, -86, 0)
    assert headline_of(sheet) == "Bruno l'emporte"
    assert str(lead(sheet)) == "10 points devant Chloé"


def test_a_game_that_goes_on_has_a_leader_until_it_is_won_or_closed():
    sheet = evening((5, 0, 0), target=100)
    assert headline_of(sheet) == "Anne mène"
    assert headline_of(sheet._replace(closed=sheet.state.standing)) == "Anne l'emporte"
    assert headline_of(evening((5, 0, 0), (95, 0, 0), target=100)) == "Anne l'emporte"


def test_with_the_fewest_points_one_wins_where_the_table_says_so():
    sheet = evening((5, 9, 0), wins="least")
    assert headline_of(sheet) == "Chloé l'emporte"
    assert str(lead(sheet)) == "5 points devant Anne"


def test_two_players_win_together():
    sheet = sheet_of("belote", [{"taker": "Anne", "points": 100}], target=0)
    assert headline_of(sheet) == "Anne & Chloé l'emportent"


def test_an_evening_without_hands_has_no_headline():
    sheet = evening()
    assert headline(sheet, ()) is None


def test_a_penalty_after_the_last_hand_counts():
    hands = [{"scores": [9, 0, 0]}] * 6
    penalty = {"penalty": {"player": "Anne", "points": 99}}
    sheet = sheet_of("libre", [*hands, {"scores": [0, 9, 0]}, penalty], CAST[:3])
    assert headline_of(sheet) == "Bruno l'emporte"


def won_with_fewer_points():
    """A game of belote at 501 that the first team does not win: it fails, and has the target
    only by its belote."""
    made = {"taker": "Anne", "points": 98}
    failed = {"taker": "Anne", "points": 30, "belote": "attack"}
    hands = [made | {"belote": "defence"}, *[made] * 4, failed]
    return sheet_of("belote", hands, target=501, finish="capot_or_chute")


def test_the_winner_with_fewer_points_is_first_and_ahead_of_nobody():
    sheet = won_with_fewer_points()
    winner, standing = sheet.state.end.winner, sheet.state.standing
    assert winner == 1 and standing[1] < standing[0]
    assert headline_of(sheet) == "Bruno & David l'emportent" and lead(sheet) is None
    best = podium(ranking(sheet, played_hands(sheet)))
    assert [(one.column, one.rank) for one in best] == [(1, 1), (0, 2)]
    assert sheet.final_order == ((1, 1), (2, 0))


@pytest.mark.parametrize(
    ("points", "winner", "expected"),
    [
        ((9, 5, 2, 7), 2, (2, 4, 1, 3)),
        ((9, 9, 5, 5), 2, (2, 2, 1, 4)),
        ((9, 5, 5, 2), 2, (2, 3, 1, 4)),
        ((9, 5, 2, 7), 0, (1, 3, 4, 2)),
        ((9, 9, 2, 7), None, (1, 1, 4, 3)),
    ],
)
def test_the_final_ranks_begin_with_the_winner(points, winner, expected):
    state = SimpleNamespace(end=End(winner), standing=points)
    sheet = SimpleNamespace(fewest_win=False, state=state)
    sheet.ranks = Sheet.ranks_of(sheet, points)
    assert Sheet.final_ranks.fget(sheet) == expected
