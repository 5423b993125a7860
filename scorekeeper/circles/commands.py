"""The commands ``circles`` and ``links``, and ``import`` and ``export`` of a circle file."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from flask.cli import with_appcontext

from scorekeeper import program
from scorekeeper.circles.formats.circle_reader import is_circle, read_circle
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.circles.service.files import export_circle, store_circle
from scorekeeper.circles.service.founding import operators_token, recovery_words, renew_circle
from scorekeeper.circles.service.tokens import role_of, tokens_from
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.commands import failures, reject, server_address, shared_sheets
from scorekeeper.sheets.formats.strict_json import DocumentError, parse
from scorekeeper.streams.errors import UnknownToken

FOUNDED = "founded"
"""The kind of event that a journal of a circle begins with."""


@click.command("circles")
@with_appcontext
def list_circles() -> None:
    """List the circles of this installation: id, title and players."""
    repository = CircleRepository(shared_sheets())
    with _failures():
        for circle_id in _circle_ids(repository):
            circle = repository.circle(circle_id)
            line = msg(
                "%(id)s  %(title)s · joueurs : %(players)s",
                id=str(circle_id),
                title=circle.title,
                players=len(circle.players),
            )
            print(say(line))


@click.command("links")
@click.argument("circle")
@click.option("--renew", is_flag=True, help="Replace the three links by new ones first.")
@with_appcontext
def show_links(circle: str, renew: bool) -> None:
    """Print the three links of a CIRCLE, given by its id or its title, and its words."""
    repository = CircleRepository(shared_sheets())
    with _failures():
        circle_id = _circle_id(repository, circle)
        token_of = renew_circle if renew else operators_token
        token = token_of(repository, circle_id)
        words = " ".join(recovery_words(repository.access(token)))
    recovery = msg(
        "Sept mots, à taper à %(address)s : %(words)s",
        address=f"{server_address()}circles/recovery",
        words=words,
    )
    for line in (*_links(token), recovery):
        print(say(line))


COMMANDS = (list_circles, show_links)


def _circle_ids(repository: CircleRepository) -> list[int]:
    journal = repository.journal
    return [
        found
        for found in journal.stream_ids()
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


def _links(token: str) -> list[Message]:
    """Return the three links of a circle, by the token of its guardians."""
    address, tokens = f"{server_address()}circles/", tokens_from(token)
    return [
        msg("Gardiens : %(address)s", address=address + tokens.guardian),
        msg("Table : %(address)s", address=address + tokens.table),
        msg("Lecture : %(address)s", address=address + tokens.reading),
    ]


@contextmanager
def _failures() -> Iterator[None]:
    """Exit with a sentence where the database gives no answer, or the key has changed."""
    try:
        with failures():
            yield
    except UnknownToken:
        reject(
            msg(
                "la clé de cette Marque a changé depuis que ces liens ont été faits : "
                "« %(app)s links --renew » en fait de nouveaux",
                app=program.COMMAND,
            )
        )


def importer(content: bytes) -> Callable[[], list[Message]] | None:
    """Return what stores a circle file as a new circle, and says its links."""
    try:
        given = parse(content)
    except DocumentError:
        return None
    return (lambda: _import_circle(given)) if is_circle(given) else None


def exporter(token: str) -> Callable[[], None] | None:
    """Return what prints the file of a circle."""
    return (lambda: _print_circle(token)) if role_of(token) else None


def _import_circle(given: object) -> list[Message]:
    read = read_circle(given)
    return _links(store_circle(CircleRepository(shared_sheets()), read))


def _print_circle(token: str) -> None:
    """Print a circle file; name the sheets that are not in it on standard error."""
    access = CircleRepository(shared_sheets()).access(token)
    file = export_circle(access)
    for one in file.left_out:
        message = msg("%(title)s n'y est pas : %(why)s", title=one.title or "–", why=one.why)
        print(say(message), file=sys.stderr)
    for piece in file.pieces():
        sys.stdout.buffer.write(piece.encode())
