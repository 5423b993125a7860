"""The sheets of a circle by the numbers in addresses, and as this device opens them."""

from scorekeeper.circles.circle import Link
from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.people import join, newcomers
from scorekeeper.circles.service.sheets import existing_sheet
from scorekeeper.circles.web.forms import MatchingForm
from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.web.device import device_sheets, sheet_code
from scorekeeper.streams.errors import UnknownEntry


def link_of(access: CircleAccess, number: int) -> Link:
    """Return the sheet of this number; UnknownEntry, without one, is answered with 404."""
    link = access.circle.link_of(number)
    if link is None:
        raise UnknownEntry
    return link


def sheet_of(access: CircleAccess, link: Link) -> Sheet:
    """Return the sheet of a link; UnknownEntry, if it was deleted, is answered with 404."""
    sheet = existing_sheet(access, link)
    if sheet is None:
        raise UnknownEntry
    return sheet


def sheet_token_here(access: CircleAccess, sheet_id: int) -> str:
    """Return the token by which this device opens a sheet of the circle: the one that it has
    for it already, if it may write, or the circle's."""
    token = access.sheet_token(sheet_id)
    if not access.may_open:
        return token
    return next(
        (sheet.token for sheet in device_sheets() if sheet.sheet_id == sheet_id), token
    )


def opens_here(access: CircleAccess, sheet_id: int) -> bool:
    """Return True if :func:`sheet_token_here` opens the sheet: the links of the sheet may have
    been renewed, by this device or by another one."""
    token = sheet_token_here(access, sheet_id)
    return token != access.sheet_token(sheet_id) or access.opens_sheet(sheet_id)


def sheets_of_device(
    access: CircleAccess, with_taken: bool = False
) -> list[tuple[str, SheetAccess]]:
    """Return the sheets that this device may write, each with its name in the form, without
    those of the circle. ``with_taken``: with these, where a form may be posted twice."""
    return [
        (sheet_code(sheet), sheet)
        for sheet in device_sheets()
        if sheet.may_write
        and not sheet.outline.game.board
        and (with_taken or sheet.sheet_id not in access.circle.links)
    ]


def join_matched(access: CircleAccess, form: MatchingForm, key: str) -> dict[str, int]:
    """Let the new players of a form join; their ids by their names on the sheets."""
    if not form.joining:
        return {}
    seq = join(access, [one.joining_name for one in form.joining], key=f"{key} j")
    ids = newcomers(access, seq)
    return {guest.name: id for guest, id in zip(form.joining, ids, strict=True)}
