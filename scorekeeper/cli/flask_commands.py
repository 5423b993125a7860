"""Commands of Flask on the files of every package: ``flask import`` and ``flask export``."""

import re

import click
from flask import current_app
from flask.cli import with_appcontext

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.commands import export_night, import_night
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.streams.base import SheetDeleted
from scorekeeper.streams.errors import UnknownToken
from scorekeeper.web.command_line import (
    EXPORTS,
    IMPORTS,
    database_failures,
    read_content,
    reject,
)


@click.command("import")
@click.argument("document", metavar="FILE.json")
@with_appcontext
def import_file(document: str) -> None:
    """Store a night document as a new sheet, a circle file as a new circle, or the file of a
    tournament as a new one; print the addresses.

    A running server goes on, and serves what is new at once.
    """
    content = read_content(document)
    try:
        with database_failures():
            recognised = [store for store in IMPORTS(content) if store]
            lines = recognised[0]() if recognised else import_night(content)
    except DocumentError as error:
        reject(error.message)
    for line in lines:
        print(say(line))


@click.command("export")
@click.argument("sheet", metavar="SHEET|CIRCLE|TOURNAMENT")
@with_appcontext
def export(sheet: str) -> None:
    """Print the document of a sheet, or the file of a circle or a tournament, given by its
    address or its token."""
    token = _token_in(sheet)
    try:
        with database_failures():
            recognised = [show for show in EXPORTS(token) if show]
            if recognised:
                recognised[0]()
            else:
                export_night(token)
    except (UnknownToken, SheetDeleted):
        reject(msg("aucune feuille à l'adresse %(address)s", address=sheet))
    except DocumentError as error:
        why = error.message
        reject(msg("cette feuille ne tient pas dans un document : %(why)s", why=why))


def _token_in(address: str) -> str:
    """Return the token in the address of a page; or the same, where it is a token."""
    rules = [rule.rule for rule in current_app.url_map.iter_rules()]
    folders = {rule.split("/")[1] for rule in rules if "<token>" in rule}
    path = re.split("|".join(f"/{folder}/" for folder in folders), address)[-1]
    return path.split("/")[0].split("?")[0]


COMMANDS = (import_file, export)
"""The commands of this module."""
