"""Belote classique, and what the packages of the other games of Belote build on."""

from scorekeeper.games.belote.hand import Hand
from scorekeeper.games.belote.options import FAULT, OPTIONS
from scorekeeper.games.belote.point_values import SEATS
from scorekeeper.games.belote.reference import (
    BEST_MELD,
    DECK_TABLES,
    MELD_TABLE,
    NO_REBELOTE,
    UNDERTRUMP,
    all_trump,
    at_the_table,
    end_of_game,
    more_outcomes,
    needed,
    other_outcomes,
    outcomes,
)
from scorekeeper.games.belote.scoring import end, headline, score
from scorekeeper.games.belote.side_points import Extra, describe_pots
from scorekeeper.games.belote.validation import errors, warnings
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import OPPONENTS, Game, Preset, StandardPenalty

CLASSIC = (
    (msg("Pris au second tour"), msg("les points n'en changent pas")),
    (
        msg("Tant de donnes"),
        msg("une donne passée ne compte pas ; un litige compte (§ 10.4.1)"),
    ),
)
"""What is decided at the table of this game alone."""

GAME: Game = Game(
    name="belote",
    emblem=("♠", "♥"),
    title=msg("Belote"),
    presets=(
        Preset("belote-ffb", msg("Belote")),
        Preset(
            "belote-annonces",
            msg("Belote avec annonces"),
            {"annonces": True, "finish": "capot"},
        ),
    ),
    hand=Hand,
    penalties=(
        StandardPenalty(
            162,
            OPPONENTS,
            msg("Faute : 162 à l'autre camp"),
            FAULT,
        ),
    ),
    seats=SEATS,
    active=SEATS,
    teams=True,
    fixed_seats=True,
    describe_held=describe_pots,
    unsigned=True,
    options=OPTIONS,
    extras=Extra,
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
    tables=lambda options: (
        *DECK_TABLES,
        *needed(Hand, score, OPTIONS, options),
        outcomes(Hand, score, OPTIONS, options),
        *more_outcomes(Hand, score, OPTIONS, options),
        *all_trump(Hand, score, OPTIONS, options),
        *((MELD_TABLE, BEST_MELD) if options["annonces"] else ()),
        at_the_table(
            options,
            msg("FFB 27-01-2016"),
            GAME.penalties[0].points,
            (UNDERTRUMP, NO_REBELOTE, *CLASSIC),
        ),
        end_of_game(OPTIONS, options, msg("FFB 27-01-2016")),
    ),
    example={"taker": 0, "suit": "hearts", "points": 91, "belote": "attack"},
    alternatives=(other_outcomes(Hand, score, OPTIONS),),
    end=end,
)
"""FFB 27-01-2016; with announcements, the federation's web page, on which a team that is
capot does not finish by its belote."""
