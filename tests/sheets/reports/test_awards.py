from random import Random

import pytest
from conftest import CAST
from independent import deals
from night import GARDE, sheet_of

from scorekeeper.i18n.messages import Message, render
from scorekeeper.sheets.played import played_hands
from scorekeeper.sheets.reports import awards as reports_of_awards
from scorekeeper.sheets.reports.awards import FEWEST_HANDS, MOST_AWARDS, Winner, awards
from scorekeeper.sheets.reports.course import comebacks, longest_runs
from scorekeeper.sheets.sheet import fold
from scorekeeper.streams.events import Event

LOST = {"points": 30}


def given(sheet):
    """The awards of a sheet: by code, each winner's words and hands."""
    return {
        award.code: [
            (render(winner.text), [hand.number for hand in winner.hands])
            for winner in award.winners
        ]
        for award in awards(sheet, played_hands(sheet))
    }


def tarot(*hands, players=CAST[:4], **options):
    return sheet_of("tarot", [GARDE | hand for hand in hands], players, **options)


def taken_by(name, **answers):
    return {"taker": name, **answers}


ANNE, BRUNO, CHLOE, DAVID = (taken_by(name) for name in CAST[:4])
EVERYBODY = [ANNE, BRUNO, CHLOE, DAVID]


def test_a_short_evening_has_no_awards():
    assert awards_of(FEWEST_HANDS - 1) == [] and awards_of(FEWEST_HANDS) != []


def awards_of(count):
    sheet = tarot(*[ANNE] * count)
    return awards(sheet, played_hands(sheet))


def test_the_hand_of_the_night_is_the_contract_made_that_paid_most():
    sheet = tarot(*EVERYBODY, ANNE | LOST, BRUNO | {"points": 60})
    assert given(sheet)["best"] == [("Bruno : Garde, faite de 19 (+264)", [6])]


def test_two_equal_hands_share_an_award_and_three_win_none():
    best = BRUNO | {"points": 60}
    assert len(given(tarot(*EVERYBODY, best, best, ANNE | LOST))["best"]) == 2
    assert "best" not in given(tarot(*EVERYBODY, best, best, best, ANNE | LOST))


def test_the_crash_is_the_failed_contract_that_cost_most():
    sheet = tarot(*EVERYBODY, ANNE | LOST, CHLOE | {"points": 10}, BRUNO)
    assert given(sheet)["worst"] == [("Chloé : Garde, chutée de 31 (−336)", [6])]


def test_the_boldest_contract_is_the_highest_if_it_is_rare():
    contre = DAVID | {"contract": "garde_contre"} | LOST
    sheet = tarot(*EVERYBODY, ANNE, contre)
    assert given(sheet)["boldest"] == [("David : Garde contre, chutée de 11 (−648)", [6])]
    assert "worst" not in given(sheet)
    assert "boldest" not in given(tarot(*EVERYBODY, contre, contre))
    assert "boldest" not in given(tarot(*EVERYBODY, ANNE, BRUNO))


def test_a_hand_that_a_player_sits_out_interrupts_nothing():
    out, rest = {"sitting_out": ["Eve"]}, {"sitting_out": ["Bruno"]}
    sheet = tarot(BRUNO | out, ANNE | out, ANNE | rest, ANNE | out, players=CAST)
    runs = longest_runs(5, played_hands(sheet), lambda points: points < 0)
    assert [hand.number for hand in runs[1]] == [2, 4]


def test_a_streak_is_of_hands_won_one_after_the_other():
    hands = [BRUNO, *[ANNE] * 4, BRUNO, CHLOE]
    assert given(tarot(*hands))["streak"] == [
        ("Anne : 4 donnes gagnées de suite", [2, 3, 4, 5])
    ]


def test_who_never_took_is_wise():
    hands = [ANNE | LOST, BRUNO, CHLOE] * 3
    numbers = [*range(1, 10)]
    assert given(tarot(*hands))["wisest"] == [("David n'a jamais pris, en 9 donnes", numbers)]
    once = given(tarot(*[ANNE | LOST, BRUNO, CHLOE] * 4, DAVID))
    assert once["wisest"] == [("David n'a pris qu'une fois, en 13 donnes", [13])]


def test_the_king_is_called_most_and_two_are_faithful():
    called = {"partner": "Eve"}
    hands = [ANNE | called, BRUNO | called, ANNE | called, CHLOE | {"partner": "David"}]
    hands += [taken_by("Eve", partner="Anne") | LOST, DAVID | {"partner": "Bruno"}]
    found = given(tarot(*hands, players=CAST))
    assert found["called"] == [("Eve : 3 appels, contrats faits : 3", [1, 2, 3])]
    pair = [("Anne et Eve : 3 fois ensemble, contrats faits : 2", [1, 3, 5])]
    assert found.get("pair", pair) == pair


def test_a_comeback_is_from_the_worst_place_to_the_last_one():
    scores = [(9, 5, 2), (9, 5, 2), (9, 5, 2), (0, 0, 30), (0, 0, 30), (0, 5, 0)]
    sheet = sheet_of("libre", [{"scores": [*one]} for one in scores], CAST[:3])
    assert given(sheet)["comeback"] == [("Chloé, de la 3e à la 1re place", [4, 5, 6])]


def test_a_climb_of_one_place_is_no_comeback():
    scores = [(9, 5, 2)] * 5 + [(0, 0, 16)]
    sheet = sheet_of("libre", [{"scores": [*one]} for one in scores], CAST[:3])
    assert comebacks(sheet, played_hands(sheet)) == []


def test_two_teams_come_back_from_a_deficit():
    ours, theirs = {"taker": "Anne", "points": 130}, {"taker": "Bruno", "points": 130}
    sheet = sheet_of("belote", [*[theirs] * 4, *[ours] * 5], target=0)
    assert given(sheet)["comeback"] == [
        ("Anne & Chloé : 392 points de retard rattrapés", [5, 6, 7, 8, 9])
    ]


def test_teams_have_their_awards_in_contracts_beaten_and_hands_at_zero():
    failed = {"taker": "Bruno", "points": 30}
    made = {"taker": "Anne", "points": 100}
    sheet = sheet_of("belote", [made, failed, failed, failed, made, failed], target=0)
    found = given(sheet)
    assert found["drought"] == [("Bruno & David : 3 donnes de suite à zéro", [2, 3, 4])]
    assert found.get("defence") is None  # four hands in defence are too few
    sheet = sheet_of("belote", [*[failed, made] * 4, failed], target=0)
    assert given(sheet)["defence"] == [
        ("Anne & Chloé : contrats adverses chutés : 5 sur 5", [1, 3, 5, 7, 9])
    ]


@pytest.mark.parametrize("seed", range(20))
def test_no_evening_has_too_many_awards_or_the_same_hands_twice(seed):
    sheet = random_tarot(seed)
    found = awards(sheet, played_hands(sheet))
    assert len(found) <= MOST_AWARDS
    winners = [winner for one in found for winner in one.winners]
    assert all(winner.hands for winner in winners)
    alone = [winner.hands[0].number for winner in winners if len(winner.hands) == 1]
    assert len(alone) == len(set(alone))
    by_column = [winner.column for one in found for winner in one.winners]
    assert len(found) <= 3 or max(map(by_column.count, by_column)) <= 3


def random_tarot(seed):
    """An evening; after some hands somebody leaves, if enough players are left."""
    random = Random(seed)
    names = CAST[: random.randint(3, 5)]
    seated = [*range(len(names))]
    opening = {"game": "tarot", "title": "", "date": "", "options": {}, "names": [*names],
               "seats": [*seated], "active": len(names), "dealer": 0}  # fmt: skip
    events = [("opened", opening)]
    for _ in range(random.randint(6, 25)):
        if len(seated) > 3 and random.random() < 0.1:
            seated.remove(random.choice(seated))
            seats = {"names": [*names], "seats": [*seated], "active": len(seated)}
            events.append(("seated", seats))
        hand = deals.tarot(random, [*seated], {})
        events.append(("hand", {"answers": hand}))
    return fold([Event(n, *event) for n, event in enumerate(events, 1)])


def leaving(*hands, returns=False):
    """Four players; the last one leaves after some hands, and his points are the most in the
    end. Perhaps he returns when all is played."""
    opening = {"game": "libre", "title": "", "date": "", "options": {}, "names": [*CAST[:4]],
               "seats": [0, 1, 2, 3], "active": 4, "dealer": 0}  # fmt: skip
    played = [("hand", {"answers": {"scores": [*scores]}}) for scores in hands]
    left = ("seated", {"names": [*CAST[:4]], "seats": [0, 1, 2], "active": 3})
    later = [("hand", {"answers": {"scores": [-20, -20, -20, 0]}})] * 4
    back = ("seated", {"names": [*CAST[:4]], "seats": [0, 1, 2, 3], "active": 4})
    events = [("opened", opening), *played, left, *later, *[back] * returns]
    return fold([Event(n, *event) for n, event in enumerate(events, 1)])


@pytest.mark.parametrize("returns", [False, True])
def test_nobody_comes_back_by_not_playing(returns):
    sheet = leaving(*[(9, 5, 2, 0)] * 4, returns=returns)
    assert sheet.ranks[3] == 1 and bool(sheet.state.absent_columns) is not returns
    assert comebacks(sheet, played_hands(sheet)) == []


def test_who_has_left_does_not_come_back():
    hands = [*[(9, 5, 2, 0)] * 4, (0, 0, -20, 0)]
    assert comebacks(leaving(*hands), played_hands(leaving(*hands))) == []
    returned = leaving(*hands, returns=True)
    assert [one.column for one in comebacks(returned, played_hands(returned))] == [3]


@pytest.mark.parametrize(("game", "most"), [("tarot", 2), ("belote", 3)])
def test_one_of_two_columns_may_win_three_awards(monkeypatch, game, most):
    hand = GARDE if game == "tarot" else {"taker": "Anne", "points": 91}
    sheet = sheet_of(game, [hand] * FEWEST_HANDS)
    hands = played_hands(sheet)

    def giving(column, number):
        winner = Winner(column, Message("x"), (hands[number],))
        return f"{number}", Message("x"), lambda sheet, hands: [winner]

    given_awards = [giving(0, n) for n in range(4)] + [giving(1, 4)]
    monkeypatch.setattr(reports_of_awards, "AWARDS", given_awards)
    winners = [award.winners[0].column for award in awards(sheet, hands)]
    assert winners == [0] * most + [1]
