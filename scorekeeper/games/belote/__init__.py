"""Belote classique, and what the packages of the other games of Belote build on."""

from scorekeeper.games.belote.hand import Hand
from scorekeeper.games.belote.options import FAULT, OPTIONS
from scorekeeper.games.belote.places import places
from scorekeeper.games.belote.point_values import SEATS
from scorekeeper.games.belote.scoring import end, headline, score
from scorekeeper.games.belote.side_points import describe_pots
from scorekeeper.games.belote.validation import errors, warnings
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import OPPONENTS, Game, Preset, StandardPenalty

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
    penalties=(StandardPenalty(162, OPPONENTS, msg("Faute : 162 à l'autre camp"), FAULT),),
    seats=SEATS,
    active=SEATS,
    teams=True,
    fixed_seats=True,
    deals_in_turn=lambda options: options["tie"] != "replayed",
    describe_held=describe_pots,
    unsigned=True,
    options=OPTIONS,
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
    places=places,
    example={"taker": 0, "suit": "hearts", "points": 91, "belote": "attack"},
    end=end,
)
"""FFB 27-01-2016; with announcements, the federation's web page, on which a team that is
capot does not finish by its belote."""
