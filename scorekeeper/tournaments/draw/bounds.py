"""Lower bounds of the repetitions of an evening, which no draw can go below.

A repetition is a pair and two rounds in which it sits at one table, so rounds can be compared
two by two.
"""

from collections.abc import Sequence


def repeats(times: int, among: int) -> int:
    """Return the fewest repetitions of so many meetings among so many pairs, or the fewest
    pairs in common of so many who come from so many tables.

    >>> repeats(144, 120), repeats(4, 3)
    (24, 1)
    """
    each, more = divmod(times, among)
    return among * each * (each - 1) // 2 + more * each


def shared(sizes: Sequence[int]) -> int:
    """Return the fewest pairs that two rounds of these tables have in common.

    >>> shared([4, 4, 4]), shared([4] * 4)
    (3, 0)
    """
    return sum(repeats(size, len(sizes)) for size in sizes)


def shared_in_turn(sizes: Sequence[int]) -> int:
    """Return the same for two rounds of which nobody is at an odd table in both: at those of
    one round sit players of the other one's fours.

    >>> shared_in_turn([4, 4, 3, 3, 3]), shared_in_turn([4] * 4 + [5] * 3)
    (4, 6)
    """
    odd = [size for size in sizes if size != 4]
    fours, seats = len(sizes) - len(odd), sum(odd)
    if not odd or not fours:
        return 0
    if seats <= 4 * fours:
        return sum(repeats(size, fours) for size in odd) + _split(
            [4] * fours, seats, len(odd), fours
        )
    return fours * repeats(4, len(odd)) + _split(odd, 4 * fours, fours, len(odd))


def _split(sizes: Sequence[int], some: int, tables: int, others: int) -> int:
    """Return the fewest pairs in common at tables where so many sit who come from so many
    tables, and the rest from others: whoever sits down costs more than the one before."""
    own = [0] * len(sizes)

    def cost(table: int) -> int:
        return repeats(own[table], tables) + repeats(sizes[table] - own[table], others)

    for _ in range(some):
        more = []
        for table in (t for t, size in enumerate(sizes) if own[t] < size):
            before = cost(table)
            own[table] += 1
            more.append((cost(table) - before, table))
            own[table] -= 1
        own[min(more)[1]] += 1
    return sum(map(cost, range(len(sizes))))


def bounds(sizes: Sequence[int], rounds: int) -> tuple[int, int]:
    """Return lower bounds of the repetitions of an evening that hold whoever sits at odd
    tables: by the number of tables, and by that of players."""
    players, meetings = sum(sizes), sum(size * (size - 1) // 2 for size in sizes)
    at_all = shared(sizes) * rounds * (rounds - 1) // 2
    return at_all, repeats(rounds * meetings, players * (players - 1) // 2)


def fewest(sizes: Sequence[int], rounds: int) -> int:
    """Return the greatest lower bound of the repetitions of an evening, in which nobody is at
    an odd table again before all were."""
    at_all, all_pairs = bounds(sizes, rounds)
    seats = sum(size for size in sizes if size != 4)
    turns = min(rounds, max(sum(sizes) // seats, 2)) if seats else 0
    in_turn = max(shared_in_turn(sizes) - shared(sizes), 0) * turns * (turns - 1) // 2
    return max(at_all + in_turn, all_pairs)
