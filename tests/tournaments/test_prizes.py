"""The prize grid, and the prizes."""

import pytest
from check_tournament import check
from hypothesis import given
from hypothesis import strategies as some
from random_evenings import decided_evening
from slip_faults import tournament_of

from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.prizes import Budget, Prize, grid, last_two, prizes
from scorekeeper.tournaments.round import TableResult

BUDGETS = some.builds(
    Budget,
    units=some.integers(8, 400),
    entry=some.integers(4, 40).map(lambda half: 50 * half),
    returned=some.integers(70, 90),
    rewarded=some.integers(20, 25),
    first=some.sampled_from([0, 0, 5000, 20000, 100000]),
    everyone=some.sampled_from([0, 0, 0, 100, 300]),
    last_two=some.sampled_from([0, 0, 1000, 2000]),
)


def spent(budget, cents):
    """Return the sum of the grid and the other prizes."""
    rest = max(budget.units - len(cents) - bool(budget.last_two), 0)
    return sum(cents) + rest * budget.everyone + budget.last_two


@given(BUDGETS)
def test_a_grid_gives_back_the_pot_in_round_sums_that_never_rise(budget):
    cents = grid(budget)
    pot = budget.units * budget.entry * budget.returned // 100
    assert not cents or 0 <= pot - spent(budget, cents) < 500
    assert list(cents) == sorted(cents, reverse=True)
    assert all(prize > 0 and prize % 50 == 0 for prize in cents)
    # none is above the cap or below what everyone receives
    assert all(budget.everyone <= prize <= (budget.first or prize) for prize in cents)
    # the share that was asked for is rewarded, or more for the cap
    asked = -(-budget.units * budget.rewarded // 100)
    more = len(cents) > asked and (budget.first or budget.everyone)
    assert not cents or len(cents) == asked or more


@pytest.mark.parametrize(
    ("budget", "cents"),
    [
        (Budget(8, 500), (2000, 1000)),
        (Budget(16, 2000, first=5000), (5000, 5000, 5000, 4000, 3500, 3000)),
        (
            Budget(32, 1000, everyone=300, last_two=2000),
            (5000, 3000, 2000, 1500, 1500, 1500, 1500),
        ),
        (Budget(20, 0), ()),
    ],
)
def test_grids(budget, cents):
    assert grid(budget) == cents


def evening(*results, **fields):
    """A closed evening of Tarot: two rounds at two tables, the results of both in order."""
    slips = [TableResult(points) for points in results]
    tournament = tournament_of("tarot_libre", slips[2:], slips[:2], **fields)
    rounds = tuple(played._replace(is_closed=True) for played in tournament.rounds)
    return tournament._replace(rounds=rounds)


ALL = ((90, 60, -70, -80), (90, 10, -40, -60), (0, 30, -50, 20), (0, 10, -5, -5))


def test_a_shared_place_shares_the_things_of_the_places_that_it_fills():
    things = ("un jambon", "", "du vin", "une tarte")
    found = prizes(evening(*ALL, grid=(6001,), in_kind=things))
    shared = [Prize("1", who, 2000, "un jambon ; du vin", is_shared=True) for who in (1, 2, 5)]
    assert found == (*shared, Prize("4", 6, 0, "une tarte"))
    assert [str(one.things) for one in found[2:]] == [
        "à partager : un jambon ; du vin",
        "une tarte",
    ]


def test_a_final_is_none_of_the_last_two_rounds_that_everybody_plays():
    done = evening(*ALL, grid=(6000, 3000, 1000), last_two=1000)
    final = done.rounds[1]._replace(
        number=3,
        tables=((1, 2, 3, 4),),
        slips={1: done.rounds[0].slips[1]},
        finalists=frozenset((1, 2, 3, 4)),
    )
    one_deal = final._replace(number=4, finalists=frozenset())
    played = done._replace(rounds=(*done.rounds, final, one_deal))
    assert last_two(played, range(1, 9)) == last_two(done, range(1, 9))
    assert last_two(done, [6]) == {6: 20}


def test_a_round_that_is_not_closed_counts_for_no_prize():
    done = evening(*ALL, grid=(6000, 3000, 1000), last_two=1000)
    playing = done.rounds[1]._replace(number=3, is_closed=False)
    assert prizes(done._replace(rounds=(*done.rounds, playing))) == prizes(done)


def finished(seed):
    """A random evening after its last round, with every kind of prize; seats are by hand, so
    that the checker does not judge the draw."""
    tournament = decided_evening(seed)
    regulations = tournament.regulations._replace(
        rounds=max(len(tournament.rounds), 1),
        last_two=1001,
        everyone=100,
        grid=(6000, 3001, 5),
        in_kind=("un jambon", "", "du vin", "une tarte"),
    )
    rounds = tuple(played._replace(draw="manual", seed=0) for played in tournament.rounds)
    return tournament._replace(regulations=regulations, rounds=rounds)


def prize_findings(text):
    """Return the findings on the prizes of a file; none where they are not judged."""
    codes = {finding.code for finding in check(text.encode())}
    return None if codes & {"result", "size", "partners"} else codes & {"prize"}


def files(seeds):
    """The files of random evenings that are over, one after the other."""
    return (write(one) for one in map(finished, seeds) if one.is_over)


def test_written_prizes_are_those_of_the_checker(sampled):
    found = [prize_findings(text) for text in files(sampled(range(80)))]
    assert found.count(set()) > len(found) / 2 and found.count({"prize"}) == 0


def test_the_checker_finds_another_thing_than_that_of_the_place():
    other = (text.replace("text=un jambon", "text=une dinde") for text in files(range(80)))
    assert any(prize_findings(text) == {"prize"} for text in other)


def test_prizes_are_written_once_the_evening_is_over():
    tournament = next(one for one in map(finished, range(80)) if one.is_over)
    early = tournament._replace(regulations=tournament.regulations._replace(rounds=12))
    assert "\nprize\t" in write(tournament) and "\nprize\t" not in write(early)
