"""The prizes of a tournament: a grid computed before it, and who receives what after it.

Real evenings give back 70 to 90 % of the entries to 20 to 25 % of the players (FFT, *Manuel de
l'organisateur de tournois*, p. 4: at least 20 %, and a prize for the best last two rounds
among those without one). Money is in cents.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.tournaments.ranking import NOTHING, ranking, round_scores
from scorekeeper.tournaments.regulations import BETWEEN_TEXTS, Regulations
from scorekeeper.tournaments.round import Round
from scorekeeper.tournaments.tournament import Tournament

ROUND_SUMS = (500, 100, 50)
"""The steps of prizes; the largest of which each place can have two."""


class Budget(NamedTuple):
    """Decisions of an organizer that the grid follows from."""

    units: int
    """Players or teams that pay."""
    entry: int
    """Paid by each, in cents."""
    returned: int = 80
    """Percent of the entries that are given back, 70 to 90 as a rule."""
    rewarded: int = 20
    """Percent of them who have a prize of the grid, 20 to 25 as a rule; more if the cap on the
    first asks for it."""
    first: int = 0
    """Most of the first prize; 0 for no cap."""
    everyone: int = 0
    """For each that gets no other prize."""
    last_two: int = 0
    """For the best of the last two rounds among those without a prize of the grid."""


def grid(budget: Budget) -> tuple[int, ...]:
    """Return what place 1, 2, 3 … receives: round sums that never rise from one place to the
    next, the first twice the second or so, and nobody less than his entry where the money
    allows it. What is given back is the pot to less than one step. Empty without money.

    >>> grid(Budget(units=40, entry=1000))
    (10500, 5500, 4000, 3000, 2500, 2500, 2000, 2000)
    """
    pot = budget.units * budget.entry * budget.returned // 100 - budget.last_two
    for count in range(max(-(-budget.units * budget.rewarded // 100), 1), budget.units + 1):
        others = max(budget.units - count - bool(budget.last_two), 0)
        total = pot - others * budget.everyone
        step = next((one for one in ROUND_SUMS if total >= 2 * one * count), ROUND_SUMS[-1])
        steps, least = total // step, max(-(-budget.everyone // step), 1)
        most = (budget.first or total) // step
        if least * count <= steps <= most * count:
            least = min(
                max(least, budget.entry // step), max(least, steps // (2 * count)), most
            )
            return tuple(number * step for number in _shared(steps, count, least, most))
    return ()


def _shared(steps: int, count: int, least: int, most: int) -> list[int]:
    """Share steps by highest averages: beyond the least, a place weighs 1, 1/2, 1/3 …"""
    given = [least] * count
    for _ in range(steps - least * count):
        below = (place for place in range(count) if given[place] < most)
        given[min(below, key=lambda place: (given[place] - least + 1) * (place + 1))] += 1
    return given


class Prize(NamedTuple):
    """A prize of one who is ranked, as a ``prize`` line of the file has it."""

    label: str
    """The place, ``last_two`` or ``everyone``."""
    who: int
    """A player or a team; 0 in the grid."""
    cents: int
    in_kind: str = ""
    """A gift besides the money: a ham. Who shares a place shares it too."""
    is_shared: bool = False
    """Whether others have the same place."""

    @property
    def things(self) -> Message | str:
        """The gift besides the money, with « à partager » if shared."""
        shared = msg("à partager : %(things)s", things=self.in_kind)
        return shared if self.in_kind and self.is_shared else self.in_kind


def by_place(regulations: Regulations) -> list[Prize]:
    """List the prizes of place 1, 2, 3 … as the regulations announce them."""
    places = max(len(regulations.grid), len(regulations.in_kind))
    return [_share(regulations, 0, place) for place in range(1, places + 1)]


def prizes(tournament: Tournament) -> tuple[Prize, ...]:
    """Return who receives what by the ranking as it stands, the first place first.

    Who shares a place shares the prizes of the places that they fill, rounded down to a cent.
    """
    regulations = tournament.regulations
    standing = ranking(tournament, len(tournament.rounds))
    sharing = Counter(line.place for line in standing)
    shares = (_share(regulations, who, place, sharing[place]) for place, who, *_ in standing)
    given = [share for share in shares if share.cents or share.in_kind]
    rest = sorted({line.who for line in standing} - {prize.who for prize in given})
    if regulations.last_two:
        sums = last_two(tournament, rest)
        given += _best("last_two", sums, regulations.last_two)
        rest = [who for who in rest if sums[who] < max(sums.values())]
    if regulations.everyone:
        given += [Prize("everyone", who, regulations.everyone) for who in rest]
    return tuple(prize for prize in given if prize.cents or prize.in_kind)


def is_settled(tournament: Tournament) -> bool:
    """Return True once the tournament is over and its ranking as it stands is published."""
    last = tournament.last_round
    if last is None or not tournament.is_over:
        return False
    return last.ranking == ranking(tournament, last.number)


def _share(regulations: Regulations, who: int, place: int, count: int = 1) -> Prize:
    """Return what one of those who share a place receives of the places that they fill."""
    shared = slice(place - 1, place - 1 + count)
    things = BETWEEN_TEXTS.join(filter(None, regulations.in_kind[shared]))
    return Prize(str(place), who, sum(regulations.grid[shared]) // count, things, count > 1)


def last_for_all(tournament: Tournament) -> list[Round]:
    """Return the last two rounds that everybody plays: those before a final."""
    closed = (round for round in tournament.rounds if round.is_closed)
    return [*takewhile(lambda round: not round.is_final, closed)][-2:]


def last_two(tournament: Tournament, ranked: Iterable[int]) -> dict[int, int]:
    """Return what these marked in :func:`last_for_all`; who missed one has 0 there."""
    scores = [round_scores(tournament, round) for round in last_for_all(tournament)]
    return {who: sum(one.get(who, NOTHING).points for one in scores) for who in ranked}


def say_last_two(tournament: Tournament, points: str) -> Message:
    """Return the sentence of what somebody marked in :func:`last_for_all`, as it is shown."""
    titles = tuple(tournament.round_title(round.number) for round in last_for_all(tournament))
    return msg("deux dernières (%(rounds)s) : %(points)s", rounds=titles, points=points)


def _best(label: str, sums: dict[int, int], cents: int) -> list[Prize]:
    """Share a prize among those who have the best sum, rounded down to a cent."""
    best = sorted(who for who in sums if sums[who] == max(sums.values()))
    return [Prize(label, who, cents // len(best)) for who in best]
