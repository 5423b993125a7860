"""The game of Tarot with mouches for 3 to 5 players."""

from scorekeeper.games.mouche.hand_fields import Hand
from scorekeeper.games.mouche.point_values import ANTE, FIRST_MISE, MISE, SEATS
from scorekeeper.games.mouche.reference import TABLES
from scorekeeper.games.mouche.scoring import headline, held, passed, score
from scorekeeper.games.mouche.validation import errors, warnings
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import Game, Option, Preset

GAME = Game(
    name="tarot_mouche",
    title=msg("Tarot à la mouche"),
    presets=(Preset("tarot-mouche", msg("Tarot à la mouche")),),
    hand=Hand,
    seats=SEATS,
    active=SEATS,
    fixed_seats=True,
    describe_held=held,
    plus_minus=True,
    options={
        "dealer_mise": Option(
            msg("Mise du donneur"),
            {FIRST_MISE: msg("20 points"), MISE: msg("10, comme les autres")},
        ),
        "dealer_ante": Option(
            msg("Le donneur ajoute à la mouche"), {ANTE: msg("5 points"), 0: msg("rien")}
        ),
        "mouches": Option(
            msg("Premier échec"),
            {"merged": msg("double la mise"), "separate": msg("nouvelle mouche")},
        ),
    },
    score=score,
    passed=passed,
    errors=errors,
    warnings=warnings,
    headline=headline,
    tables=TABLES,
)
"""The regional rules of mises and mouches."""
