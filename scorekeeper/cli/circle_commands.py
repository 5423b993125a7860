"""Commands of Flask's command line for circles: ``flask circles``, ``flask links``."""

import sys
from collections.abc import Callable
from typing import TypeVar

import click
from flask.cli import with_appcontext

from scorekeeper.circles.circle import Circle
from scorekeeper.cli.flask_commands import (
    BUSY,
    REJECTED,
    links_of_circle,
    reject,
    server_address,
    shared_sheets,
)
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg
from scorekeeper.service.circles.access import CircleRepository
from scorekeeper.service.circles.founding import (
    operators_token,
    recovery_words,
    renew_circle,
)
from scorekeeper.service.errors import UnknownToken
from scorekeeper.storage.base import (
    DatabaseBusy,
    DatabaseMoved,
    DatabaseStopped,
    SheetDeleted,
)

T = TypeVar("T")

FOUNDED = "founded"
"""The kind of event that a journal of a circle begins with."""


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
                    "%(id)s  %(title)s : %(players)s joueurs, %(evenings)s soirées",
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
    """The ids of all circles."""
    journal = repository.journal
    return [
        found
        for found in journal.sheet_ids()
        if any(event.kind == FOUNDED for event in journal.outline(found)[:1])
    ]


def _circle_id(repository: CircleRepository, wanted: str) -> int:
    """The id of the circle that the operator names; exits if there is none, or more."""
    ids = _circle_ids(repository)
    found = [one for one in ids if str(one) == wanted]
    found = found or [one for one in ids if repository.circle(one).title == wanted]
    if len(found) > 1:
        reject(
            msg("plusieurs cercles s'appellent %(circle)s : donnez le numéro", circle=wanted)
        )
    if not found:
        reject(
            msg("aucun cercle %(circle)s : « flask circles » en donne la liste", circle=wanted)
        )
    return found[0]


def _evenings(repository: CircleRepository, circle: Circle) -> int:
    """The days of the sheets of a circle; a sheet without a date is an evening of its own."""
    days: set[object] = set()
    for sheet_id in circle.links:
        try:
            days.add(repository.sheets.outline(sheet_id).date or sheet_id)
        except SheetDeleted:
            continue
    return len(days)


def _reading(ask: Callable[[], T]) -> T:
    """The answer of the database; exits with a sentence where it has none."""
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
                "« flask links --renew » en fait de nouveaux"
            )
        )


COMMANDS = (list_circles, show_links)
"""The commands of this module."""
