"""The evenings of which a circle has the ranking alone: a tournament of this device, or a list
copied from paper."""

from collections.abc import Mapping
from datetime import date

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.circles import decisions
from scorekeeper.circles.circle import GUEST, Circle
from scorekeeper.circles.errors import CircleRefused
from scorekeeper.circles.formats.typed_ranking import NOBODY, read_ranking, write_ranking
from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.tokens import CircleRole
from scorekeeper.circles.web._sheets import join_matched
from scorekeeper.circles.web.access import CIRCLE, require_none_erased
from scorekeeper.circles.web.forms import OTHER, MatchingForm
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.evening_result import EVENING_STREAMS, EveningResult, result_of
from scorekeeper.sheets.formats.strict_json import is_date
from scorekeeper.sheets.names import TITLE_LENGTH, clean
from scorekeeper.sheets.service.access import new_key
from scorekeeper.sheets.web.access import posted_key
from scorekeeper.web.access import reads, writes

bp = Blueprint("circle_results", __name__, url_prefix="/circles/<token>/results")

FIELDS = "title", "date", "game", "lines", "tournament"


@bp.get("/new")
@reads(CIRCLE, CircleRole.GUARDIAN)
def new(access: CircleAccess) -> ResponseReturnValue:
    """Show the form of a list; who is who in the ranking of a tournament."""
    if "tournament" in request.args:
        stream, result = _entered(access)
        form = _matching(access.circle, stream, result)
        return _match_page(access, 0, result, form)
    return _form_page(access, {"date": date.today().isoformat()})


@bp.post("")
@writes(CIRCLE, CircleRole.GUARDIAN)
def create(access: CircleAccess) -> ResponseReturnValue:
    """Record a ranking once everybody in it is known; ask who is who before."""
    return _save(access, 0)


@bp.get("/<int:number>/edit")
@reads(CIRCLE, CircleRole.GUARDIAN)
def edit(access: CircleAccess, number: int) -> ResponseReturnValue:
    """Show the list again, to correct it; of a tournament only the way to take it out."""
    result = access.circle.results.get(number) or abort(404)
    names = (access.circle.player(n).name if n else "" for n in result.link.players)
    points = (points for _, points, _ in result.lines)
    lines = write_ranking(zip(names, points, strict=False))
    fields = {"title": result.title, "date": result.date, "game": result.game, "lines": lines}
    return _form_page(access, fields, number)


@bp.post("/<int:number>/edit")
@writes(CIRCLE, CircleRole.GUARDIAN)
def change(access: CircleAccess, number: int) -> ResponseReturnValue:
    """Record the corrected list, or take the evening out of the circle."""
    if request.form.get("act") != "remove":
        return _save(access, number)
    access.record("unresulted", decisions.remove_result, number, key=posted_key())
    return redirect(url_for("circles.show"), 303)


def _save(access: CircleAccess, number: int) -> ResponseReturnValue:
    key = posted_key()
    try:
        stream, result = _entered(access)
    except CircleRefused as refused:
        return _form_page(access, request.form, number, refused.message), 422
    form = _matching(access.circle, stream, result)
    is_posted = "matched" in request.form
    if not form.read(request.form) if is_posted else form.asked:
        return _match_page(access, number, result, form), 422 if is_posted else 200
    try:
        joined = join_matched(access, form, key)
        players = form.players([line.name for line in result.lines], joined)
        decision = decisions.count_result, number, stream, result, players
        access.record("result", *decision, key=f"{key} r", check=require_none_erased)
    except CircleRefused as refused:
        form.errors = [refused.message]
        return _match_page(access, number, result, form), 422
    return redirect(url_for("circles.show"), 303)


def _entered(access: CircleAccess) -> tuple[int, EveningResult]:
    """Return the stream and the ranking of a tournament that this device organizes; or 0 and
    the list that was typed. Raise CircleRefused if something is missing in it."""
    if code := request.values.get("tournament"):
        stream = next(
            (id for one in EVENING_STREAMS.values() for id in one.of_device(code)), 0
        )
        events = access.repository.journal.events(stream) if stream else []
        found = result_of(events) if events else None
        return stream, found or abort(404)
    typed = {name: request.form.get(name, "") for name in FIELDS}
    title = clean(typed["title"], TITLE_LENGTH)
    if not title:
        raise CircleRefused(msg("Il manque le nom du tournoi."))
    if typed["game"] not in GAMES or not is_date(typed["date"]):
        raise CircleRefused(msg("Il manque le jour ou le jeu."))
    lines = read_ranking(typed["lines"])
    return 0, EveningResult(title, typed["date"], typed["game"], lines)


def _matching(circle: Circle, stream: int, result: EveningResult) -> MatchingForm:
    """Return the questions who is who; who was matched in this tournament before stays so."""
    names = [line.name for line in result.lines if line.name != NOBODY]
    form = MatchingForm.about(circle, [names])
    before = next(
        (
            one.link.players
            for one in circle.results.values()
            if stream and one.link.sheet == stream
        ),
        (),
    )
    known = dict(zip(names, map(circle.same, before), strict=False))
    for question in form.asked:
        if who := known.get(question.name):
            is_suggested = question.suggested and question.suggested.id == who
            question.answer, question.other = (
                (str(who), GUEST) if is_suggested else (OTHER, who)
            )
    return form


def _match_page(
    access: CircleAccess, number: int, result: EveningResult, form: MatchingForm
) -> str:
    sent = [(name, request.values[name]) for name in FIELDS if name in request.values]
    return render_template(
        "circles/matching/match.html",
        access=access,
        form=form,
        heading=result.title,
        hint=msg("Un invité n'est compté à personne, et son nom n'est pas gardé."),
        hidden=[*sent, ("matched", "1"), ("erased", len(access.circle.erased))],
        action=_action(number),
        key=new_key(),
    )


def _form_page(
    access: CircleAccess, typed: Mapping[str, str], number: int = 0, why: Message | None = None
) -> str:
    return render_template(
        "circles/results/form.html",
        access=access,
        typed=typed,
        result=access.circle.results.get(number),
        errors=[why] if why else [],
        games=[game for game in GAMES.values() if not game.board],
        action=_action(number),
        key=new_key(),
    )


def _action(number: int) -> str:
    if number:
        return url_for("circle_results.change", number=number)
    return url_for("circle_results.create")
