"""Meetings of teams, two at a table: a cheapest matching without rematch."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random

from scorekeeper.i18n.messages import msg
from scorekeeper.tournaments.draw.movement import meetings
from scorekeeper.tournaments.draw.request import (
    DrawImpossible,
    DrawRequest,
    DrawResult,
    not_apart,
    shuffled,
)

Pair = tuple[int, int]
"""Two places in the order of the teams, the lower one first."""

Matching = list[Pair]
"""Pairs in which each place is once."""

WINDOW = 12
"""Places in the order between two teams that are matched, as long as that is possible."""

BEGUN = 100
"""Most beginnings of a matching that go on. Of 1,836 draws of 13 to 40 teams and up to 16
rounds none had a rematch more than an exact matching, 13 had neighbors farther apart."""

SMALL = 12
"""Most places whose later rounds are looked at too: where there are more than twice as many
places as rounds, another one without rematch is always possible (Dirac)."""

LOOKS = 2000
"""Most steps of one look at later rounds, which then count as possible."""

AGAIN, REMATCH, APART = 10**8, 10**10, 10**14
"""Costs of a pair: a team exempt again before others (at random that is worse than
a rematch), a rematch, two that must not meet."""


def draw_teams(wanted: DrawRequest) -> DrawResult:
    """Draw a round of teams: neighbors of the ranking, or of a random order.

    :raises DrawImpossible: of fewer than two teams.
    """
    is_ranked = wanted.kind == "ranking" and bool(wanted.earlier)
    teams = list(wanted.entrants)
    if not is_ranked:
        teams = shuffled(teams, Random(f"{wanted.seed} {wanted.round}"))
    if (count := len(teams)) < 2:
        raise DrawImpossible(msg("Il faut au moins deux équipes."))
    met = meetings(round.tables for round in wanted.earlier)
    exempted = Counter(team for round in wanted.earlier for team in round.exempt)
    costs = _costs(teams, wanted, met, exempted, AGAIN if is_ranked else 100 * REMATCH)
    places = range(count + count % 2)
    is_small = len(places) <= SMALL
    pairs = (
        _best(places, costs, wanted.rounds - wanted.round)
        if is_small
        else _near(places, costs)
    )
    tables = tuple((teams[i], teams[j]) for i, j in sorted(pairs) if j < count)
    exempt = tuple(teams[i] for i, j in pairs if j == count)
    reasons = []
    if repeats := sum(met[min(table), max(table)] for table in tables):
        reasons.append(msg("Rencontres répétées : %(n)s. On ne peut pas l'éviter.", n=repeats))
    always = set(teams)
    for round in wanted.earlier:
        always &= {*round.exempt, *(team for table in round.tables for team in table)}
    forced = any(exempted[t] for t in exempt) and any(not exempted[t] for t in always)
    if forced:
        reasons.append(msg("Exempte une seconde fois, pour qu'aucune rencontre ne se répète."))
    for table in tables:
        if (min(table), max(table)) in wanted.apart:
            reasons.append(not_apart(*sorted(table)))
    return DrawResult(tables, exempt, repeats, forced, tuple(reasons))


def _costs(
    teams: Sequence[int],
    wanted: DrawRequest,
    met: Mapping[Pair, int],
    exempted: Mapping[int, int],
    again: int,
) -> dict[Pair, int]:
    """Return the cost of each pair of places; who is exempt meets the place after the last.

    :param again: the cost of a team exempt again before others.
    """
    rather = wanted.rather()
    count, fewest = len(teams), min(exempted[team] for team in teams)
    costs: dict[Pair, int] = {}
    for j, other in enumerate(teams):
        for i, team in enumerate(teams[:j]):
            pair = (min(team, other), max(team, other))
            cost = (j - i) ** 2 + count**2 * (pair in rather)
            costs[i, j] = cost + REMATCH * met[pair] + APART * (pair in wanted.apart)
        if count % 2:  # the bottom first
            costs[j, count] = count * (count - j) ** 2 + again * (exempted[other] > fewest)
    return costs


def _near(places: Sequence[int], costs: Mapping[Pair, int]) -> Matching:
    """Match neighbors in the ranking; match everybody if that is impossible."""
    window = WINDOW
    while not (matching := _within(window, places, costs)):
        window *= 2
    return matching


def _within(window: int, places: Sequence[int], costs: Mapping[Pair, int]) -> Matching:
    """Return the cheapest matching of places that are so near, from the first place on: of all
    that take the same later places, a bit each, the cheapest one goes on. Empty if there is
    none without rematch; once everybody is near, there may be rematches."""
    is_wide, last = window >= len(places), places[-1]
    begun: dict[int, tuple[int, Matching]] = {0: (0, [])}
    for place in places:
        longer = []
        for taken, (cost, _) in begun.items():
            if taken & 1:
                longer.append((cost, taken >> 1, taken, 0))
                continue
            for gap in range(1, min(window, last - place) + 1):
                price = costs[place, place + gap]
                if not taken >> gap & 1 and (is_wide or price < AGAIN):
                    longer.append((cost + price, (taken | 1 << gap) >> 1, taken, gap))
        longer.sort()
        best: dict[int, tuple[int, Matching]] = {}
        for cost, taken, before, gap in longer:
            if taken not in best and len(best) < BEGUN:
                more = [(place, place + gap)] if gap else []
                best[taken] = cost, begun[before][1] + more
        begun = best
    return begun[0][1] if begun else []


def _best(places: Sequence[int], costs: Mapping[Pair, int], later: int) -> Matching:
    """Return the cheapest matching after which as many rounds as possible have another one."""
    priced = sorted((sum(map(costs.__getitem__, m)), m) for m in _matchings(places, costs))
    best = [matching for cost, matching in priced if cost // AGAIN == priced[0][0] // AGAIN]
    free = {pair for pair, cost in costs.items() if cost < AGAIN}
    for goal in range(later, 0, -1):
        for matching in best:
            if _goes_on(places, free.difference(matching), goal, [LOOKS]):
                return matching
    return best[0]


def _matchings(places: Sequence[int], free: Collection[Pair]) -> Iterator[Matching]:
    """Yield all ways to pair the places by pairs that are free."""
    if not places:
        yield []
    for other in places[1:]:
        if (places[0], other) in free:
            for pairs in _matchings([p for p in places[1:] if p != other], free):
                yield [(places[0], other), *pairs]


def _goes_on(places: Sequence[int], free: set[Pair], rounds: int, looks: list[int]) -> bool:
    """Return True if so many rounds without rematch are left, or that was not decided."""
    degrees = Counter(place for pair in free for place in pair)
    fewest = min(degrees[place] for place in places)
    if not rounds or 2 * (fewest - rounds + 1) >= len(places):
        return True
    for matching in _matchings(places, free) if fewest >= rounds else ():
        looks[0] -= 1
        if looks[0] < 0 or _goes_on(places, free.difference(matching), rounds - 1, looks):
            return True
    return False
