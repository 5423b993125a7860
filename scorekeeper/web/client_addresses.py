"""The network of a client by its IP address; standard library only."""

from functools import lru_cache
from ipaddress import ip_address, ip_network


@lru_cache(maxsize=1000)
def network_of(address: str) -> str:
    """An IP address as limits count it; of IPv6 its /64, for one machine has all of it.

    >>> network_of("203.0.113.9"), network_of("2001:db8::1")
    ('203.0.113.9', '2001:db8::/64')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if found.version == 4 or found.ipv4_mapped:
        return address
    return str(ip_network((found, 64), strict=False))
