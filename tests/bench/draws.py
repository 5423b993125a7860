"""The processor time of a draw, and its repetitions, by players and rounds.

    .venv/bin/python tests/bench/draws.py
    .venv/bin/python tests/bench/draws.py --players 8 40 --seeds 100

With ``--seeds`` the search starts from more seeds where repetitions are not proved to be
unavoidable; it prints what :data:`scorekeeper.tournaments.draw.search.STARTS` is to hold.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from scorekeeper.tournaments.draw import DrawRequest, DrawResult, PlayedRound, draw
from scorekeeper.tournaments.draw.bounds import fewest
from scorekeeper.tournaments.draw.movement import meetings
from scorekeeper.tournaments.draw.search import STARTS, design, table_sizes

EVENINGS = (
    ("60 players, random", "random", 60, 4, 0),
    ("60 players, ranking", "ranking", 60, 4, 0),
    ("17 players, one comes for round 3", "random", 17, 4, 1),
    ("60 players, one comes for round 3", "random", 60, 4, 1),
    ("400 players, random", "random", 400, 4, 0),
    ("400 players, ranking", "ranking", 400, 4, 0),
    ("1000 players, ranking", "ranking", 1000, 4, 0),
    ("399 players, one comes for round 3", "random", 399, 4, 1),
    ("200 teams, random", "random", 200, 2, 0),
    ("200 teams, ranking", "ranking", 200, 2, 0),
    ("199 teams, ranking", "ranking", 199, 2, 0),
)


def repetitions(players: int, rounds: int, odd: str) -> int:
    met = meetings(design(players, rounds, odd)).values()
    return sum(times * (times - 1) // 2 for times in met)


def time_evenings() -> None:
    """Print the slowest draw of each evening of six rounds."""
    print(f"{'slowest draw of six rounds':40} seconds  repeats")
    for name, kind, count, size, late in EVENINGS:
        played: list[DrawResult] = []
        slowest = 0.0
        for round in range(1, 7):
            entrants = tuple(range(1, count + 1 + (late if round > 2 else 0)))
            earlier = tuple(PlayedRound(d.tables, d.exempt) for d in played)
            odd = "three" if size == 4 else "exempt"
            wanted = DrawRequest(kind, entrants, size, odd, round, 6, earlier, seed=1)
            start = time.process_time()
            played.append(draw(wanted))
            slowest = max(slowest, time.process_time() - start)
        print(f"{name:40} {slowest:7.2f}  {sum(d.repeats for d in played):7}", flush=True)


def sweep(first: int, last: int, seeds: int) -> None:
    """Print the evenings with repetitions that are not proved, and how many there are."""
    evenings = unavoidable = slowest = 0
    for players in range(first, last + 1):
        for odd in ("three", "five"):
            sizes = table_sizes(players, odd)
            if odd == "five" and 5 not in sizes:
                continue
            for rounds in range(1, 7):
                start = time.process_time()
                found, bound = repetitions(players, rounds, odd), fewest(sizes, rounds)
                slowest = max(slowest, time.process_time() - start)
                evenings += 1
                unavoidable += found == bound > 0
                if found > bound:
                    tried = {STARTS.get((players, rounds, odd), 0): found}
                    for seed in range(seeds):
                        STARTS[players, rounds, odd] = seed
                        design.cache_clear()
                        tried[seed] = repetitions(players, rounds, odd)
                    best = min(tried, key=lambda seed: tried[seed])
                    where = f"({players}, {rounds}, {odd!r})"
                    print(
                        f"{where:20} {tried[best]:3}, at least {bound:3}; start {best}",
                        flush=True,
                    )
    print(f"{evenings} evenings, {unavoidable} with repetitions that are proved unavoidable")
    print(f"slowest plan {slowest:.2f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", nargs=2, type=int, default=[8, 400])
    parser.add_argument("--seeds", type=int, default=0)
    arguments = parser.parse_args()
    time_evenings()
    sweep(*arguments.players, arguments.seeds)
