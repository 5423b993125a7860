"""Random evenings of tournaments through the store, judged by the checker."""

import pytest
import simulated_tournaments
from long_cases import long, one_in
from simulated_tournaments import judged

BELOTE = ("belote_points", "belote_wins")


@pytest.fixture(scope="module")
def tournaments():
    with simulated_tournaments.repository() as opened:
        yield opened


@pytest.mark.parametrize("seed", one_in(5, range(20)))
def test_nothing_is_found_in_an_evening_of_teams(tournaments, seed):
    assert judged(tournaments, seed, BELOTE)[0] == []


@pytest.mark.parametrize("seed", [4, 8, *long(0, 1, 2)])
def test_nothing_is_found_in_an_evening_of_melee(tournaments, seed):
    assert judged(tournaments, seed, ("belote_melee",))[0] == []


@pytest.mark.parametrize("seed", [8, *long(1, 2, 3)])
def test_nothing_is_found_in_an_evening_of_tarot(tournaments, seed):
    assert judged(tournaments, seed, ("tarot_libre",))[0] == []


def test_a_ranking_that_the_program_counts_wrong_is_found(tournaments, monkeypatch):
    wins = "scorekeeper.tournaments.ranking.wins_of"
    monkeypatch.setattr(wins, lambda result: tuple(int(n > 0) for n in result.points))
    found = judged(tournaments, 1, ("belote_wins",))[0]
    assert "wins" in {finding.code for finding in found}


@pytest.mark.long
@pytest.mark.parametrize("seed", [*range(100, 140), 292])
def test_nothing_but_a_repetition_more_is_found_in_any_evening(tournaments, seed):
    found = judged(tournaments, seed)[0]  # both searches for the fewest are not exact
    assert [finding for finding in found if finding.code != "avoidable"] == []
