"""The night document: one table's evening as one JSON object, answers and never scores.

Other tools rely on its format, ``scorekeeper/1``.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.hand import HandError, answers, questions, sitting_out
from scorekeeper.rules.question import PerColumn, SomePlayers
from scorekeeper.rules.score import Points
from scorekeeper.sheets.events import Event
from scorekeeper.sheets.names import NAME_LENGTH, TITLE_LENGTH, one_line
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet, fold

FORMAT = "scorekeeper/1"
"""The name of the format, in every document."""

FIELDS = ("format", "title", "date", "game", "options", "players", "first_dealer", "hands")
"""What a document may hold, in the order in which it is written."""

HANDS = 5000
"""Most hands in a document."""


class DocumentError(ValueError):
    """A document that is refused, with where and why."""

    def __init__(self, where: Message, message: Message) -> None:
        self.message = msg("%(where)s : %(message)s", where=where, message=message)
        super().__init__(str(self.message))


def parse(text: bytes) -> Any:
    """The JSON value of a text in UTF-8.

    :raises NightError: if it is not JSON, or says the same thing twice.
    """
    try:
        return json.loads(text.decode("utf-8-sig"), object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        why = str(error).splitlines()[0]
        raise DocumentError(msg("document"), msg("pas du JSON (%(why)s)", why=why)) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    given = dict(pairs)
    if len(given) < len(pairs):
        raise ValueError("un champ est dit deux fois")
    return given


def read(document: Any) -> list[Event]:
    """The events that this document tells: the sheet opened, then its hands.

    :raises NightError: for the first thing that cannot be; nothing of the document
        is worth keeping then.
    """
    try:
        return _read(document)
    except RecursionError:
        raise DocumentError(msg("document"), msg("trop d'objets l'un dans l'autre")) from None


def _read(document: Any) -> list[Event]:
    opening = _read_opening(document)
    names = opening["names"]
    events = [Event(1, "opened", opening)]
    sheet = fold(events)
    hands = _hands(document)
    if not isinstance(hands, list) or len(hands) > HANDS:
        raise _error("hands", msg("on attend une liste d'au plus %(n)s donnes", n=HANDS))
    for number, given in enumerate(hands, 1):
        try:
            _still_going(sheet)
            body = _read_hand(sheet, given)
            event = Event(number + 1, "hand", body)
            sheet = sheet.apply(event)
        except HandError as error:
            where = msg("donne %(number)s, %(name)s", number=number, name=error.name)
            raise DocumentError(where, error.message) from None
        events.append(event)
    playing = [len(names) - len(sitting_out(row.hand)) for row in sheet.rows if row.hand]
    opening["active"] = max(playing, default=opening["active"])
    return events


def _still_going(sheet: Sheet) -> None:
    if sheet.won:
        raise HandError(
            "hands",
            msg(
                "la partie est finie, gagnée à la donne %(number)s ; une revanche est une "
                "autre feuille",
                number=sheet.won.number,
            ),
        )


def _hands(document: Mapping[str, Any]) -> Any:
    given = document.get("hands")
    return [] if given is None else given


def _read_hand(sheet: Sheet, given: Any) -> dict[str, Any]:
    if isinstance(given, Mapping) and "passed" in given:
        passed = given["passed"]
        given = {name: value for name, value in given.items() if name != "passed"}
        given = [name for name, value in given.items() if value is not None]
        unknown = [name for name in given if name not in questions(sheet.game.hand)]
        if passed is True and not given and not unknown:
            return {"passed": True}
        if passed is not None and not unknown:
            raise HandError("passed", msg('on attend {"passed": true} et rien d\'autre'))
    hand = sheet.game.read(given, sheet.table(sheet.state))
    return {"answers": answers(hand, range(len(sheet.names)))}


def _read_opening(document: Any) -> dict[str, Any]:
    if not isinstance(document, Mapping):
        raise DocumentError(msg("document"), msg("on attend un objet {…}"))
    for name in document:
        if name not in FIELDS:
            raise _error(
                name, msg("champ inconnu ; on attend : %(names)s", names=", ".join(FIELDS))
            )
    if document.get("format") != FORMAT:
        raise _error("format", msg("on attend « %(format)s »", format=FORMAT))
    code = document.get("game")
    game = GAMES.get(code) if isinstance(code, str) else None
    if game is None:
        raise _error("game", msg("on attend un de : %(codes)s", codes=", ".join(GAMES)))
    names = _read_players(document.get("players"), game.seats)
    dealer = document.get("first_dealer")
    if dealer is not None and dealer not in names:
        players = ", ".join(names)
        raise _error("first_dealer", msg("on attend un des joueurs : %(p)s", p=players))
    options = document.get("options")
    try:
        chosen = game.read_options({} if options is None else options)
    except HandError as error:
        raise _error(error.name, error.message) from None
    return {
        "game": game.name,
        "title": _read_title(document.get("title")),
        "date": _read_date(document.get("date")),
        "options": chosen,
        "names": names,
        "seats": list(range(len(names))),
        "active": min(len(names), game.active[-1]),
        "dealer": 0 if dealer is None else names.index(dealer),
    }


def _read_players(given: Any, seats: range) -> list[str]:
    if not isinstance(given, list) or len(given) not in seats:
        low, high = seats[0], seats[-1]
        message = (
            msg("on attend %(n)s noms", n=high)
            if low == high
            else msg("on attend de %(low)s à %(high)s noms", low=low, high=high)
        )
        raise _error("players", message)
    for name in given:
        if not one_line(name, NAME_LENGTH) or not name.strip():
            raise _error(
                "players",
                msg(
                    "chaque nom est un texte d'une ligne, de 1 à %(n)s caractères",
                    n=NAME_LENGTH,
                ),
            )
    if len(set(given)) < len(given):
        raise _error("players", msg("chaque nom une seule fois"))
    return list(given)


def _read_title(given: Any) -> str:
    if given is None:
        return ""
    if not one_line(given, TITLE_LENGTH):
        raise _error(
            "title",
            msg("on attend un texte d'une ligne, de %(n)s caractères au plus", n=TITLE_LENGTH),
        )
    return str(given)


def _read_date(given: Any) -> str:
    if given is None:
        return ""
    try:
        if date.fromisoformat(given).isoformat() == given:
            return str(given)
    except (TypeError, ValueError):
        pass
    raise _error("date", msg("on attend une date, AAAA-MM-JJ"))


def _error(name: object, message: Message) -> DocumentError:
    return DocumentError(msg("%(name)s", name=str(name)), message)


def write(sheet: Sheet) -> dict[str, Any]:
    """The document of a sheet: the inverse of :func:`read`.

    Players stand in the order of their seats, those who left last; a player sits out
    the hands played before he came. Penalties have no place in the format, nor has what
    was played after the game was won.

    :raises NightError: if what has no place decides something: the hands alone would end
        the game elsewhere, or be worth something else.
    """
    document = _write(sheet)
    if fold(read(document)).state.totals != _in_order(sheet):
        raise DocumentError(
            msg("document"),
            msg("il ne sait pas dire qui a donné, et les points en dépendent"),
        )
    return document


def _in_order(sheet: Sheet) -> Points:
    """The totals in the order of the document's columns."""
    if sheet.game.teams:
        return sheet.state.totals
    order = (*sheet.state.seats, *sheet.state.away)
    return tuple(sheet.state.totals[player] for player in order)


def _write(sheet: Sheet) -> dict[str, Any]:
    order = [*sheet.state.seats, *sheet.state.away]
    document: dict[str, Any] = {"format": FORMAT}
    if sheet.title:
        document["title"] = sheet.title
    if sheet.date:
        document["date"] = sheet.date
    document |= {
        "game": sheet.game.name,
        "options": dict(sheet.options),
        "players": [sheet.names[n] for n in order],
        "first_dealer": sheet.names[sheet.opening.dealer],
        "hands": [_write_hand(sheet, row, order) for row in sheet.hands if not row.late],
    }
    return document


def _write_hand(sheet: Sheet, row: Row, order: Sequence[int]) -> dict[str, Any]:
    if row.hand is None:
        return {"passed": True}
    given = answers(row.hand, sheet.names)
    not_yet = sheet.names[row.before.players :]
    for name, question in questions(sheet.game.hand).items():
        if isinstance(question, PerColumn):
            numbers = [*given[name], *(0 for _ in not_yet)]
            given[name] = [numbers[player] for player in order]
        elif isinstance(question, SomePlayers) and (not_yet or name in given):
            out = {*given.get(name, ()), *not_yet}
            given[name] = [sheet.names[n] for n in order if sheet.names[n] in out]
    return given


def with_scores(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document with its scores: columns, the working of each hand, totals.

    :raises NightError: if the document is refused.
    """
    sheet = fold(read(document))
    winner = sheet.state.end.winner
    hands = [
        {
            **given,
            "scores": list(score.scores),
            "lines": [
                {
                    "rule": str(line.rule.title),
                    "working": line.working,
                    "scores": list(line.scores),
                }
                for line in score.lines
            ],
        }
        for given, row in zip(_hands(document), sheet.hands, strict=True)
        if (score := row.score)
    ]
    return {
        **document,
        "columns": list(sheet.columns),
        "hands": hands,
        "totals": list(sheet.state.totals),
        "held": sheet.state.held.total,
        "winner": None if winner is None else sheet.columns[winner],
    }
