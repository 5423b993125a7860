"""Access of a request: from the token in its address to the sheet it opens."""

import re
from functools import cached_property

from flask import current_app, g, request

from scorekeeper.formats.examples import fft_match
from scorekeeper.formats.night_document import read
from scorekeeper.service.access import SheetAccess, SheetRepository, new_key
from scorekeeper.service.circles.example import example_sheet, is_example_sheet
from scorekeeper.sheets.events import Event
from scorekeeper.sheets.sheet import Sheet, fold
from scorekeeper.web.device import remember_sheet

EXAMPLE_TOKEN = "exemple"
"""The token of the sheet that anybody may read: the one the federation printed."""


class ExampleAccess(SheetAccess):
    """The example sheet: read by everybody, written by nobody, stored in no database."""

    def __init__(self) -> None:
        super().__init__(repository(), EXAMPLE_TOKEN, 0, may_write=False)

    @cached_property
    def state(self) -> Sheet:
        """The match sheet that the federation printed."""
        return fold(self.events())

    def events(self, after: int = 0) -> list[Event]:
        """The events of its night document."""
        return read(fft_match())[after:]


def repository() -> SheetRepository:
    """The sheets of this installation."""
    found: SheetRepository = current_app.extensions["sheets"]
    return found


def read_access(token: str) -> SheetAccess:
    """Return the access of this token, looked up once a request; the device remembers a sheet
    that it may write.

    :raises UnknownToken: if the token opens nothing: answered with 404.
    """
    access: SheetAccess | None = g.get("access")
    if access is None or access.token != token:
        access = g.access = _look_up(token)
    return access


def _look_up(token: str) -> SheetAccess:
    if token == EXAMPLE_TOKEN:
        return ExampleAccess()
    if is_example_sheet(token):
        return example_sheet(token)
    access = repository().access(token)
    if access.may_write:
        remember_sheet(token)
    return access


def write_access(token: str) -> SheetAccess:
    """Return the access of a token that may write.

    :raises UnknownToken: if the token opens nothing: answered with 404.
    :raises WriteForbidden: if it may only read: answered with 404 too.
    """
    access = read_access(token)
    access.require_write()
    return access


def posted_key() -> str:
    """The idempotency key of the form posted, or a new one."""
    key = request.form.get("key", "")
    return key if re.fullmatch("[0-9a-f]{32}", key) else new_key()


def posted_seq(name: str) -> int | None:
    """A ``seq`` in a field of the form posted, if the field holds one."""
    return _seq(request.form.get(name, ""), 10)


def query_seq(name: str) -> int | None:
    """A ``seq`` in the query of the address, if there is one."""
    return _seq(request.args.get(name, ""), 7)


def _seq(text: str, digits: int) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < digits else None


def posted_seating() -> str | None:
    """The seating version of the form posted; ``arranged`` in forms of earlier versions."""
    return request.form.get("seating", request.form.get("arranged"))
