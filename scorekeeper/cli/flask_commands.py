"""Commands of Flask: ``flask score``, ``import``, ``export``, ``circles``, ``links`` and
``tournament check``."""

import json
import re
import runpy
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
from flask import current_app
from flask.cli import with_appcontext

from scorekeeper import program
from scorekeeper.circles.circle import Circle
from scorekeeper.circles.formats.circle_reader import is_circle, read_circle
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.circles.service.files import export_circle, store_circle
from scorekeeper.circles.service.founding import operators_token, recovery_words, renew_circle
from scorekeeper.circles.service.tokens import role_of, tokens_from
from scorekeeper.cli.progress import ProgressBar
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.formats.strict_json import DocumentError, parse
from scorekeeper.sheets.service import documents
from scorekeeper.sheets.service.access import SheetRepository, new_key
from scorekeeper.sheets.service.errors import UnknownToken
from scorekeeper.streams.base import (
    DatabaseBusy,
    DatabaseMoved,
    DatabaseStopped,
    SheetDeleted,
    StorageError,
    read_only_token,
)
from scorekeeper.streams.installation import Installation
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.formats.tournament_reader import is_tournament, read
from scorekeeper.tournaments.service.access import TournamentRepository, open_tournament
from scorekeeper.web.addresses import EVERY_INTERFACE, addresses, default_port

T = TypeVar("T")

FOUNDED = "founded"
"""The kind of event that a journal of a circle begins with."""

REJECTED = 2
"""Exit status for a rejected document, sheet or file."""

BUSY = msg("La base ne répond pas ou le disque est plein. Rien n'a été écrit ; réessayez.")


@click.command("score")
@click.argument("document", metavar="NIGHT.json")
def score(document: str) -> None:
    """Score a night document ("-": standard input); print it with its scores."""
    try:
        _print_json(night_document.with_scores(parse(_content(document))))
    except DocumentError as error:
        reject(error.message)


@click.command("import")
@click.argument("document", metavar="FILE.json")
@with_appcontext
def import_file(document: str) -> None:
    """Store a night document as a new sheet, a circle file as a new circle, or the file of a
    tournament as a new one; print the addresses.

    A running server goes on, and serves what is new at once.
    """
    content = _content(document)
    try:
        if is_tournament(content):
            lines = _import_tournament(content)
        else:
            given = parse(content)
            lines = _import_circle(given) if is_circle(given) else _import_night(given)
    except DocumentError as error:
        reject(error.message)
    except DatabaseBusy:
        reject(BUSY)
    except DatabaseMoved as moved:
        reject(msg("les feuilles de cette base sont ailleurs : %(mark)s", mark=str(moved)))
    except DatabaseStopped:
        sys.exit(REJECTED)  # the storage has logged why
    for line in lines:
        print(say(line))


def _import_night(given: object) -> list[Message]:
    documents.preview_import(given)  # rejected before an installation is created
    token = documents.import_document(shared_sheets().journal, given)
    address = f"{server_address()}sheets/"
    return [
        msg("Pour écrire : %(address)s", address=address + token),
        msg("Pour lire : %(address)s", address=address + read_only_token(token)),
    ]


def _import_circle(given: object) -> list[Message]:
    with ProgressBar(msg("Lecture du fichier")) as bar:
        read = read_circle(given, bar)
    circles = CircleRepository(shared_sheets())
    with ProgressBar(msg("Écriture des feuilles")) as bar:
        token = store_circle(circles, read, new_key(), bar)
    return links_of_circle(token)


def _import_tournament(content: bytes) -> list[Message]:
    events = read(content)
    token = open_tournament(TournamentRepository(shared_sheets()), events)
    address = f"{server_address()}tournaments/"
    return [
        msg("Pour écrire : %(address)s", address=address + token),
        msg("Pour lire : %(address)s", address=address + read_only_token(token)),
    ]


def links_of_circle(token: str) -> list[Message]:
    """Return the three links of a circle.

    :param token: of its guardians.
    """
    address, tokens = f"{server_address()}circles/", tokens_from(token)
    return [
        msg("Gardiens : %(address)s", address=address + tokens.guardian),
        msg("Table : %(address)s", address=address + tokens.table),
        msg("Lecture : %(address)s", address=address + tokens.reading),
    ]


@click.command("export")
@click.argument("sheet", metavar="SHEET|CIRCLE|TOURNAMENT")
@with_appcontext
def export(sheet: str) -> None:
    """Print the document of a sheet, or the file of a circle or a tournament, given by its
    address or its token."""
    path = re.split("/sheets/|/circles/|/tournaments/", sheet)[-1]
    token = path.split("/")[0].split("?")[0]
    try:
        tournaments = TournamentRepository(shared_sheets())
        if role_of(token):
            _print_circle(token)
        elif tournaments.is_known(token):
            sys.stdout.buffer.write(write(tournaments.access(token).tournament).encode())
        else:
            _print_json(documents.export_document(shared_sheets().access(token).sheet))
    except (UnknownToken, SheetDeleted):
        reject(msg("aucune feuille à l'adresse %(address)s", address=sheet))
    except DatabaseBusy:
        reject(BUSY)
    except DatabaseStopped:
        sys.exit(REJECTED)  # the storage has logged why
    except DocumentError as error:
        why = error.message
        reject(msg("cette feuille ne tient pas dans un document : %(why)s", why=why))


def _print_circle(token: str) -> None:
    """Print a circle file; name the sheets that are not in it on standard error."""
    access = CircleRepository(shared_sheets()).access(token)
    with ProgressBar(msg("Vérification des feuilles")) as bar:
        access.progress = bar
        file = export_circle(access)
    for one in file.left_out:
        message = msg("%(title)s n'y est pas : %(why)s", title=one.title or "–", why=one.why)
        print(say(message), file=sys.stderr)
    with ProgressBar(msg("Écriture du fichier")) as bar:
        for number, piece in enumerate(file.pieces()):
            sys.stdout.buffer.write(piece.encode())
            bar(number, len(access.circle.links))


def server_address() -> str:
    """Return the address of the running program or, if none runs, of one started without
    options."""
    installation: Installation = current_app.extensions["installation"]
    return installation.served_at or addresses(EVERY_INTERFACE[0], default_port())[-1][1]


def _content(document: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if document == "-" else Path(document).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        reject(msg("%(file)s ne se lit pas : %(why)s", file=document, why=why))


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


def _print_json(document: Mapping[str, Any]) -> None:
    text = json.dumps(document, ensure_ascii=False, indent=2)
    sys.stdout.buffer.write(text.encode() + b"\n")


def reject(message: Message) -> NoReturn:
    """Print a sentence on one line, and exit."""
    print(" ".join(say(message).split()), file=sys.stderr)
    sys.exit(REJECTED)


@click.command("circles")
@with_appcontext
def list_circles() -> None:
    """List the circles of this installation: id, title, players and evenings."""
    repository = CircleRepository(shared_sheets())
    for circle_id in _reading(lambda: _circle_ids(repository)):
        circle = _reading(lambda id=circle_id: repository.circle(id))  # type: ignore[misc]
        print(
            say(
                msg(
                    "%(id)s  %(title)s · joueurs : %(players)s, soirées : %(evenings)s",
                    id=str(circle_id),
                    title=circle.title,
                    players=len(circle.players),
                    evenings=_evenings(repository, circle),
                )
            )
        )


@click.command("links")
@click.argument("circle")
@click.option("--renew", is_flag=True, help="Replace the three links by new ones first.")
@with_appcontext
def show_links(circle: str, renew: bool) -> None:
    """Print the three links of a CIRCLE, given by its id or its title, and its words."""
    repository = CircleRepository(shared_sheets())
    circle_id = _reading(lambda: _circle_id(repository, circle))
    if renew:
        token = _reading(lambda: renew_circle(repository, circle_id))
    else:
        token = _reading(lambda: operators_token(repository, circle_id))
    words = " ".join(recovery_words(repository.access(token)))
    recovery = msg(
        "Sept mots, à taper à %(address)s : %(words)s",
        address=f"{server_address()}circles/recovery",
        words=words,
    )
    for line in (*links_of_circle(token), recovery):
        print(say(line))


def _circle_ids(repository: CircleRepository) -> list[int]:
    """Return the ids of all circles."""
    journal = repository.journal
    return [
        found
        for found in journal.sheet_ids()
        if any(event.kind == FOUNDED for event in journal.outline(found)[:1])
    ]


def _circle_id(repository: CircleRepository, wanted: str) -> int:
    """Return the id of the circle that the operator names; exits if there is none, or more."""
    ids = _circle_ids(repository)
    found = [one for one in ids if str(one) == wanted]
    found = found or [one for one in ids if repository.circle(one).title == wanted]
    if len(found) > 1:
        reject(
            msg("plusieurs cercles s'appellent %(circle)s : donnez le numéro", circle=wanted)
        )
    if not found:
        reject(
            msg(
                "aucun cercle %(circle)s : « %(app)s circles » en donne la liste",
                circle=wanted,
                app=program.COMMAND,
            )
        )
    return found[0]


def _evenings(repository: CircleRepository, circle: Circle) -> int:
    """Return the days of the sheets of a circle; a sheet without a date is an evening of its
    own."""
    days: set[object] = set()
    for sheet_id in circle.links:
        try:
            days.add(repository.sheets.outline(sheet_id).date or sheet_id)
        except SheetDeleted:
            continue
    return len(days)


def _reading(ask: Callable[[], T]) -> T:
    """Return the answer of the database; exits with a sentence where it has none."""
    try:
        return ask()
    except DatabaseBusy:
        reject(BUSY)
    except DatabaseMoved as moved:
        reject(msg("les feuilles de cette base sont ailleurs : %(mark)s", mark=str(moved)))
    except DatabaseStopped:
        sys.exit(REJECTED)  # the storage has logged why
    except UnknownToken:
        reject(
            msg(
                "la clé de cette Marque a changé depuis que ces liens ont été faits : "
                "« %(app)s links --renew » en fait de nouveaux",
                app=program.COMMAND,
            )
        )


@click.group("tournament")
def tournament() -> None:
    """Judge the file of a tournament."""


@tournament.command("check")
@click.argument("file")
def check_tournament(file: str) -> None:
    """Check seats, sums, ranking and prizes of a FILE, from what stands in it alone."""
    checker = runpy.run_path(str(program.FILES / "tools" / "check_tournament.py"))
    sys.exit(checker["main"]([file]))


COMMANDS = (score, import_file, export, list_circles, show_links, tournament)
"""The commands of this module."""
