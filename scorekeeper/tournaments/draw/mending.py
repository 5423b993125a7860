"""Latecomers and leavers once tables are published: seated without a redraw."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
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


class _Seating(NamedTuple):
    """The bounds of a table: its seats, and who must not meet."""

    size: int
    odd: str
    apart: frozenset[tuple[int, int]]

    @property
    def sizes(self) -> range:
        """The allowed numbers of seats."""
        return range(self.size, self.size + 1) if self.odd == "exempt" else range(3, 6)

    def may_join(self, one: int, table: Sequence[int]) -> bool:
        """Return True if somebody meets nobody there whom he must not meet."""
        return not any((min(one, p), max(one, p)) in self.apart for p in table)

    def harm(self, mended: Mended) -> tuple[int, int]:
        """Return how unusual the tables of a proposal are, and how many change."""
        sizes = Counter(map(len, mended.tables))
        unusual = sizes[3] if self.odd == "five" else sizes[5] + max(sizes[3] - 3, 0)
        return unusual, len(mended.changed)


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
    late, exempt, seating = tuple(late), tuple(exempt), _Seating(size, odd, apart)
    found: dict[frozenset[frozenset[int]], Mended] = {}
    broken = [n for n, table in enumerate(tables) if len(table) < seating.sizes[0]]
    for *closed, with_fifths in product((False, True), repeat=min(len(broken), 6) + 1):
        given_up = {n for n, is_one in zip(broken, closed, strict=False) if is_one}
        if mended := _mended((*exempt, *late), tables, given_up, with_fifths, seating):
            key = frozenset(map(frozenset, (*mended.tables, mended.exempt)))
            found.setdefault(key, mended)
    best = sorted(found.values(), key=seating.harm)[:3]
    known = {mended.tables for mended in best}
    singles = [] if broken or len(late) != 1 else _joined(late[0], tables, exempt, seating)
    others = (one for one in singles if one.tables not in known)
    return best + sorted(others, key=seating.harm)


def _mended(
    people: Iterable[int],
    tables: Sequence[Sequence[int]],
    given_up: Collection[int],
    with_fifths: bool,
    seating: _Seating,
) -> Mended | None:
    """Return the tables once some are given up and people sit down, if all can."""
    now = [[] if n in given_up else list(table) for n, table in enumerate(tables)]
    loose = [*people, *(one for n in sorted(given_up) for one in tables[n])]
    _fill_tables(now, loose, seating)
    if seating.odd != "exempt":
        _place_leftovers(now, loose, with_fifths, seating)
    while [] in now:
        if last := now.pop():
            now[now.index([])] = last
    new, before = tuple(map(tuple, now)), [*map(tuple, tables)]
    most_loose = seating.size - 1 if seating.odd == "exempt" else 0
    if len(loose) > most_loose or any(len(table) not in seating.sizes for table in new):
        return None
    changed = (n + 1 for n, table in enumerate(new) if [table] != before[n : n + 1])
    return Mended(new, tuple(loose), tuple(changed))


def _joined(
    one: int, tables: Sequence[Sequence[int]], exempt: tuple[int, ...], seating: _Seating
) -> Iterator[Mended]:
    """Yield each way to add one who is late to a table that is whole."""
    for place, table in enumerate(tables):
        if len(table) + 1 in seating.sizes and seating.may_join(one, table):
            new = [*tables[:place], (*table, one), *tables[place + 1 :]]
            yield Mended(tuple(map(tuple, new)), exempt, (place + 1,))


def _fill_tables(tables: list[list[int]], loose: list[int], seating: _Seating) -> None:
    """Fill short tables, the fullest first, then open new ones."""
    size = seating.size
    for wanted in range(1, size):
        for table in (t for t in tables if 0 < len(t) < size):
            for one in [one for one in loose if len(table) == wanted]:
                if len(table) == wanted and seating.may_join(one, table):
                    table.append(one)
                    loose.remove(one)
    whole = [size] * (len(loose) // size)
    sizes = table_sizes(len(loose), "three") if seating.odd == "three" else whole
    for count in sizes:
        tables.append(loose[:count])
        del loose[:count]


def _place_leftovers(
    tables: list[list[int]], loose: list[int], with_fifths: bool, seating: _Seating
) -> None:
    """Add leftovers as fifth players, or form one table with players from larger ones: first
    of fives, to a four where the odd tables are fives; of fours only to a three."""
    fours = [table for table in reversed(tables) if len(table) == 4]
    if loose and with_fifths:
        for table in fours:
            for one in [one for one in loose[:1] if seating.may_join(one, table)]:
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
            is_five = table in fives
            size, wanted = (5, 4 if seating.odd == "five" else 3) if is_five else (4, 3)
            others = [one for one in table[1:] if seating.may_join(one, short)]
            if len(short) < wanted and len(table) == size and others:
                short.append(others[-1])
                table.remove(others[-1])
