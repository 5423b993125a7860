"""The game of French Tarot for 3 to 5 active players."""

from scorekeeper.games.tarot.hand import Hand
from scorekeeper.games.tarot.options import OPTIONS
from scorekeeper.games.tarot.places import places
from scorekeeper.games.tarot.point_values import ACTIVE
from scorekeeper.games.tarot.scoring import headline, leads, score, usual_names
from scorekeeper.games.tarot.validation import errors, warnings
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import NOBODY, OTHERS, REFEREE, Game, Preset, StandardPenalty
from scorekeeper.rules.target import target_of_players

GAME = Game(
    name="tarot",
    emblem=("1", "★", "21"),
    title=msg("Tarot"),
    presets=(Preset("tarot-fft", msg("Tarot")),),
    hand=Hand,
    penalties=(
        StandardPenalty(
            100, NOBODY, msg("Faute : 100 points"), msg("FFT, Code d'arbitrage 2012, p. 4 à 8")
        ),
        StandardPenalty(
            10, OTHERS, msg("Faute : 10 à chacun"), msg("usage de la table, hors FFT")
        ),
    ),
    usual_names=usual_names,
    leads=leads,
    annulments={"petit_sec": msg("Petit sec"), **REFEREE},
    seats=range(3, 9),
    active=ACTIVE,
    plus_minus=True,
    options=OPTIONS,
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
    end=target_of_players,
    places=places,
    example={
        **{"taker": 0, "contract": "garde", "bouts": 2, "points": 49},
        "petit_au_bout": "attack",
        "poignees": [{"player": 1, "size": "simple"}],
    },
)
