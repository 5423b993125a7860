"""A table as people keep one, without a word of what it is: a line of names, lines of points.

What surrounds the points is set aside. Each thing that is assumed is a finding, which whoever
brings the table can answer otherwise; a doubt has to be answered. The rules, in their order:

1. One table: lines are divided at blanks, tables beside each other come below each other, and
   one of several is chosen.
2. The line of names above the first points; players in rows are turned.
3. Words beside names and numbers are left out.
4. Columns of words are notes. One of numbers is nobody's, or counts the hands, for reasons:
   its head; it follows from the others; it has no total; its numbers are of another size;
   points add up without it. Two reasons are enough, one is asked about.
5. Lines likewise: a word; sums, means or standings of the hands; a gap; no number where the
   hands have one.
6. Points are the differences where only these are those of a game. Fractions, and sums that
   are not zero where others are, are asked about.
"""

from collections.abc import Sequence
from decimal import Decimal
from itertools import chain, pairwise, product

from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.formats.cells import (
    MOST_LINES,
    Line,
    Rows,
    TableRefused,
    first_of,
    number,
)
from scorekeeper.sheets.formats.columns import day_of
from scorekeeper.sheets.formats.findings import NO, YES, Findings
from scorekeeper.sheets.formats.hand_points import ROUND, game_of, standings_of
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.formats.table_columns import (
    FEW,
    MOST_COLUMNS,
    PLAYERS,
    SEATS,
    TOO_WIDE,
    Columns,
    Points,
    counts_hands,
    has_digit,
    is_absent,
    is_aside,
    is_beside,
    is_run,
    is_word,
    is_zero_sum,
    says,
    says_aside,
)
from scorekeeper.sheets.formats.table_lines import Lines, is_title, words
from scorekeeper.sheets.formats.table_words import (
    divided,
    heads_joined,
    numbers_alone,
    without_units,
)
from scorekeeper.sheets.formats.typed_game import require_players

FREE_MARKING = GAMES["libre"]
"""The game of points alone, of a table that has no other."""

MOST_POINTS = 99_999
"""The points of one cell; as in :mod:`scorekeeper.games.freeform`."""


def split(rows: Rows, findings: Findings) -> tuple[str, Line, list[Line]]:
    """Return the title above a table, its line of names, and the lines below it.

    :param findings: takes what was assumed.
    :raises DocumentError: if there is no line of names with lines of points below it.
    """
    told = [[" ".join(cell.split()) for cell in row] for row in divided(rows, findings)]
    if sum(map(bool, chain(*told))) > MOST_COLUMNS * MOST_LINES:  # before any is a number
        raise DocumentError(msg("tableau"), TOO_WIDE)
    lines = [Line(n, cells) for n, cells in enumerate(told, 1)]
    width = max((len(line.cells) for line in lines), default=0)
    for line in lines:
        line.cells.extend([""] * (width - len(line.cells)))
    lines = _below_each_other([line for line in lines if any(line.cells)], findings)
    lines = heads_joined(_one_table(lines, findings))
    start = _head_of(lines, findings)
    table = lines[start:]
    most = max((len(words(line)) for line in table), default=0)
    above = [
        [cell for cell in words(line) if not (says_aside(cell) or says(cell, PLAYERS))]
        for line in lines[:start]
    ]
    title = next((said[0] for said in above if 0 < len(said) < most), "")
    if sums := tuple(
        line.name for line in lines[:start] if line.numbers and line not in table
    ):
        findings.note(msg("Laissé de côté : %(remarks)s", remarks=sums))
    if table and _is_turned(table):
        text = msg("Les joueurs sont dans les lignes, les donnes dans les colonnes")
        below = [*filter(None, table[1].cells)]  # perhaps the names, below their seats
        said = {cell for cell in words(table[1]) if not has_digit(cell)}
        players = {line.cells[_corner(table[0])] for line in table[2:]}
        is_of_hands = {*below[1:]} < players  # dealers or takers
        sure = is_of_hands or len(below) < FEW or len(said) < len(below)
        if findings.assume("turned", text, sure):
            table = _turned(table)
        else:  # the names may stand below their seats
            named = (n for n, line in enumerate(table) if len(words(line)) > 1)
            table = table[next(named, 0) :]
    if len(table) < 2 or len(words(table[0])) < 2:
        why = msg("on attend une ligne de noms, puis une ligne de points par donne")
        raise DocumentError(msg("tableau"), why)
    return title, table[0], table[1:]


def _names_of(head: Line) -> Message:
    place = head.at([*map(is_word, head.cells)].index(True))
    return msg("%(where)s : %(message)s", where=place, message=tuple(words(head)))


def _below_each_other(lines: list[Line], findings: Findings) -> list[Line]:
    """Return the lines of tables beside each other, which empty columns divide, below each
    other: not of running totals, nor of what adds up as one table."""
    columns = [*zip(*(line.cells for line in lines), strict=True)]
    gaps = [-1, *(n for n, cells in enumerate(columns) if not any(cells)), len(columns)]
    blocks = [range(left + 1, right) for left, right in pairwise(gaps)]
    if len(blocks) < 2 or len(blocks) * len(lines) > MOST_LINES:
        return lines
    values = {
        n: [number(cell) or Decimal() for cell in cells]
        for n, cells in enumerate(columns)
        if not any(says_aside(cell) or is_beside(cell) for cell in cells)
    }
    tables = [block for block in blocks if len(values.keys() & block) > 1]
    if len(tables) < 2:
        return lines
    first = [values[n] for n in tables[0] if n in values]
    sums = [[*map(sum, zip(*of, strict=True))] for of in (first, values.values())]
    is_one = [*map(is_zero_sum, sums)] == [False, True]
    text = msg("Il y a plusieurs tableaux l'un à côté de l'autre")
    if is_one or not findings.assume("beside", text):
        return lines
    return [
        line._replace(cells=[cell if n in block else "" for n, cell in enumerate(line.cells)])
        for block in tables
        for line in lines
    ]


def _one_table(lines: list[Line], findings: Findings) -> list[Line]:
    """Return the lines of the table, of several below each other those of the chosen one: each
    has a line of names; the same names again are the next page of one table."""
    said = ((n, cell) for line in lines for n, cell in enumerate(line.cells) if cell)
    counted = {n for n, cell in said if number(cell) is not None or is_absent(cell)}
    heads: list[int] = []
    for place, (line, below) in enumerate(pairwise(lines)):
        names = [cell for n, cell in enumerate(line.cells) if n in counted and is_word(cell)]
        says_so = any(says(cell, PLAYERS) for cell in words(line))
        is_new = says_so or (len(names) - 1 <= len({*names}) > 1)
        if heads:
            is_new &= any(line.numbers for line in lines[heads[-1] + 1 : place])
            is_new &= says_so or line.cells != lines[heads[-1]].cells
            bare = [n for n in counted if n and not line.cells[n] and number(below.cells[n])]
            is_new &= says_so or not bare  # else a remark
        if is_new and (below.numbers or is_title(below)):
            heads.append(place)
    if len(heads) < 2:
        return lines
    starts = [0, *(1 + max(k for k in range(n) if lines[k].numbers) for n in heads[1:])]
    named = [(f"{n}", _names_of(lines[head])) for n, head in enumerate(heads)]
    text = msg("Il y a plusieurs tableaux : lequel ?")
    chosen = int(findings.choose("table", text, named, sure=False))
    return lines[starts[chosen] : [*starts, len(lines)][chosen + 1]]


def _head_of(lines: list[Line], findings: Findings) -> int:
    """Return the place of the line of names: of those above the points the one with the most
    words above some, the chosen one of several. Titles and seats above may have numbers."""
    numbered = [n for n, line in enumerate(lines) if line.numbers][:FEW]
    hands = [n for n in numbered if not is_run([*filter(None, lines[n].cells)])]
    first, above = (*hands, *numbered[-1:], 0)[0], list[int]()
    for place in numbered:
        names = [n for n in range(place) if len(words(lines[n])) > 1]
        if names or _is_turned(lines[place:]):
            first, above = place, names
            break
    columns = enumerate(zip(*(line.cells for line in lines[first:]), strict=True))
    points = {n for n, cells in columns if not is_run([*filter(number, cells)])}
    named = {n: len({lines[n].cells[k] for k in points} & {*words(lines[n])}) for n in above}
    heads = [n for n in above if named[n] == max(named.values())] or [first]
    if len(heads) < 2:
        return heads[0]
    listed = [(f"{n}", _names_of(lines[n])) for n in reversed(heads)]
    *over, below = (
        [says_aside(c) or is_beside(c) or says(c, SEATS, PLAYERS) for c in words(lines[n])]
        for n in heads
    )
    sure = all(chain(*over)) or not any(below)
    text = msg("Quelle ligne a les noms des joueurs ?")
    return int(findings.choose("names", text, listed, sure))


def _is_turned(table: list[Line]) -> bool:
    """Return True if the players stand below each other: above the points is the word
    « joueur », or are the numbers or days of hands, or is nothing."""
    place, head = _corner(table[0]), table[0].cells
    heads = [cell for cell in head[:place] + head[place + 1 :] if cell and not is_aside(cell)]
    rows = [line.cells for line in table[1:]]
    names = [row[place] for row in rows if not is_aside(row[place])]
    if not all(map(is_word, names)) or 2 * sum(map(has_digit, names)) >= len(names):
        return False
    sums = [sum(number(cell) or 0 for cell in row[place + 1 :]) for row in rows]
    if says(head[place], PLAYERS):
        return all(map(has_digit, heads)) or any(sums)
    return all(map(has_digit, heads)) and len({*names}) == len(names)


def _corner(head: Line) -> int:
    """Return the column of the players who stand below each other: the first, if none says
    that it is."""
    return next((n for n, cell in enumerate(head.cells) if says(cell, PLAYERS)), 0)


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


class PlainTable:
    """The players and the hands of a table, after all that surrounds them was set aside.

    :param head: the names.
    :param lines: those below it.
    :param findings: takes what was assumed.
    :raises DocumentError: for numbers without a name, words and numbers that are too large
        among the points, and heads that are no names of players.
    """

    def __init__(self, head: Line, lines: Sequence[Line], findings: Findings) -> None:
        head = without_units(head)
        self.head, self._findings = head, findings
        found = Lines(head, numbers_alone(head, lines, findings), findings)
        self._columns = Columns(head, found.numbered, found.hands, findings)
        has_totals, has_standings = found.find_hands(self._columns)
        self._lines, self._numbered = found.hands, found.numbered
        marks = [line.cells[self._columns.counter] for line in self._lines]
        is_down = self._columns.counter >= 0 and not is_run(marks)
        text = msg("La dernière donne est en haut")
        if is_down and counts_hands(marks) and findings.assume("reversed", text):
            self._lines = self._lines[::-1]
        players = self._columns.players
        self._require_readable()
        self._leave_empty()
        self.names = [head.cells[column] for column in players]
        require_players(FREE_MARKING, self.names, head)
        points: Sequence[Points]
        points = [self._columns.points(line) for line in self._lines]
        if not has_totals:
            points = self._differences(points, has_standings)
        self.points = self._whole(points)
        """The points of each hand, by player."""
        self._ask_sums()
        self.game = game_of(points)
        """The game that they seem to be of."""
        labels, date = self._columns.labels, [self._columns.date]
        self.notes = [" · ".join(self._said(line, labels)) for line in self._lines]
        """What stands in words beside each hand."""
        days = [day_of(cell) for line in self._lines for cell in self._said(line, date)]
        self.day = next(filter(None, days), None)
        """The day of the first hand that has one."""
        dealt = [self._said(line, [self._columns.dealer]) for line in self._lines[:1]]
        self.dealer = "".join(cell for cells in dealt for cell in cells)
        """Who dealt first, where a column says so."""

    def _said(self, line: Line, columns: Sequence[int]) -> list[str]:
        return [line.cells[n] for n in columns if n >= 0 and line.cells[n]]

    def _require_readable(self) -> None:
        """Refuse words and large numbers among the points; name the words for nothing."""
        faults, columns = list[DocumentError](), (*self._columns.players, *self._columns.added)
        cells = [(line, n, line.cells[n]) for line, n in product(self._lines, columns)]
        letters = [one for one in cells if is_word(one[2]) and is_absent(one[2])]
        name = self._columns.name
        named = first_of([f"{cell} ({name(n)}, {line.at(n)})" for line, n, cell in letters])
        text = msg("Compté 0 : %(cells)s", cells=named)
        is_nothing = bool(letters) and self._findings.assume("letters", text)
        for line, column, cell in cells:
            points = number(cell)
            if points is None and is_absent(cell) and (is_nothing or not is_word(cell)):
                continue
            if points is None or points * 100 % 1:
                why = msg("« %(cell)s » n'est pas un nombre entier", cell=cell[:20])
                faults.append(line.fault(why, column))
            elif abs(points) > MOST_POINTS:
                why = msg("on attend au plus %(most)s points", most=MOST_POINTS)
                faults.append(line.fault(why, column))
        if faults:
            raise TableRefused(faults)

    def _leave_empty(self) -> None:
        """Ask about players without points, or with the only crosses."""
        players = self._columns.players
        columns = {n: [line.cells[n].casefold() for line in self._lines] for n in players}
        cells = [cell for said in columns.values() if any(said) for cell in said]
        is_mostly_empty = 0 < len(cells) <= 2 * sum(map(is_absent, cells))
        is_remark = bool(players) and self._columns.name(players[-1])[0].islower()
        for n, said in columns.items():
            marks = [*filter(None, said)]
            is_marked = marks == ["x"] * cells.count("x") and len(said) > 1 and bool(marks)
            if marks and not is_marked:
                continue
            has_total = any(number(line.cells[n]) is not None for line in self._numbered)
            is_last = n == [*columns][-1]
            is_below = self.head.is_turned and is_last and not has_total  # rather a remark
            sure = is_below and is_remark
            sure |= not (is_below or is_marked) and (is_mostly_empty or has_total)
            is_counter = n == players[0] and has_digit(self._columns.name(n))
            likely = not (is_counter or is_marked)
            likely &= not (is_below and (is_remark or not is_mostly_empty))
            text = msg(
                "« %(name)s » n'a aucun point : est-ce quelqu'un de la table ?",
                name=self._columns.name(n),
            )
            if not self._findings.assume(f"empty{n}", text, sure, likely):
                players.remove(n)

    def _differences(self, points: Sequence[Points], is_told: bool) -> Sequence[Points]:
        """Return the points of the hands, also where the lines are the standings after each,
        from the first to the last hand or back."""
        game, forth = game_of(points), standings_of(points, is_told)
        ways = {YES: (self._lines, forth, msg("oui"))} if forth else {}
        is_whole = all(b.place - a.place == 1 for a, b in pairwise(self._lines))
        is_sure = bool(forth and forth.is_sure) and is_whole
        back = None if game or is_sure else standings_of(points[::-1])
        if back and not back.start % ROUND:
            from_last = msg("oui, et la dernière donne est en haut")
            ways["reversed"] = self._lines[::-1], back, from_last
        if not ways:
            return points
        choices = [(name, words) for name, (_, _, words) in ways.items()]
        choices.sort(key=lambda choice: ways[choice[0]][1].steps[0] is not None)
        choices.insert(0 if game and not is_told else len(choices), (NO, msg("non")))
        text = msg("Chaque ligne dit où chacun en est : les points sont les différences")
        chosen = self._findings.choose("standings", text, choices, is_sure)
        if chosen not in ways:
            return points
        lines, standings, _ = ways[chosen]
        if standings.start:
            text = msg(
                "Chacun a %(n)s points au départ, qui ne comptent pas", n=standings.start
            )
            self._findings.note(text)
        self._lines = [line for line, step in zip(lines, standings.steps, strict=True) if step]
        return list(filter(None, standings.steps))

    def _ask_sums(self) -> None:
        """Ask about the lines whose points have no sum of zero, if those of most have."""
        lines = zip(self._lines, self.points, strict=True)
        odd = [line.name for line, points in lines if sum(points)]
        if 0 < len(odd) < sum(any(points) and not sum(points) for points in self.points):
            text = msg(
                "Ces donnes ne font pas 0, les autres si : %(lines)s. Les corriger dans le "
                "tableau, ou les noter ainsi, en marque libre ?",
                lines=first_of(odd),
            )
            kept = msg("noter en marque libre")
            self._findings.choose("sums", text, [(YES, kept)], sure=False)

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
                raise DocumentError(msg("tableau"), why)
            times = 100
        return [[int(times * value) for value in row] for row in points]
