"""Answers to the outbox of a phone (``static/js/sheets/outbox``), which posts forms in the
background.

It takes an answer as one of this server's only where the header says so: a proxy, or the login
page of a public Wi-Fi, decides nothing about a hand.
"""

from flask import Flask, Response, request

HEADER = "X-Outbox"
"""The header of a request by the outbox, and of its answer: the head of the event that was
recorded, if one was."""


def install(app: Flask) -> None:
    """Mark the answers of an application to the outbox."""
    app.after_request(mark_answer)


def mark_answer(response: Response) -> Response:
    """Return the same answer, marked as this server's if the outbox asked for it."""
    if HEADER in request.headers:
        response.headers.setdefault(HEADER, "1")
    return response


def done(place: str, content: str = "", head: str = "") -> Response:
    """Lead to another page, by a redirect; the outbox gets the address with 201.

    :param content: what that page shows, so that the outbox need not ask for it.
    :param head: the event that was recorded.
    """
    is_plain = HEADER not in request.headers and "HX-Request" not in request.headers
    response = Response(content, 303 if is_plain else 201, headers={"Location": place})
    if head and HEADER in request.headers:
        response.headers[HEADER] = head
    return response
