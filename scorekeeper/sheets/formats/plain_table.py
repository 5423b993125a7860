"""A table as people keep one, without a word of what it is: a line of names, lines of points.

What surrounds them is set aside: titles, the numbers of the hands, totals, remarks, standings
in the place of points, players in the rows. Each thing that is assumed is a finding, which
whoever brings the table can answer otherwise; a doubt has to be answered.
"""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import accumulate, pairwise
from operator import itemgetter

from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import Game
from scorekeeper.sheets.formats.cells import Line, Rows, TableRefused, number
from scorekeeper.sheets.formats.columns import day_of
from scorekeeper.sheets.formats.findings import Findings
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.names import unaccented

MOST_POINTS = 99_999
"""The points of one cell; as in :mod:`scorekeeper.games.freeform`."""

MOST_COLUMNS = 24
"""The columns of a table: those of eight players, their totals, and what is beside them."""

FEW = 3
"""So many hands make a coincidence unlikely."""

NOTHING = re.compile(r"[-–—−/\\×∅]*")
ABSENT = re.compile(r"x+|abs|absente?|n/a|m|morte?", re.IGNORECASE)
"""What stands for a player who sat out."""

NUMBERS = re.compile(
    r"#|(n|no|nr|num|numero|n[°º])( (de )?donne)?|donnes?|manches?|parties?|tours?|jeux?|main"
    r"|coups?|menes?|rounds?|hands?|deals?|games?|lignes?"
)
"""The heads of a column with the number of the hand, without accents."""

TOTALS = re.compile(
    r"\b(sous-?)?(total|totaux|totals|subtotal|sums?|summe|gesamt\w*|sommes?|cumul\w*|scores?"
    r"|soldes?|bilan|report(er)?|controles?|check|verif\w*|sigma)\b|[σ∑]"
)
"""Words of a line or a column of totals, without accents."""

OTHERS = re.compile(
    r"(moy(ennes?)?|average|mean|rangs?|rank|classements?|places?|coef\w*|enjeux?|mises?|ecarts?"
    r"|diff\w*)( .*)?"
)
"""The heads of other lines and columns of numbers that are no points, without accents."""

PLAYERS = re.compile(r"joueu(r|se)s?|(pre)?noms?|players?|names?")
"""The heads of a column with the names of the players, without accents."""

NOTES = re.compile(r"notes?|remarques?|commentaires?|comments?|remarks?|observations?")
DAYS = re.compile(r"dates?|jours?|days?")
DEALERS = re.compile(r"donneu(r|se)|dealer")

FAR = 4
"""So many times the size of other numbers is another size."""

ENDS = ((0, 1), (1, 0), (0, 2), (1, 1), (2, 0))
"""So many lines above and below the hands may be their sums and means."""

SPREAD = 10
"""Points that differ by so much have no means by coincidence."""

LONGEST_HEAD = 20
"""The letters of a head, or of the word that says that a line is a total."""

RATIOS = {
    *((-1, -1, 2), (-1, -1, -1, 3), (-1, -1, -1, -1, 4), (-1, -1, -1, 1, 2)),
    *((-2, 1, 1), (-3, 1, 1, 1), (-4, 1, 1, 1, 1), (-2, -1, 1, 1, 1)),
}
"""The points of the players of a hand of Tarot as multiples of the smallest, in order."""

TRICKS = (162, 182, 252, 272)
"""The points of both sides of a hand of Belote: of the tricks, with belote, capot, or both."""

Points = Sequence[Decimal]


def split(rows: Rows, findings: Findings) -> tuple[str, Line, list[Line]]:
    """Return the title above a table, its line of names, and the lines below it.

    :param findings: takes what was assumed.
    :raises DocumentError: if there is no line of names with lines of points below it.
    """
    lines = [Line(n, [cell.strip() for cell in row]) for n, row in enumerate(rows, 1)]
    width = max((len(line.cells) for line in lines), default=0)
    for line in lines:
        line.cells.extend([""] * (width - len(line.cells)))
    lines = _one_table([line for line in lines if any(line.cells)], findings)
    for least in (1, 2):  # a title above the names may have a number, too
        first = next((n for n, line in enumerate(lines) if _count(line) >= least), 0)
        above = [n for n in range(first) if len(_words(lines[n])) > 1]
        if above or (lines and _is_turned(lines[first:])):
            break
    start = above[-1] if above else first
    title = next((_words(line)[0] for line in lines[:start] if _words(line)), "")
    table = lines[start:]
    if table and _is_turned(table):
        text = msg("Les joueurs sont dans les lignes, les donnes dans les colonnes")
        if findings.assume("turned", text):
            table = _turned(table)
    if len(table) < 2 or len(_words(table[0])) < 2:
        why = msg("on attend une ligne de noms, puis une ligne de points par donne")
        raise DocumentError(msg("fichier"), why)
    return title, table[0], table[1:]


def _one_table(lines: list[Line], findings: Findings) -> list[Line]:
    """Return the lines of the table, of several below each other those of the chosen one: each
    has a line of names; the same names again are the next page of one table."""
    counted = {n for line in lines for n, cell in enumerate(line.cells) if number(cell)}
    heads: list[int] = []
    for place, (line, below) in enumerate(pairwise(lines)):
        names = [cell for n, cell in enumerate(line.cells) if n in counted and _is_word(cell)]
        says_so = any(_is(PLAYERS, cell) for cell in line.cells)
        is_new = says_so or (len({*names}) == len(names) > 1 and not _count(line))
        if heads:
            is_new &= any(map(_count, lines[heads[-1] + 1 : place]))
            is_new &= says_so or line.cells != lines[heads[-1]].cells
            bare = [n for n in counted if n and not line.cells[n] and number(below.cells[n])]
            is_new &= says_so or not bare  # else a remark
        if is_new and _count(below):
            heads.append(place)
    if len(heads) < 2:
        return lines
    starts = [0, *(1 + max(k for k in range(n) if _count(lines[k])) for n in heads[1:])]
    named = [
        (f"{n}", msg("ligne %(n)s : %(names)s", n=head.place, names=tuple(_words(head))))
        for n, head in enumerate(lines[n] for n in heads)
    ]
    text = msg("Il y a plusieurs tableaux l'un sous l'autre : lequel ?")
    chosen = int(findings.choose("table", text, named, sure=False))
    return lines[starts[chosen] : [*starts, len(lines)][chosen + 1]]


def _count(line: Line) -> int:
    return sum(number(cell) is not None for cell in line.cells)


def _is_absent(cell: str) -> bool:
    return bool(NOTHING.fullmatch(cell) or ABSENT.fullmatch(cell))


def _is_word(cell: str) -> bool:
    return not NOTHING.fullmatch(cell) and number(cell) is None


def _words(line: Line) -> list[str]:
    return [cell for cell in line.cells if _is_word(cell)]


def _is(meant: re.Pattern[str], head: str) -> bool:
    """Return True if a head is one of these; a long one is a note."""
    text = unaccented(head).strip(" .:;()")
    return len(head) <= LONGEST_HEAD and bool(meant.fullmatch(text))


def is_total(cell: str) -> bool:
    """Return True for a cell that says that its line or column is a total; a long one is a
    note."""
    return len(cell) <= LONGEST_HEAD and bool(TOTALS.search(unaccented(cell)))


def is_aside(head: str) -> bool:
    """Return True for the head of a line or a column of numbers that are nobody's points."""
    return is_total(head) or _is(OTHERS, head)


def _says_aside(head: str) -> bool:
    """Return True for the head of a column that is nobody's points, should it have numbers."""
    return is_aside(head) or any(_is(one, head) for one in (NOTES, DAYS, DEALERS))


def is_beside(head: str) -> bool:
    """Return True for the head of a column of numbers of hands, or of nobody's points."""
    return _is(NUMBERS, head) or is_aside(head)


def _names_lines(head: str) -> bool:
    """Return True for the head of a column that may say what a line is."""
    return (
        not head or is_beside(head) or any(_is(one, head) for one in (PLAYERS, DEALERS, DAYS))
    )


def _is_run(cells: Sequence[str]) -> bool:
    """Return True for 1, 2, 3 … or 0, 1, 2 …, also « Donne 1 », « D2 », « n° 3 »."""
    found = [re.fullmatch(r"\D{0,12}?(\d{1,4})(?:[.,]0)?\W*", cell) for cell in cells]
    numbers = [int(one[1]) for one in found if one]
    first = (*numbers, 2)[0]
    return first < 2 and numbers == [*range(first, first + len(cells))]


def _is_turned(table: list[Line]) -> bool:
    """Return True if the players stand below each other: above the points is the word
    « joueur », or are the numbers of hands, or is nothing."""
    place, head = _corner(table[0]), table[0].cells
    heads = [cell for cell in head[:place] + head[place + 1 :] if cell and not is_aside(cell)]
    rows = [line.cells for line in table[1:] if not is_aside(line.cells[place])]
    names = [row[place] for row in rows]
    if not (names and all(map(_is_word, names)) and len({*names}) == len(names)):
        return False
    if _is_run(names) or all(map(day_of, names)):
        return False
    sums = [sum(number(cell) or 0 for cell in row[place + 1 :]) for row in rows]
    is_bare = _is_word(head[0]) and len(_words(table[0])) == 1 and not _is_run(heads)
    return is_bare or _is_run(heads) or (_is(PLAYERS, head[place]) and any(sums))


def _corner(head: Line) -> int:
    """Return the column of the players who stand below each other: the first, if none says
    that it is."""
    return next((n for n, cell in enumerate(head.cells) if _is(PLAYERS, cell)), 0)


def _turned(table: list[Line]) -> list[Line]:
    """Return the columns of a table as its lines."""
    lines = []
    for column in sorted(range(len(table[0].cells)), key=lambda n: n != _corner(table[0])):
        cells = [""] * table[-1].place
        for line in table:
            cells[line.place - 1] = line.cells[column]
        if any(cells):
            lines.append(Line(column, cells, is_turned=True))
    return lines


def _is_tarot(row: Points) -> bool:
    hand = [value for value in row if value]
    return not hand or tuple(sorted(n / min(map(abs, hand)) for n in hand)) in RATIOS


def _is_belote(row: Points) -> bool:
    return len(row) == 2 and (sum(row) in TRICKS or not any(row))


FITS: dict[str, Callable[[Points], bool]] = {"tarot": _is_tarot, "belote": _is_belote}
"""Whether points can be those of a hand, by game."""


def _game_of(points: Sequence[Points]) -> Game | None:
    """Return the game whose points these are, if there is one."""
    fit = [name for name, fits in FITS.items() if points and all(map(fits, points))]
    return GAMES[fit[0]] if fit and any(map(any, points)) else None


def _is_rising(row: Points) -> bool:
    return min(row) >= 0 < max(row)


def _nonzero(rows: Sequence[Points]) -> int:
    """Return how many rows have no sum of zero, or nothing but zeros."""
    return sum(bool(sum(row)) or not any(row) for row in rows)


def _unusual(rows: Sequence[Points]) -> int:
    """Return how many rows have not the sum that most have, or nothing but zeros; all of a
    few rows."""
    sums = [sum(row) for row in rows if any(row)]
    return len(rows) - (max(map(sums.count, sums), default=0) if len(rows) >= FEW else 0)


def _steps(points: Sequence[Points], fits: Callable[[Points], bool]) -> list[Points | None]:
    """Return the points of the hands after which these are the standings, each of which fits;
    absent for a line that only sets them back to zero. Nothing if they are none, or are set
    back often."""
    before = [Decimal()] * len(points[0])
    games, steps = 1, list[Points | None]()
    for row in points:
        step: Points | None = [now - then for now, then in zip(row, before, strict=True)]
        if step and not fits(step):
            games, step = games + 1, row if any(row) else None
            if step and not fits(step):
                return []
        steps.append(step)
        before = [*row]
    return steps if games == 1 or len(points) >= FEW * games else []


def _is_title(line: Line) -> bool:
    """Return True for the word of the line below it, which is no hand."""
    said = [cell for cell in line.cells if cell]
    return len(said) == 1 and is_aside(said[0])


def _is_zero_sum(sums: Sequence[Decimal | int]) -> bool:
    """Return True for the sums of lines that are zero, but for a few mistakes."""
    return 4 * sum(map(bool, sums)) <= len(sums)


def _is_mean(values: Points, rows: Sequence[Points], sums: Points) -> bool:
    """Return True for the means of rows that differ, perhaps cut or rounded: to whole numbers
    only where the rows are far apart."""
    if len(rows) < 2 or not values:
        return False
    off = [abs(len(rows) * v - n) for v, n in zip(values, sums, strict=True)]
    units = [Decimal((0, (1,), int(value.as_tuple().exponent))) for value in values]
    spread = max(map(max, rows)) - min(map(min, rows))
    is_rounded = spread >= SPREAD or any(value % 1 for value in values)
    is_near = all(n < len(rows) * unit for n, unit in zip(off, units, strict=True))
    return is_near and (is_rounded or not any(off)) and any(row != rows[0] for row in rows)


def _follows(values: Points, rows: Sequence[Points]) -> bool:
    """Return True for the sums or the means of rows."""
    sums = [sum(column, Decimal()) for column in zip(*rows, strict=True)]
    return bool(rows) and ([*values] == sums or _is_mean(values, rows, sums))


class PlainTable:
    """The players and the hands of a table, after all that surrounds them was set aside.

    :param head: the names.
    :param lines: those below it.
    :param findings: takes what was assumed.
    :raises DocumentError: for numbers without a name, words and numbers that are too large
        among the points.
    """

    def __init__(self, head: Line, lines: Sequence[Line], findings: Findings) -> None:
        self.head, self._findings = head, findings
        self._lines = self._numbered = [line for line in lines if _count(line)]
        self._under = {below.place for line, below in pairwise(lines) if _is_title(line)}
        self._note_remarks([line for line in lines if line not in self._lines])
        columns = enumerate(zip(*(line.cells for line in (head, *self._lines)), strict=True))
        self._columns = [n for n, cells in columns if any(cells)]
        if len(self._columns) > MOST_COLUMNS:  # each is compared with the others
            why = msg("on attend au plus %(most)s colonnes", most=MOST_COLUMNS)
            raise DocumentError(msg("fichier"), why)
        self._labels: list[int] = []
        self._claimed: list[int] = []
        self._counter = self._date = self._dealer = -1
        self._hands = [line for line in self._lines if not self._is_named(line)]
        self._hands = self._hands or self._lines[:1]  # the totals alone
        self._leave_words()
        self._leave_columns()
        self._lines = [line for line in self._lines if self._is_filled(line)]
        has_totals, has_standings = self._leave_lines()
        self._require_readable()
        self.names = [head.cells[column] for column in self._columns]
        points: Sequence[Points]
        points = [[self._value(line, n) for n in self._columns] for line in self._lines]
        if not has_totals:
            points = self._differences(points, has_standings)
        self.points = self._whole(points)
        """The points of each hand, by player."""
        self._note_sums()
        self.game = _game_of(points)
        """The game that they seem to be of."""
        self.notes = [
            " · ".join(line.cells[n] for n in self._labels if line.cells[n])
            for line in self._lines
        ]
        """What stands in words beside each hand."""
        said = [line.cells[self._date] for line in self._lines if self._date >= 0]
        self.day = next(filter(None, map(day_of, said)), None)
        """The day of the first hand that has one."""
        said = [line.cells[self._dealer] for line in self._lines if self._dealer >= 0]
        self.dealer = (*said, "")[0]
        """Who dealt first, where a column says so."""

    def _name(self, column: int) -> str:
        return self.head.cells[column] or self.head.at(column)

    def _value(self, line: Line, column: int) -> Decimal:
        return number(line.cells[column]) or Decimal()

    def _points(self, line: Line) -> list[Decimal]:
        return [self._value(line, column) for column in self._columns]

    @property
    def _players(self) -> list[int]:
        """The columns of points that have a name, without those of nobody."""
        heads = self.head.cells
        named = [n for n in self._columns if heads[n]]
        return [n for n in named if n in self._claimed or not _says_aside(heads[n])]

    def _is_sum(self, line: Line, of: Sequence[Line]) -> bool:
        sums = map(sum, zip(*map(self._points, of), strict=True))
        return bool(of) and self._points(line) == [*sums]

    def _is_of(self, line: Line, hands: Sequence[Line]) -> bool:
        """Return True for the sums or the means of hands, or of those whose standings these
        are."""
        points = self._points(line)
        rows = [*map(self._points, hands)]
        is_standing = any(points) and _is_mean(points, rows, ((), *rows)[-1])
        return is_standing or _follows(points, rows)

    def _is_named(self, line: Line) -> bool:
        """Return True for a line that says that it is no hand."""
        is_under = line.place in self._under and not _words(line)
        return is_under or any(map(is_total, line.cells)) or self._is_other(line)

    def _is_other(self, line: Line) -> bool:
        """Return True for a line of ranks, means and the like: the first or the last cell says
        so, and is not a note of the hand."""
        said = [n for n, cell in enumerate(line.cells) if cell]
        heads, last = self.head.cells, said[-1]
        ends = (said[0], last) if heads[last] or " " not in line.cells[last] else said[:1]
        return any(_is(OTHERS, line.cells[n]) and _names_lines(heads[n]) for n in ends)

    def _is_filled(self, line: Line) -> bool:
        """Return False for a line that has nothing but the number of its hand."""
        return any(cell for n, cell in enumerate(line.cells) if n != self._counter)

    def _note_remarks(self, lines: Sequence[Line]) -> None:
        """Leave lines out that have no number."""
        said = tuple(" ".join(_words(line)) for line in lines if _words(line))
        if said:
            self._findings.note(msg("Laissé de côté : %(remarks)s", remarks=said[:FEW]))

    def _leave_words(self) -> None:
        """Set the columns of days, of dealers and of other words aside."""
        heads = self.head.cells
        others = [n for n in self._players if not is_beside(heads[n])]
        others = [n for n in others if not any(map(_is_word, self._said(n)))]
        for column in list(self._columns):
            head, cells = heads[column], self._said(column)
            in_words = bool(cells) and all(map(_is_word, cells)) and not _is_run(cells)
            if len(cells) == len(self._hands) and not any(map(_is_word, cells)):
                continue
            if 2 * sum(map(bool, map(day_of, cells))) > len(cells):
                self._date = column
            elif _is(DEALERS, head):
                self._dealer = column
            elif any(_is(one, head) for one in (NOTES, DAYS)) or (
                in_words and len(others) > 1 and not is_aside(head)
            ):
                self._labels.append(column)
            else:
                continue
            self._columns.remove(column)
        if self._labels:
            named = tuple(map(self._name, self._labels))
            self._findings.note(msg("Gardé en note de chaque donne : %(heads)s", heads=named))

    def _said(self, column: int) -> list[str]:
        """Return the cells of the hands in a column that say something."""
        cells = (line.cells[column] for line in self._hands)
        return [cell for cell in cells if not _is_absent(cell)]

    def _leave_columns(self) -> None:
        """Set the columns aside that are nobody's: numbers of the hands, sums, what says that
        it is none, and what is beside those whose points have a sum of zero.

        :raises DocumentError: for numbers without a name that are none.
        """
        heads, said_of = self.head.cells, {n: self._said(n) for n in self._columns}
        counted = [n for n, cells in said_of.items() if not all(map(_is_word, cells))]
        belongs = self._belonging(counted)
        self._claimed = [n for n in counted if belongs.get(n)]
        players = [n for n in counted if n in self._players or not heads[n]]
        balanced = self._balanced(players)
        for column in list(self._columns):
            name, said = self._name(column), said_of[column]
            is_apart = bool(balanced) and column not in balanced
            sure = self._counts(column, said, is_apart, column == min(said_of))
            counts, is_player = sure is not None, column in self._claimed
            if counts:
                text = msg("« %(name)s » est le numéro de la donne", name=name)
            elif (
                _says_aside(heads[column])
                or self._is_running(column)
                or (said and is_apart and len(self._hands) >= FEW)
            ):
                is_known = is_apart or belongs.get(column) is False or self._is_derived(column)
                sure = len(self._hands) >= FEW if is_player else is_known
                sure &= len(self._players) > 1
                text = msg("« %(name)s » n'est à personne : laissé de côté", name=name)
            elif said and self._is_total(column, column == max(counted, default=-1)):
                sure = not heads[column] and len(self._hands) > 1
                text = msg(
                    "« %(name)s » est la somme ou la moyenne des autres : laissé de côté",
                    name=name,
                )
            elif said and not heads[column]:
                why = msg("un nombre n'a pas de nom au-dessus de lui")
                raise self.head.fault(why, column)
            else:
                continue
            if self._findings.assume(f"column{column}", text, bool(sure), not is_player):
                self._columns.remove(column)
                self._counter = column if counts else self._counter
        self._columns = [n for n in self._columns if heads[n]]

    def _belonging(self, columns: Sequence[int]) -> dict[int, bool | None]:
        """Return whether the columns with a word in the place of a name are those of players:
        they are if the points of each hand add up with them alone, to zero or to the same."""
        heads = self.head.cells
        words = [n for n in columns if _is(PLAYERS, heads[n]) or is_beside(heads[n])]
        words += [n for n in columns if n not in words and _says_aside(heads[n])]
        others = [self._column(n) for n in columns if heads[n] and n not in words]
        found: dict[int, bool | None] = {}
        for column in words:
            rows = [row for row in zip(self._column(column), *others, strict=True) if any(row)]
            alone = [row[1:] for row in rows]
            for mistakes in (_nonzero, _unusual) if any(self._column(column)) else (_nonzero,):
                fewest = min(mistakes(alone), mistakes(rows))
                if column not in found and 4 * fewest <= len(rows):
                    found[column] = fewest < mistakes(alone)
        return found

    def _is_derived(self, column: int) -> bool:
        """Return True for what follows from the points of the players, now or so far, and
        for numbers of another size."""
        values, head = self._column(column), self.head.cells[column]
        others = [self._column(n) for n in self._players if n != column]
        sums = [sum(row, Decimal()) for row in zip(*others, strict=True)]
        if not (values and others):
            return False
        sizes = [max(map(abs, values)), max(abs(n) for one in others for n in one)]
        running = [[*accumulate(one)] for one in (sums, *others)]
        return (
            self.head.cells.count(head) > 1
            or values == sums
            or (any(values[1:]) and (values in running or _is_mean(values, others, sums)))
            or (len(values) >= FEW and 0 < FAR * min(sizes) <= max(sizes))
        )

    def _balanced(self, columns: Sequence[int]) -> Sequence[int]:
        """Return the most columns beside each other whose points have a sum of zero."""
        rows = [[self._value(line, n) for n in columns] for line in self._hands]
        rows = [row for row in rows if any(row)]
        sums = [[*accumulate(row, initial=Decimal())] for row in rows]
        for width in range(len(columns), 1, -1):
            for start in range(len(columns) - width + 1 if rows else 0):
                end = start + width
                if _is_zero_sum([one[end] - one[start] for one in sums]) and _is_zero_sum(
                    [not any(row[start:end]) for row in rows]
                ):
                    return columns[start:end]
        return ()

    def _counts(
        self, column: int, cells: Sequence[str], is_apart: bool, is_first: bool
    ) -> bool | None:
        """Return True for a column of the numbers of the hands, False if that is to be asked:
        its head says so, or it runs; the first one needs no head."""
        head, digits = self.head.cells[column], [c for c in cells if re.search(r"\d", c)]
        if 2 * len(digits) > len(cells):  # else a word in few lines, which are no hands
            cells = digits
        runs = _is_run(cells) and (self._counter < 0 or len(cells) >= FEW)
        if _says_aside(head) or column in self._claimed or not digits:
            return None
        if _is(NUMBERS, head) or (is_first and (not head or _is(PLAYERS, head))):
            if not is_first and len(head) < FEW:  # rather the first letter of a name
                return runs or None
            numbers = [number(cell) or Decimal() for cell in cells]
            steps = [b - a for a, b in pairwise(numbers)]
            is_count = bool(steps) and numbers[0] > 0 and all(0 <= step <= 1 for step in steps)
            return runs or is_apart or is_count
        if runs and (not head or _is_word(cells[0])):
            return True
        return is_apart if runs and len(cells) >= FEW <= len(self._players) else None

    def _is_total(self, column: int, is_last: bool) -> bool:
        """Return True for the sum of the others, without a name or in the last column."""
        head, others = self.head.cells[column], [n for n in self._players if n != column]
        if head and not (is_last and len(others) > 1 and any(self._column(column))):
            return False
        return _follows(self._column(column), [*map(self._column, others)])

    def _is_running(self, column: int) -> bool:
        """Return True for the running totals of a column before it with the same head."""
        first = self.head.cells.index(self.head.cells[column])
        return first < column and [*accumulate(self._column(first))] == self._column(column)

    def _column(self, column: int, lines: Sequence[Line] | None = None) -> list[Decimal]:
        return [self._value(line, column) for line in lines or self._hands]

    def _leave_lines(self) -> tuple[bool, bool]:
        """Set the lines aside that are no hands, and ask where one may be a hand as well.
        Return whether one is the sum of all hands, and whether one is equal to the last line,
        as in a table of standings."""
        hands = self._marked()
        doubt: dict[int, tuple[bool, bool]] = {}
        places = {line.place for line in hands}
        others = [line for line in self._lines if line.place not in places]
        if not any(self._is_sum(line, hands) for line in others):
            hands, doubt = self._without_sums(hands)
        places = {line.place for line in hands}
        kept: list[Line] = []
        block: list[Line] = []
        before: list[Line] = []
        has_totals = has_standings = is_after = False
        so_far = [Decimal()] * len(self._columns)
        for left, line in zip(range(len(self._lines), 0, -1), self._lines, strict=True):
            points, is_named = self._points(line), self._is_named(line)
            is_sum = len(before) >= FEW and any(points) and points == so_far
            is_hand = line.place in places
            if is_hand and not is_sum and not (is_after and left < FEW):
                so_far = [one + more for one, more in zip(so_far, points, strict=True)]
                is_after = False
                for listed in (kept, block, before):
                    listed.append(line)
                continue
            is_after |= is_sum and not is_named
            is_other = self._is_other(line)
            is_standing = is_named and bool(before) and points == self._points(before[-1])
            fits = is_other or self._is_of(line, hands)
            fits |= any(self._is_sum(line, of) for of in (before, block))
            has_totals |= self._is_sum(line, hands)
            has_standings |= is_standing and not fits and len(hands) >= FEW - 1
            block = block if is_other else []
            text = msg("Laissé de côté, car ce n'est pas une donne : %(line)s", line=line.name)
            if not (fits or is_standing):
                text = msg("Enlever ce qui n'est pas la somme : %(line)s ?", line=line.name)
            is_sure = (fits or is_standing) and not is_hand
            sure, likely = doubt.get(line.place, (is_sure, True))
            if not self._findings.assume(f"line{line.place}", text, sure, likely):
                kept.append(line)
        self._lines = kept
        return has_totals, has_standings

    def _marked(self) -> list[Line]:
        """Return the hands without those that have a word where most have none, as the number
        of the hand or the day, and without the few at an end that have no number."""
        column = next((n for n in (self._counter, self._date) if n >= 0), 0)
        if self._counter < 0 and self._date < 0 and self.head.cells[0]:
            return self._hands
        marks = [line.cells[column] for line in self._hands]
        words = [_is_word(cell) and not re.search(r"\d", cell) for cell in marks]
        if 2 * sum(words) >= len(words):
            words = [False] * len(words)
        numbered = [n for n, cell in enumerate(marks) if cell and not words[n]]
        is_whole = bool(numbered) and [*range(numbered[0], numbered[-1] + 1)] == numbered
        if self._counter >= 0 and is_whole and len(marks) - len(numbered) < FEW:
            return [self._hands[n] for n in numbered]
        return [line for line, is_word in zip(self._hands, words, strict=True) if not is_word]

    def _without_sums(
        self, lines: list[Line]
    ) -> tuple[list[Line], dict[int, tuple[bool, bool]]]:
        """Return the hands without the lines that are the sums or the means of the others,
        though no word says so, and for each of these whether that is sure, and likely."""
        for above, below in ENDS:
            end = len(lines) - below
            hands, apart = lines[above:end], lines[:above] + lines[end:]
            if len(hands) >= len(apart) and all(self._is_of(line, hands) for line in apart):
                break
        else:
            hands, apart = lines[::2], lines[1::2]  # perhaps the standing after each hand
            columns = [accumulate(self._column(n, hands)) for n in self._columns]
            standings = [[*row] for row in zip(*columns, strict=True)]
            if len(apart) < 2 or [*map(self._points, apart)] != standings:
                return lines, {}
        doubt = {}
        for line in apart:
            gap = min(abs(line.place - hand.place) for hand in hands)
            sure = len(apart) > 1 or (gap > 1 and not line.is_turned)
            is_mean = not self._is_sum(line, hands)
            sure |= any(n % 1 for n in self._points(line)) if is_mean else len(hands) >= FEW
            doubt[line.place] = sure and self._counter < 0, sure or self._counter < 0
        return hands, doubt

    def _require_readable(self) -> None:
        """Refuse words and large numbers among the points, and ask about who has none."""
        faults = []
        for line in self._lines:
            for column in self._columns:
                cell, value = line.cells[column], number(line.cells[column])
                if _is_absent(cell):
                    continue
                if value is None or value * 100 % 1:
                    why = msg("« %(cell)s » n'est pas un nombre entier", cell=cell[:20])
                elif abs(value) > MOST_POINTS:
                    why = msg("on attend au plus %(most)s points", most=MOST_POINTS)
                else:
                    continue
                faults.append(line.fault(why, column))
        if faults:
            raise TableRefused(faults)
        last = self._columns[-1:]
        columns = [[line.cells[n] for line in self._lines] for n in self._columns]
        cells = [cell for column in columns if any(column) for cell in column]
        is_mostly_empty = 2 * sum(map(_is_absent, cells)) >= len(cells)
        first_letters = [self._name(n)[0] for n in self._columns[:-1]]
        for column in list(self._columns):
            if any(line.cells[column] for line in self._lines):
                continue
            name = self._name(column)
            text = msg(
                "« %(name)s » n'a aucun point : est-ce quelqu'un de la table ?", name=name
            )
            is_below = self.head.is_turned and [column] == last
            # what stands below players in rows is rather a remark
            sure = is_below and name[0].islower() and not any(map(str.islower, first_letters))
            has_total = any(number(line.cells[column]) is not None for line in self._numbered)
            sure |= not is_below and (is_mostly_empty or has_total)
            if not self._findings.assume(f"empty{column}", text, sure, likely=not is_below):
                self._columns.remove(column)

    def _differences(self, points: Sequence[Points], has_standings: bool) -> Sequence[Points]:
        """Return the points of the hands, also where the lines are the standings after each:
        the total says so, their differences alone are points of a game, or nobody ever lost
        a point. Standings may begin again from zero."""
        game, steps = _game_of(points), list[Points | None]()
        for fits in FITS.values() if len(points) >= FEW else ():
            steps = steps or _steps(points, fits)
        if game and not all(any(step or ()) for step in steps):
            steps = []
        sure = has_standings or bool(steps and not game)
        if has_standings:
            steps = steps or _steps(points, lambda row: True)
        elif not (steps or game) and len(points) > FEW and len(points[0]) > 1:
            steps = _steps(points, _is_rising)
        text = msg("Chaque ligne dit où chacun en est : les points sont les différences")
        likely = sure or not game
        if not steps or not self._findings.assume("standings", text, sure, likely):
            return points
        self._lines = [line for line, step in zip(self._lines, steps, strict=True) if step]
        return list(filter(None, steps))

    def _note_sums(self) -> None:
        """Name the few lines whose points have no sum of zero, as all others have."""
        sums = [*map(sum, self.points)]
        odd = [*filter(itemgetter(1), zip(self._lines, sums, strict=True))]
        for line, n in odd if len(sums) > FEW and _is_zero_sum(sums) else ():
            text = msg("La somme est %(n)s, ailleurs 0 : %(line)s", n=n, line=line.name)
            self._findings.note(text)

    def _whole(self, points: Sequence[Points]) -> list[list[int]]:
        """Return points without a fraction, euros as cents.

        :raises DocumentError: if that is not wanted.
        """
        times = 1
        if any(value % 1 for row in points for value in row):
            text = msg(
                "Il y a des nombres à virgule : compter en centièmes (1,50 devient 150) ?"
            )
            if not self._findings.assume("cents", text, sure=False):
                why = msg("on attend des nombres entiers")
                raise DocumentError(msg("fichier"), why)
            times = 100
        return [[int(times * value) for value in row] for row in points]
