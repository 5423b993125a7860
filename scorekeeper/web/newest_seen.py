"""The newest version of a sheet that a device has seen, where several processes answer it.

A process may have cached a version that is a second old. A request says which version its
device has seen: in the ETag of a poll, in the fields of a form, in the number of a hand, and
for some seconds after a write in a cookie. If that is newer, the process reads the sheet.
"""

from flask import Flask, Response, g, request

from scorekeeper.service.access import SheetAccess
from scorekeeper.storage.base import DatabaseBusy, SheetDeleted

COOKIE = "seen"
"""The cookie with the ETag that a sheet had when the device wrote on it."""

COOKIE_SECONDS = 5
"""How long it is needed: longer than a process trusts its cache."""

MAX_SEQ = 10**6
"""A larger number is no event of a sheet."""


def install(app: Flask) -> None:
    """Let an application tell its devices what they have written."""
    app.after_request(remember_written)


def look_for_seen(access: SheetAccess) -> None:
    """Read the sheet again if the device of this request has seen a newer version."""
    g.access = access
    if not access.repository.journal.is_shared:
        return
    etags = (request.args.get("v"), request.form.get("shown"), request.cookies.get(COOKIE))
    for etag in etags:
        if etag:
            access.look_for(etag)
    numbers = (
        request.form.get("base"),
        request.args.get("recorded"),
        request.args.get("before"),
        (request.view_args or {}).get("id"),
    )
    seqs = [int(n) for n in map(str, numbers) if n.isascii() and n.isdigit() and len(n) < 8]
    access.look_for(seq=max((seq for seq in seqs if seq < MAX_SEQ), default=0))


def remember_written(response: Response) -> Response:
    """The same answer; where the request has written on a shared sheet, with the cookie."""
    access: SheetAccess | None = g.get("access")
    if access is None or access.recorded is None or not access.repository.journal.is_shared:
        return response
    try:
        etag = access.sheet.etag
    except (SheetDeleted, DatabaseBusy):  # what was written is stored all the same
        return response
    response.set_cookie(
        COOKIE,
        etag,
        max_age=COOKIE_SECONDS,
        path=f"/sheets/{access.token}",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return response
