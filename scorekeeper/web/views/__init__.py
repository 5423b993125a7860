"""The addresses: a file a resource, and the only room that knows all the others."""

from flask import Flask

from scorekeeper.caching.row_cache import PAGES, ROWS, Shelf, row_of
from scorekeeper.caching.sheet_cache import SheetCache
from scorekeeper.web import assets, limits, page
from scorekeeper.web.poll import PollMiddleware
from scorekeeper.web.views import (
    end,
    files,
    games,
    hands,
    journal,
    live,
    penalties,
    share,
    sheets,
    table,
)
from scorekeeper.web.views import home as start

RESOURCES = (
    *(start, games, sheets, hands, penalties, table, journal),
    *(end, files, live, share),
)
"""Every file of addresses."""


def install(app: Flask) -> None:
    """Give the application its pages."""
    page.install(app)
    assets.install(app)
    sheet_cache = app.extensions["memory"] = SheetCache()
    app.extensions["rows"], app.extensions["pages"] = Shelf(ROWS), Shelf(PAGES)
    app.jinja_env.globals["row_of"] = row_of
    app.wsgi_app = PollMiddleware(app.wsgi_app, sheet_cache)  # type: ignore[assignment,method-assign]
    for resource in RESOURCES:
        app.register_blueprint(resource.bp)
    limits.install(app)
