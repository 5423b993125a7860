"""Every game that La Marque scores: the only list of them."""

from scorekeeper.games import belote, belote_few, coinche, duplicate, freeform, mouche, tarot
from scorekeeper.games.coinche import contree
from scorekeeper.games.tarot import two
from scorekeeper.rules.game import Game, Preset

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        tarot.GAME,
        belote.GAME,
        coinche.GAME,
        contree.GAME,
        two.GAME,
        belote_few.TWO,
        belote_few.DECOUVERTE,
        belote_few.THREE,
        mouche.GAME,
        duplicate.GAME,
        freeform.GAME,
    )
}
"""Every game by its stored code, in the order in which they are offered."""

PRESETS: dict[str, tuple[Game, Preset]] = {
    preset.name: (game, preset) for game in GAMES.values() for preset in game.presets
}
"""Every named set of rules by its code, in the order in which they are offered."""
