"""The answer to a form that has recorded something: of every view that writes on a sheet."""

from flask import render_template, request
from flask.wrappers import Response

from scorekeeper.service.access import SheetAccess
from scorekeeper.web import outbox
from scorekeeper.web.access import posted_seq
from scorekeeper.web.templating import address
from scorekeeper.web.views._news import news
from scorekeeper.web.views._sheet_page import next_form, recorded_event, sheet_page


def recorded(access: SheetAccess, seq: int | None) -> Response:
    """To the sheet, which shows what was recorded.

    The outbox says in ``shown`` which ETag the sheet has on its page, and gets what has
    changed since, with the confirmation; the whole page where it shows no sheet.

    :param seq: the event; absent if nothing had to be recorded.
    """
    since = posted_seq("base") or None
    place = address("sheets.show", token=access.token)
    if seq:
        place += f"?recorded={seq}" + (f"&since={since}" if since else "")
    return outbox.done(place, _content(access, seq, since))


def _content(access: SheetAccess, seq: int | None, since: int | None) -> str:
    shown = request.form.get("shown")
    if shown is None:
        return ""
    event = recorded_event(access, seq, since)
    if not shown:
        return sheet_page(access, next_form(access, event), event)
    html = news(access, shown, event)
    if event:
        html += render_template("sheets/_recorded.html", access=access, recorded=event)
    return html
