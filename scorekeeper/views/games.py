"""The rules of each game, told by the tables that score it."""

from flask import Blueprint, abort, render_template

from ..games import GAMES

bp = Blueprint("games", __name__, url_prefix="/games")


@bp.get("/<name>")
def show(name: str) -> str:
    """What a game is worth, with the articles."""
    game = GAMES.get(name)
    if game is None:
        abort(404)
    return render_template("game.html", game=game, games=GAMES)
