"""CSV of the board of a season, for a spreadsheet."""

import csv
import io
from collections.abc import Mapping

from scorekeeper.circles.board import Board, Standing
from scorekeeper.circles.season import BEST, EVENINGS, PER_HAND, POINTS
from scorekeeper.formats.spreadsheet import BOM, text

RANKINGS = {
    POINTS: "classement : points",
    PER_HAND: "classement : points par donne",
    EVENINGS: "classement : soirées gagnées",
    BEST: "classement : meilleures soirées",
}
"""The head of the column of what the season ranks by."""

HEAD = (
    *("points", "donnes"),
    *("points par donne", "plus ou moins", "soirées", "soirées gagnées"),
)
"""The heads of the columns after it."""


def season_table(board: Board, names: Mapping[int, str], least: int) -> str:
    """Return one row per player, then those of guests and of the sum.

    Separated by semicolons, with decimal commas, as French spreadsheets expect.

    :param names: of the players.
    :param least: fewest hands of a player whose interval is told.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(("place", "joueur", RANKINGS[board.season.ranking], *HEAD))
    for one in board.standings:
        writer.writerow(_row(one, board.season.ranking, names[one.player], least))
    if board.guests:
        writer.writerow(["", "Invités", "", board.guests])
    writer.writerow(["", "Somme", "", board.total])
    return BOM + out.getvalue()


def _row(one: Standing, ranking: str, name: str, least: int) -> list[object]:
    tenths = _decimal(one.mean.tenths)
    return [
        one.place or "",
        text(name),
        tenths if ranking == PER_HAND else int(one.value),
        one.points,
        one.mean.hands,
        tenths,
        _decimal(one.mean.margin) if one.mean.hands >= least else "",
        one.evenings,
        one.won,
    ]


def _decimal(tenths: int) -> str:
    """Return tenths as a number with a decimal comma, which no spreadsheet evaluates.

    >>> _decimal(-32), _decimal(5)
    ('-3,2', '0,5')
    """
    whole, part = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole},{part}"
