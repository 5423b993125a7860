"""The printed sheet: one line per hand, oldest first, with totals, page by page.

The layout of tarot is the federation's match sheet: a plus and a minus column per player,
*Total*, *Bilan*. The other games have points and running totals. The answers that an arbiter
needs to compute a hand again have columns of their own.
"""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from scorekeeper.i18n.messages import Message, Translate, render, untranslated
from scorekeeper.rules.game import Game
from scorekeeper.sheets.reports.print_layout.columns import (
    CELL_HEADS,
    PLUS_MINUS,
    POINTS,
    RUNNING,
    Cells,
    DetailColumn,
    PrintedLine,
    detail_columns,
    printed_lines,
    written,
)
from scorekeeper.sheets.reports.print_layout.paper import (
    BOLD,
    CELL_SPACE,
    HEAD,
    PAPERS,
    ROW,
    TEXT_LINE,
    Arrangement,
    Contents,
    Page,
    PageSpace,
    Paper,
    arrange,
    head_height,
    line_count,
    line_height,
    paginate,
    width,
)
from scorekeeper.sheets.sheet import Sheet

__all__ = ["PAPERS", "PrintLayout", "Wanted", "blank", "print_layout"]

LEAST_NUMBER = {PLUS_MINUS: 7.2, RUNNING: 11.3, POINTS: 11.3}
"""Width for the numbers of a cell in any case; their heads need it too."""

BY_HAND = 2.0
"""What gains and losses need besides where they are written by hand."""

CHART = 62.0
"""Height of the curves and the ranking."""

RULES_COLUMNS, RULES_WIDTH, COLUMN_GAP = 3, 60.0, 5.0
"""Most columns of the list of all rules, their least width and the gap between them."""

RULES_HEAD = 9.0
"""Height of the heading of that list."""

NOTES = 12.0
"""Height of what stands under the table: the sum, the legend."""

SETTLEMENT = 20.0
"""Height of the settlement, where points are worth money."""

BLANK_ROW = 8.6
"""Height of a row that is filled by hand."""


class PrintLayout(NamedTuple):
    """A printed sheet as text, page by page."""

    columns: tuple[str, ...]
    """The names of the columns; empty on a blank sheet."""
    details: tuple[DetailColumn, ...]
    arrangement: Arrangement
    cell_heads: tuple[Message, ...]
    """The heads of the cells of a column; none if it has one cell."""
    has_dealers: bool
    """True if dealers have a column: where the columns are teams."""
    rules: str
    """The name of the rules, and the options that differ from them."""
    pages: tuple[Page, ...]
    total: tuple[Cells, ...]
    balance: tuple[str, ...]
    ranking: tuple[tuple[int, int], ...] = ()
    """Each column with its rank, the best first; empty if there is no room for it."""
    has_rules: bool = True
    """True if the last page has room for the list of all rules."""

    @property
    def has_total(self) -> bool:
        """True if the totals are not the balance: gains and losses apart."""
        return self.cell_heads == CELL_HEADS[PLUS_MINUS]

    @property
    def has_running_totals(self) -> bool:
        """True if each line has running totals."""
        return self.cell_heads == CELL_HEADS[RUNNING]

    @property
    def is_corrected(self) -> bool:
        """True if a line was corrected."""
        return any(line.corrected for page in self.pages for line in page.lines)

    @property
    def span(self) -> int:
        """The number of columns before those of the players."""
        return 2 + self.has_dealers + len(self.details)


class Wanted(NamedTuple):
    """The options of a printed sheet."""

    paper: Paper = PAPERS["a4"]
    running: bool | None = None
    """Whether each line has running totals; absent for what is usual in the game."""
    translate: Translate = untranslated
    title: str = ""
    texts: tuple[str, ...] = ()
    """The texts of the head, besides the rules."""


USUAL = Wanted()
"""What is printed where nothing is asked for."""


def print_layout(sheet: Sheet, wanted: Wanted = USUAL) -> PrintLayout:
    """Return the layout of a sheet, penalties and changes of seats included."""
    translate = wanted.translate
    whole = detail_columns(sheet.game, len(sheet.names))
    tried = product((whole, whole.fold()), _kinds(sheet.game, wanted.running))
    for details, kind in tried:
        lines = printed_lines(sheet, details, kind, translate)
        contents = _contents(sheet, details.columns, lines, kind)
        arrangement = arrange(wanted.paper, contents)
        if arrangement.has_room:
            break
    rules = _rules(sheet, translate)
    heights = {id(line): line_height(line, arrangement, sheet.game.teams) for line in lines}
    head = head_height(wanted.title, (*wanted.texts, rules), arrangement.width)
    notes = NOTES + (SETTLEMENT if sheet.stake else 0)
    space = PageSpace(sheet.columns, arrangement, head, notes)
    pages = paginate(lines, lambda line: heights[id(line)], space)
    used = sum(heights[id(line)] for line in pages[-1].lines)
    left = space(len(pages), True) - used
    has_chart = bool(sheet.hands) and left > CHART
    left -= CHART if has_chart else 0
    order = sorted(range(len(sheet.columns)), key=lambda column: sheet.ranks[column])
    return PrintLayout(
        sheet.columns,
        details.columns,
        arrangement,
        CELL_HEADS[kind],
        sheet.game.teams,
        rules,
        tuple(pages),
        lines[-1].carried if lines else _empty(len(sheet.columns), kind),
        tuple(written(points, sheet, translate) for points in sheet.state.standing),
        tuple((sheet.ranks[n], n) for n in order) if has_chart else (),
        left > _rules_height(sheet, arrangement, translate),
    )


def blank(game: Game, players: int, wanted: Wanted = USUAL) -> PrintLayout:
    """Return the layout of an empty sheet of one page, to be filled in by hand."""
    columns = ("",) * len(game.columns(("",) * players))
    details = detail_columns(game, players).columns
    kinds = ["number", *["name"] * game.teams, *(one.kind for one in details)]
    for kind in _kinds(game, wanted.running):
        number = LEAST_NUMBER[kind] + BY_HAND * (kind == PLUS_MINUS) + CELL_SPACE
        contents = Contents(kinds, (), columns, number, kind != POINTS)
        arrangement = arrange(wanted.paper, contents)
        if arrangement.has_room:
            break
    cells = _empty(len(columns), kind)
    space = PageSpace(columns, arrangement, HEAD, 0)(1, True) - ROW
    line = PrintedLine(details=("",) * len(details), cells=cells, roles=("",) * len(columns))
    count = int(space / BLANK_ROW)
    lines = tuple(line._replace(number=str(n)) for n in range(1, count + 1))
    return PrintLayout(
        columns,
        details,
        arrangement,
        CELL_HEADS[kind],
        game.teams,
        "",
        (Page(1, cells, lines, (), True),),
        cells,
        ("",) * len(columns),
    )


def _kinds(game: Game, running: bool | None) -> tuple[str, str]:
    """Return what the cells of a column may hold, the first that has room."""
    if running or (running is None and not game.plus_minus):
        return RUNNING, POINTS
    return PLUS_MINUS if game.plus_minus else POINTS, POINTS


def _contents(
    sheet: Sheet, details: Sequence[DetailColumn], lines: Sequence[PrintedLine], kind: str
) -> Contents:
    """Return what the columns of these lines hold."""
    kinds = ["number", *["name"] * sheet.game.teams, *(one.kind for one in details)]
    rows = [
        (
            line.number,
            *[line.dealer] * sheet.game.teams,
            *line.details,
            line.result + " *" * line.corrected,
        )
        for line in lines
        if not line.what
    ]
    numbers, size = [LEAST_NUMBER[kind]], BOLD if kind == POINTS else 1
    for line in lines:
        numbers += [width(cell) * size for cells in line.carried for cell in cells]
        for column, cells in enumerate(line.cells):
            bold = BOLD if line.roles[column] == "taker" else 1
            mark = width("•") if column == line.dealer_column else 0
            numbers += [width(cell) * bold for cell in cells[1:]]
            numbers.append(width(cells[0]) * bold + mark)
    number = max(numbers) + CELL_SPACE
    return Contents(kinds, rows, sheet.columns, number, kind != POINTS)


def _rules(sheet: Sheet, translate: Translate) -> str:
    """Return the name of the rules, and the options that differ from them."""
    differing = [
        Message("%(label)s – %(value)s", {"label": o.label, "value": o.label_of(value)})
        for o, value in sheet.game.differences(sheet.options)
    ]
    said = [sheet.game.rules_title(sheet.options), *differing]
    return " · ".join(render(message, translate) for message in said)


def _rules_height(sheet: Sheet, arrangement: Arrangement, translate: Translate) -> float:
    """Return the most that the list of all rules is high."""
    columns = min(RULES_COLUMNS, int(arrangement.width // RULES_WIDTH))
    space = arrangement.width / columns - COLUMN_GAP
    listed = sheet.game.options_in_use(sheet.options)
    texts = (render((o.label, o.label_of(value)), translate) for o, value in listed)
    lines = sum(line_count(f"{text} ", space) for text in texts)
    return RULES_HEAD + (lines / columns + 1) * TEXT_LINE


def _empty(columns: int, kind: str) -> tuple[Cells, ...]:
    cells: Cells = ("",) if kind == POINTS else ("", "")
    return (cells,) * columns
