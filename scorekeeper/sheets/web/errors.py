"""The error pages of sheets: what the use cases refuse that no view has handled."""

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.service.errors import (
    DealRecorded,
    GameNotOver,
    GameOver,
    InvalidAnswers,
    SheetClosed,
    SheetFull,
    UnconfirmedWarnings,
)
from scorekeeper.web.errors import Refusals, Text, Way

FULL = Text(
    msg(
        "Cette feuille est pleine. Continuez sur une nouvelle feuille ; tout ce qui est écrit "
        "sur celle-ci y reste."
    ),
    Way("sheets.new", msg("Ouvrir la feuille suivante")),
)

CLOSED = Text(
    msg("Cette feuille est close : rien n'y est noté. Elle se rouvre à la fin de soirée."),
    Way("end.show", msg("Fin de soirée")),
)

OVER = Text(
    msg("La partie est gagnée : cette donne n'y est pas notée. La revanche a sa feuille."),
    Way("end.show", msg("Fin de soirée")),
)

REFUSALS: Refusals = {
    SheetClosed: (409, CLOSED),
    SheetFull: (409, FULL),
    GameOver: (409, OVER),
    GameNotOver: (409, None),
    DealRecorded: (409, None),
    InvalidAnswers: (422, None),
    UnconfirmedWarnings: (422, None),
}
