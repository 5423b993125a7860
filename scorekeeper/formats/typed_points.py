"""An evening of points alone, typed from paper: a line of names, then a line per hand."""

from collections.abc import Sequence

from scorekeeper.formats.night_document import FORMAT, DocumentError
from scorekeeper.formats.typed_answers import plain
from scorekeeper.formats.typed_game import TOTAL, TypedEvening, Written
from scorekeeper.formats.typed_heads import DATE
from scorekeeper.formats.typed_table import Line, TableRefused, day_of, whole_number
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import msg

GAME = GAMES["libre"]
"""The game of points alone."""


def read_points(lines: Sequence[Line]) -> TypedEvening:
    """Return the evening as free marking; the first column may be « date ».

    A last line that begins with « total », where there is a column before the points, is
    compared with the sums.

    :raises DocumentError: with every line that is refused.
    """
    if len(lines) < 2:
        raise DocumentError(
            msg("fichier"),
            msg("on attend une ligne de noms, puis une ligne de points par donne"),
        )
    first = [cell.strip() for cell in lines[0].cells]
    skipped = int(plain(first[0]) in DATE)
    names = first[skipped:][: GAME.seats[-1] + 1]
    hands, own, written, faults = [], [], [], []
    for line in lines[1:]:
        try:
            points = _points(line, len(names), skipped)
        except ValueError as error:
            faults.append((line.place, error.args[0]))
            continue
        if skipped and plain(line.first) in TOTAL:
            written.append(Written(line.number, None, tuple(points)))
        else:
            hands.append({"scores": points})
            own.append(line.number)
    if faults:
        raise TableRefused(faults)
    document = {
        "format": FORMAT,
        "game": GAME.name,
        "date": day_of(lines[1].cells[0]) if skipped else None,
        "players": names,
        "hands": hands,
    }
    return TypedEvening(document, tuple(written), tuple(own))


def _points(line: Line, count: int, skipped: int) -> list[int]:
    """The points of one line; cells that are empty are 0.

    :raises ValueError: with the fault of the line.
    """
    cells = line.cells[skipped:]
    if len(cells) < count:
        raise ValueError(msg("%(n)s nombres pour %(all)s noms", n=len(cells), all=count))
    if any(cell.strip() for cell in cells[count:]):
        raise ValueError(msg("plus de nombres que de noms : %(all)s", all=count))
    return [whole_number(cell) for cell in cells[:count]]
