"""Addresses: of this server, of its clients, and of its own pages; standard library only."""

import os
import socket
from functools import lru_cache
from ipaddress import ip_address, ip_network

from scorekeeper.i18n.messages import Message, msg

DEFAULT_PORT = 8080
"""The port to listen on, unless the environment names another."""

EVERY_INTERFACE = ("0.0.0.0", "::")
"""Hosts that listen on every network interface."""


def addresses(host: str, port: int) -> list[tuple[Message, str]]:
    """Return the addresses of a server that listens on this host, each with a label.

    The last one is the address to open on other devices.

    >>> addresses("192.168.1.5", 8080)[-1][1]
    'http://192.168.1.5:8080/'
    """
    if host not in EVERY_INTERFACE:
        return [(msg("À cette adresse"), f"http://{host}:{port}/")]
    labeled = [(msg("Sur cette machine"), f"http://localhost:{port}/")]
    network_address = own_address()
    if network_address is not None:
        label = msg("Sur les téléphones du même Wi-Fi")
        labeled.append((label, f"http://{network_address}:{port}/"))
    return labeled


def own_address() -> str | None:
    """Return this machine's IPv4 address on its network, if it has one; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address


def default_port() -> int:
    """Return the ``PORT`` of the environment, or :data:`DEFAULT_PORT`."""
    port = os.environ.get("PORT", "")
    return int(port) if port.isascii() and port.isdigit() else DEFAULT_PORT


@lru_cache(maxsize=1000)
def network_of(address: str) -> str:
    """Return an IP address as limits count it; of IPv6 its /56: one customer has all of it.

    >>> network_of("203.0.113.9"), network_of("2001:db8::1")
    ('203.0.113.9', '2001:db8::/56')
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if ip.version == 4 or ip.ipv4_mapped:
        return address
    return str(ip_network((ip, 56), strict=False))


def local_path(path: str) -> str:
    """Return a path that a form or an address names; empty if it is elsewhere."""
    is_local = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if is_local and path.isprintable() else ""
