"""The night document: one evening as one JSON object, with answers and without scores.

Other tools rely on its format, ``scorekeeper/1``. Reading ends at the first fault, with its
place in the document.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import HandError, answers, questions, sitting_out
from scorekeeper.rules.game import MAX_POINTS, OTHERS, REASON_LENGTH, Game, receivers
from scorekeeper.rules.option import line_of
from scorekeeper.rules.question import PerColumn, SomePlayers
from scorekeeper.sheets.formats import table_as_left
from scorekeeper.sheets.formats.strict_json import (
    DocumentError,
    check_object,
    is_date,
    is_int,
    place_among,
    refuse,
)
from scorekeeper.sheets.names import NAME_LENGTH, NOTE_LENGTH, TITLE_LENGTH, is_name, one_line
from scorekeeper.sheets.rows import ANNULLED, Row
from scorekeeper.sheets.sheet import (
    FREE_SCORING,
    MAX_ENTRIES,
    Sheet,
    advance,
    fold,
    from_opening,
)
from scorekeeper.streams.events import Event, Opening

FORMAT = "scorekeeper/1"
"""The name of the format, in every document."""

FIELDS = (
    "format",
    "night",
    "title",
    "date",
    "note",
    "played",
    "game",
    "options",
    "players",
    "player_ids",
    "part",
    "first_dealer",
    "hands",
    *table_as_left.FIELDS,
)
"""The fields of a document, in the order in which they are written."""

MAX_PLAYER_ID = 1_000_000
"""Highest id of a player in a circle; far more than a circle takes."""

NIGHT = re.compile(r"[A-Za-z0-9_-]{22}")
"""The name of a night: 128 bits that open nothing, the same in every copy of it."""

MAX_PART = 1000
"""Highest number of a game among those of one evening."""


def read(document: object) -> list[Event]:
    """Return the events of this document: the opening of the sheet, then its hands.

    :raises DocumentError: for the first fault of the document.
    """
    return read_with_sheet(document)[0]


def read_sheet(document: object) -> Sheet:
    """Return the sheet of this document.

    :raises DocumentError: for the first fault of the document.
    """
    return read_with_sheet(document)[1]


def read_with_sheet(document: object, stored: bool = False) -> tuple[list[Event], Sheet]:
    """Return the events of this document, and the sheet that they fold into.

    :param stored: True for the document of a sheet that was stored: options that contradict
        each other are read to the letter, as that sheet is.
    :raises DocumentError: for the first fault of the document.
    """
    try:
        return _read(document, stored)
    except RecursionError:
        raise DocumentError(msg("document"), msg("trop d'objets l'un dans l'autre")) from None


def _read(document: object, stored: bool) -> tuple[list[Event], Sheet]:
    if not isinstance(document, Mapping):
        raise DocumentError(msg("document"), msg("on attend un objet {…}"))
    opening = _read_opening(document, stored)
    sheet = from_opening(Event(1, "opened", opening))
    events = []
    for number, entry in enumerate(hands_of(document), 1):
        try:
            event = Event(number + 1, *_read_entry(sheet, entry))
            sheet = sheet.apply(event)
        except HandError as error:
            where = msg("donne %(number)s, %(name)s", number=number, name=error.name)
            raise DocumentError(where, error.message) from None
        events.append(event)
    players = len(opening["names"])
    playing = [players - len(sitting_out(row.hand)) for row in sheet.rows if row.hand]
    active = max(playing, default=opening["active"])
    if active != opening["active"]:
        opening["active"] = active
        sheet = fold([Event(1, "opened", opening), *events])
    as_left = tuple(table_as_left.read(document, sheet))
    return [Event(1, "opened", opening), *events, *as_left], advance(sheet, as_left)


def player_ids(document: Mapping[str, object]) -> tuple[int | None, ...]:
    """Return the ids of the players in their circle, in the order of the document; nothing
    for a guest, and for everybody where the document has none.

    :raises DocumentError: if they are not one id or ``null`` for each player.
    """
    players, written = document.get("players"), document.get("player_ids")
    count = len(players) if isinstance(players, list) else 0
    if written is None:
        return (None,) * count
    if not isinstance(written, list) or len(written) != count or not all(map(_is_id, written)):
        expected = msg(
            "on attend %(n)s nombres de 1 à %(high)s, ou null pour un invité",
            n=count,
            high=MAX_PLAYER_ID,
        )
        refuse("player_ids", expected)
    ids = [id for id in written if id is not None]
    if len(set(ids)) < len(ids):
        refuse("player_ids", msg("chaque numéro une seule fois"))
    return tuple(written)


def _is_id(value: object) -> bool:
    return value is None or is_int(value, 1, MAX_PLAYER_ID)


def hands_of(document: Mapping[str, object]) -> list[Any]:
    """Return the hands of a document, as JSON values.

    :raises DocumentError: if they are not a list, or more than a sheet can have.
    """
    written = document.get("hands")
    hands = [] if written is None else written
    if not isinstance(hands, list) or len(hands) > MAX_ENTRIES:
        refuse("hands", msg("on attend une liste d'au plus %(n)s donnes", n=MAX_ENTRIES))
    return hands


def _read_entry(sheet: Sheet, entry: object) -> tuple[str, dict[str, object]]:
    """Return the kind and the body of the event of one entry of ``hands``.

    :raises HandError: if it is invalid.
    """
    if isinstance(entry, Mapping) and "penalty" in entry:
        if set(entry) != {"penalty"}:
            raise HandError("penalty", msg('on attend {"penalty": {…}} et rien d\'autre'))
        return "penalty", read_penalty(sheet, entry["penalty"])
    if sheet.ended:
        why = msg(
            "la partie est finie à la donne %(number)s ; une revanche est une autre feuille",
            number=sheet.ended.number,
        )
        raise HandError("hands", why)
    return "hand", _read_hand(sheet, entry)


def _read_hand(sheet: Sheet, answers_given: object) -> dict[str, object]:
    """Return the body of the event of one hand.

    :raises HandError: if the hand is invalid.
    """
    if isinstance(answers_given, Mapping) and "note" in answers_given:
        others = {name: value for name, value in answers_given.items() if name != "note"}
        note = answers_given["note"]
        if note is not None and not one_line(note, NOTE_LENGTH):
            raise HandError("note", line_of(NOTE_LENGTH))
        return _read_hand(sheet, others) | ({"note": note} if note else {})
    if isinstance(answers_given, Mapping) and "passed" in answers_given:
        passed, reason = answers_given["passed"], answers_given.get("reason")
        answers_given = {
            k: value for k, value in answers_given.items() if k not in ("passed", "reason")
        }
        answered = any(value is not None for value in answers_given.values())
        are_questions = all(name in questions(sheet.game.hand) for name in answers_given)
        if passed is True and are_questions and not answered:
            return {"passed": True, **_read_reason(sheet.game, reason)}
        if passed is not None and are_questions:
            raise HandError("passed", msg('on attend {"passed": true} et rien d\'autre'))
    hand = sheet.game.read(answers_given, sheet.table(sheet.state))
    return {"answers": answers(hand, range(len(sheet.names)))}


def _read_reason(game: Game, reason: object) -> dict[str, object]:
    """Return the reason for which a deal was annulled, for the body of its event.

    :raises HandError: if it is unknown, or no deal of this game is annulled.
    """
    if reason is None:
        return {}
    older = ("petit_sec",) if game.can_pass else ()  # that documents of 2026 may have
    codes = [code for code in ANNULLED if code in game.annulments or code in older]
    if reason not in codes:
        expected = ", ".join(codes) or "null"
        raise HandError("reason", msg("on attend : %(codes)s", codes=expected))
    return {"reason": reason}


def _read_opening(document: Mapping[str, object], stored: bool) -> Opening:
    check_object(document, FIELDS)
    if document.get("format") != FORMAT:
        refuse("format", msg("on attend « %(format)s »", format=FORMAT))
    game = _read_game("game", document.get("game"))
    names = _read_players(document.get("players"), game.seats)
    player_ids(document)
    part, night = _read_part(document), read_night(document)
    dealer = place_among("first_dealer", document.get("first_dealer"), names) or 0
    options = _read_options(document.get("options"), game, stored)
    opening: Opening = {
        "game": game.name,
        "title": _read_line("title", document.get("title"), TITLE_LENGTH),
        "date": _read_date(document.get("date")),
        "options": options,
        "names": names,
        "seats": list(range(len(names))),
        "active": min(len(names), game.active[-1]),
        "dealer": dealer,
    }
    if note := _read_line("note", document.get("note"), NOTE_LENGTH):
        opening["note"] = note
    games = GAMES if game.name == FREE_SCORING else (game.name,)
    played = _read_game("played", document.get("played", game.name), games)
    if played is not game and not played.teams:  # whose points count against the others'
        opening["played"] = played.name
    if part != 1:
        opening["part"] = part
    if night:
        opening["night"] = night
    return opening


def read_night(document: Mapping[str, object]) -> str:
    """Return the name of the night of a document; empty if it has none.

    :raises DocumentError: if it is none.
    """
    night = document.get("night")
    if night is None:
        return ""
    if not isinstance(night, str) or not NIGHT.fullmatch(night):
        refuse("night", msg("on attend 22 lettres, chiffres ou tirets"))
    return night


def _read_game(field: str, code: object, codes: Collection[str] = GAMES) -> Game:
    if not isinstance(code, str) or code not in codes:
        refuse(field, msg("on attend un de : %(codes)s", codes=", ".join(codes)))
    return GAMES[code]


def _read_players(names: object, seats: range) -> list[str]:
    if not isinstance(names, list) or len(names) not in seats:
        low, high = seats[0], seats[-1]
        message = msg("on attend de %(low)s à %(high)s noms", low=low, high=high)
        refuse("players", msg("on attend %(n)s noms", n=high) if low == high else message)
    if not all(is_name(name, NAME_LENGTH) for name in names):
        text = msg(
            "chaque nom est un texte d'une ligne, de 1 à %(n)s caractères", n=NAME_LENGTH
        )
        refuse("players", text)
    if len(set(names)) < len(names):
        refuse("players", msg("chaque nom une seule fois"))
    return list(names)


def _read_part(document: Mapping[str, Any]) -> int:
    part = document.get("part", 1)
    if not is_int(part, 1, MAX_PART):
        refuse("part", msg("on attend un nombre de 1 à %(high)s", high=MAX_PART))
    return int(part)


def _read_options(options: object, game: Game, stored: bool) -> dict[str, Any]:
    read = game.stored_options if stored else game.read_options
    try:
        return read({} if options is None else options)
    except HandError as error:
        where = msg("%(name)s", name=error.name)
        raise DocumentError(where, error.message) from None


def _read_line(field: str, text: object, length: int) -> str:
    if text is None:
        return ""
    if not one_line(text, length):
        refuse(field, line_of(length))
    return str(text)


def _read_date(day: object) -> str:
    if day is None:
        return ""
    if is_date(day):
        return str(day)
    refuse("date", msg("on attend une date, AAAA-MM-JJ"))


PlayerIds = Sequence[int | None]
"""An id for each player of a sheet; absent for a guest."""

PASSED = ("passed", "reason")
"""The fields of a deal without a hand."""


def write(sheet: Sheet, ids: PlayerIds = ()) -> dict[str, object]:
    """Return the document of a sheet: the inverse of :func:`read`.

    Players are in the order of their seats, those who left last; a player sits out the hands
    played before his arrival. Who has left, who deals next where somebody chose, and the stake
    are fields besides. The format has no place for hands played after the game was
    over.

    :param ids: the players as their circle identifies them, by number; absent for a guest.
        Empty for a sheet of no circle.
    :raises DocumentError: if the hands alone would give other totals, or end the game at
        another hand.
    """
    document, read_again = write_and_read(sheet, ids)
    return {**document, **table_as_left.write(sheet, read_again)}


def write_and_read(sheet: Sheet, ids: PlayerIds = ()) -> tuple[dict[str, object], Sheet]:
    """Return the document of a sheet, and the sheet that is read from it again.

    :raises DocumentError: see :func:`write`.
    """
    document = write_unread(sheet, ids)
    _, read_again = read_with_sheet(document, stored=True)
    standing = sheet.state.standing
    if not sheet.game.teams:  # whose columns are in the order of the document
        standing = tuple(standing[player] for player in _order(sheet))
    if read_again.state.standing != standing:
        raise DocumentError(
            msg("document"),
            msg("il ne sait pas dire qui a donné, et les points en dépendent"),
        )
    return document, read_again


def _order(sheet: Sheet) -> tuple[int, ...]:
    """Return the players in the order of the document."""
    return (*sheet.state.seats, *sheet.state.away)


def write_unread(sheet: Sheet, ids: PlayerIds) -> dict[str, Any]:
    """Return what :func:`write` returns, for a sheet of which it is known not to raise."""
    order = _order(sheet)
    in_circle: dict[str, object] = {"player_ids": [ids[n] for n in order]} if ids else {}
    if ids and sheet.part != 1:
        in_circle["part"] = sheet.part
    said = {
        name: getattr(sheet, name) for name in ("night", "title", "date", "note", "played")
    }
    return {
        "format": FORMAT,
        **{name: value for name, value in said.items() if value},
        "game": sheet.game.name,
        "options": _options(sheet),
        "players": [sheet.names[n] for n in order],
        **in_circle,
        "first_dealer": sheet.names[sheet.opening.dealer],
        "hands": [entry for row, entry in entries(sheet) if not row.late],
    }


def entries(sheet: Sheet) -> Iterator[tuple[Row, dict[str, Any]]]:
    """Yield the entries of the field ``hands``, each with its row of the sheet, and hands that
    are late, for which the document has no place."""
    order = _order(sheet)
    for row in sheet.rows:
        if row.entry.kind == "penalty":
            yield from ((row, entry) for entry in write_penalty(sheet, row))
        elif row.dealt:
            note = {"note": row.entry.note} if row.entry.note else {}
            yield row, _write_hand(sheet, row, order) | note


def _options(sheet: Sheet) -> dict[str, object]:
    """Return the options that are not at their default."""
    options = sheet.options
    return {
        name: options[name]
        for name, option in sheet.game.options.items()
        if options[name] != option.default(options)
    }


def _write_hand(sheet: Sheet, row: Row, order: Sequence[int]) -> dict[str, object]:
    if row.hand is None:
        return {name: row.entry.body[name] for name in PASSED if name in row.entry.body}
    written = answers(row.hand, sheet.names)
    not_yet = sheet.names[row.before.players :]
    asked = questions(sheet.game.hand)
    for name, question in asked.items():
        if isinstance(question, PerColumn) and name in written:
            numbers = [*written[name], *(question.empty for _ in not_yet)]
            written[name] = [numbers[player] for player in order]
        elif isinstance(question, SomePlayers) and (not_yet or name in written):
            out = {*written.get(name, ()), *not_yet}
            written[name] = [sheet.names[n] for n in order if sheet.names[n] in out]
    return {name: written[name] for name in asked if name in written}


def with_scores(document: object) -> dict[str, object]:
    """Return the document with its scores: columns, the working of each hand, totals.

    :raises DocumentError: if the document is rejected.
    """
    sheet = read_sheet(document)
    assert isinstance(document, Mapping)
    winner = sheet.state.end.winner
    entered = [row for row in sheet.rows if row.entry.kind != "seated"]
    return {
        **document,
        "columns": list(sheet.columns),
        "hands": [
            {**entry, **_scores(row)}
            for entry, row in zip(hands_of(document), entered, strict=True)
        ],
        "totals": list(sheet.state.standing),
        "held": sheet.state.held.total,
        "winner": None if winner is None else sheet.columns[winner],
    }


def _scores(row: Row) -> dict[str, object]:
    score = row.score
    if score is None:
        line = {"rule": str(row.headline), "working": "", "scores": list(row.points)}
        return {"scores": list(row.points), "lines": [line]}
    lines = [
        {"rule": str(line.rule.title), "working": line.working, "scores": list(line.scores)}
        for line in score.lines
    ]
    return {"scores": list(score.scores), "lines": lines}


OF_PENALTY = ("player", "team", "points", "to", "reason")
"""The fields of a penalty."""

ALL = "all"
"""Another code for the others: to pay everybody, oneself included, is to pay them."""


def read_penalty(sheet: Sheet, penalty: object) -> dict[str, object]:
    """Return the body of the event of a penalty.

    Its points are those that the column loses; negative points are a bonus. In the body they
    are those that it receives.

    :raises HandError: if the penalty is invalid.
    """
    if not isinstance(penalty, Mapping) or not set(penalty) <= set(OF_PENALTY):
        fields = ", ".join(map(repr, OF_PENALTY))
        raise HandError(
            "penalty", msg("on attend un objet %(fields)s", fields=f"{{{fields}}}")
        )
    points, to, reason = penalty.get("points"), penalty.get("to"), penalty.get("reason")
    if type(points) is not int or abs(points) > MAX_POINTS or not (points or reason):
        bounds = {"low": -MAX_POINTS, "high": MAX_POINTS}
        raise HandError(
            "points",
            msg(
                "on attend un nombre entier de %(low)s à %(high)s, ou 0 et un motif", **bounds
            ),
        )
    to = OTHERS if to == ALL else to
    if to is not None and to not in (codes := receivers(sheet.game.teams)[1:]):
        raise HandError("to", msg("on attend : %(codes)s", codes=", ".join((ALL, *codes))))
    if reason is not None and not one_line(reason, REASON_LENGTH):
        raise HandError("reason", line_of(REASON_LENGTH))
    body = {
        "player": _penalized_column(sheet, penalty),
        "points": -points,
        "reason": reason or "",
    }
    return body if to is None else {**body, "to": to}


def _penalized_column(sheet: Sheet, penalty: Mapping[Any, Any]) -> int:
    """Return the column of the player or of the team.

    :raises HandError: if neither is there, or both.
    """
    player, team = penalty.get("player"), penalty.get("team")
    if team is None and player in sheet.names:
        return sheet.game.column(sheet.names.index(player))
    if player is None and sheet.game.teams and team in sheet.columns:
        return sheet.columns.index(team)
    names = sheet.names if player is not None or not sheet.game.teams else sheet.columns
    field = "player" if names is sheet.names else "team"
    raise HandError(field, msg("on attend : %(codes)s", codes=", ".join(names)))


def write_penalty(sheet: Sheet, row: Row) -> list[dict[str, object]]:
    """Return the entries of a document for a penalty.

    It is one for each column where not everybody of the document was at the table, for the
    document cannot say who received it.
    """
    body, state = row.entry.body, row.before
    to, paid = body.get("to"), [(body["player"], body["points"])]
    if to and (len(sheet.columns) > len(state.totals) or state.absent_columns):
        to, paid = (
            None,
            [(column, points) for column, points in enumerate(row.points) if points],
        )
    who = "team" if sheet.game.teams else "player"
    more = {name: said for name, said in (("to", to), ("reason", body["reason"])) if said}
    return [
        {"penalty": {who: sheet.columns[column], "points": -points} | more}
        for column, points in paid
    ]
