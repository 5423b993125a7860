"""The game of Duplicate Tarot: a sheet over boards, a column for each table."""

from scorekeeper.games.duplicate.hand import Hand, board
from scorekeeper.games.duplicate.options import OPTIONS
from scorekeeper.games.duplicate.places import places
from scorekeeper.games.duplicate.point_values import TABLES
from scorekeeper.games.duplicate.scoring import headline, score
from scorekeeper.games.duplicate.validation import errors, warnings
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import Game, Preset

GAME = Game(
    name="tarot_duplicate",
    variant_of="tarot",
    title=msg("Tarot duplicate"),
    presets=(Preset("tarot-duplicate", msg("Tarot duplicate")),),
    hand=Hand,
    seats=TABLES,
    active=TABLES,
    fixed_seats=True,
    unsigned=True,
    annulments={},
    board=board,
    column_name=msg("Table %(n)s"),
    options=OPTIONS,
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
    places=places,
)
"""The federation's rules of duplicate."""
