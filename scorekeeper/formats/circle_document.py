"""The circle file: a circle with its players, seasons and sheets as one JSON object.

Its sheets are night documents with ``player_ids``, in the order of linking. The file is
described in ``docs/formats.md``; reading is in :mod:`scorekeeper.formats.circle_reader`.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from scorekeeper.circles.circle import ALL_TIME, Circle, Season
from scorekeeper.formats.circle_players import write_players
from scorekeeper.formats.circle_reader import FORMAT
from scorekeeper.formats.night_document import DocumentError, write_and_read
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.score import Points
from scorekeeper.sheets.sheet import Sheet

SheetOf = Callable[[int], Sheet | None]
"""The sheet of an id in the database; nothing if it was deleted."""


class LeftOut(NamedTuple):
    """A sheet that no night document can hold."""

    title: str
    date: str
    game: str
    why: Message

    @property
    def fields(self) -> dict[str, object]:
        """The fields of the file about it."""
        return {"title": self.title, "date": self.date, "game": self.game}


class CircleFile(NamedTuple):
    """A written circle file."""

    text: str
    """JSON; one player, season or sheet on a line."""
    left_out: tuple[LeftOut, ...]
    """The sheets that are not in it."""


def write_circle(circle: Circle, sheet_of: SheetOf) -> CircleFile:
    """Return the file of a circle: the inverse of
    :func:`scorekeeper.formats.circle_reader.read_circle`.

    Only one sheet is in memory at a time, beside the texts of those before it.
    """
    sheets: list[str] = []
    left_out: list[LeftOut] = []
    for link in circle.links.values():
        sheet = sheet_of(link.sheet)
        if sheet is None:
            continue
        try:
            sheets.append(_json(_sheet(sheet, link.players)))
        except DocumentError as error:
            game = sheet.game.name
            left_out.append(LeftOut(sheet.title, sheet.date, game, error.message))
    lists = {
        "players": [_json(one) for one in write_players(circle)],
        "seasons": [_json(_season(one)) for one in circle.seasons.values()],
        "left_out": [_json(one.fields) for one in left_out],
        "sheets": sheets,
    }
    if not left_out:
        del lists["left_out"]
    return CircleFile(_text(circle.title, lists), tuple(left_out))


def _text(title: str, lists: Mapping[str, Iterable[str]]) -> str:
    fields = [f'"format": {_json(FORMAT)}', f'"title": {_json(title)}']
    fields += [f'"{name}": {_list(lines)}' for name, lines in lists.items()]
    return "{\n " + ",\n ".join(fields) + "\n}\n"


def _list(lines: Iterable[str]) -> str:
    joined = ",\n  ".join(lines)
    return f"[\n  {joined}\n ]" if joined else "[]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _season(season: Season) -> dict[str, object]:
    """Return the fields of a season that are not those of all time."""
    fields = {name: getattr(season, name) for name in Season._fields[1:]}
    usual = ALL_TIME._asdict()
    return {name: value for name, value in fields.items() if value != usual[name]}


def _sheet(sheet: Sheet, players: Points) -> dict[str, object]:
    """Return the night document of a sheet of the circle.

    :raises DocumentError: if it cannot say what every hand was worth.
    """
    numbers = [players[n] if n < len(players) else 0 for n in range(len(sheet.names))]
    document, found = write_and_read(sheet, [number or None for number in numbers])
    if _moved_points(found) != _moved_points(sheet):
        raise DocumentError(msg("document"), msg("une donne y compterait autrement"))
    return document


def _moved_points(sheet: Sheet) -> list[Points]:
    """Return the points of each hand by column, in the order of the document's columns."""
    state = sheet.state
    order = (*state.seats, *state.away)
    found = []
    for row in sheet.rows:
        if row.hand is not None and not row.late:
            points = (*row.points, *(0 for _ in sheet.columns[len(row.points) :]))
            found.append(points if sheet.game.teams else tuple(points[n] for n in order))
    return found
