"""Commands of Flask's command line: ``flask score``, ``flask import``, ``flask export``."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import click
from flask import current_app
from flask.cli import with_appcontext

from scorekeeper.formats import night_document
from scorekeeper.formats.night_document import DocumentError
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.i18n.operator import say
from scorekeeper.service import documents
from scorekeeper.service.access import SheetRepository
from scorekeeper.service.errors import UnknownToken
from scorekeeper.storage.base import (
    DatabaseBusy,
    DatabaseMoved,
    DatabaseStopped,
    SheetDeleted,
    StorageError,
    read_only_token,
)
from scorekeeper.storage.installation import Installation
from scorekeeper.web.server_addresses import EVERY_INTERFACE, addresses, default_port

REJECTED = 2
"""Exit status for a rejected document, sheet or file."""

BUSY = msg("La base ne répond pas ou le disque est plein. Rien n'a été écrit ; réessayez.")


@click.command("score")
@click.argument("document", metavar="NIGHT.json")
def score(document: str) -> None:
    """Score a night document ("-": standard input); print it with its scores."""
    try:
        _print_json(night_document.with_scores(night_document.parse(_content(document))))
    except DocumentError as error:
        _reject(error.message)


@click.command("import")
@click.argument("document", metavar="NIGHT.json")
@with_appcontext
def import_night(document: str) -> None:
    """Store a night document as a new sheet; print the addresses of the sheet.

    A running server goes on, and serves the new sheet at once.
    """
    try:
        given = night_document.parse(_content(document))
        documents.preview_import(given)  # rejected before an installation is created
        token = documents.import_document(_shared_sheets().journal, given)
    except DocumentError as error:
        _reject(error.message)
    except DatabaseBusy:
        _reject(BUSY)
    except DatabaseMoved as moved:
        _reject(msg("les feuilles de cette base sont ailleurs : %(mark)s", mark=str(moved)))
    except DatabaseStopped:
        sys.exit(REJECTED)  # the storage has logged why
    address = _address()
    write, read = f"{address}sheets/{token}", f"{address}sheets/{read_only_token(token)}"
    print(say(msg("Pour écrire : %(address)s", address=write)))
    print(say(msg("Pour lire : %(address)s", address=read)))


@click.command("export")
@click.argument("sheet")
@with_appcontext
def export(sheet: str) -> None:
    """Print the night document of a SHEET, given by its address or its token."""
    token = sheet.split("/sheets/")[-1].split("/")[0].split("?")[0]
    try:
        found = _shared_sheets().access(token).sheet
    except (UnknownToken, SheetDeleted):
        _reject(msg("aucune feuille à l'adresse %(address)s", address=sheet))
    except DatabaseBusy:
        _reject(BUSY)
    except DatabaseStopped:
        sys.exit(REJECTED)  # the storage has logged why
    try:
        _print_json(documents.export_document(found))
    except DocumentError as error:
        why = error.message
        _reject(msg("cette feuille ne tient pas dans un document : %(why)s", why=why))


def _address() -> str:
    """The address of the running program or, if none runs, of one started without options."""
    installation: Installation = current_app.extensions["installation"]
    return installation.served_at or addresses(EVERY_INTERFACE[0], default_port())[-1][1]


def _content(document: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if document == "-" else Path(document).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        _reject(msg("%(file)s ne se lit pas : %(why)s", file=document, why=why))


def _shared_sheets() -> SheetRepository:
    """The sheets of this installation, which a server may be changing at the same time."""
    installation: Installation = current_app.extensions["installation"]
    try:
        installation.create()
    except StorageError as error:
        _reject(error.message)
    except OSError as error:
        _reject(Message(str(error)))
    return SheetRepository(
        lambda: installation.shared_journal, lambda: installation.secret_key
    )


def _print_json(document: Mapping[str, Any]) -> None:
    text = json.dumps(document, ensure_ascii=False, indent=2)
    sys.stdout.buffer.write(text.encode() + b"\n")


def _reject(message: Message) -> NoReturn:
    """Print a sentence on one line, and exit."""
    print(" ".join(say(message).split()), file=sys.stderr)
    sys.exit(REJECTED)
