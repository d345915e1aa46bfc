"""IP addresses for rate limits: an IPv6 household has a whole /64, and this machine is exempt."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

PROXIES: Final = "FORWARDED_ALLOW_IPS"
"""Environment variable of uvicorn: the proxies whose `X-Forwarded-For` it trusts, by default this machine."""
_OF_A_HOUSEHOLD: Final = 64  # prefix length that providers give to one customer


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return the network for counting: the address itself, or the /64 of an IPv6 address.

    >>> network_of("2001:db8::1") == network_of("2001:db8::2")
    True
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> _OF_A_HOUSEHOLD << _OF_A_HOUSEHOLD)}/{_OF_A_HOUSEHOLD}"


def is_own(address: str) -> bool:
    """Return whether `address` is this machine's: a proxy, the host, a health check."""
    return address in ("", "127.0.0.1", network_of("::1"))


@lru_cache(maxsize=4096)
def is_named(address: str, named: str) -> bool:
    """Return whether `address` is in `named`: addresses and networks separated by commas, `*` for all."""
    if named.strip() == "*":
        return True
    with suppress(ValueError):
        found = ip_address(address)
        return any(_is_in(found, one.strip()) for one in named.split(","))
    return False


def _is_in(address: IPv4Address | IPv6Address, network: str) -> bool:
    with suppress(ValueError):
        return address in ip_network(network)
    return False
