"""The rules of each game, told by the tables that score it."""

from flask import Blueprint, abort, render_template, request

from scorekeeper.games import GAMES
from scorekeeper.reports import print_layout

bp = Blueprint("games", __name__, url_prefix="/games")


@bp.get("/<name>")
def show(name: str) -> str:
    """What a game is worth, with the articles."""
    game = GAMES.get(name)
    if game is None:
        abort(404)
    return render_template("games/show.html", game=game, games=GAMES)


@bp.get("/<name>/blank")
def blank(name: str) -> str:
    """An empty sheet of a game, to be printed and filled by hand."""
    game = GAMES.get(name) or abort(404)
    asked = request.args.get("columns", "")
    usual = min(4, game.seats[-1])
    count = int(asked) if asked in map(str, game.seats) else usual
    return render_template(
        "games/blank.html", game=game, print_layout=print_layout.blank(game, count)
    )
