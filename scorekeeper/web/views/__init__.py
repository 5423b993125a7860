"""The addresses: a file a resource, and the only room that knows all the others."""

from flask import Flask

from . import (
    assets,
    end,
    files,
    games,
    hands,
    journal,
    limits,
    live,
    page,
    penalties,
    share,
    sheets,
    start,
    table,
)
from .idle import Idle
from .kept import PAGES, ROWS, Shelf, row_of
from .memory import Memory

RESOURCES = (
    *(start, games, sheets, hands, penalties, table, journal),
    *(end, files, live, share),
)
"""Every file of addresses."""


def install(app: Flask) -> None:
    """Give the application its pages."""
    page.install(app)
    assets.install(app)
    memory = app.extensions["memory"] = Memory()
    app.extensions["rows"], app.extensions["pages"] = Shelf(ROWS), Shelf(PAGES)
    app.jinja_env.globals["row_of"] = row_of
    app.wsgi_app = Idle(app.wsgi_app, memory)  # type: ignore[assignment,method-assign]
    for resource in RESOURCES:
        app.register_blueprint(resource.bp)
    limits.install(app)
