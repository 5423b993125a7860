"""What the application takes from this package: circles, their seasons and statistics."""

from flask import Flask

from scorekeeper.circles.service import example
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.circles.service.imports import Imports
from scorekeeper.circles.web import (
    circle,
    figures,
    files,
    links,
    players,
    privacy,
    seasons,
    sheets,
)
from scorekeeper.sheets.web.access import EXAMPLES


def install(app: Flask) -> None:
    """Give an application its circles, and their pages."""
    circles = CircleRepository(app.extensions["sheets"])
    app.extensions["circles"], app.extensions["imports"] = circles, Imports(circles)
    for page in (circle, sheets, players, files, links, privacy, seasons, figures):
        app.register_blueprint(page.bp)
    EXAMPLES.register(app, example.example_sheet)
