"""Reading a circle file: from JSON to the events of a circle and of its sheets.

The first fault stops the reading, with its place in the file.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard

from scorekeeper.circles.checks import (
    MAX_LINKS,
    MAX_NAMES,
    MAX_NUMBERS,
    MAX_SEASONS,
    require_matching,
    season_error,
)
from scorekeeper.circles.circle import Circle, fold_circle
from scorekeeper.circles.errors import CircleRefused
from scorekeeper.circles.ranking import RANKINGS
from scorekeeper.circles.season import ALL_TIME, Season, season_of
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.formats.night_document import player_ids, read_with_sheet
from scorekeeper.sheets.formats.strict_json import (
    DocumentError,
    check_flag,
    check_object,
    check_text,
    is_date,
    is_int,
    list_of,
    refuse,
)
from scorekeeper.sheets.names import NAME_LENGTH, TITLE_LENGTH
from scorekeeper.streams.events import Body, Event

OF_PLAYER = ("id", "name", "erased", "proposed", "color", "inactive", "merged_into")
"""The fields of a player; ``proposed``, ``color``, ``inactive`` (before 1.0) are ignored."""

OF_NICKNAME = ("id", "name", "nickname_of")
"""The fields of a further name of a player."""

Name = Mapping[str, Any]
"""One name as a circle file has it."""

Kinds = list[tuple[str, Body]]
"""Events as kind and body, as a journal takes them."""


FORMAT = "scorekeeper-circle/1"

FIELDS = ("format", "title", "players", "seasons", "results", "left_out", "sheets")
"""The fields of a circle file, in the order in which they are written."""

OF_RESULT = ("title", "date", "game", "lines")
"""The fields of an evening that is known by its ranking alone."""

MOST_LINES, MOST_POINTS = 1000, 10**9
"""Most people of a ranking, and most points of one of them."""

OF_LEFT_OUT = ("title", "date", "game")
"""The fields of a sheet that the file names and does not hold."""


class LinkedSheet(NamedTuple):
    """A sheet of a circle that is stored nowhere yet."""

    events: Sequence[Event]
    """The last one closes it, if a hand was played and the game is not over: nobody plays on
    a sheet that was brought from elsewhere."""
    players: tuple[int, ...]
    """The player of the circle for each player by number; 0 for a guest."""


class ReadCircle(NamedTuple):
    """The content of a circle file."""

    events: Kinds
    """The events of the circle but for its sheets, whose ids nobody knows yet; the first one
    has no seed."""
    sheets: tuple[LinkedSheet, ...]
    """The sheets in the order of linking."""


def is_circle(document: object) -> TypeGuard[Mapping[str, object]]:
    """Return True for a circle file, valid or not."""
    return isinstance(document, Mapping) and document.get("format") == FORMAT


def read_circle(document: object) -> ReadCircle:
    """Return the circle of this file, and its sheets. Raise DocumentError for the first fault
    of the file."""
    fields = check_object(document, FIELDS)
    if fields.get("format") != FORMAT:
        refuse("format", msg("on attend « %(format)s »", format=FORMAT))
    title = check_text(fields, "title", TITLE_LENGTH, None)
    names = check_players(list_of(fields, "players", MAX_NUMBERS - 1))
    events = naming_events(title, names)
    events += read_seasons(list_of(fields, "seasons", MAX_SEASONS))
    for number, document_of_sheet in enumerate(list_of(fields, "left_out", MAX_LINKS), 1):
        check_object(document_of_sheet, OF_LEFT_OUT, msg("left_out, %(n)s", n=number))
    circle = fold_circle(Event(seq, *event) for seq, event in enumerate(events, 1))
    if circle.named > MAX_NAMES:
        refuse("players", msg("on attend une liste, de %(n)s au plus", n=MAX_NAMES - 1))
    for number, result in enumerate(list_of(fields, "results", MAX_LINKS), 1):
        where = msg("tournoi %(n)s", n=number)
        events.append(
            ("result", _read_result(check_object(result, OF_RESULT, where), where, circle))
        )
    sheets = enumerate(list_of(fields, "sheets", MAX_LINKS), 1)
    return ReadCircle(events, tuple(_read_sheet(n, sheet, circle) for n, sheet in sheets))


def _read_sheet(number: int, document: object, circle: Circle) -> LinkedSheet:
    """Return a sheet of the file; a fault is told with its number."""
    where = msg("feuille %(n)s", n=number)
    try:
        events, sheet = read_with_sheet(document, stored=True)
    except DocumentError as error:
        raise DocumentError(where, error.message) from None
    assert isinstance(document, Mapping)
    if "player_ids" not in document:
        refuse("player_ids", msg("manque ; un invité est null"), where)
    players = tuple(id or 0 for id in player_ids(document))
    try:
        require_matching(circle, players)
    except CircleRefused as refused:
        refuse("player_ids", refused.message, where)
    if sheet.rows and not sheet.ended:
        closing = {"totals": list(sheet.state.standing)}
        events.append(Event(sheet.version + 1, "closed", closing))
    return LinkedSheet(events, players)


def _read_result(result: Mapping[str, Any], where: Message, circle: Circle) -> Body:
    """Return the body of the event of an evening that is known by its ranking alone."""
    check_text(result, "title", TITLE_LENGTH, where)
    if not is_date(result.get("date")):
        refuse("date", msg("on attend une date, AAAA-MM-JJ"), where)
    _check_games({"games": [result.get("game")]}, where)
    lines = list_of(result, "lines", MOST_LINES)
    for line in lines:
        is_line = isinstance(line, list) and len(line) == 4
        if not is_line or not all(
            (one is None and n == 0) or is_int(one, 0 if n < 2 else -MOST_POINTS, MOST_POINTS)
            for n, one in enumerate(line)
        ):
            refuse("lines", msg("on attend joueur, place, points, pénalités"), where)
    players = [line[0] or 0 for line in lines]
    try:
        require_matching(circle, players)
    except CircleRefused as refused:
        refuse("lines", refused.message, where)
    body = {"result": 0, "tournament": 0, **result, "players": players}
    return {**body, "lines": [line[1:] for line in lines]}


def check_players(names: Sequence[object]) -> Sequence[Name]:
    """Return the names of a file, or raise DocumentError for the first fault."""
    checked = [_check_name(number, fields) for number, fields in enumerate(names, 1)]
    for name in checked:
        _check_owner(name, checked)
        _check_merge(name, checked)
    return checked


def _where(number: int) -> Message:
    return msg("joueur %(n)s", n=number)


def _check_name(number: int, fields: object) -> Name:
    where = _where(number)
    is_nickname = isinstance(fields, Mapping) and "nickname_of" in fields
    name = check_object(fields, OF_NICKNAME if is_nickname else OF_PLAYER, where)
    if not is_int(name.get("id"), number, number):
        refuse("id", msg("on attend %(n)s : les numéros se suivent", n=number), where)
    is_erased = check_flag(name, "erased", where)
    if name.get("name") != "":
        check_text(name, "name", NAME_LENGTH, where)
    if is_erased and name["name"]:
        refuse("name", msg("un joueur retiré n'a plus de nom"), where)
    return name


def _check_owner(name: Name, names: Sequence[Name]) -> None:
    """Check that a nickname comes after its player, who has not been erased."""
    if "nickname_of" not in name:
        return
    where = _where(name["id"])
    owner = _player(names[: name["id"] - 1], name["nickname_of"])
    if owner is None:
        refuse("nickname_of", msg("on attend le numéro d'un joueur qui précède"), where)
    if owner.get("erased") and name["name"]:
        refuse("name", msg("un joueur retiré n'a plus de nom"), where)


def _check_merge(name: Name, names: Sequence[Name]) -> None:
    """Check that merges lead from this player to another one, erased as he is or not, and not
    back to him."""
    met = {name["id"]}
    while "merged_into" in name:
        where, into = _where(name["id"]), _player(names, name["merged_into"])
        if into is None:
            refuse("merged_into", msg("on attend le numéro d'un joueur"), where)
        if into["id"] in met:
            refuse("merged_into", msg("ces joueurs sont réunis en rond"), where)
        if bool(into.get("erased")) != bool(name.get("erased")):
            refuse("merged_into", msg("l'un des deux est un joueur retiré"), where)
        name = into
        met.add(name["id"])


def _player(names: Sequence[Name], id: object) -> Name | None:
    """Return the player of this id, if it is one."""
    if type(id) is not int or not 1 <= id <= len(names) or "nickname_of" in names[id - 1]:
        return None
    return names[id - 1]


def naming_events(title: str, names: Sequence[Name]) -> Kinds:
    """Return the events of a circle with this title and these names, the first without a
    seed."""
    names_so_far: list[str] = [title]
    events: Kinds = [("joined", {"names": [title]})]
    for name in names:
        names_so_far.append(name["name"])
        kind, body = _naming(name, [*names_so_far])
        if kind == "joined" and body.keys() == events[-1][1].keys():
            events.pop()  # one event for players who follow each other
        events.append((kind, body))
    events[0] = ("founded", events[0][1])
    return events + [change for name in names for change in _changes(name)]


def _naming(name: Name, names: list[str]) -> tuple[str, Body]:
    """Return the event that adds a name to these, itself included."""
    if "nickname_of" in name:
        return "nicknamed", {"names": names, "player": name["nickname_of"]}
    return "joined", {"names": names}


def _changes(name: Name) -> Kinds:
    """Return the events of what is said of a player besides the name."""
    who = {"player": name["id"]}
    events: Kinds = []
    if name.get("erased"):
        events.append(("erased", who))
    if "merged_into" in name:
        events.append(("merged", {**who, "into": name["merged_into"]}))
    return events


OF_SEASON = Season._fields[1:]

MOST_ASKED = 100_000
"""Highest number of evenings or hands that a season asks for."""


def read_seasons(seasons: Sequence[object]) -> list[tuple[str, Body]]:
    """Return the events of a file's seasons, or raise DocumentError for the first fault."""
    bodies = [_read_season(n, season) for n, season in enumerate(seasons, 1)]
    official = [n for n, body in enumerate(bodies, 1) if body["official"]]
    if len(official) > 1:
        where = msg("saison %(n)s", n=official[1])
        refuse("official", msg("une seule saison est officielle"), where)
    return [("season", body) for body in bodies]


def _read_season(number: int, season: object) -> dict[str, Any]:
    where = msg("saison %(n)s", n=number)
    fields = check_object(season, OF_SEASON, where)
    check_text(fields, "title", TITLE_LENGTH, where)
    for name in ("start", "end"):
        if name in fields and not is_date(fields[name]):
            refuse(name, msg("on attend une date, AAAA-MM-JJ"), where)
    _check_games(fields, where)
    if fields.get("ranking", ALL_TIME.ranking) not in tuple(RANKINGS):
        codes = ", ".join(RANKINGS)
        refuse("ranking", msg("on attend un de : %(codes)s", codes=codes), where)
    for name in ("best", "floor"):
        if not is_int(fields.get(name, 0), 0, MOST_ASKED):
            refuse(name, msg("on attend un nombre de 0 à %(high)s", high=MOST_ASKED), where)
    for name in ("official", "archived"):
        check_flag(fields, name, where)
    body = {"season": 0, **ALL_TIME._asdict(), **fields}
    del body["id"]
    body["games"] = list(body["games"])
    if error := season_error(season_of(body, 0)):
        refuse(*error, where)
    return body


def _check_games(fields: Mapping[str, Any], where: Message) -> None:
    games = fields.get("games", [])
    are_codes = isinstance(games, list) and all(isinstance(name, str) for name in games)
    if (
        not are_codes
        or any(name not in GAMES for name in games)
        or len(set(games)) < len(games)
    ):
        expected = msg("on attend une liste de : %(codes)s", codes=", ".join(GAMES))
        refuse("games", expected, where)
