"""The hand that a rules page scores: a sheet of one hand, by the options of the page."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.answers import HandError
from scorekeeper.rules.game import Game
from scorekeeper.sheets.sheet import Sheet, from_opening
from scorekeeper.streams.events import Event

PLAYERS = ("Anne", "Bruno", "Chloé", "David")
"""The players of the hand, as many as the game has."""


def worked_example(game: Game, options: Mapping[str, Any]) -> Sheet | None:
    """Return a sheet with the example of a game; nothing if the game has none, or these
    options do not allow it."""
    if not game.example:
        return None
    names = PLAYERS[: game.seats[-1]]
    opening = {
        "game": game.name,
        "title": "",
        "date": "",
        "options": dict(options),
        "names": names,
        "seats": range(len(names)),
        "active": len(names),
        "dealer": len(names) - 1,
    }
    sheet = from_opening(Event(1, "opened", opening))
    try:
        game.read(game.example, sheet.table(sheet.state), range(len(names)))
    except HandError:
        return None
    return sheet.apply(Event(2, "hand", {"answers": game.example}))
