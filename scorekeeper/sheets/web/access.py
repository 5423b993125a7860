"""Access of a request: from the token in its address to the sheet it opens."""

import re
from datetime import date, datetime, timedelta

from flask import current_app, request

from scorekeeper.rules.typed_numbers import number_of
from scorekeeper.sheets.service import example
from scorekeeper.sheets.service.access import SHEETS, SheetAccess, SheetRepository, new_key
from scorekeeper.sheets.service.turns import Caller, EntryTurn, turn_of
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.web.device import remember_sheet
from scorekeeper.web.access import Pages


def repository() -> SheetRepository:
    """Return the sheets of this installation."""
    sheets: SheetRepository = current_app.extensions["sheets"]
    return sheets


KEY = re.compile("[0-9a-f]{32}")
"""An idempotency key."""

KNOWN = re.compile(rf"{KEY.pattern}|[1-9]\d{{0,6}}_[0-9a-f]{{16}}", re.ASCII)
"""An idempotency key, or the head of an event."""

MAX_KNOWN = 100
"""Maximum number of keys that a field lists; the latest count."""


def _open(token: str) -> SheetAccess:
    if token == example.TOKEN:
        return example.ExampleSheet(repository())
    return repository().access(token)


def _remember(access: SheetAccess, wrote: bool) -> None:
    if access.may_write:
        remember_sheet(access.token, wrote)


SHEET = Pages(SHEETS, _open, _remember)
"""The way from requests to a sheet."""


def posted_keys(name: str, kind: re.Pattern[str] = KEY) -> list[str]:
    """Return the idempotency keys, or what else is of this kind, in a field of the form."""
    listed = request.form.get(name, "").split()[-MAX_KNOWN:]
    return [one for one in listed if kind.fullmatch(one)]


def posted_key() -> str:
    """Return the idempotency key of the form posted, or a new one."""
    return next(iter(posted_keys("key")), "") or new_key()


NIGHT = timedelta(hours=6)
"""So long after midnight the evening before may go on."""


def posted_day(last: Sheet | None = None) -> str:
    """Return the date in the form posted; if it has none today, or at night the day before
    while the last sheet is of that evening and open."""
    try:
        return date.fromisoformat(request.form.get("date", "")).isoformat()
    except ValueError:
        now = datetime.now()
        evening = (now - NIGHT).date().isoformat()
        goes_on = last and last.closed is None and last.date == evening
        return evening if goes_on else now.date().isoformat()


def posted_seq(name: str) -> int | None:
    """Return a ``seq`` in a field of the form posted, if the field holds one."""
    return number_of(request.form.get(name, ""), 9)


def query_seq(name: str) -> int | None:
    """Return a ``seq`` in the query of the address, if there is one."""
    return number_of(request.args.get(name, ""), 6)


def posted_turn(access: SheetAccess, id: int, *kinds: str) -> EntryTurn:
    """Return the place of an entry that the form posted is about, as its sender saw it.

    :param kinds: the kinds it may have; a hand, if absent.
    """
    seen, head = request.form.get("seen", ""), request.form.get("base", "")
    return turn_of(access, id, *kinds, key=posted_key(), seen=seen, head=head)


def posted_caller() -> Caller:
    """Return what the device says that it knows, in the fields of the form posted."""
    ahead = number_of(request.form.get("ahead", ""), 3) or 0
    return Caller(posted_keys("known_hands", KNOWN), ahead, posted_keys("mended"))
