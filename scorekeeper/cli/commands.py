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
from scorekeeper.sheets.sheet import Sheet, fold
from scorekeeper.storage.base import DatabaseBusy, Journal, StorageError, read_only_token
from scorekeeper.storage.installation import Installation
from scorekeeper.web.addresses import EVERY_INTERFACE, addresses, default_port

REJECTED = 2
"""Exit status for a rejected document, sheet or file."""

BUSY = msg("La base est occupée ou le disque est plein. Rien n'a été écrit ; réessayez.")


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
        events = night_document.read(night_document.parse(_content(document)))
    except DocumentError as error:
        _reject(error.message)
    try:
        token = _shared_journal().open_sheet([(event.kind, event.body) for event in events])
    except DatabaseBusy:
        _reject(BUSY)
    _, address = addresses(EVERY_INTERFACE[0], default_port())[-1]
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
        found = _sheet(_shared_journal(), token)
    except DatabaseBusy:
        _reject(BUSY)
    if found is None:
        _reject(msg("aucune feuille à l'adresse %(address)s", address=sheet))
    if any(found.state.penalties):
        warning = msg("Les pénalités n'ont pas de place dans ce document.")
        print(say(warning), file=sys.stderr)
    try:
        _print_json(night_document.write(found))
    except DocumentError as error:
        _reject(
            msg("cette feuille ne tient pas dans un document : %(why)s", why=error.message)
        )


def _sheet(journal: Journal, token: str) -> Sheet | None:
    """The sheet of a token; ``None`` for an unknown one."""
    grant = journal.grant(token)
    return fold(journal.events(grant.sheet_id)) if grant else None


def _content(document: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if document == "-" else Path(document).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        _reject(msg("%(file)s ne se lit pas : %(why)s", file=document, why=why))


def _shared_journal() -> Journal:
    """The journal of this installation, which a server may be using at the same time."""
    installation: Installation = current_app.extensions["installation"]
    try:
        installation.create()
        return installation.shared_journal
    except StorageError as error:
        _reject(error.message)
    except OSError as error:
        _reject(Message(str(error)))


def _print_json(document: Mapping[str, Any]) -> None:
    text = json.dumps(document, ensure_ascii=False, indent=2)
    sys.stdout.buffer.write(text.encode() + b"\n")


def _reject(message: Message) -> NoReturn:
    """Print a sentence on one line, and exit."""
    print(" ".join(say(message).split()), file=sys.stderr)
    sys.exit(REJECTED)
