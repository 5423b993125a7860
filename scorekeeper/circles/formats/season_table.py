"""CSV for spreadsheets: the board of a season."""

from collections.abc import Mapping, Sequence

from scorekeeper.circles.ranking import RANKINGS, Board, Ranking, Standing
from scorekeeper.sheets.formats.spreadsheet import csv_text, text

SEASON_HEADS = (
    *("points", "donnes"),
    *("points par donne", "plus ou moins", "soirées", "soirées gagnées"),
)
"""The heads of the columns after that of the ranking."""


def season_table(board: Board, names: Mapping[int, str], least: int) -> str:
    """Write one row per player, then those of guests and of the sum.

    :param names: of the players.
    :param least: fewest hands of a player whose interval is told.
    """
    ranking = RANKINGS[board.season.ranking]
    rows: list[Sequence[object]] = [["place", "joueur", ranking.csv_head, *SEASON_HEADS]]
    for standing in board.standings:
        rows.append(_season_row(standing, ranking, names[standing.player], least))
    if board.guests:
        rows.append(["", "Invités", "", board.guests])
    rows.append(["", "Somme", "", board.total])
    return csv_text(rows)


def _season_row(standing: Standing, ranking: Ranking, name: str, least: int) -> list[object]:
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
