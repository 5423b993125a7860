"""The command ``score``, and what ``import`` and ``export`` do with a night document."""

import click
from flask import current_app

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.formats.strict_json import DocumentError, parse
from scorekeeper.sheets.service import documents
from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.base import StorageError, read_only_token
from scorekeeper.streams.installation import Installation
from scorekeeper.web.command_line import print_json, read_content, reject, server_address


@click.command("score")
@click.argument("document", metavar="NIGHT.json")
def score(document: str) -> None:
    """Score a night document ("-": standard input); print it with its scores."""
    try:
        print_json(night_document.with_scores(parse(read_content(document))))
    except DocumentError as error:
        reject(error.message)


COMMANDS = (score,)
"""The commands of this module."""


def shared_sheets() -> SheetRepository:
    """Return the sheets of this installation, which a server may be changing at the same
    time."""
    installation: Installation = current_app.extensions["installation"]
    try:
        installation.create()
    except StorageError as error:
        reject(error.message)
    except OSError as error:
        reject(Message(str(error)))
    return SheetRepository(
        lambda: installation.shared_journal, lambda: installation.secret_key
    )


def import_night(content: bytes) -> list[Message]:
    """Store a night document as a new sheet; return its addresses.

    :raises DocumentError: if it is none.
    """
    given = parse(content)
    documents.preview_import(given)  # rejected before an installation is created
    token = documents.import_document(shared_sheets().journal, given)
    return addresses_of("sheets", token)


def export_night(token: str) -> None:
    """Print the document of a sheet.

    :raises UnknownToken: if there is no sheet of this token.
    """
    print_json(documents.export_document(shared_sheets().access(token).sheet))


def addresses_of(folder: str, token: str) -> list[Message]:
    """Return the address to write at, and the one to read at.

    :param folder: that the addresses of this kind of page begin with.
    """
    address = f"{server_address()}{folder}/"
    return [
        msg("Pour écrire : %(address)s", address=address + token),
        msg("Pour lire : %(address)s", address=address + read_only_token(token)),
    ]
