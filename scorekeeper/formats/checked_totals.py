"""The points of a typed table compared with those that the rules give."""

from collections.abc import Iterator

from scorekeeper.formats.typed_game import TypedEvening, Written
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.score import Points
from scorekeeper.sheets.sheet import Sheet

MOST = 30
"""The differences that are named one by one."""


def differences(evening: TypedEvening, sheet: Sheet) -> list[Message]:
    """Return a sentence for each number of the file that the sheet does not have."""
    found = [one for written in evening.written for one in _different(written, sheet)]
    return found[:MOST]


def _different(written: Written, sheet: Sheet) -> Iterator[Message]:
    for column, (own, right) in enumerate(
        zip(written.points, _points(written, sheet), strict=False)
    ):
        if own is not None and own != right:
            yield msg(
                "ligne %(line)s, %(column)s : le papier dit %(own)s, le calcul donne "
                "%(right)s",
                line=written.line,
                column=sheet.columns[column],
                own=own,
                right=right,
            )


def _points(written: Written, sheet: Sheet) -> Points:
    if written.hand is None:
        return sheet.state.standing
    return sheet.hands[written.hand].points
