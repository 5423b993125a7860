import random

import pytest

from scorekeeper.sheets.reports.settlement import cents, payments


@pytest.mark.parametrize("per", [1, 100])
def test_money_sums_to_zero_and_is_within_a_cent(per):
    chance = random.Random(per)
    for _ in range(5000):
        points = [chance.randrange(-900, 900) for _ in range(chance.randrange(1, 8))]
        stake = chance.randrange(1, 500)
        amounts = cents(points, stake, per)
        assert sum(amounts) == 0
        mean = sum(points) / len(points)
        for own, amount in zip(points, amounts, strict=True):
            assert abs(amount - stake * (own - mean) / per) < 1.0001


def test_payments_make_everybody_even_and_are_fewer_than_the_people():
    chance = random.Random(1)
    for _ in range(2000):
        amounts = [chance.randrange(-50, 50) for _ in range(chance.randrange(2, 8))]
        amounts.append(-sum(amounts))
        found = payments(amounts)
        assert len(found) < len(amounts) or not any(amounts)
        left = list(amounts)
        for one in found:
            assert one.cents > 0
            left[one.payer] += one.cents
            left[one.receiver] -= one.cents
        assert not any(left)
