"""Corrections of waitress 3.0.2: requests that expect ``100 Continue`` and have no body, and
the page for a body that is not even read."""

from html import escape
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.utilities import RequestEntityTooLarge

from scorekeeper.i18n.languages import LANGUAGES, translator
from scorekeeper.web.errors import MESSAGES

Response = tuple[str, list[tuple[str, str]], bytes]
"""Status, headers and body."""


class TooLarge(RequestEntityTooLarge):  # type: ignore[misc]
    """The answer to a body beyond every limit, which is not read: in every language."""

    def to_response(
        self, ident: str | None = None
    ) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return status, headers and body; see waitress."""
        said = (
            f'<p lang="{code}">{escape(MESSAGES[413].render(translator(code)))}</p>'
            for code in LANGUAGES
        )
        page = "<!doctype html><title>La Marque</title>" + "".join(said)
        headers = [("Content-Type", "text/html; charset=utf-8")]
        return f"{self.code} {self.reason}", headers, page.encode()


class RequestParser(HTTPRequestParser):  # type: ignore[misc]
    """Expects nothing more of a request that is complete.

    waitress answers ``100 Continue`` to any request with ``Expect: 100-continue``, and then
    waits for a body, also where there is none: the request is never answered, and the next
    one on the connection is taken for its end. Behind a proxy that shares connections, one
    client would get the answer to another.
    """

    error: Any

    def received(self, data: bytes) -> int:
        """Parse more of the request; the number of bytes taken."""
        taken: int = super().received(data)
        if self.completed:
            self.expect_continue = False
        if isinstance(self.error, RequestEntityTooLarge):
            self.error = TooLarge(self.error.body)
        return taken


def install() -> None:
    """Let every server of this process parse requests so."""
    HTTPChannel.parser_class = RequestParser
