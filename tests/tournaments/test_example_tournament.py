"""The example tournament: what an evening looks like, sound to a stranger."""

import check_tournament as checker

from scorekeeper.tournaments.formats.examples import TOURNAMENT
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.formats.tournament_reader import folded, read

EXAMPLE = folded(read(TOURNAMENT.read_bytes()))


def test_the_checker_finds_nothing_in_the_example():
    assert checker.check(TOURNAMENT.read_bytes()) == []


def test_the_example_shows_what_happens_in_an_evening():
    assert (len(EXAMPLE.people), len(EXAMPLE.rounds), EXAMPLE.is_over) == (40, 5, True)
    assert EXAMPLE.absent(EXAMPLE.rounds[0]) == (40,) and not EXAMPLE.absent(EXAMPLE.rounds[1])
    assert any(slip.result.reason for slip in EXAMPLE.rounds[1].slips.values())
    assert [penalty.points for penalty in EXAMPLE.rounds[2].penalties] == [-100]
    assert "\nprize\t1\t" in write(EXAMPLE)
