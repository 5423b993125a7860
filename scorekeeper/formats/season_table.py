"""CSV of the board of a season, for a spreadsheet."""

import csv
import io
from collections.abc import Mapping

from scorekeeper.circles.ranking import RANKINGS, Board, Ranking, Standing
from scorekeeper.formats.spreadsheet import BOM, text

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
    ranking = RANKINGS[board.season.ranking]
    writer.writerow(("place", "joueur", ranking.csv_head, *HEAD))
    for standing in board.standings:
        name = names[standing.player]
        writer.writerow(_row(standing, ranking, name, least))
    if board.guests:
        writer.writerow(["", "Invités", "", board.guests])
    writer.writerow(["", "Somme", "", board.total])
    return BOM + out.getvalue()


def _row(standing: Standing, ranking: Ranking, name: str, least: int) -> list[object]:
    value, tenths = ranking.unit.number(standing.value), _decimal(standing.mean.tenths)
    return [
        standing.place or "",
        text(name),
        _decimal(value) if ranking.unit.decimals else value,
        standing.points,
        standing.mean.hands,
        tenths,
        _decimal(standing.mean.margin) if standing.mean.hands >= least else "",
        standing.evenings,
        standing.won,
    ]


def _decimal(tenths: int) -> str:
    """Return tenths as a number with a decimal comma, which no spreadsheet evaluates.

    >>> _decimal(-32), _decimal(5)
    ('-3,2', '0,5')
    """
    whole, part = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole},{part}"
