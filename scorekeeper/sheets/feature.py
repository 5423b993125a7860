"""What the application takes from this package: the pad."""

from flask import Flask

from scorekeeper.sheets import commands
from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.sheets.web import (
    end,
    errors,
    files,
    games,
    hands,
    journal,
    live,
    outbox,
    penalties,
    share,
    sheets,
    table,
    templating,
)
from scorekeeper.sheets.web.collection import MENU_LINKS
from scorekeeper.sheets.web.forms import hand_form
from scorekeeper.streams.installation import Installation
from scorekeeper.web.access import register_streams
from scorekeeper.web.errors import register_refusals


def install(app: Flask) -> None:
    """Give an application its sheets, their pages and their commands."""
    installation: Installation = app.extensions["installation"]
    repository = app.extensions["sheets"] = SheetRepository(
        lambda: installation.journal, lambda: installation.secret_key
    )
    register_streams(app, repository)
    register_refusals(app, errors.REFUSALS)
    templating.install(app)
    outbox.install(app)
    hand_form.install(app)
    app.jinja_env.globals["menu_links"] = MENU_LINKS
    for page in (games, sheets, hands, penalties, table, journal, end, files, live, share):
        app.register_blueprint(page.bp)
    for command in commands.COMMANDS:
        app.cli.add_command(command)
