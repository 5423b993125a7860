"""What the application takes from this package: circles, their seasons and statistics."""

from flask import Flask

from scorekeeper.circles import commands
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.circles.web import (
    circle,
    figures,
    links,
    on_other_pages,
    players,
    privacy,
    results,
    seasons,
    sheets,
)
from scorekeeper.circles.web.access import REFUSALS, TEXTS, forget_circle
from scorekeeper.sheets.commands import EXPORTS, IMPORTS
from scorekeeper.sheets.web.collection import COLLECTION, MENU_LINKS, REVANCHE_OPENED
from scorekeeper.sheets.web.end import OFFERS
from scorekeeper.sheets.web.exchange import ROSTERS, TAKERS
from scorekeeper.web.access import register_streams
from scorekeeper.web.errors import register_refusals, register_texts
from scorekeeper.web.first_page import FORGOTTEN, PARTS


def install(app: Flask) -> None:
    """Give an application its circles, their pages and their commands."""
    circles = CircleRepository(app.extensions["sheets"])
    app.extensions["circles"] = circles
    register_streams(app, circles)
    register_refusals(app, REFUSALS)
    register_texts(app, "/circles/", TEXTS)
    for page in (circle, sheets, players, links, privacy, seasons, figures, results):
        app.register_blueprint(page.bp)
    for command in commands.COMMANDS:
        app.cli.add_command(command)
    IMPORTS.register(app, commands.importer)
    EXPORTS.register(app, commands.exporter)
    COLLECTION.register(app, on_other_pages.circle_asked)
    MENU_LINKS.register(app, on_other_pages.menu_links)
    REVANCHE_OPENED.register(app, on_other_pages.follow_revanche)
    PARTS.register(app, on_other_pages.first_page_part)
    FORGOTTEN.register(app, forget_circle)
    OFFERS.register(app, on_other_pages.offer_circles)
    ROSTERS.register(app, on_other_pages.rosters)
    TAKERS.register(app, on_other_pages.taker)
