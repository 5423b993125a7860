from random import Random

import pytest
from conftest import CAST
from independent import deals
from night import GARDE, sheet_of

from scorekeeper.i18n.messages import render
from scorekeeper.sheets.played import played_hands
from scorekeeper.sheets.reports.awards import FEWEST_HANDS, awards
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


def test_no_hand_of_the_night_has_most_points_where_the_fewest_win():
    hands = [{"scores": [points, 0, 0]} for points in range(FEWEST_HANDS)]
    assert "best" in given(sheet_of("libre", hands, CAST[:3]))
    assert "best" not in given(sheet_of("libre", hands, CAST[:3], wins="least"))


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


def test_who_never_took_is_wise():
    hands = [ANNE | LOST, BRUNO, CHLOE] * 3
    numbers = [*range(1, 10)]
    assert given(tarot(*hands))["wisest"] == [("David n'a jamais pris, en 9 donnes", numbers)]
    once = given(tarot(*[ANNE | LOST, BRUNO, CHLOE] * 4, DAVID))
    assert once["wisest"] == [("David n'a pris qu'une fois, en 13 donnes", [13])]


def test_teams_have_their_award_in_contracts_beaten():
    failed = {"taker": "Bruno", "points": 30}
    made = {"taker": "Anne", "points": 100}
    sheet = sheet_of("belote", [made, failed, failed, failed, made, failed], target=0)
    assert given(sheet).get("defence") is None  # four hands in defence are too few
    sheet = sheet_of("belote", [*[failed, made] * 4, failed], target=0)
    assert given(sheet)["defence"] == [
        ("Anne & Chloé : contrats adverses chutés : 5 sur 5", [1, 3, 5, 7, 9])
    ]


@pytest.mark.parametrize("seed", range(20))
def test_no_hand_has_two_awards(seed):
    sheet = random_tarot(seed)
    found = awards(sheet, played_hands(sheet))
    winners = [winner for one in found for winner in one.winners]
    assert all(winner.hands for winner in winners)
    alone = [winner.hands[0].number for winner in winners if len(winner.hands) == 1]
    assert len(alone) == len(set(alone))


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
