"""What the templates of sheets can use: titles, rows and percentages."""

from collections.abc import Sequence
from fractions import Fraction

from flask import Flask, current_app, render_template, request
from markupsafe import Markup

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.names import apart
from scorekeeper.sheets.reports import duplicate
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.web.language import current_language, rendered
from scorekeeper.web.memo_cache import MemoCache
from scorekeeper.web.templating import format_day, render_html

MAX_ROWS = 24
"""Most rows of a page; those before are one tap away."""

MAX_ALL_ROWS = 300
"""Most rows of a page with « all »; those before are on the printed sheet."""


def install(app: Flask) -> None:
    """Give the templates of an application what shows a sheet."""
    app.jinja_env.filters["percent"] = percent
    app.jinja_env.globals |= {
        "sheet_title": sheet_title,
        "apart": apart,
        "rows_html": rows_html,
        "shown_rows": shown_rows,
    }


def sheet_title(sheet: Sheet, is_narrow: bool = False) -> Message | str:
    """Return the title of a sheet, or its game and its day; with the number of the game from
    the second of the evening on."""
    title: Message | str = sheet.title
    if not title and sheet.date and is_narrow:
        day = current_language().short_day(sheet.date)
        title = msg("%(game)s, %(day)s", game=sheet.game.title, day=day)
    elif not title and sheet.date:
        title = msg("%(game)s du %(day)s", game=sheet.game.title, day=format_day(sheet.date))
    elif not title:
        title = msg("Feuille de %(game)s", game=sheet.game.title)
    if sheet.part > 1:
        return msg("%(title)s, partie %(part)s", title=title, part=sheet.part)
    return title


def plain_title(sheet: Sheet) -> str:
    """Return the title of a sheet as text."""
    return rendered(sheet_title(sheet))


def percent(value: Fraction | None) -> Markup:
    """Return a percentage with two decimals; a dash where there is none."""
    return Markup("–") if value is None else render_html(duplicate.percent(value))


def shown_rows(access: SheetAccess) -> tuple[Row, ...]:
    """Return the rows of the page, the latest first: more of them where all are asked for."""
    most = MAX_ALL_ROWS if "all" in request.args else MAX_ROWS
    return access.sheet.rows[-most:][::-1]


def rows_html(access: SheetAccess, rows: Sequence[Row]) -> Markup:
    """Return the HTML of rows, each rendered once for a token and a language.

    A row never changes, and one that a correction moves is replaced, so its identity is its
    key. The cache holds the row beside its HTML: no later row can have the same ``id()``.
    """
    fragments: MemoCache[tuple[Row, str]] = current_app.extensions["fragments"]
    token, code, sheet = access.token, current_language().code, access.sheet

    def html(row: Row) -> str:
        def render_row() -> tuple[Row, str]:
            return row, render_template(
                "sheets/_row.html", access=access, sheet=sheet, row=row
            )

        return fragments.get((id(row), token, code), render_row)[1]

    return Markup("".join(map(html, rows)))
