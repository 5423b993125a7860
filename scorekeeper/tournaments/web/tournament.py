"""A tournament: open one, its first page, its regulations, its links, its journal."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message
from scorekeeper.sheets.service.access import new_key
from scorekeeper.sheets.web.access import posted_day, query_seq
from scorekeeper.sheets.web.exchange import TAKERS
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.history import history_page
from scorekeeper.tournaments.person import MAX_PEOPLE
from scorekeeper.tournaments.prizes import Budget, grid
from scorekeeper.tournaments.ranking import outdated
from scorekeeper.tournaments.regulations import (
    FIELDS,
    PRESETS,
    InvalidField,
    Regulations,
    TournamentPreset,
    as_fields,
)
from scorekeeper.tournaments.service.access import TournamentAccess, announce, regulate
from scorekeeper.tournaments.service.next_steps import steps_of
from scorekeeper.tournaments.service.tokens import HELPERS, Role
from scorekeeper.tournaments.statement import statement
from scorekeeper.tournaments.web._tournament_page import number_in, tournament_page
from scorekeeper.tournaments.web.access import (
    ROLES,
    TOURNAMENT,
    posted_key,
    remember_tournament,
    tournaments,
)
from scorekeeper.tournaments.web.everybody import home_page
from scorekeeper.tournaments.web.regulations_form import read, typed
from scorekeeper.web.access import reads, writes
from scorekeeper.web.qr_code import qr_code, server_address
from scorekeeper.web.rate_limits import limit_opened

bp = Blueprint("tournaments", __name__, url_prefix="/tournaments")


@bp.get("/new")
def new() -> ResponseReturnValue:
    """Show the four presets; then the form of the one that was chosen."""
    preset = PRESETS.get(request.args.get("preset", ""))
    return _new_page(typed(preset.regulations) if preset else {}, preset)


@bp.post("")
@limit_opened
def create() -> ResponseReturnValue:
    """Open a tournament, or show the form again with what is wrong."""
    form = request.form
    preset = PRESETS.get(form.get("preset", ""))
    if preset is None:
        return _new_page({}), 422
    try:
        token = announce(
            tournaments(),
            title=form.get("title", ""),
            date=posted_day(),
            place=form.get("place", ""),
            game=form.get("game", ""),
            preset=form["preset"],
            fields=as_fields(read(form["preset"], form)),
            key=posted_key(),
        )
    except InvalidField as invalid:
        return _new_page(form, preset, wrong=invalid), 422
    except TournamentRefused as refused:
        return _new_page(form, preset, error=refused.message), 422
    remember_tournament(token)
    return redirect(url_for("tournaments.show", token=token), 303)


def _new_page(
    typed: Mapping[str, str],
    preset: TournamentPreset | None = None,
    **wrong: Message | InvalidField,
) -> str:
    return render_template(
        "tournaments/new.html",
        presets=PRESETS,
        preset=preset,
        typed=typed,
        fields=FIELDS,
        games=GAMES,
        today=date.today().isoformat(),
        key=new_key(),
        **wrong,
    )


@bp.get("/<token>")
@reads(TOURNAMENT, seen_by=[Role.ORGANIZER, *HELPERS])
def show(access: TournamentAccess) -> ResponseReturnValue:
    """Show what to do next and how far each round is; to readers what is published."""
    if access.role is Role.READING:
        return home_page(access)
    return tournament_page(
        "show",
        access,
        steps=steps_of(access),
        stale=outdated(access.tournament) if access.may_organize else (),
        games=GAMES,
        roles=ROLES,
        takers=TAKERS(),
    )


@bp.get("/<token>/regulations")
@reads(TOURNAMENT, seen_by=[Role.ORGANIZER])
def regulations(access: TournamentAccess) -> ResponseReturnValue:
    """Show the regulations in words; to an organizer also as a form of what may change."""
    return _regulations_page(access, typed(access.tournament.regulations))


@bp.post("/<token>/regulations")
@writes(TOURNAMENT, Role.ORGANIZER)
def change_regulations(access: TournamentAccess) -> ResponseReturnValue:
    """Change the regulations, or show the form again with what is wrong."""
    seen, now = request.form.get("seen", ""), access.tournament.regulations
    form = {**typed(now), **request.form}
    try:
        if "compute" in form:
            return _regulations_page(access, typed(_with_grid(now.preset, form)), seen=seen)
        found = read(now.preset, form)
        regulate(access, as_fields(found), seen=seen, key=posted_key())
    except InvalidField as invalid:
        return _regulations_page(access, form, invalid, seen=seen), 422
    except TournamentRefused as refused:
        known = typed(access.tournament.regulations)
        return _regulations_page(access, known, error=refused.message), 409
    return redirect(url_for("tournaments.regulations", saved=1), 303)


def _with_grid(preset: str, form: Mapping[str, str]) -> Regulations:
    """Return the regulations that were typed, with the prize grid that follows from them."""
    found = read(preset, {**form, "grid": ""})
    names = ("units", "returned", "rewarded", "first")
    units, returned, rewarded, first = (number_in(form, name) for name in names)
    units, share = min(units, MAX_PEOPLE), (min(returned, 100), min(rewarded, 100))
    budget = Budget(units, found.entry, *share, 100 * first, found.everyone, found.last_two)
    return found._replace(grid=grid(budget))


def _regulations_page(
    access: TournamentAccess,
    typed: Mapping[str, str],
    wrong: InvalidField | None = None,
    **more: Any,
) -> str:
    return tournament_page(
        "regulations",
        access,
        typed=typed,
        fields=FIELDS,
        sentences=statement(access.tournament.regulations),
        wrong=wrong,
        **more,
    )


@bp.get("/<token>/share")
@reads(TOURNAMENT, seen_by=[Role.ORGANIZER])
def share(access: TournamentAccess) -> ResponseReturnValue:
    """Show the link to watch, as a code and as text; to a helper also his own, to an organizer
    that of every role."""
    links = []
    for role in ROLES if access.may_organize else dict.fromkeys((Role.READING, access.role)):
        known = access.token if role is access.role else access.token_of(role)
        address = server_address(url_for("tournaments.show", token=known))
        writes = role is not Role.READING
        code = qr_code(address)
        links.append({"role": role, "address": address, "code": code, "writes": writes})
    return tournament_page("share", access, links=links, roles=ROLES)


@bp.get("/<token>/journal")
@reads(TOURNAMENT, Role.ORGANIZER)
def journal(access: TournamentAccess) -> ResponseReturnValue:
    """Show a page of what happened, in sentences, the latest first."""
    before, after = query_seq("before"), query_seq("after")
    page = history_page(access.events(), access.tournament, before, after)
    return tournament_page("journal", access, page=page)
