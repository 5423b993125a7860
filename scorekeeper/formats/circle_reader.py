"""Reading a circle file: from JSON to the events of a circle and of its sheets.

The first fault stops the reading, with its place in the file.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.circles.checks import MAX_LINKS, MAX_NAMES, MAX_SEASONS, matching_error
from scorekeeper.circles.circle import Circle, fold_circle
from scorekeeper.formats import night_reader
from scorekeeper.formats.checked_fields import check_object, check_text, list_of, refuse
from scorekeeper.formats.circle_players import Kinds, check_players, naming_events
from scorekeeper.formats.season_reader import read_seasons
from scorekeeper.formats.strict_json import DocumentError
from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.events import Event
from scorekeeper.sheets.names import TITLE_LENGTH

FORMAT = "scorekeeper-circle/1"
"""The name of the format, in every circle file."""

FIELDS = ("format", "title", "players", "seasons", "left_out", "sheets")
"""The fields of a circle file, in the order in which they are written."""

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


def is_circle(document: object) -> bool:
    """Return True for a circle file, valid or not."""
    return isinstance(document, Mapping) and document.get("format") == FORMAT


def read_circle(
    document: object, progress: Callable[[int, int], None] = lambda *_: None
) -> ReadCircle:
    """Return the circle of this file, and its sheets.

    :param progress: told how many sheets of how many are read.
    :raises DocumentError: for the first fault of the file.
    """
    fields = check_object(document, FIELDS)
    if fields.get("format") != FORMAT:
        refuse("format", msg("on attend « %(format)s »", format=FORMAT))
    title = check_text(fields, "title", TITLE_LENGTH, None)
    names = check_players(list_of(fields, "players", MAX_NAMES - 1))
    events = naming_events(title, names)
    events += read_seasons(list_of(fields, "seasons", MAX_SEASONS))
    for number, given in enumerate(list_of(fields, "left_out", MAX_LINKS), 1):
        check_object(given, OF_LEFT_OUT, msg("left_out, %(n)s", n=number))
    circle = fold_circle(Event(seq, *event) for seq, event in enumerate(events, 1))
    sheets = list_of(fields, "sheets", MAX_LINKS)
    found = []
    for number, given in enumerate(sheets, 1):
        found.append(_read_sheet(number, given, circle))
        progress(number, len(sheets))
    return ReadCircle(events, tuple(found))


def _read_sheet(number: int, given: object, circle: Circle) -> LinkedSheet:
    """Return a sheet of the file.

    :raises DocumentError: with its number before the place of the fault.
    """
    where = msg("feuille %(n)s", n=number)
    try:
        events, sheet = night_reader.read_with_sheet(given)
    except DocumentError as error:
        raise DocumentError(where, error.message) from None
    assert isinstance(given, Mapping)
    if "player_ids" not in given:
        refuse("player_ids", msg("manque ; un invité est null"), where)
    players = tuple(id or 0 for id in night_reader.player_ids(given))
    if fault := matching_error(circle, players):
        refuse("player_ids", fault, where)
    if sheet.rows and not sheet.ended:
        closing = {"totals": list(sheet.state.standing)}
        events.append(Event(sheet.version + 1, "closed", closing))
    return LinkedSheet(events, players)
