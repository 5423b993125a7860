"""The movement of the FFT: *Manuel de l'organisateur de tournois* (2011), pp. 6, 12–15."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

Rounds = tuple[tuple[tuple[int, ...], ...], ...]
"""Rounds of tables of numbers from 0."""

USUAL = (0, 1, 2, -2)
"""Tables that North, South, East and West move up from one round to the next."""

BASE = {tables: (0, 1, 2, -1) for tables in (6, 8, 10)}
"""Steps with so many tables, where they are not :data:`USUAL`."""

STEPS = {
    (0, 1, 3, -1): ((6, 3),),
    (0, 1, 2, -2): ((6, 4),),
    (0, 2, 3, -1): ((8, 5),),
    (0, 1, 4, -1): ((8, 6),),
    (0, 1, 3, -3): ((9, 4), (9, 5)),
    (0, 1, 3, -2): ((10, 6), (12, 7)),
    (0, 1, 2, -3): ((12, 4), (14, 5), (15, 5), (16, 5), (16, 6), (18, 6), (20, 6)),
}
"""Other steps, by which some rounds are reached: the numbers of tables and of that round."""

FIXED = {
    3: (
        "1 2 3 4|5 6 7 8|9 10 11 12",
        "1 2 7 12|5 6 11 3|9 10 4 8",
        "1 8 7 10|5 2 11 12|9 3 4 6",
        "1 8 6 11|5 2 4 10|9 3 12 7",
        "1 9 5 3|7 11 4 10|2 6 12 8",
        "1 9 7 2|5 11 4 12|10 6 3 8",
    ),
    4: (
        "1 2 3 4|5 6 7 8|9 10 11 12|13 14 15 16",
        "1 8 10 15|16 9 7 2|6 3 13 12|11 14 4 5",
        "1 7 12 14|15 9 6 4|8 2 13 11|10 16 3 5",
        "1 6 11 16|14 9 8 3|7 4 13 10|12 15 2 5",
        "1 5 9 13|2 6 10 14|3 7 11 15|4 8 12 16",
    ),
}
"""The rounds of three and of four tables, by numbers from 1."""

FEWEST_TABLES = min(FIXED)

APART = (5, 7)
"""Tables between two of three so that nobody sits at both: in five rounds (p. 6), in more."""


def full_rounds(tables: int, rounds: int) -> Rounds:
    """Return the rounds of the movement with four players at each of three tables or more,
    who are numbered from 0, table by table; of three and four tables as many as there are."""
    if tables in FIXED:
        return tuple(
            tuple(tuple(int(n) - 1 for n in table.split()) for table in line.split("|"))
            for line in FIXED[tables][:rounds]
        )
    others = {at: steps for steps, places in STEPS.items() for at in places}
    places = [0, 0, 0, 0]
    movement = []
    for round in range(1, rounds + 1):
        if round > 1:
            steps = others.get((tables, round), BASE.get(tables, USUAL))
            places = [place + step for place, step in zip(places, steps, strict=True)]
        movement.append(
            tuple(
                tuple((table - place) % tables * 4 + seat for seat, place in enumerate(places))
                for table in range(tables)
            )
        )
    return tuple(movement)


def fft_rounds(players: int, rounds: int) -> Rounds | None:
    """Return the rounds of so many players, numbered from 0; None if there is no movement: of
    fewer than three tables, more rounds than are printed, or a table of two.

    Where they are no multiple of four, the North of the highest table is left out, and those
    of one or two others, so that the fewest sit at two tables of three: p. 6.
    """
    tables = -(-players // 4)
    full = full_rounds(tables, rounds) if tables >= FEWEST_TABLES else ()
    if len(full) < rounds:
        return None
    north = [table[0] for table in full[0]]
    missing = [north[-1]] if players % 4 else []
    usual = APART[rounds > 5]
    while len(missing) < 4 * tables - players:
        others = [north[-1 - (usual + gap) % tables] for gap in range(tables)]
        free = [one for one in others if one not in missing]
        missing.append(min(free, key=lambda one: _visits_again(full, [*missing, one])))
    kept = {n: i for i, n in enumerate(n for n in range(4 * tables) if n not in missing)}
    movement = tuple(
        tuple(tuple(kept[n] for n in table if n in kept) for table in round) for round in full
    )
    return movement if all(len(t) >= 3 for round in movement for t in round) else None


def _visits_again(full: Rounds, missing: list[int]) -> int:
    """Return how often somebody comes to a table of three again: pairs of visits."""
    visits = Counter(n for round in full for t in round if set(missing) & set(t) for n in t)
    return sum(v * (v - 1) // 2 for n, v in visits.items() if n not in missing)


def meetings(rounds: Iterable[Iterable[Iterable[int]]]) -> Counter[tuple[int, int]]:
    """Return how often each pair, the lower number first, sits at one table."""
    tables = (sorted(table) for round in rounds for table in round)
    return Counter(pair for table in tables for pair in combinations(table, 2))
