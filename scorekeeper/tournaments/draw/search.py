"""Tables of an evening with the fewest repetitions, by simulated annealing.

Integers, IEEE products and ``random()`` only: a seed gives the same tables on every machine.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

from scorekeeper.tournaments.draw.contract import Progress, shuffled, unwatched
from scorekeeper.tournaments.draw.movement import Rounds, meetings

Plan = list[list[list[int]]]
"""Rounds of tables of numbers from 0, of which seats are swapped."""

UNIT = 10**6
"""What a pair costs that meets again, for each time that it has met before."""

FORBIDDEN = 1000 * UNIT
"""What a pair costs that must not meet."""

SWAPS = 1_000_000
"""Most swaps that are tried for an evening: a second."""

HOT, COLD = 0.35, 0.12
"""Temperatures at the begin and at the end, in :data:`UNIT`."""

STARTS: dict[tuple[int, int, str], int] = {}
"""Seeds of the designs that have the fewest repetitions found, by players, rounds and odd
tables, where the search from 0 does not find them; ``tests/bench/draws.py`` looks for them."""


def table_sizes(players: int, odd: str) -> list[int]:
    """Return how many sit at each table: fours, then threes or fives; empty if so few cannot
    be seated. Where one of the two is impossible it is the other.

    >>> table_sizes(18, "three"), table_sizes(18, "five"), table_sizes(11, "five")
    ([4, 4, 4, 3, 3], [4, 4, 5, 5], [4, 4, 3])
    """
    threes, fives = -players % 4, players % 4
    has_threes, has_fives = players >= 3 * threes, players >= 5 * fives
    if has_threes and (odd != "five" or not has_fives):
        return [4] * ((players - 3 * threes) // 4) + [3] * threes
    return [4] * (players // 4 - fives) + [5] * fives if has_fives else []


def fewest_by_pigeonhole(sizes: Sequence[int]) -> int:
    """Return the fewest pairs that any round of these tables shares with another one: so many
    of a table must have sat at the same one of the other round.

    >>> fewest_by_pigeonhole([4, 4, 4]), fewest_by_pigeonhole([4] * 4)
    (3, 0)
    """
    split = [divmod(size, len(sizes)) for size in sizes]
    each = [
        (len(sizes) - more) * q * (q - 1) // 2 + more * q * (q + 1) // 2 for q, more in split
    ]
    return sum(each)


def fewest_by_count(players: int, sizes: Sequence[int], rounds: int) -> int:
    """Return the fewest repetitions of an evening by the number of meetings and of pairs.

    >>> fewest_by_count(16, [4] * 4, 5), fewest_by_count(16, [4] * 4, 6)
    (0, 24)
    """
    times, more = divmod(
        rounds * sum(s * (s - 1) // 2 for s in sizes), pairs := players * (players - 1) // 2
    )
    return (pairs - more) * times * (times - 1) // 2 + more * times * (times + 1) // 2


def fewest(players: int, sizes: Sequence[int], rounds: int) -> int:
    """Return a lower bound of the repetitions of an evening of so many rounds."""
    shared = fewest_by_pigeonhole(sizes) * rounds * (rounds - 1) // 2
    return max(shared, fewest_by_count(players, sizes, rounds))


def repetitions(rounds: Rounds) -> int:
    """Return how many repetitions an evening has: a pair that meets k times has k(k−1)/2."""
    return sum(times * (times - 1) // 2 for times in meetings(rounds).values())


class Evening:
    """The rounds that are left, and what each pair costs that sits down together.

    :param visits: how often each player has been at an odd table.
    :param costs: by two players, both ways: :data:`UNIT` for each time they have met, more for
        what else speaks against it.
    """

    def __init__(
        self, visits: Sequence[int], sizes: Sequence[int], costs: list[list[int]]
    ) -> None:
        self.visits = visits
        self.sizes = sizes
        self.costs = costs
        self.rounds: Plan = []
        self.bound: list[list[bool]] = []
        """By round and player: True if he stays at an odd table, or away from them."""

    def fill(self, rounds: int, rng: Random, is_ranked: bool = False) -> None:
        """Seat everybody, at random or in the order of the numbers, so that nobody is at an
        odd table again before all were; at ``is_ranked`` the last are the first to be."""
        seats = sum(size for size in self.sizes if size != 4)
        players = range(len(self.visits))
        order = players[::-1] if is_ranked else shuffled(players, rng)
        never = [p for p in order if not self.visits[p]]
        self.rounds, self.bound = [], []
        for left in range(rounds, 0, -1):
            pool, first, never = set(never), never[:seats], never[seats:]
            others = [p for p in players if p not in set(first)]
            at = iter((others if is_ranked else shuffled(others, rng)) + first[::-1])
            self.rounds.append([[next(at) for _ in range(size)] for size in self.sizes])
            if len(first) < seats:  # all of them sit there, and anybody beside them
                self.bound.append([p in pool for p in players])
            else:
                self.bound.append([left > 1 or p not in pool for p in players])

    def anneal(
        self,
        rng: Random,
        enough: int = 0,
        swaps: int = SWAPS,
        hot: float = HOT * UNIT,
        cold: float = COLD * UNIT,
        reach: int = 0,
        progress: Progress = unwatched,
    ) -> int:
        """Swap players of different tables of a round until the cost is small enough, or for
        so many swaps; leave the best plan, and return its cost.

        :param reach: how far the numbers of who is swapped may be; 0 is any.
        """
        costs, random = self.costs, rng.random
        players, rounds = len(self.visits), self.rounds
        where = [_tables_of(round, players) for round in rounds]
        cost = 0
        for round in rounds:
            for a, b in (pair for table in round for pair in combinations(table, 2)):
                cost += costs[a][b]
                costs[a][b] = costs[b][a] = costs[a][b] + UNIT
        best, saved = cost, _copied(rounds)
        heat, step = hot, (cold / hot) ** (256 / swaps)
        reach = min(reach or players, players) - 1
        for swap in range(swaps):
            if best <= enough:
                break
            if not swap & 255:
                heat *= step
                if not swap & 65535:
                    progress(swap, swaps)
            index = int(random() * len(rounds))
            a = int(random() * players)
            b = (a + 1 + int(random() * reach)) % players
            table_of = where[index]
            from_a, from_b = table_of[a], table_of[b]
            if from_a == from_b:
                continue
            bound = self.bound[index]
            with_a, with_b = rounds[index][from_a], rounds[index][from_b]
            if len(with_a) != len(with_b) and (bound[a] or bound[b]):
                continue
            cost_a, cost_b = costs[a], costs[b]
            change = 0
            for p in with_a:
                if p != a:
                    change += cost_b[p] - cost_a[p] + UNIT
            for p in with_b:
                if p != b:
                    change += cost_a[p] - cost_b[p] + UNIT
            if change > 0:
                chance = 1 - change / heat / 16
                if chance <= 0:
                    continue
                chance *= chance
                chance *= chance
                chance *= chance
                chance *= chance  # nearly exp(−change / heat), and the same on every machine
                if random() >= chance:
                    continue
            for p in with_a:
                if p != a:
                    cost_a[p] = costs[p][a] = cost_a[p] - UNIT
                    cost_b[p] = costs[p][b] = cost_b[p] + UNIT
            for p in with_b:
                if p != b:
                    cost_b[p] = costs[p][b] = cost_b[p] - UNIT
                    cost_a[p] = costs[p][a] = cost_a[p] + UNIT
            with_a[with_a.index(a)], with_b[with_b.index(b)] = b, a
            table_of[a], table_of[b] = from_b, from_a
            cost += change
            if cost < best:
                best, saved = cost, _copied(rounds)
        self.rounds = saved
        return best


def _tables_of(round: Sequence[Sequence[int]], players: int) -> list[int]:
    """Return the table of each player."""
    of = [0] * players
    for index, table in enumerate(round):
        for player in table:
            of[player] = index
    return of


def _copied(rounds: Plan) -> Plan:
    return [[table[:] for table in round] for round in rounds]


@lru_cache(maxsize=64)
def design(players: int, rounds: int, odd: str) -> Rounds:
    """Return an evening of players numbered from 0: the fewest repetitions found. What players
    are drawn is who is which number, so every evening is as good as the tested ones."""
    sizes = table_sizes(players, odd)
    rng = Random(STARTS.get((players, rounds, odd), 0))
    evening = Evening([0] * players, sizes, [[0] * players for _ in range(players)])
    evening.fill(rounds, rng)
    evening.anneal(rng, fewest(players, sizes, rounds) * UNIT)
    return tuple(mixed(round, rng) for round in evening.rounds)


def mixed(round: Sequence[Sequence[int]], rng: Random) -> tuple[tuple[int, ...], ...]:
    """Return the tables and their seats in a random order, those of four first."""
    tables = [tuple(shuffled(table, rng)) for table in shuffled(round, rng)]
    return tuple(sorted(tables, key=lambda table: len(table) != 4))


def placed(
    rounds: Rounds,
    people: Sequence[int],
    apart: Iterable[tuple[int, int]],
    rather: Iterable[tuple[int, int]],
    rng: Random,
) -> Rounds:
    """Return the rounds with people in place of numbers, drawn so that pairs that must not
    meet do not, if a way is found, and few of those that rather do not."""
    people = shuffled(people, rng)
    index = {person: number for number, person in enumerate(people)}
    weights: Counter[tuple[int, int]] = Counter()
    for weight, pairs in ((FORBIDDEN, apart), (1, rather)):
        for a, b in pairs:
            if a in index and b in index:
                weights[a, b] += weight
    rivals: dict[int, list[tuple[int, int]]] = {}
    for (a, b), weight in weights.items():
        rivals.setdefault(a, []).append((b, weight))
        rivals.setdefault(b, []).append((a, weight))
    met = meetings(rounds)

    def cost(person: int) -> int:
        own = index[person]
        return sum(
            weight * met[min(own, index[other]), max(own, index[other])]
            for other, weight in rivals.get(person, ())
        )

    tied = sorted(rivals)
    for _ in range(20):
        costly = [person for person in tied if cost(person)]
        for person in costly:
            for other in shuffled(people, rng)[:60]:
                before = cost(person) + cost(other)
                index[person], index[other] = index[other], index[person]
                if cost(person) + cost(other) > before:
                    index[person], index[other] = index[other], index[person]
        if not costly:
            break
    at = {number: person for person, number in index.items()}
    return tuple(tuple(tuple(at[n] for n in table) for table in round) for round in rounds)
