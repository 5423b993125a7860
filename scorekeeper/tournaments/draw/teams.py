"""Who meets whom where two teams sit at a table: an exact matching without rematch."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

from scorekeeper.i18n.messages import msg
from scorekeeper.tournaments.draw.contract import DrawImpossible, Drawn, Wanted, shuffled

Pair = tuple[int, int]
"""Two places in the order of the teams, the lower one first."""

WINDOW = 24
"""Places in the order between two teams that are matched, as long as that is possible."""

SMALL = 12
"""Most places whose later rounds are looked at too: where there are more than twice as many
places as rounds, another one without rematch is always possible (Dirac)."""

LOOKS = 2000
"""Most steps of one look at later rounds, which then count as possible."""

AGAIN, REMATCH, APART = 10**8, 10**10, 10**14
"""What speaks against a pair: a team exempt again before others (at random that is worse than
a rematch), a rematch, two that must not meet."""


def draw_teams(wanted: Wanted) -> Drawn:
    """Draw a round of teams: neighbors of the ranking, or of a random order.

    :raises DrawImpossible: of fewer than two teams.
    """
    is_ranked = wanted.kind == "ranking" and bool(wanted.earlier)
    teams = list(wanted.entrants)
    if not is_ranked:
        teams = shuffled(teams, Random(wanted.seed))
    if (count := len(teams)) < 2:
        raise DrawImpossible(msg("Il faut au moins deux équipes."))
    met = Counter(
        frozenset(table)
        for round in wanted.earlier
        for table in round.tables
        if len(table) == 2
    )
    exempted = Counter(team for round in wanted.earlier for team in round.exempt)
    fewest = min(exempted[team] for team in teams)
    costs: dict[Pair, int] = {}
    for j, other in enumerate(teams):
        for i, team in enumerate(teams[:j]):
            pair = (min(team, other), max(team, other))
            cost = (j - i) ** 2 + count**2 * (pair in wanted.rather)
            costs[i, j] = (
                cost + REMATCH * met[frozenset(pair)] + APART * (pair in wanted.apart)
            )
        if count % 2:  # who is exempt meets the place after the last: the bottom first
            worse = AGAIN if is_ranked else 100 * REMATCH
            costs[j, count] = count * (count - j) ** 2 + worse * (exempted[other] > fewest)
    matching = _small if count < SMALL else _large
    pairs = sorted(matching(count + count % 2, costs, wanted.rounds - wanted.round))
    tables = tuple((teams[i], teams[j]) for i, j in pairs if j < count)
    exempt = tuple(teams[i] for i, j in pairs if j == count)
    repeats = sum(met[frozenset(table)] for table in tables)
    always = set(teams).intersection(
        *(
            {*round.exempt, *(t for table in round.tables for t in table)}
            for round in wanted.earlier
        )
    )
    forced = any(exempted[t] for t in exempt) and any(not exempted[t] for t in always)
    reasons = []
    if repeats:
        reasons.append(
            msg(
                "Rencontres répétées : %(n)s, inévitables ; aucun tirage n'en a moins.",
                n=repeats,
            )
        )
    if forced:
        reasons.append(
            msg("Une équipe est exempte une seconde fois : sinon une rencontre se répéterait.")
        )
    return Drawn(tables, exempt, repeats, forced, tuple(reasons))


def _large(places: int, costs: Mapping[Pair, int], later: int) -> list[Pair]:
    """Return the cheapest matching among neighbors, or else among all."""
    from networkx import Graph, min_weight_matching  # half a second, for who draws teams only

    window = WINDOW
    while True:
        graph = Graph()
        graph.add_nodes_from(range(places))
        graph.add_weighted_edges_from(
            (i, j, cost)
            for (i, j), cost in costs.items()
            if window >= places or (j - i <= window and cost < AGAIN)
        )
        pairs = [(min(pair), max(pair)) for pair in min_weight_matching(graph)]
        if 2 * len(pairs) == places:
            return pairs
        window *= 2


def _small(places: int, costs: Mapping[Pair, int], later: int) -> list[Pair]:
    """Return the cheapest matching after which as many rounds as possible have another one."""
    free = [
        sum(1 << j for j in range(places) if _cost(costs, i, j) < AGAIN) for i in range(places)
    ]
    everybody = [(1 << places) - 1 ^ 1 << i for i in range(places)]
    ordered = sorted(
        _matchings(everybody, (1 << places) - 1),
        key=lambda pairs: sum(costs[pair] for pair in pairs),
    )
    worst = sum(costs[pair] for pair in ordered[0]) // AGAIN
    best = [pairs for pairs in ordered if sum(costs[p] for p in pairs) // AGAIN == worst]
    for goal in range(later, 0, -1):
        for pairs in best:
            if _goes_on(_without(free, pairs), goal, [LOOKS]):
                return pairs
    return best[0]


def _cost(costs: Mapping[Pair, int], one: int, other: int) -> int:
    return costs[min(one, other), max(one, other)] if one != other else AGAIN


def _matchings(free: list[int], left: int) -> Iterator[list[Pair]]:
    """Yield all ways to pair the places of a bit set, each with one that is free for it."""
    if not left:
        yield []
        return
    i = (left & -left).bit_length() - 1
    left &= left - 1
    for j in range(i + 1, len(free)):
        if left & free[i] >> j << j & 1 << j:
            for pairs in _matchings(free, left & ~(1 << j)):
                yield [(i, j), *pairs]


def _without(free: list[int], pairs: list[Pair]) -> list[int]:
    free = free.copy()
    for i, j in pairs:
        free[i] &= ~(1 << j)
        free[j] &= ~(1 << i)
    return free


def _goes_on(free: list[int], rounds: int, looks: list[int]) -> bool:
    """Return True if so many rounds without rematch are left."""
    fewest = min(one.bit_count() for one in free)
    if not rounds or 2 * (fewest - rounds + 1) >= len(free):
        return True
    if fewest < rounds:
        return False
    for pairs in _matchings(free, (1 << len(free)) - 1):
        looks[0] -= 1
        if looks[0] < 0 or _goes_on(_without(free, pairs), rounds - 1, looks):
            return True
    return False
