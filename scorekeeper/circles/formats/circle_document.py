"""The circle file: a circle with its players, seasons and sheets as one JSON object.

Its sheets are night documents with ``player_ids``, in the order of linking. The file is
described in ``docs/formats.md``; reading is in
:mod:`scorekeeper.circles.formats.circle_reader`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.circles.circle import GUEST, Circle, Result
from scorekeeper.circles.formats.circle_reader import FORMAT
from scorekeeper.circles.season import ALL_TIME, Season
from scorekeeper.circles.summary import PlayerSummary
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.score import Points
from scorekeeper.sheets.formats.night_document import write_and_read, write_unread
from scorekeeper.sheets.formats.strict_json import DocumentError
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
    """A circle file, whose sheets are read when they are written."""

    circle: Circle
    sheet_of: SheetOf
    """Gives sheets as they were when they were checked."""
    faults: Mapping[int, LeftOut | None]
    """What :func:`fault_of` has said of each sheet by its id, in the order of linking; there
    are no others in the file."""
    results: tuple[tuple[Result, Sequence[PlayerSummary]], ...] = ()
    """Each with its lines, those of a tournament as they stand."""

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The sheets that no night document can hold."""
        return tuple(filter(None, self.faults.values()))

    def pieces(self) -> Iterator[str]:
        """Write the text in pieces, only one sheet in memory at a time: JSON, one player,
        season or sheet on a line."""
        lists = {
            "players": [_json(one) for one in write_players(self.circle)],
            "seasons": [_json(_season(one)) for one in self.circle.seasons.values()],
            "results": [_json(_result(*one)) for one in self.results],
            "left_out": [_json(one.fields) for one in self.left_out],
        }
        fields = [f'"format": {_json(FORMAT)}', f'"title": {_json(self.circle.title)}']
        fields += [
            f'"{name}": {_list(lines)}'
            for name, lines in lists.items()
            if lines or name not in ("results", "left_out")
        ]
        yield "{\n " + ",\n ".join(fields)
        yield ',\n "sheets": ['
        mark = "\n  "
        for link in self.circle.links.values():
            if link.sheet not in self.faults or self.faults[link.sheet]:
                continue
            sheet = self.sheet_of(link.sheet)
            if sheet is not None:
                yield mark + _json(write_unread(sheet, _ids(sheet, link.players)))
                mark = ",\n  "
        yield "]\n}\n" if mark == "\n  " else "\n ]\n}\n"


def fault_of(sheet: Sheet, players: Points) -> LeftOut | None:
    """Return why no night document can hold a sheet of a circle; nothing if one can."""
    try:
        _, read_again = write_and_read(sheet, _ids(sheet, players))
        if _moved_points(read_again) != _moved_points(sheet):
            raise DocumentError(msg("document"), msg("une donne y compterait autrement"))
    except DocumentError as error:
        return LeftOut(sheet.title, sheet.date, sheet.game.name, error.message)
    return None


def _result(result: Result, lines: Sequence[PlayerSummary]) -> dict[str, object]:
    """Return the fields of an evening that is known by its ranking alone."""
    players = (player or None for player in (*result.link.players, *(GUEST for _ in lines)))
    listed = [
        [player, line.place, line.points, line.penalties]
        for player, line in zip(players, lines, strict=False)
    ]
    return {"title": result.title, "date": result.date, "game": result.game, "lines": listed}


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


def _ids(sheet: Sheet, players: Points) -> list[int | None]:
    """Return the player of the circle for each player of a sheet; nothing for a guest."""
    numbers = (players[n] if n < len(players) else 0 for n in range(len(sheet.names)))
    return [number or None for number in numbers]


def _moved_points(sheet: Sheet) -> list[Points]:
    """Return the points of each hand by column, in the order of the document's columns."""
    state = sheet.state
    order = (*state.seats, *state.away)
    moved = []
    for row in sheet.rows:
        if row.hand is not None and not row.late:
            points = (*row.points, *(0 for _ in sheet.columns[len(row.points) :]))
            moved.append(points if sheet.game.teams else tuple(points[n] for n in order))
    return moved


def write_players(circle: Circle) -> Iterator[dict[str, object]]:
    """Return what a file says of each name of a circle, in the order of the numbers."""
    for number, owner in enumerate(circle.owners[1:], 1):
        if number == owner:
            yield _write_player(circle, number)
        else:
            yield {"id": number, "name": circle.names[number], "nickname_of": owner}


def _write_player(circle: Circle, id: int) -> dict[str, object]:
    player = circle.player(id)
    fields: dict[str, object] = {"id": id, "name": player.name}
    if player.is_erased:
        fields["erased"] = True
    if player.merged_into:
        fields["merged_into"] = player.merged_into
    return fields
