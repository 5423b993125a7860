"""Answers to the outbox of a phone, ``static/js/outbox``, which posts forms in the background.

It takes an answer as one of this server's only where the header says so: a proxy, or the login
page of a public Wi-Fi, decides nothing about a hand.
"""

from flask import Flask, Response, request, url_for

from scorekeeper.service.access import SheetAccess
from scorekeeper.web.access import posted_seq

HEADER = "X-Outbox"
"""The header of a request by the outbox, and of its answer."""


def install(app: Flask) -> None:
    """Mark the answers of an application to the outbox."""
    app.after_request(mark_answer)


def mark_answer(response: Response) -> Response:
    """The same answer, marked as this server's where the outbox asked for it."""
    if HEADER in request.headers:
        response.headers[HEADER] = "1"
    return response


def recorded(access: SheetAccess, seq: int | None) -> Response:
    """To the sheet, which shows what was recorded.

    :param seq: the event; absent if nothing had to be recorded.
    """
    since = posted_seq("base") or None
    return done(
        url_for("sheets.show", token=access.token, recorded=seq, since=since if seq else None)
    )


def done(place: str) -> Response:
    """To another page, by a redirect; the outbox gets the address with 201."""
    status = 201 if HEADER in request.headers else 303
    return Response(status=status, headers={"Location": place})
