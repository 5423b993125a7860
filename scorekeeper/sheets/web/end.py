"""The end of the evening: its poster and facts, settlement; closing and deleting a sheet."""

import re
from typing import Any, NamedTuple

from flask import (
    Blueprint,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.i18n.messages import decimal
from scorekeeper.sheets.played import played_hands
from scorekeeper.sheets.reports import evening_statistics as statistics
from scorekeeper.sheets.reports.chart import sheet_chart
from scorekeeper.sheets.reports.headline import headline, lead, summary
from scorekeeper.sheets.reports.settlement import settlement
from scorekeeper.sheets.service.access import SheetAccess, SheetRole, new_key, require_own
from scorekeeper.sheets.service.sheets import (
    close_sheet,
    delete_sheet,
    reopen_sheet,
    set_stake,
)
from scorekeeper.sheets.sheet import MAX_STAKE, STAKE_UNITS
from scorekeeper.sheets.web.access import SHEET, posted_key
from scorekeeper.sheets.web.device import CLOSED, MAX_SHEETS, forget_sheet
from scorekeeper.sheets.web.place import PLACES
from scorekeeper.sheets.web.templating import sheet_title
from scorekeeper.streams.errors import VersionConflict
from scorekeeper.streams.installation import Installation
from scorekeeper.web.access import reads, writes
from scorekeeper.web.device import forget, remember
from scorekeeper.web.hooks import Hook
from scorekeeper.web.templating import fragment


class Offer(NamedTuple):
    """An offer of another package at the end of an evening, as two parts of its page."""

    beside: Markup
    """Beside the podium, as a button."""
    below: Markup
    """Below these buttons."""


OFFERS: Hook[[SheetAccess, str], Offer | None] = Hook("offers at the end of an evening")
"""What is offered for a sheet, with the idempotency key of the page."""

bp = Blueprint("end", __name__, url_prefix="/sheets/<token>")


@bp.get("/end")
@reads(SHEET)
def show(access: SheetAccess) -> ResponseReturnValue:
    """Show the poster of the evening, its facts and the settlement; of a sheet with a place
    what takes their place."""
    if place := PLACES.first(access):
        return redirect(place.end)
    return _page(access)


@bp.post("/end")
@writes(SHEET, SheetRole.WRITING)
def close(access: SheetAccess) -> ResponseReturnValue:
    """Close the sheet with the totals that were shown, or open it again."""
    act = request.form.get("act")
    if act == "close":
        try:
            close_sheet(
                access, access.holds(request.form.get("base", "")) or 0, key=posted_key()
            )
        except VersionConflict:
            return _page(access, conflict=True), 409
        remember(CLOSED, access.token, MAX_SHEETS)
    elif act == "reopen":
        place = PLACES.first(access)
        if place and place.is_published:
            require_own(access.sheet)
        reopen_sheet(access, key=posted_key())
        forget(CLOSED, access.token)
        return redirect(url_for("sheets.show"), 303)
    return redirect(url_for("end.show"), 303)


@bp.get("/deletion")
@reads(SHEET, SheetRole.WRITING)
def ask_to_delete(access: SheetAccess) -> ResponseReturnValue:
    """Show the consequences of deleting a sheet, what can be saved first, and the button."""
    installation: Installation = current_app.extensions["installation"]
    backups = installation.kept_backups
    return render_template("sheets/end/deletion.html", access=access, backups=backups)


@bp.post("/deletion")
@writes(SHEET, SheetRole.WRITING)
def delete(access: SheetAccess) -> ResponseReturnValue:
    """Delete the sheet, to the last byte of the database; one that was to be empty only if it
    still is."""
    if request.form.get("base") not in (None, access.sheet.etag):
        return redirect(url_for("sheets.show"), 303)
    delete_sheet(access)
    forget_sheet(access.token)
    return redirect(url_for("home.show"), 303)


@bp.post("/stake")
@writes(SHEET, SheetRole.WRITING)
def stake(access: SheetAccess) -> ResponseReturnValue:
    """Set what a point is worth, or a hundred; 0 to play without money."""
    per = request.form.get("per", "1")
    if per not in map(str, STAKE_UNITS):
        abort(400)
    cents = _cents(request.form.get("euros", "").strip())
    if cents is None:
        stays = {"HX-Reswap": "outerHTML settle:0ms focus-scroll:true"}
        return _page(access, wrong=True), 422, stays
    set_stake(access, cents, int(per), key=posted_key())
    return redirect(url_for("end.show", _anchor="money"), 303)


def _cents(euros: str) -> int | None:
    """Euros as they are typed, in cents; nothing if they are no amount."""
    typed = re.fullmatch("([0-9]{0,4})(?:[.,]([0-9]{0,2}))?", euros)
    cents = 100 * int(typed[1] or 0) + int((typed[2] or "").ljust(2, "0")) if typed else None
    return cents if cents is not None and cents <= MAX_STAKE else None


def _page(access: SheetAccess, **context: Any) -> str:
    sheet, reports = access.sheet, _reports(access)
    cents, per = sheet.stake or (0, STAKE_UNITS[-1])
    key = new_key()
    context |= {
        "facts": lambda: fragment(
            ("facts", access.token, sheet.etag), lambda: _facts(access, reports)
        ),
        "stake_units": STAKE_UNITS,
        "stake_per": per,
        "stake_euros": decimal(cents, 2) if cents else "",
        "stake_example": decimal(5, 2),
        "offers": list(filter(None, OFFERS(access, key))),
    }
    return render_template(
        "sheets/end/show.html", access=access, key=key, **reports, **context
    )


def _facts(access: SheetAccess, reports: dict[str, Any]) -> str:
    """Return what one looks up: the chart, and what each did with the hands of that."""
    sheet = access.sheet
    hands = played_hands(sheet)
    return render_template(
        "sheets/end/_facts.html",
        access=access,
        sheet=sheet,
        takers=statistics.takers(sheet, hands),
        contracts=statistics.contracts(hands),
        sides=statistics.sides(sheet, hands),
        **reports,
    )


def _reports(access: SheetAccess) -> dict[str, Any]:
    """Return what the page shows; less of an event over boards, which has its own ranking."""
    sheet = access.sheet
    if sheet.game.board:
        return {"ranking": (), "podium": (), **dict.fromkeys(("headline", "lead", "chart"))}
    hands = played_hands(sheet)
    ranking = statistics.ranking(sheet, hands)
    title, head = sheet_title(sheet), headline(sheet, hands)
    return {
        "headline": head,
        "lead": lead(sheet) if head else None,
        "ranking": ranking,
        "podium": statistics.podium(ranking),
        "chart": sheet_chart(sheet),
        "settlement": settlement(sheet),
        "summary": summary(sheet.game, title, head, ranking),
    }
