"""The command line: ``flask score``, ``flask import``, ``flask export``."""

import json
import sys
from pathlib import Path
from typing import Any, NoReturn

import click
from flask import current_app
from flask.cli import with_appcontext

from scorekeeper.cli.serve import addresses, default_port
from scorekeeper.formats import night_document
from scorekeeper.sheets.events import Event
from scorekeeper.sheets.sheet import fold
from scorekeeper.storage.installation import Installation
from scorekeeper.storage.sqlite import SqliteJournal, StorageError, read_only_token

REFUSED = 2
"""Exit status where a document, a sheet or a file is refused."""


@click.command("score")
@click.argument("document", metavar="NIGHT.json")
def score(document: str) -> None:
    """Score a night document ("-": standard input); print it with its scores."""
    try:
        _print(night_document.with_scores(night_document.parse(_read(document))))
    except night_document.DocumentError as error:
        _refuse(str(error))


@click.command("import")
@click.argument("document", metavar="NIGHT.json")
@with_appcontext
def import_night(document: str) -> None:
    """Put a night document in the database; print the addresses of its sheet."""
    try:
        events = night_document.read(night_document.parse(_read(document)))
    except night_document.DocumentError as error:
        _refuse(str(error))
    token = _storage().open_sheet([(event.kind, event.body) for event in events])
    _, address = addresses("0.0.0.0", default_port())[-1]
    print(f"Pour écrire : {address}sheets/{token}")
    print(f"Pour lire : {address}sheets/{read_only_token(token)}")


@click.command("export")
@click.argument("sheet")
@with_appcontext
def export(sheet: str) -> None:
    """Print the night document of a SHEET, given by its address or its token."""
    storage = _storage()
    token = sheet.split("/sheets/")[-1].split("/")[0].split("?")[0]
    access = storage.access(token)
    if access is None:
        _refuse(f"aucune feuille à l'adresse {sheet}")
    recorded = fold(Event(*stored) for stored in storage.events(access.sheet))
    if any(recorded.state.penalties):
        print("Les pénalités n'ont pas de place dans ce document.", file=sys.stderr)
    try:
        _print(night_document.write(recorded))
    except night_document.DocumentError as error:
        _refuse(f"cette feuille ne tient pas dans un document : {error}")


def _read(document: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if document == "-" else Path(document).read_bytes()
    except (OSError, ValueError) as error:
        _refuse(f"{document} ne se lit pas : {getattr(error, 'strerror', None) or error}")


def _storage() -> SqliteJournal:
    instance: Installation = current_app.extensions["instance"]
    try:
        instance.make()
    except (StorageError, OSError) as error:
        _refuse(str(error))
    return instance.storage


def _print(document: Any) -> None:
    text = json.dumps(document, ensure_ascii=False, indent=2)
    sys.stdout.buffer.write(text.encode() + b"\n")


def _refuse(sentence: str) -> NoReturn:
    print(" ".join(sentence.split()), file=sys.stderr)
    sys.exit(REFUSED)
