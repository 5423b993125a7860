"""The result of a game that has ended, or of a sheet that is closed: who has won."""

from typing import NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.sheet import Sheet


class Place(NamedTuple):
    """One column in the final order."""

    rank: int
    """From 1; equal totals share a rank."""
    column: int
    name: str
    total: int


class Result(NamedTuple):
    """The end of a game or of an evening."""

    occasion: Message
    """The words before the names of the winners."""
    winners: tuple[int, ...]
    """The columns that have won; none after a draw."""
    places: tuple[Place, ...]
    """All columns, the first one first."""


def result(sheet: Sheet) -> Result | None:
    """Return the result of a sheet; nothing while it goes on, and for one over boards, which
    has a ranking of players."""
    if sheet.game.board or not (sheet.ended or sheet.closed is not None):
        return None
    ranks, columns = sheet.final_ranks, zip(*_columns(sheet), strict=True)
    places = tuple(sorted(map(Place, ranks, *columns)))
    if not sheet.ended:
        leaders = tuple(place.column for place in places if place.rank == 1)
        return Result(msg("Feuille close. En tête :"), leaders, places)
    winner = sheet.state.end.winner
    return Result(ending(sheet), () if winner is None else (winner,), places)


def ending(sheet: Sheet) -> Message:
    """Describe how a game has ended, in the words before the name of its winner."""
    state, last = sheet.state, sheet.ended
    if state.end.winner is None:
        return msg("Partie de %(n)s donnes : égalité.", n=state.played)
    if sheet.options.get("deals") and state.played >= sheet.options["deals"]:
        return msg("Partie de %(n)s donnes, gagnée par", n=state.played)
    if last and last.dealt:
        return msg("Partie gagnée à la donne %(n)s par", n=last.number)
    return msg("Partie gagnée, sur une pénalité, par")


def _columns(sheet: Sheet) -> list[tuple[int, str, int]]:
    return [
        (column, name, total)
        for column, (name, total) in enumerate(
            zip(sheet.columns, sheet.state.standing, strict=True)
        )
    ]
