"""A collection of sheets, kept by another package: what a new sheet can be opened in, or one
that somebody brings be counted in."""

from collections.abc import Mapping
from typing import Any, Protocol

from markupsafe import Markup

from scorekeeper.rules.game import Game
from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.service.seating import Seating
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.web.hooks import Hook


class SheetCollection(Protocol):
    """The collection in which the sheet of a form is opened."""

    @property
    def title(self) -> str:
        """Its name."""

    @property
    def form_part(self) -> Markup:
        """Its part of the form: the fields that name it, and what it says about itself."""

    @property
    def last_sheet(self) -> Sheet | None:
        """The sheet that it took last, by whose rules the next one is played."""

    @property
    def player_names(self) -> list[str]:
        """The names that may be tapped."""

    @property
    def names_present(self) -> list[str]:
        """The names of the players who were tapped before, in the order of the seats."""

    def open_sheet(
        self,
        game: Game,
        options: Mapping[str, Any],
        seating: Seating,
        *,
        title: str,
        date: str,
        key: str,
    ) -> str:
        """Open a sheet in the collection; its address.

        :param key: the idempotency key: the same key opens one sheet.
        :raises Refused: if the collection does not take it.
        """

    def address_to_take(self, sheet: SheetAccess) -> str:
        """Return the page that takes in a sheet of the device; of one that the collection has
        or cannot have, the sheet itself."""

    def take(self, sheet: SheetAccess) -> str:
        """Take in a sheet of the device, if it can be; the page to go to."""


COLLECTION: Hook[[], SheetCollection | None] = Hook("collection of a new sheet")
"""Gives the collection that a request for a new sheet names, if it names one."""

REVANCHE_OPENED: Hook[[SheetAccess], None] = Hook("revanche opened")
"""Called after the *revanche* of this sheet was opened."""

MENU_LINKS: Hook[[SheetAccess], Markup] = Hook("links in the menu of a sheet")
"""Gives links in the menu of a sheet, to the collections that have it."""


def collection_asked() -> SheetCollection | None:
    """Return the collection in which the sheet of this request is opened, if there is one."""
    return COLLECTION.first()
