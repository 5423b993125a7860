"""What the columns of a table are: the points of a player, or what is nobody's."""

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from itertools import accumulate, chain, pairwise
from operator import ne
from statistics import median

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.formats.cells import Line, number
from scorekeeper.sheets.formats.columns import NOTE, day_of
from scorekeeper.sheets.formats.findings import Findings
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.names import unaccented

MOST_COLUMNS = 24
"""The columns of a table: those of eight players, their totals, and what is beside them."""

TOO_WIDE = msg("on attend au plus %(most)s colonnes", most=MOST_COLUMNS)

FEW = 3
"""So many hands make a coincidence unlikely."""

NOTHING = re.compile(r"[-–—−/\\×∅.]*")

ABSENT = re.compile(
    r"x+|(abs|exc|ann)\.?|absente?|excusée?|n/a|m|morte?|éliminée?|forfait|sortie?|partie?|fini|out"
    r"|pass([eé]|ée)?|annulée?",
    re.IGNORECASE,
)
"""What stands for a player who sat out or passed."""

TOTALS = re.compile(
    r"\b(sous-?)?(tot|total|totaux|totals|subtotal|sums?|summe|gesamt\w*|sommes?|cum(ul\w*)?|scores?"
    r"|soldes?|bilan|balance|report(er)?|controles?|check|verif\w*|sigma)\b|[σ∑]"
)
"""Words of a line or a column of totals, without accents."""

OTHERS = re.compile(
    r"(moy(ennes?)?|average|mean|rangs?|rank|classements?|places?|coef\w*|enjeux?|mises?|ecarts?"
    r"|diff\w*|euros?|€|argent|a payer|depart|debut|start)( .*)?"
)
"""The heads of other lines and columns of numbers that are no points, without accents."""

EXTRAS = re.compile(
    r"amendes?|fines?|penalit(e|ie)s?|bonus|malus|primes?|pots?|cagnottes?|caisses?|(points?|pts)"
    r"( (faits?|realises?|made|du preneur))?|realises?|faits?|made|annonces?|belotes?"
    r"|gagnants?|vainqueurs?|winners?|preneu(r|se)s?|takers?|appelee?s?|atouts?|trumps?|coinches?"
    r"|multipl\w*|facteurs?|jokers?|capots?|objectifs?|heures?|durees?|semaines?|annees?|mois"
    r"|bouts?|contra(ts?|cts?)|encheres?|bids?|paris?|ok|vu|resultats?|marges?|oudlers?|poignees?|tricks?|plis?"
)
"""The heads of columns of points that are nobody's alone, without accents."""

LOST = r"(?:[-–−]|moins|minus)$"

ADDED = re.compile(
    r"(ann(onces?)?|(re)?bel(otes?)?|bonus|primes?|capots?|chelems?|poignees?|tierces?)\b"
    rf"|{LOST}"
)
"""The heads of columns of points beside those of a player, without accents."""

SCORES = re.compile(r"points?|pts")
"""The words for what counts, without accents."""

PLAYERS = re.compile(r"joueu(r|se)s?|(pre)?noms?|players?|names?")
"""The heads of a column with the names of the players, without accents."""

SEATS = re.compile(
    r"\w|nord|sud|est|ouest|north|south|east|west|.*\d.*|(petite|garde|passe|seul)( .*)?"
)
"""Letters, seats, numbers and contracts beside the names of the players, without accents."""

ROLES = {
    "number": re.compile(
        r"#|(n|no|nr|num|numero|n[°º])( (de )?donne)?|donnes?|manches?|parties?|tours?|jeux?"
        r"|main|coups?|menes?|rounds?|hands?|deals?|games?|lignes?|tables?"
    ),
    "total": OTHERS,
    "date": re.compile(r"dates?|jours?|days?"),
    "dealer": re.compile(r"donneu(r|se)|dealer"),
    NOTE: re.compile(r"notes?|remarques?|commentaires?|comments?|remarks?|observations?"),
}
"""The heads of the columns that are nobody's points, without accents, by what they are."""

LONGEST_HEAD = 20
"""The letters of a head, or of the word that says that a line is a total."""

FAR = 4
"""So many times the size of other numbers is another size."""

SPREAD = 10
"""Points that differ by so much have no means by coincidence."""

Points = Sequence[Decimal]


def is_absent(cell: str) -> bool:
    return bool(NOTHING.fullmatch(cell) or ABSENT.fullmatch(cell))


def has_digit(cell: str) -> bool:
    return any(map(str.isdecimal, cell))


def is_word(cell: str) -> bool:
    return number(cell) is None and not NOTHING.fullmatch(cell)


def says(head: str, *meant: re.Pattern[str]) -> bool:
    """Return True if a head is one of these; a long one is a note."""
    text = unaccented(head).strip(" .:;()")
    return len(head) <= LONGEST_HEAD and any(one.fullmatch(text) for one in meant)


def is_total(cell: str) -> bool:
    """Return True for a cell that says that its line or column is a total, perhaps in
    parentheses behind a name; another long one is a note."""
    said = cell if len(cell) <= LONGEST_HEAD else cell.rpartition("(")[2]
    return len(said) <= LONGEST_HEAD and bool(TOTALS.search(unaccented(said)))


def role(head: str) -> str:
    """Return the name of the column that a head means in any table; nothing for a player's."""
    named = (name for name, words in ROLES.items() if says(head, words))
    return "total" if is_total(head) else next(named, "")


def is_aside(head: str) -> bool:
    """Return True for the head of a line or a column of numbers that are nobody's points."""
    return role(head) == "total"


def says_aside(head: str) -> bool:
    """Return True for the head of a column that is nobody's points, should it have numbers."""
    return role(head) not in ("", "number") or says(head, EXTRAS)


def is_beside(head: str) -> bool:
    """Return True for the head of a column of numbers of hands, or of nobody's points."""
    return role(head) in ("number", "total")


def word_beside(head: str, name: str) -> str:
    """Return the word beside a name, in « Ann. (Nous) », « Bel. d'Eux » and « Eux bel. »;
    nothing if there is none."""
    if head == name:
        return ""
    said, after = head.removesuffix(")"), head.removeprefix(name)
    if after != head:
        return after.strip(" .:()") * (after[0] in " :(")
    before = said.removesuffix(name)
    return before * (before != said and before[-1:] in {*" .:('’"})


def is_run(cells: Sequence[str]) -> bool:
    """Return True for 1, 2, 3 … or 0, 1, 2 …, also « Donne 1 », « D2 », « n° 3 »."""
    found = (re.fullmatch(r"\D{0,12}?(\d{1,4})(?:[.,]0)?\W*", cell) for cell in cells)
    numbers = (int(one[1]) if one else -1 for one in found)
    first = next(numbers, -1)
    return first in (0, 1) and all(n == after for after, n in enumerate(numbers, first + 1))


def counts_hands(cells: Sequence[str]) -> bool:
    """Return True for the numbers of hands, also from the last one down to 1."""
    return is_run(cells) or is_run(["0", *cells[::-1]])


def _odd(rows: Sequence[Points], may_be_same: bool) -> int:
    """Return how many rows have no sum of zero nor, if that is enough, the sum that most have,
    or nothing but zeros."""
    sums = Counter(map(sum, filter(any, rows)))
    is_enough = may_be_same and len(rows) >= FEW
    return len(rows) - (max(sums.values(), default=0) if is_enough else sums[0])


def is_zero_sum(sums: Sequence[Decimal | int]) -> bool:
    """Return True for the sums of lines that are zero, but for a few mistakes."""
    return 4 * sum(map(bool, sums)) <= len(sums)


def is_mean(values: Points, rows: Sequence[Points], sums: Points) -> bool:
    """Return True for the means of rows that differ, at least in how they are written, perhaps
    cut or rounded: to whole numbers only where the rows are far apart."""
    if len(rows) < 2 or not any(values):
        return False
    off = [abs(len(rows) * v - n) for v, n in zip(values, sums, strict=True)]
    digits = max(-int(value.normalize().as_tuple().exponent) for value in values)
    if max(off) >= len(rows) * Decimal(1).scaleb(-max(digits, 0)):
        return False
    spread = max(map(max, rows)) - min(map(min, rows))
    is_rounded = spread >= SPREAD or any(value % 1 for value in values)
    return (is_rounded or not any(off)) and any(str([*row]) != str(values) for row in rows)


def follows(values: Points, rows: Sequence[Points]) -> bool:
    """Return True for the sums or the means of rows, and for the sums so far of all or one."""
    sums = [sum(column, Decimal()) for column in zip(*rows, strict=True)]
    so_far = ([*accumulate(row)] for row in (sums, *rows)) if any(values[1:]) else ()
    return len(rows) > 1 and (values in (sums, *so_far) or is_mean(values, rows, sums))


def value(line: Line, column: int) -> Decimal:
    """Return the number of a cell, or zero."""
    return number(line.cells[column]) or Decimal()


class Columns:
    """The columns of a table.

    :param hands: the lines that do not say that they are none.
    :param findings: takes what was assumed.
    :raises DocumentError: for numbers without a name, and for too many columns.
    """

    def __init__(
        self, head: Line, lines: Sequence[Line], hands: Sequence[Line], findings: Findings
    ) -> None:
        self.head, self._hands, self._findings = head, hands, findings
        self._others = [line for line in lines if line not in hands]
        columns = enumerate(zip(*(line.cells for line in (head, *lines)), strict=True))
        self.players = [n for n, cells in columns if any(cells)]
        """Those of the points of a player."""
        if len(self.players) > MOST_COLUMNS:  # each is compared with the others
            raise DocumentError(msg("tableau"), TOO_WIDE)
        self.labels: list[int] = []
        """Those of words, which are notes."""
        self._values = {n: [value(line, n) for line in hands] for n in self.players}
        cells_of = ((n, (line.cells[n] for line in hands)) for n in self.players)
        self._said = {n: [c for c in cells if not is_absent(c)] for n, cells in cells_of}
        """The cells of the hands in each column that say something."""
        self._worded = {n for n, cells in self._said.items() if any(map(is_word, cells))}
        self.counter = self.date = self.dealer = -1
        """Those of the numbers of the hands, of days and of dealers; -1 for none."""
        self._belongs: dict[int, bool] = {}
        self.added: dict[int, int] = {}
        """Those of points beside a player's, each with his column."""
        self._find_added()
        self._find_belonging(self.players)
        self._leave_words()
        self._leave_columns()

    def name(self, column: int) -> str:
        return self.head.cells[column] or self.head.at(column)

    def points(self, line: Line) -> list[Decimal]:
        """Return the points of each player in a line, with those beside them."""
        points = {n: value(line, n) for n in (*self.players, *self.added.values())}
        for column, owner in self.added.items():
            more = value(line, column)
            points[owner] += -abs(more) if re.search(LOST, self.head.cells[column]) else more
        return [points[n] for n in self.players]

    def _find_added(self) -> None:
        """Find the points beside those of each player, as announcements: with his name in
        their head, or each with the same head right of his."""
        heads = {n: unaccented(self.head.cells[n]) for n in self.players}
        often, found = Counter(heads.values()), dict[str, dict[int, int]]()
        named = [n for n, head in heads.items() if often[head] == 1 and not is_beside(head)]
        for column, head in heads.items():
            if not head or is_aside(head) or self._is_again(column):
                continue
            owners = [n for n in named if often[head] > 1 and n < column] or sorted(
                (n for n in named if word_beside(head, heads[n])), key=lambda n: len(heads[n])
            )
            for owner in owners[-1:]:
                found.setdefault(word_beside(head, heads[owner]) or head, {})[column] = owner
        left = {*named}.difference(*found.values())
        beside = {
            word: of
            for word, of in found.items()
            if often[word] <= len({*of.values()}) == len(of)
            if ADDED.match(word) or left == {*of.values()}
        }
        owners_of = {column: owner for of in beside.values() for column, owner in of.items()}
        text = msg(
            "Les points sous « %(heads)s » comptent-ils avec les autres ?",
            heads=tuple(dict.fromkeys(map(self.name, owners_of))),
        )
        likely = all(map(ADDED.match, beside))
        if owners_of and self._findings.assume("added", text, sure=False, likely=likely):
            self.added = owners_of
        self.players = [n for n in self.players if n not in owners_of]

    @property
    def _named(self) -> list[int]:
        """The columns of points that have a name."""
        return [n for n in self.players if self.head.cells[n]]

    def _leave_words(self) -> None:
        """Set the columns of days, of dealers and of other words aside."""
        heads = self.head.cells
        others = [n for n in self._counted(-1) if n not in self._worded]
        for column in list(self.players):
            head, cells = heads[column], self._said[column]
            in_words = all(map(is_word, cells)) and not counts_hands(cells)
            is_blank = not any(line.cells[column] for line in self._hands)
            is_blank &= all(number(line.cells[column]) is None for line in self._others)
            if not (is_blank or any(map(is_word, cells))):
                continue
            if 0 < len(cells) <= 2 * sum(map(bool, map(day_of, cells))):
                self.date = column
            elif role(head) == "dealer":
                self.dealer = column
            elif role(head) in ("date", NOTE) or (cells and in_words and len(others) > 1):
                self.labels.append(column)
            else:
                continue
            self.players.remove(column)
        if self.labels:
            named = tuple(map(self.name, self.labels))
            self._findings.note(msg("Gardé en note de chaque donne : %(heads)s", heads=named))

    def _leave_columns(self) -> None:
        """Set the columns aside that are nobody's: two reasons are enough, one is asked about.

        :raises DocumentError: for numbers without a name that are none.
        """
        heads, is_many = self.head.cells, len(self._hands) >= FEW
        balanced = self._balanced(self.players)
        steps = {n: {b - a for a, b in pairwise(self._values[n])} for n in self._named}
        steady = [n for n in self._named if is_many and steps[n] in ({-1}, {0}, {1})]
        steady *= 2 * len(steady) < len(self._named)
        first, last = min(self.players, default=0), max(self.players, default=0)
        for column in list(self.players):
            head, is_player = heads[column], self._belongs.get(column)
            is_number = column == first and (not head or says(head, PLAYERS))
            is_number |= role(head) == "number"
            runs = self._runs(column, is_number)
            reasons = runs + self._reasons(column, is_number, column == last)
            if self._said[column] and balanced and column not in balanced:
                reasons += min(len(self._hands) - 1, 2)
            reasons += column in steady and any(self._values[column])
            if not reasons:
                continue
            text = msg(
                "« %(name)s » n'est à personne : laissé de côté", name=self.name(column)
            )
            if runs or is_number:
                text = msg("« %(name)s » est le numéro de la donne", name=self.name(column))
            is_again = bool(runs) and self.counter >= 0
            sure = is_many if is_player else reasons > 1 and not is_again
            is_belied = not sure and (not runs or len(self._hands) < 2)
            is_belied &= self._is_belied(column)
            likely = not (is_player or is_belied)
            if self._findings.assume(f"column{column}", text, sure, likely):
                self.players.remove(column)
                self.counter = column if runs or is_number else self.counter
            elif head:
                self._belongs[column] = True
            else:
                why = msg("un nombre n'a pas de nom au-dessus de lui")
                raise self.head.fault(why, column)
        self.players = [n for n in self.players if heads[n]]

    def _runs(self, column: int, is_number: bool) -> int:
        """Return the reasons for a column to count the hands."""
        cells = self._said[column]
        is_many, is_most = len(cells) >= FEW, 2 * len(cells) >= len(self._hands)
        runs = is_most and any(map(has_digit, cells)) and counts_hands(cells)
        return runs * (2 if is_number else is_many and len(self._named) >= FEW)

    def _reasons(self, column: int, is_number: bool, is_last: bool) -> int:
        """Return how many reasons there are for a column to be nobody's: its head, or that it
        has none; that it follows from the others, now or so far; that there is no total of it
        or that its numbers are of another size."""
        head, values = self.head.cells[column], self._values[column]
        others = [n for n in self._counted(column) if self._said[n]]
        columns = [self._values[n] for n in others]
        is_many, is_aside = len(values) >= FEW, says_aside(head)
        if not self._said[column] and not is_aside:
            return 0
        reasons = int(is_aside or is_number or not head) + 2 * self._is_again(column)
        if not head or (is_aside and (is_many or is_last)) or (is_last and any(values)):
            reasons += follows(values, columns)
        if is_aside and columns and values:
            sizes = [[*map(abs, one)] for one in (values, chain(*columns))]
            pairs = sorted(median(one) for one in sizes), sorted(max(one) for one in sizes)
            reasons += is_many and all(0 < FAR * few <= many for few, many in pairs)
            totals = [line.cells for line in self._others if not line.cells[column]]
            has_no_total = any(cells[n] for cells in totals for n in others)
            is_none = self._belongs.get(column) is False and len(values) > 1
            reasons += (has_no_total or is_none) and not says(head, EXTRAS)
        return reasons

    def _find_belonging(self, columns: Sequence[int]) -> None:
        """Find out whether columns with a word in the place of a name are those of players:
        they are if the points of each hand add up with them alone, to zero or to the same."""
        heads = self.head.cells
        words = [n for n in columns if role(heads[n]) or says(heads[n], PLAYERS, EXTRAS)]
        others = [self._values[n] for n in columns if heads[n] and n not in words]
        for column in words:
            own = self._values[column]
            rows = [*zip(own, *others, strict=True)]
            without, within = (_odd(of, any(own)) for of in ([row[1:] for row in rows], rows))
            few = len(rows) // FAR
            if without <= min(few, within) or (without > few and not within):
                self._belongs[column] = without > within

    def _is_belied(self, column: int) -> bool:
        """Return True for points under a word for a sum that are none, and for those under
        another word that differ in many hands or have a total."""
        heads, values = self.head.cells, self._values[column]
        meant = role(heads[column])
        sums = map(sum, zip(*(self._values[n] for n in self._counted(column)), strict=True))
        is_sum = any(v == n for v, n in zip(values, sums, strict=False))
        is_many = len(values) >= FEW and len({*values}) > 1
        has_total = any(number(line.cells[column]) is not None for line in self._others)
        is_word = is_total(heads[column]) or (is_many and meant == "total")
        is_word |= (is_many or has_total) and meant in ("number", "date", NOTE)
        is_word |= self.counter >= 0 and meant == "number"
        is_alone = [heads[n] for n in self.players].count(heads[column]) == 1
        return is_word and is_alone and not is_sum

    def _counted(self, column: int) -> list[int]:
        """Return the columns of points beside a column."""
        named = [n for n in self._named if n != column]
        return [n for n in named if self._belongs.get(n) or not is_beside(self.head.cells[n])]

    def _balanced(self, columns: Sequence[int]) -> Sequence[int]:
        """Return the most columns beside each other whose points have a sum of zero."""
        rows = [*zip(*(self._values[n] for n in columns), strict=True)]
        sums = [*zip(*(accumulate(row, initial=Decimal()) for row in rows), strict=True)]
        for width in range(len(columns), 1, -1):
            for start in range(len(columns) - width + 1 if rows else 0):
                end = start + width
                if is_zero_sum([*map(ne, sums[start], sums[end])]) and is_zero_sum(
                    [not any(row[start:end]) for row in rows]
                ):
                    return columns[start:end]
        return ()

    def _is_again(self, column: int) -> bool:
        """Return True for the points of a column before it in euros, and for its running
        totals under the same head, or for those of any column under none."""
        heads, values = self.head.cells, self._values[column]
        head = re.sub(r"[ (]*(€|euros?)\)?$", "", heads[column])
        same = [n for n in range(column) if heads[n] and head in ("", heads[n])]
        is_running = any(values == [*accumulate(self._values[n])] for n in same)
        return is_running or bool(same and heads[column] not in (head, ""))
