"""The commands ``score``, ``import`` and ``export``, and what all commands of the application
share: what they read, print, and exit with.

``import`` and ``export`` take the files of every package, by the two hooks of this module.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import click
from flask import current_app
from flask.cli import with_appcontext

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.formats.strict_json import DocumentError, parse
from scorekeeper.sheets.service import documents
from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.base import (
    DatabaseBusy,
    DatabaseStopped,
    StorageError,
    StreamDeleted,
    read_only_token,
)
from scorekeeper.streams.errors import UnknownToken
from scorekeeper.streams.installation import Installation
from scorekeeper.web.addresses import EVERY_INTERFACE, addresses, default_port
from scorekeeper.web.hooks import Hook

REJECTED = 2
"""Exit status for a rejected document, sheet or file."""

BUSY = msg("La base ne répond pas ou le disque est plein. Rien n'a été écrit ; réessayez.")

IMPORTS: Hook[[bytes], Callable[[], list[Message]] | None] = Hook("import")
"""A function returns what stores a content that it recognises, and says the addresses; for any
other content, nothing."""

EXPORTS: Hook[[str], Callable[[], None] | None] = Hook("export")
"""A function returns what prints the file of a token that it recognises; for any other token,
nothing."""


def reject(message: Message) -> NoReturn:
    """Print a sentence on one line, and exit."""
    print(" ".join(say(message).split()), file=sys.stderr)
    sys.exit(REJECTED)


@contextmanager
def failures() -> Iterator[None]:
    """Exit with a sentence where a document is rejected, or the database gives no answer."""
    try:
        yield
    except DocumentError as error:
        reject(error.message)
    except DatabaseBusy:
        reject(BUSY)
    except DatabaseStopped:
        sys.exit(REJECTED)  # the storage has logged why


@click.command("score")
@click.argument("document", metavar="NIGHT.json")
@failures()
def score(document: str) -> None:
    """Score a night document ("-": standard input); print it with its scores."""
    _print_json(night_document.with_scores(parse(_read_content(document))))


@click.command("import")
@click.argument("document", metavar="FILE.json")
@with_appcontext
@failures()
def import_file(document: str) -> None:
    """Store a night document as a new sheet, a circle file as a new circle, or the file of a
    tournament as a new one; print the addresses.

    A running server goes on, and serves what is new at once.
    """
    content = _read_content(document)
    store = IMPORTS.first(content)
    for line in store() if store else _import_night(content):
        print(say(line))


@click.command("export")
@click.argument("sheet", metavar="SHEET|CIRCLE|TOURNAMENT")
@with_appcontext
@failures()
def export(sheet: str) -> None:
    """Print the document of a sheet, or the file of a circle or a tournament, given by its
    address or its token."""
    token = _token_in(sheet)
    try:
        if show := EXPORTS.first(token):
            show()
        else:
            _print_json(night_document.write(shared_sheets().access(token).sheet))
    except (UnknownToken, StreamDeleted):
        reject(msg("aucune feuille à l'adresse %(address)s", address=sheet))
    except DocumentError as error:
        why = error.message
        reject(msg("cette feuille ne tient pas dans un document : %(why)s", why=why))


COMMANDS = (score, import_file, export)
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


def _import_night(content: bytes) -> list[Message]:
    """Store a night document as a new sheet; return its addresses.

    :raises DocumentError: if it is none.
    """
    given = parse(content)
    night_document.read_sheet(given)  # rejected before an installation is created
    token = documents.import_document(shared_sheets().journal, given)
    return addresses_of("sheets", token)


def addresses_of(folder: str, token: str) -> list[Message]:
    """Return the address to write at, and the one to read at.

    :param folder: that the addresses of this kind of page begin with.
    """
    address = f"{server_address()}{folder}/"
    return [
        msg("Pour écrire : %(address)s", address=address + token),
        msg("Pour lire : %(address)s", address=address + read_only_token(token)),
    ]


def server_address() -> str:
    """Return the address of the running program or, if none runs, of one started without
    options."""
    installation: Installation = current_app.extensions["installation"]
    return installation.served_at or addresses(EVERY_INTERFACE[0], default_port())[-1][1]


def _token_in(address: str) -> str:
    """Return the token in the address of a page; or the same, where it is a token."""
    rules = [rule.rule for rule in current_app.url_map.iter_rules()]
    folders = {rule.split("/")[1] for rule in rules if "<token>" in rule}
    path = re.split("|".join(f"/{folder}/" for folder in folders), address)[-1]
    return path.split("/")[0].split("?")[0]


def _read_content(document: str) -> bytes:
    """Return the content of a file ("-": standard input); exits if it cannot be read."""
    try:
        return sys.stdin.buffer.read() if document == "-" else Path(document).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        reject(msg("%(file)s ne se lit pas : %(why)s", file=document, why=why))


def _print_json(document: Mapping[str, Any]) -> None:
    """Print a document."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    sys.stdout.buffer.write(text.encode() + b"\n")
