"""The games the house keeps: the only list of them."""

from ..game import Game, Preset
from . import belote, coinche, contree, libre, tarot, tarot_mouche

FILES = (tarot, belote, coinche, contree, tarot_mouche, libre)
"""Every file of a game, in the order in which they are offered."""

GAMES: dict[str, Game] = {file.GAME.name: file.GAME for file in FILES}
"""Every game by its code."""

PRESETS: dict[str, tuple[Game, Preset]] = {
    preset.name: (game, preset) for game in GAMES.values() for preset in game.presets
}
"""Every set of rules by its code, in the order in which they are offered."""
