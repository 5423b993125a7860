"""A correction of waitress 3.0.2: requests that expect ``100 Continue`` and have no body."""

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser


class RequestParser(HTTPRequestParser):  # type: ignore[misc]
    """Expects nothing more of a request that is complete.

    waitress answers ``100 Continue`` to any request with ``Expect: 100-continue``, and then
    waits for a body, also where there is none: the request is never answered, and the next
    one on the connection is taken for its end. Behind a proxy that shares connections, one
    client would get the answer to another.
    """

    def received(self, data: bytes) -> int:
        """Parse more of the request; the number of bytes taken."""
        taken: int = super().received(data)
        if self.completed:
            self.expect_continue = False
        return taken


def install() -> None:
    """Let every server of this process parse requests so."""
    HTTPChannel.parser_class = RequestParser
