"""Reading a night document: from JSON to the events of a sheet.

The first fault stops the reading, with its place in the document.
"""

from collections.abc import Mapping
from typing import Any

from scorekeeper.formats.checked_fields import is_date, is_int
from scorekeeper.formats.penalty_document import read_penalty
from scorekeeper.formats.strict_json import DocumentError
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import HandError, answers, questions, sitting_out
from scorekeeper.rules.game import Game
from scorekeeper.sheets.events import Event, Opening
from scorekeeper.sheets.names import NAME_LENGTH, TITLE_LENGTH, one_line
from scorekeeper.sheets.rows import ANNULLED
from scorekeeper.sheets.sheet import MAX_ENTRIES, Sheet, fold, from_opening

FORMAT = "scorekeeper/1"
"""The name of the format, in every document."""

FIELDS = (
    "format",
    "title",
    "date",
    "game",
    "options",
    "players",
    "player_ids",
    "part",
    "first_dealer",
    "hands",
)
"""The fields of a document, in the order in which they are written."""

MAX_PLAYER_ID = 1_000_000
"""Highest id of a player in a circle; far more than a circle takes."""

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


def read_with_sheet(document: object) -> tuple[list[Event], Sheet]:
    """Return the events of this document, and the sheet that they fold into.

    :raises DocumentError: for the first fault of the document.
    """
    try:
        return _read(document)
    except RecursionError:
        raise DocumentError(msg("document"), msg("trop d'objets l'un dans l'autre")) from None


def _read(document: object) -> tuple[list[Event], Sheet]:
    if not isinstance(document, Mapping):
        raise DocumentError(msg("document"), msg("on attend un objet {…}"))
    opening = _read_opening(document)
    sheet = from_opening(Event(1, "opened", opening))
    events = []
    for number, given in enumerate(hands_of(document), 1):
        try:
            event = Event(number + 1, *_read_entry(sheet, given))
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
    return [Event(1, "opened", opening), *events], sheet


def player_ids(document: Mapping[str, object]) -> tuple[int | None, ...]:
    """Return the ids of the players in their circle, in the order of the document; nothing
    for a guest, and for everybody where the document has none.

    :raises DocumentError: if they are not one id or ``null`` for each player.
    """
    players, given = document.get("players"), document.get("player_ids")
    count = len(players) if isinstance(players, list) else 0
    if given is None:
        return (None,) * count
    if not isinstance(given, list) or len(given) != count or not all(map(_is_id, given)):
        expected = msg(
            "on attend %(n)s nombres de 1 à %(high)s, ou null pour un invité",
            n=count,
            high=MAX_PLAYER_ID,
        )
        raise _error("player_ids", expected)
    found = [id for id in given if id is not None]
    if len(set(found)) < len(found):
        raise _error("player_ids", msg("chaque numéro une seule fois"))
    return tuple(given)


def _is_id(given: object) -> bool:
    return given is None or is_int(given, 1, MAX_PLAYER_ID)


def hands_of(document: Mapping[str, object]) -> list[Any]:
    """Return the hands of a document, as JSON values.

    :raises DocumentError: if they are not a list, or more than a sheet can have.
    """
    given = document.get("hands")
    hands = [] if given is None else given
    if not isinstance(hands, list) or len(hands) > MAX_ENTRIES:
        raise _error("hands", msg("on attend une liste d'au plus %(n)s donnes", n=MAX_ENTRIES))
    return hands


def _require_open_game(sheet: Sheet) -> None:
    """Reject a further hand once the game is over.

    :raises HandError: if it is.
    """
    if sheet.ended:
        raise HandError(
            "hands",
            msg(
                "la partie est finie, gagnée à la donne %(number)s ; une revanche est une "
                "autre feuille",
                number=sheet.ended.number,
            )
            if sheet.state.end.winner is not None
            else msg(
                "la partie est finie à la donne %(number)s ; une revanche est une autre "
                "feuille",
                number=sheet.ended.number,
            ),
        )


def _read_entry(sheet: Sheet, given: object) -> tuple[str, dict[str, object]]:
    """Return the kind and the body of the event of one entry of ``hands``.

    :raises HandError: if it is invalid.
    """
    if isinstance(given, Mapping) and "penalty" in given:
        if set(given) != {"penalty"}:
            raise HandError("penalty", msg('on attend {"penalty": {…}} et rien d\'autre'))
        return "penalty", read_penalty(sheet, given["penalty"])
    _require_open_game(sheet)
    return "hand", _read_hand(sheet, given)


def _read_hand(sheet: Sheet, given: object) -> dict[str, object]:
    """Return the body of the event of one hand.

    :raises HandError: if the hand is invalid.
    """
    if isinstance(given, Mapping) and "passed" in given:
        passed, reason = given["passed"], given.get("reason")
        given = {k: value for k, value in given.items() if k not in ("passed", "reason")}
        answered = any(value is not None for value in given.values())
        known = all(name in questions(sheet.game.hand) for name in given)
        if passed is True and known and not answered:
            return {"passed": True, **_read_reason(sheet.game, reason)}
        if passed is not None and known:
            raise HandError("passed", msg('on attend {"passed": true} et rien d\'autre'))
    hand = sheet.game.read(given, sheet.table(sheet.state))
    return {"answers": answers(hand, range(len(sheet.names)))}


def _read_reason(game: Game, reason: object) -> dict[str, object]:
    """Return the reason for which a deal was annulled, for the body of its event.

    :raises HandError: if it is unknown, or nobody takes in this game.
    """
    if reason is None:
        return {}
    if not (isinstance(reason, str) and reason in ANNULLED and game.can_pass):
        raise HandError("reason", msg("on attend : %(codes)s", codes=", ".join(ANNULLED)))
    return {"reason": reason}


def _read_opening(document: Mapping[str, object]) -> Opening:
    for name in document:
        if name not in FIELDS:
            raise _error(
                name, msg("champ inconnu ; on attend : %(names)s", names=", ".join(FIELDS))
            )
    if document.get("format") != FORMAT:
        raise _error("format", msg("on attend « %(format)s »", format=FORMAT))
    game = _read_game(document.get("game"))
    names = _read_players(document.get("players"), game.seats)
    player_ids(document)
    part = _read_part(document)
    dealer = _read_dealer(document.get("first_dealer"), names)
    options = _read_options(document.get("options"), game)
    opening: Opening = {
        "game": game.name,
        "title": _read_title(document.get("title")),
        "date": _read_date(document.get("date")),
        "options": options,
        "names": names,
        "seats": list(range(len(names))),
        "active": min(len(names), game.active[-1]),
        "dealer": dealer,
    }
    if part != 1:
        opening["part"] = part
    return opening


def _read_game(given: object) -> Game:
    game = GAMES.get(given) if isinstance(given, str) else None
    if game is None:
        raise _error("game", msg("on attend un de : %(codes)s", codes=", ".join(GAMES)))
    return game


def _read_players(given: object, seats: range) -> list[str]:
    if not isinstance(given, list) or len(given) not in seats:
        low, high = seats[0], seats[-1]
        message = (
            msg("on attend %(n)s noms", n=high)
            if low == high
            else msg("on attend de %(low)s à %(high)s noms", low=low, high=high)
        )
        raise _error("players", message)
    if not all(one_line(name, NAME_LENGTH) and name.strip() for name in given):
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


def _read_dealer(given: object, names: list[str]) -> int:
    if given is None:
        return 0
    if given not in names:
        players = ", ".join(names)
        raise _error("first_dealer", msg("on attend un des joueurs : %(p)s", p=players))
    return names.index(str(given))


def _read_part(document: Mapping[str, Any]) -> int:
    part = document.get("part", 1)
    if not is_int(part, 1, MAX_PART):
        raise _error("part", msg("on attend un nombre de 1 à %(high)s", high=MAX_PART))
    return int(part)


def _read_options(given: object, game: Game) -> dict[str, Any]:
    try:
        return game.read_options({} if given is None else given)
    except HandError as error:
        raise _error(error.name, error.message) from None


def _read_title(given: object) -> str:
    if given is None:
        return ""
    if not one_line(given, TITLE_LENGTH):
        raise _error(
            "title",
            msg("on attend un texte d'une ligne, de %(n)s caractères au plus", n=TITLE_LENGTH),
        )
    return str(given)


def _read_date(given: object) -> str:
    if given is None:
        return ""
    if is_date(given):
        return str(given)
    raise _error("date", msg("on attend une date, AAAA-MM-JJ"))


def _error(name: object, message: Message) -> DocumentError:
    return DocumentError(msg("%(name)s", name=str(name)), message)
