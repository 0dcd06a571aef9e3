"""The addresses by which phones on the same network reach this machine."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator

EVERYWHERE = ("0.0.0.0", "::", "")


def list_addresses(bind: str) -> list[str]:
    """The machine's addresses on its networks, the one of the default route first; none if it has no network.

    Args:
        bind: the address that is listened on; one of ``EVERYWHERE`` for all.
    """
    addresses = _find_addresses() if bind in EVERYWHERE else iter([bind])
    return list(dict.fromkeys(address for address in addresses if _is_reachable(address)))


def _find_addresses() -> Iterator[str]:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # an address for documents: nothing is sent, the system picks a route
            yield probe.getsockname()[0]
    except OSError:
        pass
    try:
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(address[0])
    except OSError:
        pass


def _is_reachable(address: str) -> bool:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return True  # a host name that the teacher chose
    return not (parsed.is_loopback or parsed.is_unspecified or parsed.is_link_local)


def list_hosts(bind: str) -> frozenset[str]:
    """The names in an address bar under which this server answers, in lower case and without a port."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", "127.0.0.1", name, f"{name}.local", bind.lower(), *list_addresses(bind)} - {""})
