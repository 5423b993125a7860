"""The games the house keeps: the only list of them."""

from ..game import Game
from . import tarot

GAMES: dict[str, Game] = {game.name: game for game in (tarot.GAME,)}
"""Every game by its code, in the order in which they are offered."""
