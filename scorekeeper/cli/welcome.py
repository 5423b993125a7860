"""The welcome in the terminal: the addresses to open, and a QR code."""

import io

import segno

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg
from scorekeeper.web.addresses import addresses


def welcome(host: str, port: int, proxy: str = "") -> str:
    """The addresses to open and a QR code; behind a proxy only its own address."""
    found = addresses(host, port)
    address = found[-1][1]
    if proxy:
        opened = msg(
            "La Marque est ouverte au proxy %(proxy)s, sur %(address)s",
            proxy=proxy,
            address=address,
        )
        return say(opened)
    lines = ["", say(msg("La Marque est ouverte."))]
    for label, url in found:
        lines.append("  " + say(msg("%(label)s : %(address)s", label=label, address=url)))
    return "\n".join([*lines, "", _qr_code(address), say(msg("Ctrl-C pour fermer."))])


def _qr_code(address: str) -> str:
    out = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out, border=4, compact=True)
    return out.getvalue()
