"""What chance alone gives, compared with what it gives in many draws."""

from random import Random

import pytest

from scorekeeper.circles.chance import once_in, standard_errors, tail
from scorekeeper.circles.figures import Tally

SCORES = (-130, -60, -30, 25, 31, 60, 100)


def tally(points):
    return Tally(len(points), 0, 0, sum(points), sum(one * one for one in points))


def best_of_six(random):
    """The best of six partners who are alike, and the others."""
    drawn = [tally(random.choices(SCORES, k=random.randint(10, 40))) for _ in range(6)]
    drawn.sort(key=lambda one: one.points / one.hands)
    return drawn.pop(), drawn


@pytest.mark.parametrize("hands", [10, 11, 12, 25, 40, 101, 1001])
def test_one_value_in_twenty_is_outside_of_the_interval(hands):
    assert 2 * tail(standard_errors(hands), hands - 1) == pytest.approx(0.05, abs=1e-5)


@pytest.mark.parametrize("times", [5, 20])
def test_the_best_of_several_alike_is_found_no_oftener_than_is_said(times):
    random, draws = Random("best of six"), 2000
    found = sum(once_in(*best_of_six(random)) >= times for _ in range(draws))
    assert 0.7 < found * times / draws < 1.3


def test_a_partner_who_is_really_better_is_found():
    better = tally([one + 80 for one in SCORES * 4])
    assert once_in(better, [tally(SCORES * 4)] * 5) > 20


@pytest.mark.parametrize(("chosen", "times"), [((7,) * 10, 1), ((8,) * 10, 1000)])
def test_hands_that_are_all_alike_say_nothing_unless_they_differ(chosen, times):
    assert once_in(tally(chosen), [tally((7,) * 10)]) == times
