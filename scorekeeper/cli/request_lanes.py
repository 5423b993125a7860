"""The lane of each request: its sheet if that was opened before, else its client."""

import re
from typing import Any

from scorekeeper.cli.fair_queue import Lane
from scorekeeper.service.access import SheetRepository
from scorekeeper.web.addresses import network_of

SHEET = re.compile(r"/sheets/([\w-]{22})(?:/|$)", re.ASCII)
"""The address of a page of a sheet, with its token."""

LONG = 300
"""Events of a sheet from which its pages take long: five evenings."""


class RequestLanes:
    """Finds the lane of a request before Flask sees it, from memory alone.

    :param sheets: knows the sheets that are played.
    :param proxy: the IP address of the trusted proxy; empty if there is none.
    """

    def __init__(self, sheets: SheetRepository, proxy: str = "") -> None:
        self._sheets = sheets
        self._proxy = proxy

    def __call__(self, channel: Any) -> Lane:
        """The lane of the first request of a connection."""
        request = channel.requests[0]
        page = SHEET.match(getattr(request, "path", ""))  # a malformed request has none
        sheet = self._sheets.known_sheet(page[1]) if page else None
        if sheet is None:
            return Lane(network_of(self._client(channel.addr[0], request.headers)))
        return Lane(sheet.id, is_long=sheet.version > LONG)

    def _client(self, address: str, headers: dict[str, str]) -> str:
        if address != self._proxy:
            return address
        return headers.get("X_FORWARDED_FOR", address).rpartition(",")[2].strip()
