"""The estimated level of each player, where it predicts better than points per hand."""

from flask import Blueprint, current_app
from flask.typing import ResponseReturnValue

from scorekeeper.caching.memo_cache import MemoCache
from scorekeeper.circles.rating import LEAST_HANDS, Rating
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import decimal
from scorekeeper.service.circles.ratings import MAX_HANDS, rated_games, rating
from scorekeeper.web.circle_access import read_circle
from scorekeeper.web.rendering import render_template

bp = Blueprint("circle_rating", __name__, url_prefix="/circles/<token>")


@bp.get("/rating")
def show(token: str) -> ResponseReturnValue:
    """The levels by game, how they are reckoned, and whether they are worth showing."""
    access = read_circle(token)
    cache: MemoCache[Rating] = current_app.extensions["ratings"]
    found = [(GAMES[name], rating(access, name, cache)) for name in rated_games(access)]
    return render_template(
        "circles/rating.html",
        access=access,
        ratings=found,
        least=LEAST_HANDS,
        most=MAX_HANDS,
        decimal=decimal,
    )
