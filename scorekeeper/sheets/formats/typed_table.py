"""A table of cells typed from paper: its lines, those that are refused, and its heads."""

import csv
import io
import re
from collections.abc import Container, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from scorekeeper.i18n.languages import LANGUAGES, translator
from scorekeeper.i18n.messages import Message, msg, render
from scorekeeper.rules.answers import questions
from scorekeeper.rules.game import Game
from scorekeeper.rules.question import PerColumn, PointsOfEach, Question
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.formats.typed_answers import named, words_for
from scorekeeper.sheets.names import bare, composed
from scorekeeper.sheets.sheet import MAX_ENTRIES

FORMULA = "=+@\t\r\n⁺⁼₊₌﬩﹢﹣﹦﹫＋－＝＠-"
"""The characters, of any width, with which a spreadsheet begins a formula."""

MARKED = re.compile(f"(^|[,;\t\r\n] *)'(?='*[{FORMULA}])")
"""The place of the apostrophe with which
:func:`~scorekeeper.sheets.formats.spreadsheet.text` marks a text that is no formula."""

MOST_CELLS = 64
"""The cells of a line that are looked at."""

MOST_CHARACTERS = 200
"""The length of a cell; the titles, names and lists of an evening are shorter."""

WHOLE = re.compile(r"[+-]?[0-9]{1,6}")
"""A number of points, without the spaces between its thousands."""

MOST_LINES = MAX_ENTRIES + 10
"""The lines of a table: the hands of a sheet, with what stands before and after them."""

MOST_ERRORS = 30
"""The refused lines that are named one by one."""


class TableRefused(DocumentError):
    """A table that is refused, with every line at fault."""

    def __init__(self, faults: Sequence[tuple[Message, Message]]) -> None:
        super().__init__(*faults[0])
        self.messages = [DocumentError(*fault).message for fault in faults[:MOST_ERRORS]]
        """A sentence for each fault, in the order of the lines."""
        self.more = max(0, len(faults) - MOST_ERRORS)
        """The number of faults that are not named."""


class NotWhole(ValueError):
    """A cell that holds no whole number; its argument is the message."""


class Line(NamedTuple):
    """One line of a table."""

    number: int
    """Its number in the file, from 1."""
    cells: list[str]

    @property
    def place(self) -> Message:
        """The place of an error in this line."""
        return msg("ligne %(n)s", n=self.number)

    @property
    def first(self) -> str:
        """The first cell, as it is compared."""
        return self.cells[0].strip().casefold() if self.cells else ""


def decode(content: bytes) -> str:
    """Return a text in UTF-8 or, where it is not, in Windows-1252."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def lines_of(content: bytes) -> list[Line]:
    """Split a table into the lines that hold anything, without comments.

    :raises DocumentError: for what is no table, for more lines than a sheet can have, and for
        a line with a cell that is too long.
    """
    text = composed(decode(content))
    delimiter = max(";,\t", key=text.split("\n", 1)[0].count)
    reader = csv.reader(io.StringIO(text, newline=None), delimiter=delimiter)
    filled = (
        _bounded(Line(reader.line_num, [MARKED.sub(r"\1", cell) for cell in row[:MOST_CELLS]]))
        for row in reader
        if any(row) and not row[0].startswith("#")
    )
    try:
        lines = list(islice(filled, MOST_LINES + 1))
    except csv.Error as error:
        why = msg("ce tableau ne se lit pas (%(why)s)", why=str(error))
        raise DocumentError(msg("fichier"), why) from None
    if len(lines) > MOST_LINES:
        why = msg("on attend au plus %(n)s donnes", n=MAX_ENTRIES)
        raise DocumentError(msg("fichier"), why)
    return lines


def _bounded(line: Line) -> Line:
    if any(len(cell) > MOST_CHARACTERS for cell in line.cells):
        why = msg("une case a plus de %(n)s caractères", n=MOST_CHARACTERS)
        raise DocumentError(line.place, why)
    return line


def whole_number(cell: str) -> int:
    """Return the points of a cell; 0 for an empty one.

    >>> whole_number("−1 200"), whole_number("")
    (-1200, 0)

    :raises NotWhole: if it is no whole number of at most six digits.
    """
    written = "".join(cell.replace("−", "-").split()) or "0"
    if not WHOLE.fullmatch(written):
        raise NotWhole(msg("« %(cell)s » n'est pas un nombre entier", cell=cell.strip()[:20]))
    return int(written)


def day_of(cell: str) -> str | None:
    """Return the ISO date of a typed one (2026-11-20 or 20/11/2026); absent if it is not
    valid.

    >>> day_of("20/11/2026"), day_of("2026-11-20"), day_of("20/11/26"), day_of("hier")
    ('2026-11-20', '2026-11-20', '2026-11-20', None)
    """
    parts = cell.strip().replace("/", "-").split("-")
    if len(parts) == 3 and all(part.isdecimal() and len(part) < 5 for part in parts):
        numbers = [int(part) for part in parts]
        year, month, day = numbers if numbers[0] > 31 else numbers[::-1]
        try:
            return date(year if year > 99 else 2000 + year, month, day).isoformat()
        except ValueError:
            return None
    return None


TOTAL = words_for(msg("total")) | words_for(msg("Bilan"))
"""The beginning of a line of totals, and in brackets the end of a head of running totals."""

NUMBER = words_for(msg("donne"))

DEALER = words_for(msg("donneur"))

DATE = words_for(msg("date"))
"""The heads that are no question."""

TEAMS = (words_for(msg("Nous")), words_for(msg("Eux")))
"""The heads of two teams; the first one is that of the first player."""


class Heads(NamedTuple):
    """The heads of a file, each with its place."""

    asked: Mapping[str, int]
    """The questions that have one, by name."""
    others: Sequence[tuple[str, int]]
    """The heads that are neither a question nor a word of this program."""
    dealer: int | None
    date: int | None

    @property
    def names(self) -> list[str]:
        """The players, in a file without a line of players."""
        return [head for head, _ in self.others]

    @property
    def width(self) -> int:
        """The cells that a line has to have."""
        places = (*self.asked.values(), *(place for _, place in self.others))
        return 1 + max(*places, self.dealer or 0, self.date or 0)


def read_heads(game: Game, line: Line) -> Heads:
    """Return the heads of a line."""
    asked: dict[str, int] = {}
    others: list[tuple[str, int]] = []
    found: dict[str, int] = {}
    for place, cell in enumerate(line.cells):
        word = bare(cell)
        name = question_of(game, word, asked)
        own = _own_head(word)
        if own is None and bare(cell.rpartition("(")[2]) in TOTAL and "(" in cell:
            continue
        if own:
            found[own] = place
        elif name is not None:
            asked[name] = place
        elif cell.strip():
            others.append((cell.strip(), place))
    return Heads(asked, others, found.get("dealer"), found.get("date"))


def _own_head(word: str) -> str | None:
    known = {"dealer": DEALER, "date": DATE, "number": NUMBER}
    return next((name for name, words in known.items() if word in words), None)


def is_head(game: Game, word: str) -> bool:
    """Return True for a plain text that is a head in any table of this game."""
    return _own_head(word) is not None or question_of(game, word) is not None


def question_of(game: Game, word: str, taken: Mapping[str, int] | None = None) -> str | None:
    """Return the question whose label, code or column a head is, of those not taken."""
    open_ones = {n: q for n, q in questions(game.hand).items() if n not in (taken or {})}
    for name, question in open_ones.items():
        if not {word, f"{word}s"}.isdisjoint(words_for(question.label, name)):
            return name
    for name, question in open_ones.items():
        if question.column is not None and word in words_for(question.column):
            return name
    return None


def accepted_columns(game: Game) -> list[Message]:
    """Return the heads that a table of this game may have beside its players."""
    own = own_question(game)
    asked = [question.label for name, question in questions(game.hand).items() if name != own]
    dealer = [] if game.board else [msg("donneur")]
    return [msg("donne"), *dealer, msg("date"), *asked]


def point_columns(
    game: Game, heads: Heads, players: Sequence[str], line: Line
) -> dict[int, int]:
    """Return the place of each column of the sheet in the file, as far as it has one.

    :raises TableRefused: with the heads that are no player, those that stand there twice and,
        where the points are the answer, the players without one.
    """
    places: dict[int, int] = {}
    faults: list[tuple[Message, Message]] = []
    for head, place in heads.others:
        column = _column_of(game, head, players)
        is_question = question_of(game, bare(head)) is not None
        is_second = column in places and not _is_player_of_team(game, head, players)
        if is_question or is_second:
            faults.append((line.place, msg("deux colonnes « %(head)s »", head=head)))
        elif column is None:
            faults.append((line.place, no_column(game, head, players)))
        else:
            places.setdefault(column, place)
    if own_question(game):
        faults += [(line.place, why) for why in _missing(game, players, places)]
    if faults:
        raise TableRefused(faults)
    return places


def own_question(game: Game) -> str | None:
    """Return the question whose answer is the points of the columns themselves."""
    asked = questions(game.hand).items()
    return next((name for name, question in asked if _is_own(question)), None)


def _is_own(question: Question) -> bool:
    return isinstance(question, PerColumn) and not isinstance(question, PointsOfEach)


def _missing(game: Game, players: Sequence[str], found: Container[int]) -> list[Message]:
    named_ones = enumerate(game.columns(players))
    absent = [name for column, name in named_ones if column not in found]
    return [msg("il manque la colonne « %(head)s »", head=name) for name in absent]


def no_column(game: Game, head: str, players: Sequence[str]) -> Message:
    """Return what is wrong with a head that is none, with those that are accepted."""
    return msg(
        "« %(head)s » n'est ni une question de ce jeu (%(columns)s), ni un seul de ses "
        "joueurs : %(names)s",
        head=head[:40],
        columns=tuple(accepted_columns(game)),
        names=game.columns(players),
    )


def _is_player_of_team(game: Game, head: str, players: Sequence[str]) -> bool:
    return game.teams and bool(named(head, players))


def _column_of(game: Game, head: str, players: Sequence[str]) -> int | None:
    """Find the column of a head: by the names first, then by the words of a template."""
    for labels in (_labels(game, players), *_template_labels(game, len(players))):
        columns = {labels[name] for name in named(head, list(labels))}
        if columns:
            return columns.pop() if len(columns) == 1 else None
    words = TEAMS if game.teams else ()
    return next((n for n, team in enumerate(words) if bare(head) in team), None)


def _labels(game: Game, players: Sequence[str]) -> dict[str, int]:
    """Return the column of each name: a player, or a team with its players in any order."""
    found = {name: game.column(place) for place, name in enumerate(players)}
    for column, name in enumerate(game.columns(players)):
        found |= {name: column, " & ".join(reversed(name.split(" & "))): column}
    return found


def _template_labels(game: Game, count: int) -> list[dict[str, int]]:
    """Return the columns of the names in a template, in every language."""
    own = [msg("Joueur %(n)s", n=n) for n in range(1, count + 1)]
    said = [translator(language) for language in LANGUAGES]
    return [_labels(game, [render(label, translate) for label in own]) for translate in said]
