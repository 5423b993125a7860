"""The rules of each game, with the numbers that score it."""

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.games import GAMES
from scorekeeper.rules.game import Game, Preset
from scorekeeper.sheets.reports.worked_example import worked_example
from scorekeeper.sheets.web.rules_text import RuleTable, choice_tables, rule_tables
from scorekeeper.web.language import current_language

bp = Blueprint("games", __name__, url_prefix="/games")


@bp.get("/<name>")
def show(name: str) -> ResponseReturnValue:
    """Show the numbers of a game's rules, with their articles."""
    game = _game(name)
    return render_template(
        "sheets/games/show.html",
        game=game,
        games=GAMES,
        parts=tables_by_preset(game),
        choices=choice_tables(game, current_language().code),
        example=worked_example(game, game.read_options(game.presets[0].options)),
    )


def tables_by_preset(game: Game) -> list[tuple[Preset, list[RuleTable]]]:
    """Return each preset of a game with its tables, without those of the presets before."""
    shown: list[RuleTable] = []
    parts = []
    for preset in game.presets:
        options = game.read_options(preset.options)
        tables = rule_tables(game, options, current_language().code)
        parts.append((preset, [table for table in tables if table not in shown]))
        shown += tables
    return parts


def _game(name: str) -> Game:
    return GAMES.get(name) or abort(404)
