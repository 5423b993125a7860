"""What the application takes from this package: the pad."""

from flask import Flask

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets import commands
from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.sheets.service.errors import (
    GameNotOver,
    GameOver,
    InvalidAnswers,
    SheetClosed,
    SheetFull,
    UnconfirmedWarnings,
)
from scorekeeper.sheets.web import (
    end,
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
from scorekeeper.web.errors import Refusals, Text, Way, register_refusals

FULL = Text(
    msg(
        "Cette feuille est pleine. Continuez sur une nouvelle feuille ; tout ce qui est écrit "
        "sur celle-ci y reste."
    ),
    Way("sheets.new", msg("Ouvrir la feuille suivante")),
)

CLOSED = Text(msg("Cette feuille est close : rien n'y est noté avant qu'elle soit rouverte."))

OVER = Text(
    msg("La partie est gagnée : cette donne n'y est pas notée. La revanche a sa feuille."),
    Way("end.show", msg("Fin de soirée")),
)

REFUSALS: Refusals = {
    SheetClosed: (423, CLOSED),
    SheetFull: (409, FULL),
    GameOver: (409, OVER),
    GameNotOver: (409, None),
    InvalidAnswers: (422, None),
    UnconfirmedWarnings: (422, None),
}
"""What the use cases refuse that no view has handled."""


def install(app: Flask) -> None:
    """Give an application its sheets, their pages and their commands."""
    installation: Installation = app.extensions["installation"]
    repository = app.extensions["sheets"] = SheetRepository(
        lambda: installation.journal, lambda: installation.secret_key
    )
    register_streams(app, repository)
    register_refusals(app, REFUSALS)
    templating.install(app)
    outbox.install(app)
    hand_form.install(app)
    app.jinja_env.globals["menu_links"] = MENU_LINKS
    for page in (games, sheets, hands, penalties, table, journal, end, files, live, share):
        app.register_blueprint(page.bp)
    for command in commands.COMMANDS:
        app.cli.add_command(command)
