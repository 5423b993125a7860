"""A table that names its game: an evening typed from paper, or exported from a sheet.

The file begins with lines of a word and its values (« jeu », « date », « titre », « note »,
« joueurs »), then has a line of heads, then a line per hand. A head is a question of the game;
the heads that are none are the columns of the sheet, whose points are compared.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Any, NamedTuple

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.i18n.messages import NOTHING, Message, msg
from scorekeeper.rules.answers import HandError, joined, questions, schema
from scorekeeper.rules.choice import ATTACK, HandRole
from scorekeeper.rules.game import RECEIVERS, Game, Table
from scorekeeper.rules.question import CardPoints
from scorekeeper.sheets.formats.cells import Line, Rows, TableRefused, number
from scorekeeper.sheets.formats.columns import (
    LATE,
    NOTE,
    PART,
    PASSED,
    PENALTY,
    Entry,
    Unreadable,
    accepted_columns,
    columns,
    day_of,
    note_of,
    own_question,
    whole_number,
)
from scorekeeper.sheets.formats.night_document import FORMAT
from scorekeeper.sheets.formats.strict_json import DocumentError, parse
from scorekeeper.sheets.formats.table_columns import is_aside, is_total, role
from scorekeeper.sheets.formats.words import Words
from scorekeeper.sheets.names import NAME_LENGTH, folded, is_name
from scorekeeper.sheets.rows import ANNULLED
from scorekeeper.sheets.sheet import Sheet

MOST_DIFFERENCES = 30
"""The differences that are named one by one."""

TITLES = Words(
    [(word, (game, NOTHING)) for game in GAMES.values() for word in (game.title, game.name)]
    + [
        (word, (game, preset.options))
        for name, (game, preset) in PRESETS.items()
        for word in (preset.title, name)
    ]
)
"""The games with their options, by title and code, also of a preset."""

SUBJECTS = Words(
    [
        (msg("jeu"), "game"),
        (msg("règle"), "rule"),
        (msg("joueurs"), "players"),
        (msg("date"), "date"),
        (msg("titre"), "title"),
        (msg("note"), NOTE),
    ]
)
"""The first words of the lines before the heads."""

KINDS = Words([(PENALTY, "penalty"), (LATE, "late")])
"""The first words of the lines after the heads that are neither hands nor totals."""

PASSES = Words[Mapping[str, Any]](
    [(word, {"passed": True}) for word in (PASSED, "passed", msg("Donne passée"))]
    + [
        (word, {"passed": True, "reason": reason})
        for reason, label in ANNULLED.items()
        for word in (label, reason)
    ]
)
"""The entry of a deal without a hand, by the words of it."""

RECEIVER = Words((label, code) for code, label in RECEIVERS.items())


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
    written: Sequence[Written] = ()
    """The points that stand in the file, to be compared with those of the document."""
    left_out: Sequence[str] = ()
    """The words of the lines that are no hands, and are not compared."""


def read_game(rows: Rows) -> TypedEvening | None:
    """Return the evening of a table whose first line names its game; absent for another.

    :raises DocumentError: with every line that is refused.
    """
    lines = [
        Line(number, [*row])
        for number, row in enumerate(rows, 1)
        if any(row) and not row[0].startswith("#")
    ]
    named = _game(lines[0]) if lines else None
    if not named:
        return None
    game, usual = named
    subjects = [*takewhile(bool, map(Heads(game).subject, lines))]
    before = [*zip(subjects, lines, strict=False)]
    if len(before) == len(lines):
        raise DocumentError(msg("tableau"), msg("il manque la ligne des titres de colonnes"))
    options = _rules([line for subject, line in before if subject == "rule"], game, usual)
    said = {subject: [cell.strip() for cell in line.cells[1:]] for subject, line in before}
    return read_hands(game, options, said, lines[len(before) :])


def document_of(
    game: Game, options: Mapping[str, Any], players: Sequence[str], hands: Sequence[Entry]
) -> dict[str, Any]:
    """Return the night document of an evening, as far as it has been said."""
    return {
        "format": FORMAT,
        "game": game.name,
        "options": options,
        "title": None,
        "note": None,
        "date": None,
        "players": list(players),
        "first_dealer": None,
        "hands": list(hands),
    }


def read_hands(
    game: Game,
    options: Mapping[str, Any],
    said: Mapping[str | None, Sequence[str]],
    lines: Sequence[Line],
) -> TypedEvening:
    """Return the evening of a game.

    :param said: the values of the lines before the heads, by subject.
    :param lines: the heads, and the lines below them.
    :raises DocumentError: with every line that is refused.
    """
    head, *entries = lines
    heads = Heads(game)
    named = [name for name in said.get("players", ()) if name]
    players = named if "players" in said else _players(game, heads, head, entries)
    require_players(game, players, head)
    places = _places(game, heads, head, players)
    hands = _Hands(game, Table(tuple(players), game.read_options(options)), places)
    for line in entries:
        hands.read(line)
    if hands.faults:
        raise TableRefused(hands.faults)
    if not hands.entries:
        raise DocumentError(msg("tableau"), msg("aucune donne n'est remplie"))
    days = (hands.value(line, "date") for line in hands.dealt)
    document = document_of(game, options, players, hands.entries)
    document |= {
        "title": (*said.get("title", ()), "")[0] or None,
        "note": note_of((*said.get(NOTE, ()), "")[0]),
        "date": day_of((*said.get("date", ()), "")[0]) or next(filter(None, days), None),
        "first_dealer": hands.value(hands.dealt[0], "dealer") if hands.dealt else None,
    }
    return TypedEvening(document, hands.written, hands.left_out)


def _game(line: Line) -> tuple[Game, Mapping[str, Any]] | None:
    """Return the game that a line names, with its options; absent if it does not begin with
    « jeu », or does so as the first head of other columns."""
    values = [cell for cell in line.cells[1:] if cell.strip()]
    found = TITLES.find((*values, "")[0])
    if SUBJECTS.only(line.cells[0]) != "game" or not (found or len(values) < 2):
        return None
    if not found:
        titles = tuple(game.title for game in GAMES.values())
        raise line.fault(msg("on attend un jeu : %(titles)s", titles=titles))
    return found[0]


def _rules(lines: Sequence[Line], game: Game, usual: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a table: those of its preset, and those of its lines.

    :raises DocumentError: for an option or a value that the game does not have.
    """
    options = dict(usual)
    for line in lines:
        name, value = (*line.cells[1:3], "", "")[:2]
        try:
            options[name] = parse(value.encode())
            game.read_options(game.together(options) | options)
        except (HandError, DocumentError) as error:
            raise line.fault(error.message) from None
    return game.together(options) | options


class Heads:
    """The heads that a game has whoever plays."""

    def __init__(self, game: Game) -> None:
        known = columns(game)
        self._words = Words((word, c.name) for c in known for word in (c.head, c.name))
        self._short = Words((c.short, c.name) for c in known if c.short)

    def find(self, head: str) -> str | None:
        """Return the name of the column that has this head, perhaps in the singular; absent
        for the points of a player."""
        words = self._words
        found = words.find(head) or words.find(f"{head}s") or self._short.find(head)
        return found[0] if found else None

    def subject(self, line: Line) -> str | None:
        """Return the subject of a line before the heads; absent for the heads themselves,
        which can begin with a date or a note."""
        subject = SUBJECTS.only(line.cells[0])
        values = [cell for cell in line.cells[1:] if cell.strip()]
        is_head = (subject in ("date", NOTE) and len(values) > 1) or (
            subject == "date" and any(map(self.find, values))
        )
        return None if is_head else subject


def _players(game: Game, heads: Heads, head: Line, lines: Sequence[Line]) -> list[str]:
    """Return the heads that are players in a table without a line of players; where the points
    are not the answer themselves, those above a number that no other game has."""
    others = [] if own_question(game) else [Heads(other) for other in GAMES.values()]
    players = []
    for place, name in enumerate(map(str.strip, head.cells)):
        cells = [line.cells[place] for line in lines if place < len(line.cells)]
        is_text = any(map(str.strip, cells)) and not any(number(c) is not None for c in cells)
        is_elsewhere = role(name) or any(other.find(name) for other in others)
        if name and not heads.find(name) and not (others and is_text) and not is_elsewhere:
            players.append(name)
    return players


def require_players(game: Game, players: Sequence[str], line: Line) -> None:
    """Refuse names that are not those of so many players as play this game, each once.

    :raises DocumentError: if they are not.
    """
    known = [*map(folded, players)]
    twice = [name for name in players if known.count(folded(name)) > 1]
    if twice:
        raise line.fault(msg("deux fois « %(name)s » parmi les noms", name=twice[0][:40]))
    if len(players) not in game.seats or not all(is_name(n, NAME_LENGTH) for n in players):
        raise line.fault(
            msg(
                "on attend les noms de %(low)s à %(high)s joueurs, chacun une fois, ou avant "
                "elle une ligne « joueurs »",
                low=game.seats[0],
                high=game.seats[-1],
            )
        )


def _places(
    game: Game, heads: Heads, line: Line, players: Sequence[str]
) -> dict[str | int, int]:
    """Return the place of each column in a line of heads: of questions by their names, of
    points by their numbers.

    :raises TableRefused: with the heads that are no column, those that stand there twice and,
        where the points are the answer, those that are missing.
    """
    seated = Words(zip(players, players, strict=True))
    points = Words(_point_heads(game, players))
    places: dict[str | int, int] = {}
    faults = []
    for place, head in enumerate(map(str.strip, line.cells)):
        column: str | int | None = heads.find(head)
        column = points.only(head) if column is None else column
        meant = role(head) if column is None else column
        if meant == "" and head:
            why = msg(
                "« %(head)s » n'est ni une question de ce jeu (%(columns)s), ni un seul de "
                "ses joueurs : %(names)s",
                head=head[:40],
                columns=tuple(accepted_columns(game)),
                names=game.columns(players),
            )
            faults.append(line.fault(why))
        elif column in places and not (game.teams and seated.find(head)):
            faults.append(line.fault(msg("deux colonnes « %(head)s »", head=head)))
        elif meant not in ("", "number", "total"):
            places.setdefault(meant, place)
    for column, name in enumerate(game.columns(players)):
        if own_question(game) and column not in places:
            why = msg("il manque la colonne « %(head)s »", head=name)
            faults.append(line.fault(why))
    if faults:
        raise TableRefused(faults)
    return places


def _point_heads(game: Game, players: Sequence[str]) -> Iterator[tuple[object, int]]:
    """Yield the heads of the columns of points, each with its number: a player, a team with
    its players in any order, the same by the names in a template, « Nous » and « Eux »."""
    usual = [msg("Joueur %(n)s", n=n) for n in range(1, len(players) + 1)]
    for names in (list[object](players), list[object](usual)):
        yield from ((name, game.column(player)) for player, name in enumerate(names))
        for team in (0, 1) if game.teams else ():
            yield joined(" & ", names[team::2]), team
            yield joined(" & ", names[team::2][::-1]), team
    if game.teams:
        yield from ((msg("Nous"), 0), (msg("Eux"), 1))


class _Hands:
    """The lines after the heads: the hands that have been read, and the faults of all."""

    def __init__(self, game: Game, table: Table, places: Mapping[str | int, int]) -> None:
        self.names = game.columns(table.players)
        self.game, self.places = game, places
        self.table = table._replace(standing=(0,) * len(self.names))
        self.columns: dict[str | int, tuple[object, Callable[[str], Any]]] = {
            **{column.name: (column.head, column.read) for column in columns(game, table)},
            **{number: (name, whole_number) for number, name in enumerate(self.names)},
        }
        self.entries: list[Entry] = []
        self.dealt: list[Line] = []
        self.written: list[Written] = []
        self.left_out: list[str] = []
        self.faults: list[DocumentError] = []

    def read(self, line: Line) -> None:
        """Read a hand, a penalty, or the totals."""
        said = line.cells[0]
        at_first = {place: name for name, place in self.places.items()}.get(0, "number")
        is_answer = at_first == NOTE or (at_first != "number" and said in self.table.players)
        kind = "hand" if is_answer else "total" if is_total(said) else KINDS.only(said)
        try:
            if kind == "total":
                self._note_points(line, None)
            elif kind != "hand" and is_aside(said):
                self.left_out.append(said)
            elif kind == "penalty":
                self.entries.append({"penalty": _penalty(line, self.table.players)})
            elif kind != "late" and self._is_filled(line):
                self._read_hand(line)
        except DocumentError as error:
            self.faults.append(error)

    def value(self, line: Line, column: str | int) -> Any:
        """Return what a cell answers; absent for an empty one, and where there is none.

        :raises DocumentError: for a cell that is not read.
        """
        head, read = self.columns[column]
        place = self.places.get(column)
        try:
            return None if place is None else read((*line.cells[place:], "")[0])
        except Unreadable as error:
            raise line.fault(error.args[0], place or 0, head) from None

    def _is_filled(self, line: Line) -> bool:
        """Return False for a line of a template that was left with its number alone."""
        unasked = ("number", "dealer", "date", NOTE)
        places = [place for name, place in self.places.items() if name not in unasked]
        return any(line.cells[place].strip() for place in places if place < len(line.cells))

    def _read_hand(self, line: Line) -> None:
        width = 1 + max(self.places.values(), default=0)
        if len(line.cells) < width:
            raise line.of_width(width)
        entry = {**(self._passed(line) or self._answers(line))}
        if note := self.value(line, NOTE):
            entry[NOTE] = note
        if not self.game.board:  # whose points are computed from the results that are typed
            self._note_points(line, len(self.dealt))
        self.dealt.append(line)
        self.entries.append(entry)

    def _points(self, line: Line) -> tuple[int | None, ...]:
        return tuple(self.value(line, column) for column in range(len(self.names)))

    def _note_points(self, line: Line, hand: int | None) -> None:
        points = self._points(line)
        if any(number is not None for number in points):
            self.written.append(Written(line.place, hand, points))

    def _passed(self, line: Line) -> Entry | None:
        """Return the entry of a deal without a hand, if the first cell, the contract or the
        taker says that the line is one."""
        roles = schema(self.game.hand).roles
        asked = (roles.get(role, "") for role in (HandRole.CONTRACT, HandRole.TAKER))
        cells = [line.cells[self.places[name]] for name in asked if name in self.places]
        said = [cell for cell in (line.cells[0], *cells) if cell not in self.table.players]
        return next((entry for cell in said for entry in PASSES.find(cell)), None)

    def _answers(self, line: Line) -> dict[str, Any]:
        asked, own = questions(self.game.hand), own_question(self.game)
        given = {name: self.value(line, name) for name in asked if name != own}
        answers = {name: answer for name, answer in given.items() if answer is not None}
        roles = schema(self.game.hand).roles
        partner = roles.get(HandRole.PARTNER, "")
        if partner in answers and answers[partner] == answers.get(roles[HandRole.TAKER]):
            del answers[partner]  # he has called himself
        for name in [name for name in answers if isinstance(asked[name], CardPoints)]:
            by, most = asked[name].answered_by, asked[name].high  # type: ignore[attr-defined]
            is_swept = answers.get(by) == ATTACK.value and answers[name] > most
            if is_swept and answers[name] in self.game.options[by].choices:
                del answers[name]  # what the game marks for all tricks, as in the form
        if own:
            empty = asked[own].empty  # type: ignore[attr-defined]
            answers[own] = [empty if n is None else n for n in self._points(line)]
        try:
            self.game.read(answers, self.table)
        except HandError as error:
            is_missing = error.name in asked and error.name not in answers
            label = asked[error.name].label if error.name in asked else error.name
            why = msg("il manque") if is_missing else error.message
            raise line.fault(why, self.places.get(error.name, -1), label) from None
        return answers


def _penalty(line: Line, players: Sequence[str]) -> dict[str, Any]:
    """Read « Bruno | 10 | à chacun des autres | renonce » in the second cell."""
    said = [part.strip() for cell in line.cells[1:2] for part in cell.split(PART, 3)]
    who, points, to, reason = (*said, "", "", "", "")[:4]
    try:
        lost = whole_number(points) or 0
    except Unreadable as error:
        raise line.fault(error.args[0]) from None
    penalty = {"player" if who in players else "team": who, "points": lost}
    penalty |= {"to": RECEIVER.only(to) or None, "reason": reason or None}
    return {name: value for name, value in penalty.items() if value is not None}


def differences(evening: TypedEvening, sheet: Sheet) -> list[Message]:
    """Return a sentence for each number of the file that the sheet does not have."""
    return list(islice(_differences(evening, sheet), MOST_DIFFERENCES))


def _differences(evening: TypedEvening, sheet: Sheet) -> Iterator[Message]:
    for line, hand, points in evening.written:
        computed = sheet.state.standing if hand is None else sheet.hands[hand].points
        for column, own, right in zip(sheet.columns, points, computed, strict=False):
            if own is not None and own != right:
                yield msg(
                    "ligne %(line)s, %(column)s : le papier dit %(own)s, le calcul donne "
                    "%(right)s",
                    line=line,
                    column=column,
                    own=own,
                    right=right,
                )
