"""Arguments of a printed page: the size of its paper, and running totals."""

from typing import Any

from flask import request

from scorekeeper.sheets.reports.print_layout import PAPERS, PrintLayout, Wanted
from scorekeeper.sheets.reports.print_layout.paper import Paper
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.web.templating import plain_title
from scorekeeper.web.language import current_language
from scorekeeper.web.templating import format_day, render_html

LETTER_COUNTRIES = ("US", "CA", "MX", "PH", "CL", "CO")
"""The countries whose paper is Letter, by the region of the browser's first language."""


def wanted_blank() -> Wanted:
    """Return the options of a blank sheet."""
    return Wanted(asked_paper(), translate=current_language().translate)


def wanted_print(sheet: Sheet) -> Wanted:
    """Return the options of the print of a sheet, with the texts of its head."""
    event = " · ".join(
        f"{render_html(option.label)} {value}"
        for option, value in sheet.game.event_options(sheet.options)
    )
    texts = [format_day(sheet.date) + event if sheet.title and sheet.date else event]
    if sheet.ended:
        texts.append(" " * 60 + "".join(sheet.columns))
    running = {"0": False, "1": True}.get(request.args.get("totals", ""))
    translate = current_language().translate
    return Wanted(asked_paper(), running, translate, plain_title(sheet), tuple(texts))


def asked_paper() -> Paper:
    """Return the paper of the query; else that of the reader's country."""
    asked = request.values.get("paper", "")
    if asked in PAPERS:
        return PAPERS[asked]
    _, hyphen, region = (request.accept_languages.best or "").rpartition("-")
    is_letter = bool(hyphen) and region.upper() in LETTER_COUNTRIES
    return PAPERS["letter" if is_letter else "a4"]


def page_of(wanted: Wanted, layout: PrintLayout | None) -> dict[str, Any]:
    """Return the page as templates need it: its paper, and the name of its style."""
    is_landscape = layout is None or layout.arrangement.is_landscape
    return {
        "paper": wanted.paper,
        "papers": PAPERS,
        "page_style": f"on-{wanted.paper.name}{'-landscape' if is_landscape else ''}",
        "running": layout is not None and layout.has_running_totals,
    }
