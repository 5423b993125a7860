"""The estimated level of players, and the proof without which it is not shown."""

from random import Random

from scorekeeper.circles import rating
from scorekeeper.circles.rating import Contract, Ledger, Proof, prove, rate


def contracts(count, chance, evenings=20):
    """Contracts of four equal points: the chance that player 1 makes his, and the others."""
    random = Random(7)
    found = []
    for place in range(count):
        players = random.sample(range(1, 6), 4)
        won = random.random() < chance(players[0])
        points = dict.fromkeys(players, 0)
        evening = place * evenings // count
        found.append(Contract(evening, (players[0],), tuple(players[1:]), won, points))
    return found


def skilled(player):
    return 0.9 if player < 3 else 0.2


def test_levels_that_predict_better_than_points_are_shown():
    found = rate(contracts(1000, skilled))
    assert found.is_shown
    assert found.proof.rating < min(found.proof.nothing, found.proof.points)
    assert {level.player for level in found.levels[:2]} == {1, 2}
    assert all(level.hands > 700 for level in found.levels)


def test_levels_of_equal_players_are_not_shown():
    shown = [rate(contracts(400 + n, lambda player: 0.6)).is_shown for n in range(20)]
    assert shown.count(True) <= 2


def test_a_lead_that_chance_explains_shows_no_levels():
    proof = Proof(hands=100, nothing=690, points=695, rating=680, certainty=2.0)
    assert proof.is_better
    assert not proof._replace(certainty=1.6).is_better
    assert not proof._replace(hands=rating.LEAST_HELD_OUT - 1).is_better


def test_too_few_contracts_prove_nothing():
    assert prove(contracts(rating.LEAST_HANDS - 1, skilled)) is None
    assert prove(contracts(rating.LEAST_HANDS, skilled)) is not None
    assert not rate(contracts(100, skilled)).is_shown


def test_the_same_contracts_give_the_same_levels():
    assert rate(contracts(500, skilled)) == rate(contracts(500, skilled))


def test_the_held_out_evenings_teach_nothing():
    few = contracts(1000, skilled)
    turned = [one._replace(won=not one.won) if one.evening >= 16 else one for one in few]
    assert prove(turned).rating > prove(few).rating + 500
    assert prove(turned).nothing > 0


def test_a_guest_has_no_level():
    guest = [one._replace(defence=(0, *one.defence[1:])) for one in contracts(400, skilled)]
    assert rating.GUEST not in {level.player for level in rate(guest).levels}


def test_a_taker_alone_is_not_expected_to_lose_for_being_alone():
    ledger = Ledger()
    for one in contracts(400, lambda player: 0.5):
        ledger.add(one)
    assert all(20 < own.mu < 30 for own in ledger.levels.values())
