"""The session cookie: secure on https, still usable on plain http."""

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin

from scorekeeper.storage.installation import Installation

FILE_ENDPOINTS = ("assets.send", "static")
"""The endpoints of files: the same for everybody, and kept by any cache on the way."""


class SchemeSessionInterface(SecureCookieSessionInterface):
    """A session cookie that is bound to the host and secure where the request came by
    https."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session of a request; the first one opens the installation, with its key."""
        if not app.secret_key:
            installation: Installation = app.extensions["installation"]
            installation.open()
            app.secret_key = installation.secret_key
        return super().open_session(app, request)

    def save_session(
        self, app: Flask, session: SessionMixin | None, response: Response
    ) -> None:
        """Send the cookie where it changed, and never with a file: a cache on the way would
        give it to others.

        :param session: absent where :meth:`open_session` failed.
        """
        if session is not None and session.modified and request.endpoint not in FILE_ENDPOINTS:
            super().save_session(app, session, response)

    def get_cookie_name(self, app: Flask) -> str:
        """The name, with the ``__Host-`` prefix where the scheme allows it."""
        return "__Host-marque" if request.is_secure else "marque"

    def get_cookie_secure(self, app: Flask) -> bool:
        """True if the cookie is for https only: if it came by https."""
        return request.is_secure
