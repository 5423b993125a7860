"""The players of a circle: joining, names, nicknames, merges."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.circles import decisions
from scorekeeper.circles.circle import Link
from scorekeeper.circles.errors import CircleRefused, SatTogether
from scorekeeper.circles.service import people
from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.tokens import CircleRole
from scorekeeper.circles.web.access import CIRCLE
from scorekeeper.rules.typed_numbers import number_of
from scorekeeper.sheets.service.access import new_key
from scorekeeper.sheets.web.access import posted_key
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.web.access import reads, writes

bp = Blueprint("circle_players", __name__, url_prefix="/circles/<token>/players")


@bp.get("")
@reads(CIRCLE, CircleRole.TABLE)
def index(access: CircleAccess) -> ResponseReturnValue:
    """Show everybody, with nicknames; and the form for one more."""
    return _index_page(access)


@bp.post("")
@writes(CIRCLE, CircleRole.TABLE)
def add(access: CircleAccess) -> ResponseReturnValue:
    """Add a player, or give the circle another name."""
    name = request.form.get("name", "")
    next_name = None if "title" in request.form else "joining"
    try:
        if "title" in request.form:
            people.change_title(access, request.form["title"], key=posted_key())
        else:
            people.join(access, [name], key=posted_key())
    except CircleRefused as refused:
        return _index_page(access, typed=name, errors=[refused.message]), 422
    return redirect(url_for("circle_players.index", _anchor=next_name), 303)


@bp.get("/<int:player>/edit")
@reads(CIRCLE, CircleRole.GUARDIAN)
def edit(access: CircleAccess, player: int) -> ResponseReturnValue:
    """Show the names of a player, and who it is the same as."""
    _require_player(access, player)
    return _edit_page(access, player)


@bp.post("/<int:player>/edit")
@writes(CIRCLE, CircleRole.GUARDIAN)
def change(access: CircleAccess, player: int) -> ResponseReturnValue:
    """Change one of these."""
    _require_player(access, player)
    try:
        _change(access, player, request.form.get("act", ""))
    except CircleRefused as refused:
        return _edit_page(access, player, errors=[refused.message], typed=request.form), 422
    return redirect(url_for("circle_players.edit", player=player), 303)


def _change(access: CircleAccess, player: int, act: str) -> None:
    form, key = request.form, posted_key()
    if act == "rename":
        people.change_name(access, player, form.get("name", ""), key=key)
    elif act == "nickname":
        access.record(
            "nicknamed", decisions.add_nickname, player, form.get("nickname", ""), key=key
        )
    elif act == "forget":
        people.remove_nickname(access, player, _number("number"), key=key)


@bp.post("/<int:player>/merge")
@writes(CIRCLE, CircleRole.GUARDIAN)
def merge(access: CircleAccess, player: int) -> ResponseReturnValue:
    """Say that this player is another one; refused where both sat at one table."""
    _require_player(access, player)
    into = _number("into")
    try:
        access.record("merged", decisions.merge, player, into, key=posted_key())
    except SatTogether as refused:
        where = _evening(access, refused.link)
        return _edit_page(access, player, into=into, refused=refused.message, **where), 422
    except CircleRefused as refused:
        return _edit_page(access, player, into=into, refused=refused.message), 422
    return redirect(url_for("circle_players.edit", player=into), 303)


@bp.post("/<int:player>/unmerge")
@writes(CIRCLE, CircleRole.GUARDIAN)
def unmerge(access: CircleAccess, player: int) -> ResponseReturnValue:
    """Take a merge back."""
    _require_player(access, player)
    access.record("unmerged", decisions.unmerge, player, key=posted_key())
    return redirect(url_for("circle_players.edit", player=player), 303)


def _number(name: str) -> int:
    """Return a number in a field of the form; 0 if it holds none."""
    return number_of(request.form.get(name, "")) or 0


def _require_player(access: CircleAccess, player: int) -> None:
    """Raise UnknownEntry, which is answered with 404, unless the circle has this player."""
    if not access.circle.has_player(player):
        raise UnknownEntry


def _index_page(access: CircleAccess, **context: Any) -> str:
    return render_template(
        "circles/players/index.html",
        access=access,
        circle=access.circle,
        key=new_key(),
        **context,
    )


def _edit_page(access: CircleAccess, player: int, **context: Any) -> str:
    circle = access.circle
    found = circle.player(player)
    others = [one for one in circle.players if one.id != player and not one.is_erased]
    return render_template(
        "circles/players/edit.html",
        access=access,
        player=found,
        nicknames=[
            (n, circle.names[n])
            for n, owner in enumerate(circle.owners)
            if owner == player != n and circle.names[n]
        ],
        merged=circle.merged_players(player),
        into=context.pop("into", 0),
        # of this player, or of one merged with him
        left=next(filter(None, (circle.names[n] for n in circle.name_numbers(player))), ""),
        same=circle.player(found.merged_into) if found.merged_into else None,
        others=() if found.merged_into or found.is_erased else others,
        key=new_key(),
        **{"typed": {}, **context},
    )


def _evening(access: CircleAccess, link: Link) -> dict[str, str]:
    """Return the day and the address of the evening of a sheet."""
    known = (*access.sheets.sheets, *access.sheets.all)
    counted = (one for one in known if one.link.number == link.number)
    day = next((one.summary.date for one in counted), "")
    is_dated = day and link.number not in access.circle.results
    date = day if is_dated else f"sheet-{link.number}"
    return {"day": day, "address": url_for("circle_figures.evening", date=date)}
