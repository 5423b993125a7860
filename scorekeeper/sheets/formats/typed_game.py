"""An evening typed from paper: its hands as answers, and the points to be checked.

The file begins with lines of a word and its values (« jeu », « date », « titre »,
« joueurs »), then has a line of heads, then a line per hand. A head is a question of the game;
the heads that are none are the columns of the sheet, whose points are compared. A file that
names no game has points alone.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.i18n.messages import NOTHING, Message, msg
from scorekeeper.rules.answers import HandError, questions
from scorekeeper.rules.choice import HandRole
from scorekeeper.rules.game import RECEIVERS, Game, Table
from scorekeeper.rules.question import OneOf, Question
from scorekeeper.rules.score import Points
from scorekeeper.sheets.formats.night_document import FORMAT
from scorekeeper.sheets.formats.strict_json import DocumentError, parse
from scorekeeper.sheets.formats.typed_answers import (
    PART,
    Unreadable,
    allowed_choices,
    typed_answer,
    words_for,
)
from scorekeeper.sheets.formats.typed_table import (
    DATE,
    DEALER,
    NUMBER,
    TOTAL,
    Heads,
    Line,
    NotWhole,
    TableRefused,
    day_of,
    is_head,
    no_column,
    own_question,
    point_columns,
    read_heads,
    whole_number,
)
from scorekeeper.sheets.names import NAME_LENGTH, bare, folded, is_name
from scorekeeper.sheets.rows import ANNULLED
from scorekeeper.sheets.sheet import Sheet

GAME = words_for(msg("jeu"))

PLAYERS = words_for(msg("joueurs"))

TITLE = words_for(msg("titre"))

RULE = words_for(msg("règle"))
"""The first words of the lines before the heads."""

PASSED: Mapping[str | None, Container[str]] = {
    None: words_for(msg("passée"), "passed") | words_for(msg("Donne passée")),
    **{code: words_for(label, code) for code, label in ANNULLED.items()},
}
"""The text typed for the contract of a deal without a hand, by its reason; absent where
everybody passed."""

LATE = msg("après la fin de la partie")
"""The first word of a hand that an export has, and a document has not."""

PENALTY = words_for(msg("pénalité"))
"""The first word of the line of a penalty."""

Fault = tuple[Message, Message]


class Written(NamedTuple):
    """The points of one line of the file, by column; absent where nothing is written."""

    line: int
    hand: int | None
    """The place of the hand among those of the document; absent for the totals."""
    points: tuple[int | None, ...]


class TypedEvening(NamedTuple):
    """An evening read from a table."""

    document: Any
    """Its night document."""
    written: tuple[Written, ...] = ()
    """The points that stand in the file, to be compared with those of the document."""
    lines: tuple[int, ...] = ()
    """The line of each hand."""


def names_a_game(lines: Sequence[Line]) -> bool:
    """Return True if the first line names the game."""
    return bool(lines) and bare(lines[0].cells[0]) in GAME


def read_evening(lines: Sequence[Line]) -> TypedEvening:
    """Return the evening of a table that names its game.

    :raises DocumentError: with every line that is refused.
    """
    game, options = _game(lines[0])
    head, place = _head(lines, game)
    options = _rules(lines[:place], game, options)
    if place == len(lines):
        raise DocumentError(msg("fichier"), msg("il manque la ligne des titres de colonnes"))
    heads = read_heads(game, lines[place])
    players = head["players"].cells[1:] if "players" in head else heads.names
    players = [name.strip() for name in players if name.strip()]
    if "players" not in head:
        _require_players(game, heads, lines[place:])
    _check_players(game, players, lines[place])
    points = point_columns(game, heads, players, lines[place])
    reader = _Reader(game, game.read_options(options), players, heads, points)
    for line in lines[place + 1 :]:
        reader.read(line)
    if reader.faults:
        raise TableRefused(reader.faults)
    document = {
        "format": FORMAT,
        "game": game.name,
        "options": options,
        "title": _value(head, "title") or None,
        "date": day_of(_value(head, "date")) or reader.date,
        "players": players,
        "first_dealer": reader.first_dealer,
        "hands": reader.hands,
    }
    return TypedEvening(document, tuple(reader.written), tuple(reader.lines))


def _head(lines: Sequence[Line], game: Game) -> tuple[dict[str, Line], int]:
    """Return the lines before the heads by what they say, and the place of the heads."""
    lines_by_subject: dict[str, Line] = {}
    for place, line in enumerate(lines):
        said = _said(line, game)
        if said is None:
            return lines_by_subject, place
        lines_by_subject[said] = line
    return lines_by_subject, len(lines)


def _said(line: Line, game: Game) -> str | None:
    """Return the subject of a line before the heads.

    It is absent for the heads, which can begin with a date.
    """
    subjects = {"game": GAME, "players": PLAYERS, "date": DATE, "title": TITLE, "rule": RULE}
    said = next((name for name, words in subjects.items() if bare(line.first) in words), None)
    values = [bare(cell) for cell in line.cells[1:] if cell.strip()]
    if said in ("date", "title") and len(values) > 1:
        return None
    if said == "date" and any(is_head(game, value) for value in values):
        return None
    return said


def _value(head: Mapping[str, Line], name: str) -> str:
    line = head.get(name)
    return line.cells[1].strip() if line and len(line.cells) > 1 else ""


def _game(line: Line) -> tuple[Game, Mapping[str, Any]]:
    """Return the game that a line names, by its title, its code or the title of a preset."""
    word = bare(line.cells[1]) if len(line.cells) > 1 else ""
    for game in GAMES.values():
        if word and word in words_for(game.title, game.name):
            return game, NOTHING
    for name, (game, preset) in PRESETS.items():
        if word and word in words_for(preset.title, name):
            return game, preset.options
    titles = tuple(game.title for game in GAMES.values())
    raise DocumentError(line.place, msg("on attend un jeu : %(titles)s", titles=titles))


def _rules(lines: Sequence[Line], game: Game, usual: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a table: those of its preset, and those of its lines.

    :raises DocumentError: for an option or a value that the game does not have.
    """
    options = dict(usual)
    for line in lines:
        if bare(line.first) not in RULE:
            continue
        name, value = (*line.cells[1:3], "", "")[:2]
        try:
            options[name] = parse(value.encode())
            game.read_options(options)
        except (HandError, DocumentError) as error:
            raise DocumentError(line.place, error.message) from None
    return options


def _require_players(game: Game, heads: Heads, lines: Sequence[Line]) -> None:
    """Refuse a table whose heads are its players if one is none: a question of another game,
    or the head of a column without a number.

    :raises TableRefused: with each of them.
    """
    unknown = []
    for head, place in heads.others:
        cells = [line.cells[place].strip() for line in lines[1:] if place < len(line.cells)]
        is_text = any(cells) and not any(_is_number(cell) for cell in cells if cell)
        if is_text or (not is_head(game, bare(head)) and _is_head_elsewhere(head)):
            unknown.append(head)
    if unknown:
        known = [name for name in heads.names if name not in unknown]
        where = lines[0].place
        raise TableRefused([(where, no_column(game, head, known)) for head in unknown])


def _is_number(cell: str) -> bool:
    try:
        whole_number(cell)
    except NotWhole:
        return False
    return True


def _is_head_elsewhere(head: str) -> bool:
    return any(is_head(game, bare(head)) for game in GAMES.values())


def _check_players(game: Game, players: Sequence[str], line: Line) -> None:
    valid = all(is_name(name, NAME_LENGTH) for name in players)
    valid = valid and len({*map(folded, players)}) == len(players)
    if len(players) not in game.seats or not valid:
        raise DocumentError(
            line.place,
            msg(
                "on attend les noms de %(low)s à %(high)s joueurs, chacun une fois, ou avant "
                "elle une ligne « joueurs »",
                low=game.seats[0],
                high=game.seats[-1],
            ),
        )


class _Reader:
    """Reads the lines of hands, and keeps the faults of all of them."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        players: Sequence[str],
        heads: Heads,
        points: Mapping[int, int],
    ) -> None:
        self.game, self.players, self.heads, self.points = game, players, heads, points
        self.table = Table(tuple(players), options, standing=(0,) * len(game.columns(players)))
        self.asked: Mapping[str, Question] = questions(game.hand)
        self.per_column = own_question(game)
        self.hands: list[dict[str, Any]] = []
        self.dealt = 0
        self.lines: list[int] = []
        self.written: list[Written] = []
        self.faults: list[Fault] = []
        self.first_dealer: str | None = None
        self.date: str | None = None

    def read(self, line: Line) -> None:
        """Read a hand, or the totals."""
        if bare(line.first) in TOTAL:
            self._note_points(line, None)
            return
        if bare(line.first) in PENALTY:
            self._read_penalty(line)
            return
        if self._is_empty(line) or bare(line.first) in words_for(LATE):
            return
        if len(line.cells) < self.heads.width:
            values = {"n": len(line.cells), "all": self.heads.width}
            why = msg("elle a %(n)s cases sur %(all)s", **values)
            self.faults.append((line.place, why))
            return
        try:
            answers = self._answers(line)
            if "passed" not in answers:
                self.game.read(answers, self.table)
        except Unreadable as error:
            name = error.args[1]
            why = msg("on attend %(what)s", what=self._allowed(name, error.expected))
            self.faults.append((self._where(line, name), why))
        except NotWhole as error:
            self.faults.append((line.place, error.args[0]))
        except HandError as error:
            is_missing = error.name in self.asked and error.name not in answers
            why = msg("il manque") if is_missing else error.message
            self.faults.append((self._where(line, error.name), why))
        else:
            self._note_dealer(line)
            self._note_date(line)
            self._note_points(line, self.dealt)
            self.dealt += 1
            self.hands.append(answers)
            self.lines.append(line.number)

    def _is_empty(self, line: Line) -> bool:
        """Return True for a line of a template that was left with its number alone."""
        places = [*self.heads.asked.values(), *(place for _, place in self.heads.others)]
        return not any(
            line.cells[place].strip() for place in places if place < len(line.cells)
        )

    def _allowed(self, name: str, expected: object) -> object:
        """Return the answers expected, without the choices that these rules do not have."""
        question = self.asked[name]
        if not isinstance(question, OneOf):
            return expected
        return allowed_choices(question, self.table.options)

    def _answers(self, line: Line) -> dict[str, Any]:
        for reason, words in PASSED.items():
            if self._is_passed(line, words):
                return {"passed": True, "reason": reason} if reason else {"passed": True}
        answers: dict[str, Any] = {}
        for name, place in self.heads.asked.items():
            try:
                answer = typed_answer(self.asked[name], line.cells[place], self.players)
            except Unreadable as error:
                error.args = (*error.args, name)
                raise
            if answer is not None:
                answers[name] = answer
        if self.per_column:
            empty = self.asked[self.per_column].empty  # type: ignore[attr-defined]
            answers[self.per_column] = [
                empty if number is None else number for number in self._points(line)
            ]
        return answers

    def _is_passed(self, line: Line, words: Container[str]) -> bool:
        roles = (HandRole.CONTRACT, HandRole.TAKER)
        cells = [line.cells[p] for n, p in self.heads.asked.items() if self._has(n, roles)]
        said = [cell for cell in (line.first, *cells) if cell not in self.players]
        return any(bare(cell) in words for cell in said)

    def _read_penalty(self, line: Line) -> None:
        """Read « Bruno | 10 | à chacun des autres | renonce » in the second cell."""
        said = [part.strip() for cell in line.cells[1:2] for part in cell.split(PART, 3)]
        who, points, to, reason = (*said, "", "", "", "")[:4]
        receives = [code for code, words in RECEIVERS.items() if bare(to) in words_for(words)]
        try:
            penalty: dict[str, Any] = {"points": whole_number(points)}
        except NotWhole as error:
            self.faults.append((line.place, error.args[0]))
            return
        penalty["player" if who in self.players else "team"] = who
        penalty |= {"to": receives[0]} if any(receives) else {}
        penalty |= {"reason": reason} if reason else {}
        self.hands.append({"penalty": penalty})
        self.lines.append(line.number)

    def _has(self, name: str, roles: Sequence[HandRole]) -> bool:
        return self.asked[name].role in roles

    def _points(self, line: Line) -> list[int | None]:
        cells = [self._cell(line, column) for column in range(len(self.table.standing))]
        return [whole_number(cell) if cell.strip() else None for cell in cells]

    def _cell(self, line: Line, column: int) -> str:
        """Return the cell of a column of the sheet; empty where the file has none."""
        place = self.points.get(column)
        return "" if place is None or place >= len(line.cells) else line.cells[place]

    def _note_points(self, line: Line, hand: int | None) -> None:
        try:
            points = self._points(line)
        except NotWhole as error:
            self.faults.append((line.place, error.args[0]))
            return
        are_results = hand is not None and self.game.board  # what they are worth is computed
        if not are_results and any(number is not None for number in points):
            self.written.append(Written(line.number, hand, tuple(points)))

    def _note_dealer(self, line: Line) -> None:
        place = self.heads.dealer
        if not self.dealt and place is not None and line.cells[place].strip() in self.players:
            self.first_dealer = line.cells[place].strip()

    def _note_date(self, line: Line) -> None:
        if self.date is None and self.heads.date is not None:
            self.date = day_of(line.cells[self.heads.date])

    def _where(self, line: Line, name: str) -> Message:
        question = self.asked.get(name)
        label: object = question.label if question else name
        return Message("%(line)s, %(column)s", {"line": line.place, "column": label})


FREE_MARKING = GAMES["libre"]
"""The game of points alone."""


def read_points(lines: Sequence[Line]) -> TypedEvening:
    """Return the evening as free marking; the first column may be « date ».

    A last line that begins with « total », where there is a column before the points, is
    compared with the sums.

    :raises DocumentError: with every line that is refused.
    """
    if lines and len(lines[0].cells) > 1 and bare(lines[0].cells[0]) in NUMBER | DEALER:
        raise DocumentError(
            lines[0].place, msg("il manque au-dessus une ligne « jeu », avec le nom du jeu")
        )
    if len(lines) < 2:
        raise DocumentError(
            msg("fichier"),
            msg("on attend une ligne de noms, puis une ligne de points par donne"),
        )
    first = [cell.strip() for cell in lines[0].cells]
    skipped = int(bare(first[0]) in DATE)
    names = first[skipped:][: FREE_MARKING.seats[-1] + 1]
    hands, line_numbers, written, faults = [], [], [], []
    for line in lines[1:]:
        try:
            points = _typed_points(line, len(names), skipped)
        except ValueError as error:
            faults.append((line.place, error.args[0]))
            continue
        if skipped and bare(line.first) in TOTAL:
            written.append(Written(line.number, None, tuple(points)))
        else:
            hands.append({"scores": points})
            line_numbers.append(line.number)
    if faults:
        raise TableRefused(faults)
    document = {
        "format": FORMAT,
        "game": FREE_MARKING.name,
        "date": day_of(lines[1].cells[0]) if skipped else None,
        "players": names,
        "hands": hands,
    }
    return TypedEvening(document, tuple(written), tuple(line_numbers))


def _typed_points(line: Line, count: int, skipped: int) -> list[int]:
    """Return the points of one line; cells that are empty are 0.

    :raises ValueError: with the fault of the line.
    """
    cells = line.cells[skipped:]
    if len(cells) < count:
        raise ValueError(msg("%(n)s nombres pour %(all)s noms", n=len(cells), all=count))
    if any(cell.strip() for cell in cells[count:]):
        raise ValueError(msg("plus de nombres que de noms : %(all)s", all=count))
    return [whole_number(cell) for cell in cells[:count]]


MOST_DIFFERENCES = 30
"""The differences that are named one by one."""


def differences(evening: TypedEvening, sheet: Sheet) -> list[Message]:
    """Return a sentence for each number of the file that the sheet does not have."""
    sentences = [
        sentence for written in evening.written for sentence in _differences_of(written, sheet)
    ]
    return sentences[:MOST_DIFFERENCES]


def _differences_of(written: Written, sheet: Sheet) -> Iterator[Message]:
    for column, (on_paper, computed) in enumerate(
        zip(written.points, _computed_points(written, sheet), strict=False)
    ):
        if on_paper is not None and on_paper != computed:
            yield msg(
                "ligne %(line)s, %(column)s : le papier dit %(own)s, le calcul donne "
                "%(right)s",
                line=written.line,
                column=sheet.columns[column],
                own=on_paper,
                right=computed,
            )


def _computed_points(written: Written, sheet: Sheet) -> Points:
    if written.hand is None:
        return sheet.state.standing
    return sheet.hands[written.hand].points
