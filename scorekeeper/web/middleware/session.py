"""The session cookie: secure on https, still usable on plain http."""

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

from scorekeeper.streams.installation import Installation

FILE_ENDPOINTS = ("assets.send", "static")
"""The endpoints of files: the same for everybody, and kept by any cache on the way."""


class SchemeSessionInterface(SecureCookieSessionInterface):
    """A session cookie bound to the host, and secure where the request came by https."""

    _serializer: URLSafeTimedSerializer | None = None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the serializer of the installation's key, made once there is one."""
        if self._serializer is None:
            self._serializer = super().get_signing_serializer(app)
        return self._serializer

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the session of a request, whenever it was signed; the first request opens
        the installation, with its key.

        The age of a signature is not judged: Flask refuses a cookie from the future, and the
        clock of a small computer may go back to when it was last stopped.
        """
        if not app.secret_key:
            installation: Installation = app.extensions["installation"]
            installation.open()
            app.secret_key = installation.secret_key
        serializer = self.get_signing_serializer(app)
        signed = request.cookies.get(self.get_cookie_name(app))
        if serializer is None or not signed:
            return self.session_class()
        try:
            return self.session_class(serializer.loads(signed))
        except BadSignature:
            return self.session_class()

    def save_session(
        self, app: Flask, session: SessionMixin | None, response: Response
    ) -> None:
        """Send the cookie where it changed, and never with a file: a cache on the way would
        give it to others. There is no session where :meth:`open_session` failed."""
        if session is None or not session.modified or request.endpoint in FILE_ENDPOINTS:
            return
        serializer = self.get_signing_serializer(app)
        if serializer is None:
            return
        life = app.permanent_session_lifetime if session.permanent else None
        response.set_cookie(
            self.get_cookie_name(app),
            serializer.dumps(dict(session)),
            max_age=life,  # browsers prefer it to a date, which would be by our clock
            path=self.get_cookie_path(app),
            secure=self.get_cookie_secure(app),
            httponly=self.get_cookie_httponly(app),
            samesite=self.get_cookie_samesite(app),
        )
        response.vary.add("Cookie")

    def get_cookie_name(self, app: Flask) -> str:
        """Return the name, with the ``__Host-`` prefix where the scheme allows it."""
        return "__Host-marque" if request.is_secure else "marque"

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return true if the cookie is for https only: if it came by https."""
        return request.is_secure
