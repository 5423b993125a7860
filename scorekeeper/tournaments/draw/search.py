"""Tables of an evening with the fewest repetitions, by simulated annealing.

Integers, ``random()``, products and roots only: the same tables on every machine.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import sqrt
from random import Random
from typing import NamedTuple

from scorekeeper.tournaments.draw.bounds import fewest
from scorekeeper.tournaments.draw.movement import Rounds, meetings
from scorekeeper.tournaments.draw.request import shuffled

Plan = list[list[list[int]]]
"""Rounds of tables of numbers from 0, of which seats are swapped."""

Costs = Sequence[list[int]]
"""By two players, both ways: :data:`UNIT` for each time they have met, and what else speaks
against it."""

UNIT = 10**6
"""The cost of a pair that meets again, for each time that it has met before."""

FORBIDDEN = 1000 * UNIT
"""The cost of a pair that meets and must not."""

UNEVEN = UNIT // 5
"""The cost of a turn more at an odd table than somebody else has: little beside a pair that
meets again, which three rounds of 14 players avoid only so."""

STEPS = 12
"""A search cools down two to the power of so many times."""

SWAPS = 1_000_000
"""Most swaps that are tried for an evening: a second."""

STARTS = {
    (17, 6, "five"): 33,
    (18, 5, "five"): 1,
    (19, 6, "five"): 7,
    (21, 6, "five"): 42,
    (22, 5, "five"): 19,
    (22, 6, "five"): 1,
    (23, 5, "five"): 1,
    (23, 6, "five"): 113,
    (25, 6, "five"): 43,
    (26, 6, "five"): 12,
    (27, 6, "five"): 581,
    (30, 6, "five"): 1,
    (31, 6, "five"): 3,
    (17, 6, "three"): 3,
    (18, 5, "three"): 1,
    (18, 6, "three"): 2,
    (22, 6, "three"): 13,
}
"""Seeds of the designs with the fewest repetitions that were found, by players, rounds and odd
tables, if not 0; ``tests/bench/draws.py`` looks for them."""


class Heat(NamedTuple):
    """The length and the temperatures of a search."""

    swaps: int = SWAPS
    hot: float = 0.4 * UNIT
    """The temperature at the begin, in points of cost; ``cold`` at the end."""
    cold: float = 0.2 * UNIT
    reach: int = 10**6
    """The greatest difference between the numbers of two who are swapped."""
    enough: int = 0
    """A cost that ends the search."""


TURNING = "0 9 17 21|3 7 16 22|2 10 14 23|1 5 6 11|4 15 19 20|8 12 13 18"
"""Tables of 24 players: seven rounds in which the numbers 0–6, 7–13 and 14–20 go on by one, in
circles, repeat nothing (a resolvable group-divisible design). The search finds no six."""


WARM = Heat(SWAPS // 8, 0.6 * UNIT, UNIT / 4)
"""What finds the fewest repetitions."""

NEAR = Heat(SWAPS // 8, 300, 1, 24)
"""What brings neighbors of the ranking together, in the best tables so far."""

LEFT = WARM._replace(swaps=SWAPS * 3 // 32, enough=UNIT - 1)
"""The same where a repetition is left, until there is none."""

SEARCHES = (WARM,) * 8, (NEAR, *(WARM._replace(swaps=SWAPS // 16),) * 2, LEFT, NEAR)
"""Searches of the rest of an evening, until nothing is repeated or three of them have found as
few repetitions; and of a round by ranking, until :data:`NEAR` repeats nothing."""


def table_sizes(players: int, odd: str) -> list[int]:
    """Return how many sit at each table: fours, then threes or fives, whichever is possible,
    or those alone who are exempt; empty if so few cannot be seated.

    >>> table_sizes(18, "three"), table_sizes(18, "five"), table_sizes(11, "five")
    ([4, 4, 4, 3, 3], [4, 4, 5, 5], [4, 4, 3])
    >>> table_sizes(10, "exempt")
    [4, 4, 1, 1]
    """
    threes, fives = -players % 4, players % 4
    if odd == "exempt":
        return [4] * (players // 4) + [1] * fives if players >= 4 else []
    has_threes, has_fives = players >= 3 * threes, players >= 5 * fives
    if has_threes and (odd != "five" or not has_fives):
        return [4] * ((players - 3 * threes) // 4) + [3] * threes
    return [4] * (players // 4 - fives) + [5] * fives if has_fives else []


def seated(
    visits: Sequence[int], sizes: Sequence[int], rounds: int, rng: Random, is_ranked: bool
) -> tuple[Plan, list[list[bool]]]:
    """Return a plan at random, or in the order of the numbers, so that nobody is at an odd
    table again before all were; and by round and player whether he stays there, or away.

    :param visits: how often each player has been at an odd table; −1 for who never was and was
        not always here, who may have a turn and need not.
    :param is_ranked: the last ones are there first.
    """
    seats = sum(size for size in sizes if size != 4)
    players = range(len(visits))
    order = players[::-1] if is_ranked else shuffled(players, rng)
    never = [p for p in order if visits[p] <= 0]
    plan, bound = [], []
    for left in range(rounds, 0, -1):
        share = max(seats, len(never) // left)
        pool, never = never[:share], never[share:]
        first, turn = pool[:seats], {*pool}
        others = [p for p in players if p not in first]
        at = iter((others if is_ranked else shuffled(others, rng)) + first[::-1])
        plan.append([[next(at) for _ in range(size)] for size in sizes])
        few = len(pool) < seats  # then all of them are there, and anybody beside
        bound.append([(p in turn) == few for p in players])
    return plan, bound


def evenly_seated(
    visits: Sequence[int], sizes: Sequence[int], rounds: int, rng: Random
) -> Plan:
    """Return a plan at random in which turns at odd tables are even over all rounds."""
    seats = sum(size for size in sizes if size != 4)
    times, plan = [max(visit, 0) for visit in visits], []
    for _ in range(rounds):
        order = sorted(shuffled(range(len(visits)), rng), key=lambda p: times[p])
        for p in order[:seats]:
            times[p] += 1
        at = iter(order[seats:] + order[:seats])
        plan.append([[next(at) for _ in range(size)] for size in sizes])
    return plan


def is_fair(odd: Iterable[set[int]], visits: Sequence[int]) -> bool:
    """Return True if nobody is at odd tables again before all were who were always here.

    :param odd: who is there, by round.
    :param visits: see :func:`seated`.
    """
    before = {p for p, visit in enumerate(visits) if visit > 0}
    never = {p for p, visit in enumerate(visits) if visit == 0}
    for there in odd:
        if not never <= there and not before.isdisjoint(there):
            return False
        never -= there
        before |= there
    return True


def anneal(
    plan: Plan,
    bound: Sequence[Sequence[bool]],
    costs: Costs,
    rng: Random,
    heat: Heat,
    visits: Sequence[int] = (),
    is_even: bool = False,
) -> tuple[int, Plan]:
    """Swap players of different tables of a round until the plan costs little enough, or so
    many times; return the least cost and its plan. Costs are changed; for the arguments that
    are not said here see :class:`_Turns`."""
    turns = _Turns(plan, bound, visits, is_even)
    where, cost = _sit_down(plan, costs)
    best, saved, plan = cost, plan, _copied(plan)
    swaps = _swaps(len(plan), len(costs), heat, rng) if best > heat.enough else ()
    for index, a, b, degrees in swaps:
        table_of = where[index]
        from_a, from_b = table_of[a], table_of[b]
        if from_a == from_b:
            continue
        with_a, with_b = plan[index][from_a], plan[index][from_b]
        is_turn = len(with_a) != len(with_b)
        change = turns.cost(index, a, b) if is_turn else 0
        if change is None:
            continue
        cost_a, cost_b = costs[a], costs[b]
        for p in with_a:
            if p != a:
                change += cost_b[p] - cost_a[p] + UNIT
        for p in with_b:
            if p != b:
                change += cost_a[p] - cost_b[p] + UNIT
        if change > 0 and not _is_risked(change / degrees, rng):
            continue
        if is_turn and not turns.exchange(index, a, b):
            continue
        _exchange(a, b, with_a, with_b, costs)
        table_of[a], table_of[b] = from_b, from_a
        cost += change
        if cost < best:
            best, saved = cost, _copied(plan)
            if best <= heat.enough:
                break
    return best, saved


def _swaps(
    rounds: int, players: int, heat: Heat, rng: Random
) -> Iterator[tuple[int, int, int, float]]:
    """Yield the swaps that are tried: a round, two players, the temperature."""
    random, reach = rng.random, min(heat.reach, players) - 1
    degrees, cooling, each = heat.hot, heat.cold / heat.hot, max(heat.swaps >> STEPS, 1)
    for _ in range(STEPS):
        cooling = sqrt(cooling)
    for first in range(0, heat.swaps, each):
        degrees *= cooling
        for _ in range(min(each, heat.swaps - first)):
            index = int(random() * rounds)
            a = int(random() * players)
            yield index, a, (a + 1 + int(random() * reach)) % players, degrees


class _Turns:
    """The players at odd tables, by round, and whether two may exchange a turn there.

    :param bound: see :func:`seated`; that is enough where the numbers are nobody yet.
    :param visits: see :func:`seated`; with these, turns at odd tables are exchanged
        instead, as long as that is fair.
    :param is_even: turns at odd tables are as even in the end as costs no repetition, whoever
        is there first.
    """

    def __init__(
        self, plan: Plan, bound: Sequence[Sequence[bool]], visits: Sequence[int], is_even: bool
    ) -> None:
        self.bound, self.visits, self.is_even = bound, visits, is_even
        self.odd = [{p for table in round if len(table) != 4 for p in table} for round in plan]
        self.times = Counter({p: max(times, 0) for p, times in enumerate(visits)})
        self.times.update(p for there in self.odd for p in there)
        self.most = 1 + max(2, *self.times.values()) if is_even else 0

    def cost(self, index: int, a: int, b: int) -> int | None:
        """Return what it costs that one takes the turn of the other; None if he may not."""
        if not self.visits and (self.bound[index][a] or self.bound[index][b]):
            return None
        if not self.is_even:
            return 0
        more, fewer = (a, b) if a in self.odd[index] else (b, a)
        if self.times[fewer] >= self.most:
            return None
        return UNEVEN * (self.times[fewer] + 1 - self.times[more])

    def exchange(self, index: int, a: int, b: int) -> bool:
        """Give one the turn of the other; return False, and nothing changes, if that is not
        fair."""
        there = self.odd[index]
        there ^= {a, b} if self.visits else set()
        if self.is_even:
            joiner, leaver = (a, b) if a in there else (b, a)
            self.times[leaver] -= 1
            self.times[joiner] += 1
        elif self.visits and not is_fair(self.odd, self.visits):
            there ^= {a, b}
            return False
        return True


def _sit_down(plan: Plan, costs: Costs) -> tuple[list[list[int]], int]:
    """Return the table of each player, by round, and the cost of the plan; count its meetings
    among the costs of others."""
    where, cost = [[0] * len(costs) for _ in plan], 0
    for round, table_of in zip(plan, where, strict=True):
        for index, table in enumerate(round):
            for a in table:
                table_of[a] = index
            for a, b in combinations(table, 2):
                cost += costs[a][b]
                costs[a][b] = costs[b][a] = costs[a][b] + UNIT
    return where, cost


def _copied(plan: Plan) -> Plan:
    return [[table[:] for table in round] for round in plan]


def _is_risked(ratio: float, rng: Random) -> bool:
    """Return True with a probability of nearly exp(-ratio), the same on every machine.

    :param ratio: the added cost of a swap by the temperature.
    """
    chance = 1 - ratio / 16
    if chance <= 0:
        return False
    for _ in range(4):
        chance *= chance
    return rng.random() < chance


def _exchange(a: int, b: int, with_a: list[int], with_b: list[int], costs: Costs) -> None:
    """Let two players of two tables change seats, and count the meetings."""
    for leaver, joiner, table in ((a, b, with_a), (b, a, with_b)):
        table[table.index(leaver)] = joiner
        for p in table:
            if p != joiner:
                costs[leaver][p] = costs[p][leaver] = costs[leaver][p] - UNIT
                costs[joiner][p] = costs[p][joiner] = costs[joiner][p] + UNIT


@lru_cache(maxsize=64)
def design(players: int, rounds: int, odd: str) -> Rounds:
    """Return an evening of players numbered from 0 with the fewest repetitions found. A draw
    says who is which number, so that every evening is as good as the one that was tested."""
    sizes = table_sizes(players, odd)
    rng = Random(STARTS.get((players, rounds, odd), 0))
    if players in (23, 24) and 5 < rounds < 8 and {*sizes} <= {3, 4}:
        first = [[int(n) for n in table.split()] for table in TURNING.split("|")]
        turned = (
            [[n if n > 20 else n // 7 * 7 + (n + k) % 7 for n in table] for table in first]
            for k in range(rounds)
        )
        kept = ([[n for n in table if n < players] for table in round] for round in turned)
        return tuple(mixed(round, rng) for round in kept)
    plan, bound = seated([0] * players, sizes, rounds, rng, is_ranked=False)
    costs = [[0] * players for _ in range(players)]
    heat = Heat(enough=fewest(sizes, rounds) * UNIT)
    plan = anneal(plan, bound, costs, rng, heat)[1]
    return tuple(mixed(round, rng) for round in plan)


def mixed(round: Sequence[Sequence[int]], rng: Random) -> tuple[tuple[int, ...], ...]:
    """Return the tables and their seats in a random order, those of four first."""
    tables = [tuple(shuffled(table, rng)) for table in shuffled(round, rng)]
    return tuple(sorted(tables, key=lambda table: len(table) != 4))


TURNS = 1000
"""Most turns of who is placed elsewhere because of whom he meets, a second: where many are of
one club there is little to gain."""


def placed(
    rounds: Rounds,
    people: Sequence[int],
    apart: Iterable[tuple[int, int]],
    rather: Iterable[tuple[int, int]],
    rng: Random,
) -> Rounds:
    """Return the rounds with people in place of numbers, in their order at first, then so that
    pairs that must not meet do not, if a way is found, and few of those that rather do not."""
    index = {person: number for number, person in enumerate(people)}
    rivals = _rivals(index, apart, rather)
    meets: list[list[int]] = [[] for _ in people]
    for one, other in meetings(rounds).elements():
        meets[one].append(other)
        meets[other].append(one)
    who = [*people]

    def cost(person: int) -> int:
        weights = rivals.get(person)
        return sum(weights.get(who[n], 0) for n in meets[index[person]]) if weights else 0

    def swap(one: int, other: int) -> None:
        index[one], index[other] = index[other], index[one]
        who[index[one]], who[index[other]] = one, other

    turns = TURNS
    for _ in range(20):
        costly = sorted((-cost(person), person) for person in rivals if cost(person))
        for _, person in costly[:turns]:
            for other in shuffled(people, rng)[:60]:
                before = cost(person) + cost(other)
                swap(person, other)
                if cost(person) + cost(other) > before:
                    swap(person, other)
        turns -= min(turns, len(costly))
    return tuple(tuple(tuple(who[n] for n in table) for table in round) for round in rounds)


def _rivals(
    people: Collection[int],
    apart: Iterable[tuple[int, int]],
    rather: Iterable[tuple[int, int]],
) -> dict[int, Counter[int]]:
    """Return the cost of meeting each other person, of those who should not meet everybody."""
    rivals: dict[int, Counter[int]] = {}
    for weight, pairs in ((FORBIDDEN, apart), (1, rather)):
        for pair in pairs:
            for one, other in (pair, pair[::-1]):
                if one in people and other in people:
                    rivals.setdefault(one, Counter())[other] += weight
    return rivals
