"""The draw: the tables of a round, a pure function of all that it depends on."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.tournaments.draw.contract import (
    DrawImpossible,
    Drawn,
    Progress,
    Seating,
    Wanted,
    unwatched,
)
from scorekeeper.tournaments.draw.movement import Rounds, fft_rounds, meetings
from scorekeeper.tournaments.draw.search import (
    FORBIDDEN,
    SWAPS,
    UNIT,
    Evening,
    design,
    fewest,
    fewest_by_pigeonhole,
    mixed,
    placed,
    repetitions,
    table_sizes,
)
from scorekeeper.tournaments.draw.teams import draw_teams

__all__ = ["DrawImpossible", "Drawn", "Progress", "Seating", "Wanted", "draw", "unwatched"]

Tables = tuple[tuple[int, ...], ...]

TRIES = 3
"""Searches for what is left of an evening whose players have changed."""


def draw(wanted: Wanted, progress: Progress = unwatched) -> Drawn:
    """Return the tables of a round.

    :raises DrawImpossible: of too few players or teams.
    """
    kind = "random" if wanted.kind == "ranking" and not wanted.earlier else wanted.kind
    if wanted.size == 2:
        return draw_teams(wanted)._replace(kind=kind)
    count = len(wanted.entrants)
    if not (sizes := table_sizes(count, wanted.odd)):
        raise DrawImpossible(msg("Il faut au moins trois joueurs."))
    rounds, reasons = max(wanted.rounds, wanted.round), []
    plan: Rounds | None = None
    tables: Tables | None = None
    if wanted.kind == "fft":
        plan = fft_rounds(count, rounds) if 3 in sizes or count % 4 == 0 else None
        tables = _planned(plan, wanted) if plan else None
        kind = "fft" if tables else "random"
        if not plan:
            reasons.append(msg("La FFT n'a pas de mouvement pour eux : tirage au hasard."))
        elif not tables:
            reasons.append(msg("Le mouvement de la FFT est rompu : tirage au hasard."))
    if not tables and kind != "ranking":
        plan = design(count, rounds, wanted.odd)
        tables = _planned(plan, wanted)
    if not tables:
        plan, tables = None, _searched(wanted, sizes, progress)
    met = _met(wanted.earlier)
    pairs = [(min(pair), max(pair)) for table in tables for pair in combinations(table, 2)]
    repeats = sum(met[pair] for pair in pairs)
    reasons += _reasons(wanted, sizes, plan, repeats)
    for one, other in sorted(wanted.apart.intersection(pairs)):
        reasons.append(
            msg(
                "Les numéros %(one)s et %(other)s n'ont pas pu être séparés.",
                one=one,
                other=other,
            )
        )
    return Drawn(tables, repeats=repeats, reasons=tuple(reasons), kind=kind)


def _met(earlier: Sequence[Seating]) -> Counter[tuple[int, int]]:
    return meetings(tuple(round.tables for round in earlier))


def _planned(plan: Rounds, wanted: Wanted) -> Tables | None:
    """Return the round of a plan of the evening; None if what was played is not of it, or it
    does not keep pairs apart. Who is which of its numbers, the seats of round 1 say."""
    if not wanted.earlier:
        rng = Random(wanted.seed)
        rounds = placed(plan, wanted.entrants, wanted.apart, wanted.rather, rng)
    else:
        first = wanted.earlier[0].tables
        sitting = [one for table in first for one in table]
        sizes = [len(table) for table in first]
        if sizes != [len(table) for table in plan[0]] or set(sitting) != set(wanted.entrants):
            return None
        numbers = (number for table in plan[0] for number in table)
        people = dict(zip(numbers, sitting, strict=True))
        rounds = tuple(tuple(tuple(people[n] for n in t) for t in round) for round in plan)
    played = tuple(round.tables for round in wanted.earlier)
    if rounds[: len(played)] != played:
        return None
    is_kept = wanted.kind == "fft" or not wanted.apart.intersection(
        meetings(rounds[len(played) :])
    )
    return rounds[len(played)] if is_kept else None


def _searched(wanted: Wanted, sizes: Sequence[int], progress: Progress) -> Tables:
    """Return the next round of the rest of the evening, searched beside what was played; or at
    ``ranking`` the next round alone, neighbors at a table."""
    people, count = wanted.entrants, len(wanted.entrants)
    is_ranked = wanted.kind == "ranking"
    met = _met(wanted.earlier)
    visits = Counter(
        one
        for round in wanted.earlier
        for table in round.tables
        if len(table) != 4
        for one in table
    )

    def cost(i: int, j: int) -> int:
        pair = min(people[i], people[j]), max(people[i], people[j])
        cost = UNIT * met[pair] + FORBIDDEN * (pair in wanted.apart)
        near = (i - j) ** 2 if is_ranked else 0
        return cost + near + (pair in wanted.rather) * (count if is_ranked else 1)

    costs = [[cost(i, j) if i != j else 0 for j in range(count)] for i in range(count)]
    rng = Random(f"{wanted.seed}/{wanted.round}")
    best: tuple[int, list[list[int]]] | None = None
    for attempt in range(TRIES):
        evening = Evening([visits[p] for p in people], sizes, [row[:] for row in costs])
        evening.fill(1 if is_ranked else wanted.rounds - wanted.round + 1, rng, is_ranked)
        if not is_ranked:
            found = evening.anneal(rng, swaps=SWAPS // TRIES, progress=progress)
        elif attempt:  # repetitions first, then the ranking
            found = evening.anneal(rng, swaps=SWAPS // TRIES, cold=1, progress=progress)
        else:
            found = evening.anneal(rng, swaps=SWAPS // TRIES, hot=64, cold=1, reach=16)
        if best is None or found < best[0]:
            best = found, evening.rounds[0]
        if found < UNIT:
            break
    assert best is not None
    tables = sorted(map(sorted, best[1])) if is_ranked else mixed(best[1], rng)
    return tuple(tuple(people[n] for n in table) for table in tables)


def _reasons(
    wanted: Wanted, sizes: Sequence[int], plan: Rounds | None, repeats: int
) -> Iterator[Message]:
    """Yield what there is to say of repetitions and odd tables."""
    count, rounds = len(wanted.entrants), max(wanted.rounds, wanted.round)
    total = repetitions(plan) if plan else repeats
    values = {"n": total, "rounds": rounds, "players": count, "tables": len(sizes)}
    if plan and not total:
        yield msg("Aucune rencontre répétée en %(rounds)s positions.", **values)
    elif not plan and total:
        yield msg("Rencontres répétées : %(n)s, le moins qui ait été trouvé.", **values)
    elif plan and wanted.kind == "fft" and plan == fft_rounds(count, rounds):
        yield msg("Rencontres répétées par le mouvement de la FFT : %(n)s.", **values)
    elif plan and total > fewest(count, sizes, rounds):
        yield msg(
            "Rencontres répétées en %(rounds)s positions : %(n)s, "
            "le moins qui ait été trouvé.",
            **values,
        )
    elif plan and fewest_by_pigeonhole(sizes):
        yield msg(
            "Rencontres répétées en %(rounds)s positions : %(n)s, inévitables : "
            "il n'y a que %(tables)s tables.",
            **values,
        )
    elif plan:
        yield msg(
            "Rencontres répétées en %(rounds)s positions : %(n)s, inévitables : "
            "chacun n'a que %(others)s adversaires.",
            **values,
            others=count - 1,
        )
    seats = rounds * sum(size for size in sizes if size != 4)
    if seats > count:
        yield msg(
            "Tables de trois ou de cinq : %(seats)s places en %(rounds)s positions pour "
            "%(players)s joueurs ; d'abord qui n'y a jamais été.",
            **values,
            seats=seats,
        )
    elif seats and plan and wanted.kind != "fft":
        yield msg("Personne n'est deux fois à une table de trois ou de cinq.")
