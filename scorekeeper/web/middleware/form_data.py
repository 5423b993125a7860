"""Posted forms that no browser sends, refused before a view or the CSRF check reads them."""

from flask import Flask, abort, request


def install(app: Flask) -> None:
    """Check the forms posted to an application; after what changes their size limits."""
    app.before_request(refuse_nameless_parts)


def refuse_nameless_parts() -> None:
    """Answer 400 to a multipart form one of whose parts has no name.

    Werkzeug gives such a part the name ``None``, which Flask-WTF does not expect.
    """
    if None in request.form or None in request.files:
        abort(400)
