"""The draw: the tables of a round, a pure function of all that it depends on."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.tournaments.draw.bounds import bounds, fewest
from scorekeeper.tournaments.draw.mending import Mended, places_for
from scorekeeper.tournaments.draw.movement import Rounds, fft_rounds, meetings
from scorekeeper.tournaments.draw.request import (
    DrawImpossible,
    DrawRequest,
    DrawResult,
    PlayedRound,
    not_apart,
    shuffled,
)
from scorekeeper.tournaments.draw.search import (
    FORBIDDEN,
    NEAR,
    SEARCHES,
    UNIT,
    Plan,
    anneal,
    design,
    evenly_seated,
    is_fair,
    mixed,
    placed,
    seated,
    table_sizes,
)
from scorekeeper.tournaments.draw.teams import draw_teams

__all__ = [
    "DrawImpossible",
    "DrawRequest",
    "DrawResult",
    "Mended",
    "PlayedRound",
    "draw",
    "places_for",
]

Tables = tuple[tuple[int, ...], ...]

FEW = msg("Il faut au moins trois joueurs.")

ONE_TABLE = msg("Une seule table : tout le monde se retrouve.")

FORCED = {
    1: msg("Certains sont exempts de nouveau avant d'autres, pour séparer des paires."),
    3: msg("Tables de trois : certains y retournent avant d'autres, pour séparer des paires."),
    5: msg("Tables de cinq : certains y retournent avant d'autres, pour séparer des paires."),
}
"""What is said where turns at odd tables are not kept, by the size of these."""

COST_OF_TURNS = {
    3: msg("%(n)s rencontres répétées : chacun va une fois à trois avant d'y retourner."),
    5: msg("%(n)s rencontres répétées : chacun va une fois à cinq avant d'y retourner."),
}
"""What is said where more repetitions are unavoidable because of these turns."""


def draw(wanted: DrawRequest) -> DrawResult:
    """Return the tables of a round.

    :raises DrawImpossible: of too few players or teams.
    """
    kind = "random" if wanted.kind == "ranking" and not wanted.earlier else wanted.kind
    if wanted.size == 2:
        return draw_teams(wanted)._replace(kind=kind)
    if wanted.odd == "exempt":
        return _melee(wanted, kind)
    return _players(wanted, kind)


def _players(wanted: DrawRequest, kind: str) -> DrawResult:
    """Return tables of players; at ``exempt`` those of one are no tables."""
    count = len(wanted.entrants)
    if not (sizes := table_sizes(count, wanted.odd)):
        few = msg("Il faut au moins quatre joueurs.")
        raise DrawImpossible(few if wanted.odd == "exempt" else FEW)
    rounds = 1 if wanted.kind == "ranking" else max(wanted.rounds, wanted.round)
    tables: Tables | None = None
    reasons: list[Message] = []
    if wanted.kind == "fft":
        tables, reasons = _by_movement(wanted, sizes, rounds)
        kind = "fft" if tables else "random"
    if not tables and kind != "ranking" and _since(wanted) == 1:
        plan = design(count, rounds, wanted.odd)
        if tables := _planned(plan, wanted):
            reasons += () if wanted.odd == "exempt" else _repetitions(plan, sizes)
    met = meetings(round.tables for round in wanted.earlier)
    searched = not tables
    tables = tables or _rest(wanted)
    is_forced = searched and not _is_fair(wanted, tables)
    pairs = [(min(pair), max(pair)) for table in tables for pair in combinations(table, 2)]
    repeats = sum(met[pair] for pair in pairs)
    if len(sizes) == 1:
        reasons = [ONE_TABLE] * (wanted.round > 1)
    elif searched and repeats:
        reasons.append(msg("Rencontres répétées : %(n)s. On n'a pas trouvé mieux.", n=repeats))
    if is_forced:
        reasons.append(next(FORCED[size] for size in sizes if size != 4))
    reasons += [not_apart(*pair) for pair in sorted(wanted.apart.intersection(pairs))]
    return DrawResult(
        tables, repeats=repeats, forced=is_forced, reasons=tuple(reasons), kind=kind
    )


def _by_movement(
    wanted: DrawRequest, sizes: Sequence[int], rounds: int
) -> tuple[Tables | None, list[Message]]:
    """Return the tables of the movement of the FFT, if there are any, and the reasons."""
    skipped = int(bool(wanted.teams))
    plan = None if 5 in sizes else fft_rounds(len(wanted.entrants), rounds + skipped)
    if not plan:
        return None, [msg("La FFT n'a pas de mouvement pour eux : tirage au hasard.")]
    tables = _planned(plan[skipped:], wanted)
    if not tables and not wanted.earlier:
        return None, [msg("La FFT ne sépare pas tous les couples : tirage au hasard.")]
    if not tables:
        return None, [msg("Le mouvement de la FFT est rompu : tirage au hasard.")]
    reasons = [*_repetitions(plan[skipped:], sizes, msg("C'est le mouvement de la FFT."))]
    if skipped:
        reasons.append(msg("La première position, entre partenaires, ne se joue pas."))
    return tables, reasons


def _melee(wanted: DrawRequest, kind: str) -> DrawResult:
    """Return tables at which two play against two: each table of the draw in the one of its
    three ways at which partners have been partners least often."""
    earlier = tuple(
        round._replace(tables=(*round.tables, *((one,) for one in round.exempt)))
        for round in wanted.earlier
    )
    drawn = _players(wanted._replace(earlier=earlier), kind)
    sides = ((t[:2], t[2:]) for round in wanted.earlier for t in round.tables)
    partners = meetings(sides)

    def repeats(table: tuple[int, ...]) -> int:
        return sum(partners[min(side), max(side)] for side in (table[:2], table[2:]))

    tables = []
    for a, b, c, d in (table for table in drawn.tables if len(table) == 4):
        ways = [(a, b, c, d), (a, c, b, d), (a, d, b, c)]
        tables.append(min(ways[::-1] if kind == "ranking" else ways, key=repeats))
    reason = msg("Personne ne retrouve un partenaire.")
    if again := sum(map(repeats, tables)):
        reason = msg("Partenaires qui l'ont déjà été : %(n)s, le moins possible.", n=again)
    exempt = tuple(one for table in drawn.tables for one in table if len(table) == 1)
    return drawn._replace(
        tables=tuple(tables), exempt=exempt, reasons=(reason, *drawn.reasons)
    )


def _who(rounds: Iterable[Iterable[Iterable[int]]]) -> list[list[frozenset[int]]]:
    """Return who sits at each table, wherever at it."""
    return [[frozenset(table) for table in round] for round in rounds]


def _planned(plan: Rounds, wanted: DrawRequest) -> Tables | None:
    """Return the round of a plan of the evening; None if what was played is not of it, or it
    does not keep pairs apart. Who is which of its numbers, the seats of round 1 say."""
    played = tuple(round.tables for round in wanted.earlier)
    if not played:
        rng = Random(wanted.seed)
        order = _by_team(wanted, rng) if wanted.teams else shuffled(wanted.entrants, rng)
        rounds = placed(plan, order, wanted.apart, wanted.rather(), rng)
    else:
        sitting = [one for table in played[0] for one in table]
        sizes = [len(table) for table in played[0]]
        if sizes != [len(table) for table in plan[0]] or {*sitting} != {*wanted.entrants}:
            return None
        numbers = (number for table in plan[0] for number in table)
        people = dict(zip(numbers, sitting, strict=True))
        rounds = tuple(tuple(tuple(people[n] for n in t) for t in round) for round in plan)
    left = rounds[len(played) :]
    if _who(rounds[: len(played)]) != _who(played):
        return None
    return None if wanted.apart.intersection(meetings(left)) else left[0]


def _by_team(wanted: DrawRequest, rng: Random) -> list[int]:
    """Return the players in the order of the numbers of the movement, so that partners sit at
    one table in its first position: four there, or two as North–South or East–West."""
    count, teams = len(wanted.entrants), shuffled(wanted.teams, rng)
    sitting = [one for team in sorted(teams, key=len, reverse=True) for one in team]
    sitting += shuffled({*wanted.entrants}.difference(sitting), rng)
    first = (fft_rounds(count, 1) or [()])[0]
    souths = {table[0] for table in first if len(table) == 3}
    numbers = sorted(range(count), key=lambda n: (n in souths, n))
    who = dict(zip(numbers, sitting, strict=True))
    return [who[n] for n in range(count)]


def _since(wanted: DrawRequest) -> int:
    """Return the first round of those who play now; at ``ranking`` each round is its own."""
    since = wanted.round
    while since > 1 and wanted.kind != "ranking":
        if {p for t in wanted.earlier[since - 2].tables for p in t} != {*wanted.entrants}:
            break
        since -= 1
    return since


def _rest(wanted: DrawRequest) -> Tables:
    """Return the next round of the plan that was made when the players changed last, or of a
    new one if something else was played since."""
    since = _since(wanted)
    played = tuple(round.tables for round in wanted.earlier[since - 1 :])
    seed = wanted.earlier[since - 1].seed if played else None
    then = wanted._replace(
        round=since,
        earlier=wanted.earlier[: since - 1],
        seed=wanted.seed if seed is None else seed,
    )
    rounds = _searched(then)
    if _who(rounds[: len(played)]) == _who(played) and len(rounds) > len(played):
        return rounds[len(played)]
    return _searched(wanted)[0]


def _visits(wanted: DrawRequest) -> list[int]:
    """Return how often each entrant has been at an odd table; −1 for who never was and was not
    always here: no turn at odd tables is theirs, they may sit there."""
    odd = (t for round in wanted.earlier for t in round.tables if len(t) != 4)
    visits = Counter(one for table in odd for one in table)
    present = ({p for t in round.tables for p in t} for round in wanted.earlier)
    always = {*wanted.entrants}.intersection(*present)
    return [visits[one] or (0 if one in always else -1) for one in wanted.entrants]


def _is_fair(wanted: DrawRequest, tables: Tables) -> bool:
    """Return True if nobody is at an odd table of the round before all were."""
    odd = {wanted.entrants.index(one) for t in tables if len(t) != 4 for one in t}
    return is_fair([odd], _visits(wanted))


@lru_cache(maxsize=8)
def _searched(wanted: DrawRequest) -> Rounds:
    """Return the rest of the evening, searched beside what was played; at ``ranking`` the next
    round alone, neighbors at a table. Where two who must not meet did so because of the turns
    at odd tables, these are only as even as possible."""
    best, plan = _plan(wanted, is_even=False)
    has_turns = {*table_sizes(len(wanted.entrants), wanted.odd)} != {4}
    if best >= FORBIDDEN and has_turns:
        plan = min((best, plan), _plan(wanted, is_even=True))[1]
    return plan


def _plan(wanted: DrawRequest, is_even: bool) -> tuple[int, Rounds]:
    """Return the least cost that was found, and its rounds.

    :param is_even: turns at odd tables are even over all rounds only.
    """
    people, count = wanted.entrants, len(wanted.entrants)
    is_ranked = wanted.kind == "ranking"
    rather = wanted.rather()
    met = meetings(round.tables for round in wanted.earlier)

    def cost(i: int, j: int) -> int:
        pair = min(people[i], people[j]), max(people[i], people[j])
        soft = ((i - j) ** 2, count) if is_ranked else (0, 1)
        hard = UNIT * met[pair] + FORBIDDEN * (pair in wanted.apart)
        return hard + soft[0] + soft[1] * (pair in rather)

    costs = [[cost(i, j) if i != j else 0 for j in range(count)] for i in range(count)]
    rng = Random(f"{wanted.seed} {wanted.round}")
    rounds = 1 if is_ranked else max(wanted.rounds - wanted.round, 0) + 1
    turns = _visits(wanted)
    best, plan, costly = FORBIDDEN * count * count, Plan(), list[int]()
    for heat in SEARCHES[is_ranked]:
        if best <= heat.enough:
            continue
        sizes = table_sizes(count, wanted.odd)
        start, bound = seated(turns, sizes, rounds, rng, is_ranked)
        if heat is NEAR and plan:
            start = plan
        elif is_even and not is_ranked:
            start = evenly_seated(turns, sizes, rounds, rng)
        copied = [row[:] for row in costs]
        found = anneal(start, bound, copied, rng, heat, turns, is_even=is_even)
        best, plan = min((best, plan), found)
        costly.append(found[0] // UNIT)
        if is_ranked and heat is not NEAR:
            continue
        if best < UNIT or costly.count(best // UNIT) == 3:
            break
    seats = [sorted(map(sorted, round)) if is_ranked else mixed(round, rng) for round in plan]
    return best, tuple(tuple(tuple(people[n] for n in t) for t in round) for round in seats)


def _repetitions(
    plan: Rounds, sizes: Sequence[int], fft: Message | None = None
) -> Iterator[Message]:
    """Yield what there is to say of the repetitions of an evening, and of its odd tables."""
    rounds = len(plan)
    total = sum(times * (times - 1) // 2 for times in meetings(plan).values())
    odd, known = 0 if fft else sum({3, 5} & {*sizes}), bounds(sizes, rounds)
    if rounds == 1:
        return
    if odd and fewest(sizes, rounds) > max(known):
        yield COST_OF_TURNS[odd]._replace(values={"n": total})
        return
    if not total:
        yield msg("Aucune rencontre répétée en %(rounds)s positions.", rounds=rounds)
    else:
        proved, found = msg("On ne peut pas l'éviter."), msg("On n'a pas trouvé mieux.")
        why = fft or (proved if total in known else found)
        values = {"n": total, "rounds": rounds, "why": why}
        yield msg(
            "Des joueurs se reverront : %(n)s fois en %(rounds)s positions. %(why)s", **values
        )
    if odd:
        three = msg("Tables de trois : d'abord qui n'y a jamais été.")
        five = msg("Tables de cinq : d'abord qui n'y a jamais été.")
        yield three if odd == 3 else five
