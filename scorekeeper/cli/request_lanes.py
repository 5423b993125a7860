"""The lane of each request: its sheet if the sheet cache knows it, else its client."""

import re
from typing import Any

from scorekeeper.caching.sheet_cache import SheetCache
from scorekeeper.cli.fair_queue import Lane
from scorekeeper.web.addresses import network_of

SHEET = re.compile(r"/sheets/([\w-]{22})(?:/|$)", re.ASCII)
"""The address of a page of a sheet, with its token."""

LONG = 300
"""Events of a sheet from which its pages take long: five evenings."""


class RequestLanes:
    """Finds the lane of a request before Flask sees it, from memory alone.

    :param cache: knows the sheets that are played.
    :param proxy: the IP address of the trusted proxy; empty if there is none.
    """

    def __init__(self, cache: SheetCache, proxy: str = "") -> None:
        self._cache = cache
        self._proxy = proxy

    def __call__(self, channel: Any) -> Lane:
        """The lane of the first request of a connection."""
        request = channel.requests[0]
        page = SHEET.match(getattr(request, "path", ""))  # a malformed request has none
        sheet = self._cache.known_sheet(page[1]) if page else None
        if sheet is None:
            return Lane(network_of(self._client(channel.addr[0], request.headers)))
        return Lane(sheet.id, is_long=sheet.version > LONG)

    def _client(self, address: str, headers: dict[str, str]) -> str:
        if address != self._proxy:
            return address
        return headers.get("X_FORWARDED_FOR", address).rpartition(",")[2].strip()
