"""Sharing: the two addresses of a sheet, as text and as QR codes, and new ones."""

from contextlib import suppress

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.sheets.service.access import SheetAccess, new_key
from scorekeeper.sheets.service.sheets import renew_tokens
from scorekeeper.sheets.web.access import SHEET, posted_key, repository
from scorekeeper.sheets.web.device import forget_sheet, remember_sheet
from scorekeeper.streams.errors import UnknownToken
from scorekeeper.web.access import count_write, open_stream, reads
from scorekeeper.web.qr_code import qr_code, server_address

bp = Blueprint("share", __name__, url_prefix="/sheets/<token>/share")


@bp.get("")
@reads(SHEET)
def show(access: SheetAccess) -> ResponseReturnValue:
    """Show the address that writes, for those who have it, and the one that only reads."""
    links = [_link(access.token, True)] if access.may_write else []
    links.append(_link(access.read_token, False))
    return render_template("sheets/share/show.html", access=access, links=links, key=new_key())


@bp.post("")
def renew(token: str) -> ResponseReturnValue:
    """Give the sheet new addresses; those before open nothing any more."""
    with suppress(UnknownToken):  # of an address that was replaced already
        access = open_stream(SHEET, token)
        access.require_write()
        count_write(SHEET, access)
    new = renew_tokens(repository(), token, key=posted_key())
    forget_sheet(token)
    remember_sheet(new, written=True)
    return redirect(url_for("share.show", token=new), 303)


def _link(token: str, writes: bool) -> dict[str, object]:
    link = server_address(url_for("sheets.show", token=token))
    return {"address": link, "writes": writes, "code": qr_code(link)}
