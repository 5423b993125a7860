"""What the lines of a table are: hands, or totals, means, standings and remarks."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import accumulate, chain, compress, pairwise, product
from operator import ne

from scorekeeper.i18n.messages import Message, decimal, msg
from scorekeeper.rules.answers import joined
from scorekeeper.sheets.formats.cells import Line, first_of, number
from scorekeeper.sheets.formats.findings import Findings
from scorekeeper.sheets.formats.hand_points import game_of
from scorekeeper.sheets.formats.table_columns import (
    FEW,
    OTHERS,
    PLAYERS,
    SCORES,
    Columns,
    Points,
    has_digit,
    is_aside,
    is_beside,
    is_mean,
    is_run,
    is_total,
    is_word,
    says,
    value,
)

ENDS = ((0, 1), (1, 0), (0, 2), (1, 1), (2, 0))
"""So many lines above and below the hands may be their sums and means."""

ASIDE = "aside"
CHOICES = (ASIDE, msg("Laisser de côté")), ("hand", msg("Compter comme donne"))
"""The answers for a line that may be no hand, the first one alone for a total that is wrong: a
« non » could be read both ways."""


def words(line: Line) -> list[str]:
    return [cell for cell in line.cells if is_word(cell)]


def _names_lines(head: str) -> bool:
    """Return True for the head of a column that may say what a line is."""
    return not head or is_beside(head) or says(head, PLAYERS)


def is_title(line: Line) -> bool:
    """Return True for one or two cells, first total, mean…: a title of the line below."""
    said = [cell for cell in line.cells if cell]
    return 0 < len(said) < 3 and is_aside(said[0])


def _is_priced(line: Line) -> bool:
    """Return True if every number of a line is an amount in euros: it is no hand."""
    return all("€" in cell for cell in line.cells if number(cell) is not None)


def _amount(points: Decimal) -> Message | int:
    return decimal(int(points * 100), 2) if points % 1 else int(points)


def _total(rows: Sequence[Points]) -> list[Decimal]:
    return [sum(column, Decimal()) for column in zip(*rows, strict=True)]


def _is_of(points: Points, rows: Sequence[Points], total: Points) -> bool:
    """Return True for the sums or the means of hands, perhaps of those before standings."""
    is_standing = bool(rows) and is_mean(points, rows, rows[-1])
    return is_standing or points == total or is_mean(points, rows, total)


def _of_points(hands: list[Line]) -> list[Line]:
    """Return the hands: if the heads of some say points, without those whose heads are other
    words, as games, victories or contracts."""
    of_points = [says(next(filter(None, line.cells), ""), SCORES) for line in hands]
    return hands if 2 * sum(of_points) < len(hands) else [*compress(hands, of_points)]


def _added(one: Points, more: Points) -> list[Decimal]:
    return [a + b for a, b in zip(one, more, strict=True)]


class Lines:
    """The lines below the names of a table.

    :param findings: takes what was assumed.
    """

    def __init__(self, head: Line, lines: Sequence[Line], findings: Findings) -> None:
        self._head, self._findings = head, findings
        self.numbered = [line for line in lines if line.numbers]
        """Those that have a number."""
        self._under = {b.place: words(a)[0] for a, b in pairwise(lines) if is_title(a)}
        remarks = [" ".join(words(line)) for line in lines if words(line) and not line.numbers]
        if remarks:
            text = msg("Laissé de côté : %(remarks)s", remarks=tuple(remarks[:FEW]))
            findings.note(text)
        first = [cell for line in self.numbered[:1] for cell in line.cells if cell]
        is_counted = is_run([line.cells[0] for line in self.numbered])
        self._seats = self.numbered[: len(first) >= FEW and is_run(first) and not is_counted]
        priced = [line for line in self.numbered if _is_priced(line)]
        self._priced = priced if 2 * len(priced) < len(self.numbered) else []
        unnamed = [line for line in self.numbered if not self._is_named(line)]
        totals = [line for line in self.numbered if not self._is_other(line)]
        self.hands = unnamed or (totals or self.numbered)[:1]
        """Those that are hands, as far as is known."""

    def find_hands(self, columns: Columns) -> tuple[bool, bool]:
        """Set the lines aside that are no hands: two reasons are enough, one is asked about.
        Return whether one is the sum of all hands, and whether one is equal to the last line,
        as in a table of standings."""
        self._columns, players = columns, columns.players
        self._values = {of.place: [value(of, n) for n in players] for of in self.numbered}
        hands, ends = self._without_sums(self._marked())
        rows, places = [*map(self._points, hands)], {line.place for line in _of_points(hands)}
        kept, apart = list[Line](), dict[tuple[bool, bool, bool, str], list[Line]]()
        self._wrong = dict[int, list[Message]]()
        has_totals = has_standings = is_after = False
        total, block, filled = _total(rows), 0, players + columns.labels
        so_far = since = nothing = [Decimal()] * len(players)
        lines = [line for line in self.numbered if any(line.cells[n] for n in filled)]
        for left, line in zip(range(len(lines), 0, -1), lines, strict=True):
            points, is_named = self._points(line), self._is_named(line)
            sums = (since,) * (block > 1) + (so_far,) * (len(kept) > 1)
            is_sum = any(points) and points in sums
            is_none = line.place not in places or (is_sum and not self._is_numbered(line))
            if not (is_none or is_sum or (is_after and left < FEW)):
                so_far, since, is_after = _added(so_far, points), _added(since, points), False
                kept, block = [*kept, line], block + 1
                continue
            is_after |= is_sum and not is_named and len(kept) >= FEW
            is_standing = is_named and bool(kept) and points == self._points(kept[-1])
            has_totals |= points == total
            fits = points in (so_far, since) or _is_of(points, rows, total)
            fits |= self._is_other(line)
            has_standings |= is_standing and not fits and len(hands) >= FEW - 1
            has_places = 1 in points and says(self._under.get(line.place, ""), OTHERS)
            fits |= is_standing or has_places
            block, since = 0, nothing
            self._wrong[line.place] = self._unequal(line, sums or (total,))
            fits |= line in self._seats and not self._is_numbered(line)
            reasons = max(fits + is_none, 1)
            if line in self._seats:
                reasons = 2 - self._is_numbered(line)
            elif line in ends:
                reasons = fits + self._reasons(line, hands, rows)
            kind = fits, reasons > 1, reasons > 0, "".join(words(line)[:1])
            apart.setdefault(kind, []).append(line)
        self.hands = sorted(kept + self._kept_of(apart), key=lambda line: line.place)
        return has_totals, has_standings

    def _is_numbered(self, line: Line) -> bool:
        return self._columns.counter < 0 or bool(line.cells[self._columns.counter])

    def _reasons(self, line: Line, hands: Sequence[Line], rows: Sequence[Points]) -> int:
        """Count further reasons why a line above or below the hands is none; `rows` are the
        hands' points."""
        points = self._points(line)
        total, is_many = _total(rows), len(rows) >= FEW
        gap = min(abs(line.place - hand.place) for hand in hands)
        is_apart = gap > 1 and not line.is_turned
        is_exact = is_many if points == total else any(n % 1 for n in points)
        is_odd = is_mean(points, rows, total) and (
            sum(points) not in map(sum, rows) or game_of(rows) is not game_of([points])
        )
        is_no_hand = is_many and (points == total or is_odd)
        return is_apart + is_exact + is_no_hand - (self._columns.counter >= 0)

    def _kept_of(
        self, apart: Mapping[tuple[bool, bool, bool, str], Sequence[Line]]
    ) -> list[Line]:
        """Return the lines that are hands, of those that are rather none, by their kind."""
        kept = list[Line]()
        for (fits, sure, likely, _), lines in apart.items():
            wrong = first_of([*chain(*(self._wrong[line.place] for line in lines))])
            named = {"line": first_of([line.name for line in lines])}
            named |= {} if fits else {"cells": joined(" · ", wrong)}
            text = msg("Ce n'est pas une donne : %(line)s", **named)
            choices = CHOICES[:: 1 if likely else -1]
            if not fits and all(map(self._says_total, lines)):
                text = msg("Le total n'est pas la somme : %(line)s. %(cells)s", **named)
                choices = CHOICES[:1]
            elif not fits:
                text = msg("Est-ce une donne : %(line)s ? %(cells)s", **named)
            if self._findings.choose(f"line{lines[0].place}", text, choices, sure) != ASIDE:
                kept += lines
        return kept

    def _unequal(self, line: Line, sums: Sequence[Points]) -> list[Message]:
        """Return the cells of a line that differ from the nearest of some sums."""
        points = self._points(line)
        nearest = min(sums, key=lambda of: sum(map(ne, of, points)))
        cells = zip(self._columns.players, points, nearest, strict=True)
        why = (
            (n, msg("%(n)s, la somme est %(sum)s", n=_amount(own), sum=_amount(due)))
            for n, own, due in cells
            if own != due
        )
        return [line.fault(text, n).message for n, text in why]

    def _points(self, line: Line) -> list[Decimal]:
        return self._values[line.place]

    def _is_named(self, line: Line) -> bool:
        """Return True for a line that says that it is no hand."""
        is_word = any(map(is_total, words(line))) or self._is_other(line)
        return line.place in self._under or is_word or line in self._seats

    def _says_total(self, line: Line) -> bool:
        """Return True for a line that says that it is a total, in no note of a hand."""
        cells = zip(self._head.cells, line.cells, strict=True)
        return any(is_total(cell) and _names_lines(head) for head, cell in cells)

    def _is_other(self, line: Line) -> bool:
        """Return True for a line of ranks, means and the like: the first or the last cell says
        so, and is not a note of the hand."""
        if line in self._priced:
            return True
        said = [n for n, cell in enumerate(line.cells) if cell]
        heads, ends = self._head.cells, (said[0], said[-1])
        return any(says(line.cells[n], OTHERS) and _names_lines(heads[n]) for n in ends)

    def _marked(self) -> list[Line]:
        """Return the hands without those that have a word where most have none, as the number
        of the hand or the day, and without the few at an end that have no number."""
        others = [self._points(line) for line in self.numbered if line not in self.hands]
        if _total([*map(self._points, self.hands)]) in others:
            return self.hands
        has_counter, date = self._columns.counter >= 0, self._columns.date
        column = self._columns.counter if has_counter else date
        if column < 0:
            return self.hands
        marks = [line.cells[column] for line in self.hands]
        said = [n for n, cell in enumerate(marks) if is_word(cell) and not has_digit(cell)]
        counted = [cell for n, cell in enumerate(marks) if cell and n not in said]
        said = said if 2 * len(said) < len(marks) + (date >= 0) or is_run(counted) else []
        numbered = [n for n, cell in enumerate(marks) if cell and n not in said]
        if has_counter and len(marks) - len(numbered) < FEW:
            return [self.hands[n] for n in numbered]
        return [line for n, line in enumerate(self.hands) if n not in said]

    def _without_sums(self, lines: list[Line]) -> tuple[list[Line], list[Line]]:
        """Return the hands without the lines that are the sums or the means of the others,
        though no word says so, and these."""
        places = {line.place for line in lines}
        others = [line for line in self.numbered if line.place not in places]
        if _total([*map(self._points, lines)]) in map(self._points, others):
            return lines, []
        end = len(lines) // 2 * 2  # perhaps the standing after each hand, and the last again
        hands, apart = lines[:end:2], lines[1:end:2] + lines[end:]
        standings = [*accumulate(map(self._points, hands), _added)]
        standings += standings[-1:] * (len(apart) - len(hands))
        if len(hands) > 1 and [*map(self._points, apart)] == standings:
            return hands, apart
        for is_sum, (above, below) in product((True, False), ENDS):
            end = len(lines) - below
            hands, apart = lines[above:end], lines[:above] + lines[end:]
            rows = [*map(self._points, hands)]
            total = _total(rows)
            of = [*map(self._points, apart)]
            is_of = all(n == total or (not is_sum and _is_of(n, rows, total)) for n in of)
            if len(hands) >= len(apart) and is_of:
                return hands, apart
        return lines, []
