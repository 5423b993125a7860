"""The ranking of a sheet over boards, in percent; for other games there is none."""

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.reports.duplicate import sheet_ranking, sheet_teams
from scorekeeper.web.access import read_access

bp = Blueprint("ranking", __name__, url_prefix="/sheets/<token>/ranking")


@bp.get("")
def show(token: str) -> ResponseReturnValue:
    """The place of every player, or of every team of quadrettes."""
    access = read_access(token)
    sheet = access.sheet
    if sheet.game.board is None:
        abort(404)
    if (teams := sheet_teams(sheet)) is not None:
        return render_template("ranking/teams.html", access=access, teams=teams)
    boards, players = len(sheet.boards), sheet_ranking(sheet)
    return render_template("ranking/show.html", access=access, players=players, boards=boards)
