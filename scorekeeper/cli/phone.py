"""The program in a phone's browser: one WSGI call a request, and what is to be stored then.

``static/phone/worker.js`` calls this in Pyodide. A browser gives a service worker no cookies
and Python no durable files: the cookies are a file of the installation, and
:attr:`Phone.changes` are the files that the browser stores before an answer goes out.
"""

import json
from http.cookies import SimpleCookie

from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.home import copies
from scorekeeper.home.copies import COOKIES
from scorekeeper.i18n.languages import say
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.installation import Installation

REPLACED = ("accept-encoding", "content-length", "cookie", "host")
"""Headers of the browser that are not those of the request here."""

OWN = ("content-length", "set-cookie")
"""Headers of an answer that stay here."""

Answer = tuple[int, list[tuple[str, str]], bytes]
"""A status, the headers and the content."""

Change = tuple[str, bytes | None]
"""The name of a file and its content; ``None`` if it is gone."""


class Phone:
    """An application and its files on this phone: an installation not opened yet, with what
    was stored, and the address of its first page, a slash at the end."""

    def __init__(self, app: Flask, url: str) -> None:
        self._app, self._url = app, url
        self._installation: Installation = app.extensions["installation"]
        self._folder = self._installation.path
        self._folder.mkdir(exist_ok=True)
        self._stored = self._files()
        copies.put_in_place(self._folder)
        content = self._files().get(COOKIES, b"{}")
        self._cookies: dict[str, str] = json.loads(content)

    def open(self) -> str:
        """Open the installation; return why it cannot be used, empty if it can. Raise
        RuntimeError if the first page fails."""
        try:
            self._installation.open_checked()
        except StorageError as error:
            return say(error.message)
        status, _, _ = self.answer("GET", "", [], b"")
        if status != 200:
            raise RuntimeError(f"GET /: {status}")
        return ""

    def answer(
        self, method: str, path: str, headers: list[tuple[str, str]], body: bytes | memoryview
    ) -> Answer:
        """Answer one request; its path and query as in the address, from :attr:`url` on."""
        builder = EnvironBuilder(
            f"/{path}",
            base_url=self._url,
            method=method,
            headers=[one for one in headers if one[0].lower() not in REPLACED],
            data=bytes(body),
        )
        builder.headers["Cookie"] = "; ".join(map("=".join, self._cookies.items()))
        answered, status, given = run_wsgi_app(self._app, builder.get_environ(), buffered=True)
        for line in given.getlist("Set-Cookie"):
            self._keep(SimpleCookie(line))
        kept = [(name, value) for name, value in given if name.lower() not in OWN]
        return int(status.split()[0]), kept, b"".join(answered)

    def _keep(self, cookies: SimpleCookie) -> None:
        for name, morsel in cookies.items():
            self._cookies[name] = morsel.coded_value
            if morsel["max-age"] == "0":
                del self._cookies[name]
        text = json.dumps(self._cookies)
        (self._folder / COOKIES).write_text(text, encoding="utf-8")

    @property
    def changes(self) -> list[Change]:
        """The files whose content is not the stored one."""
        files = self._files()
        names = sorted({*files, *self._stored})
        found = [(name, files.get(name)) for name in names]
        return [(name, now) for name, now in found if now != self._stored.get(name)]

    @property
    def is_to_restart(self) -> bool:
        """True once a copy is stored that the next start takes."""
        return copies.TAKEN in self._stored

    def note_stored(self, changes: list[Change]) -> None:
        """Note that the browser has stored these changes."""
        for name, content in changes:
            if content is None:
                del self._stored[name]
            else:
                self._stored[name] = content

    def _files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self._folder.iterdir()}
