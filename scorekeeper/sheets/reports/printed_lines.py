"""The columns of a printed sheet, and its lines as text: one per entry, oldest first."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.i18n.messages import Message, Translate, msg, render
from scorekeeper.rules.answers import AnyHand, answer_words, questions, schema
from scorekeeper.rules.choice import HandRole
from scorekeeper.rules.game import Game
from scorekeeper.rules.question import Bid, CardPoints, Count, OnePlayer, Question
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


def extras_and_details(row: Row, players: Sequence[str]) -> list[Message]:
    """Return the extras of a hand, and the answers without a column that its points need.

    An extra that such an answer names again is left out.
    """
    game, hand, details, labels = row.setting.game, row.hand, [], []
    for name, question in questions(game.hand).items():
        words = answer_words(hand, name, players) if question.detail else ""
        if words != "":
            details.append(msg("%(what)s : %(words)s", what=question.label, words=words))
            labels.append(question.label.text.casefold())
    extras = [extra.label for extra in row.extras]
    named = [one for one in extras if not any(x.startswith(one.text) for x in labels)]
    return [*named, *details]


Cells = tuple[str, ...]
"""The texts of one column: plus and minus, points and running total, or points alone."""

PLUS_MINUS = "plus_minus"
POINTS = "points"
RUNNING = "running"
STACKED = "stacked"
"""What the cells of a column hold; stacked are points over the running total, in one cell."""

CELL_HEADS = {
    PLUS_MINUS: (Message("+"), Message("−")),
    RUNNING: (msg("donne"), msg("total")),
    STACKED: (msg("donne"), msg("total")),
    POINTS: (),
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
    """The role of each column in the hand, see :meth:`Row.role`."""
    corrected: bool = False


def printed_lines(
    sheet: Sheet, details: Details, kind: str, translate: Translate
) -> Iterator[PrintedLine]:
    """Return the lines of a sheet, penalties and changes of seats included."""
    columns, names = range(len(sheet.columns)), sheet.names
    for row in sheet.rows:
        line = _line(sheet, row, details, translate)
        roles = tuple(row.role(column) for column in columns)
        cells = tuple(_cells(sheet, row, roles, kind, translate))
        dealer = names[row.before.dealer] if row.dealt else ""
        yield line._replace(dealer=dealer, roles=roles, cells=cells)


def _line(sheet: Sheet, row: Row, details: Details, translate: Translate) -> PrintedLine:
    answers: tuple[str, ...] = ()
    if row.hand is not None:
        names = sheet.names
        answers = tuple(one.text(row.hand, names, translate) for one in details.columns)
    said = [render(message, translate) for message in _result(sheet, row)]
    if row.hand is not None:
        folded = [one.said(row.hand, sheet.names, translate) for one in details.folded]
        said = [*filter(None, folded), *said]
    return PrintedLine(
        number=str(row.number) if row.dealt and not row.late else "",
        dealer_column=row.before.dealer if row.dealt and not sheet.game.teams else None,
        details=answers,
        what="" if row.hand is not None else render(row.headline, translate),
        result=", ".join(said),
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
        yield from extras_and_details(row, sheet.names)
    if row.entry.note:
        yield msg("« %(note)s »", note=row.entry.note)
    if row.late:
        yield msg("après la fin de la partie")
    if row.after.held.pots:
        held = sheet.game.describe_held(row.after.held)
        yield Message("[%(held)s]", {"held": held})


def _cells(
    sheet: Sheet, row: Row, roles: Sequence[str], kind: str, translate: Translate
) -> Iterator[Cells]:
    """Return the cells of a row; those of a change of players have what was gathered since
    the one before it."""
    counts = not row.late and (row.entry.kind != "seated" or row.changes_players)
    empty = ("",) if kind == POINTS else ("", "")
    points, standing = row.points, row.standing
    if row.changes_players:
        points = sheet.subtotal(row)
    for column, role in enumerate(roles):
        if not counts or column >= len(points) or role == "away":
            yield empty
        elif role == "out":
            yield (render(msg("mort"), translate), *empty[1:])
        elif row.hand is None and not points[column]:
            yield empty
        elif kind == PLUS_MINUS:
            size = render(abs(points[column]), translate)
            yield (size, "") if points[column] > 0 else ("", size)
        else:
            own = written(points[column], sheet, translate)
            yield (own, written(standing[column], sheet, translate))[: len(empty)]


def written(points: int, sheet: Sheet, translate: Translate) -> str:
    """Return points as the game writes them: with a plus sign where they may be negative."""
    sign = "+" if points > 0 and not sheet.game.unsigned else ""
    return sign + render(points, translate)
