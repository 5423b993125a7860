"""The end of the night: who is where, what is told on the way home, who pays whom."""

from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.reports import statistics
from scorekeeper.reports.chart import chart
from scorekeeper.reports.settlement import settlement
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.storage import backup
from scorekeeper.web.access import (
    forget_sheet,
    new_key,
    posted_key,
    reading,
    sheet_cache,
    storage,
    writing,
)

bp = Blueprint("end", __name__, url_prefix="/sheets/<token>")

STAKES = (1, 100)
"""For how many points a stake may be."""

MOST_CENTS = 100_000
"""The highest stake."""


@bp.get("/end")
def show(token: str) -> str:
    """The ranking, the curves, what stands out, the money."""
    access = reading(token)
    return render_template(
        "end/show.html", access=access, key=new_key(), **recorded(access.sheet)
    )


@bp.get("/picture.svg")
def picture(token: str) -> Response:
    """The ranking and the curves as one picture, to be shared."""
    access = reading(token)
    response = make_response(
        render_template("end/picture.svg", access=access, **recorded(access.sheet))
    )
    response.headers["Content-Type"] = "image/svg+xml; charset=utf-8"
    return response


@bp.post("/end")
def close(token: str) -> Response:
    """Close the sheet with its totals, or open it again."""
    access = writing(token)
    wanted = request.form.get("act")
    if wanted == "close" and access.sheet.closed is None:
        totals = list(access.sheet.state.standing)
        access.write(
            "closed", {"totals": totals}, posted_key(), lambda sheet: _as_shown(sheet, totals)
        )
    elif wanted == "reopen" and access.sheet.closed is not None:
        access.write("reopened", {}, posted_key())
    return redirect(url_for("end.show", token=token), 303)


@bp.get("/deletion")
def ask_to_delete(token: str) -> str:
    """What goes with a sheet, what can be kept first, and the button."""
    return render_template("end/deletion.html", access=writing(token), kept=backup.KEPT)


@bp.post("/deletion")
def delete(token: str) -> Response:
    """Delete the sheet, to the last byte of the database."""
    access = writing(token)
    storage().delete(access.id)
    sheet_cache().forget_sheet(access.id)
    forget_sheet(token)
    return redirect(url_for("home.show"), 303)


@bp.post("/stake")
def stake(token: str) -> Response:
    """What a point is worth, or a hundred; nothing if it is not played for money."""
    access = writing(token)
    euros = request.form.get("euros", "").strip().replace(",", ".")
    per = request.form.get("per", "1")
    if per not in map(str, STAKES):
        abort(400)
    worth = _cents(euros)
    if worth is None:
        return make_response(
            render_template(
                "end/show.html",
                access=access,
                key=new_key(),
                wrong=True,
                **recorded(access.sheet),
            ),
            422,
        )
    body = {"cents": worth, "per": int(per)}
    if access.sheet.stake != ((worth, int(per)) if worth else None):
        access.write("staked", body, posted_key())
    return redirect(url_for("end.show", token=token), 303)


def _as_shown(sheet: Sheet, totals: list[int]) -> None:
    """Refuse to close a sheet on which somebody wrote in the meantime."""
    if list(sheet.state.standing) != totals:
        abort(409)


def _cents(euros: str) -> int | None:
    """Euros as they are typed, in cents; ``None`` where that is no amount."""
    whole, _, part = (euros or "0").partition(".")
    plain = (whole + part).isascii() and (whole or "0").isdigit() and (part or "0").isdigit()
    if not plain or len(part) > 2 or len(whole) > 4:
        return None
    worth = 100 * int(whole or 0) + int(part.ljust(2, "0") or 0)
    return worth if worth <= MOST_CENTS else None


def recorded(sheet: Sheet) -> dict[str, Any]:
    """Everything the page says."""
    return {
        "ranking": statistics.recorded(sheet),
        "takers": statistics.takers(sheet),
        "swing": statistics.largest_swing(sheet),
        "chart": chart(sheet),
        "money": settlement(sheet),
    }
