"""Addresses of visitors, as limits count them, and the proxies that are believed."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.requests import HTTPConnection

from kletka.errors import KletkaError
from kletka.language import Text

EVERYBODY, NOBODY = "*", "none"
asking: ContextVar[str] = ContextVar("asking", default="")  # the visitor who is being served


@lru_cache(maxsize=4096)
def network_of(host: str) -> str:
    """An IPv4 address, or the /64 network of an IPv6 address: one visitor has all of it."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:  # not an address, as in a test or from a careless proxy
        return host[:100]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, 64), strict=False))


def address_of(connection: HTTPConnection) -> str:
    """The visitor that a request or WebSocket is counted for."""
    return network_of(connection.client.host) if connection.client else ""


class Networks:
    """Addresses that a setting names: the proxies that are believed, for example.

    The text has addresses and networks with commas between, or is `*` for everybody or `none`.
    """

    def __init__(self, text: str, setting: str) -> None:
        self._everybody = text.strip() == EVERYBODY
        self._networks = [] if self._everybody else list(_networks(text, setting))

    def __contains__(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return self._everybody
        return self._everybody or any(address in network for network in self._networks)

    def __str__(self) -> str:
        """The addresses as uvicorn wants them."""
        return EVERYBODY if self._everybody else ",".join(map(str, self._networks))


class TrustedProxies(Networks):
    """The proxies whose word about the visitor's address and about HTTPS is believed."""

    def __init__(self, text: str) -> None:
        super().__init__(text, "KLETKA_TRUSTED_PROXIES")


def _networks(text: str, setting: str) -> Iterator[IPv4Network | IPv6Network]:
    if text.strip() == NOBODY:
        return
    for part in filter(None, (part.strip() for part in text.split(","))):
        try:
            yield ip_network(part)
        except ValueError:
            raise KletkaError(
                Text(
                    f"{setting} has addresses and networks such as 10.0.0.7 or "
                    f"10.0.0.0/8 with commas between, not {part!r}",
                    f"{setting}: нужны адреса и сети через запятую, например "
                    f"10.0.0.7 или 10.0.0.0/8, а не {part!r}",
                )
            ) from None
