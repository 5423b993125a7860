"""Latecomers and leavers once tables are published: seated without a redraw."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from scorekeeper.tournaments.draw.search import table_sizes

Tables = tuple[tuple[int, ...], ...]


class Mended(NamedTuple):
    """A proposal: the tables of a round as they would be."""

    tables: Tables
    exempt: tuple[int, ...]
    changed: tuple[int, ...]
    """Numbers of the tables where somebody sits down or is taken away, from 1."""


def places_for(
    late: Iterable[int],
    tables: Sequence[Sequence[int]],
    size: int,
    odd: str,
    exempt: Iterable[int] = (),
    apart: frozenset[tuple[int, int]] = frozenset(),
) -> list[Mended]:
    """Return ways to seat everybody, at most three, the one that disturbs least first; then
    each other table that somebody who is late alone can join.

    :param late: players, or teams, without a seat.
    :param tables: as they were published, without who has left: some may be too small. Where
        one is given up, the last table takes its number.
    :param exempt: teams without an opponent.
    """
    late = tuple(late)
    exempt = tuple(exempt)
    least, most = (size, size) if odd == "exempt" else (3, 5)
    found: dict[frozenset[frozenset[int]], Mended] = {}
    broken = [n for n, table in enumerate(tables) if len(table) < least]
    for *closed, with_fifths in product((False, True), repeat=min(len(broken), 6) + 1):
        given_up = {n for n, is_one in zip(broken, closed, strict=False) if is_one}
        now = [[] if n in given_up else list(table) for n, table in enumerate(tables)]
        loose = [*exempt, *late, *(one for n in sorted(given_up) for one in tables[n])]
        _fill_tables(now, loose, size, odd, apart)
        if odd != "exempt":
            _place_leftovers(now, loose, odd, with_fifths, apart)
        while [] in now:
            if last := now.pop():
                now[now.index([])] = last
        new, before = tuple(map(tuple, now)), [*map(tuple, tables)]
        is_whole = all(least <= len(table) <= most for table in new)
        if is_whole and len(loose) < (size if odd == "exempt" else 1):
            changed = (n + 1 for n, table in enumerate(new) if [table] != before[n : n + 1])
            key = frozenset(map(frozenset, (*new, loose)))
            found.setdefault(key, Mended(new, tuple(loose), tuple(changed)))

    def harm(mended: Mended) -> tuple[int, int]:
        sizes = Counter(map(len, mended.tables))
        unusual = sizes[3] if odd == "five" else sizes[5] + max(sizes[3] - 3, 0)
        return unusual, len(mended.changed)

    best = sorted(found.values(), key=harm)[:3]
    singles = _joined(late, tables, exempt, least, most, apart)
    known = {mended.tables for mended in best}
    return best + sorted((one for one in singles if one.tables not in known), key=harm)


def _joined(
    late: Sequence[int],
    tables: Sequence[Sequence[int]],
    exempt: tuple[int, ...],
    least: int,
    most: int,
    apart: frozenset[tuple[int, int]],
) -> Iterator[Mended]:
    """Yield each way to add one who is late to a table that is whole."""
    if len(late) != 1 or any(len(table) < least for table in tables):
        return
    for place, table in enumerate(tables):
        if len(table) < most and _may_join(late[0], table, apart):
            joined = (*table, late[0])
            new = [*tables[:place], joined, *tables[place + 1 :]]
            yield Mended(tuple(map(tuple, new)), exempt, (place + 1,))


def _fill_tables(
    tables: list[list[int]],
    loose: list[int],
    size: int,
    odd: str,
    apart: frozenset[tuple[int, int]],
) -> None:
    """Fill short tables, the fullest first, then open new ones."""
    for wanted in range(1, size):
        for table in (t for t in tables if 0 < len(t) < size):
            for one in [one for one in loose if len(table) == wanted]:
                if len(table) == wanted and _may_join(one, table, apart):
                    table.append(one)
                    loose.remove(one)
    whole = [size] * (len(loose) // size)
    sizes = table_sizes(len(loose), "three") if odd == "three" else whole
    for count in sizes:
        tables.append(loose[:count])
        del loose[:count]


def _place_leftovers(
    tables: list[list[int]],
    loose: list[int],
    odd: str,
    with_fifths: bool,
    apart: frozenset[tuple[int, int]],
) -> None:
    """Add leftovers as fifth players, or form one table with players from larger ones: first
    of fives, to a four where the odd tables are fives; of fours only to a three."""
    fours = [table for table in reversed(tables) if len(table) == 4]
    if loose and with_fifths:
        for table in fours:
            for one in [one for one in loose[:1] if _may_join(one, table, apart)]:
                table.append(one)
                loose.remove(one)
        return
    small = [table for table in tables if 0 < len(table) < 3]
    if loose:
        small.append(loose[:])
        tables.append(small[-1])
        loose.clear()
    fives = [table for table in reversed(tables) if len(table) == 5]
    for short in small:
        for table in (*fives, *fours):
            size, wanted = (5, 4 if odd == "five" else 3) if table in fives else (4, 3)
            others = [one for one in table[1:] if _may_join(one, short, apart)]
            if len(short) < wanted and len(table) == size and others:
                short.append(others[-1])
                table.remove(others[-1])


def _may_join(one: int, table: Sequence[int], apart: frozenset[tuple[int, int]]) -> bool:
    return not any((min(one, p), max(one, p)) in apart for p in table)
