"""What the application takes from this package: the tournaments of a club."""

from pathlib import Path

from flask import Flask

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.commands import EXPORTS, IMPORTS
from scorekeeper.sheets.evening_result import EVENING_STREAMS, EveningStreams
from scorekeeper.sheets.web.place import PLACES
from scorekeeper.tournaments import commands
from scorekeeper.tournaments.ranking import evening_result
from scorekeeper.tournaments.reasons import FAULT, as_said
from scorekeeper.tournaments.service.access import TournamentRepository
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.statement import euros
from scorekeeper.tournaments.web import (
    calls,
    clock,
    everybody,
    files,
    on_other_pages,
    paper,
    people,
    ranking,
    rounds,
    screen,
    slips,
    tables,
    tournament,
)
from scorekeeper.tournaments.web.access import forget_tournament
from scorekeeper.web.access import register_streams
from scorekeeper.web.errors import Text, register_texts
from scorekeeper.web.first_page import FORGOTTEN, PARTS

PAGES = (
    tournament,
    people,
    rounds,
    clock,
    slips,
    tables,
    calls,
    ranking,
    paper,
    screen,
    files,
    everybody,
)
"""The modules with a blueprint each."""

TEXTS = {
    404: Text(
        msg("Il n'y a aucun tournoi à cette adresse. Vérifiez le lien que l'on vous a donné.")
    ),
    409: Text(msg("Quelqu'un a changé le tournoi entre-temps. Revenez-y et vérifiez.")),
    422: Text(msg("Ce formulaire a déjà servi. Revenez au tournoi et recommencez.")),
}
"""The texts of the addresses of tournaments, by HTTP status."""


def install(app: Flask) -> None:
    """Give an application its tournaments and their pages."""
    tournaments = TournamentRepository(app.extensions["sheets"])
    app.extensions["tournaments"] = tournaments
    register_streams(app, tournaments)
    register_texts(app, "/tournaments/", TEXTS)
    app.jinja_env.globals |= {"Role": Role, "price": euros, "FAULT": FAULT, "as_said": as_said}
    for page in PAGES:
        app.register_blueprint(page.bp)
    IMPORTS.register(app, commands.importer)
    EXPORTS.register(app, commands.exporter)
    PARTS.register(app, on_other_pages.first_page_part)
    FORGOTTEN.register(app, forget_tournament)
    PLACES.register(app, on_other_pages.place_at_table)
    EVENING_STREAMS["announced"] = EveningStreams(
        evening_result, files.evening_streams, Path(__file__).parent
    )
