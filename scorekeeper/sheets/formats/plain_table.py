"""A table as people keep one, without a word of what it is: a line of names, lines of points.

What surrounds them is set aside: titles, the numbers of the hands, totals, remarks, standings
in the place of points, players in the rows. Each thing that is assumed is a :class:`Finding`,
which whoever brings the table can answer otherwise; a doubt has to be answered.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import accumulate, pairwise
from typing import NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Game
from scorekeeper.sheets.formats.cells import Line, Rows, TableRefused, number
from scorekeeper.sheets.formats.columns import day_of
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.names import unaccented

MOST_POINTS = 99_999
"""The points of one cell; as in :mod:`scorekeeper.games.freeform`."""

MOST_COLUMNS = 24
"""The columns of a table: those of eight players, their totals, and what is beside them."""

FEW = 3
"""So many hands make a coincidence unlikely."""

ABSENT = re.compile(r"[-–—−/\\x×∅]+|abs|absente?|n/a", re.IGNORECASE)
"""What stands for a player who sat out."""

NUMBERS = re.compile(
    r"#|(n|no|nr|num|numero|n[°º])( (de )?donne)?|donnes?|manches?|parties?|tours?|jeux?|main"
    r"|coups?|menes?|rounds?|hands?|deals?|games?|rang|lignes?"
)
"""The heads of a column with the number of the hand, without accents."""

TOTALS = re.compile(
    r"\b(sous-?)?(total|totaux|totals|subtotal|sums?|sommes?|cumul\w*|scores?|soldes?|bilan"
    r"|report|controles?|check|verif\w*|sigma)\b|[σ∑]"
)
"""Words of a line or a column of totals, without accents."""

PLAYERS = re.compile(r"joueu(r|se)s?|(pre)?noms?|players?|names?")
"""The heads of a column with the names of the players, without accents."""

NOTES = re.compile(r"notes?|remarques?|commentaires?|comments?|remarks?|observations?")
DATES, DEALERS = re.compile(r"dates?|jours?|days?"), re.compile(r"donneu(r|se)|dealer")

LONGEST_TOTAL = 20
"""The letters of a cell that says that a line is a total; a longer one is a note."""

RATIOS = {
    *((-1, -1, 2), (-1, -1, -1, 3), (-1, -1, -1, -1, 4), (-1, -1, -1, 1, 2)),
    *((-2, 1, 1), (-3, 1, 1, 1), (-4, 1, 1, 1, 1), (-2, -1, 1, 1, 1)),
}
"""The points of the players of a hand of Tarot as multiples of the smallest, in order."""

TRICKS = (162, 182, 252, 272)
"""The points of both sides of a hand of Belote: of the tricks, with belote, capot, or both."""

YES, NO = "yes", "no"


class Finding(NamedTuple):
    """Something that is assumed of a table, or asked about it."""

    name: str
    """By which it is answered."""
    text: Message
    choices: tuple[tuple[str, Message], ...]
    """The answers, each with its words; the likely one first."""
    answer: str | None
    """The answer that holds; absent for a question that is still open."""

    @property
    def said(self) -> Message | None:
        """The words of the answer that holds; absent for an open question and a plain yes."""
        return None if self.answer == YES else dict(self.choices).get(self.answer or "")

    @property
    def others(self) -> tuple[tuple[str, Message], ...]:
        """The answers that can be given: every other one."""
        return tuple(choice for choice in self.choices if choice[0] != self.answer)


class Findings(list[Finding]):
    """What is assumed of a table.

    :param answers: what has been answered, by name.
    """

    def __init__(self, answers: Mapping[str, object]) -> None:
        super().__init__()
        self._answers = answers

    def choose(
        self, name: str, text: Message, choices: Iterable[tuple[str, Message]], sure: bool
    ) -> str:
        """Note something of several answers; return the one that holds, or for an open
        question the likely one."""
        listed = tuple(choices)
        given = self._answers.get(name)
        answer = given if given in dict(listed) else listed[0][0] if sure else None
        self.append(Finding(name, text, listed, answer))
        return answer or listed[0][0]

    def assume(self, name: str, text: Message, sure: bool = True) -> bool:
        """Note something that is so, or is not; return whether it is."""
        return self.choose(name, text, ((YES, msg("oui")), (NO, msg("non"))), sure) == YES

    def note(self, text: Message) -> None:
        """Note something that cannot be answered otherwise."""
        self.append(Finding("", text, (), YES))

    @property
    def is_open(self) -> bool:
        """True if a question has no answer yet."""
        return any(finding.answer is None for finding in self)


def split(rows: Rows, findings: Findings) -> tuple[str, Line, list[Line]]:
    """Return the title above a table, its line of names, and the lines below it.

    :param findings: takes what was assumed.
    :raises DocumentError: if there is no line of names with lines of points below it.
    """
    lines = [Line(n, [cell.strip() for cell in row]) for n, row in enumerate(rows, 1)]
    width = max((len(line.cells) for line in lines), default=0)
    for line in lines:
        line.cells.extend([""] * (width - len(line.cells)))
    lines = [line for line in lines if any(line.cells)]
    counts = [sum(number(cell) is not None for cell in line.cells) for line in lines]
    above: list[int] = []
    for least in (1, 2):  # a title above the names may have a number, too
        first = next((n for n, count in enumerate(counts) if count >= least), 0)
        above = above or [n for n in range(first) if len(_words(lines[n])) > 1]
    start = above[-1] if above else first
    title = next((_words(line)[0] for line in lines[:start] if _words(line)), "")
    table = lines[start:]
    if len(table) > 1 and _is_turned(table):
        text = msg("Les joueurs sont dans les lignes, les donnes dans les colonnes")
        if findings.assume("turned", text):
            table = _turned(table)
    if len(table) < 2 or len(_words(table[0])) < 2:
        why = msg("on attend une ligne de noms, puis une ligne de points par donne")
        raise DocumentError(msg("fichier"), why)
    return title, table[0], table[1:]


def _is_absent(cell: str) -> bool:
    return not cell or bool(ABSENT.fullmatch(cell))


def _is_word(cell: str) -> bool:
    return not _is_absent(cell) and number(cell) is None


def _words(line: Line) -> list[str]:
    return [cell for cell in line.cells if _is_word(cell)]


def _is(meant: re.Pattern[str], head: str) -> bool:
    """Return True if a head is one of these."""
    return bool(meant.fullmatch(unaccented(head).strip(" .:;()")))


def is_total(cell: str) -> bool:
    """Return True for a cell that says that its line or column is a total; a long one is a
    note."""
    return len(cell) <= LONGEST_TOTAL and bool(TOTALS.search(unaccented(cell)))


def is_beside(head: str) -> bool:
    """Return True for the head of a column of numbers of hands, or of totals."""
    return _is(NUMBERS, head) or is_total(head)


def _is_run(cells: Sequence[str]) -> bool:
    """Return True for 1, 2, 3 … or 0, 1, 2 …, also « Donne 1 », « D2 », « n° 3 »."""
    found = [re.fullmatch(r"\D{0,12}?(\d{1,4})(?:[.,]0)?\W*", cell) for cell in cells]
    numbers = [int(one[1]) for one in found if one]
    first = (*numbers, 2)[0]
    return first < 2 and numbers == [*range(first, first + len(cells))]


def _is_turned(table: list[Line]) -> bool:
    """Return True if the players stand below each other: above the points is the word
    « joueur », or are the numbers of hands, or is nothing."""
    corner, *heads = table[0].cells
    heads = [cell for cell in heads if cell and not is_total(cell)]
    names = [line.cells[0] for line in table[1:]]
    if not all(map(_is_word, names)) or len({*names}) < len(names):
        return False
    is_bare = _is_word(corner) and len(_words(table[0])) == 1 and not _is_run(heads)
    return is_bare or _is(PLAYERS, corner) or _is_run(heads)


def _turned(table: list[Line]) -> list[Line]:
    """Return the columns of a table as its lines."""
    lines = []
    for column in range(len(table[0].cells)):
        cells = [""] * table[-1].place
        for line in table:
            cells[line.place - 1] = line.cells[column]
        if any(cells):
            lines.append(Line(column, cells, is_turned=True))
    return lines


def _game_of(points: Sequence[Sequence[Decimal]]) -> Game | None:
    """Return the game whose points these are, if there is only one."""
    hands = [[value for value in row if value] for row in points]
    hands = [hand for hand in hands if hand]
    if hands and all(_is_tarot(hand) for hand in hands):
        return GAMES["tarot"]
    if hands and all(len(row) == 2 and sum(row) in TRICKS for row in points):
        return GAMES["belote"]
    return None


def _is_tarot(hand: Sequence[Decimal]) -> bool:
    least = min(map(abs, hand))
    return tuple(sorted(value / least for value in hand)) in RATIOS


class PlainTable:
    """The players and the hands of a table, after all that surrounds them was set aside.

    :param head: the names.
    :param lines: those below it.
    :param findings: takes what was assumed.
    :raises DocumentError: for numbers without a name, words and numbers that are too large
        among the points.
    """

    def __init__(self, head: Line, lines: Sequence[Line], findings: Findings) -> None:
        self._head, self._findings = head, findings
        self._lines = [
            line for line in lines if any(number(c) is not None for c in line.cells)
        ]
        self._note_remarks([line for line in lines if line not in self._lines])
        columns = range(len(head.cells))
        self._columns = [n for n in columns if head.cells[n] or self._cells(n)]
        if len(self._columns) > MOST_COLUMNS:  # each is compared with the others
            why = msg("on attend au plus %(most)s colonnes", most=MOST_COLUMNS)
            raise DocumentError(msg("fichier"), why)
        self._labels: list[int] = []
        self._counter, self._date, self._dealer = self._find_counter(), -1, -1
        self._lines = [line for line in self._lines if self._is_filled(line)]
        self._find_labels()
        has_totals, has_standings = self._leave_named_totals()
        self._leave_columns_of_totals()
        if not has_totals:
            self._leave_last_totals()
        self._require_readable()
        self.names = [head.cells[column] for column in self._columns]
        points = [[self._value(line, n) for n in self._columns] for line in self._lines]
        if not has_totals:
            points = self._differences(points, has_standings)
        self.points = self._whole(points)
        """The points of each hand, by player."""
        self.game = _game_of(points)
        """The game that they seem to be of."""
        self.notes = [
            " · ".join(line.cells[n] for n in self._labels if line.cells[n])
            for line in self._lines
        ]
        """What stands in words beside each hand."""
        self.days = [day_of(line.cells[self._date]) for line in self._lines if self._date >= 0]
        """The days of the hands, where a column has them."""
        self.dealers = [line.cells[self._dealer] for line in self._lines if self._dealer >= 0]
        """Who dealt, where a column says so."""

    def _cells(self, column: int) -> list[str]:
        """Return the cells below a head that are not empty."""
        return [line.cells[column] for line in self._lines if line.cells[column]]

    def _name(self, column: int) -> str:
        return self._head.cells[column] or self._head.at(column)

    def _value(self, line: Line, column: int) -> Decimal:
        return number(line.cells[column]) or Decimal()

    def _points(self, line: Line) -> list[Decimal]:
        return [self._value(line, column) for column in self._players]

    @property
    def _players(self) -> list[int]:
        """The columns of points that have a name, without those of totals."""
        heads = self._head.cells
        return [n for n in self._columns if heads[n] and not is_total(heads[n])]

    def _is_sum(self, line: Line, of: Sequence[Line]) -> bool:
        points = [self._points(one) for one in of]
        return bool(of) and self._points(line) == [
            sum(column) for column in zip(*points, strict=True)
        ]

    def _is_filled(self, line: Line) -> bool:
        """Return False for a line that has nothing but the number of its hand."""
        return any(cell for n, cell in enumerate(line.cells) if n != self._counter)

    def _note_remarks(self, lines: Sequence[Line]) -> None:
        """Leave lines out that have no number."""
        said = tuple(" ".join(_words(line)) for line in lines if _words(line))
        said = tuple(text for text in said if text != " ".join(_words(self._head)))
        if said:
            self._findings.note(msg("Laissé de côté : %(remarks)s", remarks=said[:FEW]))

    def _find_counter(self) -> int:
        """Return the column with the numbers of the hands, or -1: the first one, if its head
        says so or is empty, or if they run and without them the lines have a sum of zero."""
        first, *others = self._columns
        head = self._head.cells[first]
        cells = [cell for cell in self._cells(first) if not is_total(cell)]
        if not any(map(str.isdigit, "".join(cells))) or all(map(day_of, cells)):
            return -1
        known, runs = not head or _is(NUMBERS, head) or _is(PLAYERS, head), _is_run(cells)
        sums = {sum(self._value(line, n) for n in others) for line in self._lines}
        steps = [b - a for a, b in pairwise(number(cell) or Decimal() for cell in cells)]
        if known:
            sure = (
                runs or sums == {0} or (bool(steps) and all(0 <= step <= 1 for step in steps))
            )
        elif runs and len(cells) >= FEW and len(others) > 1:
            sure = sums == {0}
        else:
            return -1
        text = msg("« %(name)s » est le numéro de la donne", name=self._name(first))
        if not self._findings.assume("counter", text, sure):
            return -1
        self._columns.remove(first)
        return first

    def _find_labels(self) -> None:
        """Find the columns of days, of dealers and of other words."""
        counted = [
            n for n in self._columns if any(number(c) is not None for c in self._cells(n))
        ]
        for column in list(self._columns):
            head = self._head.cells[column]
            cells = [cell for cell in self._cells(column) if not _is_absent(cell)]
            in_words = len(counted) > 1 and bool(cells) and all(map(_is_word, cells))
            if cells and all(map(day_of, cells)):
                self._date = column
            elif _is(DEALERS, head):
                self._dealer = column
            elif (in_words and not is_total(head)) or _is(NOTES, head) or _is(DATES, head):
                self._labels.append(column)
            elif cells or head:
                continue
            self._columns.remove(column)
        if self._labels:
            heads = tuple(map(self._name, self._labels))
            self._findings.note(msg("Gardé en note de chaque donne : %(heads)s", heads=heads))

    def _leave_named_totals(self) -> tuple[bool, bool]:
        """Set the lines aside that say that they are totals, and ask about those that are not.
        Return whether one is the sum of all hands, and whether one is equal to the last line,
        as in a table of standings."""
        named = [line for line in self._lines if any(map(is_total, line.cells))]
        hands = [line for line in self._lines if line not in named]
        kept: list[Line] = []
        block: list[Line] = []
        before: list[Line] = []
        has_totals = has_standings = False
        for line in self._lines:
            if line not in named:
                for listed in (kept, block, before):
                    listed.append(line)
                continue
            is_standing = bool(before) and self._points(line) == self._points(before[-1])
            fits = any(self._is_sum(line, of) for of in (before, hands, block))
            has_totals |= self._is_sum(line, hands)
            has_standings |= is_standing and not fits and len(hands) >= FEW - 1
            block, where = [], line.at(self._columns[0])
            text = msg("La ligne de %(cell)s est un total : laissée de côté", cell=where)
            if not (fits or is_standing):
                text = msg(
                    "La ligne de %(cell)s n'est pas la somme des donnes : l'enlever ?",
                    cell=where,
                )
            if not self._findings.assume(f"line{line.place}", text, fits or is_standing):
                kept.append(line)
        self._lines = kept
        return has_totals, has_standings

    def _leave_columns_of_totals(self) -> None:
        """Set the columns aside that are sums, by their heads or because they are.

        :raises DocumentError: for numbers without a name that are none.
        """
        for column in list(self._columns):
            head = self._head.cells[column]
            others = [n for n in self._players if n != column]
            pairs = [
                (self._value(line, column), sum(self._value(line, n) for n in others))
                for line in self._lines
            ]
            is_sum = all(own == of for own, of in pairs) and (
                not head or any(own for own, _ in pairs)
            )
            is_named = is_total(head) or self._is_running(column)
            is_last = column == self._columns[-1] and len(others) > 1
            if is_named or (is_sum and (not head or is_last)):
                sure = is_named or (not head and len(self._lines) > 1)
            elif head:
                continue
            else:
                why = msg("un nombre n'a pas de nom au-dessus de lui")
                raise self._head.fault(why, column)
            text = msg(
                "La colonne « %(head)s » est un total : laissée de côté",
                head=self._name(column),
            )
            if self._findings.assume(f"column{column}", text, sure):
                self._columns.remove(column)

    def _is_running(self, column: int) -> bool:
        """Return True for the running totals of a column before it with the same head."""
        heads = self._head.cells
        first = next(n for n in (*self._players, column) if heads[n] == heads[column])
        points, totals = (
            [self._value(line, n) for line in self._lines] for n in (first, column)
        )
        return first != column and [*accumulate(points)] == totals

    def _leave_last_totals(self) -> None:
        """Set the last line aside if it is the sum of those above it: of many, after a gap, or
        the only one without a number. Ask where it may be a hand as well."""
        *hands, last = self._lines or [self._head]
        if not any(self._points(last)) or not self._is_sum(last, hands):
            return
        is_apart = not last.is_turned and last.place - hands[-1].place > 1
        has_number = self._counter >= 0 and bool(last.cells[self._counter])
        is_other = self._counter >= 0 and not has_number
        sure = (is_apart or is_other or len(hands) >= FEW) and not has_number
        text = msg("La dernière ligne est la somme des autres : laissée de côté")
        if self._findings.assume("last", text, sure):
            self._lines = hands

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
                    faults.append(line.fault(why, column))
                elif abs(value) > MOST_POINTS:
                    why = msg("on attend au plus %(most)s points", most=MOST_POINTS)
                    faults.append(line.fault(why, column))
        if faults:
            raise TableRefused(faults)
        for column in [n for n in self._columns if not self._cells(n)]:
            name = self._name(column)
            text = msg(
                "« %(name)s » n'a aucun point : est-ce quelqu'un de la table ?", name=name
            )
            after = [n for n in self._columns if n > column]
            is_below = self._head.is_turned and not any(map(self._cells, after))
            if is_below:  # rather a remark below the table
                text = msg("« %(name)s » n'a aucun point : laisser de côté ?", name=name)
            is_so = self._findings.assume(f"empty{column}", text, sure=False)
            if is_so == is_below:
                self._columns.remove(column)

    def _differences(
        self, points: list[list[Decimal]], has_standings: bool
    ) -> list[list[Decimal]]:
        """Return the points of the hands, also where the lines are the standings after each:
        the total says so, their differences alone are points of a game, or nobody ever lost
        a point."""
        steps = points[:1] + [
            [after - before for before, after in zip(*pair, strict=True)]
            for pair in pairwise(points)
        ]
        is_rising = len(steps) > FEW and all(min(s) >= 0 < max(s) for s in steps[1:])
        sure = has_standings or (
            len(steps) >= FEW and _game_of(steps) and not _game_of(points)
        )
        if not sure and (not is_rising or len(points[0]) < 2 or _game_of(points)):
            return points
        text = msg("Chaque ligne dit où chacun en est : les points sont les différences")
        return steps if self._findings.assume("standings", text, bool(sure)) else points

    def _whole(self, points: list[list[Decimal]]) -> list[list[int]]:
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
