"""Every game that La Marque scores: the only list of them."""

from scorekeeper.games import freeform
from scorekeeper.games.belote import classic
from scorekeeper.games.belote_few import three, two
from scorekeeper.games.coinche import coinche, contree
from scorekeeper.games.duplicate import game as duplicate
from scorekeeper.games.mouche import game as mouche
from scorekeeper.games.tarot import game as tarot
from scorekeeper.rules.game import Game, Preset

GAMES: dict[str, Game] = {
    module.GAME.name: module.GAME
    for module in (tarot, classic, coinche, contree, two, three, mouche, duplicate, freeform)
}
"""Every game by its stored code, in the order in which they are offered."""

PRESETS: dict[str, tuple[Game, Preset]] = {
    preset.name: (game, preset) for game in GAMES.values() for preset in game.presets
}
"""Every named set of rules by its code, in the order in which they are offered."""
