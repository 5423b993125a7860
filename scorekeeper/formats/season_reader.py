"""Reading the seasons of a circle file into events of the circle."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.circles.checks import season_error
from scorekeeper.circles.ranking import RANKINGS
from scorekeeper.circles.season import ALL_TIME, Season, season_of
from scorekeeper.formats.checked_fields import (
    check_flag,
    check_object,
    check_text,
    is_date,
    is_int,
    refuse,
)
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.events import Body
from scorekeeper.sheets.names import TITLE_LENGTH

FIELDS = Season._fields[1:]
"""The fields of a season in a file."""

MOST = 100_000
"""Highest number of evenings or hands that a season asks for."""


def read_seasons(given: Sequence[object]) -> list[tuple[str, Body]]:
    """Return the events of the seasons of a file.

    :raises DocumentError: for the first fault.
    """
    bodies = [_read_season(n, one) for n, one in enumerate(given, 1)]
    official = [n for n, body in enumerate(bodies, 1) if body["official"]]
    if len(official) > 1:
        where = msg("saison %(n)s", n=official[1])
        refuse("official", msg("une seule saison est officielle"), where)
    return [("season", body) for body in bodies]


def _read_season(number: int, given: object) -> dict[str, Any]:
    """Return the body of the event of one season."""
    where = msg("saison %(n)s", n=number)
    fields = check_object(given, FIELDS, where)
    check_text(fields, "title", TITLE_LENGTH, where)
    for name in ("start", "end"):
        if name in fields and not is_date(fields[name]):
            refuse(name, msg("on attend une date, AAAA-MM-JJ"), where)
    _check_games(fields, where)
    if fields.get("ranking", ALL_TIME.ranking) not in RANKINGS:
        codes = ", ".join(RANKINGS)
        refuse("ranking", msg("on attend un de : %(codes)s", codes=codes), where)
    for name in ("best", "floor"):
        if not is_int(fields.get(name, 0), 0, MOST):
            refuse(name, msg("on attend un nombre de 0 à %(high)s", high=MOST), where)
    for name in ("official", "archived"):
        check_flag(fields, name, where)
    body = {"season": 0, **ALL_TIME._asdict(), **fields}
    del body["id"]
    body["games"] = list(body["games"])
    if error := season_error(season_of(body, 0)):
        refuse("title", error, where)
    return body


def _check_games(fields: Mapping[str, Any], where: Message) -> None:
    games = fields.get("games", [])
    known = isinstance(games, list) and all(isinstance(name, str) for name in games)
    if not known or any(name not in GAMES for name in games) or len(set(games)) < len(games):
        expected = msg("on attend une liste de : %(codes)s", codes=", ".join(GAMES))
        refuse("games", expected, where)
