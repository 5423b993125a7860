"""The game of French Tarot for 3 to 5 active players."""

from scorekeeper.games.tarot.hand_fields import Hand
from scorekeeper.games.tarot.point_values import ACTIVE
from scorekeeper.games.tarot.reference import TABLES
from scorekeeper.games.tarot.scoring import headline, score
from scorekeeper.games.tarot.validation import errors, warnings
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import Game, Option, Preset

GAME = Game(
    name="tarot",
    title=msg("Tarot"),
    presets=(Preset("tarot-fft", msg("Tarot")),),
    hand=Hand,
    seats=range(3, 9),
    active=ACTIVE,
    plus_minus=True,
    options={
        "misere": Option(
            msg("Misères"),
            {
                0: msg("sans (FFT)"),
                10: msg("10 points de chacun"),
                20: msg("20 points de chacun"),
            },
        )
    },
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
    tables=TABLES,
)
