"""A printed sheet: its columns, and its lines as text, one per entry, oldest first; pages are
the browser's.

The layout of tarot is the federation's match sheet: a plus and a minus column per player,
*Total*, *Bilan*. The other games have points and running totals. The answers that an arbiter
needs to compute a hand again have columns of their own where the paper is wide enough, and
stand with the result elsewhere.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from scorekeeper.i18n.messages import Message, Translate, msg, render, signed, untranslated
from scorekeeper.i18n.text_widths import text_width, words
from scorekeeper.rules.answers import AnyHand, answer_words, questions, schema
from scorekeeper.rules.choice import HandRole
from scorekeeper.rules.game import Game
from scorekeeper.rules.question import Bid, CardPoints, Count, OnePlayer, Question
from scorekeeper.rules.score import Score
from scorekeeper.sheets.reports.paper import MARGIN, PAPERS, Paper
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet


class DetailColumn(NamedTuple):
    """One column of answers."""

    head: Message
    kind: str
    """``name``, ``names``, ``word``, ``words`` or ``figure``: the width of the column."""
    names: tuple[str, ...]
    """The questions whose answers it has."""

    def text(self, hand: AnyHand, players: Sequence[str], translate: Translate) -> str:
        """Return the answers of a hand in this column."""
        words = (render(answer_words(hand, name, players), translate) for name in self.names)
        return (" + " if self.kind == "names" else " ").join(filter(None, words))

    def said(self, hand: AnyHand, players: Sequence[str], translate: Translate) -> str:
        """Return these answers as they are said beside the result: « bouts 2 »."""
        text = self.text(hand, players, translate)
        if text and self.kind == "figure":
            return f"{render(self.head, translate)} {text}"
        return text


class Details(NamedTuple):
    """The answers on a printed sheet."""

    columns: tuple[DetailColumn, ...]
    folded: tuple[DetailColumn, ...] = ()
    """Those that have no column on a narrow paper, and stand with the result."""

    def fold(self) -> "Details":
        """Leave no answer its column."""
        return Details((), self.columns)


def detail_columns(game: Game, players: int) -> Details:
    """Return the columns of answers of a game, those of its questions that have a head.

    The contract stands before what is said with it, such as its suit.

    :param players: how many have a column; questions for more of them are left out.
    """
    asked = questions(game.hand)
    contract = schema(game.hand).roles.get(HandRole.CONTRACT)
    found: dict[str, list[str]] = {}
    for name, question in asked.items():
        needed = question.at if isinstance(question, OnePlayer) else None
        if question.column is not None and (needed or 0) <= players:
            found.setdefault(question.column.text, []).append(name)
    return Details(
        tuple(
            DetailColumn(
                Message(head),
                _kind(asked[names[0]], len(names)),
                tuple(sorted(names, key=lambda name: name != contract)),
            )
            for head, names in found.items()
        )
    )


def _kind(question: Question, count: int) -> str:
    """Return the kind of a column of so many questions, by the first of them."""
    if isinstance(question, OnePlayer):
        return "name" if count == 1 else "names"
    if isinstance(question, Count | CardPoints) and not isinstance(question, Bid):
        return "figure"
    return "word" if count == 1 else "words"


def extras_and_details(row: Row, score: Score, players: Sequence[str]) -> list[Message]:
    """Return the extras of a hand, and the answers without a column that its points need.

    An extra that such an answer names again is left out.
    """
    game, hand, details, labels = row.setting.game, row.hand, [], []
    for name, question in questions(game.hand).items():
        words = answer_words(hand, name, players) if question.detail else ""
        if words != "":
            details.append(msg("%(what)s : %(words)s", what=question.label, words=words))
            labels.append(question.label.text.casefold())
    extras = [line.extra.label for line in score.lines if line.extra]
    named = [one for one in extras if not any(x.startswith(one.text) for x in labels)]
    return [*named, *details]


Cells = tuple[str, ...]
"""The texts of one column: plus and minus, or points and running total."""

PLUS_MINUS = "plus_minus"
RUNNING = "running"
STACKED = "stacked"
"""What the cells of a column hold; stacked are points over the running total, in one cell."""

CELL_HEADS = {
    PLUS_MINUS: (Message("+"), Message("−")),
    RUNNING: (msg("donne"), msg("total")),
    STACKED: (msg("donne"), msg("total")),
}
"""The heads of the cells of a column."""


class PrintedLine(NamedTuple):
    """One line of the sheet."""

    number: str = ""
    """The number of the hand; empty for other entries."""
    dealer: str = ""
    dealer_column: int | None = None
    """The column of the dealer, where a column is a player."""
    details: tuple[str, ...] = ()
    """The answers in their columns; empty for an entry without answers."""
    what: str = ""
    """The headline of an entry without answers."""
    result: str = ""
    """The verdict and the extras of a hand; the reason or the names of other entries."""
    cells: tuple[Cells, ...] = ()
    roles: tuple[str, ...] = ()
    """The role of each column in the hand, see :attr:`Row.roles`."""
    corrected: bool = False


def printed_lines(
    sheet: Sheet, details: Details, kind: str, translate: Translate
) -> Iterator[PrintedLine]:
    """Return the lines of a sheet, penalties and changes of seats included."""
    names = sheet.names
    for row in sheet.rows:
        hand, answers, dealer = row.hand, tuple[str, ...](), row.before.dealer
        by_column = row.roles
        roles = tuple(by_column.get(column, "") for column in range(len(sheet.columns)))
        said = [render(message, translate) for message in _result(sheet, row)]
        if hand is not None:
            answers = tuple(one.text(hand, names, translate) for one in details.columns)
            folded = [one.said(hand, names, translate) for one in details.folded]
            said = [*filter(None, folded), *said]
        yield PrintedLine(
            number=str(row.number) if row.dealt and not row.late else "",
            dealer=names[dealer] if row.dealt else "",
            dealer_column=dealer if row.dealt and not sheet.game.teams else None,
            details=answers,
            what="" if hand is not None else render(row.headline, translate),
            result=", ".join(said),
            cells=tuple(_cells(sheet, row, roles, kind, translate)),
            roles=roles,
            corrected=row.entry.corrections > 0,
        )


def _result(sheet: Sheet, row: Row) -> Iterator[Message]:
    if row.entry.kind == "penalty":
        body = row.entry.body
        values = {"column": sheet.columns[body["player"]], "reason": body["reason"]}
        yield Message("%(column)s : %(reason)s" if body["reason"] else "%(column)s", values)
    elif row.entry.kind == "seated":
        came, left = row.arrivals_and_departures
        yield from (msg("%(name)s arrive", name=sheet.names[n]) for n in came)
        yield from (msg("%(name)s s'en va", name=sheet.names[n]) for n in left)
        if row.changes_players:
            yield msg("sous-total")
    else:
        yield from _hand_result(sheet, row)


def _hand_result(sheet: Sheet, row: Row) -> Iterator[Message]:
    score = row.score
    if row.hand is not None and score is not None:
        if score.verdict.text:
            yield score.verdict
        yield from extras_and_details(row, score, sheet.names)
    if row.entry.note:
        yield msg("« %(note)s »", note=row.entry.note)
    if row.late:
        yield msg("après la fin de la partie")
    if row.after.held.pots:
        yield sheet.game.describe_held(row.after.held)


def _cells(
    sheet: Sheet, row: Row, roles: Sequence[str], kind: str, translate: Translate
) -> Iterator[Cells]:
    """Return the cells of a row; those of a change of players have what was gathered since
    the one before it, in the column of the totals."""
    counts = not row.late and (row.entry.kind != "seated" or row.changes_players)
    points, standing = row.points, row.standing
    if row.changes_players:
        points = sheet.subtotal(row)
    for column, role in enumerate(roles):
        if not counts or column >= len(points) or role == "away":
            yield "", ""
        elif role == "out":
            yield render(msg("mort"), translate), ""
        elif row.hand is None and not points[column]:
            yield "", ""
        elif kind == PLUS_MINUS:
            size = render(abs(points[column]), translate)
            yield (size, "") if points[column] > 0 else ("", size)
        elif row.changes_players:
            yield "", written(points[column], sheet, translate)
        else:
            both = points[column], standing[column]
            yield tuple(written(one, sheet, translate) for one in both)


def written(points: int, sheet: Sheet, translate: Translate) -> str:
    """Return points as the game writes them: with a plus sign where they may be negative."""
    sign = "+" if points > 0 and not sheet.game.unsigned else ""
    return sign + render(points, translate)


WIDTHS = {
    "number": 6.5,
    "name": 23.0,
    "names": 29.0,
    "word": 21.0,
    "words": 30.0,
    "figure": 8.5,
    "result": 24.0,
    "whole": 44.0,
}
"""The widths of the columns of words by kind, in millimeters: twelve letters in a line. The
whole hand is the only one with words."""

TWO_LINES = 38.5
"""The width of a column in which « faite de 55, petit au bout, chelem annoncé » takes two
lines, in millimeters: it comes before all else that is left of the paper."""

CELL_WIDTHS = {PLUS_MINUS: 9.2, RUNNING: 12.0, STACKED: 13.0}
"""The widths of a cell of numbers by what it holds: « 1 234 », « +1 234 »."""

NAME = 2.6
"""What an em of a name over its column takes of its width, in millimeters, borders included:
six points at least."""

TALL = 250.0
"""The height of a paper that has room for names read from below, in millimeters."""


class PrintLayout(NamedTuple):
    """A printed sheet as text."""

    columns: tuple[str, ...]
    """The names of the columns."""
    details: Details
    kind: str
    """What the cells of a column hold."""
    widths: tuple[float, ...]
    """The width of every cell of a line, as a part of the table in percent."""
    has_dealers: bool
    """True if dealers have a column: where the columns are teams."""
    is_turned: bool
    """True if names are read from below, as one is too long for its column."""
    lines: tuple[PrintedLine, ...]
    total: tuple[Cells, ...]
    """The gains and the losses of each column; empty unless they are told apart."""
    balance: tuple[str, ...]
    rules: str = ""
    """The name of the rules, and the options that differ from them."""
    ranking: tuple[tuple[int, int], ...] = ()
    """Each column with its rank, see :attr:`Sheet.final_order`."""

    @property
    def cell_heads(self) -> tuple[Message, ...]:
        """The heads of the cells of a column."""
        return CELL_HEADS[self.kind]

    @property
    def is_stacked(self) -> bool:
        """True if the running total stands under the points, in one cell."""
        return self.kind == STACKED

    @property
    def is_paired(self) -> bool:
        """True if a column has two cells."""
        return self.kind in (PLUS_MINUS, RUNNING)

    @property
    def is_corrected(self) -> bool:
        """True if a line was corrected."""
        return any(line.corrected for line in self.lines)

    @property
    def span(self) -> int:
        """The number of cells before those of the players."""
        return 2 + self.has_dealers + len(self.details.columns)


def print_layout(
    sheet: Sheet,
    paper: Paper = PAPERS["a4"],
    translate: Translate = untranslated,
) -> PrintLayout:
    """Return the layout of a sheet, penalties and changes of seats included."""
    empty = _empty(sheet.game, len(sheet.names), sheet.columns, paper)
    return empty._replace(
        lines=tuple(printed_lines(sheet, empty.details, empty.kind, translate)),
        total=_total(sheet, empty.kind, translate) if empty.total else (),
        balance=tuple(written(points, sheet, translate) for points in sheet.state.standing),
        rules=_rules(sheet, translate),
        ranking=sheet.final_order if sheet.hands else (),
    )


def _empty(
    game: Game,
    players: int,
    columns: tuple[str, ...],
    paper: Paper,
) -> PrintLayout:
    """Return the layout without lines: the columns of answers and the cells of numbers that
    have room side by side, the narrowest if none have."""
    whole = detail_columns(game, players)
    for details, kind in product(
        (whole, whole.fold()), (PLUS_MINUS if game.plus_minus else RUNNING, STACKED)
    ):
        kinds = ["number", *["name"] * game.teams, *(one.kind for one in details.columns)]
        kinds.append("result" if details.columns else "whole")
        cells = len(columns) * (2 if kind in (PLUS_MINUS, RUNNING) else 1)
        widths = [*(WIDTHS[one] for one in kinds), *[CELL_WIDTHS[kind]] * cells]
        left = paper.width - 2 * MARGIN - sum(widths)
        if left >= 0:
            break
    _widen(widths, kinds, max(left, 0), 2 / 3 if details.columns or game.teams else 1 / 3)
    percents = tuple(round(100 * width / sum(widths), 2) for width in widths)
    widest = NAME * max(map(text_width, words(columns)), default=0)
    empty = (("",) * len(CELL_HEADS[kind]),) * len(columns)
    return PrintLayout(
        columns,
        details,
        kind,
        percents,
        game.teams,
        paper.height >= TALL and widest > widths[-1] * cells // len(columns),
        (),
        empty if game.plus_minus else (),
        ("",) * len(columns),
    )


def _widen(widths: list[float], kinds: list[str], left: float, part: float) -> None:
    """Give what is left to the result until the longest has room in two lines, then this part
    to the names or the whole hand, the rest to all columns."""
    wide = ("name", "names") if "result" in kinds else ("whole",)
    wordy = [n for n, one in enumerate(kinds) if one in wide]
    if "result" in kinds:
        more = min(left, TWO_LINES - WIDTHS["result"])
        widths[kinds.index("result")] += more
        left -= more
    for place in wordy:
        widths[place] += left * part / len(wordy)


def _total(sheet: Sheet, kind: str, translate: Translate) -> tuple[Cells, ...]:
    """Return the gains and the losses of every column; with signs where no head has them."""
    gains, losses = [0] * len(sheet.columns), [0] * len(sheet.columns)
    for row in sheet.rows:
        for column, points in enumerate(row.points):
            gains[column] += max(points, 0)
            losses[column] += max(-points, 0)
    return tuple(
        (render(gain, translate), render(loss, translate))
        if kind == PLUS_MINUS
        else (signed(gain, translate), signed(-loss, translate))
        for gain, loss in zip(gains, losses, strict=True)
    )


def _rules(sheet: Sheet, translate: Translate) -> str:
    """Return the name of the rules, and the options that differ from them."""
    differing = [
        Message("%(label)s – %(value)s", {"label": o.label, "value": o.label_of(value)})
        for o, value in sheet.game.differences(sheet.options)
    ]
    said = [sheet.game.rules_title(sheet.options), *differing]
    return " · ".join(render(message, translate) for message in said)
