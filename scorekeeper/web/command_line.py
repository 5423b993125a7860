"""What the commands of all packages share: what they read, print, and exit with.

``import`` and ``export`` take the files of every package, by the two hooks of this module.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from flask import current_app

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.base import DatabaseBusy, DatabaseMoved, DatabaseStopped
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
def database_failures() -> Iterator[None]:
    """Exit with a sentence where the database gives no answer."""
    try:
        yield
    except DatabaseBusy:
        reject(BUSY)
    except DatabaseMoved as moved:
        reject(msg("les feuilles de cette base sont ailleurs : %(mark)s", mark=str(moved)))
    except DatabaseStopped:
        sys.exit(REJECTED)  # the storage has logged why


def read_content(document: str) -> bytes:
    """Return the content of a file ("-": standard input); exits if it cannot be read."""
    try:
        return sys.stdin.buffer.read() if document == "-" else Path(document).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        reject(msg("%(file)s ne se lit pas : %(why)s", file=document, why=why))


def print_json(document: Mapping[str, Any]) -> None:
    """Print a document."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    sys.stdout.buffer.write(text.encode() + b"\n")


def server_address() -> str:
    """Return the address of the running program or, if none runs, of one started without
    options."""
    installation: Installation = current_app.extensions["installation"]
    return installation.served_at or addresses(EVERY_INTERFACE[0], default_port())[-1][1]
